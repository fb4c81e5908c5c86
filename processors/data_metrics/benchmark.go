package datametrics

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

// basePeriod is the paragraph that asks for a target's base period.
const basePeriod = "S2.33(e)"

// The assessments of a figure against a benchmark.
const (
	plausible   = "plausible"
	outlierHigh = "outlier_high"
	outlierLow  = "outlier_low"
)

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

// compareIntensity holds the claim's intensity against the figures that another agent has sent. It lies within the
// widest of their bands or is an outlier, which is unusual and not wrong: the result supports nothing.
func compareIntensity(r reading, inquiries []events.RequestClosure) (done []performed, comparison *events.BenchmarkComparison, cited []events.Evidence) {
	stated, ok := intensityOf(r)
	if !ok {
		return nil, nil, nil
	}
	answer, ok := heard(inquiries, events.AskBenchmark, stated.metric)
	if !ok {
		return nil, nil, nil
	}
	var low, high *apd.Decimal
	var names, sources []string
	c := events.Check{Name: "benchmark", Inputs: []events.CheckInput{{
		Label: "stated intensity", Value: quantity.Print(stated.Value, 12), Unit: stated.Unit.Symbol + " per " + stated.per, Page: r.page,
	}}}
	for _, b := range answer.Benchmarks {
		below, above, ok := band(b, stated.Unit)
		if !ok {
			continue
		}
		if low == nil || below.Cmp(low) < 0 {
			low = below
		}
		if high == nil || above.Cmp(high) > 0 {
			high = above
		}
		unit := strings.TrimSpace(b.Unit + " per " + b.Per)
		printed := b.Low
		if b.High != b.Low {
			printed += " to " + b.High
		}
		names = append(names, fmt.Sprintf("%s %s (%s, %s, %d)", printed, unit, b.Sector, b.Basis, b.Year))
		if !strings.Contains(strings.Join(sources, "; "), b.Source) {
			sources = append(sources, b.Source)
			cited = append(cited, events.Evidence{Origin: events.OriginBenchmark, Source: b.Source, Date: fmt.Sprint(b.Year)})
		}
		c.Inputs = append(c.Inputs, events.CheckInput{Label: "benchmark, " + b.Sector + ", " + b.Basis, Value: printed, Unit: unit})
	}
	if low == nil {
		return nil, nil, nil // nothing of what was sent is in a unit that can be compared
	}
	unit := stated.Unit.Base() + " per " + stated.per
	value := stated.Base()
	c.Working = fmt.Sprintf("%s against %s to %s %s", quantity.Print(value, 12), quantity.Print(low, 12), quantity.Print(high, 12), unit)
	c.Expected = quantity.Print(low, 12) + " to " + quantity.Print(high, 12) + " " + unit
	c.Stated = quantity.Print(value, 12) + " " + unit
	assessment := plausible
	c.Result, c.Severity, c.Message = events.CheckPass, "info", "The intensity is of the order that is published for the sector: "+strings.Join(names, "; ")+"."
	switch {
	case value.Cmp(high) > 0:
		assessment = outlierHigh
		c.Difference = quantity.Print(quantity.Sub(value, high), 12) + " " + unit
	case value.Cmp(low) < 0:
		assessment = outlierLow
		c.Difference = quantity.Print(quantity.Sub(value, low), 12) + " " + unit
	}
	if assessment != plausible {
		c.Result, c.Severity = events.CheckInconclusive, "warning"
		c.Message = "The intensity is far from what is published for the sector, which is unusual and need not be wrong: " + strings.Join(names, "; ") + "."
	}
	comparison = &events.BenchmarkComparison{
		Metric: stated.metric, Reported: quantity.Print(stated.Value, 12), Unit: stated.Unit.Symbol + " per " + stated.per,
		Benchmark: strings.Join(names, "; "), Source: strings.Join(sources, "; "), Assessment: assessment,
	}
	return []performed{{c, events.OriginBenchmark, false}}, comparison, cited
}

// band is what is not unusual by a published figure, in the base unit of the stated one.
func band(b events.Benchmark, stated quantity.Unit) (low, high *apd.Decimal, ok bool) {
	unit, err := quantity.ParseUnit(b.Unit)
	if err != nil || !unit.Comparable(stated) && !(massOfGas(unit) && massOfGas(stated)) {
		return nil, nil, false
	}
	from, upTo := b.UnusualBelow, b.UnusualAbove
	if from == "" {
		from = b.Low
	}
	if upTo == "" {
		upTo = b.High
	}
	low, _, errLow := apd.NewFromString(from)
	high, _, errHigh := apd.NewFromString(upTo)
	if errLow != nil || errHigh != nil || low.Form != apd.Finite || high.Form != apd.Finite || low.Cmp(high) > 0 || tooLong(low) || tooLong(high) {
		return nil, nil, false
	}
	return quantity.Mul(low, unit.Factor), quantity.Mul(high, unit.Factor), true
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
	rate, _, err := apd.NewFromString(b.Low)
	if err != nil || rate.Form != apd.Finite || rate.Sign() <= 0 || tooLong(rate) {
		return nil
	}
	needed, _ := quantity.Ratio(own.percent.Value, quantity.Int(int64(own.year-own.base)))
	times, _ := quantity.Ratio(needed, rate)
	t.BenchmarkRate, t.BenchmarkSource = b.Low, b.Source
	beside := fmt.Sprintf("%s percentage points of the base year a year are needed, %s are asked for by recognised criteria (%s)", quantity.Print(needed, 2), b.Low, b.Source)
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
