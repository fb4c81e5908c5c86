// Package checks holds what is checked of a fact sheet. A check is a pure function: from facts to results, each
// with its inputs by fact, the working as a text that a person can redo, what was expected and stated, the
// tolerance, and whether printing to the last place explains the difference. All that defines a check stands
// in one place, its Definition.
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
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// Definition is all that defines a check.
type Definition struct {
	Name      string
	About     string // what is checked, in one sentence
	Tolerance string
	Severity  string                   // of a failure
	run       func(*sheet) []finding   // of tables, or of the report as a whole; nil for none
	heard     func(*sheet) []utterance // of the figures that sentences state; nil for none
}

// finding is one result with where it belongs.
type finding struct {
	events.Check
	page int
}

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
	Pace        *Pace // of a target with figures of its base year
}

// Definitions lists the checks of a fact sheet.
func Definitions() []Definition {
	return []Definition{
		rowLabel, scopeAddition, categoryAddition, tableTotal, tableRelation, percentageCalculation, percentageSum, yoyPercentage,
		duplicateFigure, intensity, magnitude, energyPlausibility, unitValidity, trend,
		methodConsistency, methodology, methodologyChange, gwp, emissionFactor,
		targetAchievability, targetProgress, interimTargets, baselineConsistency, baselineValidity,
		historicalConsistency, recalculationConsistency, direction,
	}
}

// Run performs all checks of a sheet, in an order that depends on nothing but the sheet.
func Run(s *facts.Sheet, o Options) []Result {
	t := read(s, o)
	var out []Result
	for _, d := range Definitions() {
		var found []utterance
		if d.run != nil {
			for _, f := range d.run(t) {
				found = append(found, utterance{finding: f})
			}
		}
		if d.heard != nil {
			found = append(found, d.heard(t)...)
		}
		slices.SortStableFunc(found, func(a, b utterance) int {
			return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.Working, b.Working), cmp.Compare(a.Message, b.Message), cmp.Compare(a.words, b.words))
		})
		for i, f := range found {
			if i > 0 && f.same(found[i-1]) {
				continue // two ways led to one sum
			}
			f.Name = d.Name
			if f.Result == events.CheckFail && f.Severity == "" {
				f.Severity = d.Severity
			}
			out = append(out, Result{Check: f.Check, Page: f.page, Words: f.words, Said: f.said, Alone: f.alone, Pace: f.pace})
		}
	}
	all := slices.Clone(out)
	return slices.DeleteFunc(out, func(r Result) bool { return r.Name == tableRelation.Name && r.toldElsewhere(all) })
}

// Stated is the fact whose figure a check computes from the others; empty if it computes none. When the check
// fails, only who states that figure is contradicted.
func Stated(c events.Check) string {
	for _, in := range c.Inputs {
		if strings.HasPrefix(in.Label, statedLabel) {
			return in.FactID
		}
	}
	return ""
}

// States says that a check computes a figure or a direction that its sentence states: when it fails, the sentence is
// wrong. Other checks of sentences leave open which of two places is.
func (r Result) States() bool {
	return r.Words != "" && (r.Name == direction.Name || slices.ContainsFunc(r.Inputs, func(in events.CheckInput) bool {
		return strings.HasPrefix(in.Label, statedLabel)
	}))
}

// statedLabel begins the label of the input that a check computes.
const statedLabel = "stated"

// Options are what a check may know beside the sheet.
type Options struct {
	// Document is the parse that the sheet was read from: checks of method read its sentences. nil leaves them out.
	Document *document.Document
	Country  string // ISO code or name of where most of the entity's electricity is used; empty if not known
}
