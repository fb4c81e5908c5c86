package change

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// times is by how many times a thing is said to have become more: "more than tripled".
	times = pattern.Compile(`(?i)\b(?:(more\s+than|over|almost|nearly|about|around|roughly)\s+)?(doubled|tripled|trebled|quadrupled|halved)\b`)
	timed = map[string]*apd.Decimal{"doubled": apd.New(2, 0), "tripled": apd.New(3, 0), "trebled": apd.New(3, 0),
		"quadrupled": apd.New(4, 0), "halved": apd.New(5, -1)}
)

// justFrom leads from such a word to the two figures.
var justFrom = pattern.Compile(`(?i)^,?\s+from\s+` + sheet.Hedges + `$`)

// multiplied holds "more than tripled, from 16,900 to 38,200" against the two figures. Where a sentence says so of several things, each word has
// the pair right behind it.
func multiplied(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		all, said := x.Pairs(), times.FindAllStringSubmatchIndex(x.Text, -1)
		if len(all) == 0 || len(all) != len(said) || x.Renewed() {
			continue
		}
		for i, p := range all {
			if at := said[i]; len(all) == 1 || at[1] <= p.Then.Start && justFrom.MatchString(x.Text[at[1]:p.Then.Start]) {
				out = appendTimes(out, x, p, x.Text[at[0]:at[1]])
			}
		}
	}
	return out
}

// appendTimes holds a word against the figures of two years.
func appendTimes(out []sheet.Utterance, x sheet.Statement, p sheet.ThenAndNow, said string) []sheet.Utterance {
	ratio, ok := quantity.Ratio(p.Now.Base(), p.Then.Base())
	if !ok || !p.Now.Comparable(p.Then) {
		return out
	}
	low, high := timesOf(said)
	c := events.Check{
		Result: events.CheckPass, Severity: "info", Inputs: []events.CheckInput{x.Input("from", p.Then), x.Input("to", p.Now)},
		Working: fmt.Sprintf("%s / %s = %s", p.Now.Text, p.Then.Text, quantity.Print(ratio, 2)), Stated: said, Expected: quantity.Print(ratio, 2) + " times",
		Message: "The words and the figures go together.",
	}
	if ratio.Cmp(low) < 0 || ratio.Cmp(high) > 0 {
		c.Result, c.Severity = events.CheckFail, "critical"
		c.Message = fmt.Sprintf("The words say \"%s\", the figures make %s times: %s after %s.", said, quantity.Print(ratio, 2), p.Now.Text, p.Then.Text)
	}
	return append(out, x.Utter(c, said, true))
}

// timesOf is between what a word says that a figure is of another, as many times. Of what is more than halved, less is left; how far something
// goes beyond is not said.
func timesOf(said string) (low, high *apd.Decimal) {
	m := times.FindStringSubmatch(said)
	word, hedge := strings.ToLower(m[2]), strings.ToLower(m[1])
	by := timed[word]
	part := func(hundredths int64) *apd.Decimal { return quantity.Mul(by, apd.New(hundredths, -2)) }
	fell, nearly := word == "halved", hedge == "almost" || hedge == "nearly"
	switch {
	case fell && nearly:
		return part(90), part(130)
	case nearly:
		return part(80), part(102)
	case fell && (hedge == "more than" || hedge == "over"):
		return quantity.Int(0), part(101)
	case hedge == "more than" || hedge == "over":
		return part(99), part(200)
	}
	return part(90), part(115)
}
