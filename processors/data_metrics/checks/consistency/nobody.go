package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

var (
	// nobodyDied denies that anybody at work for the company lost their life, in words that are no name of a row.
	nobodyDied = pattern.Compile(`(?i)\b(?:no\s+one|nobody|none\s+of\s+(?:our|the|its)\s+(?:[\p{L}-]+\s+){1,4}?|` +
		`no\s+(?:employees?|colleagues?|workers?|person|people)\s+)\s*` +
		`(?:lost\s+(?:his|her|their)\s+(?:own\s+)?(?:life|lives)|(?:has\s+|have\s+)?died|(?:was|were)\s+(?:fatally\s+\p{L}+|killed))\b`)
	anybody = pattern.Compile(`(?i)^(?:no\s+one|nobody|no\s+person|no\s+people)\b`)
	// wholeCompany is where all of those who work for it are.
	wholeCompany = pattern.Compile(`(?i)\b(?:on|at|in|within)\s+(?:any\s+of\s+)?(?:our\s+|the\s+|any\s+)?(?:own\s+)?` +
		`(?:sites?|work|workplaces?|premises|operations|facilities|company|group)\b(?:\s+(?:or|and)\s+\p{L}+)?`)
	ofDeaths = pattern.Compile(`^(?:fatal\p{L}*|death\p{L}*|killed)$`)
	ofPeople = pattern.Compile(`^(?:work\p{L}*|people|person\p{L}*|own|number|accide\p{L}*|at)$`)
)

// nobodySaid holds "no one lost their life on our sites" against the rows that count deaths of those who work there: of employees alone where the
// sentence speaks of these: a row of all deaths may be of others.
func nobodySaid(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		for _, sentence := range p.Sentences() {
			text := sentence.Text
			if sentence.Role != document.RoleBody || len(text) > sheet.LongestSentence || notOfFact.MatchString(text) || someoneElse.MatchString(text) ||
				!atWork.MatchString(text) || moreOf.MatchString(text) {
				continue
			}
			at := nobodyDied.FindStringIndex(text)
			if at == nil || someName.MatchString(text[at[1]:]) || ofSomeOnly.MatchString(ofThisYear.ReplaceAllString(text[:at[0]], " ")) {
				continue
			}
			if behind := ofThisYear.ReplaceAllString(wholeCompany.ReplaceAllString(text[at[1]:], " "), " "); !ofSomeOnly.MatchString(behind) {
				if u, ok := diedInRow(s, sheet.Statement{Page: p.Number, Text: text}, text[at[0]:at[1]]); ok {
					out = append(out, u)
				}
			}
		}
	}
	return out
}

// diedInRow finds the count of deaths of the year that a sentence speaks of; ok is false where a row of all of them has none.
func diedInRow(s *sheet.Sheet, x sheet.Statement, said string) (u sheet.Utterance, ok bool) {
	years := sheet.YearsNamed(x.Text)
	staffAlone := !anybody.MatchString(said) && !ofContract.MatchString(x.Text)
	var found sheet.Entry
	for _, l := range s.Timelines().All {
		label := strings.Join(append(slices.Clone(l.Last().At.RowPath), l.Last().At.ColPath...), " ")
		year := s.LastYearOf(l.Last().At)
		if len(years) == 1 {
			year = years[0]
		}
		e, there := l.At[year]
		if len(years) > 1 || !there || !countOf(e) || s.Superseded(e.Fact) || !deathsAtWork(l.Name) ||
			staffAlone && (ofContract.MatchString(label) || !ofStaff.MatchString(label)) {
			continue
		}
		all := !ofContract.MatchString(label) && !ofStaff.MatchString(label)
		if all && e.Quantity().Value.IsZero() {
			return u, false
		}
		if e.Quantity().Value.Sign() > 0 {
			found = e
		}
	}
	if found.Fact == nil {
		return u, false
	}
	label := sheet.Shorten(found.Label())
	return x.Utter(events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(found, "")}, Expected: found.WithUnit(), Stated: "none",
		Working: fmt.Sprintf("page %d: \"%s\"; page %d, %s, %d: %s", x.Page, said, found.At.Page, label, found.Year, found.WithUnit()),
		Message: fmt.Sprintf("Page %d says \"%s\"; the table on page %d gives %s for \"%s\" in %d.",
			x.Page, said, found.At.Page, found.WithUnit(), label, found.Year),
	}, said, false), true
}

// deathsAtWork reports whether a name is that of deaths, and of nobody but those who work for the company.
func deathsAtWork(name []string) bool {
	return slices.ContainsFunc(name, ofDeaths.MatchString) && !slices.ContainsFunc(name, func(w string) bool {
		return !ofDeaths.MatchString(w) && !ofPeople.MatchString(w) &&
			!alikeIn(w, []string{"employees", "staff", "contractors", "workforce", "subcontractors", "colleagues"})
	})
}
