package relation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// breach is a relation at the one position where it does not hold.
type breach struct {
	*relation
	pos      int
	computed *apd.Decimal
	wrong    *sheet.Entry // the figure that is, if the page shows which
	right    *apd.Decimal
	twice    bool // two relations show it
}

// broken lists what a table's relations say of its figures: each wrong one once.
func broken(s *sheet.Sheet, all []relation) []sheet.Finding {
	sound := map[sheet.Place]int{} // cells that another relation holds for
	for i := range all {
		for _, pos := range all[i].holds {
			for _, e := range all[i].cells(pos) {
				sound[key(e)]++
			}
		}
	}
	var open []breach
	for i := range all {
		r := &all[i]
		if len(r.not) != 1 {
			continue
		}
		pos := r.not[0]
		value, _, ok := r.at(pos)
		if !ok || excused(s, r, pos, value) {
			continue
		}
		open = append(open, breach{relation: r, pos: pos, computed: value})
	}
	slices.SortStableFunc(open, func(a, b breach) int {
		return cmp.Or(cmp.Compare(a.how, b.how), cmp.Compare(len(a.of), len(b.of)), cmp.Compare(b.told, a.told), cmp.Compare(b.weight, a.weight),
			cmp.Compare(a.result, b.result))
	})
	for i := range open {
		open[i].settle(sound, open)
	}
	var out []sheet.Finding
	told := map[sheet.Place]bool{}
	for _, b := range open {
		cells := b.cells(b.pos)
		if b.wrong == nil && !b.sure() || !b.twice && b.chance(all) || slices.ContainsFunc(cells, func(e sheet.Entry) bool { return told[key(e)] }) {
			continue
		}
		if b.wrong != nil {
			told[key(*b.wrong)] = true
		} else {
			for _, e := range cells {
				if sound[key(e)] == 0 {
					told[key(e)] = true
				}
			}
		}
		out = append(out, b.finding())
	}
	return out
}

// chance reports whether the result is made of other lines there, one of its own among them: then the sum that does not hold there held by chance
// where it did, as one of a total after offsets can.
func (b *breach) chance(all []relation) bool {
	return b.how == addition && (b.ofTwo() || slices.ContainsFunc(all, func(o relation) bool {
		return o.how == addition && o.v == b.v && o.result == b.result && slices.Contains(o.holds, b.pos) && len(o.holds) > len(b.holds) &&
			slices.ContainsFunc(o.of, func(l int) bool { return slices.Contains(b.of, l) })
	}))
}

// ofTwo reports whether the result is exactly the sum of two other lines wherever it stands, while its own only come about to it: a total and the little
// that is taken off it.
func (b *breach) ofTwo() bool {
	result := b.v.lines[b.result].at
	about := slices.ContainsFunc(b.holds, func(pos int) bool {
		value, _, ok := b.at(pos)
		return ok && value.Cmp(amountOf(*result[pos])) != 0
	})
	sums := func(i, k int) bool {
		for pos, e := range result {
			x, y := b.v.lines[i].at[pos], b.v.lines[k].at[pos]
			if e != nil && (x == nil || y == nil || quantity.Sum(amountOf(*x), amountOf(*y)).Cmp(amountOf(*e)) != 0) {
				return false
			}
		}
		return true
	}
	for i := range b.v.lines {
		for k := i + 1; about && k < len(b.v.lines); k++ {
			if i != b.result && k != b.result && sums(i, k) {
				return true
			}
		}
	}
	return false
}

// settle finds the wrong figure of a breach: the one that another broken relation would have to be mended in the same way, or
// the only one that no relation holds for.
func (b *breach) settle(sound map[sheet.Place]int, all []breach) {
	cells := b.cells(b.pos)
	for i := range cells {
		mine, ok := b.mended(cells[i])
		if !ok {
			continue
		}
		for k := range all {
			if all[k].relation == b.relation {
				continue
			}
			if other, also := all[k].mended(cells[i]); also && other.Cmp(mine) == 0 && !all[k].same(b) {
				b.wrong, b.right, b.twice = &cells[i], mine, true
				return
			}
		}
	}
	var without []int
	for i := range cells {
		if sound[key(cells[i])] == 0 {
			without = append(without, i)
		}
	}
	if len(without) == 1 {
		if v, ok := b.mended(cells[without[0]]); ok {
			b.wrong, b.right = &cells[without[0]], v
		}
	}
}

// same reports whether two breaches are one sum read twice: the same result at the same place, of the same figures or of their parts.
func (b *breach) same(o *breach) bool {
	return b.v == o.v && b.result == o.result && b.pos == o.pos
}

// mended is what a figure of a sum would have to be for the sum to hold; of a quotient only the result can be said.
func (b *breach) mended(e sheet.Entry) (*apd.Decimal, bool) {
	cells := b.cells(b.pos)
	at := slices.IndexFunc(cells, func(c sheet.Entry) bool { return key(c) == key(e) })
	if at < 0 {
		return nil, false
	}
	if at == len(cells)-1 {
		return b.computed, true
	}
	if b.how != addition {
		return nil, false
	}
	off := quantity.Sub(amountOf(cells[len(cells)-1]), b.computed)
	return quantity.Sum(amountOf(cells[at]), off), true
}

// sure reports whether a breach is a mistake though it is open in which figure: several others hold and are of its kind, or it
// is a slip of the pen.
func (b *breach) sure() bool {
	stated := *b.v.lines[b.result].at[b.pos]
	if len(compare.DigitsIn(stated.Value)) >= compare.SlipDigits && b.slipped() > 0 || b.slippedSum() > 0 || stated.Total && len(b.holds) >= MoreHolds {
		return true
	}
	alike := 0
	for _, pos := range b.holds {
		e := b.v.lines[b.result].at[pos]
		if e.Dimension == stated.Dimension && e.Metric == stated.Metric {
			alike++
		}
	}
	return alike > 1 || alike > 0 && b.said
}

func (b *breach) finding() sheet.Finding {
	stated := *b.v.lines[b.result].at[b.pos]
	cells := b.cells(b.pos)
	c := events.Check{Result: events.CheckFail, Severity: "critical", Working: b.working(b.pos, b.computed)}
	for _, e := range cells {
		label := ""
		if b.wrong != nil && key(e) == key(*b.wrong) {
			label = sheet.StatedLabel + ": " + sheet.Shorten(e.Label())
		}
		c.Inputs = append(c.Inputs, sheet.Input(e, label))
	}
	compare.Settle(&c, b.inUnit(b.pos, b.computed), stated.Quantity().Value, stated.Unit, false)
	kind := "the sum of the others here"
	if b.how == division {
		kind = "the quotient of the other two"
	}
	c.Message = fmt.Sprintf("%s computed, %s stated: in %d other places of the table \"%s\" is %s.",
		c.Expected, stated.Printed, len(b.holds), sheet.Shorten(b.v.name(b.result)), kind)
	switch {
	case b.wrong == nil:
		c.Message += " Which of the figures is wrong the table does not show."
	case key(*b.wrong) != key(stated):
		c.Message += fmt.Sprintf(" It would be with %s for %s.", strings.TrimSpace(quantity.Print(b.inUnit(b.pos, b.right), compare.Places)+" "+stated.Unit),
			b.wrong.Printed)
	}
	return sheet.Finding{Check: c, Page: stated.At.Page}
}
