package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/ghg"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/facts"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

var intensity = Definition{
	Name: "intensity", Severity: "warning", Tolerance: "1 %",
	About: "An intensity is not 0 beside emissions, its denominator has a scale that can be meant, and it is what its own figures make.",
	run:   intensities,
}

// smallMoney is less than the revenue of any company that reports: a denominator below it lacks its scale.
var smallMoney = apd.New(1, 7)

func intensities(s *sheet) []finding {
	var out []finding
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != facts.GHGIntensity || f.Change || f.Target || f.Source != facts.FromTable {
			continue
		}
		e := where(f, func(p *facts.Place) bool { return strings.Contains(strings.Join(p.RowPath, " "), f.Unit) })
		total, ok := s.emissionsOf(f)
		if !ok || total.Quantity().Value.Sign() <= 0 {
			continue
		}
		c := events.Check{Inputs: []events.CheckInput{input(e, statedLabel+" intensity"), input(total, "")}, Stated: strings.TrimSpace(f.Printed + " " + f.Unit)}
		switch {
		case f.Quantity().Value.IsZero():
			c.Result = events.CheckFail
			c.Working = fmt.Sprintf("%s %s / any denominator > 0", show(total.Quantity().Base()), total.Quantity().Unit.Base())
			c.Expected = "more than 0"
			c.Message = fmt.Sprintf("An intensity of 0 says that there are no emissions; the report states %s %s. A unit in which it can be printed is missing.", total.Printed, total.Unit)
		case moneyUnit(f.Per):
			implied, _ := quantity.Ratio(total.Quantity().Base(), f.Quantity().Base())
			c.Working = fmt.Sprintf("%s / %s = %s %s", show(total.Quantity().Base()), show(f.Quantity().Base()), quantity.Print(implied, 0), strings.ToUpper(f.Per))
			if implied.Cmp(smallMoney) >= 0 {
				c.Result, c.Severity, c.Message = events.CheckPass, "info", "The denominator that the intensity implies can be a revenue or assets."
				break
			}
			c.Result, c.Severity = events.CheckInconclusive, "warning"
			c.Expected = "a denominator of at least " + show(smallMoney)
			c.Message = fmt.Sprintf("The intensity implies a denominator of %s %s: its scale, such as million or billion, is not printed.", quantity.Print(implied, 0), strings.ToUpper(f.Per))
		default:
			continue
		}
		out = append(out, finding{c, e.at.Page})
	}
	return out
}

// where is a fact at the first of its places that fits, or at its own.
func where(f *facts.Fact, fits func(*facts.Place) bool) entry {
	if !fits(&f.Place) {
		for i := range f.Places {
			if fits(&f.Places[i]) {
				return entry{Fact: f, at: &f.Places[i]}
			}
		}
	}
	return entry{Fact: f, at: &f.Place}
}

// said says that the headings of a fact, at any of its places, match.
func said(f *facts.Fact, pattern *regexp.Regexp) bool {
	e := where(f, func(p *facts.Place) bool {
		return pattern.MatchString(strings.Join(append(slices.Clone(p.RowPath), p.ColPath...), " "))
	})
	return pattern.MatchString(strings.Join(append(slices.Clone(e.at.RowPath), e.at.ColPath...), " "))
}

// moneyUnit says that a denominator is one unit of a currency, without a scale word.
func moneyUnit(per string) bool {
	switch strings.ToLower(strings.TrimSpace(per)) {
	case "rp", "idr", "usd", "$", "us$", "eur", "€", "gbp", "£", "jpy", "¥", "inr", "₹":
		return true
	}
	return false
}

// emissionsOf is what an intensity is of: the total of the scopes that it names, of its year.
func (s *sheet) emissionsOf(f *facts.Fact) (entry, bool) {
	scope := f.Scope
	if scope == "" {
		scope = "1+2"
	}
	for i := range s.Facts {
		t := &s.Facts[i]
		e := entry{Fact: t, at: &t.Place}
		if t.Metric == facts.GHGEmissions && t.Category == "" && t.Year == f.Year && s.scope(e) == scope && t.Boundary == f.Boundary && !t.Target && !t.Ambiguous() && dimension(e) == quantity.Emissions {
			return e, true
		}
	}
	return entry{}, false
}

var magnitude = Definition{
	Name: "magnitude", Severity: "warning", Tolerance: "none",
	About: "A figure is not 0 beside what it causes, a share not above the whole, a series not off by a power of ten.",
	run: func(s *sheet) []finding {
		out := s.zeroBeside()
		out = append(out, s.aboveWhole()...)
		return append(out, s.jumps()...)
	},
}

// zeroBeside finds totals of waste printed as 0 beside emissions from that waste.
func (s *sheet) zeroBeside() []finding {
	var out []finding
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != facts.Waste || !f.Quantity().Value.IsZero() || !facts.IsTotal(f.Own()) || f.Change || f.Target {
			continue
		}
		for j := range s.Facts {
			w := &s.Facts[j]
			if w.Metric != facts.GHGEmissions || w.Number != 5 || w.Year != f.Year || w.Quantity().Value.Sign() <= 0 || w.Target || w.Change {
				continue
			}
			a, b := entry{Fact: f, at: &f.Place}, entry{Fact: w, at: &w.Place}
			out = append(out, finding{events.Check{
				Result: events.CheckFail, Inputs: []events.CheckInput{input(a, ""), input(b, "")},
				Working: fmt.Sprintf("%s %s of waste; %s %s from waste", f.Printed, f.Unit, w.Printed, w.Unit), Expected: "more than 0", Stated: strings.TrimSpace(f.Printed + " " + f.Unit),
				Message: fmt.Sprintf("No waste is stated, but %s %s of emissions from waste.", w.Printed, w.Unit),
			}, f.Page})
			break
		}
	}
	return out
}

var wholeShare = regexp.MustCompile(`(?i)\b(?:percentage|share|proportion|persentase|persentasi|anteil)\s+(?:of\s+)?(?:the\s+)?(?:total\s+)?(?:employees?|workforce|pegawai|seats|electricity|energy|waste|women|men)`)

// aboveWhole finds shares of people or of consumption above 100 %.
func (s *sheet) aboveWhole() []finding {
	var out []finding
	for i := range s.Facts {
		f := &s.Facts[i]
		e := entry{Fact: f, at: &f.Place}
		if !percent(e) || f.Change || f.Quantity().Value.Cmp(hundred) <= 0 || !said(f, wholeShare) {
			continue
		}
		out = append(out, finding{events.Check{
			Result: events.CheckInconclusive, Severity: "warning", Inputs: []events.CheckInput{input(e, "")},
			Working: fmt.Sprintf("%s %% - 100 %% = %s %%", show(f.Quantity().Value), show(quantity.Sub(f.Quantity().Value, hundred))), Expected: "at most 100 %", Stated: f.Printed,
			Message: "A share above 100 % counts some twice or has another whole than the one it names.",
		}, f.Page})
	}
	return out
}

// jumps finds a figure of a series of years that is a thousand times its neighbours, or a thousandth.
func (s *sheet) jumps() []finding {
	var out []finding
	for _, t := range s.tables {
		for _, row := range t.rows {
			series := t.series(row)
			if len(series) < 3 {
				continue
			}
			for i, e := range series {
				others := slices.Delete(slices.Clone(series), i, i+1)
				factor := 0
				for _, o := range others {
					r, ok := quantity.Ratio(e.Quantity().Base(), o.Quantity().Base())
					if !ok {
						factor = 0
						break
					}
					switch {
					case r.Cmp(apd.New(300, 0)) >= 0 && r.Cmp(apd.New(3000, 0)) <= 0 && factor >= 0:
						factor = 1
					case r.Cmp(apd.New(33, -5)) >= 0 && r.Cmp(apd.New(33, -4)) <= 0 && factor <= 0:
						factor = -1
					default:
						factor = 99
					}
					if factor == 99 {
						break
					}
				}
				if factor != 1 && factor != -1 {
					continue
				}
				c := events.Check{Result: events.CheckInconclusive, Severity: "warning", Inputs: []events.CheckInput{input(e, "")}}
				var terms []string
				for _, o := range others {
					c.Inputs = append(c.Inputs, input(o, ""))
					terms = append(terms, o.Printed)
				}
				c.Working = e.Printed + " beside " + strings.Join(terms, ", ")
				c.Message = "The figure is about a thousand times off the other years of its row: a separator or a unit may be mistaken."
				out = append(out, finding{c, e.at.Page})
			}
		}
	}
	return out
}

// series lists the figures of a row by year: one metric, one unit, one figure a year.
func (t *table) series(row int) []entry {
	var out []entry
	seen := map[int]bool{}
	for _, e := range t.row(row) {
		y := facts.YearIn(strings.Join(e.at.ColPath, " "))
		if y == 0 || e.Change || e.Target || percent(e) || e.Quantity().Value.Sign() <= 0 || e.Boundary != "" {
			continue
		}
		if seen[y] || len(out) > 0 && !comparable(out[0], e) {
			return nil
		}
		seen[y] = true
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b entry) int { return a.Year - b.Year })
	return out
}

var energyPlausibility = Definition{
	Name: "energy_plausibility", Severity: "info", Tolerance: "35 % of the grid's intensity, or 40 g per kWh",
	About: "Emissions of purchased electricity and the electricity itself go together as on the grid, in one of the readings of the unit.",
	run:   energyAgainstEmissions,
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
func energyAgainstEmissions(s *sheet) []finding {
	low, high, source := leastGrid, mostGrid, "any grid"
	if s.options.Country != "" {
		if grid, err := ghg.LoadGrid(); err == nil {
			if g, ok := grid.Of(s.options.Country); ok {
				margin, _ := quantity.Ratio(quantity.Mul(g.GPerKWh, grid.Tolerance.RelativePercent), hundred)
				if margin.Cmp(grid.Tolerance.AbsoluteGPerKWh) < 0 {
					margin = grid.Tolerance.AbsoluteGPerKWh
				}
				low, high = quantity.Sub(g.GPerKWh, margin), quantity.Sum(g.GPerKWh, margin)
				source = fmt.Sprintf("the grid of %s (%s g per kWh, %d, Ember)", g.Name, show(g.GPerKWh), g.Year)
			}
		}
	}
	var out []finding
	for i := range s.Facts {
		f := &s.Facts[i]
		e := entry{Fact: f, at: &f.Place}
		if f.Metric != facts.GHGEmissions || f.Category != "" || s.scope(e) != "2" || f.Method == "market" || f.Year == 0 || f.Quantity().Value.Sign() <= 0 || dimension(e) != quantity.Emissions || f.Ambiguous() {
			continue
		}
		if g, ok := s.plausible(e, low, high, source); ok {
			out = append(out, g)
		}
	}
	return out
}

func (s *sheet) plausible(emissions entry, low, high *apd.Decimal, source string) (finding, bool) {
	var candidates []entry
	for i := range s.Facts {
		f := &s.Facts[i]
		if (f.Metric == facts.Energy || f.Metric == facts.Electricity) && f.Year == emissions.Year && f.Boundary == emissions.Boundary && f.Per == "" && !f.Target && !f.Change &&
			f.Quantity().Value.Sign() > 0 && electricityHeading.MatchString(strings.Join(f.RowPath, " ")+" "+f.Caption) && !notConsumed.MatchString(f.Own()) {
			candidates = append(candidates, entry{Fact: f, at: &f.Place})
		}
	}
	if len(candidates) == 0 || len(candidates) > 6 {
		return finding{}, false
	}
	c := events.Check{Severity: "info", Result: events.CheckInconclusive, Inputs: []events.CheckInput{input(emissions, "")}}
	var working []string
	best := ""
	for _, e := range candidates {
		c.Inputs = append(c.Inputs, input(e, ""))
		for _, r := range readings(e) {
			kwh, ok := quantity.Ratio(r.gj, gjPerKWh)
			if !ok {
				continue
			}
			g, ok := quantity.Ratio(quantity.Mul(emissions.Quantity().Base(), grams), kwh)
			if !ok {
				continue
			}
			working = append(working, fmt.Sprintf("%s t / %s kWh (%s%s) = %s g per kWh", show(emissions.Quantity().Base()), quantity.Print(kwh, 0), e.Printed, r.as, quantity.Print(g, 1)))
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
		c.Message = fmt.Sprintf("No reading of the energy goes with %s %s of Scope 2 on %s: a unit, a boundary or one of the figures may be mistaken, or the emissions are market-based.", emissions.Printed, emissions.Unit, source)
	}
	return finding{c, candidates[0].at.Page}, true
}

var (
	electricityHeading = regexp.MustCompile(`(?i)electricity|listrik|\bstrom`)
	notConsumed        = regexp.MustCompile(`(?i)\bsold\b|\bgenerat|\bproduc|\bself\b|\bintensit|\bsav|\bcertificate`)
)

// gigajoules is one reading of an amount of energy.
type gigajoules struct {
	gj *apd.Decimal
	as string
}

func readings(e entry) []gigajoules {
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

var unitValidity = Definition{
	Name: "unit_validity", Severity: "warning", Tolerance: "none",
	About: "The unit of a figure can measure what its row names, and means one thing.",
	run:   units,
}

// units reports, once for each unit of a table, units that leave open what they mean, or that cannot measure
// greenhouse gases.
func units(s *sheet) []finding {
	var out []finding
	seen := map[string]int{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric == facts.Other || f.Source == facts.FromText && f.Table == 0 && f.Scope == "" {
			continue
		}
		e := entry{Fact: f, at: &f.Place}
		key := fmt.Sprintf("%d\x1f%s", f.Table, f.Unit)
		switch {
		case f.Ambiguous():
			if at, again := seen[key]; again {
				if len(out[at].Inputs) < 12 {
					out[at].Inputs = append(out[at].Inputs, input(e, ""))
				}
				continue
			}
			seen[key] = len(out)
			var all []string
			for _, r := range f.Readings {
				all = append(all, r.Value+" "+r.Unit)
			}
			out = append(out, finding{events.Check{
				Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{input(e, "")}, Stated: f.Unit,
				Working: f.Printed + " " + f.Unit + " = " + strings.Join(all, " or "), Message: fmt.Sprintf("The unit \"%s\" can mean %d things; the figure is not converted.", f.Unit, len(f.Readings)),
			}, f.Page})
		case f.Metric == facts.GHGEmissions && dimension(e) == quantity.CarbonGas && strings.Contains(strings.ToLower(f.Own()), "greenhouse"):
			if _, again := seen[key]; again {
				continue
			}
			seen[key] = len(out)
			out = append(out, finding{events.Check{
				Result: events.CheckInconclusive, Severity: "info", Inputs: []events.CheckInput{input(e, "")}, Stated: f.Unit, Expected: "CO2 equivalent",
				Working: f.Printed + " " + f.Unit, Message: "Greenhouse gas emissions are measured in CO2 equivalent; the unit names CO2 only.",
			}, f.Page})
		}
	}
	return out
}

var trend = Definition{
	Name: "trend", Severity: "info", Tolerance: "a factor of 2 in a year",
	About: "A whole scope does not more than double or halve from one year to the next without a word.",
	run:   trends,
}

// trends follows whole scopes over the years of a row. A jump may have its reasons; it is shown, not judged.
func trends(s *sheet) []finding {
	var out []finding
	for _, t := range s.tables {
		for _, row := range t.rows {
			series := t.series(row)
			if len(series) < 2 || series[0].Metric != facts.GHGEmissions || series[0].Scope == "" || series[0].Category != "" {
				continue
			}
			c := events.Check{Result: events.CheckPass, Severity: "info", Message: "No year of the series is more than twice, or less than half, the year before."}
			var terms []string
			for i, e := range series {
				c.Inputs = append(c.Inputs, input(e, ""))
				terms = append(terms, fmt.Sprintf("%d: %s", e.Year, e.Printed))
				if i == 0 {
					continue
				}
				r, ok := quantity.Ratio(e.Quantity().Base(), series[i-1].Quantity().Base())
				if ok && (r.Cmp(apd.New(2, 0)) > 0 || r.Cmp(apd.New(5, -1)) < 0) && e.Year-series[i-1].Year == 1 {
					c.Result, c.Severity = events.CheckInconclusive, "warning"
					c.Message = fmt.Sprintf("From %d to %d the figure changes to %s times what it was; the row gives no reason.", series[i-1].Year, e.Year, quantity.Print(r, 2))
				}
			}
			c.Working = strings.Join(terms, ", ")
			out = append(out, finding{c, series[0].at.Page})
		}
	}
	return out
}
