package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	stretch                = 12  // sentences that are drawn in one go, so that who labels them sees what they stand in
	topicalPart            = 0.6 // of the sentences come from the pages that are most about sustainability
	topicalLeast           = 0.2 // of the sentences of such a page name a topic
	fewestWords, mostWords = 3, 120
)

// topics only say which pages to draw more of; no label depends on them.
var topics = strings.Fields("emission climate energy sustainab esg waste water co2 diversity employee supplier rights ghg renewable biodivers " +
	"environment safety")

// drawing chooses n sentences of pages.
type drawing func(pages [][]Sentence, seed uint64, n int) []Sentence

// draw writes the drawn sentences of each report to a file of its own.
func draw(ctx context.Context, seed uint64, n int, out string, how drawing, reports []string) error {
	if err := os.MkdirAll(out, 0o700); err != nil {
		return fmt.Errorf("making the folder: %w", err)
	}
	for _, path := range reports {
		d, err := read(ctx, path)
		if err != nil {
			return err
		}
		drawn := how(sentencesOf(d), seed, n)
		name := strings.TrimSuffix(filepath.Base(path), ".pdf") + ".jsonl"
		if err := writeLines(filepath.Join(out, name), drawn); err != nil {
			return err
		}
		fmt.Printf("%s: %d sentences of %d pages\n", name, len(drawn), len(d.Pages))
	}
	return nil
}

// drawFrom draws stretches of pages until there are n sentences, in the order of the report.
func drawFrom(pages [][]Sentence, seed uint64, n int) []Sentence {
	r := rand.New(rand.NewPCG(seed, 0))
	var topical, other []int
	for i, p := range pages {
		if len(p) == 0 {
			continue
		}
		if float64(count(p, aboutTopics)) >= topicalLeast*float64(len(p)) {
			topical = append(topical, i)
		} else {
			other = append(other, i)
		}
	}
	taken := map[Place]Sentence{}
	take := func(from []int, most int) {
		for tries := 0; len(from) > 0 && len(taken) < most && tries < 40*n; tries++ {
			p := pages[from[r.IntN(len(from))]]
			at := r.IntN(max(1, len(p)-stretch+1))
			for _, s := range p[at:min(len(p), at+stretch)] {
				if w := words(s.Text); w >= fewestWords && w <= mostWords && len(taken) < most {
					taken[s.Place] = s
				}
			}
		}
	}
	take(topical, int(topicalPart*float64(n)))
	take(other, n)
	take(topical, n)
	var out []Sentence
	for _, s := range taken {
		out = append(out, s)
	}
	slices.SortFunc(out, inOrder)
	return out
}

// drawFigures draws sentences that hold figures, each by itself.
func drawFigures(pages [][]Sentence, seed uint64, n int) []Sentence {
	var all []Sentence
	for _, p := range pages {
		for _, s := range p {
			if w := words(s.Text); w < fewestWords || w > mostWords {
				continue
			}
			if s.Figures = figuresOf(s.Text); len(s.Figures) > 0 {
				all = append(all, s)
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	out := all[:min(n, len(all))]
	slices.SortFunc(out, inOrder)
	return out
}

// drawAll takes every sentence.
func drawAll(pages [][]Sentence, _ uint64, _ int) []Sentence {
	var out []Sentence
	for _, p := range pages {
		for _, s := range p {
			if w := words(s.Text); w >= fewestWords && w <= mostWords {
				s.Figures = figuresOf(s.Text)
				out = append(out, s)
			}
		}
	}
	return out
}

func inOrder(a, b Sentence) int {
	return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Start, b.Start))
}

func aboutTopics(s Sentence) bool {
	small := strings.ToLower(s.Text)
	return slices.ContainsFunc(topics, func(t string) bool { return strings.Contains(small, t) })
}

func count[T any](s []T, is func(T) bool) int {
	n := 0
	for _, v := range s {
		if is(v) {
			n++
		}
	}
	return n
}

func writeLines[T any](path string, values []T) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("making a file: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return fmt.Errorf("writing %s: %w", path, err)
		}
	}
	return w.Flush()
}
