package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
)

// publicLabel is what is said of a sentence of a public text (data/models/labels/PUBLIC.md).
type publicLabel struct {
	Company, Source, Begins, SHA256, Set               string
	Claim, Voice, Kind, Standing, Topic, Area, Benefit string
	Length                                             int
	Paragraphs, Answers, Names, Points                 []string
	Figures                                            [][]any
}

func TestLabelsOfPublicTextsAreOfTheGuides(t *testing.T) {
	guide, figures, paragraphs := guideValues(t, "GUIDE.md"), guideValues(t, "FIGURES.md"), guideValues(t, "PARAGRAPHS.md")
	parts, err := answer.Load()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("../../data/models/labels/public/sentences.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	sets, seen := map[string]string{}, map[string]bool{}
	n := 0
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for ; lines.Scan(); n++ {
		var l publicLabel
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		if len(l.SHA256) != 16 || seen[l.Company+l.SHA256] || len(strings.Fields(l.Begins)) > 4 || l.Length < 20 || l.Source == "" {
			t.Errorf("%s, %s: no reference to one sentence", l.Company, l.Begins)
		}
		seen[l.Company+l.SHA256] = true
		if was := sets[l.Company]; was != "" && was != l.Set || !slices.Contains([]string{"learnt", "chosen", "held"}, l.Set) {
			t.Errorf("%s is in %q and %q", l.Company, was, l.Set)
		}
		sets[l.Company] = l.Set
		for _, v := range []string{l.Claim, l.Voice, l.Kind, l.Standing, l.Topic, l.Area} {
			if !slices.Contains(guide, v) {
				t.Errorf("%s, %s: %q is no value of the guide", l.Company, l.Begins, v)
			}
		}
		for _, p := range l.Paragraphs {
			if !slices.Contains(paragraphs, p) {
				t.Errorf("%s, %s: %s is no paragraph of the guide", l.Company, l.Begins, p)
			}
		}
		for _, p := range slices.Concat(l.Answers, l.Names, l.Points) {
			if parts.Of(p) == nil {
				t.Errorf("%s, %s: %s is no question", l.Company, l.Begins, p)
			}
		}
		for _, f := range l.Figures {
			if len(f) != 8 || !slices.Contains(figures, f[2].(string)) || !slices.Contains(figures, f[3].(string)) || !slices.Contains(figures, f[7].(string)) {
				t.Errorf("%s, %s: figure %v", l.Company, l.Begins, f)
			}
		}
	}
	if n < 9_900 || len(sets) < 160 {
		t.Errorf("%d labels of %d companies", n, len(sets))
	}
}

func guideValues(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile("../../data/models/labels/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return valuesOf(string(text))
}
