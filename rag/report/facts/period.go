package facts

import (
	"strings"
)

// when reads the year that a cell's figure is of: its column, its row, the period of its table, the report.
func (c *cell) when(report int) (year int, period string) {
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
