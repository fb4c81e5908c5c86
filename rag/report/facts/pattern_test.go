package facts

import (
	"testing"

	"pgregory.net/rapid"
)

// all are patterns of many shapes, each in use.
var all = []*pattern{
	ghgWord, changing, aimed, perWord, otherIndirect, scopeWord, landUse, wholeLabel, bareGas, netZeroWord, brokenGas, gluedUnit, gluedThousand,
	markedYears, capexWord, payWord, isoHeading, equivalent, relative, peopleWord, boardWord, yearText, shortYear,
}

// The scan for needed words is never wrong: what it passes over does not match.
func TestNeededWordsMissNothing(t *testing.T) {
	pieces := []string{
		" ", "ghg", "GHG", "CO", "2", "₂", "e", "scope", "ſcope", "Scopes 1", " and 3", "emission", "emissions", "land use", " change", "Δ",
		"äquivalent", "ÄQUIVALENT", "K", "\u212A", "kt", "Mt",
		"abfall", "Abfälle", "2021", "FY", "1,000 t", "per ", "/", "net", "-zero", "direct", "other indirect ", "bonus", "Category 3: ", "Total",
		"\xff", "mitarbeit", "mitarbeiter", "’22",
	}
	rapid.Check(t, func(r *rapid.T) {
		s := ""
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(r, "pieces") {
			s += p
		}
		if rapid.Bool().Draw(r, "any") {
			s += rapid.String().Draw(r, "text")
		}
		for _, p := range all {
			if p.Regexp.MatchString(s) && !p.may(s) {
				r.Fatalf("%q matches %s and is passed over: it needs one of %q", s, p.Regexp, p.words)
			}
		}
	})
}
