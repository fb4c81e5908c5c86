package quantity

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// Measure is a unit with what it is measured against: "kg CO2e/t" is kilograms of CO2e per t.
type Measure struct {
	Unit Unit
	Per  string // lower case; empty for an absolute figure
}

// maxUnit bounds what is looked at as a unit; longer text is a sentence.
const maxUnit = 80

var (
	either    = regexp.MustCompile(`(?i)\s+(?:or|atau|oder|ou)\s+`)
	perUnit   = regexp.MustCompile(`(?i)^(.*?)\s*(?:/|\bper\b|\bpro\b)\s*(.+)$`)
	thousands = regexp.MustCompile(`^(?:1[.,'’ \x{a0}]?000([.,'’ \x{a0}]000)?|['’‘` + "`" + `]?000s?)\s*(?:of\s+)?`)
	inWords   = regexp.MustCompile(`(?i)^(?:(?:measured|reported|expressed|shown)\s+)?(?:in|en|dalam)\s+`)
	gasFirst  = regexp.MustCompile(`(?i)^(CO\s?[2₂](?:\s?-?e(?:q|quivalents?)?\b\.?)?|GHG)(?:\s+emissions?)?\s*[,(]?\s*(?:in\s+)?(.+?)\)?$`)
	spacedGas = regexp.MustCompile(`(?i)\bc[o0]\s+([2₂])`)
	megaTons  = regexp.MustCompile(`^(?:MM\s?(?:MT|mt|t)|MMT|MMt)\b`)
	kiloTons  = regexp.MustCompile(`^(?:KMT|kMT)\b`)
	gluedMass = regexp.MustCompile(`^(MT|mt|Mt)(\s?-?\s?(?:of\s+)?(?:CO|co|Co)\s?[2₂].*)?$`)
)

// Measures lists what a unit as printed can mean. Most units mean one thing. "MT CO2e" means metric tons in
// America and megatonnes in the SI, and "kWh or J" says itself that it is open: both readings are returned, the
// usual one first, and nobody may choose between them without a reason.
func Measures(printed string) ([]Measure, error) {
	s := strings.TrimSpace(printed)
	if s == "" || len(s) > maxUnit {
		return nil, fmt.Errorf("parsing unit %q: want a short unit such as kt CO2e", cut(printed))
	}
	if parts := either.Split(s, -1); len(parts) > 1 {
		var all []Measure
		for _, p := range parts {
			m, err := Measures(p)
			if err != nil {
				return nil, err
			}
			all = append(all, m...)
		}
		return all, nil
	}
	s = tidy(s)
	if units, err := unitReadings(s); err == nil {
		return asMeasures(units, ""), nil
	}
	if m := perUnit.FindStringSubmatch(s); m != nil {
		units, err := unitReadings(m[1])
		if err != nil {
			return nil, err
		}
		return asMeasures(units, strings.ToLower(strings.TrimSpace(strings.Trim(m[2], "()[]")))), nil
	}
	return nil, fmt.Errorf("parsing unit %q: not a unit known here", cut(printed))
}

func asMeasures(units []Unit, per string) []Measure {
	out := make([]Measure, len(units))
	for i, u := range units {
		out[i] = Measure{u, per}
	}
	return out
}

// tidy undoes what printing and reading do to units: "CO 2e", brackets, footnote marks, "in ...".
func tidy(s string) string {
	s = strings.TrimRight(strings.TrimSpace(s), "*†‡¹²³⁴⁵⁶⁷⁸⁹:;, ")
	if strings.HasSuffix(strings.TrimSpace(s), "m") { // the mark may have been the power of a metre
		s = strings.TrimSpace(s)
	}
	for len(s) > 1 && (s[0] == '(' && strings.Count(s, "(") == strings.Count(s, ")") && s[len(s)-1] == ')' || s[0] == '[' && s[len(s)-1] == ']') {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	s = inWords.ReplaceAllString(s, "")
	s = spacedGas.ReplaceAllString(s, "CO$1")
	return strings.Join(strings.Fields(s), " ")
}

// unitReadings reads a unit without a denominator.
func unitReadings(s string) ([]Unit, error) {
	scale := one
	if m := thousands.FindStringSubmatch(s); m != nil && len(m[0]) < len(s) {
		scale = apd.New(1, 3)
		if m[1] != "" {
			scale = apd.New(1, 6)
		}
		s = s[len(m[0]):]
	}
	switch {
	case megaTons.MatchString(s):
		s = megaTons.ReplaceAllString(s, "million metric tons")
	case kiloTons.MatchString(s):
		s = kiloTons.ReplaceAllString(s, "thousand metric tons")
	}
	if m := gluedMass.FindStringSubmatch(s); m != nil {
		return masses(m[1], m[2], s, scale)
	}
	u, err := ParseUnit(s)
	if err != nil {
		m := gasFirst.FindStringSubmatch(s) // "CO2e in metric tons", "CO2e emissions (tonnes)"
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
		u.Factor, u.Symbol = Mul(u.Factor, scale), "1000 "+u.Symbol
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

func cut(s string) string {
	if r := []rune(s); len(r) > maxUnit {
		return string(r[:maxUnit])
	}
	return s
}
