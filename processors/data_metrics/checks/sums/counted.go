package sums

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Share is a percentage with the count that it is of.
type Share struct{ Count, Stated sheet.Entry }

// Whole is what shares are of; amount is nil if there is none.
type Whole struct {
	Amount *apd.Decimal
	Of     []sheet.Entry // that it is the sum of
	Name   string
}

// Terms writes down what was added up.
func (w Whole) Terms() string {
	if len(w.Of) < 2 {
		return compare.Show(w.Amount)
	}
	var terms []string
	for _, e := range w.Of {
		terms = append(terms, compare.Show(e.Quantity().Base()))
	}
	return "(" + strings.Join(terms, " + ") + ")"
}

// Counted is the count that a percentage is the share of: the one to its left under the same heading, or the one of
// the year that the percentage's column names. "Share in 2024" may stand beside the column of 2023.
func Counted(t *sheet.Table, e sheet.Entry) (sheet.Entry, bool) {
	var near []sheet.Entry
	for col := e.At.Col - 1; col >= 0; col-- {
		c, ok := t.Cell(e.At.Row, col)
		if !ok || sheet.Percent(c) || c.Per != "" || outerOf(c) != outerOf(e) && (len(near) > 0 || outerOf(e) != "" && !names(e, c)) {
			break // but a share alone in its heading may be of the amount before, whose heading stands below one of years
		}
		near = append(near, c)
	}
	if len(near) == 0 {
		return sheet.Entry{}, false
	}
	named := sheet.AnyYear.FindAllString(e.Column(), -1)
	for _, c := range near {
		if len(named) == 1 && strconv.Itoa(c.Year) == named[0] {
			return c, true
		}
	}
	return near[0], true
}

// names reports whether the heading of a share names that of an amount: "Proportion of OpEx (4) / %" beside "OpEx (3) / € million".
func names(share, amount sheet.Entry) bool {
	of := slices.DeleteFunc(sheet.Stems(outerOf(amount)), func(w string) bool { return strings.ContainsAny(w, "0123456789") })
	return len(of) > 0 && sheet.Within(of, sheet.Stems(outerOf(share)))
}

func outerOf(e sheet.Entry) string {
	if len(e.At.ColPath) < 2 {
		return ""
	}
	return e.At.ColPath[0]
}

// Measures reports whether a whole is in units of the same kind as a part: one whose unit was not read is no whole of litres.
func (w Whole) Measures(part sheet.Entry) bool {
	return !slices.ContainsFunc(w.Of, func(e sheet.Entry) bool {
		return e.Quantity().Unit.Dimension != part.Quantity().Unit.Dimension
	})
}

// ShareAgrees computes a share and says whether the printed percentage can be it: amounts are as uncertain as their last place, things
// that are counted are not.
func ShareAgrees(p Share, of Whole) (ok bool, computed *apd.Decimal, rounding bool) {
	count := p.Count.Quantity().Base()
	computed, fine := quantity.PercentOf(count, of.Amount)
	if !fine {
		return false, quantity.Int(0), false
	}
	slack, room := roomOf(p.Count), quantity.Int(0)
	for _, e := range of.Of {
		room = quantity.Sum(room, roomOf(e))
	}
	least, fineLow := quantity.PercentOf(quantity.Sub(count, slack), quantity.Sum(of.Amount, room))
	most, fineHigh := quantity.PercentOf(quantity.Sum(count, slack), quantity.Sub(of.Amount, room))
	q := p.Stated.Quantity()
	rounding = fineLow && fineHigh && q.Interval().Overlaps(quantity.Interval{Low: least, High: most})
	return rounding || quantity.Abs(quantity.Sub(q.Value, computed)).Cmp(compare.TenthPoint) <= 0, computed, rounding
}

// roomOf is half a unit of the last place of an amount; nothing for what is counted one by one.
func roomOf(e sheet.Entry) *apd.Decimal {
	q := e.Quantity()
	if q.Unit.Dimension == quantity.Count && q.Value.Exponent >= 0 && q.Unit.Factor.Cmp(quantity.Int(1)) == 0 {
		return quantity.Int(0)
	}
	return quantity.Abs(quantity.Mul(q.Half, q.Unit.Factor))
}

// GrandTotal is the sum of the counts of the total row.
func GrandTotal(t *sheet.Table, pairs []Share) func(Share) Whole {
	all := Whole{Amount: quantity.Int(0), Name: "of all"}
	for _, p := range pairs {
		if p.Count.Total {
			all.Amount, all.Of = quantity.Sum(all.Amount, p.Count.Quantity().Base()), append(all.Of, p.Count)
		}
	}
	return func(Share) Whole {
		if all.Amount.IsZero() {
			return Whole{}
		}
		return all
	}
}

// ColumnTotal is the count of the total row in the same column. Where no row is called one, it is the largest count that is 100 %.
func ColumnTotal(t *sheet.Table, pairs []Share) func(Share) Whole {
	totals := map[int]sheet.Entry{}
	largest := map[int]sheet.Entry{}
	for _, p := range pairs {
		col := p.Count.At.Col
		if most, ok := largest[col]; !ok || p.Count.Quantity().Base().Cmp(most.Quantity().Base()) > 0 {
			largest[col] = p.Count
			delete(totals, col)
			if p.Stated.Quantity().Value.Cmp(compare.Hundred) == 0 {
				totals[col] = p.Count
			}
		}
	}
	for _, p := range pairs {
		if p.Count.Total {
			totals[p.Count.At.Col] = p.Count
		}
	}
	return func(p Share) Whole {
		if e, ok := totals[p.Count.At.Col]; ok && !e.Quantity().Value.IsZero() {
			return Whole{e.Quantity().Base(), []sheet.Entry{e}, "of the column's total"}
		}
		return Whole{}
	}
}

// SaidAll is the nearest count of the column that is printed as 100 %, of several the one that the percentage is a share of: each block of a table
// may have its own.
func SaidAll(pairs []Share) func(Share) Whole {
	return func(p Share) Whole {
		var best Whole
		near := 0
		if v := p.Stated.Quantity().Value; v.Sign() < 0 || v.Cmp(compare.Hundred) == 0 { // "–9.7", where a dash of the row before ran into a share
			return best
		}
		for _, o := range pairs {
			away := max(o.Count.At.Row-p.Count.At.Row, p.Count.At.Row-o.Count.At.Row)
			if o.Count.At.Col != p.Count.At.Col || away == 0 || o.Stated.Quantity().Value.Cmp(compare.Hundred) != 0 ||
				o.Count.Quantity().Base().Cmp(p.Count.Quantity().Base()) < 0 || !sheet.Comparable(o.Count, p.Count) {
				continue
			}
			of := Whole{o.Count.Quantity().Base(), []sheet.Entry{o.Count}, "of what is printed as 100 %"}
			if ok, _, _ := ShareAgrees(p, of); ok {
				return of
			}
			if near == 0 || away < near {
				best, near = of, away
			}
		}
		return best
	}
}

// inAll says that an amount is that of all years together.
var inAll = pattern.Compile(`(?i)\b(?:in\s+total|altogether|a\s+total\s+of|in\s+all|totalling)\b`)

// yearlyPlans adds up what is planned year by year - a line of years above a line of amounts - and holds it against the amount of all
// these years, which the sentence before it gives and which a colon hands over.
func yearlyPlans(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		named := sheet.YearsNamed(x.Text)
		if len(named) != 2 || !inAll.MatchString(x.Text) || !strings.HasSuffix(strings.TrimSpace(x.Text), ":") {
			continue
		}
		var totals []quantity.Quantity
		for _, q := range x.Figures {
			if !q.Year && !q.Range && q.Unit.Dimension != quantity.Percent {
				totals = append(totals, q)
			}
		}
		if parts := yearByYear(s, x, named[0], named[1]); len(parts) > 0 && len(totals) == 1 {
			out = append(out, x.Utter(plan(x, parts, totals[0]), totals[0].Text, false))
		}
	}
	return out
}

// plan makes the check of such amounts.
func plan(x sheet.Statement, parts []quantity.Quantity, total quantity.Quantity) events.Check {
	sum, half := quantity.Int(0), total.Half
	c := events.Check{}
	var terms []string
	if total.Scale != nil {
		half, _ = quantity.Ratio(total.Half, total.Scale)
	}
	for _, q := range parts {
		sum, half = quantity.Sum(sum, q.Value), quantity.Sum(half, q.Half)
		terms = append(terms, q.Text)
		c.Inputs = append(c.Inputs, x.Input("part", q))
	}
	stated := sheet.Unscaled(total)
	c.Inputs = append(c.Inputs, x.Input(sheet.StatedLabel+" whole", total))
	c.Working = fmt.Sprintf("%s = %s; stated: %s", strings.Join(terms, " + "), compare.Show(sum), total.Text)
	compare.Settle(&c, sum, stated, "", quantity.Abs(quantity.Sub(sum, stated)).Cmp(half) <= 0)
	compare.Conclude(&c, compare.WithinPercent(stated, sum, compare.OnePercent), total.Bound, "1 % of the total")
	return c
}

// yearByYear are the amounts below a line of all years from one to another, right behind a sentence; nil if there are none.
func yearByYear(s *sheet.Sheet, x sheet.Statement, first, last int) []quantity.Quantity {
	text := s.Options.Document.Pages[x.Page-1].Text
	words := strings.Fields(x.Text)
	at := strings.LastIndex(text, words[len(words)-1])
	if at < 0 {
		return nil
	}
	lines := slices.DeleteFunc(strings.Split(text[at:], "\n"), func(l string) bool { return strings.TrimSpace(l) == "" })
	if len(lines) < 3 {
		return nil
	}
	years, amounts := strings.Split(lines[1], "\t"), strings.Split(lines[2], "\t")
	if len(years) != last-first+1 || len(amounts) != len(years) || len(years) < compare.LeastShown {
		return nil
	}
	var out []quantity.Quantity
	for i, cell := range amounts {
		q, err := quantity.Parse(strings.TrimSpace(cell), x.Style)
		if err != nil || vocabulary.YearIn(years[i]) != first+i {
			return nil
		}
		out = append(out, q)
	}
	return out
}
