package ratios

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var perLabel = pattern.Compile(`(?i)^(.{3,60}?)\s+per\s+(.{3,40})$`)

// yearly is a row with its figures, one a year.
type yearly struct {
	sheet.Line
	series []sheet.Entry
	named  []string // the words of its label and of the one over it
}

func (y yearly) of(year int) (sheet.Entry, bool) {
	i := slices.IndexFunc(y.series, func(e sheet.Entry) bool { return e.Year == year })
	if i < 0 {
		return sheet.Entry{}, false
	}
	return y.series[i], true
}

// rowRatios holds rows of intensities against the rows that they divide: "injuries per million hours" against
// injuries and hours, an energy intensity against energy and revenue. Which rows these are, and in which unit, the
// years show that agree; a year that does not is then a mistake. Without two years that agree nothing is said.
func rowRatios(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	var all []yearly
	for _, l := range s.Rows() {
		if series := seriesOf(l); len(series) > 1 {
			path := series[0].At.RowPath
			all = append(all, yearly{l, series, sheet.Stems(strings.Join(path[max(0, len(path)-2):], " "))})
		}
	}
	rows := all
	all = append(all, revenuesSaid(s)...)
	for _, r := range rows {
		first := r.series[0]
		if first.Per == "" && perNamed(first) == nil && perUnnamed(first) == nil || sheet.Percent(first) {
			continue
		}
		out = append(out, divided(s, r, rows, all)...)
	}
	return out
}

// revenuesSaid are the revenues that sentences and tiles give, by year: one row for each currency. Of a year of which they differ nothing is
// known.
func revenuesSaid(s *sheet.Sheet) []yearly {
	var out []yearly
	for i := range s.Facts {
		f := &s.Facts[i]
		q := f.Quantity()
		if f.Metric != facts.Revenue || f.Source == facts.FromTable || f.Change || f.Target || f.Per != "" || f.Boundary != "" || f.Year == 0 || f.Ambiguous() ||
			q.Unit.Dimension != quantity.Money || q.Range || q.Bound != quantity.Exactly || q.Value.Sign() <= 0 {
			continue
		}
		at := slices.IndexFunc(out, func(y yearly) bool { return y.series[0].UnitBase == f.UnitBase })
		if at < 0 {
			out = append(out, yearly{Line: sheet.Line{Row: -1 - len(out)}})
			at = len(out) - 1
		}
		out[at].series = append(out[at].series, sheet.Entry{Fact: f, At: &f.Place})
	}
	for i := range out {
		all := out[i].series
		out[i].series = slices.DeleteFunc(slices.Clone(all), func(e sheet.Entry) bool {
			return slices.ContainsFunc(all, func(o sheet.Entry) bool {
				return o.Year == e.Year && !o.Quantity().Interval().Overlaps(e.Quantity().Interval())
			})
		})
	}
	return slices.DeleteFunc(out, func(y yearly) bool { return len(y.series) < 2 })
}

// seriesOf is a row by years; intensities have a denominator, which series leaves open.
func seriesOf(l sheet.Line) []sheet.Entry {
	series := l.Table.Series(l.Row)
	if slices.ContainsFunc(series, func(e sheet.Entry) bool {
		return e.Ambiguous() || e.Quantity().Value.Sign() <= 0 || e.Quantity().Bound != quantity.Exactly
	}) {
		return nil
	}
	return series
}

// perNamed reads what a row says that it divides, by its own label or by one over it: a code may stand between.
func perNamed(e sheet.Entry) []string {
	for _, label := range slices.Backward(e.At.RowPath) {
		if !strings.Contains(label, "per ") {
			continue
		}
		if m := perLabel.FindStringSubmatch(label); m != nil {
			return m
		}
	}
	return nil
}

// divided finds the two rows that an intensity divides: in its own table by their labels, or wholes of the report. What other
// tables call by those words may be of another boundary, so that all years but one have to bear it out.
func divided(s *sheet.Sheet, r yearly, rows, all []yearly) []sheet.Finding {
	over, under := r.mayDivide(all)
	if found := divide(r, over, under, r.dividesHere); found != nil {
		return found
	}
	any := func(yearly, yearly) bool { return true }
	over, under = r.dividesElsewhere(all)
	if found := divide(r, over, under, any); found != nil {
		return found
	}
	over, under = r.dividesBeside(rows, all)
	return divide(r, over, under, any)
}

// divide tries what a row may divide: rows that bear it out in all years, or those that do in all but one.
func divide(r yearly, over, under []yearly, fit func(n, d yearly) bool) []sheet.Finding {
	var last []sheet.Finding
	for _, n := range over {
		for _, d := range under {
			if n.Row == d.Row && n.Table == d.Table || n.Row == r.Row && n.Table == r.Table || d.Row == r.Row && d.Table == r.Table || !fit(n, d) {
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
			if wrong == 1 && last == nil || len(found) > 0 && n.Table == r.Table && d.Table == r.Table {
				last = found
			}
		}
	}
	return last
}

// mayDivide lists the rows that dividesHere may say yes to: a report has thousands, and every one would be tried with every other.
func (y yearly) mayDivide(all []yearly) (over, under []yearly) {
	for _, o := range all {
		own := o.Table == y.Table
		if own || y.whole(o) {
			over = append(over, o)
		}
		if metric := o.series[0].Metric; own || metric == facts.Revenue || metric == facts.Headcount {
			under = append(under, o)
		}
	}
	return over, under
}

// whole reports whether a row is of all that an intensity may be of.
func (y yearly) whole(n yearly) bool {
	first, a := y.series[0], n.series[0]
	return a.Category == "" &&
		(first.Metric == facts.GHGIntensity && a.Metric == facts.GHGEmissions || first.Metric == facts.EnergyIntensity && a.Metric == facts.Energy)
}

// dividesHere reports whether two rows are what a row divides, by the labels of its own table or as wholes of the report.
func (y yearly) dividesHere(n, d yearly) bool {
	first, b := y.series[0], d.series[0]
	if n.Table == y.Table && d.Table == y.Table { // first: rows are many, and labels are read with expressions
		if parts := perNamed(first); parts != nil {
			return sheet.Within(n.Stems, sheet.Stems(parts[1])) && sheet.Within(sheet.Stems(parts[1]), n.Stems) &&
				sheet.Within(sheet.Stems(scales.ReplaceAllString(parts[2], "")), d.Stems)
		}
	}
	if !y.whole(n) || b.Metric != facts.Revenue && b.Metric != facts.Headcount {
		return false
	}
	kind, _, _, ok := against("per " + first.Per + " " + first.Label())
	return b.Metric == facts.Revenue && (!ok || kind == "revenue") || b.Metric == facts.Headcount && ok && kind == "employee"
}

// mostDivided bounds how many rows of other tables are tried as what a row divides.
const mostDivided = 12

// dividesElsewhere lists the rows of any table that have the words of what a row divides, and of what it divides that by.
func (y yearly) dividesElsewhere(all []yearly) (over, under []yearly) {
	parts := perNamed(y.series[0])
	if parts == nil {
		return nil, nil
	}
	upper, lower := sheet.Stems(averageWord.ReplaceAllString(withoutUnits(parts[1]), " ")), sheet.Stems(scales.ReplaceAllString(parts[2], ""))
	for _, o := range all {
		named := o.named
		if len(over) < mostDivided && singularWithin(upper, named) {
			over = append(over, o)
		}
		if len(under) < mostDivided && (singularWithin(lower, named) || o.series[0].Metric == facts.Revenue && scales.MatchString(parts[2]) ||
			o.Total && o.series[0].Metric == facts.Headcount && slices.Contains(lower, "employ")) {
			under = append(under, o)
		}
	}
	return over, under
}

// averageWord says of a row that it is a quotient, and not of what.
var averageWord = pattern.Compile(`(?i)\b(?:average|mean|avg)\b`)

var scales = pattern.Compile(`(?i)\b(?:thousand|million|billion)\b`)

// ratioOver computes an intensity year by year, at the power of ten that most years agree on.
func ratioOver(r, n, d yearly) []sheet.Finding {
	type year struct {
		stated, over, under sheet.Entry
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
	slipped := agree == 1 && len(years) == 2 && slices.ContainsFunc(years, func(y year) bool {
		return slipOf(quantity.Mul(y.value, apd.New(1, int32(best))), y.stated.Quantity()) != ""
	}) // two years show nothing, unless the one that does not agree is a slip of what would
	if !slipped && (agree < 2 || agree*3 < len(years)*2) {
		return nil
	}
	var out []sheet.Finding
	for _, y := range years {
		value := quantity.Mul(y.value, apd.New(1, int32(best)))
		c := events.Check{Inputs: []events.CheckInput{sheet.Input(y.over, ""), sheet.Input(y.under, ""), sheet.Input(y.stated,
			sheet.StatedLabel+": "+sheet.Shorten(y.stated.Label()))}}
		c.Working = fmt.Sprintf("%s / %s x 10^%d = %s", compare.Show(y.over.Quantity().Base()), compare.Show(y.under.Quantity().Base()), best, quantity.Print(value,
			compare.Places))
		if best == 0 {
			c.Working = strings.Replace(c.Working, " x 10^0", "", 1)
		}
		compare.Settle(&c, value, y.stated.Quantity().Base(), "", agreesAt(y.stated, y.over, y.under, best))
		compare.Conclude(&c, compare.WithinPercent(value, y.stated.Quantity().Base(), compare.OnePercent), y.stated.Quantity().Bound, "1 %")
		if c.Result == events.CheckFail {
			c.Message += slipOf(value, y.stated.Quantity())
		}
		out = append(out, sheet.Finding{Check: c, Page: y.stated.At.Page})
	}
	return out
}

// agreesAt says that printing allows a ratio at a power of ten.
func agreesAt(stated, over, under sheet.Entry, power int) bool {
	a, b, v := over.Quantity().Interval(), under.Quantity().Interval(), stated.Quantity()
	if digits := sheet.WordOf.FindAllString(stated.Printed, -1); len(strings.TrimLeft(strings.Join(digits, ""), "0")) < 2 || b.Low.Sign() <= 0 {
		return false
	}
	if sheet.Dimension(over) == quantity.Count {
		a.Low, a.High = over.Quantity().Base(), over.Quantity().Base()
	}
	low, _ := quantity.Ratio(a.Low, b.High)
	high, _ := quantity.Ratio(a.High, b.Low)
	by := apd.New(1, int32(power))
	return v.Interval().Overlaps(quantity.Interval{Low: quantity.Mul(low, by), High: quantity.Mul(high, by)})
}
