package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// pages are n pages of twenty sentences; every second one is about a topic.
func pages(n int) [][]Sentence {
	out := make([][]Sentence, n)
	for p := range out {
		for i := range 20 {
			text := fmt.Sprintf("Revenue of segment %d grew again.", i)
			if p%2 == 0 {
				text = fmt.Sprintf("Emissions of site %d fell again.", i)
			}
			out[p] = append(out[p], Sentence{Place: Place{"f", p + 1, 40 * i, 40*i + 30}, Text: text})
		}
	}
	return out
}

func TestADrawIsRepeatableAndKeepsToItsParts(t *testing.T) {
	first, again := drawFrom(pages(40), 7, 200), drawFrom(pages(40), 7, 200)
	same := slices.EqualFunc(first, again, func(a, b Sentence) bool { return a.Place == b.Place })
	if !same || len(first) != 200 {
		t.Errorf("%d sentences, equal to a second draw: %v", len(first), same)
	}
	if n := count(first, aboutTopics); n != 120 {
		t.Errorf("%d of 200 are from pages about topics, want 120", n)
	}
	if other := drawFrom(pages(40), 8, 200); slices.EqualFunc(first, other, func(a, b Sentence) bool { return a.Place == b.Place }) {
		t.Error("another seed draws the same")
	}
	if all := drawFrom(pages(2), 7, 200); len(all) != 40 {
		t.Errorf("%d sentences are drawn of 40", len(all))
	}
}

func TestSentencesKnowTheirHeadings(t *testing.T) {
	text := "Climate\nTargets\nWe cut emissions.\nWater\nWe save water."
	line := func(from, to int, role document.Role, level, block int) document.Line {
		return document.Line{Start: from, End: to, Role: role, Level: level, Block: block}
	}
	d := &document.Document{SHA256: "f", Pages: []document.Page{{Number: 1, Text: text, Lines: []document.Line{
		line(0, 7, document.RoleHeading, 1, 0), line(8, 15, document.RoleHeading, 2, 1), line(16, 33, document.RoleBody, 0, 2),
		line(34, 39, document.RoleHeading, 1, 3), line(40, 54, document.RoleBody, 0, 4),
	}}}}
	got := sentencesOf(d)[0]
	if len(got) != 2 || fmt.Sprint(got[0].Headings, got[1].Headings) != "[Climate Targets] [Water]" {
		t.Fatalf("sentences %+v", got)
	}
	if got[0].Place != (Place{"f", 1, 16, 33}) || got[1].Before != "" {
		t.Errorf("places and predecessors: %+v", got)
	}
}

// Every label in the repository has a place and values of the guide.
func TestLabelsAreOfTheGuide(t *testing.T) {
	files, err := filepath.Glob("../../data/models/labels/*.jsonl")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d files of labels, %v; want 14 at least", len(files), err)
	}
	text, err := os.ReadFile("../../data/models/labels/GUIDE.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := valuesOf(string(text))
	n := 0
	places := map[Place]bool{}
	for _, f := range files {
		labels, err := readLabels(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range labels {
			n++
			if len(l.File) != 64 || l.Page < 1 || l.Start < 0 || l.End <= l.Start || places[l.Place] {
				t.Errorf("%s: place %+v", filepath.Base(f), l.Place)
			}
			places[l.Place] = true
			for _, field := range []string{"claim", "voice", "kind", "standing", "topic", "area"} {
				if v := strings.Trim(string(l.rest[field]), `"`); !slices.Contains(guide, v) {
					t.Errorf("%s: %s is %s", filepath.Base(f), field, v)
				}
			}
		}
	}
	if n < 3_000 {
		t.Errorf("%d labels, want 3,000 at least", n)
	}
}

// Every labelled figure has a role and a metric of its guide, and none of those that are no figures has a metric.
func TestLabelsOfFiguresAreOfTheGuide(t *testing.T) {
	files, err := filepath.Glob("../../data/models/labels/figures/*.jsonl")
	if err != nil || len(files) < 11 {
		t.Fatalf("%d files of labels, %v; want 11 at least", len(files), err)
	}
	text, err := os.ReadFile("../../data/models/labels/FIGURES.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := valuesOf(string(text))
	for _, f := range files {
		labels, err := readLabels(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range labels {
			var figures []struct{ Text, Role, Metric, Measure, Owner string }
			if err := json.Unmarshal(l.rest["figures"], &figures); err != nil || len(figures) == 0 {
				t.Fatalf("%s: %+v: %d figures, %v", filepath.Base(f), l.Place, len(figures), err)
			}
			for _, g := range figures {
				none := g.Role == "none"
				if g.Text == "" || !slices.Contains(guide, g.Role) || !slices.Contains(guide, g.Metric) ||
					none != (g.Metric == "none") || none != (g.Owner == "") || none != (g.Measure == "") ||
					!none && !slices.Contains(guide, g.Measure) {
					t.Errorf("%s: %+v: %+v", filepath.Base(f), l.Place, g)
				}
			}
		}
	}
}

func TestFiguresAreMarkedWhereTheyStand(t *testing.T) {
	text := "In 2023 we cut 12 % of 4,641 t CO2e."
	got := figuresOf(text)
	if len(got) != 2 {
		t.Fatalf("figures %+v, want two: a year alone is none", got)
	}
	for _, f := range got {
		if text[f.At:f.At+len(f.Text)] != f.Text {
			t.Errorf("%q does not stand at %d", f.Text, f.At)
		}
	}
}

// valuesOf lists what stands between back quotes.
func valuesOf(guide string) []string {
	var out []string
	in, from := false, 0
	for i, r := range guide {
		if r != '`' {
			continue
		}
		if in {
			out = append(out, guide[from:i])
		}
		in, from = !in, i+1
	}
	return out
}
