package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	// behindVerb are words that follow a verb and no noun's modifier.
	behindVerb = lexicon.Set("checks.behind a verb")
	behindPast = pattern.Compile(`(?i)^(?:in|at|on|by|to|from|for|with|as)$`)
	subject    = pattern.Compile(`(?i)^(?:we|it|they|is|are|was|were|been)$`)
	wordBefore = pattern.Compile(`[\p{L}\p{N}]+ +$`)
	wordBehind = pattern.Compile(`^ +[\p{L}\p{N}]+`)
	isFigure   = pattern.Compile(`^ +(?:[A-Z]{3} |[$€£])?\d`)
)

// VerbAt reports whether the word of a sentence between two places is a verb of what stands before it, whatever that does: "Ebbw needed less". A word that
// belongs to the noun behind it tells what is measured, and is none: "purchased electricity".
func VerbAt(text string, start, end int) bool {
	first, _ := utf8.DecodeRuneInString(text[start:])
	before := strings.TrimSpace(wordBefore.FindString(text[:start]))
	if unicode.IsUpper(first) || before == "" || emptyWords[strings.ToLower(before)] && !subject.MatchString(before) {
		return false
	}
	if isFigure.MatchString(text[end:]) {
		return true
	}
	next := strings.ToLower(strings.TrimSpace(wordBehind.FindString(text[end:])))
	return behindVerb[next] || strings.HasSuffix(text[:end], "ed") && behindPast.MatchString(next)
}
