package facts

import (
	"fmt"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// From which likelihood on what a reader says of headings is taken: where rules name a metric they are overruled only by a reader that is
// sure.
const (
	sureHeadings = 0.45
	overruling   = 0.8
)

// printedUnit is the unit as it stands nearest to the figure.
func (c *cell) printedUnit() string {
	if c.q.Unit.Dimension != quantity.Count {
		return c.q.Unit.Symbol
	}
	for _, u := range c.units {
		if _, err := quantity.Measures(u); err == nil {
			return bare(u)
		}
	}
	if len(c.units) > 0 {
		return bare(c.units[0])
	}
	return ""
}

// readMetric is the metric that a reader gives the figure, with a note of it; empty if the rules' stands. Of the reader's
// answers the likeliest that the unit allows counts, as likely as it is among those.
func (c *cell) readMetric(f *Fact, air bool) (Metric, string) {
	if c.reading == nil || c.q.Year && f.Dimension == string(quantity.Count) {
		return "", ""
	}
	best, all := statement.Answer{}, 0.0
	for _, a := range c.reading.Metrics {
		if !measures(Metric(a.Value), f, air) || Metric(a.Value) == GHGReduction && c.reading.Kind.Value == "share" {
			continue
		}
		all += a.Sure
		if best.Value == "" {
			best = a
		}
	}
	m := Metric(best.Value)
	if best.Value == "" || m == f.Metric {
		return "", ""
	}
	share, least := best.Sure/all, sureHeadings
	if f.Metric != Other {
		least = overruling
	}
	if share < least {
		return "", ""
	}
	return m, fmt.Sprintf("Its headings were read as %q (%.2f sure).", best.Value, share)
}

// measures reports whether a figure with this unit can be of a metric: a unit excludes most.
func measures(m Metric, f *Fact, air bool) bool {
	d := quantity.Dimension(f.Dimension)
	percent := d == quantity.Percent || d == quantity.Points
	gas := d == quantity.Emissions || d == quantity.CarbonGas
	switch m {
	case Other:
		return !gas || f.Per != ""
	case GHGEmissions:
		return !air && (gas || d == quantity.Mass) && f.Per == ""
	case GHGIntensity:
		return !air && !percent && d != quantity.Money && (gas || d == quantity.Count || f.Per != "")
	case GHGReduction:
		return !air && (percent || gas || d == quantity.Mass)
	case Offsets:
		return gas || d == quantity.Mass || d == quantity.Count
	case Energy, Electricity:
		return percent || d == quantity.Energy && f.Per == "" || m == Energy && d == quantity.Volume
	case EnergyIntensity:
		return percent || d == quantity.Energy || d == quantity.Count && f.Unit != ""
	case Certificates:
		return d == quantity.Energy || d == quantity.Count
	case RenewableShare, HeadcountShare, Remuneration:
		return percent
	case Water:
		return percent || d == quantity.Volume || d == quantity.Mass || d == quantity.Count && f.Unit != ""
	case Waste:
		return percent || d == quantity.Mass || d == quantity.Volume || d == quantity.Count && f.Unit != ""
	case CarbonPrice, Capex, Revenue:
		return d == quantity.Money || percent && m != CarbonPrice
	case Headcount, BoardSeats:
		return d == quantity.Count
	case Training:
		return percent || d == quantity.Count || d == quantity.Money
	case Accidents:
		return percent || d == quantity.Count
	case FinancialExposed:
		return percent || d == quantity.Money
	}
	return false
}
