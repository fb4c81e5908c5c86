package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/themes"
	"github.com/sibyl-project/sibyl/rag/pattern"
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

// leadFact is the first figure that went into a check; nil where it is none of the document's.
func (v *view) leadFact(c shownCheck) *Fact {
	if len(c.Inputs) == 0 {
		return nil
	}
	return v.facts[c.Inputs[0].FactID]
}

// partName is what the row of a check is called with the heading above it, where it stands below one that is no period: a scope of one kind of sites.
func (v *view) partName(c shownCheck) string {
	if f := v.leadFact(c); f != nil && len(f.RowPath) > 1 && !v.unread(f.Page) {
		return v.rowName(c)
	}
	return ""
}

// fullName is what the row of a figure is called with what stands above it, where its own name is a code or "Total".
func (v *view) fullName(in CheckInput, own string) string {
	f := v.facts[in.FactID]
	if f == nil || f.Source != "table" || len(strings.Fields(own)) > 2 || v.unread(f.Page) || len(f.RowPath) == 0 {
		return ""
	}
	return ": " + phrase.Words(keyfigures.Name(keyfigures.Figure{Caption: f.Caption, RowPath: f.RowPath}), longestName)
}

// askedOf says in a few words what a check leaves open.
func (v *view) askedOf(c shownCheck, what string) string {
	switch sort := sortOf(c.Name); {
	case c.Name == "yoy_percentage" || c.Name == "direction":
		return "A change may not be the one that its figures make" + cmp.Or(what, v.rowName(c)) + v.changedIn(c)
	case sort == MatterInconsistent && c.Stated == "none":
		return "Said to be none, and perhaps counted" + what
	case sort == MatterInconsistent:
		return "One thing may be stated in two ways" + what
	case sort == MatterTarget:
		return "A target may not fit its own figures" + what
	case c.Name == "intensity" && len(c.Inputs) > 0:
		return "An intensity can hardly be as it is printed: " + phrase.Amount(c.Inputs[0].Value+" "+c.Inputs[0].Unit)
	case c.Name == "magnitude":
		return "A figure can hardly be" + what
	}
	return "A large change from one year to the next" + what + v.tableOf(c)
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
	if title := datesTitle(c); title != "" {
		return title
	}
	if c.Name == "row_label" && len(c.Inputs) > 0 {
		return "A row has the name of another: " + strings.Trim(strings.TrimPrefix(c.Inputs[0].Label, "row named "), "\"")
	}
	if onItsWay(c) != "" && sortOf(c.Name) == MatterTarget { // that it is behind is reckoned, also where nothing is said to be wrong
		return "A target is off its path" + strings.Replace(what, ": target: ", ": ", 1)
	}
	if c.Result == events.CheckInconclusive {
		return v.askedOf(c, what) // what is open is no fact, in a title least
	}
	if c.Name == "yoy_percentage" || c.Name == "direction" {
		return "A change is not the one that its figures make" + cmp.Or(what, v.rowName(c)) + v.changedIn(c)
	}
	switch sortOf(c.Name) {
	case MatterInconsistent:
		return saidTwice(c) + what
	case MatterTarget:
		if strings.HasSuffix(c.Working, " aimed at") {
			return "What is said of a target does not fit its figures: " + c.Working
		}
		return "A target does not fit its own figures" + what
	}
	if misplaced(c) {
		return "A unit or a decimal point is out of place" + what
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

// datesTitle is the title of a check of dates, which are the only figures without a fact that it gives in full; empty of others.
func datesTitle(c shownCheck) string {
	switch {
	case len(c.Inputs) == 1 && strings.HasPrefix(c.Inputs[0].Label, "a day "):
		return "A date that cannot be: " + c.Inputs[0].Value
	case len(c.Inputs) == 2 && c.Inputs[0].Label == "beginning":
		return fmt.Sprintf("An end lies before its beginning: %s, begun %s", c.Inputs[1].Value, c.Inputs[0].Value)
	}
	return ""
}

// saidTwice says how a report contradicts itself.
func saidTwice(c shownCheck) string {
	switch {
	case deniedInWords(c):
		return "Said to be none, and told of"
	case c.Stated == "none":
		return "Said to be none, and counted"
	}
	return "One thing is stated in two ways"
}

// changedIn is the year of a change where it is not the report's: of a year to compare with, or a base year.
func (v *view) changedIn(c shownCheck) string {
	last := 0
	for _, in := range c.Inputs {
		if f := v.facts[in.FactID]; f != nil {
			last = max(last, f.Year)
		}
	}
	if last == 0 || last == v.periodEnd() {
		return ""
	}
	return fmt.Sprintf(" in %d", last)
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

var hasYear = pattern.Compile(`^(?:19|20)\d\d$`)

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
	f := v.leadFact(c)
	if f == nil || f.Caption == "" || !slices.ContainsFunc(v.Facts, func(o Fact) bool {
		return o.Metric == f.Metric && o.Scope == f.Scope && o.Year == f.Year && o.Caption != f.Caption && slices.Equal(o.RowPath, f.RowPath)
	}) {
		return ""
	}
	return ", " + phrase.Words(f.Caption, 6)
}

var hasDigit = pattern.Compile(`\d`)

// inYear is the year at the end of a figure's name.
var inYear = pattern.Compile(`, (?:19|20)\d\d$`)

// quoteOf is the row or sentence of a figure; nothing where a row's words are no more than its figure and for what time or in what it is, as "Fiscal Year 4".
func (v *view) quoteOf(fact string) string {
	f := v.facts[fact]
	if f == nil {
		return ""
	}
	_, quote := v.readable(f)
	if f.Source == "table" && keyfigures.NamesNothing(strings.TrimSpace(strings.Replace(quote, f.Printed, "", 1))) {
		return ""
	}
	return quote
}

// eventOf is a check in the shape of its event.
func eventOf(c Check) events.Check {
	return events.Check{
		ID: c.ID, Name: c.Name, ClaimID: c.ClaimID, Result: c.Result, Severity: c.Severity, Message: c.Message,
		Inputs:  list(c.Inputs, func(i CheckInput) events.CheckInput { return events.CheckInput(i) }),
		Working: c.Working, Expected: c.Expected, Stated: c.Stated, Difference: c.Difference,
		DifferencePercent: c.DifferencePercent, ExplainedByRounding: c.ExplainedByRounding, Quote: c.Quote,
	}
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
		parts = append(parts, quoted(l, 16))
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

// themeOf is what a matter tells something of: its own theme, or else that of what it rests on - a target, the figures of its checks, a sentence of
// which the trained reader has said it. Empty where none of these says so.
func (v *view) themeOf(m *Matter) string {
	switch {
	case m.Theme != "":
		return m.Theme
	case m.Kind == MatterTarget:
		return "goal"
	}
	for _, c := range v.checks {
		if !slices.Contains(m.CheckIDs, c.ID) {
			continue
		}
		for _, in := range c.Inputs {
			f := v.facts[in.FactID]
			if f == nil {
				continue
			}
			if theme := cmp.Or(v.slipped()[rowOf(f)], themes.OfMetric(f.Metric)); theme != "" {
				return theme
			}
		}
	}
	for _, p := range m.Places {
		if p.Source != "" || p.Quote == "" {
			continue
		}
		said := firstWords(p.Quote)
		for i := range v.Notes {
			if n := &v.Notes[i]; n.Theme == "emissions" && m.Kind == MatterArithmetic && !ofEmissions.MatchString(n.Quote) {
				continue // tonnes of anything are no emissions
			} else if n.Theme != "" && firstWords(n.Quote) == said {
				return n.Theme
			}
		}
	}
	return ""
}

func scopeName(scope string) string {
	if scope == "" {
		return "emissions"
	}
	parts := strings.Split(scope, "+")
	if len(parts) == 1 {
		return "Scope " + scope + " emissions"
	}
	return "Emissions of Scopes " + phrase.List(parts)
}

func upper(s string) string { return begun(s, unicode.ToUpper) }
func lower(s string) string { return begun(s, unicode.ToLower) }

// begun is a text with its first letter in another case.
func begun(s string, in func(rune) rune) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(in(first)) + s[size:]
}
