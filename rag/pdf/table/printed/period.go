package printed

import (
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// months in the languages of the filings we know; three letters are enough of each.
var months = lexicon.Set("table.months")

func isMonth(w string) bool {
	return months[strings.ToLower(strings.TrimRight(w, ".,"))]
}

// DayOfMonth reports whether two words are a day and its month: "31" and "December".
func DayOfMonth(day, month string) bool {
	return len(day) <= 2 && Digits(day) == len(day) && day != "" && isMonth(month)
}

const (
	YearPattern  = `(?:19[89]\d|20\d\d)`
	monthPattern = `(?:[A-Za-zÀ-ÿ]{3,10}\.?)`
	DatePattern  = `(?:\d{1,2}(?:st|nd|rd|th)?\.?[ \x{a0}]` + monthPattern + `,?[ \x{a0}]` + YearPattern + `|` +
		monthPattern + `[ \x{a0}]\d{1,2}(?:st|nd|rd|th)?,?[ \x{a0}]` + YearPattern + `|\d{1,2}[./-]\d{1,2}[./-](?:` + YearPattern + `|\d\d\b)|` +
		YearPattern + `-\d\d-\d\d)`
	// StretchPattern has two ends, the first perhaps without its year.
	StretchPattern = `(?:` + DatePattern + `|\d{1,2}\.?[ \x{a0}]` + monthPattern + `|` +
		monthPattern + `[ \x{a0}]\d{1,2},?)[ \x{a0}]*(?:to|until|through|bis|–|-|sampai(?: dengan)?|s/d|s\.d\.|hingga|au|hasta)[ \x{a0}]*` + DatePattern
	oncePattern = `(?:(?:FY|CY|HY|H[12]|Q[1-4]|[1-4]Q|[12]H)[ '’/-]?(?:` + YearPattern + `|\d\d)(?:[/–-]\d\d(?:\d\d)?)?\b|` +
		YearPattern + `[ ]?(?:[/–-][ ]?(?:` + YearPattern + `|\d\d\b))|` + DatePattern + `|` + YearPattern + `)`
)

var (
	onlyPeriod = pattern.Compile(`^(?i:(?:as (?:of|at)|at|on|per|year|fiscal year|financial year|fiscal|fy|tahun|calendar year|in|year ended|` +
		`years ended|base year|baseline|since|target|until|by)[ \x{a0}]+)?` + oncePattern + `[ ]?[A-Z]?$`)
	anyPeriod = pattern.Compile(`(?:^|[^\dA-Za-z.,/])(` + oncePattern + `)(?:$|[^\dA-Za-z%])`)
	// stretch is a period with two ends: "1 January 2023 to 31 December 2023".
	stretch = pattern.Compile(`(?i)` + StretchPattern)
)

// IsPeriod says that a text names a period and nothing else.
func IsPeriod(s string) bool {
	s = strings.TrimSpace(s)
	if len(s) < 4 || len(s) > 40 || !mayName(s) {
		return false
	}
	return onlyPeriod.MatchString(s)
}

// mayName says quickly that a text may name a period: most words and figures do not.
func mayName(s string) bool {
	letters, marks, run := false, 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if run++; run == 4 && (s[i-3:i-1] == "19" || s[i-3:i-1] == "20") {
				return true
			}
			continue
		case c == '.' || c == '/' || c == '-':
			marks++
		case c >= 'A' && c <= 'Z':
			letters = true
		}
		run = 0
	}
	// FY23, Q1 24; 31.12.23
	return (letters || marks == 2) && strings.ContainsAny(s, "0123456789")
}

// PeriodIn finds the period that a header names: "Total 2023", "31 December 2023". A header that names several
// ("2022-2023 change" apart) names none for its cells, but for a stretch from one to the other.
func PeriodIn(s string) string {
	if len(s) > 2_000 || !mayName(s) {
		return ""
	}
	if m := stretch.FindString(s); m != "" {
		return m
	}
	found := ""
	for at := 0; at < len(s); {
		m := anyPeriod.FindStringSubmatchIndex(s[at:])
		if m == nil {
			break
		}
		end := at + m[3]
		if next := s[end:]; len(next) > 1 && strings.ContainsRune("/-", rune(next[0])) && Digits(next[1:]) > 0 || m[2] > 0 && s[at+m[2]-1] == '/' {
			at = end // "Regulation 2021/2139"
			continue
		}
		p := strings.TrimSpace(s[at+m[2] : end])
		if found != "" && p != found {
			return ""
		}
		found = p
		at = end
	}
	return found
}
