package sheet

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var ofWhat = pattern.Compile(`(?i)^\s*(?:of|by|in\s+terms\s+of)\s+((?:[\p{L}-]+\s*){1,4})`)

// within is what brackets say a share to be of: those of the part that are so, "480 managers (34 % women)".
var within = pattern.Compile(`(?i)^\s*(women|men|female|male|\p{L}{4,}s)\s*\)`)

// OfAnother reports whether what follows a share names a whole that what stands before it does not: "868 of 1,240 suppliers (78 %
// of spend)", but not "(78 % of our suppliers)".
func OfAnother(before, behind string) bool {
	m := ofWhat.FindStringSubmatch(behind)
	if m == nil {
		m = within.FindStringSubmatch(behind)
	}
	if m == nil {
		return false
	}
	known := Stems(before)
	return !slices.ContainsFunc(Stems(m[1]), func(w string) bool {
		_, there := slices.BinarySearch(known, w)
		return there || w == "them" || w == "these"
	})
}

// An abbreviation in a label, and the words whose first letters may make it.
var (
	Abbreviation = pattern.Compile(`\b\p{Lu}{3,6}\b`)
	WordStart    = pattern.Compile(`\p{L}+`)
)

// SharesWord reports whether two labels have a word in common.
func SharesWord(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return slices.Contains(b, w) })
}

// Headings leaves out what is no name from the headings of a row: numbers of standards, dashes.
func Headings(path []string) []string {
	out := slices.DeleteFunc(slices.Clone(path), func(p string) bool { return !nameLike.MatchString(p) })
	if len(out) == 0 {
		return path
	}
	return out
}

var nameLike = pattern.Compile(`\p{L}{2}`)

// Last is the innermost heading of a path; empty if it has none.
func Last(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1]
}

// WordOf is a word or a number.
var WordOf = pattern.Compile(`[\p{L}\p{N}]+`)

// emptyWords say nothing about what a row holds.
var emptyWords = lexicon.Set("checks.empty words")

// sameWords are words that mean the same in a label and in a sentence.
var sameWords = map[string]string{
	"bought": "purchased", "purchases": "purchased", "used": "use", "usage": "use", "consumed": "use", "consumption": "use",
	"workforce": "employees", "staff": "employees", "headcount": "employees", "refuse": "waste", "transportation": "transport",
}

// Stems are the words of a label or of a part of a sentence that say what it is of, shortened so that
// "landfill" and "landfilled" are one.
func Stems(text string) []string {
	var out []string
	for _, w := range WordOf.FindAllString(strings.ToLower(text), -1) {
		if emptyWords[w] {
			continue
		}
		if other, known := sameWords[w]; known {
			w = other
		}
		if stem, found := strings.CutSuffix(FirstRunes(w, 6), "y"); found && len(stem) > 3 {
			w = stem + "i" // "injury" is one with "injuries"
		}
		out = append(out, FirstRunes(w, 6))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// FirstRunes is a word cut to its first letters.
func FirstRunes(w string, n int) string {
	if utf8.RuneCountInString(w) <= n {
		return w
	}
	return string([]rune(w)[:n])
}

// Within says that all words of a are words of b; nothing is within anything.
func Within(a, b []string) bool {
	if len(a) == 0 {
		return false
	}
	for _, w := range a {
		if _, found := slices.BinarySearch(b, w); !found {
			return false
		}
	}
	return true
}

// leadingNumber is the number of a category before its name.
var leadingNumber = pattern.Compile(`^\s*(?:\d{1,2}|[a-zA-Z])[.)]?\s+`)
