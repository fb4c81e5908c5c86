// Package checks holds what is checked of a fact sheet. A check is a pure function: from facts to results, each
// with its inputs by fact, the working as a text that a person can redo, what was expected and stated, the
// tolerance, and whether printing to the last place explains the difference. All that defines a check stands
// in one place, its Definition, in the package of its kind: sums, shares, ratios, change, target and so on.
//
// A wrong accusation is worse than a check not made. A sum is said to be wrong only where the table itself shows
// that it is one: by its hierarchy, by other columns or rows that add up, by parts that make a whole. What is
// only implausible is inconclusive and accuses nobody.
package checks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/consistency"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/magnitude"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/method"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/ratios"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/relation"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/shares"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sums"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/target"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// Options are what a check may know beside the sheet.
type Options = sheet.Options

// Result is one check with the page that it is about.
type Result struct {
	events.Check
	Page int
	Also []int // the other pages that it is about, once Once has told it

	// Words is the sentence that states the figure which the check computes, and Said the figure, word for word;
	// empty for figures of tables. Who says both states the result. Alone says that nothing but the sentence went
	// into the check.
	Words, Said string
	Alone       bool
	Pace        *sheet.Pace // of a target with figures of its base year
}

// Definitions lists the checks of a fact sheet.
func Definitions() []sheet.Definition {
	return []sheet.Definition{
		sums.RowLabel, sums.ScopeAddition, sums.CategoryAddition, sums.TableTotal, relation.Tables,
		shares.PercentageCalculation, shares.PercentageSum, change.YoyPercentage,
		consistency.DuplicateFigure, ratios.Intensity, magnitude.Magnitude, magnitude.EnergyPlausibility, magnitude.UnitValidity, change.Trend,
		method.Scope2, method.Methodology, method.Restatement, method.GWP, method.EmissionFactor,
		target.Achievability, target.Progress, target.Interim, target.BaselineConsistency, target.BaselineValidity,
		change.HistoricalConsistency, change.RecalculationConsistency, change.Direction,
	}
}

// Run performs all checks of a sheet, in an order that depends on nothing but the sheet.
func Run(s *facts.Sheet, o Options) []Result {
	t := sheet.Read(s, o)
	sums.FindMislabelled(t)
	var out []Result
	for _, d := range Definitions() {
		var found []sheet.Utterance
		if d.Run != nil {
			for _, f := range d.Run(t) {
				found = append(found, sheet.Utterance{Finding: f})
			}
		}
		if d.Heard != nil {
			found = append(found, d.Heard(t)...)
		}
		slices.SortStableFunc(found, func(a, b sheet.Utterance) int {
			return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Working, b.Working), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Words, b.Words))
		})
		for i, f := range found {
			if i > 0 && f.Same(found[i-1]) {
				continue // two ways led to one sum
			}
			f.Name = d.Name
			if f.Result == events.CheckFail && f.Severity == "" {
				f.Severity = d.Severity
			}
			if f.Result != events.CheckPass {
				f.Quote = f.Words
			}
			out = append(out, Result{Check: f.Check, Page: f.Page, Words: f.Words, Said: f.Said, Alone: f.Alone, Pace: f.Pace})
		}
	}
	relations := slices.DeleteFunc(slices.Clone(out), func(r Result) bool { return r.Name != relation.Tables.Name })
	out = slices.DeleteFunc(out, func(r Result) bool { return r.hidden() && r.toldElsewhere(relations) })
	all := slices.Clone(out)
	return slices.DeleteFunc(out, func(r Result) bool { return r.Name == relation.Tables.Name && r.toldElsewhere(all) })
}

// States says that a check computes a figure or a direction that its sentence states: when it fails, the sentence is
// wrong. Other checks of sentences leave open which of two places is.
func (r Result) States() bool {
	return r.Words != "" && (r.Name == change.Direction.Name || slices.ContainsFunc(r.Inputs, func(in events.CheckInput) bool {
		return strings.HasPrefix(in.Label, sheet.StatedLabel)
	}))
}
