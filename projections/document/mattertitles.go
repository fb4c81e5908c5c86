package document

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
)

// rowName is what the row of a check is called, where the check does not say it: its headings but those of sums and periods.
func (v *view) rowName(c shownCheck) string {
	for _, in := range c.Inputs {
		if f := v.facts[in.FactID]; f != nil && len(f.RowPath) > 0 {
			at := max(0, len(f.RowPath)-3)
			return ": " + phrase.Words(strings.Join(f.RowPath[at:], ", "), 12)
		}
	}
	return ""
}

// partName is what the row of a check is called with the heading above it, where it stands below one that is no period: a scope of one kind of sites.
func (v *view) partName(c shownCheck) string {
	if len(c.Inputs) == 0 {
		return ""
	}
	f := v.facts[c.Inputs[0].FactID]
	if f == nil || len(f.RowPath) < 2 || v.unread(f.Page) {
		return ""
	}
	return v.rowName(c)
}

// fullName is what the row of a figure is called with what stands above it, where its own name is a code or "Total".
func (v *view) fullName(in CheckInput, own string) string {
	f := v.facts[in.FactID]
	if f == nil || f.Source != "table" || len(strings.Fields(own)) > 2 || v.unread(f.Page) || len(f.RowPath) == 0 {
		return ""
	}
	return ": " + phrase.Words(keyfigures.Name(keyfigures.Figure{Caption: f.Caption, RowPath: f.RowPath}), longestName)
}

// titleOf says in a few words what does not fit.
func (v *view) titleOf(c shownCheck) string {
	what := ""
	for _, in := range c.Inputs {
		if name, ok := strings.CutPrefix(in.Label, "stated: "); ok {
			if part, _, _ := strings.Cut(c.Inputs[0].Label, " / "); c.Name == "percentage_calculation" && strings.HasPrefix(part, name) {
				name = part // with the column, as there are shares of women and of men
			}
			what = ": " + phrase.Words(name, 9)
			what = cmp.Or(v.fullName(in, name), what)
		}
	}
	if n := len(c.Inputs); what == "" && n > 0 && c.Name == "table_relation" {
		what = ": " + phrase.Words(c.Inputs[n-1].Label, 12)
	}
	if what == "" && len(c.Inputs) > 0 && (sortOf(c.Name) == MatterInconsistent || c.Result == events.CheckInconclusive) {
		name := inYear.ReplaceAllString(c.Inputs[0].Label, "")
		what = cmp.Or(v.fullName(c.Inputs[0], name), ": "+phrase.Words(name, 9))
	}
	if c.Name == "trend" {
		what = cmp.Or(v.partName(c), what)
	}
	if c.Name == "row_label" && len(c.Inputs) > 0 {
		return "A row has the name of another: " + strings.Trim(strings.TrimPrefix(c.Inputs[0].Label, "row named "), "\"")
	}
	if c.Name == "yoy_percentage" || c.Name == "direction" {
		return "A change is not the one that its figures make" + cmp.Or(what, v.rowName(c))
	}
	switch sortOf(c.Name) {
	case MatterInconsistent:
		return "One thing is stated in two ways" + what
	case MatterTarget:
		return "A target does not fit its own figures" + what
	}
	if c.Result == events.CheckInconclusive {
		switch c.Name {
		case "intensity":
			if len(c.Inputs) == 0 {
				break
			}
			return "An intensity cannot be as it is printed: " + phrase.Amount(c.Inputs[0].Value+" "+c.Inputs[0].Unit)
		case "magnitude":
			return "A figure can hardly be" + what
		}
		return "A large change from one year to the next" + what + v.tableOf(c)
	}
	if misplaced(c) {
		return "A decimal point is out of place" + what
	}
	if leftEmpty(c) {
		return "All parts of a whole are given as nothing" + what
	}
	switch events.KindOfCheck(c.Name).Computes {
	case events.ComputesShare, events.ComputesWhole:
		return "Shares do not fit their whole" + what
	case events.ComputesRate:
		return "An intensity does not follow from its parts" + what
	case events.ComputesSum:
		return "A sum does not hold" + what
	}
	switch c.Name {
	case "magnitude", "unit_validity":
		return "A unit or an order of magnitude is wrong" + what
	}
	return "A figure does not hold" + what
}

// sortOfStatement says in a few words what a statement is: an aim for emissions by how much by when, a row by its own name, scope, figure and year,
// another sentence by its own words.
func (v *view) sortOfStatement(s subjects, c *Claim) string {
	if s.measured(c) == matters.Emissions {
		what := map[string]string{"ghg_reduction": "emissions that are said to be cut or avoided", "ghg_intensity": intensity,
			"offsets": "emissions that are offset"}[v.otherThan("ghg_emissions", c)]
		if what != "" && (c.Source != "table" || what != intensity) {
			return what + v.soleFigure(c)
		}
	}
	if c.Source == "table" {
		return v.rowTitle(c)
	}
	if what, n := v.aimOf(s, c), len(strings.Fields(c.Text)); what != "" && (n == 0 || n > shortSentence) {
		return what
	}
	return "“" + headline.Of(c.Text) + "”" + v.yearOf(c)
}

// intensity is what emissions per something are called.
const intensity = "intensity of emissions"

// shortSentence is one that says best itself what it says.
const shortSentence = 16

// figureBehind is the first figure of a sentence whose headline ends before it.
func (v *view) figureBehind(c *Claim, title string) string {
	if len(c.Entities.Figures) == 0 || strings.Contains(title, c.Entities.Figures[0]) {
		return ""
	}
	return ": " + phrase.Words(c.Entities.Figures[0], 6)
}

// yearOf is the year of an amount whose sentence does not name it.
func (v *view) yearOf(c *Claim) string {
	stated := v.statedIn(c)
	if len(stated) == 0 || c.Entities.Kind != "level" || len(c.Entities.Figures) != 1 || aYear.MatchString(c.Text) {
		return ""
	}
	for _, f := range stated {
		if f.Year != stated[0].Year || f.Change || f.Target {
			return ""
		}
	}
	return fmt.Sprintf(", %d", stated[0].Year)
}

// aimOf names an aim for emissions; empty where a claim is none, or where its figure is not by how much they are cut.
func (v *view) aimOf(s subjects, c *Claim) string {
	aim := c.Entities.Aim
	if !c.Entities.Commitment && c.Entities.Kind != "target" || s.measured(c) != matters.Aim {
		return ""
	}
	ahead := v.ahead(c)
	var what string
	switch aim {
	case events.AimNetZero:
		if slices.Contains(c.Entities.Units, "%") {
			return "" // a share of something on the way there
		}
		what = "net zero or neutral, as aimed at"
	case events.AimReduction:
		if !headline.CutsBy(c.Text) {
			return ""
		}
		what = "emissions to be cut"
		if perSomething.MatchString(c.Text) {
			what = intensity + ", to be cut"
		}
		if len(ahead) == 0 && c.Entities.Kind != "target" {
			return "emissions that are said to be cut" + v.soleFigure(c)
		}
	default:
		return ""
	}
	if c.Entities.Standing == "done" || attained.MatchString(c.Text) {
		return "an aim that is said to be reached" + v.soleFigure(c)
	}
	if len(ahead) == 1 && !v.ofAnother(c, ahead[0]) { // of two years a sentence says which is of what
		what += " by " + ahead[0]
	}
	return what + v.soleFigure(c)
}

// rowTitle names a row of a table by its headings, with its figure and year; a part of a scope by the scope, which its own heading may not name.
func (v *view) rowTitle(c *Claim) string {
	name := strings.TrimRight(untilFigure.ReplaceAllString(c.Text, ""), " :–-")
	f := v.rowFact(c)
	if f != nil && f.Metric == "ghg_emissions" && f.Scope != "" && !strings.Contains(strings.ToLower(name), "scope") {
		name = scopeName(f.Scope) + ", " + name
	}
	return phrase.Words(name, 14) + v.rowFigure(c)
}

// rowFigure is the figure of a row with its year, in the export's own format, whatever separators the report prints.
func (v *view) rowFigure(c *Claim) string {
	f := v.rowFact(c)
	if f == nil {
		return ""
	}
	amount := ": " + phrase.Amount(f.Value+" "+f.Unit)
	if f.ValueBase != "" && strings.HasPrefix(f.UnitBase, "tCO2") && f.Per == "" {
		amount = ": " + phrase.Amount(f.ValueBase+" "+f.UnitBase)
	}
	if f.Year > 0 {
		amount += fmt.Sprintf(" in %d", f.Year)
	}
	return amount
}

// untilFigure is the figures of a row behind its name.
var untilFigure = regexp.MustCompile(`:\s+[-–<>~]?\s*(?:\p{Sc}\s*|\p{Lu}{3}\s+)?\d.*$`)

// soleFigure is the figure of a sentence that has one, in brackets.
func (v *view) soleFigure(c *Claim) string {
	if c.Source == "table" {
		return v.rowFigure(c)
	}
	if len(c.Entities.Figures) != 1 || c.Entities.Aim != "" && !slices.Contains(c.Entities.Units, "%") { // a number of things is no aim for emissions
		return ""
	}
	return " (" + phrase.Words(c.Entities.Figures[0], 6) + ")"
}

// ahead are the years to come that a claim names.
func (v *view) ahead(c *Claim) []string {
	var out []string
	for _, year := range c.Entities.Periods {
		if hasYear.MatchString(year) && year > v.Report.Period && !slices.Contains(out, year) {
			out = append(out, year)
		}
	}
	return out
}

// ofAnother reports whether a claim has a share that is not said to be of the year: that year belongs to something else in it.
func (v *view) ofAnother(c *Claim, year string) bool {
	shares := 0
	for _, f := range v.statedIn(c) {
		if f.UnitBase == "%" {
			if strconv.Itoa(f.Year) == year {
				return false
			}
			shares++
		}
	}
	return shares > 0 || slices.Contains(c.Entities.Units, "%") && len(c.Entities.Figures) > 1
}

// attained is how a report says that a target is reached.
var attained = regexp.MustCompile(`(?i)\b(?:achieved|reached|met|exceeded|surpassed)\s+(?:\p{L}+\s+){0,4}(?:targets?|goals?|ambitions?)\b`)

// rowFact is the figure of a row for the report's year, or else its latest.
func (v *view) rowFact(c *Claim) *Fact {
	words := strings.Join(strings.Fields(c.Quote.Text), " ")
	stated := slices.Clone(v.statedIn(c))
	for i := range v.Facts { // where a form says it in another language first
		f := &v.Facts[i]
		if standsIn(words, f.Printed) && slices.ContainsFunc(f.Places, func(p FactPlace) bool {
			return p.Page == c.Page && strings.Join(strings.Fields(p.Quote), " ") == words
		}) {
			stated = append(stated, f)
		}
	}
	var best *Fact
	for _, f := range stated {
		if f.Change || f.Target || f.Value == "" || f.Year > v.periodEnd() && v.periodEnd() > 0 || best != nil && f.Year <= best.Year {
			continue
		}
		best = f
	}
	return best
}

var hasYear = regexp.MustCompile(`^(?:19|20)\d\d$`)

// columnOf is the heading above a figure that does not fit, where it names something other than a year.
func (v *view) columnOf(c shownCheck) string {
	for _, in := range c.Inputs {
		f := v.facts[in.FactID]
		if f == nil || !strings.HasPrefix(in.Label, "stated: ") || len(f.ColPath) == 0 || v.unread(f.Page) {
			continue
		}
		if head := f.ColPath[len(f.ColPath)-1]; !aYear.MatchString(head) && !strings.Contains(in.Label, head) {
			return ", " + phrase.Words(head, 5)
		}
	}
	return ""
}

// tableOf is the caption over a row where another table has a row of the same name and scope: of two parts of a company.
func (v *view) tableOf(c shownCheck) string {
	if len(c.Inputs) == 0 {
		return ""
	}
	f := v.facts[c.Inputs[0].FactID]
	if f == nil || f.Caption == "" || !slices.ContainsFunc(v.Facts, func(o Fact) bool {
		return o.Metric == f.Metric && o.Scope == f.Scope && o.Year == f.Year && o.Caption != f.Caption && slices.Equal(o.RowPath, f.RowPath)
	}) {
		return ""
	}
	return ", " + phrase.Words(f.Caption, 6)
}

var hasDigit = regexp.MustCompile(`\d`)

// inYear is the year at the end of a figure's name.
var inYear = regexp.MustCompile(`, (?:19|20)\d\d$`)

// quoteOf is the row or sentence of a figure.
func (v *view) quoteOf(fact string) string {
	if f := v.facts[fact]; f != nil {
		_, quote := v.readable(f)
		return quote
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

// because says why it matters.
func because(materiality string) string {
	if strings.TrimSpace(materiality) == "" {
		return ""
	}
	return "Why it matters: " + materiality
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
