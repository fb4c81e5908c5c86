package shares

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// fractionNamely is a share in words that a percentage is said to be: "more than half of our energy, namely 38 %".
	fractionNamely = pattern.Compile(`(?i)(?:^|[\s(,;])(?:(more\s+than|over|at\s+least|less\s+than|under|almost|nearly|not\s+quite|about|around|roughly|` +
		`(?:a\s+)?little\s+(?:more|less)\s+than|just\s+(?:over|under))\s+)?(?:(a|one|two|three|four)[\s-]+)?(half|thirds?|quarters?|fifths?)\s+of\s+` +
		`([\p{L}\s'’-]{3,60}?)(?:,\s+(?:namely|that\s+is|i\.e\.|or|exactly|precisely)\s+|\s+\()$`)
	// notOfWhole is a whole that stands for something said before, or is a change, of which a percentage may be one of points.
	notOfWhole = pattern.Compile(`(?i)\b(?:it|its|them|these|this|those|that|which|whom|` +
		`reduction\w*|decrease\w*|increase\w*|growth|change\w*|rise|fall|target\w*|year)\b`)
	percentAlone = pattern.Compile(`(?i)^\s*(?:\)|[.,;]|$|(?:is|are|was|were|has|have|had|came|comes|went|goes)\b)`)
	partsOfOne   = map[string]int64{"half": 2, "third": 3, "quarter": 4, "fifth": 5}
)

// fractionsNamely holds a share in words against the percentage that it is said to be. Words are round: what is only a fifth of the fraction off is
// meant by it, unless they say on which side of it the share lies.
func fractionsNamely(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i, q := range x.Figures {
			if q.Unit.Dimension != quantity.Percent || q.Range || q.Bound != quantity.Exactly || q.Signed || !percentAlone.MatchString(x.Text[q.End:]) {
				continue
			}
			m := fractionNamely.FindStringSubmatch(x.Text[:q.Start])
			if m == nil || notOfWhole.MatchString(m[4]) || i > 0 && x.Figures[i-1].Start > q.Start-len(m[0]) {
				continue
			}
			n := map[string]int64{"two": 2, "three": 3, "four": 4}[strings.ToLower(m[2])]
			said, ok := quantity.PercentOf(quantity.Int(max(1, n)), quantity.Int(partsOfOne[strings.TrimSuffix(strings.ToLower(m[3]), "s")]))
			if !ok || said.Cmp(compare.Hundred) >= 0 || sideOf(m[1]).holds(q.Value, said) || partOfPart(x, q, said, sideOf(m[1])) {
				continue
			}
			words := strings.TrimLeft(strings.TrimRight(m[0], " ("), " ,;(")
			c := events.Check{
				Result: events.CheckFail, Severity: "warning", Stated: q.Text, Expected: strings.TrimSpace(m[1] + " " + quantity.Print(said, 1) + " %"),
				Inputs:  []events.CheckInput{x.Input("in a sentence", q)},
				Working: fmt.Sprintf("\"%s\": %s %%; %s stated", words, strings.TrimSpace(m[1]+" "+quantity.Print(said, 1)), q.Text),
				Message: fmt.Sprintf("The words say \"%s\", the figure beside them is %s.", words, q.Text),
			}
			out = append(out, x.Utter(c, q.Text, true))
		}
	}
	return out
}

// side is on which side of a fraction a share is said to lie: above it, below it, or neither.
type side int

func sideOf(hedge string) side {
	words := strings.Fields(strings.ToLower(hedge))
	switch {
	case len(words) == 0 || words[0] == "about" || words[0] == "around" || words[0] == "roughly":
		return 0
	case slices.Contains(words, "more") || slices.Contains(words, "over") || slices.Contains(words, "least"):
		return 1
	}
	return -1
}

// holds reports whether a share is what words say, give or take a point.
func (d side) holds(share, said *apd.Decimal) bool {
	off := quantity.Sub(share, said)
	switch {
	case d > 0:
		return off.Cmp(quantity.Int(-1)) >= 0
	case d < 0:
		return off.Cmp(quantity.Int(1)) <= 0
	}
	return quantity.Abs(off).Cmp(quantity.Mul(said, apd.New(2, -1))) <= 0
}

// partOfPart reports whether a percentage may be of all, and the fraction of a part that another percentage near it gives: of 70 %, more than half are 38 %.
func partOfPart(x sheet.Statement, q quantity.Quantity, said *apd.Decimal, d side) bool {
	for _, o := range append(x.Percents(), x.Earlier().Percents()...) {
		if share, ok := quantity.PercentOf(q.Value, o.Value); ok && o.Value.Cmp(q.Value) > 0 && d.holds(share, said) {
			return true
		}
	}
	return false
}
