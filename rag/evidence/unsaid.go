package evidence

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	// supposed is what somebody may do, or would have done.
	supposed = pattern.Compile(`\b(?:might|could|would)\b|\b(?:is|are|was|were)\s+to\s+(?:be|have)\b|` +
		`\bmay\s+(?:not\s+)?\p{Ll}|\b(?:is|are|was|were|be|been)\s+(?:allowed|permitted|entitled)\s+to\b`)
	// takenBack is what a document says of a figure that it no longer stands by, or never meant.
	takenBack = pattern.Compile(`(?i)\bearlier\s+version\b|\bwrong\s+figures?\b|\b(?:was|were)\s+(?:wrong|mistaken)\b|` +
		`\bby\s+mistake\b|\bsatir\w+|\bfictitious\b`)
	// partOfYear is a time that a figure of a whole year is not of.
	partOfYear = pattern.Compile(`(?i)\bhalf[- ]year|\b(?:first|last|final)\s+(?:\w+\s+)?months?\b|` +
		`\b(?:first|second)\s+half\b|\b(?:first|second|third|fourth)\s+quarter\b|\b[QH][1-4]\b|` +
		`\b(?:a|per|each|every)\s+(?:day|week|month|hour)\b|\b(?:daily|weekly|monthly)\b`)
	// inMonth is a month of a year, which is a part of it, too, but where a year begins or ends with it.
	inMonth = pattern.Compile(`\b(?i:in|by|until|during|of|since)\s+` +
		`(?:January|February|March|April|May|June|July|August|September|October|November)\s+20\d\d\b|` +
		`\b(?i:in|during)\s+December\s+20\d\d\b`)
	aYear = pattern.Compile(`(?i)\byears?\b|\bFY\s?\d|\bannual`)
)

// ofPart reports whether the figures of a sentence may be of a part of a year.
func ofPart(text string) bool {
	return partOfYear.MatchString(text) || inMonth.MatchString(text) && !aYear.MatchString(text) && !year.MatchString(inMonth.ReplaceAllString(text, " "))
}

// unsaid reports whether a sentence states no fact: it asks, supposes, or takes something back. A claim that was held against it would be
// contradicted by what nobody says.
func unsaid(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, `"'”’ )`), "?") || supposed.MatchString(text) || takenBack.MatchString(text)
}
