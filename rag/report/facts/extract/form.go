package extract

import (
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// formEngine stands for the place of a figure on its page, which alone says what it is: no check rests on one of the answers to what a form asks
// several times.
const formEngine = "place in a form"

// answered makes a fact one of a form. Of which time it is its question may say; a base year, or that of a target, is asked for elsewhere.
func answered(f *facts.Fact, c *cell.Cell, report int) {
	question := c.Rows[len(c.Rows)-1]
	year := vocabulary.YearIn(question)
	switch {
	case aimedFor.MatchString(question):
		f.Target, f.Change = true, false
		f.Year = 0
		if year > report {
			f.Year = year
		}
	case year > 0:
		f.Year, f.Target = year, f.Target || report > 0 && year > report
		f.Change = f.Change && !f.Target
	case ofBaseYear.MatchString(question):
		f.Year = 0
	}
	if f.Period = ""; f.Year > 0 {
		f.Period = vocabulary.Itoa(f.Year)
	}
	f.Engine = formEngine
	f.Notes = append(f.Notes, "It stands below the question that gives its unit.")
}

var (
	// aimedFor are questions after what is aimed at, and not after how far it is reached.
	aimedFor = pattern.Compile(`(?i)^\W*targeted\b|\b(?:in|by)\s+(?:the\s+)?target\s+year\b|^\W*target\s+(?:value|level|emissions|reduction)\b`)
	// ofBaseYear are questions after the year that is counted from.
	ofBaseYear = pattern.Compile(`(?i)^\W*base(?:line)?[\s-]+year\b|\bin\s+(?:the\s+)?base(?:line)?[\s-]+year\b`)
)
