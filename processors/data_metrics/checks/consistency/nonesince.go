package consistency

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

var (
	// noneSinceSaid is said of the whole company: who else had none would be named.
	noneSinceSaid = pattern.Compile(`(?i)^(?:(?:we|the\s+(?:group|company)|our\s+(?:group|company))\s+(?:has|have)\s+` +
		`(?:not\s+(?:had|recorded|seen|suffered|reported)\s+(?:an?|any|a\s+single)|(?:had|recorded|seen|suffered|reported)\s+no)|` +
		`there\s+(?:has|have)\s+(?:been\s+no|not\s+been\s+(?:an?|any|a\s+single)))\s+` +
		`([\p{L}\s-]{3,50}?)\s+since\s+(?:the\s+end\s+of\s+)?` + sheet.SomeYear + `\s*(?:[.;,]|$)`)
)

// noneSince holds "we have not had a fatality since 2015" against the one row that is called so, by the words of the sentence and no others: it has
// a count of each year since, and one is above nothing.
func noneSince(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		m := noneSinceSaid.FindStringSubmatchIndex(x.Text)
		if m == nil {
			continue
		}
		since := vocabulary.YearIn(x.Text[m[4]:m[5]])
		l, how := s.Row(s.Said(x, m[2], m[3]), func(t sheet.Timeline) bool {
			return countOf(t.Last()) && t.Last().Year > since && !ofContract.MatchString(strings.Join(append(t.Last().At.RowPath, t.Last().At.Caption), " "))
		})
		if how < sheet.Surely || since == 0 || l.Last().Year != s.LastYearOf(l.Last().At) {
			continue
		}
		if u, ok := happenedSince(x, l, since, x.Text[m[0]:m[5]]); ok {
			out = append(out, u)
		}
	}
	return out
}

// happenedSince makes the failure of a row that counts something in a year after the one since which there was nothing.
func happenedSince(x sheet.Statement, l sheet.Timeline, since int, said string) (u sheet.Utterance, ok bool) {
	var terms, others []string
	c := events.Check{Result: events.CheckFail, Severity: "warning", Stated: "none since " + fmt.Sprint(since)}
	for y := since + 1; y <= l.Last().Year; y++ {
		e, there := l.At[y]
		if !there || !countOf(e) {
			return u, false
		}
		terms = append(terms, fmt.Sprintf("%d: %s", y, e.WithUnit()))
		if e.Quantity().Value.Sign() > 0 {
			others = append(others, fmt.Sprintf("%s in %d", e.WithUnit(), y))
			c.Inputs = append(c.Inputs, sheet.Input(e, ""))
		}
	}
	c.Working, c.Expected = strings.Join(terms, ", "), strings.Join(others, ", ")
	c.Message = fmt.Sprintf("Page %d says \"%s\"; the row \"%s\" gives %s.", x.Page, strings.TrimSpace(said), sheet.Shorten(l.Last().Label()), c.Expected)
	return x.Utter(c, said, false), len(others) > 0
}
