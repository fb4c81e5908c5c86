package cell

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// periodRow is the label of a row that is a period and no more: "Jan–Dec 2020", "12M 2021", "Year ended 31 March 2024".
var periodRow = pattern.Compile(`(?i)^(?:[^\p{L}]|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|` +
	`oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b|FY|CY|\dM|(?:fiscal|financial|full|year|ended|ending|to)\b)+$`)

// hasEnded is a period that is over, whatever year the report is named by: "ended February 2, 2025".
var hasEnded = pattern.Compile(`(?i)\bended\b`)

// part is the part of a year that a column is of: "Q2" above rows that are years.
func (c *Cell) part() string {
	if n := len(c.Cols); n > 0 && partOfYear.MatchString(c.Cols[n-1]) {
		return strings.TrimSpace(c.Cols[n-1])
	}
	return ""
}

// when reads the year that a cell's figure is of: its column, its row, the period of its table, the report; 0 if none.
func (c *Cell) when(report int) (year int, period string) {
	if c.Until > 0 {
		return c.Until, vocabulary.Itoa(c.Until)
	}
	for i := len(c.Cols) - 1; i >= 0; i-- {
		if y := vocabulary.YearOf(c.Cols[i]); y > 0 {
			return y, strings.TrimSpace(c.Cols[i])
		}
	}
	for i := len(c.Rows) - 1; i >= 0; i-- {
		if periodRow.MatchString(c.Rows[i]) && len(c.Rows[i]) < 40 {
			if y := vocabulary.YearOf(c.Rows[i]); y > 0 {
				return y, strings.TrimSpace(c.part() + " " + c.Rows[i]) // a label that is nothing else says more than the report
			}
		}
	}
	if c.Period != "" {
		if y := vocabulary.YearIn(c.Period); y > 0 {
			return y, c.Period
		}
	}
	for i := len(c.Rows) - 1; i >= 0; i-- {
		if y := vocabulary.YearOf(c.Rows[i]); y > 0 && len([]rune(c.Rows[i])) < 40 {
			return y, c.Rows[i]
		}
	}
	if y := vocabulary.YearOf(c.Caption); y > 0 {
		return y, ""
	}
	if c.Undated {
		return 0, ""
	}
	return report, ""
}
