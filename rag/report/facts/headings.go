package facts

import (
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// From which likelihood on what a reader says of headings is taken: where rules name a metric they are overruled only by a reader that is
// sure.
const (
	sureHeadings  = 0.45 // among the answers that the unit allows
	leastHeadings = 0.15
	overruling    = 0.8
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
	if c.source == FromTable || len(c.units) == 0 {
		return bare(c.given)
	}
	return bare(c.units[0])
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
	share := best.Sure / all
	if f.Metric == Other && (share < sureHeadings || best.Sure < leastHeadings) || f.Metric != Other && best.Sure < overruling {
		return "", ""
	}
	return m, fmt.Sprintf("Its headings were read as %q (%.2f sure).", best.Value, share)
}

// measures reports whether a figure with this unit can be of a metric: a unit excludes most.
func measures(m Metric, f *Fact, air bool) bool {
	d := quantity.Dimension(f.Dimension)
	gas := d == quantity.Emissions || d == quantity.CarbonGas
	percent := d == quantity.Percent || d == quantity.Points
	switch m {
	case Other:
		return !gas || f.Per != ""
	case GHGEmissions:
		return !air && f.Per == "" && (gas || d == quantity.Mass)
	case GHGIntensity:
		return !air && !percent && d != quantity.Money && (gas || d == quantity.Count || f.Per != "")
	case Energy, Electricity:
		if d == quantity.Energy {
			return f.Per == ""
		}
	}
	if gas || d == quantity.Mass {
		return !(air && m == GHGReduction) && slices.Contains(ofMetric[m], d)
	}
	if d == quantity.Count && f.Unit == "" && slices.Contains(namedUnits, m) {
		return false // a number of nothing is no amount of these
	}
	return percent && slices.Contains(inPercent, m) || slices.Contains(ofMetric[m], d)
}

// ofMetric are the dimensions that figures of a metric have, beside percentages.
var ofMetric = map[Metric][]quantity.Dimension{
	GHGReduction: {quantity.Emissions, quantity.CarbonGas, quantity.Mass}, Offsets: {quantity.Emissions, quantity.CarbonGas, quantity.Mass, quantity.Count},
	Energy: {quantity.Energy, quantity.Volume, quantity.Mass}, Electricity: {quantity.Energy}, EnergyIntensity: {quantity.Energy, quantity.Volume, quantity.Count},
	Certificates: {quantity.Energy, quantity.Count}, Water: {quantity.Volume, quantity.Mass, quantity.Count},
	Waste:       {quantity.Mass, quantity.Volume, quantity.Count},
	CarbonPrice: {quantity.Money}, Capex: {quantity.Money}, Revenue: {quantity.Money}, FinancialExposed: {quantity.Money},
	Headcount: {quantity.Count}, BoardSeats: {quantity.Count}, Training: {quantity.Count, quantity.Money}, Accidents: {quantity.Count},
}

// inPercent are the metrics of which there are shares and changes in per cent.
var inPercent = []Metric{
	GHGReduction, Energy, Electricity, EnergyIntensity, RenewableShare, HeadcountShare, Remuneration, Water, Waste,
	Capex, Revenue, Training, Accidents, FinancialExposed,
}

// namedUnits are the metrics whose amounts are counted in a unit that is printed.
var namedUnits = []Metric{EnergyIntensity, Water, Waste}
