package derived

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// otherwise reports whether anything around a percentage makes it, or another place of the report states it, too.
func (p passage) otherwise(q quantity.Quantity, is bool) bool {
	p.addRows()
	var amounts, percents []term
	for _, t := range p.wide {
		switch {
		case t.x == p.x && t.Start == q.Start:
		case t.Unit.Dimension == quantity.Percent:
			if t.x != nil || t.cell.Year >= p.x.Year(t.cell.Year) {
				percents = append(percents, t)
			}
		case t.Value.Sign() > 0 && !t.Range:
			amounts = append(amounts, t)
		}
	}
	for i, a := range amounts {
		for k, b := range amounts {
			if i == k || a.cell != nil && b.cell != nil && a.cell.Year != b.cell.Year && !slices.Equal(a.cell.At.RowPath, b.cell.At.RowPath) || !like(a, b) {
				continue
			}
			if together(a, b) && p.makes(a, b, q, is) {
				return true
			}
		}
	}
	return ofPercents(percents, q) || !is && p.sumsUp(amounts, q) || p.again(q)
}

// together reports whether two figures stand so that something may be made of them: in the passage, in one sentence, in a row.
func together(a, b term) bool {
	return (a.near || a.cell != nil) && (b.near || b.cell != nil) || a.x != nil && a.x == b.x
}

// makes reports whether a percentage is one of what two amounts make: a share or what is left of it, a change.
func (p passage) makes(a, b term, q quantity.Quantity, is bool) bool {
	if m, ok := moved(a, b); ok && (is && m.within(q) || compare.Near(a.Base(), b.Base()) && m.rounded(q)) {
		return true
	}
	if is {
		return false
	}
	if m, ok := share(a, b); ok {
		rest := made{span: quantity.Interval{Low: quantity.Sub(compare.Hundred, m.span.High), High: quantity.Sub(compare.Hundred, m.span.Low)}}
		if m.within(q) || rest.rounded(q) {
			return true
		}
	}
	both := quantity.Sum(a.Base(), b.Base())
	part, ok := quantity.PercentOf(a.Base(), both)
	return ok && a.near && b.near && made{span: quantity.Interval{Low: part, High: part}}.within(q)
}

// ofPercents reports whether a percentage is made of others: what is left of them, their sum, or the difference of two.
func ofPercents(all []term, q quantity.Quantity) bool {
	is := func(v *apd.Decimal) bool {
		return made{span: quantity.Interval{Low: v, High: v}}.within(q)
	}
	sum := quantity.Int(0)
	for i, a := range all {
		sum = quantity.Sum(sum, a.Value)
		if is(quantity.Sub(compare.Hundred, a.Value)) {
			return true
		}
		for _, b := range all[i+1:] {
			of, ok := quantity.PercentOf(a.Value, b.Value)
			to, also := quantity.PercentOf(b.Value, a.Value)
			off := quantity.Sub(a.Value, b.Value)
			by, fine := quantity.PercentOf(off, b.Value)
			if is(quantity.Sum(a.Value, b.Value)) || is(quantity.Abs(off)) || ok && is(of) || also && is(to) || fine && is(quantity.Abs(by)) ||
				is(quantity.Sub(compare.Hundred, quantity.Sum(a.Value, b.Value))) {
				return true
			}
		}
	}
	return is(sum) || is(quantity.Sub(compare.Hundred, sum))
}

// sumsUp reports whether a percentage is the share of some of the amounts together of another, or of one of all of them.
func (p passage) sumsUp(all []term, q quantity.Quantity) bool {
	all = slices.DeleteFunc(slices.Clone(all), func(t term) bool { return !t.near })
	for i := range all {
		for k := range all {
			for l := range all {
				if i == l || k == l || i >= k || !like(all[i], all[l]) || !like(all[k], all[l]) {
					continue
				}
				both := quantity.Sum(all[i].Base(), all[k].Base())
				part, ok := quantity.PercentOf(both, all[l].Base())
				whole, also := quantity.PercentOf(all[l].Base(), both)
				if ok && (made{span: quantity.Interval{Low: part, High: part}}).within(q) || also && (made{span: quantity.Interval{Low: whole, High: whole}}).within(q) {
					return true
				}
			}
		}
	}
	return false
}

// again reports whether another place of the report states a percentage of three digits or more.
func (p passage) again(q quantity.Quantity) bool {
	digits := strings.TrimLeft(compare.DigitsIn(q.Number), "0")
	if len(digits) < compare.DigitsExchanged {
		return false
	}
	stated := sheet.Once(p.s, func() statedPercents { return percentsStated(p.s) })
	return stated[quantity.Print(q.Value, compare.Places)] > 1
}

// statedPercents are how many facts state each percentage.
type statedPercents map[string]int

func percentsStated(s *sheet.Sheet) statedPercents {
	out := statedPercents{}
	for _, x := range s.Statements() {
		for _, q := range x.Percents() {
			out[quantity.Print(q.Value, compare.Places)]++
		}
	}
	for _, t := range s.Tables {
		for _, e := range t.All {
			if sheet.Percent(e) && e.Source == "table" {
				out[quantity.Print(quantity.Abs(e.Quantity().Value), compare.Places)]++
			}
		}
	}
	return out
}
