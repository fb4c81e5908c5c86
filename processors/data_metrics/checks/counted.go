package checks

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// share is a percentage with the count that it is of.
type share struct{ count, stated entry }

// whole is what shares are of; amount is nil if there is none.
type whole struct {
	amount *apd.Decimal
	of     []entry // that it is the sum of
	name   string
}

func (w whole) terms() string {
	if len(w.of) < 2 {
		return show(w.amount)
	}
	var terms []string
	for _, e := range w.of {
		terms = append(terms, show(e.Quantity().Base()))
	}
	return "(" + strings.Join(terms, " + ") + ")"
}

// counted is the count that a percentage is the share of: the one to its left under the same heading, or the one of
// the year that the percentage's column names. "Share in 2024" may stand beside the column of 2023.
func (t *table) counted(e entry) (entry, bool) {
	var near []entry
	for col := e.at.Col - 1; col >= 0; col-- {
		c, ok := t.cell(e.at.Row, col)
		if !ok || percent(c) || c.Per != "" || outerOf(c) != outerOf(e) {
			break
		}
		near = append(near, c)
	}
	if len(near) == 0 {
		return entry{}, false
	}
	named := namedYear.FindAllString(e.column(), -1)
	for _, c := range near {
		if len(named) == 1 && strconv.Itoa(c.Year) == named[0] {
			return c, true
		}
	}
	return near[0], true
}

var namedYear = regexp.MustCompile(`\b(?:19|20)\d\d\b`)

func outerOf(e entry) string {
	if len(e.at.ColPath) < 2 {
		return ""
	}
	return e.at.ColPath[0]
}

// shareAgrees computes a share and says whether the printed percentage can be it: amounts are as uncertain as their last place, things
// that are counted are not.
func shareAgrees(p share, of whole) (ok bool, computed *apd.Decimal, rounding bool) {
	count := p.count.Quantity().Base()
	computed, fine := quantity.PercentOf(count, of.amount)
	if !fine {
		return false, quantity.Int(0), false
	}
	slack, room := roomOf(p.count), quantity.Int(0)
	for _, e := range of.of {
		room = quantity.Sum(room, roomOf(e))
	}
	least, fineLow := quantity.PercentOf(quantity.Sub(count, slack), quantity.Sum(of.amount, room))
	most, fineHigh := quantity.PercentOf(quantity.Sum(count, slack), quantity.Sub(of.amount, room))
	q := p.stated.Quantity()
	rounding = fineLow && fineHigh && q.Interval().Overlaps(quantity.Interval{Low: least, High: most})
	return rounding || quantity.Abs(quantity.Sub(q.Value, computed)).Cmp(tenthPoint) <= 0, computed, rounding
}

// roomOf is half a unit of the last place of an amount; nothing for what is counted one by one.
func roomOf(e entry) *apd.Decimal {
	q := e.Quantity()
	if q.Unit.Dimension == quantity.Count && q.Value.Exponent >= 0 && q.Unit.Factor.Cmp(quantity.Int(1)) == 0 {
		return quantity.Int(0)
	}
	return quantity.Abs(quantity.Mul(q.Half, q.Unit.Factor))
}

// grandTotal is the sum of the counts of the total row.
func (t *table) grandTotal(pairs []share) func(share) whole {
	all := whole{amount: quantity.Int(0), name: "of all"}
	for _, p := range pairs {
		if p.count.total {
			all.amount, all.of = quantity.Sum(all.amount, p.count.Quantity().Base()), append(all.of, p.count)
		}
	}
	return func(share) whole {
		if all.amount.IsZero() {
			return whole{}
		}
		return all
	}
}

// columnTotal is the count of the total row in the same column. Where no row is called one, it is the largest count that is 100 %.
func (t *table) columnTotal(pairs []share) func(share) whole {
	totals := map[int]entry{}
	largest := map[int]entry{}
	for _, p := range pairs {
		col := p.count.at.Col
		if most, ok := largest[col]; !ok || p.count.Quantity().Base().Cmp(most.Quantity().Base()) > 0 {
			largest[col] = p.count
			delete(totals, col)
			if p.stated.Quantity().Value.Cmp(hundred) == 0 {
				totals[col] = p.count
			}
		}
	}
	for _, p := range pairs {
		if p.count.total {
			totals[p.count.at.Col] = p.count
		}
	}
	return func(p share) whole {
		if e, ok := totals[p.count.at.Col]; ok && !e.Quantity().Value.IsZero() {
			return whole{e.Quantity().Base(), []entry{e}, "of the column's total"}
		}
		return whole{}
	}
}
