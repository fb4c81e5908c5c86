package quantity

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is looked at before a pattern is tried never says otherwise than the pattern.
func TestQuickLooksMissNothing(t *testing.T) {
	pieces := []string{
		" ", "\t", "\n", "\u00a0", "or", "OR", "Oder", "atau", "ou", "of", "per", "PRO", "Per ", "/", "t", "kt", "Mt", "MT", "MMT", "MM t",
		"KMT", "kg", "CO", "2", "₂", "e", "eq", "co ", "1,000 ", "1000", "'000 ", "‘000s", "000",
		"metric ", "tonnes", "-tons", "K", "\u212A", "ſ", "in ", "measured in ", "dalam ", "GHG ", "emissions", "(", ")", "%", "kWh", "MWh",
		"m³", "percent", "EUR", "€", "million ", "bn", "of ", "carbon dioxide",
	}
	rapid.Check(t, func(r *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(r, "pieces"), "")
		if parts := either.Split(s, -1); len(parts) > 1 && !slices.Equal(parts, alternatives(s)) {
			r.Fatalf("%q: alternatives %q, want %q", s, alternatives(s), parts)
		}
		if m := perUnit.FindStringSubmatch(s); !slices.Equal(m, denominated(s)) {
			r.Fatalf("%q: denominated %q, want %q", s, denominated(s), m)
		}
		for _, c := range []struct {
			matches bool
			with    string
		}{
			{thousands.MatchString(s), "10'`"}, {megaTons.MatchString(s) || kiloTons.MatchString(s), "MmkK"}, {gluedMass.MatchString(s), "Mm"},
			{gasFirst.MatchString(s), "cCgG"}, {inWords.MatchString(s), "mMrReEsSiIdD"}, {massUnit.MatchString(s), "mMkKgGtT-"}, {gas.MatchString(s), " \t\n\f\r-oOcC"},
		} {
			if c.matches && !begins(s, c.with) {
				r.Fatalf("%q matches and begins with none of %q", s, c.with)
			}
		}
		if u, n := readUnit(s); n > len(s) || n > 0 && u.Factor == nil {
			r.Fatalf("%q: %+v, %d", s, u, n)
		}
	})
}
