package terms

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// FigureKind is a kind of figure that a group may ask for.
type FigureKind int

const (
	anyYear FigureKind = iota
	anyPercent
	plainFigure // a count that is no year and no label such as the 1 of Scope 1
	emissionAmount
	moneyAmount
	withUnit
	ratio     // emissions by something else: an intensity is no amount of emissions
	joined    // scopes that are counted together: their sum is none of them
	otherUnit // a row in a unit that is none of mass, as its name or a cell of its own says: litres beside "Scope 3" are no emissions
)

var ofSomething = pattern.Compile(`(?i)\bco2(?:e|eq|-e)?\s*/|\b(?:co2(?:e|eq|-e)?|emissions)\b[^.;\t]{0,12}\bper\b|\bintensit`)

var together = pattern.Compile(`(?i)\bscopes? ?[123]\s?(?:[-–+&/,]|and|to)\s?(?:scope )?[123]\b`)

// IsRatio reports whether the emissions of a text are by something else.
func IsRatio(text string) bool { return ofSomething.MatchString(text) }

// FigureKinds are the kinds by the names that cues have for them.
var FigureKinds = map[string]FigureKind{
	"@year": anyYear, "@percent": anyPercent, "@figure": plainFigure, "@amount": emissionAmount, "@money": moneyAmount, "@quantity": withUnit,
	"@ratio": ratio, "@joined": joined, "@other_unit": otherUnit,
}

// AsksEmissions reports whether an amount of emissions is among the kinds.
func AsksEmissions(kinds []FigureKind) bool { return slices.Contains(kinds, emissionAmount) }

// FiguresOf says which kinds of figures stand in a text, as a bit set.
func FiguresOf(text string) (kinds uint16) {
	ten := quantity.Int(10)
	if IsRatio(text) {
		kinds |= 1 << ratio
	}
	if together.MatchString(text) {
		kinds |= 1 << joined
	}
	if strings.Contains(text, "\t") && inOtherUnit(text) {
		kinds |= 1 << otherUnit
	}
	for _, q := range quantity.Find(text, quantity.Point) {
		set := func(k FigureKind) { kinds |= 1 << k }
		switch q.Unit.Dimension {
		case quantity.Percent, quantity.Points:
			set(anyPercent)
		case quantity.Emissions, quantity.CarbonGas, quantity.Mass:
			if q.Unit.Symbol == "CO2e" && quantity.Abs(q.Value).Cmp(ten) < 0 {
				continue // the 2 of "Scope 2 CO2e"
			}
			set(emissionAmount)
			set(withUnit)
		case quantity.Money:
			set(moneyAmount)
		case quantity.Count:
			if q.Year {
				set(anyYear)
			} else if quantity.Abs(q.Value).Cmp(ten) >= 0 {
				set(plainFigure)
			}
		default:
			set(withUnit)
		}
	}
	return kinds
}

// bracketed is what stands in brackets, and noteMark the mark of a note at the end.
var (
	bracketed = pattern.Compile(`\(([^()]+)\)`)
	noteMark  = pattern.Compile(`\s*\([^()]{1,3}\)$`)
)

// unitsIn is what the name of a row may say its unit by: in brackets, behind the last comma or "in".
func unitsIn(name string) (said []string) {
	for _, m := range bracketed.FindAllStringSubmatch(name, -1) {
		said = append(said, m[1])
	}
	name = noteMark.ReplaceAllString(name, "")
	for _, before := range []string{" in ", ", "} {
		if i := strings.LastIndex(name, before); i >= 0 {
			said = append(said, name[i+len(before):])
		}
	}
	return said
}

// inOtherUnit reports whether a row says that its figures are in a unit which is none of mass.
func inOtherUnit(row string) bool {
	for i, cell := range strings.Split(row, "\t") {
		said := []string{cell}
		if i == 0 {
			said = unitsIn(cell) // what is counted, rather than its unit
		}
		for _, s := range said {
			if strings.ContainsAny(s, "0123456789") {
				continue
			}
			switch u, err := quantity.ParseUnit(s); {
			case err != nil:
			case u.Dimension == quantity.Energy, u.Dimension == quantity.Power, u.Dimension == quantity.Volume, u.Dimension == quantity.Area,
				u.Dimension == quantity.Money:
				return true
			}
		}
	}
	return false
}
