package checks

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var rowLabel = Definition{
	Name: "row_label", Severity: "warning", Tolerance: "1 % of the total",
	About: "Two rows of one name hold different figures, and the sums around them show that one is of another scope; " +
		"the number of a Scope 3 category goes with its name.",
	run: func(s *sheet) []finding {
		return append(append(s.mislabelled(), s.categoryNames()...), s.sameNameTwice()...)
	},
}

// findMislabelled remembers rows named "Scope 1 and 2" that hold Scope 3: what Scope 1 and 2 leave of the total.
func (s *sheet) findMislabelled() {
	for _, m := range s.wrongNames() {
		s.relabel[place{m.row.ID, m.row.at.Page}] = "3"
	}
}

// wrongName is a row with its wrong name and what shows it.
type wrongName struct {
	row, other, one, two, all entry
	rest                      sum
}

func (s *sheet) wrongNames() []wrongName {
	var out []wrongName
	for _, t := range s.tables {
		for _, col := range t.cols {
			totals := map[string][]entry{}
			for _, e := range t.all {
				if e.at.Col == col && e.Metric == facts.GHGEmissions && e.Category == "" && !e.Change && !e.Target {
					scope := facts.ScopeOf(e.label())
					if scope == "" {
						scope = e.Scope
					}
					totals[scope] = append(totals[scope], e)
				}
			}
			twice, one, two, all := totals["1+2"], totals["1"], totals["2"], totals["1+2+3"]
			if len(twice) != 2 || len(one) != 1 || len(two) != 1 || len(all) != 1 ||
				twice[0].Value == twice[1].Value && twice[0].ID == twice[1].ID || len(totals["3"]) > 0 {
				continue
			}
			for i, row := range twice {
				other := twice[1-i]
				rest := addUp([]entry{one[0], two[0], row}, all[0])
				own := addUp([]entry{one[0], two[0]}, row)
				if rest.agrees() && !own.agrees() && (row.label() == other.label() || facts.ScopeOf(other.label()) == "1+2") {
					out = append(out, wrongName{row, other, one[0], two[0], all[0], rest})
					break
				}
			}
		}
	}
	return out
}

func (s *sheet) mislabelled() []finding {
	var out []finding
	for _, m := range s.wrongNames() {
		f := m.rest.finding()
		f.Result, f.Severity, f.page = events.CheckFail, "", m.row.at.Page
		f.Inputs = append([]events.CheckInput{input(m.row, "row named \""+shorten(m.row.label())+"\""), input(m.other, "row of the same name")}, f.Inputs...)
		own := quantity.Sum(m.one.Quantity().Base(), m.two.Quantity().Base())
		f.Working = fmt.Sprintf("%s + %s = %s is Scope 1 and 2; %s more make %s, Scope 1, 2 and 3", show(m.one.Quantity().Base()), show(m.two.Quantity().Base()),
			show(own), show(m.row.Quantity().Base()), show(quantity.Sum(own, m.row.Quantity().Base())))
		f.Message = fmt.Sprintf("The row named \"%s\" with %s is the total of Scope 3: Scope 1 and 2 are %s.", shorten(m.row.label()), m.row.Printed, show(own))
		for i := range m.row.Places {
			if p := &m.row.Places[i]; p.Page != m.row.at.Page && facts.ScopeOf(p.Own()) == "3" {
				f.Message += fmt.Sprintf(" Page %d names it so.", p.Page)
			}
		}
		if m.row.Place.Page != m.row.at.Page && facts.ScopeOf(m.row.Place.Own()) == "3" {
			f.Message += fmt.Sprintf(" Page %d names it so.", m.row.Place.Page)
		}
		f.Expected, f.Stated, f.Difference, f.DifferencePercent, f.ExplainedByRounding = "Scope 3", "Scope 1 and 2", "", "", false
		out = append(out, f)
	}
	return out
}
