package checks

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var perLabel = regexp.MustCompile(`(?i)^(.{3,60}?)\s+per\s+(.{3,40})$`)

// yearly is a row with its figures, one a year.
type yearly struct {
	line
	series []entry
}

func (y yearly) of(year int) (entry, bool) {
	i := slices.IndexFunc(y.series, func(e entry) bool { return e.Year == year })
	if i < 0 {
		return entry{}, false
	}
	return y.series[i], true
}

// rowRatios holds rows of intensities against the rows that they divide: "injuries per million hours" against
// injuries and hours, an energy intensity against energy and revenue. Which rows these are, and in which unit, the
// years show that agree; a year that does not is then a mistake. Without two years that agree nothing is said.
func rowRatios(s *sheet) []finding {
	var out []finding
	var all []yearly
	for _, l := range s.rows() {
		if series := seriesOf(l); len(series) > 1 {
			all = append(all, yearly{l, series})
		}
	}
	for _, r := range all {
		first := r.series[0]
		if first.Per == "" && perNamed(first) == nil || percent(first) {
			continue
		}
		out = append(out, s.divided(r, all)...)
	}
	return out
}

// seriesOf is a row by years; intensities have a denominator, which series leaves open.
func seriesOf(l line) []entry {
	series := l.t.series(l.row)
	if slices.ContainsFunc(series, func(e entry) bool {
		return e.Ambiguous() || e.Quantity().Value.Sign() <= 0 || e.Quantity().Bound != quantity.Exactly
	}) {
		return nil
	}
	return series
}

// perNamed reads what a row says that it divides, by its own label or by one over it: a code may stand between.
func perNamed(e entry) []string {
	for _, label := range slices.Backward(headings(e.at.RowPath)) {
		if m := perLabel.FindStringSubmatch(label); m != nil {
			return m
		}
	}
	return nil
}

// divided finds the two rows that an intensity divides: in its own table by their labels, or wholes of the report. What other
// tables call by those words may be of another boundary, so that all years but one have to bear it out.
func (s *sheet) divided(r yearly, all []yearly) []finding {
	parts := perNamed(r.series[0])
	fits := func(n, d yearly) bool {
		a, b := n.series[0], d.series[0]
		if parts != nil && n.t == r.t && d.t == r.t {
			return within(n.stems, stems(parts[1])) && within(stems(parts[1]), n.stems) && within(stems(scales.ReplaceAllString(parts[2], "")), d.stems)
		}
		whole := a.Category == "" &&
			(r.series[0].Metric == facts.GHGIntensity && a.Metric == facts.GHGEmissions || r.series[0].Metric == facts.EnergyIntensity && a.Metric == facts.Energy)
		kind, _, _, ok := against("per " + r.series[0].Per + " " + r.series[0].label())
		return whole && (b.Metric == facts.Revenue && (!ok || kind == "revenue") || b.Metric == facts.Headcount && ok && kind == "employee")
	}
	elsewhere := func(n, d yearly) bool {
		if parts == nil || !within(stems(parts[1]), n.named()) {
			return false
		}
		under := stems(scales.ReplaceAllString(parts[2], ""))
		return within(under, d.named()) || d.series[0].Metric == facts.Revenue && scales.MatchString(parts[2]) || len(under) > 0 && d.total &&
			d.series[0].Metric == facts.Headcount && slices.Contains(under, "employ")
	}
	var last []finding
	for _, fit := range []func(n, d yearly) bool{fits, elsewhere} {
		for _, n := range all {
			for _, d := range all {
				if n.row == d.row && n.t == d.t || n.row == r.row && n.t == r.t || d.row == r.row && d.t == r.t || !fit(n, d) {
					continue
				}
				found := ratioOver(r, n, d)
				wrong := 0
				for _, f := range found {
					if f.Result == events.CheckFail {
						wrong++
					}
				}
				if len(found) > 0 && wrong == 0 {
					return found
				}
				if wrong == 1 && last == nil || len(found) > 0 && n.t == r.t && d.t == r.t {
					last = found
				}
			}
		}
		if last != nil {
			return last
		}
	}
	return nil
}

// named are the words of a row's label and of the one over it.
func (y yearly) named() []string {
	path := headings(y.series[0].at.RowPath)
	return stems(strings.Join(path[max(0, len(path)-2):], " "))
}

var scales = regexp.MustCompile(`(?i)\b(?:thousand|million|billion)\b`)

// ratioOver computes an intensity year by year, at the power of ten that most years agree on.
func ratioOver(r, n, d yearly) []finding {
	type year struct {
		stated, over, under entry
		value               *apd.Decimal // over / under, before the power
	}
	var years []year
	powers := map[int]int{}
	for _, e := range r.series {
		a, ok := n.of(e.Year)
		b, there := d.of(e.Year)
		if !ok || !there {
			continue
		}
		v, fine := quantity.Ratio(a.Quantity().Base(), b.Quantity().Base())
		if !fine || v.Sign() <= 0 {
			continue
		}
		years = append(years, year{e, a, b, v})
		q, _ := quantity.Ratio(e.Quantity().Base(), v)
		if f, err := q.Float64(); err == nil && f > 0 {
			p := int(math.Round(math.Log10(f)))
			if agreesAt(e, a, b, p) {
				powers[p]++
			}
		}
	}
	best, agree := 0, 0
	for p, k := range powers {
		if k > agree || k == agree && p < best {
			best, agree = p, k
		}
	}
	if agree < 2 || agree*3 < len(years)*2 {
		return nil
	}
	var out []finding
	for _, y := range years {
		value := quantity.Mul(y.value, apd.New(1, int32(best)))
		c := events.Check{Inputs: []events.CheckInput{input(y.over, ""), input(y.under, ""), input(y.stated, statedLabel+": "+shorten(y.stated.label()))}}
		c.Working = fmt.Sprintf("%s / %s x 10^%d = %s", show(y.over.Quantity().Base()), show(y.under.Quantity().Base()), best, quantity.Print(value, places))
		if best == 0 {
			c.Working = strings.Replace(c.Working, " x 10^0", "", 1)
		}
		Settle(&c, value, y.stated.Quantity().Base(), "", agreesAt(y.stated, y.over, y.under, best))
		Conclude(&c, withinPercent(value, y.stated.Quantity().Base(), onePercent), y.stated.Quantity().Bound, "1 %")
		if c.Result == events.CheckFail {
			c.Message += slipOf(value, y.stated.Quantity())
		}
		out = append(out, finding{c, y.stated.at.Page})
	}
	return out
}

// agreesAt says that printing allows a ratio at a power of ten.
func agreesAt(stated, over, under entry, power int) bool {
	a, b, v := over.Quantity().Interval(), under.Quantity().Interval(), stated.Quantity()
	if digits := wordOf.FindAllString(stated.Printed, -1); len(strings.TrimLeft(strings.Join(digits, ""), "0")) < 2 || b.Low.Sign() <= 0 {
		return false
	}
	if dimension(over) == quantity.Count {
		a.Low, a.High = over.Quantity().Base(), over.Quantity().Base()
	}
	low, _ := quantity.Ratio(a.Low, b.High)
	high, _ := quantity.Ratio(a.High, b.Low)
	by := apd.New(1, int32(power))
	return v.Interval().Overlaps(quantity.Interval{Low: quantity.Mul(low, by), High: quantity.Mul(high, by)})
}
