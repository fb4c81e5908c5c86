package relation

import (
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// excused reports whether a relation need not hold where it does not: figures are restated or hedged there, too far off to be meant
// so, or another figure of the table explains the difference.
func excused(s *sheet.Sheet, r *relation, pos int, value *apd.Decimal) bool {
	cells := r.cells(pos)
	if len(cells) <= len(r.of) {
		return true
	}
	stated := cells[len(cells)-1]
	if slices.ContainsFunc(cells, func(e sheet.Entry) bool { return e.Restated || s.Superseded(e.Fact) }) {
		return true
	}
	if len(r.holds) < MoreHolds && !r.said && !stated.Total && r.slippedSum() == 0 {
		return true
	}
	right := r.inUnit(pos, value)
	off, ok := quantity.Ratio(quantity.Abs(right), quantity.Abs(stated.Quantity().Value))
	if !ok || (off.Cmp(compare.FarFactor) > 0 || off.Cmp(apd.New(5, -1)) < 0) && compare.Thousands(right, stated.Quantity().Value) == 0 && r.slipped() == 0 &&
		!r.operandSlips() && !r.tensOff(pos) {
		return true
	}
	if r.how == addition {
		return r.moreParts(pos, quantity.Sub(amountOf(stated), value))
	}
	return r.otherOperand(pos) || stated.Total && r.slipped() == 0 && r.amongOthers(pos)
}

// farthestTens is the most powers of ten that a quotient is off by where its point stands wrong.
const farthestTens = 3

// tensOff reports whether a quotient that holds in several other places has its digits there, and the point elsewhere.
func (r *relation) tensOff(pos int) bool {
	_, span, ok := r.at(pos)
	if !ok || r.how != division || !r.said || len(r.holds) < MoreHolds {
		return false
	}
	stated := printedSpan(*r.v.lines[r.result].at[pos])
	for power := int32(-farthestTens); power <= farthestTens; power++ {
		by := apd.New(1, power)
		if power != 0 && stated.Overlaps(quantity.Interval{Low: quantity.Mul(span.Low, by), High: quantity.Mul(span.High, by)}) {
			return true
		}
	}
	return false
}

// amongOthers reports whether a quotient lies between those of the other places: as that of a total it may be weighted, or leave some out.
func (r *relation) amongOthers(pos int) bool {
	stated := amountOf(*r.v.lines[r.result].at[pos])
	below, above := false, false
	for at, e := range r.v.lines[r.result].at {
		if at != pos && e != nil {
			below, above = below || amountOf(*e).Cmp(stated) <= 0, above || amountOf(*e).Cmp(stated) >= 0
		}
	}
	return below && above
}

// moreParts reports whether another line of the table is what a sum is off by, or what one of its parts would have to be.
func (r *relation) moreParts(pos int, off *apd.Decimal) bool {
	if slices.ContainsFunc(r.of, func(l int) bool { return quantity.Sum(amountOf(*r.v.lines[l].at[pos]), off).IsZero() }) {
		return true // one of them is left out there
	}
	_, span, _ := r.at(pos)
	slack := slackOf(span, spanOf(*r.v.lines[r.result].at[pos]))
	for i := range r.v.lines {
		e := r.v.lines[i].at[pos]
		if e == nil || i == r.result || slices.Contains(r.of, i) || amountOf(*e).IsZero() || !sheet.Comparable(*e, *r.v.lines[r.result].at[pos]) {
			continue
		}
		if !slices.ContainsFunc(r.holds, func(at int) bool { return r.v.lines[i].at[at] != nil }) {
			return true // what is printed here only may belong to the sum
		}
		if amount := quantity.Abs(amountOf(*e)); quantity.Abs(quantity.Sub(amount, quantity.Abs(off))).Cmp(slack) <= 0 {
			return true
		}
		for _, part := range r.of {
			p := r.v.lines[part].at[pos]
			if quantity.Abs(quantity.Sub(quantity.Sub(amountOf(*e), amountOf(*p)), off)).Cmp(slack) <= 0 {
				return true
			}
		}
	}
	return false
}

// otherOperand reports whether the quotient holds with another line of about the same amount.
func (r *relation) otherOperand(pos int) bool {
	stated := *r.v.lines[r.result].at[pos]
	for which, line := range r.of {
		own := *r.v.lines[line].at[pos]
		for i := range r.v.lines {
			e := r.v.lines[i].at[pos]
			if e == nil || i == r.result || slices.Contains(r.of, i) || !sheet.Comparable(own, *e) ||
				!compare.WithinPercent(amountOf(own), amountOf(*e), apd.New(20, 0)) {
				continue
			}
			with := slices.Clone(r.of)
			with[which] = i
			if _, span, ok := r.v.ratio(with[0], with[1], r.power, pos); ok && span.Overlaps(printedSpan(stated)) {
				return true
			}
		}
	}
	return false
}
