package sums

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var RowLabel = sheet.Definition{
	Name: "row_label", Severity: "warning", Tolerance: "1 % of the total",
	About: "Two rows of one name hold different figures, and the sums around them show that one is of another scope; " +
		"the number of a Scope 3 category goes with its name.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		return mislabelled(s)
	},
}

// FindMislabelled remembers rows named "Scope 1 and 2" that hold Scope 3: what Scope 1 and 2 leave of the total.
func FindMislabelled(s *sheet.Sheet) {
	for _, m := range wrongNames(s) {
		s.Relabel[sheet.Place{Fact: m.row.ID, Page: m.row.At.Page}] = "3"
	}
}

// wrongName is a row with its wrong name and what shows it.
type wrongName struct {
	row, other, one, two, all sheet.Entry
	rest                      Sum
}

func wrongNames(s *sheet.Sheet) []wrongName {
	var out []wrongName
	for _, t := range s.Tables {
		for _, col := range t.Cols {
			totals := map[string][]sheet.Entry{}
			for _, e := range t.All {
				if e.At.Col == col && e.Metric == facts.GHGEmissions && e.Category == "" && !e.Change && !e.Target {
					scope := vocabulary.ScopeOf(e.Label())
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
				rest := AddUp([]sheet.Entry{one[0], two[0], row}, all[0])
				own := AddUp([]sheet.Entry{one[0], two[0]}, row)
				if rest.Agrees() && !own.Agrees() && (row.Label() == other.Label() || vocabulary.ScopeOf(other.Label()) == "1+2") {
					out = append(out, wrongName{row, other, one[0], two[0], all[0], rest})
					break
				}
			}
		}
	}
	return out
}

func mislabelled(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, m := range wrongNames(s) {
		f := m.rest.Finding()
		f.Result, f.Severity, f.Page = events.CheckFail, "", m.row.At.Page
		f.Inputs = append([]events.CheckInput{sheet.Input(m.row, "row named \""+sheet.Shorten(m.row.Label())+"\""), sheet.Input(m.other, "row of the same name")},
			f.Inputs...)
		own := quantity.Sum(m.one.Quantity().Base(), m.two.Quantity().Base())
		f.Working = fmt.Sprintf("%s + %s = %s is Scope 1 and 2; %s more make %s, Scope 1, 2 and 3", compare.Show(m.one.Quantity().Base()),
			compare.Show(m.two.Quantity().Base()),
			compare.Show(own), compare.Show(m.row.Quantity().Base()), compare.Show(quantity.Sum(own, m.row.Quantity().Base())))
		f.Message = fmt.Sprintf("The row named \"%s\" with %s is the total of Scope 3: Scope 1 and 2 are %s.", sheet.Shorten(m.row.Label()),
			compare.Show(m.row.Quantity().Base()), compare.Show(own))
		for i := range m.row.Places {
			if p := &m.row.Places[i]; p.Page != m.row.At.Page && vocabulary.ScopeOf(p.Own()) == "3" {
				f.Message += fmt.Sprintf(" Page %d names it so.", p.Page)
			}
		}
		if m.row.Place.Page != m.row.At.Page && vocabulary.ScopeOf(m.row.Place.Own()) == "3" {
			f.Message += fmt.Sprintf(" Page %d names it so.", m.row.Place.Page)
		}
		f.Expected, f.Stated, f.Difference, f.DifferencePercent, f.ExplainedByRounding = "Scope 3", "Scope 1 and 2", "", "", false
		out = append(out, f)
	}
	return out
}
