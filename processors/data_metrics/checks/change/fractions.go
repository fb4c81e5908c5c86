package change

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// inFractions is a change in words: "more than halved", "cut by more than two thirds", "grew by a quarter".
var inFractions = pattern.Compile(`(?i)\b(?:(more\s+than|over|at\s+least)\s+)?(?:(halved|doubled)|\b(` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `)\s+by\s+` +
	`(?:(more\s+than|over|at\s+least)\s+)?(?:(a|one|two|three)[\s-]+)?(half|thirds?|quarters?|fifths?))\b`)

// fractionsOf are how many of a thing make all of it.
var fractionsOf = map[string]int64{"half": 2, "third": 3, "quarter": 4, "fifth": 5}

// fractionSaid is the change in per cent that words say, below 0 for a fall, and whether it is the least.
func fractionSaid(m []string) (change *apd.Decimal, least bool) {
	least = m[1] != "" || m[4] != ""
	switch strings.ToLower(m[2]) {
	case "halved":
		return apd.New(-50, 0), least
	case "doubled":
		return compare.Hundred, least
	}
	parts := map[string]int64{"two": 2, "three": 3}[strings.ToLower(m[5])]
	change, ok := quantity.PercentOf(quantity.Int(max(1, parts)), quantity.Int(fractionsOf[strings.TrimSuffix(strings.ToLower(m[6]), "s")]))
	if !ok || change.Cmp(compare.Hundred) >= 0 {
		return nil, false
	}
	if sheet.Falls.MatchString(m[3]) {
		change = new(apd.Decimal).Neg(change)
	}
	return change, least
}

// fractionsMoved holds a change in words against the one row that the sentence speaks of and nothing else. Words are round: what is more than a
// fifth of the fraction off is another one.
func fractionsMoved(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		at := inFractions.FindStringSubmatchIndex(x.Text)
		if at == nil || x.Renewed() || otherBasis.MatchString(x.Text) {
			continue
		}
		m := inFractions.FindStringSubmatch(x.Text)
		said, least := fractionSaid(m)
		if said == nil {
			continue
		}
		by := quantity.Quantity{Text: m[0], Start: at[0], End: at[1], Unit: quantity.Unit{Dimension: quantity.Percent}}
		n, ok := moveNamed(s, x, by)
		if !ok || n.how < sheet.Surely || len(n.Names) < leastNamed || !n.dated {
			continue
		}
		change, _, fine := bond{then: cellTerm(n.then), now: cellTerm(n.now)}.by(by)
		if !fine {
			continue
		}
		c := events.Check{
			Result: events.CheckPass, Severity: "info", Stated: m[0], Expected: quantity.Print(change, 1) + " %", Message: "The words and the row go together.",
			Inputs:  []events.CheckInput{sheet.Input(n.then, ""), sheet.Input(n.now, "")},
			Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", n.now.Printed, n.then.Printed, n.then.Printed, quantity.Print(change, compare.Places)),
		}
		off := quantity.Sub(quantity.Abs(said), quantity.Abs(change)) // above 0: less than is said
		room := quantity.Mul(quantity.Abs(said), apd.New(2, -1))
		if least && off.Sign() < 0 {
			off = quantity.Int(0)
		} else if least {
			room = compare.OnePercent
		}
		if said.Sign() != change.Sign() || quantity.Abs(off).Cmp(room) > 0 {
			c.Result, c.Severity = events.CheckFail, "warning"
			c.Message = fmt.Sprintf("\"%s\" is said; the row \"%s\", which alone is called so, goes from %s in %d to %s in %d: %s.", m[0],
				sheet.Shorten(n.now.Label()), n.then.WithUnit(), n.then.Year, n.now.WithUnit(), n.now.Year, c.Expected)
		}
		out = append(out, x.Utter(c, m[0], false))
	}
	return out
}
