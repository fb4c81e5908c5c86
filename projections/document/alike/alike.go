// Package alike tells from their words whether sentences speak of one thing.
package alike

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var content = pattern.Compile(`\p{L}{4,}`)

// InCommon is how many words of some length two sentences have in common, by how they begin.
func InCommon(a, b string) int {
	begins := map[string]bool{}
	for _, w := range content.FindAllString(strings.ToLower(a), -1) {
		begins[w[:4]] = true
	}
	n := 0
	for _, w := range content.FindAllString(strings.ToLower(b), -1) {
		if begins[w[:4]] {
			n++
			delete(begins, w[:4])
		}
	}
	return n
}

// Mostly reports whether most of the words of the shorter of two sentences are in the other.
func Mostly(a, b string) bool {
	one, two := words(a), words(b)
	if len(one) > len(two) {
		one, two = two, one
	}
	both := 0
	for _, w := range one {
		if slices.Contains(two, w) {
			both++
		}
	}
	return 5*both >= 3*len(one)
}

func words(said string) []string {
	all := content.FindAllString(strings.ToLower(said), -1)
	slices.Sort(all)
	return slices.Compact(all)
}

// Shared reports whether two lists have something in common.
func Shared(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// SameFigure reports whether two sentences give one amount that they hardly share by chance, or one share in the same way.
func SameFigure(a, b string) bool { return headline.SameShare(a, b) || Shared(amounts(a), amounts(b)) }

var (
	amount = pattern.Compile(`\d[\d.,]*\d`)
	digit  = pattern.Compile(`\d`)
	year   = pattern.Compile(`\b(?:19|20)\d\d\b`)
)

// Digits counts the digits of a text.
func Digits(s string) int { return len(digit.FindAllString(s, -1)) }

// amounts are the figures of a sentence that another hardly has by chance; a year is none.
func amounts(said string) []string {
	return slices.DeleteFunc(amount.FindAllString(said, -1), func(s string) bool { return Digits(s) < 4 || year.MatchString(s) })
}

// Tabular reports whether what was taken for a sentence is the rows of a table.
func Tabular(said string) bool {
	words := strings.Fields(said)
	figures := 0
	for _, w := range words {
		if w[0] >= '0' && w[0] <= '9' {
			figures++
		}
	}
	return 4*figures > len(words)
}
