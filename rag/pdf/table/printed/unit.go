package printed

import (
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// unitWords are what units are made of, and whether a word can stand for a unit by itself: those of the units that can be read, and
// those of others that tables print, with the scales before them.
var unitWords = func() map[string]bool {
	all := quantity.Words()
	for _, w := range lexicon.Entries("table.units") {
		all[w] = true
	}
	for _, w := range lexicon.Entries("table.parts of units") {
		all[w] = false
	}
	for _, w := range strings.Fields("1,000 1.000 co2-e co2-eq co₂e co₂eq co₂ ‰") {
		all[w] = true
	}
	all["hours-kwh"] = false
	return all
}()

var countWords, joinWords = counted(), wordSet(`per of or and / in - atau dan pro je`)

// counted are the words for what is counted, and the mark for a number.
func counted() map[string]bool {
	m := lexicon.Set("table.counted")
	m["#"] = true
	return m
}

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// unitTokens cuts a text into what may be words of a unit.
func unitTokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("/·*×()[]", r)
	})
}

// unitWord reports whether a word is of a unit, and whether it is one by itself: "€m" and "US$" are a currency with or without its
// scale, "t-CO2" is a mass of gas.
func unitWord(t string) (alone, known bool) {
	for _, w := range []string{t, strings.TrimRight(t, ".")} {
		if alone, known = unitWords[w]; known {
			return alone, true
		}
	}
	if strings.ContainsFunc(t, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) || strings.Contains(t, "-co2") || strings.Contains(t, "-co₂") {
		_, err := quantity.Measures(t)
		return err == nil, err == nil
	}
	return false, false
}

// IsUnit says that a text is a unit of measurement, with its scale, and nothing else.
func IsUnit(s string) bool {
	if len(s) == 0 || len(s) > 48 {
		return false
	}
	measures := 0
	tokens := unitTokens(s)
	for _, t := range tokens {
		t = FoldSuperscript(strings.TrimRight(strings.TrimLeft(t, "-‐'’‘`"), ",;:"))
		if t == "" {
			continue
		}
		alone, known := unitWord(t)
		switch {
		case alone:
			measures++
		case known || countWords[t] || joinWords[t]:
		default:
			return false
		}
	}
	return measures > 0
}

// isCount says that a text names what is counted: "hours/employee", "employees".
func isCount(s string) bool {
	counted := 0
	for _, t := range unitTokens(s) {
		_, known := unitWord(t)
		switch {
		case countWords[t]:
			counted++
		case known || joinWords[t]:
		default:
			return false
		}
	}
	return counted > 0 && len(s) < 40
}
