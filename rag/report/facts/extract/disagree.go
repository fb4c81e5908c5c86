package extract

import (
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
)

// leastAdded is how many figures show that rows are the parts of the one below them, whatever they are.
const leastAdded = 6

// disagree takes from rows that add up to another what a reader of headings made of them where it made several things of them: what adds up is of
// one thing, and "Combed" is no waste beside "Carded" as energy. What a rule has read stays.
func disagree(rows []*tabled) {
	for i, total := range rows {
		if parts := total.added(rows[:i]); len(parts) > 0 {
			family := append(parts, total)
			if several(family, total.facts) {
				for _, r := range family {
					r.forget()
				}
			}
		}
	}
}

// added are the rows directly above one that add up to it in every column, in figures enough.
func (t *tabled) added(above []*tabled) []*tabled {
	var parts []*tabled
	for k := len(above) - 1; k >= 0; k-- {
		if above[k].unit != t.unit || above[k].metric == facts.GHGEmissions || t.metric == facts.GHGEmissions {
			return nil
		}
		parts = append(parts, above[k])
		if len(parts) > 1 && len(parts)*len(t.facts) >= leastAdded && t.isSumOf(parts) {
			return parts
		}
	}
	return nil
}

// several reports whether rows measure more than one thing that is known in every column: columns may be of several. Electricity is energy.
func several(rows []*tabled, columns map[int]*facts.Fact) bool {
	for col := range columns {
		known := map[facts.Metric]bool{}
		for _, r := range rows {
			if f := r.facts[col]; f != nil && f.Metric != facts.Other {
				m := f.Metric
				if power(m) {
					m = facts.Energy
				}
				known[m] = true
			}
		}
		if len(known) < 2 {
			return false
		}
	}
	return true
}

// forget takes from the figures of a row what a reader of headings made of them.
func (t *tabled) forget() {
	first := true
	for _, f := range t.facts {
		if cell.ByReader(f) && f.Metric != facts.Other {
			f.Metric = facts.Other
			f.Notes = append(f.Notes, "The rows with which it adds up were read as something else, so what it measures is not known.")
		}
		switch {
		case first:
			t.metric, first = f.Metric, false
		case t.metric != f.Metric:
			t.metric = ""
		}
	}
}
