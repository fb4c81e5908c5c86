package datametrics

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A claim cites no more checks of the report than a person reads, and none of the same figure more than this.
const (
	mostTabled = 8
	mostTwice  = 2
)

// tabled are the report's checks of the facts that the claim states: those of a result that it states, which speak
// for or against it, and those that its figures only went into, which do neither.
func tabled(r reading, f *figures) (stating, part []performed) {
	if f == nil {
		return nil, nil
	}
	part = f.twice(r)
	told := map[string]bool{}
	for _, b := range f.bearings(r) {
		if len(stating)+len(part) == mostTabled {
			break
		}
		c := f.results[b.result].Check
		c.Inputs = slices.Clone(c.Inputs)
		sum := sameSum(c)
		if told[sum] {
			continue // the same in another language, or in a table that is printed twice
		}
		told[sum] = true
		switch x, way := f.cited(b, c); way {
		case states:
			stating = append(stating, x)
		case touches:
			part = append(part, x)
		}
	}
	return stating, part
}

// twice are the claim's figures that the report gives elsewhere otherwise.
func (f *figures) twice(r reading) (part []performed) {
	for _, q := range r.figures {
		for _, x := range r.facts[q.Start] {
			for _, y := range f.otherwise(x) {
				if len(part) < mostTwice {
					part = append(part, performed{stateTwice(x, y), events.OriginReport, false})
				}
			}
		}
	}
	return part
}

// bearing is what a result of the report's checks has to do with a claim.
type bearing struct {
	result int  // its number
	stated bool // the claim states the figure that it recalculates
	spoken bool // it is on a figure of the claim's own sentence
	apart  bool // it holds the claim's figure against sentences of other pages
}

// bearings lists the results that concern a claim: failures first, and among equals those of the claim's own page.
func (f *figures) bearings(r reading) []bearing {
	at := f.ofFacts(r)
	var out []bearing
	for i := range f.results {
		stated, known := at[i]
		b := bearing{result: i, stated: stated, spoken: r.says(f.results[i]), apart: r.heldAgainst(f.results[i])}
		if known || b.spoken || b.apart {
			out = append(out, b)
		}
	}
	elsewhere := func(x bearing) int {
		if f.results[x.result].Page == r.page {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b bearing) int {
		return cmp.Or(foremost[f.results[a.result].Result]-foremost[f.results[b.result].Result], elsewhere(a)-elsewhere(b))
	})
	return out
}

// foremost orders results as they are told.
var foremost = map[events.CheckResult]int{events.CheckFail: 0, events.CheckPass: 1, events.CheckInconclusive: 2}

// ofFacts finds the results that the claim's facts went into, and whether the claim states what they recalculate.
func (f *figures) ofFacts(r reading) map[int]bool {
	at := map[int]bool{}
	for _, q := range r.figures {
		for _, x := range r.facts[q.Start] {
			for _, y := range append([]*facts.Fact{x}, f.again(x)...) {
				for _, i := range f.about[y.ID] {
					at[i] = at[i] || sheet.Stated(f.results[i].Check) == y.ID && q.Bound == quantity.Exactly
				}
			}
		}
	}
	return at
}

// way is how a claim cites a result.
type way int

const (
	unsaid  way = iota // not at all
	states             // the result speaks for or against it
	touches            // it does neither
)

// cited is a result as a claim cites it.
func (f *figures) cited(b bearing, c events.Check) (performed, way) {
	result := &f.results[b.result]
	switch {
	case b.spoken && result.Alone:
		return performed{c, events.OriginClaim, result.States()}, states
	case b.spoken:
		return performed{c, events.OriginComputed, result.States()}, states
	case result.Words != "" && disagrees(c):
		return performed{c, events.OriginReport, false}, touches // a sentence denies what this figure counts
	case result.Words != "":
		return performed{}, unsaid // what another sentence makes of this figure is that sentence's affair
	case recomputes(c):
		// Where another sum makes the figure what it says, one of its parts may be wrong as well as it.
		if b.stated && (c.Result != events.CheckFail || !f.borneOut(b.result)) {
			return performed{c, events.OriginComputed, true}, states
		}
		return performed{c, events.OriginReport, false}, touches
	case events.KindOfCheck(c.Name).Bearing == events.Touches, b.apart:
		return performed{c, events.OriginReport, false}, touches
	}
	return performed{}, unsaid
}

// disagrees reports whether a check has found that the report says one thing in two ways.
func disagrees(c events.Check) bool {
	kind := events.KindOfCheck(c.Name)
	return c.Result == events.CheckFail && kind.Fault == events.TwoFigures && !kind.OfForm
}

// recomputes reports whether a check computes a stated figure. An intensity is recomputed, too; of one that is 0, or whose
// denominator lacks its scale, nothing is.
func recomputes(c events.Check) bool {
	return events.KindOfCheck(c.Name).Bearing == events.Recalculates || c.Name == "intensity" && c.Difference != ""
}

// sameSum is what two checks share that a person would redo in the same way.
func sameSum(c events.Check) string {
	parts := []string{c.Name, string(c.Result), c.Working, c.Stated}
	for _, in := range c.Inputs {
		parts = append(parts, in.Value)
	}
	return strings.Join(parts, "\x1f")
}

// borneOut says that another check computes the same stated figure, and agrees with it.
func (f *figures) borneOut(failed int) bool {
	stated := sheet.Stated(f.results[failed].Check)
	return stated != "" && slices.ContainsFunc(f.about[stated], func(i int) bool {
		return i != failed && f.results[i].Result == events.CheckPass && sheet.Stated(f.results[i].Check) == stated
	})
}

// says says that a check is of a figure which the claim states: its sentence is the claim's, or holds it.
func (r reading) says(c checks.Result) bool {
	if c.Words == "" || c.Page != r.page {
		return false
	}
	own := strings.Join(strings.Fields(r.text[r.ownFrom:r.ownUpTo]), " ")
	return strings.Contains(own, c.Words) || len(own) > 0 && strings.Contains(c.Words, own) && strings.Contains(own, c.Said)
}

// heldAgainst says that a figure of the claim is one of those that a check of base years holds against one another.
func (r reading) heldAgainst(c checks.Result) bool {
	return c.Name == "baseline_consistency" && slices.ContainsFunc(c.Inputs, func(in events.CheckInput) bool {
		return in.Page == r.page && slices.ContainsFunc(r.figures, func(q quantity.Quantity) bool {
			own := r.input("", q)
			return r.own(q) && q.Unit.Dimension == quantity.Emissions && own.Value == in.Value && own.Unit == in.Unit
		})
	})
}

// stateTwice is one figure that a report gives twice differently. Which is right is not known, so that neither
// claim is held to be wrong (decision 18).
func stateTwice(x, y *facts.Fact) events.Check {
	a, b := x.Quantity(), y.Quantity()
	c := events.Check{
		Name: "duplicate_figure", Result: events.CheckInconclusive, Severity: "warning",
		Inputs:  []events.CheckInput{factInput(x), factInput(y)},
		Working: fmt.Sprintf("page %d: %s; page %d: %s", x.Page, x.WithUnit(), y.Page, y.WithUnit()),
		Message: fmt.Sprintf("One figure is stated twice differently: %s %s on page %d and %s %s on page %d, unless they are of different boundaries.",
			quantity.Print(a.Base(), 12), a.Unit.Base(), x.Page, quantity.Print(b.Base(), 12), b.Unit.Base(), y.Page),
	}
	compare.Settle(&c, b.Base(), a.Base(), a.Unit.Base(), false)
	return c
}

func factInput(x *facts.Fact) events.CheckInput {
	label := x.Own()
	if x.Year > 0 {
		label = strings.TrimSpace(label + fmt.Sprintf(", %d", x.Year))
	}
	return events.CheckInput{FactID: x.ID, Label: label, Value: x.Value, Unit: x.Unit, Page: x.Page}
}

// doubted says of a finding what the report's checks leave open: a claim whose figure went into a sum that does
// not hold, or stands elsewhere otherwise, is neither borne out nor contradicted by it.
func doubted(part []performed) string {
	var parts []string
	for _, p := range part {
		switch {
		case p.Result == events.CheckFail:
			parts = append(parts, fmt.Sprintf("A check that its figure went into does not hold, which does not say that this figure is the wrong one; %s: %s %s.",
				p.Name, p.Message, strings.TrimSuffix(p.Working, ".")))
		case p.Name == "duplicate_figure" && p.Result == events.CheckInconclusive:
			parts = append(parts, p.Name+": "+p.Message)
		}
	}
	return strings.Join(parts, " ")
}

// standards are what emissions are measured by.
var standards = pattern.Compile(`(?i)\bGHG\)? Protocol\b|greenhouse gas protocol|ISO\s?14064(?:-[1-3])?\b`)

// measuredBy says by which standard the claim's emissions are measured: as its own words and what stands around them
// say, else as its report does. A method that is not named is left open.
func measuredBy(r reading, f *figures) []performed {
	i := slices.IndexFunc(r.figures, func(q quantity.Quantity) bool {
		return r.own(q) && (q.Unit.Dimension == quantity.Emissions || q.Unit.Dimension == quantity.CarbonGas)
	})
	if i < 0 {
		return nil
	}
	if named := standards.FindString(r.text); named != "" {
		return []performed{{events.Check{
			Name: "methodology", Result: events.CheckPass, Severity: "info", Inputs: []events.CheckInput{r.input("emissions", r.figures[i])},
			Working: named, Stated: named, Message: "The claim names what its emissions are measured by: " + named + ".",
		}, events.OriginClaim, false}}
	}
	if f == nil {
		return nil
	}
	for _, c := range f.results {
		if c.Name == "methodology" {
			c.Inputs = append([]events.CheckInput{r.input("emissions", r.figures[i])}, c.Inputs...)
			return []performed{{c.Check, events.OriginReport, false}}
		}
	}
	return nil
}
