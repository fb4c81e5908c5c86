package appraisal

import (
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/aim"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// amounts fills in what was emitted in the base year of absolute targets, and what is left at the target, where the report
// gives one figure for the whole of their scopes, and no other elsewhere.
func amounts(targets []events.TargetFields, r *Report) {
	for i := range targets {
		t := &targets[i]
		percent, err := quantity.Parse(t.Percent+" %", quantity.Point)
		if t.Kind != aim.Absolute || t.BaseYear == 0 || len(t.Scopes) == 0 || err != nil || percent.Value.Cmp(quantity.Int(100)) > 0 {
			continue
		}
		base := r.emitted(scopesText(t.Scopes), t.BaseYear)
		if base == nil || r.Doubted[base.ID] || r.Doubted[quantity.Print(base.Quantity().Value, 12)] {
			continue
		}
		left, ok := quantity.Ratio(quantity.Mul(base.Quantity().Base(), quantity.Sub(quantity.Int(100), percent.Value)), quantity.Int(100))
		if !ok {
			continue
		}
		t.BaseValue, t.TargetValue = quantity.Print(base.Quantity().Base(), 12), quantity.Print(left, 0)
		t.ValueUnit, t.BasePage = base.Quantity().Unit.Base(), base.Page
	}
}

func scopesText(all []int) string {
	out := make([]string, len(all))
	for i, n := range all {
		out[i] = strconv.Itoa(n)
	}
	return strings.Join(out, "+")
}

// emitted is the one figure that a report gives for the whole of some scopes in a year; nil where it gives none, or several
// that differ: by two methods, or with two boundaries.
func (r *Report) emitted(scope string, year int) *facts.Fact {
	var found *facts.Fact
	for i := range r.Sheet.Facts {
		x := &r.Sheet.Facts[i]
		if x.Metric != facts.GHGEmissions || x.Scope != scope || x.Category != "" || x.Year != year || x.Change || x.Target || x.Ambiguous() || x.Bound != "" ||
			x.Boundary != "" || x.Quantity().Unit.Dimension != quantity.Emissions || x.Quantity().Per != "" {
			continue
		}
		if found != nil && !found.Quantity().Interval().Overlaps(x.Quantity().Interval()) {
			return nil
		}
		if found == nil {
			found = x
		}
	}
	return found
}
