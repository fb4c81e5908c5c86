package document

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
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
	if leftEmpty(c) {
		return "All parts of a whole are given as nothing" + what
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

// sortOfStatement says in a few words what a statement is by its own words and units. On which subject it bears is not as sure: that is said
// where the subject is an amount, in whose unit it is.
func (v *view) sortOfStatement(s subjects, c *Claim, subject string) string {
	if s.measured(c) == matters.Emissions {
		switch v.otherThan("ghg_emissions", c) {
		case "ghg_reduction":
			return "emissions that are said to be cut or avoided"
		case "ghg_intensity":
			return "emissions per something"
		case "offsets":
			return "emissions that are offset"
		}
		return strings.ToLower(subject[:1]) + subject[1:]
	}
	if c.Entities.Commitment || c.Entities.Kind == "target" {
		if c.Entities.Standing == "done" {
			return "an aim that is said to be reached"
		}
		var ahead []string
		for _, year := range c.Entities.Periods {
			if hasYear.MatchString(year) && year > v.Report.Period && !slices.Contains(ahead, year) {
				ahead = append(ahead, year)
			}
		}
		if len(ahead) != 1 { // of two years a sentence says which is of what
			return "an aim or plan"
		}
		return "an aim or plan for " + ahead[0]
	}
	for _, unit := range c.Entities.Units {
		switch dimensionOf(unit) {
		case quantity.Emissions, quantity.CarbonGas, quantity.Mass:
			return "a figure in tonnes"
		case quantity.Energy:
			return "a figure of energy"
		case quantity.Money:
			return "a sum of money"
		case quantity.Power:
			return "a figure of power"
		case quantity.Volume:
			return "a volume"
		}
	}
	if len(c.Entities.Units) > 0 && !hasAmount(c) && !described(c) {
		return "a share or change"
	}
	if len(c.Entities.Figures) > 0 {
		return "a statement with a figure"
	}
	return "a statement"
}

// soleFigure is the figure of a sentence that has one, in brackets.
func soleFigure(c *Claim) string {
	if c.Source == "table" || len(c.Entities.Figures) != 1 {
		return ""
	}
	return " (" + phrase.Words(c.Entities.Figures[0], 6) + ")"
}

var hasYear = regexp.MustCompile(`^(?:19|20)\d\d$`)

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

// requirementsOf names what is missing.
func requirementsOf(parts []lackingPart) []string {
	var out []string
	for _, p := range parts {
		out = append(out, p.requirement)
	}
	return out
}

// comesNearest shows what came nearest to what is missing, so that a reader can see whether it is.
func comesNearest(to events.NearestPassage) string {
	if to.Page == 0 {
		return ""
	}
	return fmt.Sprintf("The nearest is on page %d: “%s”", to.Page, strings.TrimRight(phrase.Words(to.Quote, 20), "."))
}

// because says why it matters.
func because(materiality string) string {
	if strings.TrimSpace(materiality) == "" {
		return ""
	}
	return "Why it matters: " + materiality
}

// perhapsToo says how much more may be missing.
func perhapsToo(n int) string {
	if n == 0 {
		return ""
	}
	return "; " + phrase.Count(n, "other part", "other parts") + " may be missing as well"
}

// lackingInShort names the first of what is missing.
func lackingInShort(lacking []string) string {
	if len(lacking) == 0 {
		return ""
	}
	text := "“" + strings.TrimRight(phrase.Words(lacking[0], 14), ".") + "”"
	if n := len(lacking) - 1; n > 0 {
		text += " and " + phrase.Count(n, "further part", "further parts")
	}
	return text
}

// gapWords lists what is missing: the first few, and how much more; and in how much it was looked for.
func (v *view) gapWords(lacking []string, gaps []*Gap) string {
	const shown = 3
	var parts []string
	for _, l := range lacking[:min(shown, len(lacking))] {
		parts = append(parts, "“"+strings.TrimRight(phrase.Words(l, 16), ".")+"”")
	}
	named := phrase.List(parts)
	if n := len(lacking) - shown; n > 0 {
		named = strings.Join(parts, ", ") + fmt.Sprintf(" and %s", phrase.Count(n, "further part", "further parts"))
	}
	return fmt.Sprintf("On the %s that %s read nothing was found that gives %s of %s", phrase.Count(v.Report.PagesRead, "page", "pages"),
		verb(v.Report.PagesRead, "was", "were"), named, paragraphsIn(gaps))
}

// paragraphsIn names the paragraphs that ask, shortened to their common number.
func paragraphsIn(gaps []*Gap) string {
	var numbers []string
	for _, g := range gaps {
		number, _, _ := strings.Cut(g.Paragraph, "(")
		if !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
	}
	slices.Sort(numbers)
	if len(numbers) > 4 {
		numbers = append(numbers[:4], "others")
	}
	return phrase.List(numbers)
}
