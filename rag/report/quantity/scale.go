package quantity

import (
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// multipliers in words; the short forms count only beside a currency or a unit of mass or energy, because
// "5 m" are metres and "3 M" a company.
var multipliers = []struct {
	word     string
	exponent int32
	short    bool
}{
	{"thousands", 3, false}, {"thousand", 3, false}, {"millions", 6, false}, {"million", 6, false}, {"mio.", 6, false}, {"mio", 6, false},
	{"billions", 9, false}, {"billion", 9, false}, {"bn", 9, false}, {"trillion", 12, false},
	{"ribu", 3, false}, {"juta", 6, false}, {"miliar", 9, false}, {"milyar", 9, false}, {"triliun", 12, false}, // Indonesian
	{"lakhs", 5, false}, {"lakh", 5, false}, {"crores", 7, false}, {"crore", 7, false}, // Indian
	{"mn", 6, false},
	{"k", 3, true}, {"m", 6, true}, {"b", 9, true},
}

func multiplier(rest string, money bool) (by *apd.Decimal, n int) {
	for _, m := range multipliers {
		n := spelled(rest, m.word)
		if n == 0 || !ends(rest, n) && m.word != "mio." {
			continue
		}
		if m.short && !money {
			unit, u := readUnit(rest[n+space(rest[n:]):])
			if u == 0 || unit.Dimension == Percent {
				continue
			}
		}
		return apd.New(1, m.exponent), n
	}
	if money { // "€1,008 thsd", "CHF 3 mln."
		word := leadingLetters(rest)
		if power, known := moneyScales[strings.ToLower(word)]; known && ends(rest, len(word)) {
			return apd.New(1, power), len(word)
		}
	}
	return one, 0
}

// leadingLetters is the word that a text begins with.
func leadingLetters(s string) string {
	n := 0
	for n < len(s) && (s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z') {
		n++
	}
	return s[:n]
}
