package appraisal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// units compares the unit of a claim's emissions with those that the report gives its whole scopes in. Figures in several
// units are compared after conversion: a mixture is no mistake, and a reader has to know of it.
func units(s Subject, r *Report) *events.UnitsAcross {
	u := events.UnitsAcross{Dimension: string(quantity.Emissions), Claim: []string{}, Report: []events.UnitUsed{}}
	for _, q := range s.Figures {
		if q.Unit.Dimension == quantity.Emissions && q.Per == "" && !slices.Contains(u.Claim, q.Unit.Symbol) {
			u.Claim = append(u.Claim, q.Unit.Symbol)
		}
	}
	if len(u.Claim) == 0 {
		return nil
	}
	for i := range r.Sheet.Facts {
		x := &r.Sheet.Facts[i]
		q := x.Quantity()
		if x.Metric != facts.GHGEmissions || q.Unit.Dimension != quantity.Emissions || q.Per != "" || x.Change || x.Target {
			continue
		}
		at := slices.IndexFunc(u.Report, func(o events.UnitUsed) bool { return o.Unit == q.Unit.Symbol })
		if at < 0 {
			u.Report = append(u.Report, events.UnitUsed{Unit: q.Unit.Symbol})
			at = len(u.Report) - 1
		}
		u.Report[at].Figures++
	}
	if len(u.Report) == 0 {
		return nil
	}
	slices.SortStableFunc(u.Report, func(a, b events.UnitUsed) int { return cmp.Or(b.Figures-a.Figures, strings.Compare(a.Unit, b.Unit)) })
	u.Consistent = len(u.Report) == 1 && slices.Equal(u.Claim, []string{u.Report[0].Unit})
	u.Note = "The report gives its emissions in one unit, and the claim in the same."
	if !u.Consistent {
		var all []string
		for _, o := range u.Report {
			all = append(all, fmt.Sprintf("%s (%d figures)", o.Unit, o.Figures))
		}
		u.Note = fmt.Sprintf("The report gives its emissions in %s, the claim in %s; all are compared in tonnes.",
			strings.Join(all, ", "), strings.Join(u.Claim, ", "))
	}
	return &u
}
