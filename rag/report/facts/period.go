package facts

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// when reads the year that a cell's figure is of: its column, its row, the period of its table, the report.
func (c *cell) when(report int) (year int, period string) {
	if c.until > 0 {
		return c.until, itoa(c.until)
	}
	for i := len(c.cols) - 1; i >= 0; i-- {
		if y := yearIn(c.cols[i]); y > 0 {
			return y, strings.TrimSpace(c.cols[i])
		}
	}
	if c.period != "" {
		if y := yearIn(c.period); y > 0 {
			return y, c.period
		}
	}
	for i := len(c.rows) - 1; i >= 0; i-- {
		if y := yearIn(c.rows[i]); y > 0 && len([]rune(c.rows[i])) < 40 {
			return y, c.rows[i]
		}
	}
	if y := yearIn(c.caption); y > 0 {
		return y, ""
	}
	return report, ""
}

// yearIn is the last year that a short text names: "1 October 2022 to 30 September 2023", "FY2022/23".
// YearIn is the last year that a short text names; 0 if it names none.
func YearIn(s string) int { return yearIn(s) }

func yearIn(s string) int {
	if len(s) > 120 {
		return 0
	}
	year := 0
	s = strings.ReplaceAll(strings.ReplaceAll(s, "FY", " "), "fy", " ")
	for at := 0; at < len(s); {
		m := yearText.FindStringSubmatchIndex(s[at:])
		if m == nil {
			break
		}
		year = atoi(s[at+m[2] : at+m[3]])
		if m[4] >= 0 {
			if tail := s[at+m[4] : at+m[5]]; len(tail) == 2 && atoi(tail) == (year+1)%100 {
				year++
			} else if len(tail) == 4 {
				year = atoi(tail)
			}
		}
		at += m[3] // the character after the year may begin the next
	}
	if year == 0 {
		if m := shortYear.FindStringSubmatch(s); m != nil {
			return 2000 + atoi(m[1])
		}
	}
	return year
}

var shortYear = compile(`^\s*(?:FY|fy|'|’)?\s?['’]?([12]\d)\s*$`)

func atoi(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0
		}
		n = n*10 + int(r-'0')
	}
	return n
}

// A fiscal year has the number of the year in which it ends, but not everywhere: "FY2024: April 1, 2024 to March 31, 2025".

// dated is a day or a month of a year.
const dated = `(?:[a-z]{3,9}\.?\s+(?:\d{1,2},?\s+)?|\d{1,2}\.?\s+[a-z]{3,9}\s+)(20\d\d)\b`

var (
	labelThenRun = compile(`(?i)\b(?:FY|fiscal(?:\s+year)?)\s?(20\d\d)[\s:,(]{1,3}(?:from\s+)?` + dated + `\s?(?:to|through|until|[–-])\s?` + dated)
	endThenLabel = compile(`(?i)\b(?:ended|ending)\s+(?:on\s+)?` + dated + `[\s,("“]{1,3}FY\s?(20\d\d)`)
	fiscalLabel  = compile(`(?i)\bFY|\bfiscal`)
)

// startNumbered reports whether the document numbers its fiscal years by the year in which they begin: more of the places that
// say when one ends say so than the opposite.
func startNumbered(d *document.Document) bool {
	begin, end := 0, 0
	count := func(label, last string) {
		switch atoi(last) - atoi(label) {
		case 0:
			end++
		case 1:
			begin++
		}
	}
	for i := range d.Pages {
		text := d.Pages[i].Text
		for _, m := range labelThenRun.FindAllStringSubmatch(text, -1) {
			if atoi(m[3])-atoi(m[2]) == 1 || m[1] == m[3] { // a year runs into the next, or is a calendar year
				count(m[1], m[3])
			}
		}
		for _, m := range endThenLabel.FindAllStringSubmatch(text, -1) {
			count(m[2], m[1])
		}
	}
	return begin > end
}

// endFiscalYears makes the years of such a document those in which its fiscal years end, as those of all others are. A plain year stays.
func (s *Sheet) endFiscalYears(d *document.Document) {
	if !startNumbered(d) {
		return
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Year == 0 || f.Engine == "" && f.Period != "" && !fiscalLabel.MatchString(f.Period) {
			continue
		}
		f.Year++
		if f.BaseYear > 0 {
			f.BaseYear++
		}
		if f.Engine != "" {
			f.Period = itoa(f.Year)
		}
		f.Notes = append(f.Notes, "The report numbers fiscal years by the year in which they begin; this one ends in the next.")
	}
}
