package datametrics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// basePeriod is the paragraph that asks for a target's base period.
const basePeriod = "S2.33(e)"

// The assessments of a figure against a benchmark.
const (
	plausible   = "plausible"
	high        = "high" // than what is published, not unusually so
	low         = "low"
	outlierHigh = "outlier_high"
	outlierLow  = "outlier_low"
)

// near is how far companies of a sector lie from its published figure without being called high or low.
var near = quantity.Int(2)

// heard is what others have answered, by kind and metric; only answers, no refusals.
func heard(inquiries []events.RequestClosure, kind, metric string) (events.InfoAnswer, bool) {
	for _, q := range inquiries {
		if q.Status == events.InquiryAnswered && q.Answer != nil && q.Request.Kind == kind && q.Request.Subject != nil &&
			(metric == "" || q.Request.Subject.Metric == metric) {
			return *q.Answer, true
		}
	}
	return events.InfoAnswer{}, false
}

// compareIntensity holds the claim's intensity against the figures that another agent has sent. It lies near the
// published figures, above or below them but in the widest of their bands, or is an outlier, which is unusual and not
// wrong: the result supports nothing.
func compareIntensity(r reading, inquiries []events.RequestClosure) (done []performed, comparison *events.BenchmarkComparison, cited []events.Evidence) {
	stated, ok := intensityOf(r)
	if !ok {
		return nil, nil, nil
	}
	answer, ok := heard(inquiries, events.AskBenchmark, stated.metric)
	if !ok {
		return nil, nil, nil
	}
	var all bounds
	var names, sources []string
	var published publishedFigures
	c := events.Check{Name: "benchmark", Inputs: []events.CheckInput{{
		Label: "stated intensity", Value: quantity.Print(stated.Value, 12), Unit: stated.Unit.Symbol + " per " + stated.per, Page: r.page,
	}}}
	for _, b := range answer.Benchmarks {
		one, ok := band(b, stated.Unit)
		if !ok {
			continue
		}
		all = all.with(one)
		published.add(b)
		unit := b.Unit
		if b.Per != "" {
			unit += " per " + b.Per
		}
		printed := b.Low
		if b.High != b.Low {
			printed += " to " + b.High
		}
		name := printed + " " + unit
		if about := aboutBenchmark(b); about != "" {
			name += " (" + about + ")"
		}
		names = append(names, name)
		if !strings.Contains(strings.Join(sources, "; "), b.Source) {
			sources = append(sources, b.Source)
			e := events.Evidence{Origin: events.OriginBenchmark, Source: b.Source}
			if b.Year > 0 {
				e.Date = strconv.Itoa(b.Year)
			}
			cited = append(cited, e)
		}
		c.Inputs = append(c.Inputs, events.CheckInput{Label: enumerated("benchmark", b.Sector, b.Basis), Value: printed, Unit: unit})
	}
	if all.unusualBelow == nil {
		return nil, nil, nil // nothing of what was sent is in a unit that can be compared
	}
	unit := stated.Unit.Base() + " per " + stated.per
	value := stated.Base()
	from, upTo := quantity.Print(all.unusualBelow, 12), quantity.Print(all.unusualAbove, 12)
	c.Working = fmt.Sprintf("%s against %s to %s %s", quantity.Print(value, 12), from, upTo, unit)
	c.Expected = from + " to " + upTo + " " + unit
	c.Stated = quantity.Print(value, 12) + " " + unit
	assessment := all.place(value)
	listed := strings.Join(names, "; ")
	c.Result, c.Severity, c.Message = events.CheckPass, "info", "The intensity is of the order that is published for the sector: "+listed+"."
	switch assessment {
	case high:
		c.Message = "The intensity is more than twice what is published for the sector, which is not unusual: " + listed + "."
	case low:
		c.Message = "The intensity is less than half of what is published for the sector, which is not unusual: " + listed + "."
	case outlierHigh:
		c.Difference = quantity.Print(quantity.Sub(value, all.unusualAbove), 12) + " " + unit
	case outlierLow:
		c.Difference = quantity.Print(quantity.Sub(value, all.unusualBelow), 12) + " " + unit
	}
	if assessment == outlierHigh || assessment == outlierLow {
		c.Result, c.Severity = events.CheckInconclusive, "warning"
		c.Message = "The intensity is far from what is published for the sector, which is unusual and need not be wrong: " + listed + "."
	}
	comparison = &events.BenchmarkComparison{
		Metric: stated.metric, Reported: quantity.Print(stated.Value, 12), Unit: stated.Unit.Symbol + " per " + stated.per,
		Benchmark: listed, Source: strings.Join(sources, "; "), Assessment: assessment,
	}
	comparison.Range, comparison.Plausibility = published.over(unit, strings.Join(sources, "; ")), plausibility(assessment)
	comparison.Limitations = published.limitations()
	return []performed{{c, events.OriginBenchmark, false}}, comparison, cited
}

// bounds part the assessments of a figure, in its base unit.
type bounds struct {
	unusualBelow, low, high, unusualAbove *apd.Decimal
}

// with widens bounds to hold others; the zero value holds nothing.
func (b bounds) with(o bounds) bounds {
	if b.unusualBelow == nil {
		return o
	}
	return bounds{least(b.unusualBelow, o.unusualBelow), least(b.low, o.low), most(b.high, o.high), most(b.unusualAbove, o.unusualAbove)}
}

func (b bounds) place(v *apd.Decimal) string {
	switch {
	case v.Cmp(b.unusualAbove) > 0:
		return outlierHigh
	case v.Cmp(b.unusualBelow) < 0:
		return outlierLow
	case v.Cmp(b.high) > 0:
		return high
	case v.Cmp(b.low) < 0:
		return low
	}
	return plausible
}

func least(a, b *apd.Decimal) *apd.Decimal {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func most(a, b *apd.Decimal) *apd.Decimal {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

// band is what is near a published figure and what is not unusual by it, in the base unit of the stated one. A figure
// that does not say what is unusual is a range whose ends are its bounds.
func band(b events.Benchmark, stated quantity.Unit) (bounds, bool) {
	unit, err := quantity.ParseUnit(b.Unit)
	read, ok := readBenchmark(b)
	if err != nil || !ok || !unit.Comparable(stated) && !(massOfGas(unit) && massOfGas(stated)) {
		return bounds{}, false
	}
	half, _ := quantity.Ratio(read[1], near)
	in := func(d *apd.Decimal) *apd.Decimal { return quantity.Mul(d, unit.Factor) }
	below, above := in(read[0]), in(read[3])
	return bounds{below, most(below, in(half)), least(above, in(quantity.Mul(read[2], near))), above}, true
}

// readBenchmark reads what is unusually little, the published figures and what is unusually much. Others may send
// anything: bounds have to be decimals in their order, none below zero.
func readBenchmark(b events.Benchmark) (read [4]*apd.Decimal, ok bool) {
	from, upTo := b.UnusualBelow, b.UnusualAbove
	if from == "" {
		from = b.Low
	}
	if upTo == "" {
		upTo = b.High
	}
	for i, s := range []string{from, b.Low, b.High, upTo} {
		d, _, err := apd.NewFromString(s)
		if err != nil || d.Form != apd.Finite || tooLong(d) || d.Sign() < 0 || i == 3 && d.IsZero() || i > 0 && d.Cmp(read[i-1]) < 0 {
			return read, false
		}
		read[i] = d
	}
	return read, true
}

// sentInvalid reports whether a benchmark was sent that cannot be right, which is no lack of benchmarks: whose table it
// is can mend it.
func sentInvalid(inquiries []events.RequestClosure) bool {
	for _, q := range inquiries {
		if q.Status != events.InquiryAnswered || q.Answer == nil || q.Request.Kind != events.AskBenchmark {
			continue
		}
		for _, b := range q.Answer.Benchmarks {
			if q.Request.Subject != nil && q.Request.Subject.Metric == annualReduction {
				if _, ok := readRate(b); !ok {
					return true
				}
			} else if _, ok := readBenchmark(b); !ok {
				return true
			}
		}
	}
	return false
}

// tooLong refuses figures that exact arithmetic would take too long over: they come from another agent.
func tooLong(d *apd.Decimal) bool {
	return d.NumDigits() > 40 || d.Exponent > 40 || d.Exponent < -40
}

func massOfGas(u quantity.Unit) bool {
	return u.Dimension == quantity.Emissions || u.Dimension == quantity.CarbonGas
}

// compareRate sets the yearly rate that a target needs beside a recognised one. Slower is not wrong: a sector's own
// path may allow it, and hard targets are no contradiction.
func compareRate(r reading, t *events.TargetAssessment, inquiries []events.RequestClosure) (cited []events.Evidence) {
	answer, ok := heard(inquiries, events.AskBenchmark, annualReduction)
	own, found, _ := emissionTarget(r)
	if !ok || !found || t == nil || t.BaseYear != own.base || t.TargetYear != own.year || len(answer.Benchmarks) == 0 {
		return nil
	}
	b := answer.Benchmarks[0]
	rate, ok := readRate(b)
	if !ok {
		return nil
	}
	needed, _ := quantity.Ratio(own.percent.Value, quantity.Int(int64(own.year-own.base)))
	times, _ := quantity.Ratio(needed, rate)
	t.BenchmarkRate, t.BenchmarkSource = b.Low, b.Source
	beside := fmt.Sprintf("%s percentage points of the base year a year are needed, %s are asked for by recognised criteria (%s)",
		quantity.Print(needed, 2), b.Low, b.Source)
	switch {
	case times.Cmp(quantity.Int(5)) > 0:
		t.Assessment, t.Reason = "questionable", beside+": more than five times as fast."
	case times.Cmp(quantity.Int(2)) > 0:
		t.Assessment, t.Reason = "challenging", beside+": more than twice as fast."
	case times.Cmp(quantity.Int(1)) >= 0:
		t.Reason = beside + ": at least as fast. Without a trend of past years it cannot be said how hard that is."
	default:
		t.Reason = beside + ": slower, which a sector's own path may allow. Without a trend of past years it cannot be said how hard it is."
	}
	return []events.Evidence{{Origin: events.OriginBenchmark, Source: b.Source}}
}

// readRate reads a yearly rate, in points of the base year.
func readRate(b events.Benchmark) (*apd.Decimal, bool) {
	rate, _, err := apd.NewFromString(b.Low)
	return rate, err == nil && rate.Form == apd.Finite && rate.Sign() > 0 && !tooLong(rate)
}

// aboutBenchmark says what a published figure is of. A table that a user has brought need not name a sector, nor a basis.
func aboutBenchmark(b events.Benchmark) string {
	year := ""
	if b.Year > 0 {
		year = strconv.Itoa(b.Year)
	}
	return enumerated(b.Sector, b.Basis, year)
}

// enumerated joins what is there: nothing stands between two commas.
func enumerated(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return strings.TrimSpace(p) == "" }), ", ")
}
