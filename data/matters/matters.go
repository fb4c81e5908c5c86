// Package matters holds as data how much hangs on each subject of IFRS S1 and S2, by which what is missing or
// unsupported in a report is put in order. The weights are read once from the binary and never change; the package is
// safe for concurrent use.
package matters

import (
	"bytes"
	_ "embed" // the weights are part of the binary
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed weights.json
var file []byte

// Weights says how much hangs on a subject.
type Weights struct {
	About      string         `json:"about"`
	Sections   map[string]int `json:"sections"`   // of the registry of paragraphs
	Otherwise  int            `json:"otherwise"`  // of a section that is not listed
	Paragraphs map[string]int `json:"paragraphs"` // and what lies below them
	Apart      []string       `json:"apart"`      // sections whose lettered items are subjects of their own
	Industries []Industry     `json:"industries"`

	Sectors []Sector `json:"sectors"`

	Plain   []string          `json:"plain"`   // the requirements that everybody sees to be met or not, what others follow from before these
	Told    map[string]string `json:"told"`    // what one of them is called where it was not found
	Figured map[string]string `json:"figured"` // the metric of facts by which a requirement may be met
	Common  []string          `json:"common"`  // paragraphs that nearly every report lacks: they tell least of one
	Figures map[string]int    `json:"figures"` // metrics of facts of which the figure that stands for the whole is told first
}

// Industry adds to the weight of what it is exposed to most.
type Industry struct {
	Codes      []string `json:"codes"` // of SASB, or their beginnings
	Adds       int      `json:"adds"`
	Sections   []string `json:"sections"`
	Paragraphs []string `json:"paragraphs"`
	Figures    []string `json:"figures"`
}

// Sector says why a disclosure matters more to companies of some industries than to others, in our own words.
type Sector struct {
	Codes []string  `json:"codes"` // of SASB, or their beginnings; the first sector that has a code holds
	Of    string    `json:"of"`
	Bears []Bearing `json:"bears"`
}

// Bearing is a reason with what it bears on: sections, paragraphs and what lies below them.
type Bearing struct {
	On  []string `json:"on"`
	Why string   `json:"why"`
}

// Why is why a paragraph of a section matters to a company of an industry; empty where nothing is known that is of this industry.
func (w *Weights) Why(paragraph, section, industry string) string {
	for _, s := range w.Sectors {
		if !(Industry{Codes: s.Codes}).of(industry) {
			continue
		}
		for _, b := range s.Bears {
			if slices.ContainsFunc(b.On, func(on string) bool { return on == section || under(paragraph, on) }) {
				return "In " + s.Of + " " + b.Why + "."
			}
		}
		return ""
	}
	return ""
}

// OfFigures is the weight of a metric of facts for a company of an industry; 0 where its figures are not told of.
func (w *Weights) OfFigures(metric, industry string) int {
	weight := w.Figures[metric]
	if weight == 0 {
		return 0
	}
	for _, x := range w.Industries {
		if x.of(industry) && slices.Contains(x.Figures, metric) {
			weight += x.Adds
		}
	}
	return weight
}

func (x Industry) of(industry string) bool {
	return slices.ContainsFunc(x.Codes, func(c string) bool { return industry == c || strings.HasPrefix(industry, c+"-") })
}

// Load returns the weights.
var Load = sync.OnceValues(func() (*Weights, error) {
	dec := json.NewDecoder(bytes.NewReader(file))
	dec.DisallowUnknownFields()
	w := &Weights{}
	if err := dec.Decode(w); err != nil {
		return nil, fmt.Errorf("reading the weights of subjects: %w", err)
	}
	return w, nil
})

// Of is the weight of a paragraph of a section for a company of an industry, whose code may be empty.
func (w *Weights) Of(paragraph, section, industry string) int {
	weight, known := w.Sections[section]
	if !known {
		weight = w.Otherwise
	}
	best := ""
	for id, n := range w.Paragraphs {
		if under(paragraph, id) && len(id) > len(best) {
			best, weight = id, n
		}
	}
	for _, x := range w.Industries {
		if !x.of(industry) {
			continue
		}
		if slices.Contains(x.Sections, section) || slices.ContainsFunc(x.Paragraphs, func(id string) bool { return under(paragraph, id) }) {
			weight += x.Adds
		}
	}
	return weight
}

// Rank is where a requirement stands among those that everybody sees to be met or not; behind all where it is none.
func (w *Weights) Rank(requirement string) int {
	if at := slices.Index(w.Plain, requirement); at >= 0 {
		return at
	}
	return len(w.Plain)
}

// IsCommon reports whether nearly every report lacks a paragraph.
func (w *Weights) IsCommon(paragraph string) bool {
	return slices.ContainsFunc(w.Common, func(id string) bool { return under(paragraph, id) })
}

// under reports whether a paragraph is another one or an item of it.
func under(paragraph, of string) bool {
	return paragraph == of || strings.HasPrefix(paragraph, of+"(")
}
