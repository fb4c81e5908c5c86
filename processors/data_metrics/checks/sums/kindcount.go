package sums

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
)

var (
	// byKinds reads "We made 14 productions: six features, five series and four commercials".
	byKinds = pattern.Compile(`(?i)(?:^|[^\d.,])\b` + numberSaid + `\s+((?:\p{Ll}[\p{Ll}'’-]+\s+){0,2}?\p{Ll}{3,}(?:s|people|women|men))` +
		`\s*(?::\s*|\s[–—]\s|\(|,\s+namely\s+)([^:;()–—]+?)(?:\)|[.!]?$)`)
	// ofAKind is one of them.
	ofAKind  = pattern.Compile(`(?i)^(?:and\s+)?` + numberSaid + `\s+(\p{L}[\p{L}'’-]*(?:\s+\p{L}[\p{L}'’-]*){0,3})$`)
	kindJoin = pattern.Compile(`(?i)\s*,\s*(?:and\s+)?|\s+and\s+`)
)

// countedKinds holds a number of things against those of its kinds, where all that stands behind it are numbers of kinds and the last is joined by "and".
// Kinds that may be counted twice, as those of people, and lists that leave some out, say nothing.
func countedKinds(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	s.EachSentence(func(page int, text string) {
		at := byKinds.FindStringSubmatchIndex(text)
		if at == nil || len(text) > sheet.LongestSentence || ofMore.MatchString(text[:at[2]]) || numbered.MatchString(text[:at[2]]) ||
			notAllOfThem.MatchString(text) || cell.CountsPeople(text[at[4]:at[5]]) || !strings.Contains(text[at[6]:at[7]], " and ") {
			return
		}
		said, what, list := text[at[2]:at[3]], text[at[4]:at[5]], text[at[6]:at[7]]
		total, sum := numberOf(said), 0
		var terms []string
		for _, item := range kindJoin.Split(strings.TrimSpace(list), -1) {
			m := ofAKind.FindStringSubmatch(strings.TrimSpace(item))
			if m == nil || relative.MatchString(item) || itemClause.MatchString(item) || slices.Contains(terms, m[1]+" "+m[2]) {
				return
			}
			sum += numberOf(m[1])
			terms = append(terms, m[1]+" "+m[2])
		}
		if len(terms) < 2 || total < 2 || sum < total-mostMiscounted || sum > total+mostMiscounted {
			return // of other things, or counted otherwise
		}
		c := events.Check{
			Result: events.CheckPass, Severity: "info", Expected: strconv.Itoa(sum), Stated: said, Message: "The numbers of its kinds make the number that is said.",
			Inputs:  []events.CheckInput{{Label: sheet.StatedLabel + " number", Value: said, Page: page}},
			Working: fmt.Sprintf("%s stated; %s make %d", said, strings.Join(terms, ", "), sum),
		}
		if sum != total {
			c.Result, c.Severity = events.CheckFail, "warning"
			c.Message = fmt.Sprintf("%s %s are said to be there; %s make %d, and nothing says that some are counted twice or left out.", said, what,
				strings.Join(terms, ", "), sum)
		}
		out = append(out, sheet.Statement{Page: page, Text: text}.Utter(c, said, true))
	})
	return out
}
