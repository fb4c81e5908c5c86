package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"
)

// moneyScales are the powers of ten that accounts print beside a currency, before or behind it, without its brackets and
// apostrophes: "EUR ’000s", "TEUR", "US$ in millions", "thousands of euros".
var moneyScales = map[string]int32{
	"000": 3, "000s": 3, "1000": 3, "1,000": 3, "1 000": 3, "k": 3, "T": 3, "tsd": 3, "thsd": 3, "th": 3, "thousand": 3, "thousands": 3, "ribu": 3,
	"lakh": 5, "lakhs": 5, "000000": 6, "000,000": 6, "m": 6, "mm": 6, "mn": 6, "mln": 6, "mio": 6, "mill": 6, "million": 6, "millions": 6, "juta": 6,
	"cr": 7, "crore": 7, "crores": 7, "b": 9, "bn": 9, "bln": 9, "mrd": 9, "billion": 9, "billions": 9, "miliar": 9, "tn": 12,
	"trillion": 12, "trillions": 12, "triliun": 12,
}

// longestMoney bounds what is looked at as a currency with its scale.
const longestMoney = 32

// scaledMoney reads a currency with a scale on either side. A currency beside words that are no scale is no unit: to read
// "EUR ’000s" as euros would be wrong by a thousand.
func scaledMoney(s string) (Unit, bool) {
	if len(s) > longestMoney || !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.Is(unicode.Sc, r) || unicode.IsUpper(r) || r == 'o' || r == 'e' || r == 'a'
	}) {
		return Unit{}, false
	}
	code, before, behind, ok := cutCurrency(s)
	if rest, found := strings.CutPrefix(s, "R"); !ok && found {
		code, behind, ok = "ZAR", rest, true // "R million", "R’000", "Rm": the rand, before a scale alone
	}
	if !ok {
		return Unit{}, false
	}
	scale, found := int32(0), false
	for _, side := range []string{before, behind} {
		if strings.Contains(side, "/") {
			return Unit{}, false // "EUR/t", "$/b": per something
		}
		word := scaleWord(side)
		if word == "" {
			continue
		}
		power, known := moneyScales[word]
		if !known && word != "t" {
			power, known = moneyScales[strings.ToLower(word)]
		}
		if !known || found {
			return Unit{}, false
		}
		scale, found = power, true
	}
	return Unit{code, Money, apd.New(1, scale)}, found
}

// cutCurrency finds the one currency of a short text and what stands on its sides.
func cutCurrency(s string) (code, before, behind string, ok bool) {
	for i := range s {
		if code, n := readCurrency(s[i:]); n > 0 {
			return code, s[:i], s[i+n:], true
		}
		if i == 0 || !letter(rune(s[i-1])) {
			for _, w := range wordsBy[s[i]] {
				if n := spelled(s[i:], w.text); w.unit.Dimension == Money && n > 0 && ends(s[i:], n) {
					return w.unit.Symbol, s[:i], s[i+n:], true
				}
			}
		}
	}
	return "", "", "", false
}

// scaleWord is the word of a side, without what only joins it to the currency.
func scaleWord(side string) string {
	fields := strings.FieldsFunc(side, func(r rune) bool {
		return r == utf8.RuneError || unicode.IsSpace(r) || strings.ContainsRune("()[]'’‘`´.-–/", r)
	})
	var left []string
	for _, f := range fields {
		switch strings.ToLower(f) {
		case "in", "of", "the", "amounts", "figures", "values":
		default:
			left = append(left, f)
		}
	}
	return strings.Join(left, " ")
}

// thousandsOf is the scale of what thousands finds: by its zeros, where these are all of it, as in "0000' kWh" of East Asia.
func thousandsOf(m []string) *apd.Decimal {
	switch {
	case m[1] != "":
		return apd.New(1, 6)
	case m[2] != "":
		return apd.New(1, int32(len(m[2])))
	}
	return apd.New(1, 3)
}

// ScaleOf is the scale that a unit not known here begins with: "thousand hours", "1,000 passengers", "billion GTM". The rest is
// whatever is counted.
func ScaleOf(printed string) (scale *apd.Decimal, ok bool) {
	s := scaled(tidy(printed))
	if m := thousands.FindStringSubmatch(s); m != nil && strings.TrimSpace(s[len(m[0]):]) != "" {
		return thousandsOf(m), true
	}
	word, rest, found := strings.Cut(s, " ")
	if power, known := countScales[strings.ToLower(word)]; known && found && strings.ContainsFunc(rest, unicode.IsLetter) {
		return apd.New(1, power), true
	}
	return nil, false
}

var countScales = map[string]int32{"thousand": 3, "thousands": 3, "ribu": 3, "lakh": 5, "million": 6, "millions": 6, "juta": 6, "billion": 9, "billions": 9}
