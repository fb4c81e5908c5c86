package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// writtenPair is a sentence that was made up for a part, with its verdict.
type writtenPair struct {
	part     string
	verdict  answer.Verdict
	sentence string
}

var writtenVerdicts = map[string]answer.Verdict{"a": answer.Answers, "n": answer.Names, "p": answer.Elsewhere, "x": answer.Not}

func readWritten(text string) ([]writtenPair, error) {
	var out []writtenPair
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		fields := strings.SplitN(line, " | ", 3)
		if len(fields) != 3 || writtenVerdicts[fields[1]] == "" {
			return nil, fmt.Errorf("line %d is no part, verdict and sentence", i+1)
		}
		out = append(out, writtenPair{fields[0], writtenVerdicts[fields[1]], fields[2]})
	}
	return out, nil
}

// pagesOf puts made-up sentences on pages, each as a paragraph of its own and far from those that were made up for the same part: next to
// one another they would be told by their neighbours.
func pagesOf(pairs []writtenPair) *document.Document {
	const onPage, stride = 12, 37
	d := &document.Document{}
	var sentences []string
	for first := range min(stride, len(pairs)) {
		for i := first; i < len(pairs); i += stride {
			sentences = append(sentences, pairs[i].sentence)
		}
	}
	for i := 0; i < len(sentences); i += onPage {
		text := strings.Join(sentences[i:min(i+onPage, len(sentences))], "\n\n") + "\n"
		d.Pages = append(d.Pages, document.Page{Number: len(d.Pages) + 1, Language: "en", Text: text})
	}
	return d
}

// strangers pairs each sentence with parts of other pillars than the one it was made up for, which it says nothing of.
func strangers(pairs []writtenPair, asked []legal.Asked) []writtenPair {
	const each, step = 4, 53
	pillars := map[string]string{}
	for _, a := range asked {
		pillars[a.Part.ID] = a.Part.Pillar
	}
	var out []writtenPair
	for i, pair := range pairs {
		for k := range each {
			if other := asked[(i*step+k*(step+8))%len(asked)].Part; other.Pillar != pillars[pair.part] {
				out = append(out, writtenPair{other.ID, answer.Not, pair.sentence})
			}
		}
	}
	return out
}

// drawWritten writes the features of made-up sentences with their verdicts.
func drawWritten(ctx context.Context, file, out string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading made-up sentences: %w", err)
	}
	pairs, err := readWritten(string(data))
	if err != nil {
		return fmt.Errorf("reading %s: %w", file, err)
	}
	doc := pagesOf(pairs)
	said, err := statement.ReadBundled(ctx, "", doc)
	if err != nil {
		return fmt.Errorf("reading made-up sentences: %w", err)
	}
	shelf, asked, err := legal.Ask(ctx, doc, said)
	if err != nil {
		return fmt.Errorf("asking made-up sentences: %w", err)
	}
	byPart, at := map[string]legal.Asked{}, map[string]int{}
	for _, a := range asked {
		byPart[a.Part.ID] = a
	}
	for i, p := range shelf.Passages {
		at[strings.TrimSpace(p.Text)] = i
	}
	var all []candidate
	cut := 0
	sum := sha256.Sum256(data)
	for i, pair := range append(pairs, strangers(pairs, asked)...) {
		a, known := byPart[pair.part]
		if !known {
			return fmt.Errorf("%s is no part", pair.part)
		}
		place, there := at[pair.sentence]
		if !there { // it is cut into several passages, of which none says it alone
			if i < len(pairs) {
				cut++
			}
			continue
		}
		c := answer.Candidate{At: place}
		for _, other := range a.Candidates {
			if other.At == place {
				c = other
			}
		}
		p := &shelf.Passages[place]
		all = append(all, candidate{
			File: hex.EncodeToString(sum[:]), Page: p.Page, Start: i, Part: pair.part, Cue: c.Cue, Text: p.Text, Before: p.Before,
			Features: shelf.Features(a.Part, []answer.Candidate{c})[0], Verdict: pair.verdict,
		})
	}
	const most = 0.05 // of what was made up
	if float64(cut) > most*float64(len(pairs)) {
		return fmt.Errorf("%d pairs of %s are of sentences that are cut otherwise", cut, out)
	}
	return writeCandidates(out, all)
}
