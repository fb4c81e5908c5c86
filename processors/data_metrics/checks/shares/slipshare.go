package shares

import (
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// shareBeside leads from an amount to its share, with the amount of the year before in between or not: "2,310 MWh (2023: 1,675 MWh), or".
	shareBeside = pattern.Compile(`(?i)^[\p{L}\s'’³²/-]{0,50}(?:\([^()]{0,40}\))?` +
		`(?:\s*\(|,?\s*or|,\s*(?:i\.e\.|that\s+is|which\s+is|equal\s+to))\s*` + sheet.Hedges + `$`)
	// ofIts leads from a share to the whole that it is said to be of: "of the fund's 3,760,500 sq ft".
	ofIts = pattern.Compile(`(?i)^\s*of\s+(?:[\p{L}'’-]+\s+){0,5}$`)
	// noShare follows a percentage that is none of a whole.
	noShare = pattern.Compile(`(?i)^\s*(?:more|less|fewer|lower|higher|above|below|up|down|than|since|points?|a\s+year|per\b|year)`)
	noun    = pattern.Compile(`^\s+(\p{L}{3,})`)
)

// wholeOfShare is an amount that a share may be of.
type wholeOfShare struct {
	amount quantity.Quantity
	input  events.CheckInput
	named  bool // the sentence says that the share is of it
	stated bool // right behind the share
}

// slippedShares holds a share beside its amount, "2,310 MWh or 28.3 % of the electricity used", against the wholes that it can be of: those of
// the sentence, of the one before and of the table that has the amount. Where one of them makes the share nothing is said. Where none does, the
// share is wrong if the sentence gives the whole with it, or if one that it names makes the share but for a slip of the pen.
func slippedShares(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i, p := range x.Figures {
			if p.Unit.Dimension != quantity.Percent || p.Range || p.Signed || p.Bound != quantity.Exactly || noShare.MatchString(x.Text[p.End:]) {
				continue
			}
			part, ok := amountBeside(x, i)
			if !ok {
				continue
			}
			if u, ok := slippedShare(s, x, part, p); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// amountBeside is the amount that a share stands behind.
func amountBeside(x sheet.Statement, i int) (quantity.Quantity, bool) {
	for k := i - 1; k >= max(0, i-2); k-- {
		q := x.Figures[k]
		if sheet.Amount(q) && q.Value.Sign() > 0 && shareBeside.MatchString(x.Text[q.End:x.Figures[i].Start]) {
			return q, true
		}
	}
	return quantity.Quantity{}, false
}

func slippedShare(s *sheet.Sheet, x sheet.Statement, part, p quantity.Quantity) (u sheet.Utterance, ok bool) {
	wholes := wholesSaid(x, part, p)
	wholes = append(wholes, wholesOfTables(s, x, part, p)...)
	found := map[string]wholeOfShare{}
	for _, w := range wholes {
		if !w.amount.Comparable(part) || w.amount.Base().Cmp(part.Base()) <= 0 {
			continue
		}
		if possible(part, w.amount, p) {
			return u, false
		}
		computed, fine := quantity.PercentOf(part.Base(), w.amount.Base())
		if !fine || !w.named {
			continue
		}
		if printed := quantity.Print(computed, max(0, -p.Value.Exponent)); w.stated || slipOf(computed, p) != "" && !x.Renewed() {
			found[printed] = w
		}
	}
	if len(found) != 1 {
		return u, false
	}
	for printed, w := range found {
		computed, _ := quantity.PercentOf(part.Base(), w.amount.Base())
		c := events.Check{
			Result: events.CheckFail, Severity: "critical", Inputs: []events.CheckInput{x.Input("part", part), w.input, x.Input(sheet.StatedLabel+" share", p)},
			Working: fmt.Sprintf("%s / %s x 100 = %s %%", compare.Show(part.Base()), compare.Show(w.amount.Base()), quantity.Print(computed, compare.Places)),
		}
		compare.Settle(&c, computed, p.Value, "%", false)
		c.Message = fmt.Sprintf("%s of %s is %s %%, not %s; it is the share of no other amount that stands there.%s",
			part.Text, w.amount.Text, printed, p.Text, slipOf(computed, p))
		u, ok = x.Utter(c, p.Text, w.stated), true
	}
	return u, ok
}

// possible reports whether a share is that of a part of a whole, given how all three are printed.
func possible(part, whole, share quantity.Quantity) bool {
	a, b := part.Interval(), whole.Interval()
	low, fine := quantity.PercentOf(a.Low, b.High)
	high, also := quantity.PercentOf(a.High, b.Low)
	if !fine || !also {
		return true
	}
	return share.Interval().Overlaps(quantity.Interval{Low: quantity.Sub(low, compare.TenthPoint), High: quantity.Sum(high, compare.TenthPoint)})
}

// slipOf says by which slip a share with a place behind the point is not the computed one.
func slipOf(computed *apd.Decimal, p quantity.Quantity) string {
	if p.Value.Exponent >= 0 {
		return ""
	}
	digits := quantity.Print(quantity.Mul(computed, apd.New(1, -p.Value.Exponent)), 0) // with the zeros behind the point
	return compare.SlipOfDigits(digits, p.Number)
}

// wholesSaid are those of the sentence and of the one before. A count is a whole of another only if both count one thing.
func wholesSaid(x sheet.Statement, part, p quantity.Quantity) []wholeOfShare {
	var out []wholeOfShare
	counted := sheet.Stems(sheet.FirstOf(noun.FindStringSubmatch(x.Text[part.End:])))
	for _, y := range []sheet.Statement{x, x.Earlier()} {
		for _, q := range y.Figures {
			if !sheet.Amount(q) || q.Value.Sign() <= 0 || y.Text == x.Text && q.Start == part.Start {
				continue
			}
			w := wholeOfShare{amount: q, input: y.Input("whole", q)}
			same := part.Unit.Dimension != quantity.Count ||
				sheet.SharesWord(counted, sheet.Stems(sheet.FirstOf(noun.FindStringSubmatch(y.Text[q.End:]))))
			w.stated = y.Text == x.Text && q.Start > p.End && ofIts.MatchString(x.Text[p.End:q.Start])
			w.named = same
			w.stated = w.stated && same
			out = append(out, w)
		}
	}
	return out
}

// wholesOfTables are the figures of the tables that have the part, in its column and in its row; named are those that what the share is said
// to be of shares a word with.
func wholesOfTables(s *sheet.Sheet, x sheet.Statement, part, p quantity.Quantity) []wholeOfShare {
	if len(compare.Significant(part.Number)) < compare.LeastShown-1 {
		return nil
	}
	of := sheet.Stems(sheet.FirstOf(ofPhrase.FindStringSubmatch(x.Text[p.End:])))
	var out []wholeOfShare
	for _, t := range s.Tables {
		for _, e := range t.All {
			if e.Source != facts.FromTable || e.Change || e.Target || !e.Prints(part) {
				continue
			}
			for _, w := range t.All {
				if w.ID == e.ID || w.At.Col != e.At.Col && w.At.Row != e.At.Row || sheet.Percent(w) || w.Change || w.Target || !sheet.Comparable(w, e) {
					continue
				}
				q := w.Quantity()
				q.Text = w.WithUnit()
				if !q.Comparable(part) {
					q.Unit, q.Value, q.Half = part.Unit, quantity.Mul(q.Value, sheet.ScaleOf(part)), quantity.Mul(q.Half, sheet.ScaleOf(part))
				}
				name := sheet.Stems(w.Label())
				out = append(out, wholeOfShare{amount: q, input: sheet.Input(w, "whole: "+sheet.Shorten(w.Label())),
					named: w.At.Col == e.At.Col && w.Year == e.Year && sheet.SharesWord(of, name) && !slices.Equal(name, sheet.Stems(e.Label()))})
			}
		}
	}
	return out
}

// ofPhrase is what a share is said to be of.
var ofPhrase = pattern.Compile(`(?i)^\s*of\s+([^.;,()\d]{3,80})`)
