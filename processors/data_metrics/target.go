package datametrics

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/aim"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	checktarget "github.com/sibyl-project/sibyl/processors/data_metrics/checks/target"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	betweenYears = aim.Between
	achievedWord = pattern.Compile(`(?i)\b(?:have|has|had|were|was|achieved|already)\b`)
)

// target is a reduction target as one sentence states it.
type target struct {
	percent    quantity.Quantity
	base, year int
	rate       *quantity.Quantity // the yearly rate, if stated
}

// targets checks the arithmetic of reduction targets: what the percentage means a year, and whether a
// stated yearly rate is that.
func targets(r reading) (checks []performed, assessment *events.TargetAssessment, missing []string) {
	for _, s := range r.sentences {
		t, ok, lacks := readTarget(r, s)
		if lacks != "" {
			missing = append(missing, lacks)
		}
		if !ok {
			continue
		}
		years := int64(t.year - t.base)
		linear, _ := quantity.Ratio(t.percent.Value, quantity.Int(years))
		compound := checktarget.CompoundRate(t.percent.Value, years)
		c := events.Check{
			Name: "target_achievability",
			Inputs: []events.CheckInput{
				r.input("target", t.percent),
				{Label: "base year", Value: strconv.Itoa(t.base), Page: r.page}, {Label: "target year", Value: strconv.Itoa(t.year), Page: r.page},
			},
			Working: fmt.Sprintf("%s / (%d - %d) = %s percentage points of the base year a year; as a constant rate %s %% of each year before",
				quantity.Print(t.percent.Value, 12), t.year, t.base, quantity.Print(linear, 2), quantity.Print(compound, 2)),
			Expected: quantity.Print(linear, 2) + " % a year",
		}
		assessment = &events.TargetAssessment{
			BaseYear: t.base, TargetYear: t.year, Percent: quantity.Print(t.percent.Value, 12),
			LinearRate: quantity.Print(linear, 2), CompoundRate: quantity.Print(compound, 2),
			Assessment: "inconclusive", Reason: "neither a trend of past years nor a benchmark is at hand to compare the yearly rate with",
		}
		if t.rate == nil {
			c.Result, c.Severity = events.CheckInconclusive, "info"
			c.Message = fmt.Sprintf("%s %% from %d to %d needs %s percentage points of the base year a year; how hard that is, a trend of past years would say.",
				quantity.Print(t.percent.Value, 12), t.base, t.year, quantity.Print(linear, 2))
			checks = append(checks, performed{c, r.origin(t.percent), false})
			continue
		}
		c.Inputs = append(c.Inputs, r.input("stated yearly rate", *t.rate))
		asLinear := points(c, linear, rateInterval(t.percent, years), *t.rate)
		asCompound := points(c, compound, quantity.Interval{Low: compound, High: compound}, *t.rate)
		c = asLinear
		if asLinear.Result != events.CheckPass && asCompound.Result == events.CheckPass {
			c = asCompound
		}
		checks = append(checks, performed{c, r.origin(t.percent), true})
	}
	return checks, assessment, missing
}

// rateInterval is what the linear rate can be, given how the percentage was printed.
func rateInterval(percent quantity.Quantity, years int64) quantity.Interval {
	i := percent.Interval()
	low, _ := quantity.Ratio(i.Low, quantity.Int(years))
	high, _ := quantity.Ratio(i.High, quantity.Int(years))
	return quantity.Interval{Low: low, High: high}
}

// ofBaseEachYear follows a yearly rate that counts in points of the base year.
var ofBaseEachYear = pattern.Compile(
	`(?i)^\s*(?:of\s+(?:the\s+)?base(?:line)?[\s-]year(?:'s)?(?:\s+(?:emissions|level))?)?\s*(?:(?:per|a|each|every)\s+(?:year|annum)\b|annually\b|p\.a\.)`)

// missingBase is how the lack of a target's base year begins.
const missingBase = "the base year"

// readTarget reads a target off a sentence that states it in the claim's own words: one reduction, one
// base year, one later target year.
func readTarget(r reading, s span) (t target, ok bool, lacks string) {
	text := r.text[s.from:s.upTo]
	var percent []quantity.Quantity
	for _, p := range r.in(s) {
		points := p.Unit.Dimension == quantity.Points
		if p.Range || !points && p.Unit.Dimension != quantity.Percent {
			continue
		}
		switch {
		case ofBaseEachYear.MatchString(r.text[p.End:]):
			rate := p
			t.rate = &rate
		case !points:
			percent = append(percent, p)
		}
	}
	if q, ok := prose.Halves(text, shifted(r.in(s), s.from)); ok && len(percent) == 0 {
		percent = shifted([]quantity.Quantity{q}, -s.from)
	}
	if len(percent) != 1 || direction(text) >= 0 || !r.own(percent[0]) || t.rate != nil && (!r.own(*t.rate) || r.twoAims(percent[0], *t.rate)) {
		return t, false, ""
	}
	t.percent = percent[0]
	if t.percent.Value.Sign() <= 0 || t.percent.Value.Cmp(allOf) > 0 {
		return t, false, ""
	}
	if m := betweenYears.FindStringSubmatch(text); m != nil && sheet.HasGone(text) {
		return t, false, "" // it has come about
	} else if m != nil {
		t.base, t.year = atoi(m[1]+m[3]), atoi(m[2]+m[4])
	} else {
		by := sheet.UntilYear.FindAllStringSubmatch(text, -1)
		if len(by) != 1 {
			return t, false, ""
		}
		t.year = sheet.YearNumber(by[0][1])
		t.base = sheet.BaseYear(text, shifted(r.in(s), s.from), shifted(percent, s.from)[0])
		if t.base == 0 {
			return t, false, fmt.Sprintf(missingBase+" of the %s %% target for %d", quantity.Print(t.percent.Value, 12), t.year)
		}
	}
	return t, t.year > t.base, ""
}

// shifted are figures with their places counted from another one.
func shifted(all []quantity.Quantity, by int) []quantity.Quantity {
	out := slices.Clone(all)
	for i := range out {
		out[i].Start, out[i].End = out[i].Start-by, out[i].End-by
	}
	return out
}

// furtherAim is how a second undertaking begins.
var furtherAim = pattern.Compile(`(?i)\bto\s+(?:reduce|cut|lower|decrease|shrink)\b`)

// twoAims reports whether a yearly rate is of an undertaking of its own: "with our country's pledge of 45 % by 2030 in mind, we aim to reduce our own by 5 %
// a year".
func (r reading) twoAims(whole, rate quantity.Quantity) bool {
	return furtherAim.MatchString(r.text[min(whole.End, rate.End):max(whole.Start, rate.Start)])
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // the patterns let only four digits through
	return n
}

// interimTargets checks that several dated reductions of one sentence do not go back. Figures that do may
// be of different things, so that nobody is accused.
func interimTargets(r reading) []performed {
	var out []performed
	for _, s := range r.sentences {
		text := r.text[s.from:s.upTo]
		if direction(text) >= 0 || achievedWord.MatchString(text) || len(scopeLabel.FindAllString(text, -1)) > 1 {
			continue
		}
		c := events.Check{Name: "interim_targets", Result: events.CheckPass, Severity: "info", Message: "The dated targets go one way."}
		var lastYear int
		var lastValue *apd.Decimal
		n := 0
		for _, p := range percents(r.in(s)) {
			m := sheet.ThenUntil.FindStringSubmatch(r.text[p.End:s.upTo])
			if m == nil || !r.own(p) {
				continue
			}
			year := sheet.YearNumber(m[1])
			if n > 0 && year == lastYear {
				n = 0
				break
			}
			if n > 0 && (year > lastYear) != (p.Value.Cmp(lastValue) >= 0) {
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = "A later target is weaker than an earlier one, unless they are of different things."
			}
			if n > 0 {
				c.Working += ", "
			}
			c.Working += fmt.Sprintf("%d: %s %%", year, quantity.Print(p.Value, 12))
			c.Inputs = append(c.Inputs, r.input(strconv.Itoa(year), p))
			lastYear, lastValue = year, p.Value
			n++
		}
		if n >= 2 {
			out = append(out, performed{c, events.OriginClaim, false})
		}
	}
	return out
}
