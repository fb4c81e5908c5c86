package shares

import (
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// besideCount stands right before a share that belongs to the figure before it: "338 are older (", "121, or".
var besideCount = pattern.Compile(`(?i)(?:\(|,\s*or|,\s*i\.e\.|,\s*that\s+is)\s*$`)

// counted is a share of a sentence with the amounts before it, one of which it is the share of.
type counted struct {
	share quantity.Quantity
	of    []quantity.Quantity
}

// consensus holds several shares of one sentence, each beside its amount, against the whole that the others are shares of: "of 653 people 121
// are younger than 30 (18.5 %), 338 are up to 50 (57.8 %) and 194 are older (29.7 %)". That all are meant to be of this whole is
// shown by the amounts, which make it, or by the slip that explains the one that is not.
func consensus(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		all := countedShares(x)
		if len(all) < compare.LeastShown || x.Renewed() {
			continue
		}
		for _, w := range append(slices.Clone(x.Figures), x.Earlier().Figures...) {
			if c, said, ok := outOfLine(x, all, w); ok {
				out = append(out, x.Utter(c, said, true))
				break
			}
		}
	}
	return out
}

// countedShares pairs the percentages of a sentence with the amounts between it and the one before.
func countedShares(x sheet.Statement) []counted {
	var out []counted
	var since []quantity.Quantity
	for _, q := range x.Figures {
		switch {
		case q.Unit.Dimension == quantity.Percent:
			if !q.Range && q.Bound == quantity.Exactly && len(since) > 0 && besideCount.MatchString(x.Text[:q.Start]) {
				out = append(out, counted{q, since})
			}
			since = nil
		case sheet.Amount(q) && q.Value.Sign() > 0:
			since = append(since, q)
		}
	}
	return out
}

// outOfLine finds the one share that is none of a whole of which all the others are.
func outOfLine(x sheet.Statement, all []counted, w quantity.Quantity) (c events.Check, said string, ok bool) {
	if !sheet.Amount(w) || w.Value.Sign() <= 0 {
		return c, "", false
	}
	odd := -1
	sum := quantity.Int(0)
	for i, k := range all {
		at := slices.IndexFunc(k.of, func(a quantity.Quantity) bool { return isShare(a, w, k.share) })
		switch {
		case at >= 0:
			sum = quantity.Sum(sum, k.of[at].Base())
		case odd >= 0:
			return c, "", false
		default:
			odd = i
		}
	}
	if odd < 0 {
		return c, "", false
	}
	k := all[odd]
	part := k.of[0]
	if !part.Comparable(w) || part.Base().Cmp(w.Base()) >= 0 {
		return c, "", false
	}
	others := append(slices.Clone(x.Figures), x.Earlier().Figures...)
	if slices.ContainsFunc(others, func(o quantity.Quantity) bool {
		return slices.ContainsFunc(k.of, func(a quantity.Quantity) bool { return sheet.Amount(o) && isShare(a, o, k.share) })
	}) {
		return c, "", false // a share of another whole
	}
	computed, fine := quantity.PercentOf(part.Base(), w.Base())
	printed := quantity.Print(quantity.Mul(computed, apd.New(1, max(0, -k.share.Value.Exponent))), 0)
	if !fine || quantity.Sum(sum, part.Base()).Cmp(w.Base()) != 0 && compare.SlipOfDigits(printed, k.share.Number) == "" {
		return c, "", false
	}
	c = events.Check{
		Result: events.CheckFail, Severity: "critical",
		Inputs:  []events.CheckInput{x.Input("part", part), x.Input("whole", w), x.Input(sheet.StatedLabel+" share", k.share)},
		Working: fmt.Sprintf("%s / %s x 100 = %s %%", compare.Show(part.Base()), compare.Show(w.Base()), quantity.Print(computed, compare.Places)),
		Message: fmt.Sprintf("%s of %s is %s %%, not %s. The other %d shares of the sentence are of this whole.", part.Text, w.Text,
			quantity.Print(computed, 1), k.share.Text, len(all)-1),
	}
	compare.Settle(&c, computed, k.share.Value, "%", false)
	return c, k.share.Text, true
}

// isShare reports whether a percentage is that of a part of a whole, as printed.
func isShare(part, whole, share quantity.Quantity) bool {
	if !part.Comparable(whole) || part.Base().Cmp(whole.Base()) >= 0 {
		return false
	}
	v, ok := quantity.PercentOf(part.Base(), whole.Base())
	return ok && quantity.Abs(quantity.Sub(v, share.Value)).Cmp(quantity.Sum(share.Half, compare.TenthPoint)) <= 0
}
