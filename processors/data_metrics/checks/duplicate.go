package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var duplicateFigure = Definition{
	Name: "duplicate_figure", Severity: "warning", Tolerance: "as printed; 1 % for totals of two tables",
	About: "What a report states twice - in two languages, in two tables, in table and text - is the same figure.",
	heard: func(s *sheet) []utterance {
		told := map[string]bool{} // figures of tables that another place of the report is held against
		for _, f := range s.saidElsewhere() {
			for _, in := range f.Inputs {
				told[in.FactID] = told[in.FactID] || f.Result == events.CheckFail
			}
		}
		return slices.DeleteFunc(onceSaid(saidOtherwise(s), saidSlips(s), pathsDiffer(s)), func(u utterance) bool { return told[u.Inputs[0].FactID] })
	},
	run: func(s *sheet) []finding {
		out := s.languages()
		out = append(out, s.crossTables()...)
		out = append(out, s.restatements()...)
		told := map[string]bool{} // pairs that have the same labels
		for _, f := range out {
			if f.Result != events.CheckPass && len(f.Inputs) > 1 {
				told[f.Inputs[0].FactID+f.Inputs[1].FactID] = true
			}
		}
		for _, f := range s.saidElsewhere() {
			if !told[f.Inputs[0].FactID+f.Inputs[1].FactID] {
				out = append(out, f)
			}
		}
		return out
	},
}

// languages compares the same cell of a table in two languages. Arithmetic may single out the right one.
func (s *sheet) languages() []finding {
	var out []finding
	for _, t := range s.Twins {
		a, b := s.byID[t.First], s.byID[t.Second]
		if a == nil || b == nil {
			continue
		}
		x, y := entry{Fact: a, at: &a.Place}, entry{Fact: b, at: &b.Place}
		c := events.Check{
			Result: events.CheckFail, Inputs: []events.CheckInput{input(x, ""), input(y, "")},
			Working: fmt.Sprintf("page %d: %s; page %d: %s", a.Page, a.Printed, b.Page, b.Printed),
			Stated:  b.Value, Expected: a.Value, Difference: show(quantity.Sub(b.Quantity().Value, a.Quantity().Value)),
			Message: fmt.Sprintf("One figure is stated twice differently: %s on page %d and %s on page %d, in the same place of the same table.",
				a.Printed, a.Page, b.Printed, b.Page),
		}
		switch right, wrong := s.fits(x), s.fits(y); {
		case right && !wrong:
			c.Message += fmt.Sprintf(" The total of its row agrees with %s.", a.Printed)
		case wrong && !right:
			c.Message += fmt.Sprintf(" The total of its row agrees with %s.", b.Printed)
		}
		out = append(out, finding{c, b.Page})
	}
	return out
}

// stray says that an entry differs from its twin in the other language, and that its row does not add up.
func (s *sheet) stray(e entry) bool {
	for _, t := range s.Twins {
		if (t.First == e.ID || t.Second == e.ID) && !s.fits(e) {
			return true
		}
	}
	return false
}

// fits says that a row adds up exactly to its last figure.
func (s *sheet) fits(e entry) bool {
	for _, t := range s.tables {
		if t.number != e.at.Table {
			continue
		}
		row := t.row(e.at.Row)
		if n := len(row); n > 2 {
			return addUp(row[:n-1], row[n-1]).exact
		}
	}
	return false
}

// restatements compares figures of whole scopes and of energy, water and waste that stand in several places
// with the same unit and year. Boundaries differ more often than figures are wrong, so that a difference
// accuses nobody unless the labels are the same words.
func (s *sheet) restatements() []finding {
	type key struct {
		metric           facts.Metric
		scope, method    string
		year             int
		boundary, own    string
		restated, target bool
	}
	groups := map[key][]*facts.Fact{}
	var order []key
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Category != "" || f.Scope == "" || f.Scope == "total" || f.Metric != facts.GHGEmissions ||
			f.Change || f.Target || f.Year == 0 || f.Dimension == "count" || s.superseded(f) {
			continue
		}
		if _, wrong := s.relabel[place{f.ID, f.Page}]; wrong {
			continue
		}
		k := key{f.Metric, f.Scope, f.Method, f.Year, f.Boundary,
			strings.ToLower(strings.Join(append(slices.Clone(f.RowPath), f.Caption), " ")), f.Restated, f.Target}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], f)
	}
	var out []finding
	for _, k := range order {
		all := groups[k]
		slices.SortFunc(all, func(a, b *facts.Fact) int { return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.ID, b.ID)) })
		for i := 1; i < len(all); i++ {
			a, b := entry{Fact: all[0], at: &all[0].Place}, entry{Fact: all[i], at: &all[i].Place}
			if a.Table == b.Table || !comparable(a, b) {
				continue
			}
			c := events.Check{Inputs: []events.CheckInput{input(a, ""), input(b, "")},
				Working: fmt.Sprintf("page %d: %s; page %d: %s", a.Page, a.WithUnit(), b.Page, b.WithUnit())}
			x, y := a.Quantity(), b.Quantity()
			rounding := x.Interval().Overlaps(y.Interval())
			Settle(&c, x.Base(), y.Base(), x.Unit.Base(), rounding)
			Conclude(&c, false, y.Bound, "what is printed")
			if c.Result == events.CheckFail {
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = fmt.Sprintf("One figure is stated twice differently: %s on page %d and %s on page %d, unless they are of different boundaries.",
					c.Expected, a.Page, c.Stated, b.Page)
			}
			out = append(out, finding{c, b.Page})
		}
	}
	return out
}
