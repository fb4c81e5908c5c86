// Package ifrs is the registry of the paragraphs of IFRS S1 and IFRS S2: which exist, what each asks for in
// our own words, and when leaving it out is a gap. The standards' own text is licensed and is not here.
// The registry is read once from the binary and never changes; it is safe for concurrent use.
package ifrs

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed paragraph_registry.json
var file []byte

// GapRule says when leaving a paragraph out is a gap.
type GapRule string

// The closed set of gap rules.
const (
	Always           GapRule = "always"
	IfConditionHolds GapRule = "if_condition_holds"
	Never            GapRule = "never"
)

// Requirement is one atomic thing that a paragraph asks for.
type Requirement struct {
	ID                 string `json:"id"` // paragraph#key
	Text               string `json:"text"`
	Required           bool   `json:"required"`
	ConditionCode      string `json:"condition_code"`
	NegativeStatements bool   `json:"negative_statement_satisfies"` // a clear "no" is an answer

	AnsweredBy []string `json:"answered_by"` // parts that ask the same or more: what surely answers one of them answers this one
}

// Paragraph is one paragraph, or one lettered or numbered item of it.
type Paragraph struct {
	ID                 string        `json:"id"`
	Standard           string        `json:"standard"` // S1 or S2
	Parent             string        `json:"parent"`
	Elaborates         string        `json:"elaborates"` // the core paragraph that an appendix item explains
	Pillar             string        `json:"pillar"`
	Section            string        `json:"section"`
	Title              string        `json:"title"`
	Kind               string        `json:"kind"`
	GapRule            GapRule       `json:"gap_rule"`
	Condition          string        `json:"condition"`
	ConditionCode      string        `json:"condition_code"`
	NegativeStatements bool          `json:"negative_statement_satisfies"`
	Summary            string        `json:"summary"`
	Text               string        `json:"text"` // the summary at more length, as in the Markdown files
	Requirements       []Requirement `json:"sub_requirements"`
	S1Counterparts     []string      `json:"s1_counterparts"`
	S2Counterparts     []string      `json:"s2_counterparts"`
	CrossRefs          []string      `json:"cross_refs"`
	Materiality        string        `json:"materiality"`
	Keywords           []string      `json:"keywords"` // how reports and questions speak of it
	Edition            string        `json:"edition"`
	Effective          string        `json:"effective"`
	Amendment          *Amendment    `json:"amendment"` // nil where the text of 2023 stands
	Source             string        `json:"source"`
	Certainty          string        `json:"certainty"` // high, or lower for what rests on secondary sources or memory
}

// Amendment is what an edition after 2023 adds or changes.
type Amendment struct {
	Edition   string `json:"edition"`
	Change    string `json:"change"` // added or amended
	Summary   string `json:"summary"`
	Effective string `json:"effective"`
	Source    string `json:"source"`
	Certainty string `json:"certainty"`
}

// Registry holds the paragraphs in the order of the standards.
type Registry struct {
	About          json.RawMessage   `json:"about"`
	ConditionCodes map[string]string `json:"condition_codes"` // code -> what it means
	Paragraphs     []*Paragraph      `json:"paragraphs"`

	byID     map[string]*Paragraph
	children map[string][]*Paragraph
}

var load = sync.OnceValues(func() (*Registry, error) { return read(file) })

// Load returns the registry that is part of the program.
func Load() (*Registry, error) { return load() }

func read(data []byte) (*Registry, error) {
	r := &Registry{byID: map[string]*Paragraph{}, children: map[string][]*Paragraph{}}
	if err := strict(data, r); err != nil {
		return nil, fmt.Errorf("decoding the paragraph registry: %w", err)
	}
	for _, p := range r.Paragraphs {
		if r.byID[p.ID] != nil {
			return nil, fmt.Errorf("decoding the paragraph registry: %s is there twice", p.ID)
		}
		r.byID[p.ID] = p
		if p.Parent != "" {
			r.children[p.Parent] = append(r.children[p.Parent], p)
		}
	}
	return r, nil
}

// Paragraph looks a paragraph up by its id as standards.ID prints it.
func (r *Registry) Paragraph(id string) (*Paragraph, bool) {
	p, ok := r.byID[id]
	return p, ok
}

// Requirement looks one part up by its id, with the paragraph that asks for it.
func (r *Registry) Requirement(id string) (*Paragraph, Requirement, bool) {
	paragraph, _, _ := strings.Cut(id, "#")
	p, ok := r.byID[paragraph]
	if !ok {
		return nil, Requirement{}, false
	}
	i := slices.IndexFunc(p.Requirements, func(q Requirement) bool { return q.ID == id })
	if i < 0 {
		return nil, Requirement{}, false
	}
	return p, p.Requirements[i], true
}

// Children lists the items directly under a paragraph, in order.
func (r *Registry) Children(id string) []*Paragraph { return r.children[id] }

// GapCapable lists the items whose absence can be a gap, in the order of the standards. An S1 item that has
// a gap-capable twin in S2 is left out: one omission is one gap, under the S2 id.
func (r *Registry) GapCapable() []*Paragraph {
	var out []*Paragraph
	for _, p := range r.Paragraphs {
		if p.GapRule != Never && len(r.Twins(p)) == 0 {
			out = append(out, p)
		}
	}
	return out
}

// Twins lists the gap-capable S2 items that ask of climate what an S1 item asks in general.
func (r *Registry) Twins(p *Paragraph) []*Paragraph {
	var out []*Paragraph
	for _, id := range p.S2Counterparts {
		if twin := r.byID[id]; twin != nil && twin.GapRule != Never {
			out = append(out, twin)
		}
	}
	return out
}
