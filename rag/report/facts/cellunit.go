package facts

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// unit settles what the figure is measured in. A mass below headings of emissions is one of gas, but for air pollutants.
func (c *cell) unit(f *Fact, all string, air bool) {
	q := c.q
	scale := q.Scale
	if scale != nil { // "14.26 million m3" is 14.26, in millions of m3
		q.Value, _ = quantity.Ratio(q.Value, scale)
		q.Half, _ = quantity.Ratio(q.Half, scale)
		f.Value = plainText(q.Value)
	}
	f.Unit = q.Unit.Symbol
	measures := []quantity.Measure{{Unit: q.Unit, Per: q.Per}}
	if q.Unit.Dimension == quantity.Count {
		if u, m := c.nearestUnit(); u != "" {
			measures, f.Unit = m, bare(u)
		} else if u := c.given; u != "" && f.Unit == "" {
			if !slices.Contains(c.cols, u) && !slices.Contains(c.rows, u) {
				f.Unit = strings.TrimSpace(u) // not known here, but printed
				if by, ok := quantity.ScaleOf(u); ok && q.Scale == nil {
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
	gas := ghgWord.MatchString(all) && !air
	for i := range measures {
		if gas {
			measures[i].Unit = measures[i].Unit.Of(gasWords(all, c.units))
		}
	}
	f.Per = measures[0].Per
	if f.Per == "" {
		f.Per = firstOf(q.Per, c.perLabel(measures[0].Unit.Dimension))
	}
	q.Unit, q.Per = measures[0].Unit, f.Per
	f.q = q
	f.Dimension, f.Half, f.Factor = string(q.Unit.Dimension), plainText(q.Half), plainText(q.Unit.Factor)
	if len(measures) == 1 {
		f.ValueBase, f.UnitBase = plainText(q.Base()), q.Unit.Base()
		return
	}
	for _, m := range measures {
		f.Readings = append(f.Readings, Reading{Value: plainText(quantity.Mul(q.Value, m.Unit.Factor)), Unit: m.Unit.Base()})
	}
}

// labelPer is what a label says its amount is per: "Energy per m² in kWh". A year or a cent is no such thing.
var labelPer = compile(`(?i)\bper\s+((?:[\d.,]+\s+)?(?:(?:million|thousand|sold|produced|available|occupied)\s+)?[\p{L}²³]+)`)

// perLabel is what the figure's own label or its columns say that an amount in a physical unit is per, where its unit does not.
func (c *cell) perLabel(d quantity.Dimension) string {
	switch d {
	case quantity.Energy, quantity.Emissions, quantity.CarbonGas, quantity.Mass, quantity.Volume:
	default:
		return ""
	}
	if c.source != FromTable {
		return ""
	}
	for _, label := range append([]string{c.own()}, c.cols...) {
		if m := labelPer.FindStringSubmatch(label); m != nil && !overTime[strings.ToLower(m[1])] {
			return strings.ToLower(m[1])
		}
	}
	return ""
}

var overTime = map[string]bool{"year": true, "annum": true, "month": true, "day": true, "quarter": true, "week": true, "cent": true}

// nearestUnit is the unit that stands nearest to the figure, of those that its headings do not exclude, if there are any.
func (c *cell) nearestUnit() (string, []quantity.Measure) {
	excluded, measured := "", []quantity.Measure(nil)
	for _, u := range c.units {
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
func (c *cell) excludes(d quantity.Dimension) bool {
	near := c.own() + " ; " + strings.Join(c.cols, " ; ")
	scope, _ := scopeOf(near)
	gas := scope != "" || gasWord.MatchString(near)
	other := energyWord.MatchString(near) || powerWord.MatchString(near) || waterWord.MatchString(near)
	if perWord.MatchString(near) || gas == other {
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

// bare is a unit without the brackets around it, and without the "in" that leads to it.
func bare(u string) string {
	u = strings.TrimPrefix(strings.TrimSpace(u), "in ")
	if strings.HasPrefix(u, "(") && strings.HasSuffix(u, ")") && strings.Count(u, "(") == 1 {
		u = strings.TrimSpace(u[1 : len(u)-1])
	}
	return u
}

var equivalent = compile(`(?i)co\s?[2₂]\s?-?e|equivalent|äquivalent|\bghg\b|greenhouse|\bgrk\b|treibhausgas`)

// gasWords says which gas the headings speak of.
func gasWords(all string, units []string) string {
	if s, _ := scopeOf(all); s != "" && !bareGas.MatchString(all+" "+strings.Join(units, " ")) || equivalent.MatchString(all) {
		return "CO2e"
	}
	return "CO2"
}

var bareGas = compile(`(?i)\bco\s?[2₂]\b`)
