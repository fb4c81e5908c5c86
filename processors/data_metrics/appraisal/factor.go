package appraisal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/ghg"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// gigajoules is what one unit of energy is; nil for another unit, or none.
func gigajoules(per string) *apd.Decimal {
	if u, ok := quantity.PerUnit(per); ok && u.Dimension == quantity.Energy {
		return u.Factor
	}
	return nil
}

// apart is the share by which a factor may differ from what is published: gross and net calorific values alone are a tenth.
var apart = apd.New(20, -2)

// called are the names of fuels in reports that the table has under others.
var called = map[string]string{
	"hard coal": "bituminous coal", "diesel oil": "diesel", "petrol": "motor gasoline", "gasoline": "motor gasoline", "lpg": "liquefied petroleum gas",
}

// factors are the emission factors of fuels that a claim states, per unit of energy, beside those that are published.
func factors(s Subject) []events.ConversionValue {
	table, err := ghg.LoadFactors()
	if err != nil {
		return nil // the table is part of the program, and a test reads it
	}
	text := s.Claim.Text // of a row: with the unit that stands in its head
	fuel := fuelIn(table, text)
	if fuel == "" {
		return nil
	}
	var out []events.ConversionValue
	for _, q := range figuresIn(text) {
		per := gigajoules(q.Per)
		if q.Unit.Dimension != quantity.Emissions && q.Unit.Dimension != quantity.CarbonGas || per == nil || q.Range || q.Value.Sign() <= 0 {
			continue
		}
		kilograms, ok := quantity.Ratio(quantity.Mul(q.Base(), quantity.Int(1000)), per)
		if !ok {
			continue
		}
		c := events.ConversionValue{
			Kind: "emission_factor", Of: fuel, Value: quantity.Print(q.Value, 12), Unit: q.Unit.Symbol + " per " + q.Per, Published: []string{}, Assessment: unusual,
		}
		for _, f := range table.Of(fuel) {
			energy := gigajoules(f.Per)
			if energy == nil {
				continue
			}
			published, ok := quantity.Ratio(f.Kg, energy)
			if !ok {
				continue
			}
			c.Published = append(c.Published, fmt.Sprintf("%s kg %s per GJ (%s)", quantity.Print(published, 1), f.Gas, f.Source))
			off, ok := quantity.Ratio(quantity.Abs(quantity.Sub(kilograms, published)), published)
			if ok && off.Cmp(apart) <= 0 {
				c.Assessment = plausible
			}
		}
		if len(c.Published) == 0 {
			continue
		}
		c.Reason = fmt.Sprintf("%s per %s for %s is %s kg per GJ; published: %s.", q.Text, q.Per, fuel, quantity.Print(kilograms, 1), strings.Join(c.Published, "; "))
		if c.Assessment == unusual {
			c.Reason += " What is upstream of the fuel, or a mixture, may explain the difference."
		}
		out = append(out, c)
	}
	return out
}

// fuelIn is the one fuel that a text names; of several, none is taken.
func fuelIn(table *ghg.Factors, text string) string {
	lower := " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }), " ") + " "
	var found []string
	add := func(name, fuel string) {
		if strings.Contains(lower, " "+name+" ") && !slices.Contains(found, fuel) {
			found = append(found, fuel)
		}
	}
	for _, f := range table.Factors {
		add(f.Fuel, f.Fuel)
	}
	for name, fuel := range called {
		add(name, fuel)
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

func figuresIn(text string) []quantity.Quantity {
	return quantity.Find(text, quantity.Detect(text, quantity.Point))
}
