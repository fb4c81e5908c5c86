package cell

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// periodRow is the label of a row that is a period and no more: "Jan–Dec 2020", "12M 2021", "Year ended 31 March 2024".
var periodRow = pattern.Compile(`(?i)^(?:[^\p{L}]|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|` +
	`oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b|FY|CY|\dM|(?:fiscal|financial|full|year|ended|ending|to)\b|` +
	`\((?:adjusted|restated|unaudited|audited|previous\s+year|prior\s+year|comparative)\))+$`)

// IsPeriod reports whether a label is a period and no more, with or without how its figures are given: "Jan. 1–Dec. 31, 2022 (adjusted)".
func IsPeriod(label string) bool { return len(label) < 40 && periodRow.MatchString(label) }

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
	if year := c.reachedBy(report); year > 0 {
		return year, vocabulary.Itoa(year)
	}
	for i := len(c.Cols) - 1; i >= 0; i-- {
		if y := vocabulary.YearOf(c.Cols[i]); y > 0 {
			return y, strings.TrimSpace(c.Cols[i])
		}
	}
	if c.Based {
		if c.BaseOf == 0 {
			return 0, ""
		}
		return c.BaseOf, vocabulary.Itoa(c.BaseOf)
	}
	for i := len(c.Rows) - 1; i >= 0; i-- {
		if IsPeriod(c.Rows[i]) {
			if y := vocabulary.YearOf(c.Rows[i]); y > 0 {
				return y, strings.TrimSpace(c.part() + " " + c.Rows[i]) // a label that is nothing else says more than the report
			}
		}
	}
	if n := len(c.Rows); n > 1 && len(c.Rows[n-1]) < 40 && vocabulary.Aimed.MatchString(c.Rows[n-1]) {
		if y := vocabulary.YearOf(c.Rows[n-1]); report > 0 && y > report {
			return y, c.Rows[n-1] // "target 2030:" beside what has been reached
		}
	}
	if c.Period != "" && !c.leadsTo(report) {
		if y := vocabulary.YearIn(c.Period); y > 0 {
			return y, c.Period
		}
	}
	for i := len(c.Rows) - 1; i >= 0; i-- {
		if y := vocabulary.YearOf(c.Rows[i]); y > 0 && len([]rune(c.Rows[i])) < 40 {
			return y, c.Rows[i]
		}
	}
	if y := vocabulary.YearOf(c.Caption); y > 0 && !c.leadsTo(report) {
		return y, ""
	}
	if c.Undated {
		return 0, ""
	}
	return report, ""
}

// byYear is a label that says until when something is reached: "of sales from healthier lines by 2027".
var byYear = pattern.Compile(`(?i)\b(?:by|until|bis|à\s+l'horizon|d'ici(?:\s+à)?)\s+(?:(?:the\s+)?end\s+of\s+)?(?:FY\s?)?((?:19|20)\d\d(?:/\d\d)?)\b`)

// towards are words of a label that names what is on its way there, and not what is there: "of the way to net zero by 2045".
var towards = pattern.Compile(`(?i)\btowards?\b|\b(?:on|of)\s+(?:the\s+)?(?:way|track|course)\b|\b(?:so\s+far|already|to\s+date|currently|today)\b`)

// reachedBy is the year to come by which the figure of a cell is to be reached, as the words say that it has alone: no column heads it, and they
// have no figure of their own that this can be of. 0 if none.
func (c *Cell) reachedBy(report int) int {
	if report == 0 || len(c.Rows) == 0 || c.Source != facts.FromTable || strings.TrimSpace(strings.Join(c.Cols, "")) != "" {
		return 0
	}
	own := c.Rows[len(c.Rows)-1]
	m := byYear.FindStringSubmatchIndex(own)
	if m == nil || towards.MatchString(own) || strings.ContainsAny(own[:m[0]]+own[m[1]:], "0123456789") {
		return 0
	}
	if year := vocabulary.YearIn(own[m[2]:m[3]]); year > report {
		return year
	}
	return 0
}

// thanIn is the year that a label compares its figure with: "less CO2 per passenger than in 2019".
var thanIn = pattern.Compile(`(?i)\b(?:than\s+in|(?:compared|relative)\s+(?:with|to)|versus|vs\.?|since)\s+(?:the\s+)?` +
	`(?:base(?:line)?\s+(?:year\s+)?)?(?:FY\s?)?((?:19|20)\d\d)\b`)

// compares makes the figure of a tile a change since the year that its label compares it with.
func (c *Cell) compares(f *facts.Fact, report int) {
	if y := c.comparedWith(report); y > 0 && !f.Target {
		f.Year, f.Period = report, ""
		if f.Dimension == string(quantity.Percent) {
			f.Change, f.BaseYear = true, y
		}
	}
}

// comparedWith is the year before the one reported on that the figure of a tile, which no column heads, is compared with by its own label; 0 if there
// is none, or another year beside it.
func (c *Cell) comparedWith(report int) int {
	if report == 0 || len(c.Rows) == 0 || c.Source != facts.FromTable || strings.TrimSpace(strings.Join(c.Cols, "")) != "" {
		return 0
	}
	own := c.Rows[len(c.Rows)-1]
	m := thanIn.FindStringSubmatchIndex(own)
	if m == nil || vocabulary.YearIn(own[:m[0]]+own[m[1]:]) > 0 {
		return 0
	}
	if year := vocabulary.YearIn(own[m[2]:m[3]]); year < report {
		return year
	}
	return 0
}

// onTheWay is a caption that says how things stand on the way to a year: "On course for 2030". An outlook or a plan for it has figures of that year.
var (
	onTheWay = pattern.Compile(`(?i)\b(?:to|for|against|towards?|by|until)\s+(?:the\s+year\s+)?(?:FY\s?)?(?:19|20)\d\d\W*$`)
	ahead    = pattern.Compile(`(?i)\btargets?\b|\bgoals?\b|\baims?\b|\bambitions?\b|` +
		`\boutlook\b|\bplan(?:s|ned)?\b|\bforecasts?\b|\bguidance\b|\bbudget\b|\bcommit\p{L}*`)
)

// leadsTo reports whether the year that a caption ends in is one to come, which the figures below it are not of.
func (c *Cell) leadsTo(report int) bool {
	y := vocabulary.YearIn(c.Caption)
	return report > 0 && y > report && (c.Period == "" || vocabulary.YearIn(c.Period) == y) && onTheWay.MatchString(c.Caption) && !ahead.MatchString(c.Caption)
}
