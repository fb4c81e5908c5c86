package cell

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Unit settles what the figure is measured in. A mass below headings of emissions is one of gas, but for air pollutants.
func (c *Cell) Unit(f *facts.Fact, all string, air bool) {
	q := c.Q
	scale := q.Scale
	if scale != nil { // "14.26 million m3" is 14.26, in millions of m3
		q.Value, _ = quantity.Ratio(q.Value, scale)
		q.Half, _ = quantity.Ratio(q.Half, scale)
		f.Value = PlainText(q.Value)
	}
	f.Unit = q.Unit.Symbol
	measures := []quantity.Measure{{Unit: q.Unit, Per: q.Per}}
	if q.Unit.Dimension == quantity.Count {
		if u, m := c.nearestUnit(); u != "" {
			measures, f.Unit = m, Bare(u)
		} else if u := c.Given; u != "" && f.Unit == "" {
			if !slices.Contains(c.Cols, u) && !slices.Contains(c.Rows, u) {
				f.Unit = strings.TrimSpace(u) // not known here, but printed
				if by := scaleIn(u); by != nil && q.Scale == nil {
					measures[0].Unit.Factor = by
				}
			}
		}
	} else if at := strings.Index(q.Text, q.Number); at >= 0 {
		if printed := strings.TrimSpace(q.Text[at+len(q.Number):]); printed != "" {
			f.Unit = printed
			if q.Unit.Dimension == quantity.Money && strings.Trim(q.Text[:at], "+-−–( ") != "" {
				f.Unit = q.Unit.Symbol + " " + printed // "€78 billion"
			}
			if m, err := quantity.Measures(printed); err == nil && len(m) > 1 && scale == nil {
				measures = m // nobody counts millions of megatonnes
			}
		}
	}
	if scale != nil {
		if _, word, found := strings.Cut(q.Text, q.Number); found && q.Unit.Dimension == quantity.Count {
			f.Unit = strings.TrimSpace(strings.TrimSpace(word) + " " + f.Unit)
		}
		for i := range measures {
			measures[i].Unit.Factor = quantity.Mul(measures[i].Unit.Factor, scale)
		}
	}
	gas := GhgWord.MatchString(all) && !air && !c.weighsElse()
	for i := range measures {
		if gas {
			measures[i].Unit = measures[i].Unit.Of(gasWords(all, c.Units))
		}
	}
	f.Per = measures[0].Per
	if f.Per == "" {
		f.Per = FirstOf(q.Per, c.perLabel(measures[0].Unit.Dimension))
	}
	if ofYear[strings.ToLower(f.Per)] && physical(measures[0].Unit.Dimension) {
		f.Per = "" // what is used in a year is an amount
	}
	q.Unit, q.Per = measures[0].Unit, f.Per
	f.Exact = q
	f.Dimension, f.Half, f.Factor = string(q.Unit.Dimension), PlainText(q.Half), PlainText(q.Unit.Factor)
	if len(measures) == 1 {
		f.ValueBase, f.UnitBase = PlainText(q.Base()), q.Unit.Base()
		return
	}
	for _, m := range measures {
		f.Readings = append(f.Readings, facts.Reading{Value: PlainText(quantity.Mul(q.Value, m.Unit.Factor)), Unit: m.Unit.Base()})
	}
}

// scaleIn is the scale that a unit has, or is and nothing else; nil if it has none.
func scaleIn(unit string) *apd.Decimal {
	if by, ok := quantity.ScaleOf(unit); ok {
		return by
	}
	return scaleAlone(unit)
}

// scaleAlone is the scale that a unit is and nothing else: "Hours worked, million". nil if it is none.
func scaleAlone(unit string) *apd.Decimal {
	if by, ok := quantity.ScaleOf(unit + " times"); ok && len(strings.Fields(unit)) == 1 {
		return by
	}
	return nil
}

// weighsElse reports whether only the caption speaks of emissions, and the label is of water or the reader is sure that the figure is none: a table
// of emissions may have a column of what was produced.
func (c *Cell) weighsElse() bool {
	if GhgWord.MatchString(strings.Join(c.Rows, " ") + " ; " + strings.Join(c.Cols, " ")) {
		return false
	}
	if waterFlow.MatchString(c.Own()) || c.Beside {
		return true
	}
	if c.Reading == nil || len(c.Reading.Metrics) == 0 {
		return false
	}
	best := c.Reading.Metrics[0]
	return best.Sure >= overruling && !strings.HasPrefix(best.Value, "ghg") && best.Value != string(facts.Offsets)
}

// labelPer is what a label says its amount is per: "Energy per m² in kWh". A year or a cent is no such thing.
var labelPer = pattern.Compile(`(?i)\bper\s+((?:[\d.,]+\s+)?(?:(?:million|thousand|sold|produced|available|occupied)\s+)?[\p{L}²³]+)`)

// perLabel is what the figure's own label or its columns say that an amount in a physical unit is per, where its unit does not.
func (c *Cell) perLabel(d quantity.Dimension) string {
	if !physical(d) {
		return ""
	}
	if c.Source != facts.FromTable {
		return ""
	}
	if all := ofUnit.FindAllStringSubmatch(c.Own(), -1); len(all) > 0 {
		return strings.ToLower(all[len(all)-1][1]) // "per rupee of turnover (GJ per Rs. crore)"
	}
	if m := slashedUnit.FindStringSubmatch(c.Own()); m != nil {
		return strings.ToLower(m[1])
	}
	for _, label := range append(append([]string{c.Own()}, c.Cols...), c.Per) {
		if m := labelPer.FindStringSubmatch(label); m != nil && !overTime[strings.ToLower(m[1])] {
			return strings.ToLower(m[1])
		}
	}
	return ""
}

// slashedUnit is what an amount is per behind the brackets of its unit: "Water consumption (m3)/turnover".
var slashedUnit = pattern.Compile(`\((?:in\s+)?[^()]{1,20}\)\s?/\s?(\p{L}[\p{L}.-]*(?:\s\p{Ll}{3,})?)`)

// ofUnit is what an amount is per in the unit that stands in brackets behind its label.
var ofUnit = pattern.Compile(`(?i)\([^()]*\bper\s+([^()]+)\)\W*$`)

func physical(d quantity.Dimension) bool {
	return slices.Contains([]quantity.Dimension{quantity.Energy, quantity.Emissions, quantity.CarbonGas, quantity.Mass, quantity.Volume}, d)
}

// ofYear are the names of a year behind a unit: "kWh/year", "t p.a."
var ofYear = map[string]bool{"year": true, "annum": true, "yr": true, "a": true, "p.a.": true}

var overTime = map[string]bool{"year": true, "annum": true, "month": true, "day": true, "quarter": true, "week": true, "cent": true}

// nearestUnit is the unit that stands nearest to the figure, of those that its headings do not exclude, if there are any.
func (c *Cell) nearestUnit() (string, []quantity.Measure) {
	excluded, measured := "", []quantity.Measure(nil)
	for _, u := range c.Units {
		m, err := quantity.Measures(u)
		if err != nil {
			continue
		}
		if !c.excludes(m[0].Unit.Dimension) {
			return u, m
		}
		if excluded == "" {
			excluded, measured = u, m
		}
	}
	return excluded, measured
}

// excludes reports whether the nearest headings say that a figure is of something that is not measured so: emissions, or energy, below
// "(Unit: tCO2e, GWh)".
func (c *Cell) excludes(d quantity.Dimension) bool {
	near := c.Own() + " ; " + strings.Join(c.Cols, " ; ")
	scope, _ := vocabulary.Scopes(near)
	gas := scope != "" || GasWord.MatchString(near)
	other := energyWord.MatchString(near) || powerWord.MatchString(near) || waterWord.MatchString(near)
	if vocabulary.PerWord.MatchString(near) || gas == other {
		return false
	}
	switch d {
	case quantity.Energy, quantity.Volume, quantity.Power:
		return gas
	case quantity.Emissions, quantity.CarbonGas:
		return other
	}
	return false
}

// Bare is a unit without the brackets around it, and without the "in" that leads to it.
func Bare(u string) string {
	u = strings.TrimPrefix(strings.TrimSpace(u), "in ")
	if strings.HasPrefix(u, "(") && strings.HasSuffix(u, ")") && strings.Count(u, "(") == 1 {
		u = strings.TrimSpace(u[1 : len(u)-1])
	}
	return u
}

var equivalent = pattern.Compile(`(?i)co\s?[2₂]\s?-?e|equivalent|äquivalent|\bghg\b|greenhouse|\bgrk\b|treibhausgas`)

// gasWords says which gas the headings speak of.
func gasWords(all string, units []string) string {
	if s, _ := vocabulary.Scopes(all); s != "" && !bareGas.MatchString(all+" "+strings.Join(units, " ")) || equivalent.MatchString(all) {
		return "CO2e"
	}
	return "CO2"
}

var bareGas = pattern.Compile(`(?i)\bco\s?[2₂]\b`)
