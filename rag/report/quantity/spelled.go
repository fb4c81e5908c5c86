package quantity

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// spelledMass are units of mass in words, which are read apart from the others.
var spelledMass = pattern.Compile(`(?i)^(?:metric\s+|short\s+)?(?:kilograms?|grams?|kilotons?|tonnes?|tons?)\b`)

// Spelled is the unit in words with which a text begins as it is written behind an amount that is not one - in lower case and in the plural - and
// how many bytes of the text it takes; none if the text begins with something else. Signs, as "MWh", are no words.
func Spelled(text string) (plural string, length int) {
	if m := spelledMass.FindString(text); m != "" {
		return pluralOf(strings.ToLower(strings.Join(strings.Fields(m), " "))), len(m)
	}
	for _, w := range vocabulary.words { // the longest first
		if len(w.text) < fewestSpelled || len(text) < len(w.text) || !strings.EqualFold(text[:len(w.text)], w.text) || w.unit.Dimension == Money {
			continue
		}
		if rest := text[len(w.text):]; rest == "" || strings.ContainsAny(rest[:1], " ,;:.)(/") {
			return pluralOf(w.text), len(w.text)
		}
	}
	return "", 0
}

// fewestSpelled are as many letters as a word for a unit has at least: shorter ones are signs, or short for one.
const fewestSpelled = 4

// pluralOf is a word for a unit as it follows on an amount: a foot is the only one without an s.
func pluralOf(word string) string {
	if before, ok := strings.CutSuffix(word, "foot"); ok {
		return before + "feet"
	}
	last := word[strings.LastIndexByte(word, ' ')+1:]
	ends := func(with string) bool { return strings.HasSuffix(word, with) }
	if ends("s") || ends("feet") || ends("equivalent") || len(last) < fewestPlural || strings.Contains(word, ".") || strings.HasPrefix(word, "per") {
		return word
	}
	return word + "s"
}

const fewestPlural = 3 // letters
