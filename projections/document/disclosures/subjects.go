package disclosures

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// Subject is a part of the standards of which a reader would be told in one go.
type Subject struct{ Standard, Name string }

// Subjects knows the paragraphs and how much hangs on them.
type Subjects struct {
	Registry *ifrs.Registry
	Weights  *matters.Weights
	industry string
}

// NewSubjects is for a report of an industry.
func NewSubjects(industry string) (*Subjects, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, err
	}
	weights, err := matters.Load()
	return &Subjects{registry, weights, industry}, err
}

// Of is the subject of a paragraph, with its title.
func (s *Subjects) Of(id string) (Subject, bool) {
	p, known := s.Registry.Paragraph(id)
	if !known {
		return Subject{}, false
	}
	if slices.Contains(s.Weights.Apart, p.Section) { // each lettered item is a subject of its own
		for top := p; top != nil; {
			parent, there := s.Registry.Paragraph(top.Parent)
			if !there || !strings.Contains(parent.ID, "(") {
				return Subject{top.Standard, top.Title}, true
			}
			top = parent
		}
	}
	return Subject{p.Standard, p.Section}, true
}

// Weight is how much hangs on a paragraph.
func (s *Subjects) Weight(id string) float64 {
	p, known := s.Registry.Paragraph(id)
	if !known {
		return 0
	}
	weight := float64(s.Weights.Of(id, p.Section, s.industry))
	if p.Standard == "S1" { // in general what S2 asks of climate, which reports are read for first
		weight *= 0.7
	}
	return weight
}

// AlsoLacking names what is missing as well.
func (s *Subjects) AlsoLacking(parts []Lacking) string {
	var named []string
	for _, p := range parts {
		if p.ID != "" && s.Weights.Told[p.ID] == "" {
			continue // it goes with another
		}
		told := cmp.Or(s.Weights.Told[p.ID], "“"+strings.TrimRight(phrase.Words(p.Requirement, 14), ".")+"”")
		if !slices.Contains(named, told) {
			named = append(named, told)
		}
	}
	if len(named) == 0 {
		return ""
	}
	const shown = 3
	if n := len(named) - shown; n > 0 {
		named = append(named[:shown], phrase.Count(n, "more", "more"))
	}
	return "; nor " + phrase.List(named)
}
