// Package consistency checks that a figure which stands in several places is the same in all of them: in two languages, in tables, in
// charts and in sentences.
package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/across"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/derived"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sums"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var DuplicateFigure = sheet.Definition{
	Name: "duplicate_figure", Severity: "warning", Tolerance: "as printed; 1 % for totals of two tables",
	About: "What a report states twice - in two languages, in two tables, in table and text - is the same figure; no date of a sentence makes another impossible.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		told := map[string]bool{} // figures of tables that another place of the report is held against
		for _, f := range saidElsewhere(s) {
			for _, in := range f.Inputs {
				told[in.FactID] = told[in.FactID] || f.Result == events.CheckFail
			}
		}
		found := sheet.OnceSaid(saidOtherwise(s), saidSlips(s), citedOtherwise(s), pathsDiffer(s), denied(s), deniedInWords(s), namedOtherwise(s),
			retoldOtherwise(s), totalsOtherwise(s), datesThatCannotBe(s), noneSince(s), exceptions(s), exceptionsInRows(s), nobodySaid(s), stillUsed(s),
			across.Counts(s),
			derived.Twice(s, derived.Moves{Is: change.IsChange, Way: change.Way}))
		return slices.DeleteFunc(found, func(u sheet.Utterance) bool {
			at := strings.Index(u.Words, u.Said)
			return u.Inputs[0].FactID != "" && told[u.Inputs[0].FactID] || at > 0 && u.Said != "" && leftOut.MatchString(u.Words[:at])
		})
	},
	Run: func(s *sheet.Sheet) []sheet.Finding {
		out := languages(s)
		out = append(out, sums.CrossTables(s)...)
		out = append(out, tilesOtherwise(s)...)
		out = append(out, rescaled(s)...)
		told := map[string]bool{} // pairs that have the same labels
		for _, f := range out {
			if f.Result != events.CheckPass && len(f.Inputs) > 1 {
				told[f.Inputs[0].FactID+f.Inputs[1].FactID] = true
			}
		}
		for _, f := range saidElsewhere(s) {
			if !told[f.Inputs[0].FactID+f.Inputs[1].FactID] {
				out = append(out, f)
			}
		}
		return out
	},
}

// languages compares the same cell of a table in two languages. Arithmetic may single out the right one.
func languages(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, t := range s.Twins {
		a, b := s.ByID[t.First], s.ByID[t.Second]
		if a == nil || b == nil {
			continue
		}
		x, y := sheet.Entry{Fact: a, At: &a.Place}, sheet.Entry{Fact: b, At: &b.Place}
		c := events.Check{
			Result: events.CheckFail, Inputs: []events.CheckInput{sheet.Input(x, ""), sheet.Input(y, "")},
			Working: fmt.Sprintf("page %d: %s; page %d: %s", a.Page, a.Printed, b.Page, b.Printed),
			Stated:  b.Value, Expected: a.Value, Difference: compare.Show(quantity.Sub(b.Quantity().Value, a.Quantity().Value)),
			Message: fmt.Sprintf("One figure is stated twice differently: %s on page %d and %s on page %d, in the same place of the same table.",
				a.Printed, a.Page, b.Printed, b.Page),
		}
		switch right, wrong := sums.Fits(s, x), sums.Fits(s, y); {
		case right && !wrong:
			c.Message += fmt.Sprintf(" The total of its row agrees with %s.", a.Printed)
		case wrong && !right:
			c.Message += fmt.Sprintf(" The total of its row agrees with %s.", b.Printed)
		}
		out = append(out, sheet.Finding{Check: c, Page: b.Page})
	}
	return out
}
