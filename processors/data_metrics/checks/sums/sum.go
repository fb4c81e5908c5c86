package sums

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var averageFactor = apd.New(3, 0) // how many times their average figures are that are alike

// Sum compares a stated total with its parts.
type Sum struct {
	Parts    []sheet.Entry
	Stated   sheet.Entry
	Computed *apd.Decimal // of the parts, in the base unit
	Exact    bool         // equal
	Rounding bool         // printing explains the difference
	within   bool         // 1 % of the total
}

// AddUp adds the parts up and compares them with the stated total.
func AddUp(parts []sheet.Entry, stated sheet.Entry) Sum {
	s := Sum{Parts: parts, Stated: stated}
	bases := make([]*apd.Decimal, len(parts))
	low, high := quantity.Int(0), quantity.Int(0)
	for i, p := range parts {
		bases[i] = p.Quantity().Base()
		iv := p.Quantity().Interval()
		low, high = quantity.Sum(low, iv.Low), quantity.Sum(high, iv.High)
	}
	s.Computed = quantity.Sum(bases...)
	total := stated.Quantity().Base()
	off := quantity.Abs(quantity.Sub(total, s.Computed))
	s.Exact = off.IsZero()
	// People are counted, not rounded.
	if sheet.Dimension(stated) != quantity.Count {
		s.Rounding = quantity.Interval{Low: low, High: high}.Overlaps(stated.Quantity().Interval())
	}
	if p, ok := quantity.PercentOf(off, quantity.Abs(total)); ok {
		s.within = p.Cmp(compare.OnePercent) <= 0
	}
	return s
}

// Agrees reports whether the total is right: exactly, by rounding, or within 1 %.
func (s Sum) Agrees() bool { return s.Exact || s.Rounding || s.within }

// largest says that the stated figure is that of the largest part.
func (s Sum) largest() bool {
	if s.Stated.Quantity().Value.IsZero() {
		return false
	}
	total := s.Stated.Quantity().Base()
	equal := false
	for _, p := range s.Parts {
		c := p.Quantity().Base().Cmp(total)
		if c > 0 {
			return false
		}
		equal = equal || c == 0
	}
	return equal
}

// hides reports whether the total is right within 1 % alone, and further off than rounding takes it: where all others are right to the last digit
// that is a mistake. What is counted is taken as rounded here, too, as full-time equivalents are; not where two digits are exchanged.
func (s Sum) hides() bool {
	if s.Exact || s.Rounding || !s.within {
		return false
	}
	right, ok := quantity.Ratio(s.Computed, s.Stated.Quantity().Unit.Factor)
	if digits := compare.DigitsIn(s.Stated.Printed); ok && !s.Stated.Ambiguous() && len(digits) >= compare.SlipDigits &&
		compare.Exchanged(digits, compare.DigitsIn(compare.Show(right))) {
		return true
	}
	slack := quantity.Int(0)
	for _, e := range append([]sheet.Entry{s.Stated}, s.Parts...) {
		slack = quantity.Sum(slack, quantity.Abs(quantity.Mul(e.Quantity().Half, e.Quantity().Unit.Factor)))
	}
	return quantity.Abs(quantity.Sub(s.Stated.Quantity().Base(), s.Computed)).Cmp(quantity.Mul(slack, compare.FarRounding)) > 0
}

// signTurned reports whether the stated figure is what the parts make with one of those that are taken away added.
func (s Sum) signTurned() bool {
	return slices.ContainsFunc(s.Parts, func(p sheet.Entry) bool {
		v := p.Quantity().Base()
		return v.Sign() < 0 && quantity.Sub(s.Stated.Quantity().Base(), quantity.Sub(s.Computed, quantity.Mul(v, quantity.Int(2)))).IsZero()
	})
}

// Averages reports whether the stated figure lies among the parts, as an average, a rate, a multiple or a share of another
// whole does. No sum of parts that are not negative lies below the largest of them. Of amounts and counts it may still be a
// slip, unless all of them are alike.
func (s Sum) Averages() bool {
	if len(s.Parts) < 2 || s.Computed.IsZero() || s.Stated.Quantity().Value.IsZero() || s.Agrees() || s.bothSigns() {
		return false
	}
	total := s.Stated.Quantity().Base()
	above, below, alike, equal := false, false, true, true
	for _, p := range s.Parts {
		v := p.Quantity().Base()
		above, below = above || v.Cmp(total) >= 0, below || v.Cmp(total) <= 0
		equal = equal && v.Cmp(total) == 0
		alike = alike && v.Cmp(quantity.Mul(total, averageFactor)) <= 0 && total.Cmp(quantity.Mul(v, averageFactor)) <= 0
	}
	if equal { // as of one kind of thing and all of it: nothing but the name tells
		return averageWord.MatchString(s.Stated.Own())
	}
	return above && below && (alike || !s.amounts())
}

// among reports whether the stated figure lies between the smallest and the largest part, as an average does however unlike they are. What
// is added and taken away nobody averages.
func (s Sum) among() bool {
	total := s.Stated.Quantity().Base()
	above, below := false, false
	for _, p := range s.Parts {
		v := p.Quantity().Base()
		above, below = above || v.Cmp(total) >= 0, below || v.Cmp(total) <= 0
	}
	return above && below && !s.Agrees() && !s.bothSigns()
}

// bothSigns reports whether something is added and something taken away.
func (s Sum) bothSigns() bool {
	negative, positive := false, false
	for _, p := range s.Parts {
		v := p.Quantity().Value.Sign()
		negative, positive = negative || v < 0, positive || v > 0
	}
	return negative && positive
}

// amounts reports whether the figures are amounts of something measured, or counts, which have no decimals.
func (s Sum) amounts() bool {
	switch sheet.Dimension(s.Stated) {
	case quantity.Percent:
		return false
	case quantity.Count:
		return !slices.ContainsFunc(append([]sheet.Entry{s.Stated}, s.Parts...), func(e sheet.Entry) bool { return e.Quantity().Half.Cmp(compare.WholeHalf) < 0 })
	}
	return s.Stated.Per == ""
}

// far reports whether the stated figure, if it is no amount, is so far from the sum that a slip is no likely reading: it is then
// of other things than the parts. A figure that is a power of a thousand off, or 0, is a slip.
func (s Sum) far() bool {
	total, sum := quantity.Abs(s.Stated.Quantity().Base()), quantity.Abs(s.Computed)
	if s.amounts() || total.IsZero() || sum.IsZero() || slip(s) != "" {
		return false
	}
	return total.Cmp(quantity.Mul(sum, compare.FarFactor)) > 0 || sum.Cmp(quantity.Mul(total, compare.FarFactor)) > 0
}

// Additive reports whether the figure can be meant as the sum of the parts, right or wrong.
func (s Sum) Additive() bool { return !s.Averages() && !s.far() }

// Blank says that all parts are printed as 0 beside a total that is not.
func (s Sum) Blank() bool { return s.Computed.IsZero() && !s.Stated.Quantity().Value.IsZero() }

// Finding turns a sum into a check. Percentages are held to 0.1 points.
func (s Sum) Finding() sheet.Finding {
	unit, factor := sheet.PrintedIn(append([]sheet.Entry{s.Stated}, s.Parts...)...)
	if s.Stated.Ambiguous() { // all are of one unit as printed, whichever it is
		unit, factor = s.Stated.Unit, s.Stated.Quantity().Unit.Factor
	}
	in := func(base *apd.Decimal) *apd.Decimal {
		v, _ := quantity.Ratio(base, factor)
		return v
	}
	c := events.Check{}
	var terms []string
	for _, p := range s.Parts {
		c.Inputs = append(c.Inputs, sheet.Input(p, ""))
		terms = append(terms, compare.Show(in(p.Quantity().Base())))
	}
	c.Inputs = append(c.Inputs, sheet.Input(s.Stated, sheet.StatedLabel+": "+sheet.Shorten(s.Stated.Label())))
	c.Working = strings.TrimSpace(strings.Join(terms, " + ") + " = " + compare.Show(in(s.Computed)) + " " + unit)
	tolerance, within := "1 % of the total", s.within
	if sheet.Percent(s.Stated) {
		tolerance = "0.1 percentage points"
		within = quantity.Abs(quantity.Sub(s.Stated.Quantity().Value, s.Computed)).Cmp(compare.TenthPoint) <= 0
	}
	compare.Settle(&c, in(s.Computed), in(s.Stated.Quantity().Base()), unit, s.Rounding && !s.Exact)
	compare.Conclude(&c, within, s.Stated.Quantity().Bound, tolerance)
	if c.Result == events.CheckFail {
		c.Message += slip(s)
		if s.Blank() {
			c.Message += " All parts are printed as 0, as if left out."
		} else if s.Stated.Quantity().Value.IsZero() {
			c.Message += " The total is printed as 0 beside figures."
		}
	}
	return sheet.Finding{Check: c, Page: s.Stated.At.Page}
}

// slip looks for the power of a thousand by which one figure is off, as when a separator is mistaken.
func slip(s Sum) string {
	for _, by := range []int32{3, -3, 6, -6} {
		scaled := s.Stated.Quantity()
		scaled.Value, scaled.Half = quantity.Mul(scaled.Value, apd.New(1, by)), quantity.Mul(scaled.Half, apd.New(1, by))
		base := scaled.Base()
		if base.IsZero() {
			return ""
		}
		off, _ := quantity.PercentOf(quantity.Abs(quantity.Sub(base, s.Computed)), quantity.Abs(base))
		if off.Cmp(compare.TenthPoint) > 0 {
			continue
		}
		if strings.ContainsAny(s.Stated.Printed, ".,") && (by == 3 || by == -3) {
			return fmt.Sprintf(" %s with its separator read the other way is %s, which agrees.", s.Stated.Printed, quantity.Print(scaled.Value, 12))
		}
		return fmt.Sprintf(" %s times 10^%d agrees.", s.Stated.Printed, by)
	}
	return ""
}
