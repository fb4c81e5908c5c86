package derived

import (
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// rateSaid says that a figure is so much for each of something, or a ratio.
var (
	rateSaid = pattern.Compile(`(?i)^[^.;:,()\d%]{0,25}\b(?:per|each|every|je|pro)\s|^\s*/`)
	ratioOf  = pattern.Compile(`(?i)\b(?:factor|ratio|average|averag\w+|intensity|each|every|durchschnitt\w*|je)\b[^.;:()\d%]{0,40}$`)
)

// byYear follows what there is in each year, which no other figure divides.
var byYear = pattern.Compile(`(?i)^[^.;:()\d%]{0,30}\b(?:per|each|every|a|an)\s+(?:year|annum|month|day)\b|^[^.;:()\d%]{0,20}\b(?:more|less|fewer)\b`)

// Rates holds what there is for each of something against the quotients of the amounts around it.
func Rates(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, p := range passages(s) {
		for _, q := range p.x.Figures {
			if q.Range || q.Bound != quantity.Exactly || q.Value.Sign() <= 0 || q.Unit.Dimension == quantity.Percent ||
				len(compare.Significant(q.Number)) < 2 || byYear.MatchString(p.x.Text[q.End:]) ||
				q.Per == "" && !rateSaid.MatchString(p.x.Text[q.End:]) && !ratioOf.MatchString(p.x.Text[:q.Start]) {
				continue
			}
			for _, class := range p.quotientsOf(q) {
				if u, ok := told(p, q, class, "rate"); ok && !p.rated(q) {
					out = append(out, u)
					break
				}
			}
		}
	}
	return out
}

// quotientsOf are the quotients of amounts of the sentence, and of those of the sentence before, that have the unit of a rate above.
func (p passage) quotientsOf(q quantity.Quantity) [][]made {
	amounts := slices.ContainsFunc(p.near, func(t term) bool { return t.x == p.x && t.Start != q.Start && t.amount() })
	var out [][]made
	for _, own := range []bool{true, false} {
		var class, likes []made
		for _, a := range p.near {
			for _, b := range p.near {
				if a.x == b.x && a.Start == b.Start || own && (a.x != p.x || b.x != p.x) || !own && amounts && a.x != p.x && b.x != p.x || !p.divides(a, b, q) {
					continue
				}
				if m, ok := quotient(a, b, q); ok {
					if q.Unit.Dimension != quantity.Count {
						m.tie = likely
					}
					if like(a, b) && q.Unit.Dimension != quantity.Count {
						likes = append(likes, m) // litres for each thousand litres
					} else {
						class = append(class, m)
					}
				}
			}
		}
		out = append(out, class, likes)
	}
	return out
}

// divides reports whether a rate may be the quotient of two amounts: it measures what the first does, or says nothing of what it measures.
func (p passage) divides(a, b term, q quantity.Quantity) bool {
	if a.words || b.words || !sheet.Amount(a.Quantity) || !sheet.Amount(b.Quantity) || a.Value.Sign() <= 0 || b.Value.Sign() <= 0 ||
		a.x == p.x && a.Start == q.Start ||
		b.x == p.x && b.Start == q.Start {
		return false
	}
	if q.Unit.Dimension == quantity.Count {
		return a.count() || like(a, b)
	}
	return a.Unit.Comparable(q.Unit) || sheet.MassLike(a.Quantity) && sheet.MassLike(q)
}

// quotient is that of two amounts, in the power of ten in which a rate is printed: units and steps of a thousand or a million are not read here.
func quotient(a, b term, q quantity.Quantity) (m made, ok bool) {
	m = made{from: []term{a, b}, labels: []string{"amount", "number"}}
	whole := compare.Whole(b.Quantity)
	i, k := a.interval(), whole.Interval()
	// What is so much for each kilowatt-hour is divided by kilowatt-hours, whatever the base unit of energy is.
	m.value, ok = quantity.Ratio(quantity.Mul(a.Base(), b.Unit.Factor), quantity.Mul(b.Base(), q.Unit.Factor))
	low, fine := quantity.Ratio(quantity.Mul(i.Low, b.Unit.Factor), quantity.Mul(k.High, q.Unit.Factor))
	high, also := quantity.Ratio(quantity.Mul(i.High, b.Unit.Factor), quantity.Mul(k.Low, q.Unit.Factor))
	if !ok || !fine || !also || m.value.Sign() <= 0 || k.Low.Sign() <= 0 {
		return m, false
	}
	shift := powerTo(m.value, sheet.Unscaled(q))
	m.value = quantity.Mul(m.value, shift)
	m.span = quantity.Interval{Low: quantity.Mul(low, shift), High: quantity.Mul(high, shift)}
	m.working = fmt.Sprintf("%s / %s = %s", a.Text, b.Text, quantity.Print(m.value, compare.Places))
	return m, true
}

// rated reports whether any two amounts around a rate make it, in whatever power of ten, or another place of the report states it, too.
func (p passage) rated(q quantity.Quantity) bool {
	p.addRows()
	for _, a := range p.wide {
		for _, b := range p.wide {
			if a.Value.Sign() <= 0 || b.Value.Sign() <= 0 || a.x == p.x && a.Start == q.Start || b.x == p.x && b.Start == q.Start ||
				a.cell != nil && b.cell != nil && a.cell.Year != b.cell.Year || !(a.near || a.cell != nil) || !(b.near || b.cell != nil) {
				continue
			}
			if m, ok := quotient(a, b, q); ok && m.within(q) {
				return true
			}
		}
	}
	return slices.ContainsFunc(p.wide, func(t term) bool {
		return !(t.x == p.x && t.Start == q.Start) && compare.DigitsIn(t.Number) == compare.DigitsIn(q.Number)
	})
}
