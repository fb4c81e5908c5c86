package terms

import (
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
	ratio  // emissions by something else: an intensity is no amount of emissions
	joined // scopes that are counted together: their sum is none of them
)

var ofSomething = pattern.Compile(`(?i)\bco2(?:e|eq|-e)?\s*/|\b(?:co2(?:e|eq|-e)?|emissions)\b[^.;\t]{0,12}\bper\b|\bintensit`)

var together = pattern.Compile(`(?i)\bscopes? ?[123]\s?(?:[-–+&/,]|and|to)\s?(?:scope )?[123]\b`)

// IsRatio reports whether the emissions of a text are by something else.
func IsRatio(text string) bool { return ofSomething.MatchString(text) }

// FigureKinds are the kinds by the names that cues have for them.
var FigureKinds = map[string]FigureKind{
	"@year": anyYear, "@percent": anyPercent, "@figure": plainFigure, "@amount": emissionAmount, "@money": moneyAmount, "@quantity": withUnit,
	"@ratio": ratio, "@joined": joined,
}

// FiguresOf says which kinds of figures stand in a text, as a bit set.
func FiguresOf(text string) (kinds uint8) {
	ten := quantity.Int(10)
	if IsRatio(text) {
		kinds |= 1 << ratio
	}
	if together.MatchString(text) {
		kinds |= 1 << joined
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
