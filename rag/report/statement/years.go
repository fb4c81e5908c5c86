package statement

import (
	"strconv"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// yearMark is a year that a text prints and the byte at which it begins.
type yearMark struct {
	at   int
	text string // four digits
}

// yearPrinted finds a year, perhaps with the two digits of the next one, or the two digits of a fiscal year.
var yearPrinted = pattern.Compile(`((?:19|20)[0-9]{2})(?:[/\x{2013}-]([0-9]{2}))?|FY ?['\x{2019}]?([0-9]{2})`)

// yearMarks lists the years that a text prints. Of a fiscal year it is the one in which it ends: "FY24" and "2023/24" are 2024.
// The trainer of the readers has the same rule (data/models/train/labels.py).
func yearMarks(text string) []yearMark {
	var out []yearMark
	for from := 0; ; {
		m := yearPrinted.FindStringSubmatchIndex(text[from:])
		if m == nil {
			return out
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += from
			}
		}
		from = m[0] + 2 // a mark that is none may hide one behind it
		switch {
		case m[6] >= 0:
			if letter(text, m[0]-1) || digit(text, m[1]) {
				continue
			}
			out = append(out, yearMark{m[0], "20" + text[m[6]:m[7]]})
			from = m[1]
		case !digit(text, m[0]-1) && !digit(text, m[3]):
			whole, end := text[m[2]:m[3]], m[3]
			if m[4] >= 0 && !digit(text, m[5]) {
				end = m[5]
				if year, err := strconv.Atoi(whole); err == nil && strconv.Itoa(year + 1)[2:] == text[m[4]:m[5]] {
					whole = strconv.Itoa(year + 1)
				}
			}
			out = append(out, yearMark{m[0], whole})
			from = end
		}
	}
}

func digit(s string, at int) bool { return at >= 0 && at < len(s) && s[at] >= '0' && s[at] <= '9' }

func letter(s string, at int) bool {
	return at >= 0 && at < len(s) && (s[at] >= 'A' && s[at] <= 'Z' || s[at] >= 'a' && s[at] <= 'z')
}
