package extraction

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/sibyl-project/sibyl/processors/claims"
)

// Sentences is a set of labelled texts and what reads them.
type Sentences struct {
	Name     string // of the set and of its file, without _dev.jsonl
	Positive string // the label that precision, recall and F1 are of; empty: accuracy alone counts
	Least    float64
	Read     func(text string) string // gives a label
}

// SentenceSets are the sets of the cue scorer.
func SentenceSets() []Sentences {
	likely := func(score func(string) claims.Score, yes, no string) func(string) string {
		return func(text string) string {
			if score(text).Likely() {
				return yes
			}
			return no
		}
	}
	return []Sentences{
		{Name: "environmental_claims", Positive: "1", Least: 0.65, Read: likely(claims.EnvironmentalClaim, "1", "0")},
		{Name: "netzero_reduction", Least: 0.92, Read: func(text string) string { return string(claims.AmbitionOf(text)) }},
		{Name: "climate_commitments_actions", Least: 0.75, Read: likely(claims.CommitsOrActs, "yes", "no")},
	}
}

// Class is how well one label was read.
type Class struct {
	Label     string  `json:"label"`
	Of        int     `json:"of"` // texts with the label
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// SentenceFigures are what a set came to. Confusions counts texts by label and by what was read.
type SentenceFigures struct {
	Name       string                    `json:"name"`
	Texts      int                       `json:"texts"`
	Accuracy   float64                   `json:"accuracy"`
	Classes    []Class                   `json:"classes"`
	Confusions map[string]map[string]int `json:"confusions"`
	Figure     float64                   `json:"figure"` // what must reach Least: F1 of the positive label, or accuracy
	Least      float64                   `json:"least"`
	Missed     []Miss                    `json:"-"`
}

// Miss is a text that was read as something else.
type Miss struct {
	Line  int // of the file, from 1
	Text  string
	Label string
	Read  string
}

// MeasureSentences reads each text of the set's labels, which lie in folder/labels unless file names another one.
func MeasureSentences(s Sentences, folder, file string) (SentenceFigures, error) {
	if file == "" {
		file = filepath.Join(folder, "labels", s.Name+"_dev.jsonl")
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return SentenceFigures{}, fmt.Errorf("opening the labels of %s: %w", s.Name, ErrAbsent)
	}
	if err != nil {
		return SentenceFigures{}, fmt.Errorf("opening the labels of %s: %w", s.Name, err)
	}
	defer f.Close()
	out := SentenceFigures{Name: s.Name, Confusions: map[string]map[string]int{}, Least: s.Least}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for n := 1; lines.Scan(); n++ {
		var row struct {
			Text  string          `json:"text"`
			Label json.RawMessage `json:"label"` // a word or a number
		}
		if len(lines.Bytes()) == 0 {
			continue
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return SentenceFigures{}, fmt.Errorf("reading line %d of %s: %w", n, file, err)
		}
		label := string(row.Label)
		var word string
		if json.Unmarshal(row.Label, &word) == nil {
			label = word
		}
		read := s.Read(row.Text)
		if out.Confusions[label] == nil {
			out.Confusions[label] = map[string]int{}
		}
		out.Confusions[label][read]++
		out.Texts++
		if read != label {
			out.Missed = append(out.Missed, Miss{n, row.Text, label, read})
		}
	}
	if err := lines.Err(); err != nil {
		return SentenceFigures{}, fmt.Errorf("reading %s: %w", file, err)
	}
	if out.Texts == 0 {
		return SentenceFigures{}, fmt.Errorf("reading %s: it has no texts", file)
	}
	out.finish(s.Positive)
	return out, nil
}

func (f *SentenceFigures) finish(positive string) {
	var labels []string
	for label, read := range f.Confusions {
		labels = append(labels, label)
		for other := range read {
			labels = append(labels, other)
		}
	}
	slices.Sort(labels)
	right := 0
	for _, label := range slices.Compact(labels) {
		c := Class{Label: label}
		said := 0
		for l, read := range f.Confusions {
			said += read[label]
			if l == label {
				for _, n := range read {
					c.Of += n
				}
			}
		}
		hits := f.Confusions[label][label]
		right += hits
		c.Precision, c.Recall = share(hits, said), share(hits, c.Of)
		if c.Precision+c.Recall > 0 {
			c.F1 = 2 * c.Precision * c.Recall / (c.Precision + c.Recall)
		}
		if label == positive {
			f.Figure = c.F1
		}
		f.Classes = append(f.Classes, c)
	}
	f.Accuracy = share(right, f.Texts)
	if positive == "" {
		f.Figure = f.Accuracy
	}
}

func share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
