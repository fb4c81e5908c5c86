package change

import (
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// movedToNow leads to the figure that was reached: "Diesel fell by 8.5 % to".
var movedToNow = pattern.Compile(`(?i)\b(` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `)` + sheet.Slightly +
	`(?:\s+by\s+[^;:()]{1,40}?)?\s+to\s+` + sheet.Hedges + `$`)

// movedPairs holds "Diesel fell by 8.5 % to 7.43 million litres (2023: 8.12 million)" against the two figures, in whichever way the sentence
// says which of them is of the year before.
func movedPairs(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() {
			continue
		}
		for _, p := range x.Pairs() {
			if p.Then.Start < p.Now.Start || !p.Sure {
				continue
			}
			m := movedToNow.FindStringSubmatch(x.Text[:p.Now.Start])
			if m == nil {
				continue
			}
			c, ok := goesOneWay(x.Page, x.Text, p.Then, p.Now, sheet.Falls.MatchString(m[1]), p.Year > 0)
			if ok {
				out = append(out, x.Utter(c, p.Now.Text, true))
			}
		}
	}
	return out
}

// reached reads "Scope 1 emissions fell to 186,400 t": a subject, the verb, perhaps by how much, and what was reached.
var reached = pattern.Compile(`(?i)^(.{3,80}?)\s+(?:has\s+|have\s+)?(` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `)` + sheet.Slightly +
	`(?:\s+by\s+[^;:()]{1,40}?)?\s+to\s+` + sheet.Hedges + `$`)

// shownDigits are so many that an amount tells the row that it stands in, of those that share a word with its subject.
const shownDigits = 3

// movedTo holds "fell to 391,600 tonnes" against the one row of a table that has this amount in its last year, and a word of the subject.
func movedTo(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for _, to := range x.Figures {
			if to.Unit.Dimension == quantity.Percent || to.Bound != quantity.Exactly || to.Range ||
				len(compare.Significant(to.Number)) < shownDigits {
				continue
			}
			m := reached.FindStringSubmatch(x.Text[:to.Start])
			if m == nil || strings.ContainsAny(m[1], ".;:") {
				continue
			}
			series, ok := endingIn(s, to, sheet.Stems(m[1]))
			if !ok {
				continue
			}
			if u, ok := went(x, series, sheet.Falls.MatchString(m[2]), 1, m[2]); ok {
				out = append(out, u)
			}
		}
	}
	return out
}
