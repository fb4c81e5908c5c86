package sheet

import (
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// ChangeHeading is a heading over figures that are changes.
var ChangeHeading = pattern.Compile(`(?i)\bchange\b|\bvs\b|Δ|\bgrowth\b|\brate\b|\bveränderung\b|\+\s*/\s*[-–−]`)

// The words of a rise and of a fall, as a sentence says them of its subject.
const (
	RisenWords  = `increased|rose|grew|went up|climbed|widened|has increased|have increased|has risen|have risen|has grown|have grown`
	FallenWords = `decreased|fell|declined|dropped|went down|sank|narrowed|shrank|has decreased|have decreased|has fallen|have fallen|has declined|have declined`
)

// Movement is a verb of a rise or a fall.
var Movement = pattern.Compile(`(?i)\b(?:` + RisenWords + `|` + FallenWords + `)\b`)

// Verbs of a fall and of a rise, what may stand behind them, and what may stand before a figure, for expressions.
const (
	FallVerbs = `fell|fallen|falling|decreased|declined|dropped|sank|sunk|reduced|lowered|cut|came down|went down|brought down|narrowed|shrank`
	RiseVerbs = `rose|risen|rising|increased|grew|grown|climbed|went up|raised|widened`
	Slightly  = `(?:\s+(?:further|again|slightly|significantly|sharply|considerably|markedly|strongly|year[- ]on[- ]year))?`
	Hedges    = `(?:(?:about|around|approximately|some|just)\s+)?`
)

// Falls is a verb that speaks of a fall.
var Falls = pattern.Compile(`(?i)^(?:` + FallVerbs + `)$`)

// Below says that a target is a reduction.
var Below = pattern.Compile(`(?i)\b(?:below|reduc\w*|cut|less|lower|decrease)\b`)

// Other words of a fall and of a rise.
const (
	FallNouns = `decrease|reduction|decline|drop|fall|cut|down|less|fewer|lower|below`
	RiseNouns = `increase|rise|growth|gain|up|more|higher|above|greater`
)

var (
	notPer     = pattern.Compile(`(?i)\bper\s*(?:cent|annum|year)\b`)
	basisWords = pattern.Compile(`(?i)\bper\s+\p{L}+|\blike[- ]for[- ]like\b|\badjust\w*|\bcomparable\b|` +
		`\borganic\w*|\bconstant\b|\bintensit\w*|\brelative\b`)
)

// OfOtherBasis reports whether a sentence speaks of a change that need not be one of the amounts beside it: per something,
// adjusted, like for like.
func OfOtherBasis(text string) bool {
	return basisWords.MatchString(notPer.ReplaceAllString(text, "%"))
}

var (
	hasGone = pattern.Compile(`(?i)\b(?:dropped|fell|declined|decreased|rose|increased|went|came|was|were|we\s+reduced|` +
		`ha(?:s|ve)\s+(?:been\s+)?(?:fallen|dropped|declined|decreased|risen|increased|reduced|cut|gone|come))\b`)
	isToGo = pattern.Compile(`(?i)\b(?:will|shall|to|want|aim\w*|target\w*|goal|plan\w*|commit\w*|pledge\w*|intend\w*)\s+(?:to\s+)?(?:be\s+)?\p{L}+|\bcut\s+of\b`)
)

// HasGone reports whether a sentence tells what went from one year to another, and sets no aim for the later one: "from 2022 to 2024 emissions dropped".
func HasGone(text string) bool { return hasGone.MatchString(text) && !isToGo.MatchString(text) }
