package datametrics

import (
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

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
