package extract

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// yearInHead is a year in the heading of a column.
var yearInHead = pattern.Compile(`(?i)\b(?:(?:FY|fiscal|year)\s?)?(?:(?:19|20)\d{2}(?:[/–-]\d{2,4})?|FY\s?\d{2})\b`)

// undated gives columns without a year the one that their namesakes show: beside "Scope 1 FY23", a column "Scope 1" is of the later year that the table
// names, and so are the other columns without one that stand before those of the earlier year.
func undated(s *facts.Sheet) {
	for _, t := range columnsOf(s) {
		years, names := map[int]int{}, map[int]string{}
		latest := 0
		for _, k := range t.order {
			years[k], names[k] = t.headed(k)
			latest = max(latest, years[k])
		}
		earlier := -1 // the first column of an earlier year that has a namesake without one
		for _, k := range t.order {
			for _, o := range t.order {
				if earlier < 0 && years[k] > 0 && years[k] < latest && years[o] == 0 && names[o] != "" && names[o] == names[k] && o < k {
					earlier = k
				}
			}
		}
		if earlier < 0 {
			continue
		}
		for _, k := range t.order {
			if k >= earlier || years[k] != 0 {
				continue
			}
			for _, f := range t.facts[k] {
				f.Year = latest
				f.Notes = append(f.Notes, "Of "+vocabulary.Itoa(latest)+": the table has columns of the same name for an earlier year.")
			}
		}
	}
}

// headed is the year of all figures of a column, below 0 where they have several, and how it is called without it.
func (t *ofColumns) headed(k int) (year int, name string) {
	first := true
	for _, f := range t.facts[k] {
		if first {
			year, name, first = f.Year, bareHead(f), false
		}
		if f.Year != year || f.Change || bareHead(f) != name {
			return -1, ""
		}
	}
	return year, name
}

func bareHead(f *facts.Fact) string {
	return strings.Join(strings.Fields(strings.ToLower(yearInHead.ReplaceAllString(strings.Join(f.ColPath, " "), " "))), " ")
}
