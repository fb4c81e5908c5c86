package hyphen

import "testing"

func TestWhichHyphensBelongToTheWord(t *testing.T) {
	words := Words{"wind-swept": 1, "windswept": 3, "water-fall": 2, "sions": 1, "tungsverfahren": 1, "ibexa": 4, "zorbo": 4}
	for parts, want := range map[[2]string]bool{
		{"location", "based"}:    true, // a compound: both are words, the two together are none
		{"market", "based"}:      true,
		{"climate", "related"}:   true,
		{"long", "term"}:         true,
		{"non", "financial"}:     true,
		{"energy", "saving"}:     true,
		{"co", "benefits"}:       true,
		{"biodiversity", "rich"}: true,
		{"year-on", "year"}:      true,
		{"ibexa", "zorbo"}:       true, // words of this document only
		{"emis", "sions"}:        false,
		{"sustain", "ability"}:   false, // both are words, and so are the two together
		{"under", "standing"}:    false,
		{"work", "force"}:        false,
		{"green", "house"}:       false,
		{"gover", "nance"}:       false,
		{"dis", "closures"}:      false,
		{"organi", "sation"}:     false,
		{"in", "clude"}:          false,
		{"con", "sumption"}:      false,
		{"decarboni", "sation"}:  false,
		{"nachhaltig", "keit"}:   false,
		{"wind", "swept"}:        false, // the document decides first
		{"water", "fall"}:        true,
	} {
		if got := words.Keeps(parts[0], parts[1]); got != want {
			t.Errorf("%s-%s: keeps its hyphen %v, want %v", parts[0], parts[1], got, want)
		}
	}
}
