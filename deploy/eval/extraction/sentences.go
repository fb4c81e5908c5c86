package extraction

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/deploy/eval/reread"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/projections/document/green"
	"github.com/sibyl-project/sibyl/rag/report/document"
	reader "github.com/sibyl-project/sibyl/rag/report/statement"
)

// Sentences is a set of labelled texts and what reads them.
type Sentences struct {
	Name     string // of the set and of its file, without _dev.jsonl
	Positive string // the label that precision, recall and F1 are of; empty: accuracy alone counts
	Least    float64
	Read     func(ctx context.Context, text string) (string, error) // gives a label
}

// SentenceSets are the sets that the product answers: each text is extracted from as the only paragraph of a report, of which the analysis
// document has the claims and lists what else is said in favour of the environment.
func SentenceSets() []Sentences {
	return []Sentences{
		{Name: "environmental_claims", Positive: "1", Least: LeastEnvironmental, Read: environmental},
		{Name: "netzero_reduction", Least: LeastAmbition, Read: ambition},
		{Name: "climate_commitments_actions", Least: LeastCommitment, Read: committed},
	}
}

// What the sets must come to, in make eval.
const (
	LeastEnvironmental = 0.60
	LeastAmbition      = 0.87
	LeastCommitment    = 0.58
)

// made is what the product makes of a text: its claims, what the reader says of each, and what the document lists beside them.
type made struct {
	claims []events.Claim
	said   []*reader.Said
	green  []green.EnvironmentalClaim
}

func claimed(ctx context.Context, text string) (m made, err error) {
	text = strings.Join(strings.Fields(text), " ")
	n := len([]rune(text))
	d := &document.Document{Version: document.Version, Outline: []document.Heading{}, Pages: []document.Page{{
		Number: 1, Language: "en", Text: text, Tables: []document.Table{}, Lines: []document.Line{{End: n, Role: document.RoleBody}},
	}}}
	report, err := reader.ReadBundled(ctx, "", d)
	if err != nil {
		return m, err
	}
	if again := reread.From(ctx); again != nil {
		if report, err = again.Revise(ctx, d, report); err != nil {
			return m, err
		}
	}
	m.claims, err = claims.Rules{}.Extract(ctx, claims.Section{ReportID: "rep_sentence", Statements: report, Document: d, From: 1, To: 1})
	if err != nil {
		return m, err
	}
	m.said = make([]*reader.Said, len(m.claims))
	var places []green.Place
	for i, c := range m.claims {
		places = append(places, green.Place{Page: c.Page, Start: c.Quote.Start, End: c.Quote.End})
		for k, s := range report.Pages[0] {
			if s.Start <= c.Quote.Start && c.Quote.Start < s.End {
				m.said[i] = &report.Pages[0][k]
			}
		}
	}
	m.green = green.Of(report, "", places)
	return m, nil
}

// environmental takes a text for an environmental claim if one of its claims tells of a benefit for the environment, or if the document lists it
// as such without one.
func environmental(ctx context.Context, text string) (string, error) {
	m, err := claimed(ctx, text)
	if slices.ContainsFunc(m.claims, func(c events.Claim) bool { return c.Entities.EnvironmentalBenefit }) ||
		slices.ContainsFunc(m.green, func(c green.EnvironmentalClaim) bool { return c.Benefit > 0 }) {
		return "1", err
	}
	return "0", err
}

// ambition is what a text says that emissions are to be; of two, the one that names an amount.
func ambition(ctx context.Context, text string) (string, error) {
	m, err := claimed(ctx, text)
	aims := map[events.Aim]bool{}
	for _, c := range m.claims {
		aims[c.Entities.Aim] = true
	}
	for _, c := range m.green {
		aims[c.Aim] = true
	}
	switch {
	case aims[events.AimReduction]:
		return "reduction", err
	case aims[events.AimNetZero]:
		return "net-zero", err
	}
	return "none", err
}

// acted reports whether it is said what was or is done about climate or energy.
func acted(s *reader.Said) bool {
	return (s.Topic.Value == "climate" || s.Topic.Value == "energy") && (s.Kind.Value == "event" || s.Kind.Value == "process")
}

// committed takes a text for one of commitments and actions if a claim of it says what is planned, or what is done about
// climate or energy.
func committed(ctx context.Context, text string) (string, error) {
	m, err := claimed(ctx, text)
	for i, c := range m.claims {
		if c.Entities.Commitment || m.said[i] != nil && acted(m.said[i]) {
			return "yes", err
		}
	}
	return "no", err
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
func MeasureSentences(ctx context.Context, s Sentences, folder, file string) (SentenceFigures, error) {
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
		read, err := s.Read(ctx, row.Text)
		if err != nil {
			return SentenceFigures{}, fmt.Errorf("reading line %d of %s: %w", n, file, err)
		}
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
