package document

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/asserted"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/projections/document/themes"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Weights of what the report says against its own figures and targets, and of how it was looked at.
const (
	steadyWeight = 55.0 // said to be as before, and the figures say otherwise
	betterWeight = 51
	yearlyWeight = 56 // a yearly cut that did not come
)

// assertions are the matters of what the report says that does not go with its own figures and targets.
func (v *view) assertions() []weighed {
	var out []weighed
	rows := v.levelRows()
	out = append(append(out, v.yearlyMissed(rows)...), v.halfway(rows)...)
	for _, p := range v.asserted.Steady {
		if m, ok := v.notSteady(p, rows); ok {
			out = append(out, weighed{m, steadyWeight})
		}
	}
	for _, p := range v.asserted.Better {
		if m, ok := v.notBetter(p, rows); ok {
			out = append(out, weighed{m, betterWeight})
		}
	}
	for _, t := range asserted.Of(&v.asserted, v.periodEnd()) {
		out = append(out, v.ofTold(&t))
	}
	return out
}

// yearlyMissed holds a cut that is to come each year against the last year of the row it speaks of; a target that begins later is due later.
func (v *view) yearlyMissed(rows []keyfigures.Row) []weighed {
	last := v.periodEnd()
	for _, p := range v.asserted.Yearly {
		shares := headline.Shares(p.Quote)
		begins := aYear.FindAllString(p.Quote, -1)
		due := slices.ContainsFunc(begins, func(y string) bool { return y <= fmt.Sprint(last) })
		if len(shares) != 1 || !due || slices.ContainsFunc(begins, func(y string) bool { return y > fmt.Sprint(last) }) {
			continue
		}
		aim, _, err := apd.NewFromString(shares[0])
		if err != nil {
			continue
		}
		var found *keyfigures.Row
		for i := range rows {
			r := &rows[i]
			of := inCommon(p.Quote, r.Name)
			if r.Change(last) == nil || perSomething.MatchString(p.Quote) != perSomething.MatchString(r.Name) || scopesIn(p.Quote) != scopesIn(r.Name) ||
				of < 2 || !(ofEmissions.MatchString(r.Name) || ofEnergy.MatchString(r.Name)) || found != nil && of <= inCommon(p.Quote, found.Name) {
				continue
			}
			found = r
		}
		if found == nil || quantity.Sum(found.Change(last), aim).Sign() <= 0 {
			continue
		}
		m := v.against(p, found, fmt.Sprintf("A cut of %s %% a year was not reached in %d", shares[0], last))
		now, before := v.facts[found.In(last).ID], v.facts[found.In(last-1).ID]
		m.Kind, m.Theme = MatterTarget, "goal"
		m.Gist = fmt.Sprintf("%s: %s in %d, %s", phrase.Words(found.Name, longestName), v.printed(now), last, v.changed(now, before, found.Change(last)))
		v.toldPrinted = append(v.toldPrinted, now.Printed)
		for _, n := range v.Notes { // the report's own words on it say no more
			if n.Theme == "goal" && slices.Equal(headline.Shares(n.Quote), shares) && inCommon(n.Quote, p.Quote) >= 2 && notes.Yearly(n.Quote) {
				v.quoted[n.Quote] = true
				m.Places = append(m.Places, MatterPlace{Page: n.Page, Quote: tidy(n.Quote, "")})
				m.Text = phrase.Paragraph(m.Text, fmt.Sprintf("Page %d says of it: “%s”", n.Page, strings.TrimRight(phrase.Opening(n.Quote, 40), ".")))
			}
		}
		return []weighed{{m, yearlyWeight}}
	}
	return nil
}

// scopesIn are the scopes that words name.
func scopesIn(said string) string {
	return strings.Join(scopeNamed.FindAllString(strings.ToLower(said), -1), " ")
}

var scopeNamed = pattern.Compile(`\bscopes?\s*[123]`)

// levelRows are the rows of tables with figures of the report's year and the one before.
func (v *view) levelRows() []keyfigures.Row {
	levels, targets := v.rowFigures()
	bound := map[string]int{}
	for _, t := range targets {
		if t.Wanted != 0 {
			bound[rowOf(v.facts[t.ID])] = t.Wanted
		}
	}
	for i := range levels {
		if f := v.facts[levels[i].ID]; f.UnitBase == "" {
			levels[i].Unit = f.Unit // rows of two places have one name, and a unit that says of which
		}
		levels[i].Wanted = cmp.Or(bound[rowOf(v.facts[levels[i].ID])], levels[i].Wanted)
	}
	return keyfigures.Rows(levels)
}

var (
	spelled  = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	figureIn = pattern.Compile(`\b\d[\d.,]*\b`)
)

// figuresIn are the figures that a sentence gives, years left out.
func figuresIn(said string) []string {
	var out []string
	for _, f := range figureIn.FindAllString(said, -1) {
		if f = strings.TrimRight(f, ".,"); !aYear.MatchString(f) {
			out = append(out, f)
		}
	}
	for _, w := range strings.FieldsFunc(strings.ToLower(said), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if n := slices.Index(spelled, w); n >= 0 {
			out = append(out, strconv.Itoa(n))
		}
	}
	return out
}

// notSteady holds a sentence that a figure is that of the year before against the rows of what it speaks of: none of them may bear it out.
func (v *view) notSteady(p notes.Place, rows []keyfigures.Row) (Matter, bool) {
	last := v.periodEnd()
	figures := figuresIn(p.Quote)
	var found *keyfigures.Row
	pages := map[string]int{}
	for i := range rows {
		r := &rows[i]
		now, before := r.In(last), r.In(last-1)
		if now == nil || before == nil || !slices.Contains(figures, v.facts[now.ID].Printed) || inCommon(p.Quote, r.Name) < 2 {
			continue
		}
		if now.Value.Cmp(before.Value) == 0 {
			return Matter{}, false
		}
		key := before.Value.String()
		pages[key] += 1 + now.Places
		if found == nil || pages[key] > pages[found.In(last-1).Value.String()] {
			found = r
		}
	}
	if found == nil {
		return Matter{}, false
	}
	now, before := found.In(last), found.In(last-1)
	m := v.against(p, found, "Said to be as in the year before, and is not: "+phrase.Words(found.Name, 8))
	m.Gist = fmt.Sprintf("“%s”; page %d: %s in %d and %s in %d", strings.TrimRight(phrase.Opening(p.Quote, gistWords), "."), now.Page,
		v.printed(v.facts[before.ID]), last-1, v.printed(v.facts[now.ID]), last)
	return m, true
}

// notBetter holds a sentence that something has become better against the row whose figure it prints, where that shows which way is the better one.
func (v *view) notBetter(p notes.Place, rows []keyfigures.Row) (Matter, bool) {
	last := v.periodEnd()
	years := aYear.FindAllString(p.Quote, -1)
	if slices.ContainsFunc(years, func(y string) bool { return y != fmt.Sprint(last) }) {
		return Matter{}, false
	}
	for i := range rows {
		r := &rows[i]
		now, before := r.In(last), r.In(last-1)
		if now == nil || before == nil || now.Wanted == 0 || inCommon(p.Quote, r.Name) < 1 || len(digitsOf.FindAllString(v.facts[now.ID].Printed, -1)) < 3 ||
			!standsIn(p.Quote, v.facts[now.ID].Printed) {
			continue
		}
		if now.Value.Cmp(before.Value) == -now.Wanted {
			m := v.against(p, r, "Called an improvement, and is worse than the year before: "+phrase.Words(r.Name, 8))
			m.Gist = fmt.Sprintf("%s in %d after %s in %d", v.facts[now.ID].Printed, last, v.facts[before.ID].Printed, last-1)
			return m, true
		}
	}
	return Matter{}, false
}

// against is the matter of a sentence and of the row that does not bear it out, with what the report says of a change in its figures.
func (v *view) against(p notes.Place, r *keyfigures.Row, title string) Matter {
	last := v.periodEnd()
	now, before := r.In(last), r.In(last-1)
	m := Matter{Kind: MatterArithmetic, Page: p.Page, Quote: tidy(p.Quote, ""), Title: title}
	if hurtIn(r.Name) > 0 {
		m.Theme = "safety"
	}
	second := fmt.Sprintf("page %d gives %s for %d and %s for %d under “%s”", now.Page, v.printed(v.facts[before.ID]), last-1, v.printed(v.facts[now.ID]), last,
		phrase.Words(r.Name, longestName))
	m.Places = []MatterPlace{{Page: p.Page, Quote: tidy(p.Quote, "")}, v.figurePlace(r, before), v.figurePlace(r, now)}
	for _, a := range v.asserted.Amended {
		if a.Page == now.Page && inCommon(a.Quote, r.Name+" "+p.Quote) > 0 {
			second += fmt.Sprintf("; its note says “%s”", strings.TrimRight(phrase.Opening(a.Quote, 30), "."))
			m.Places = append(m.Places, MatterPlace{Page: a.Page, Quote: tidy(a.Quote, "")})
			break
		}
	}
	m.Text = phrase.Paragraph(fmt.Sprintf("Page %d says: “%s”", p.Page, strings.TrimRight(phrase.Opening(p.Quote, 40), ".")), upper(second))
	v.quoted[p.Quote] = true
	m.ID = v.matterID(m.Kind, "said", p.Quote)
	return m
}

// rests are the matters of what the figures rest on, where no sentence tells more: that nobody outside has looked at them, and that earlier ones were changed.
func (v *view) rests(all []weighed) []weighed {
	var out []weighed
	if t, ok := asserted.Inside(&v.asserted); ok && v.silent.Outside && !v.says(notes.Assured) && !v.says(notes.Unassured) && !v.says(notes.Unchecked) {
		out = append(out, v.ofTold(&t))
	}
	restated := noteTitles[notes.Restated]
	if slices.ContainsFunc(all, func(m weighed) bool { return m.Title == restated[0] }) {
		return out
	}
	if t, ok := asserted.Restated(&v.asserted, restated[0], restated[1]); ok {
		out = append(out, v.ofTold(&t))
	}
	return out
}

func (v *view) ofTold(t *asserted.Told) weighed {
	lead := append(slices.Clone(t.Places), notes.Place{})[0]
	m := Matter{Kind: map[asserted.Kind]MatterKind{asserted.Target: MatterTarget, asserted.Figures: MatterBasis, asserted.Against: MatterArithmetic,
		asserted.Missing: MatterMissing}[t.Kind],
		Theme: t.Theme, Title: t.Title, Gist: t.Gist, Text: t.Text, Page: lead.Page, Quote: tidy(lead.Quote, "")}
	for _, p := range t.Places {
		m.Places = append(m.Places, MatterPlace{Page: p.Page, Quote: tidy(p.Quote, "")})
	}
	if v.quoted[lead.Quote] = true; lead.Quote == "" {
		m.ID = v.matterID(m.Kind, t.Key)
		return weighed{m, t.Weight}
	}
	m.ID = v.matterID(m.Kind, t.Key, lead.Quote)
	return weighed{m, t.Weight}
}

// absent are the figures that the report does not give, where nothing of it was left unread, and that nobody has looked at those it gives.
func (v *view) absent() []weighed {
	var all []asserted.Told
	if v.silent.Assurance && v.ledEmissions && !v.says(notes.Assured) && !v.says(notes.Unassured) && !v.says(notes.Unchecked) {
		all = append(all, asserted.Unassured(v.Report.PagesRead))
	}
	if !strings.HasPrefix(v.Report.Sector, "FN") { // whose own use of things says little
		given := map[string]bool{}
		for i := range v.Facts {
			given[v.Facts[i].Metric] = true
		}
		all = append(all, asserted.Absent(v.silent, given, v.Report.PagesRead)...)
	}
	var out []weighed
	for i := range all {
		out = append(out, v.ofTold(&all[i]))
	}
	return out
}

// beyond adds what a reader of the notes of one kind has to know besides: of cases the one that is over, or the open one; of an assurer's word what it
// does not name; of what was changed that the base year is to change; of a target that was missed the next one.
func (v *view) beyond(kind notes.Kind, said []Note, m *Matter, first, second string) (string, string) {
	lead := said[0]
	switch {
	case kind == notes.Charged && len(said) > 1:
		other := said[1]
		if i := slices.IndexFunc(said, func(n Note) bool { return notes.Settled(n.Quote) != notes.Settled(lead.Quote) }); i > 1 {
			other = said[i]
		}
		first = fmt.Sprintf("Page %d says: “%s”; page %d: “%s”", lead.Page, strings.TrimRight(phrase.Opening(bare(lead.Quote), 60), "."), other.Page,
			strings.TrimRight(phrase.Opening(bare(other.Quote), 40), "."))
		m.Gist = fmt.Sprintf("“%s”; “%s”", phrase.Opening(bare(lead.Quote), gistWords), phrase.Opening(bare(other.Quote), gistWords))
	case kind == notes.Restated && len(v.asserted.Rebased) > 0:
		change := v.asserted.Rebased[0]
		m.Gist += fmt.Sprintf("; page %d: “%s”", change.Page, phrase.Opening(change.Quote, gistWords/2))
		second += fmt.Sprintf("; page %d says: “%s”", change.Page, strings.TrimRight(phrase.Opening(change.Quote, 30), "."))
	case kind == notes.Unmet && len(v.asserted.Aims) > 0 && ofEmissions.MatchString(lead.Quote):
		if next := v.asserted.Aims[len(v.asserted.Aims)-1]; next.Page > lead.Page {
			second = fmt.Sprintf("The next target, on page %d, is “%s”", next.Page, strings.TrimRight(phrase.Words(next.Quote, 30), "."))
			m.Gist = fmt.Sprintf("“%s”; next, on page %d: “%s”", phrase.Words(bare(lead.Quote), gistWords+2), next.Page, phrase.Words(next.Quote, gistWords/2))
		}
	case kind == notes.Assured:
		m.Title = fmt.Sprintf("An assurer has looked at it: %s assurance", lead.Level)
		second = v.assuranceMeans(lead)
		if not := v.unnamed(said); not != "" {
			m.Gist = "of what is reported it does not name " + not + ": " + m.Gist
			second += "; it does not name " + not
		}
	}
	return first, second
}

// unnamed are what the report gives figures of and a sentence on assurance that names what was looked at does not name.
func (v *view) unnamed(said []Note) string {
	all := ""
	for _, n := range said {
		all += n.Quote + " "
	}
	if !scopeNamed.MatchString(strings.ToLower(all)) {
		return ""
	}
	has := map[string]bool{}
	for i := range v.Facts {
		f := &v.Facts[i]
		of := themes.OfFamily(f.Metric)
		has[f.Metric] = has[f.Metric] || f.Source == "table" && !f.Target && of != ""
		has["3"] = has["3"] || f.Source == "table" && f.Scope == "3"
	}
	var out []string
	for _, x := range [][2]string{{"3", "Scope 3"}, {"energy", "energy"}, {"water", "water"}, {"waste", "waste"}} {
		if has[x[0]] && !strings.Contains(strings.ToLower(all), strings.ToLower(x[1])) && !(x[0] == "3" && allScopes.MatchString(all)) {
			out = append(out, x[1])
		}
	}
	return phrase.List(out)
}

// allScopes is how several scopes are named at once.
var allScopes = pattern.Compile(`(?i)\bscopes?\s*1\s*(?:,|to|-|–)\s*(?:2\s*(?:,|and|&)*\s*(?:and\s*)?)?3\b`)
