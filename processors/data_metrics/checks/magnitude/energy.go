package magnitude

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/ghg"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var EnergyPlausibility = sheet.Definition{
	Name: "energy_plausibility", Severity: "info", Tolerance: "35 % of the grid's intensity, or 40 g per kWh",
	About: "Emissions of purchased electricity and the electricity itself go together as on the grid, in one of the readings of the unit.",
	Run:   energyAgainstEmissions,
}

// Grids emit from about 5 to 1100 g per kWh.
var (
	leastGrid = apd.New(5, 0)
	mostGrid  = apd.New(1100, 0)
	gjPerKWh  = apd.New(36, -4)
	grams     = apd.New(1, 6)
)

// energyAgainstEmissions holds Scope 2 against the energy of the same year. Boundaries may differ, so that the
// answer is never a failure.
func energyAgainstEmissions(s *sheet.Sheet) []sheet.Finding {
	low, high, source := leastGrid, mostGrid, "any grid"
	if s.Options.Country != "" {
		if grid, err := ghg.LoadGrid(); err == nil {
			if g, ok := grid.Of(s.Options.Country); ok {
				margin, _ := quantity.Ratio(quantity.Mul(g.GPerKWh, grid.Tolerance.RelativePercent), compare.Hundred)
				if margin.Cmp(grid.Tolerance.AbsoluteGPerKWh) < 0 {
					margin = grid.Tolerance.AbsoluteGPerKWh
				}
				low, high = quantity.Sub(g.GPerKWh, margin), quantity.Sum(g.GPerKWh, margin)
				source = fmt.Sprintf("the grid of %s (%s g per kWh, %d, Ember)", g.Name, compare.Show(g.GPerKWh), g.Year)
			}
		}
	}
	var out []sheet.Finding
	for i := range s.Facts {
		f := &s.Facts[i]
		e := sheet.Entry{Fact: f, At: &f.Place}
		if f.Metric != facts.GHGEmissions || f.Category != "" || s.Scope(e) != "2" || f.Method == "market" ||
			f.Year == 0 || f.Quantity().Value.Sign() <= 0 || sheet.Dimension(e) != quantity.Emissions || f.Ambiguous() {
			continue
		}
		if parted(s, e) {
			continue
		}
		if g, ok := plausible(s, e, low, high, source); ok {
			out = append(out, g)
		}
	}
	return out
}

// mostAmounts is how many amounts of Scope 2 one year may have before they are those of parts: a total, and one restated.
const mostAmounts = 2

// parted says that the year of an amount of Scope 2 has several others by the same method: they are of properties or
// sites, and the energy may be of any of them.
func parted(s *sheet.Sheet, e sheet.Entry) bool {
	var seen []string
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric == facts.GHGEmissions && f.Scope == "2" && f.Category == "" && f.Year == e.Year &&
			f.Boundary == e.Boundary && f.Method == e.Method && !f.Target && !f.Change && !slices.Contains(seen, f.ValueBase) {
			seen = append(seen, f.ValueBase)
		}
	}
	return len(seen) > mostAmounts
}

func plausible(s *sheet.Sheet, emissions sheet.Entry, low, high *apd.Decimal, source string) (sheet.Finding, bool) {
	var candidates []sheet.Entry
	for i := range s.Facts {
		f := &s.Facts[i]
		if (f.Metric == facts.Energy || f.Metric == facts.Electricity) && f.Year == emissions.Year &&
			f.Boundary == emissions.Boundary && f.Per == "" && !f.Target && !f.Change &&
			f.Quantity().Value.Sign() > 0 && electricityHeading.MatchString(strings.Join(f.RowPath, " ")+" "+f.Caption) && !notConsumed.MatchString(f.Own()) {
			candidates = append(candidates, sheet.Entry{Fact: f, At: &f.Place})
		}
	}
	if len(candidates) == 0 || len(candidates) > 6 {
		return sheet.Finding{}, false
	}
	c := events.Check{Severity: "info", Result: events.CheckInconclusive, Inputs: []events.CheckInput{sheet.Input(emissions, "")}}
	var working []string
	best := ""
	for _, e := range candidates {
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
		for _, r := range readings(e) {
			kwh, ok := quantity.Ratio(r.gj, gjPerKWh)
			if !ok {
				continue
			}
			g, ok := quantity.Ratio(quantity.Mul(emissions.Quantity().Base(), grams), kwh)
			if !ok {
				continue
			}
			one := fmt.Sprintf("%s t / %s kWh (%s%s) = %s g per kWh", compare.Show(emissions.Quantity().Base()), quantity.Print(kwh, 0), e.Printed, r.as,
				quantity.Print(g, 1))
			if !slices.Contains(working, one) { // a total may be all of one part
				working = append(working, one)
			}
			if g.Cmp(low) >= 0 && g.Cmp(high) <= 0 {
				c.Result = events.CheckPass
				if best == "" {
					best = fmt.Sprintf("%s%s goes with the emissions: %s g per kWh, as %s.", e.Printed, r.as, quantity.Print(g, 0), source)
				}
			}
		}
	}
	c.Working = strings.Join(working, "; ")
	c.Expected = fmt.Sprintf("%s to %s g per kWh", quantity.Print(low, 0), quantity.Print(high, 0))
	c.Message = best
	if c.Result != events.CheckPass {
		c.Severity = "warning"
		c.Message = fmt.Sprintf(
			"No reading of the energy goes with %s %s of Scope 2 on %s: a unit, a boundary or one of the figures may be mistaken, or the emissions are market-based.",
			emissions.Printed, emissions.Unit, source)
	}
	return sheet.Finding{Check: c, Page: candidates[0].At.Page}, true
}

var (
	electricityHeading = pattern.Compile(`(?i)electricity|listrik|\bstrom`)
	notConsumed        = pattern.Compile(`(?i)\bsold\b|\bgenerat|\bproduc|\bself\b|\bintensit|\bsav|\bcertificate`)
)

// gigajoules is one reading of an amount of energy.
type gigajoules struct {
	gj *apd.Decimal
	as string
}

func readings(e sheet.Entry) []gigajoules {
	if !e.Ambiguous() {
		return []gigajoules{{e.Quantity().Base(), ""}}
	}
	var out []gigajoules
	measures, err := quantity.Measures(e.Unit)
	if err != nil {
		return nil
	}
	for _, m := range measures {
		out = append(out, gigajoules{quantity.Mul(e.Quantity().Value, m.Unit.Factor), " read as " + m.Unit.Symbol})
	}
	return out
}
