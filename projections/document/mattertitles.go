package document

import (
	"regexp"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// titleOf says in a few words what does not fit.
func titleOf(c shownCheck) string {
	what := ""
	for _, in := range c.Inputs {
		if name, ok := strings.CutPrefix(in.Label, "stated: "); ok {
			what = ": " + phrase.Words(name, 9)
		}
	}
	if n := len(c.Inputs); what == "" && n > 0 && c.Name == "table_relation" {
		what = ": " + phrase.Words(c.Inputs[n-1].Label, 12)
	}
	if what == "" && len(c.Inputs) > 0 && (sortOf(c.Name) == MatterInconsistent || c.Result == events.CheckInconclusive) {
		what = ": " + phrase.Words(inYear.ReplaceAllString(c.Inputs[0].Label, ""), 9)
	}
	switch sortOf(c.Name) {
	case MatterInconsistent:
		return "One thing is stated in two ways" + what
	case MatterTarget:
		return "A target does not fit its own figures" + what
	}
	if c.Result == events.CheckInconclusive {
		return "A figure changes without a reason" + what
	}
	if misplaced(c) {
		return "A decimal point is out of place" + what
	}
	switch c.Name {
	case "yoy_percentage", "direction":
		return "A change is not the one that its figures make" + what
	case "percentage_calculation", "percentage_sum":
		return "Shares do not fit their whole" + what
	case "intensity":
		return "An intensity does not follow from its parts" + what
	case "magnitude", "unit_validity":
		return "A unit or an order of magnitude is wrong" + what
	case "scope_addition", "category_addition", "table_total", "table_relation":
		return "A sum does not hold" + what
	}
	return "A figure does not hold" + what
}

// columnOf is the heading above a figure that does not fit, where it names something other than a year.
func (v *view) columnOf(c shownCheck) string {
	for _, in := range c.Inputs {
		f := v.facts[in.FactID]
		if f == nil || !strings.HasPrefix(in.Label, "stated: ") || len(f.ColPath) == 0 {
			continue
		}
		if head := f.ColPath[len(f.ColPath)-1]; !hasDigit.MatchString(head) && !strings.Contains(in.Label, head) {
			return ", " + phrase.Words(head, 5)
		}
	}
	return ""
}

var hasDigit = regexp.MustCompile(`\d`)

// inYear is the year at the end of a figure's name.
var inYear = regexp.MustCompile(`, (?:19|20)\d\d$`)

// quoteOf is the row or sentence of a figure.
func (v *view) quoteOf(fact string) string {
	if f := v.facts[fact]; f != nil {
		return f.Quote
	}
	return ""
}

// eventOf is a check in the shape of its event.
func eventOf(c Check) events.Check {
	return events.Check{
		ID: c.ID, Name: c.Name, ClaimID: c.ClaimID, Result: c.Result, Severity: c.Severity, Message: c.Message,
		Inputs:  list(c.Inputs, func(i CheckInput) events.CheckInput { return events.CheckInput(i) }),
		Working: c.Working, Expected: c.Expected, Stated: c.Stated, Difference: c.Difference,
		DifferencePercent: c.DifferencePercent, ExplainedByRounding: c.ExplainedByRounding,
	}
}
