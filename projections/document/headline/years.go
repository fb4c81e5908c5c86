package headline

import (
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// Years are the names that the columns of a report give to years which are not called by the number of one: "2024/25", "FY25".
type Years map[int]string

// named is such a name in a heading.
var named = pattern.Compile(`(?:\bFY\s?)?\b(?:19|20)\d\d[/–-]\d\d\b|\bFY\s?['’]?\d\d(?:/\d\d)?\b`)

// YearsOf reads the names from headings, each of the figures of a year. A year that most of its headings call otherwise has none.
func YearsOf(headings func(yield func(heading string, year int) bool)) Years {
	counts, all := map[int]map[string]int{}, map[int]int{}
	for heading, year := range headings {
		name := strings.TrimSpace(named.FindString(heading))
		if all[year]++; name == "" || vocabulary.YearIn(name) != year {
			continue
		}
		if counts[year] == nil {
			counts[year] = map[string]int{}
		}
		counts[year][name]++
	}
	out := Years{}
	for year, names := range counts {
		for name, n := range names {
			if 2*n > all[year] { // of which there is one
				out[year] = name
			}
		}
	}
	return out
}

// when is a year behind a word that leads to one; what is quoted is another's words.
var when = pattern.Compile(`“[^”]*”|\b((?:in|for|of|than|since|by|and|to|end)\s+)((?:19|20)\d\d)\b|(,\s+)((?:19|20)\d\d)$`)

// Call puts the names of years into words of our own.
func (y Years) Call(text string) string {
	if len(y) == 0 {
		return text
	}
	var out strings.Builder
	at := 0
	for _, m := range when.FindAllStringSubmatchIndex(text, -1) {
		for _, g := range []int{4, 8} {
			if m[g] < 0 || g == 4 && amount.MatchString(text[m[g+1]:]) {
				continue
			}
			number, _ := strconv.Atoi(text[m[g]:m[g+1]]) // the expression lets only four digits through
			if name := y[number]; name != "" {
				out.WriteString(text[at:m[g]] + name)
				at = m[g+1]
			}
		}
	}
	return out.String() + text[at:]
}

// amount is what follows four digits that are none of a year.
var amount = pattern.Compile(`^(?:[.,/–-]\d|\s?(?:%|[kMG]?Wh\b|t\b|tonnes?\b|m[²³23]\b|litres?\b|employees\b|people\b))`)
