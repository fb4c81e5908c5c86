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
		if bound := s.Facts[q.Start]; len(bound) > 0 { // of a row: the unit stands in its head
			q = bound[0].Quantity()
		}
		if q.Unit.Dimension == quantity.Emissions && q.Per == "" && !slices.Contains(u.Claim, unitOf(q)) {
			u.Claim = append(u.Claim, unitOf(q))
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
		at := slices.IndexFunc(u.Report, func(o events.UnitUsed) bool { return o.Unit == unitOf(q) })
		if at < 0 {
			u.Report = append(u.Report, events.UnitUsed{Unit: unitOf(q)})
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

// unitOf is the unit of a figure of emissions with its multiplier, in one spelling: thousands of tonnes are thousands of
// tonnes, however they are written.
func unitOf(q quantity.Quantity) string {
	size := q.Unit.Factor
	if q.Scale != nil {
		size = quantity.Mul(size, q.Scale)
	}
	if s := quantity.Print(size, 12); s != "1" {
		return s + " " + q.Unit.Base()
	}
	return q.Unit.Base()
}
