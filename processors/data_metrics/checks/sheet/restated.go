package sheet

import (
	"slices"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// oldAndNew is a sentence that says that one figure has replaced another.
type oldAndNew struct {
	Statement
	Old, New quantity.Quantity
}

var (
	restatedFrom = pattern.Compile(`(?i)\b(?:restated|corrected|adjusted|recalculated|revised)(?:\s+(?:upwards?|downwards?|retrospectively))?\s+from\s+$`)
	corrected    = pattern.Compile(`(?i)\b(?:corrected|adjusted|revised)(?:\s+\w+)?\s+from\b`)
	restatedTo   = pattern.Compile(`(?i)^\s+to\s+$`)
)

// Replaced reads "were restated from 428,900 t CO2e to 431,800 t CO2e".
func (s *Sheet) Replaced() []oldAndNew {
	if s.renewed != nil {
		return s.renewed
	}
	s.renewed = []oldAndNew{}
	for _, x := range s.Statements() {
		for i := 0; i+1 < len(x.Figures); i++ {
			a, b := x.Figures[i], x.Figures[i+1]
			if !restatedFrom.MatchString(x.Text[:a.Start]) || !restatedTo.MatchString(x.Text[a.End:b.Start]) {
				continue
			}
			if a.Unit.Dimension == quantity.Count && b.Unit.Dimension != quantity.Count {
				a.Unit = b.Unit // "from 428,900 to 431,800 t CO2e"
			}
			if a.Comparable(b) {
				s.renewed = append(s.renewed, oldAndNew{x, a, b})
			}
		}
	}
	return s.renewed
}

// Superseded says that a fact is the old figure of a restatement: it is no second voice on its year.
func (s *Sheet) Superseded(f *facts.Fact) bool {
	for _, r := range s.Replaced() {
		if f.Page == r.Page && f.Source == facts.FromText && f.Quantity().Comparable(r.Old) && f.Quantity().Base().Cmp(r.Old.Base()) == 0 {
			return true
		}
	}
	return false
}

// Superseded lists the ids of the facts that the report itself says to have replaced.
func Superseded(s *facts.Sheet, o Options) map[string]bool {
	t := &Sheet{Sheet: s, Options: o}
	out := map[string]bool{}
	if !slices.ContainsFunc(t.Pages(), func(p document.Page) bool { return RestatedWord.MatchString(p.Text) || corrected.MatchString(p.Text) }) {
		return out // most reports say nothing of the kind, and need not be read sentence by sentence
	}
	for i := range s.Facts {
		if t.Superseded(&s.Facts[i]) {
			out[s.Facts[i].ID] = true
		}
	}
	return out
}

// RestatedWord says that figures of an earlier report have been replaced.
var RestatedWord = pattern.Compile(`(?i)\b(?:restated|recalculated|re-?baselined|retrospectively (?:adjusted|calculated))\b`)
