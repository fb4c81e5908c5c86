package sheet

import (
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// SomeYear is the expression of a year as reports name one, in a group of its own.
const SomeYear = `((?:FY\s?)?(?:19|20)\d{2}(?:[/–-]\d{2,4})?|FY\s?\d{2})`

// YearWords are the year that a label ends with: "in fiscal year 2024".
var YearWords = pattern.Compile(`(?i)\bin\s+(?:fiscal\s+(?:year\s+)?|FY\s?)?(?:19|20)\d\d\b.*$`)

// YearNumber reads a year of four digits, or a fiscal one of two: "2030", "FY30".
func YearNumber(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return vocabulary.YearIn(s)
	}
	return n
}

// YearsNamed are the years that a text names, in order.
func YearsNamed(text string) []int {
	var out []int
	for _, m := range yearNamed.FindAllString(text, -1) {
		if y := vocabulary.YearIn(m); y > 0 {
			out = append(out, y)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// AnyYear is a year of four digits.
var AnyYear = pattern.Compile(`\b(?:19|20)\d\d\b`)

const (
	// untilYear is the year until which a target is to be reached.
	untilYear = `\b(?:by|until)\s+(?:the\s+)?(?:end\s+of\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?)?(20\d{2}|FY\s?['’]?\d{2})\b`
	// baseYear is the year that something counts from, as it stands behind the words that say so.
	baseYear = `(?:(?:fiscal|calendar)\s+(?:year\s+)?|[FC]Y\s?)?(20\d{2}|199\d|[FC]Y\s?['’]?\d{2})\b`
)

// The year of a target: anywhere in a sentence, and right behind its percentage.
var (
	UntilYear = pattern.Compile(`(?i)` + untilYear)
	ThenUntil = pattern.Compile(`(?i)^[^.;%]{0,25}?` + untilYear)
)

// fromBase names the year that a target or a change counts from, each in a way of its own.
var fromBase = []*pattern.Pattern{
	pattern.Compile(`(?i)\b` + baseYear + `\s+(?:base(?:line)?(?:\s+year)?|levels?)\b`),
	pattern.Compile(`(?i)\b(?:base(?:line)?(?:\s+year)?|reference\s+year)\s*(?::|of|is|was|=)?\s*\(?` + baseYear),
	pattern.Compile(`(?i)\b(?:compared\s+(?:to|with)|versus|vs\.?|against|relative\s+to|from|over|on)\s+(?:(?:the|our)\s+)?(?:base\s+)?(?:year\s+)?` + baseYear),
}

// BaseYear is the year that the target of a text counts from: one that is named itself, or that of the amount behind "from" or "compared with"; 0 if it
// names none. percent is the share aimed at, with its place among the text's figures.
func BaseYear(text string, all []quantity.Quantity, percent quantity.Quantity) int {
	for _, p := range fromBase {
		if m := p.FindStringSubmatch(text); m != nil {
			return YearNumber(m[1])
		}
	}
	b, _ := prose.AimsFrom(text, all, percent)
	return b.Year
}

// HalvedYear is a fiscal year that is printed by both of the years that it is in, or called one: which of them a sentence names may be open.
var HalvedYear = pattern.Compile(`(?i)\b(?:19|20)\d\d\s*[/–-]\s*\d{2}|\bFY|\bfiscal\b`)
