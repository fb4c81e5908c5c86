package quantity

import "strings"

// Words are the words and signs that units of measurement and currencies are written with, in lower case. Some are a unit by
// themselves and true here; others, as "cubic", are only part of one. Whoever has to tell a unit from other text goes by the units
// that can be read.
func Words() map[string]bool {
	out := map[string]bool{}
	add := func(text string) {
		all := strings.Fields(strings.ToLower(text))
		for _, w := range all {
			out[w] = out[w] || len(all) == 1
		}
	}
	for _, list := range [][]written{vocabulary.words, vocabulary.signs} {
		for _, w := range list {
			add(w.text)
		}
	}
	for _, c := range currencies {
		add(c.sign)
	}
	for _, mass := range massWords {
		add(mass)
		for _, of := range gasWords {
			add(mass + of)
		}
	}
	return out
}

// massWords and gasWords are what massUnit and gas match, as reports write it most: units of emissions are made of both.
var (
	massWords = strings.Fields("t kt Mt MMT Gt kg g tonne tonnes ton tons tonnen gram grams kilogram kilograms")
	gasWords  = strings.Fields("CO2e CO₂e CO2eq CO₂eq CO2-eq CO2-e CO2 CO₂")
)
