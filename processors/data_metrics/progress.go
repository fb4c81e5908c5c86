package datametrics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// coursed says how far the targets of a claim have come by the figures of its report, against a straight path from their
// base year. A target that lags is no untruth, and a path need not be straight: this speaks for and against nothing. A
// claim to be on track is told which figure is missing where that cannot be said.
func coursed(r reading, f *figures) (done []performed, missing []string) {
	if f == nil || slices.ContainsFunc(f.results, func(c checks.Result) bool { return c.Name == "target_progress" && r.says(c) }) {
		return nil, nil // the report's own check of it is the claim's
	}
	for _, s := range r.sentences {
		t, ok, _ := readTarget(r, s)
		if !ok || strings.Contains(r.text[s.from:s.upTo], "\t") || len(done) == mostStrides {
			continue
		}
		of, ok := subjectOf(r, s, s.from, t.percent, s.upTo)
		if !ok || of.metric == facts.GHGEmissions && of.scope == "" || partly.MatchString(r.text[s.from:s.upTo]) {
			continue
		}
		p, last, ok := f.courseOf(of, t)
		if !ok {
			if onTrack.MatchString(r.text[s.from:s.upTo]) {
				missing = append(missing, fmt.Sprintf("%s of %d and of a later year, to follow the target of %s %%", of.name, t.base, quantity.Print(t.percent.Value, 12)))
			}
			continue
		}
		from, to := p.then.Quantity(), p.now.Quantity()
		fell, _ := quantity.PercentOf(quantity.Sub(from.Base(), to.Base()), from.Base())
		path, _ := quantity.Ratio(quantity.Mul(t.percent.Value, quantity.Int(int64(last-t.base))), quantity.Int(int64(t.year-t.base)))
		c := events.Check{
			Name: "target_progress", Result: events.CheckPass, Severity: "info",
			Inputs: []events.CheckInput{
				factInput(p.then), factInput(p.now), r.input("target", t.percent),
				{Label: "base year", Value: strconv.Itoa(t.base), Page: r.page}, {Label: "target year", Value: strconv.Itoa(t.year), Page: r.page},
			},
			Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%; path: %s x (%d - %d) / (%d - %d) = %s %%",
				quantity.Print(from.Base(), 12), quantity.Print(to.Base(), 12), quantity.Print(from.Base(), 12),
				quantity.Print(fell, 2), quantity.Print(t.percent.Value, 12), last, t.base, t.year, t.base, quantity.Print(path, 2)),
			Expected: quantity.Print(path, 2) + " %", Stated: quantity.Print(fell, 2) + " %", Difference: quantity.Print(quantity.Sub(fell, path), 2) + " %",
			Message: fmt.Sprintf("By %d %s %% of the base year are reduced, as much as a straight path asks for or more.", last, quantity.Print(fell, 2)),
		}
		if fell.Cmp(path) < 0 {
			c.Result, c.Severity = events.CheckInconclusive, "warning"
			c.Message = fmt.Sprintf("Behind a straight path: by %d %s %% are reduced, %s %% asked for.", last, quantity.Print(fell, 2), quantity.Print(path, 2))
		}
		done = append(done, performed{c, events.OriginComputed, false})
	}
	return done, missing
}

var onTrack = pattern.Compile(`(?i)\b(?:on\s+(?:track|course)|ahead\s+of\s+(?:schedule|plan|target)|well\s+on\s+(?:our|the|its)\s+way|progress\w*)\b`)

// courseOf finds the figures of a target's base year and of the last year since that the report gives, in one row or,
// without one, the only two.
func (f *figures) courseOf(of subject, t target) (p pair, last int, ok bool) {
	then := f.given(of, t.base)
	var years []int
	for i := range f.sheet.Facts {
		if y := f.sheet.Facts[i].Year; y > t.base && y <= t.year && !slices.Contains(years, y) {
			years = append(years, y)
		}
	}
	slices.Sort(years)
	for _, y := range slices.Backward(years) {
		pairs := pairsOf(then, f.given(of, y))
		if len(pairs) == 0 {
			continue
		}
		if differ(pairs) || pairs[0].then.Boundary != "" {
			return pair{}, 0, false // more than one answer
		}
		return pairs[0], y, true
	}
	return pair{}, 0, false
}

// worse orders the assessments of a target.
var worse = map[string]int{"achievable": 1, "challenging": 2, "questionable": 3}

const achievability = "target_achievability"

// paced assesses the claim's target by what the report says was emitted in its base year and since. How hard a
// target is, is no matter of truth: up to twice the pace so far is achievable, up to five times challenging. The
// claim's own check, which has no figures to compare with, gives way to the report's.
func (r reading) paced(f *figures, all []performed, target *events.TargetAssessment) []performed {
	if f == nil || target == nil {
		return all
	}
	for _, c := range f.results {
		if c.Name != achievability || c.Pace == nil || !r.says(c) {
			continue
		}
		p := c.Pace
		beside, why := target.Assessment, target.Reason // by recognised criteria
		target.HistoricalRate = quantity.Print(p.Achieved, 2)
		switch {
		case p.Left.Sign() <= 0:
			target.Assessment, target.Reason = "achievable", "the target has been reached."
		case p.Needed == nil:
			target.Assessment, target.Reason = "questionable", fmt.Sprintf("its year has come and %s points are missing.", quantity.Print(p.Left, 2))
		default:
			target.RemainingRate = quantity.Print(p.Needed, 2)
			target.Reason = fmt.Sprintf("%s points of the base year a year are needed from now on, %s were achieved a year since the base year",
				target.RemainingRate, target.HistoricalRate)
			times, ok := quantity.Ratio(p.Needed, p.Achieved)
			switch {
			case p.Achieved.Sign() <= 0 || !ok || times.Cmp(quantity.Int(5)) > 0:
				target.Assessment, target.Reason = "questionable", target.Reason+": more than five times as fast, or the other way."
			case times.Cmp(quantity.Int(2)) > 0:
				target.Assessment, target.Reason = "challenging", target.Reason+": more than twice as fast."
			default:
				target.Assessment, target.Reason = "achievable", target.Reason+"."
			}
		}
		if target.BenchmarkRate != "" {
			own := target.Reason
			target.Reason += fmt.Sprintf(" Recognised criteria ask for %s a year (%s).", target.BenchmarkRate, target.BenchmarkSource)
			if p.Left.Sign() > 0 && worse[beside] > worse[target.Assessment] {
				target.Assessment, target.Reason = beside, why+" By what was achieved so far, "+own
			}
		}
		return slices.DeleteFunc(slices.Clone(all), func(p performed) bool { return p.Name == achievability && !p.arithmetic })
	}
	return all
}
