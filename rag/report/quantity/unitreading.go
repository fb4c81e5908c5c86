package quantity

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

var gluedMass = pattern.Compile(`^(MT|mt|Mt)(\s?-?\s?(?:of\s+)?(?:CO|co|Co)\s?[2₂].*)?$`)

// unitReadings reads a unit without a denominator.
func unitReadings(s string) ([]Unit, error) {
	s = scaled(s)
	scale := one
	if begins(s, "10'`") {
		if m := thousands.FindStringSubmatch(s); m != nil && len(m[0]) < len(s) {
			scale, s = thousandsOf(m), s[len(m[0]):]
		}
	}
	if rest, ok := strings.CutPrefix(s, "ten thousand "); ok {
		scale, s = apd.New(1, 4), rest
	}
	if begins(s, "T") {
		s = capitalTon.ReplaceAllString(s, "t$1")
	}
	if begins(s, "MmkK") {
		switch {
		case megaTons.MatchString(s):
			s = megaTons.ReplaceAllString(s, "million metric tons")
		case kiloTons.MatchString(s):
			s = kiloTons.ReplaceAllString(s, "thousand metric tons")
		}
	}
	if begins(s, "Mm") {
		if m := gluedMass.FindStringSubmatch(s); m != nil {
			return masses(m[1], m[2], s, scale)
		}
	}
	u, err := ParseUnit(s)
	if err != nil {
		if money, ok := scaledMoney(s); ok && scale == one {
			return []Unit{money}, nil
		}
		var m []string
		if begins(s, "cCgG") {
			m = gasFirst.FindStringSubmatch(s) // "CO2e in metric tons", "CO2e emissions (tonnes)"
		}
		if m == nil {
			return nil, err
		}
		inner, err := unitReadings(m[2])
		if err != nil {
			return nil, err
		}
		for i := range inner {
			if inner[i].Dimension != Mass {
				return nil, fmt.Errorf("parsing unit %q: a gas is measured in mass", cut(s))
			}
			inner[i] = inner[i].Of(m[1])
			inner[i].Factor = Mul(inner[i].Factor, scale)
		}
		return inner, nil
	}
	if scale != one {
		u.Factor = Mul(u.Factor, scale)
		if u.Dimension != Money { // a currency's symbol says which one it is
			u.Symbol = Print(scale, 0) + " " + u.Symbol
		}
	}
	return []Unit{u}, nil
}

// masses reads MT, mt and Mt. Mt is a megatonne; MT and mt are metric tons to Americans and a megatonne to
// those who do not mind capitals.
func masses(word, gas, printed string, scale *apd.Decimal) ([]Unit, error) {
	t, err := ParseUnit("t" + gas)
	if err != nil {
		return nil, err
	}
	mega := t
	mega.Symbol = "M" + t.Symbol
	t.Factor, mega.Factor = scale, Mul(apd.New(1, 6), scale)
	if word == "Mt" {
		return []Unit{mega}, nil
	}
	t.Symbol, mega.Symbol = printed, printed
	return []Unit{t, mega}, nil
}

// Of makes a mass one of a gas: of CO2 equivalent if the words say so or speak of greenhouse gases.
func (u Unit) Of(gas string) Unit {
	if u.Dimension != Mass {
		return u
	}
	l := strings.ToLower(strings.ReplaceAll(gas, " ", ""))
	u.Dimension, u.Symbol = CarbonGas, u.Symbol+"CO2"
	if strings.HasSuffix(l, "e") || strings.Contains(l, "eq") || strings.Contains(l, "ghg") || strings.Contains(l, "greenhouse") || strings.Contains(l, "scope") {
		u.Dimension, u.Symbol = Emissions, u.Symbol+"e"
	}
	return u
}
