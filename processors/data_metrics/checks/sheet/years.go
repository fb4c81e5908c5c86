package sheet

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// SomeYear is the expression of a year as reports name one, in a group of its own.
const SomeYear = `((?:FY\s?)?(?:19|20)\d{2}(?:[/–-]\d{2,4})?|FY\s?\d{2})`

// YearWords are the year that a label ends with: "in fiscal year 2024".
var YearWords = regexp.MustCompile(`(?i)\bin\s+(?:fiscal\s+(?:year\s+)?|FY\s?)?(?:19|20)\d\d\b.*$`)

// YearNumber reads a year of four digits.
func YearNumber(s string) int {
	n, _ := strconv.Atoi(s) // the patterns let only four digits through
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
