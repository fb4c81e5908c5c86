package vocabulary

import (
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// YearText is a year in a text, alone or as the first of two.
var YearText = pattern.Compile(`(?:^|[^\d.,]|(?:^|\D)\d{1,2}\.\d{1,2}\.)((?:19[89]|20[0-6])\d)(?:[/–-]\s?(\d{2,4}))?(?:$|[^\d]|[¹²³])`)

// YearIn is the last year that a short text names: "1 October 2022 to 30 September 2023", "FY2022/23"; 0 if it names none.
func YearIn(text string) int {
	if len(text) > 120 {
		return 0
	}
	year := 0
	s := strings.ReplaceAll(strings.ReplaceAll(text, "FY", " "), "fy", " ")
	for at := 0; at < len(s); {
		m := YearText.FindStringSubmatchIndex(s[at:])
		if m == nil {
			break
		}
		year = Atoi(s[at+m[2] : at+m[3]])
		if m[4] >= 0 {
			if tail := s[at+m[4] : at+m[5]]; len(tail) == 2 && Atoi(tail) == (year+1)%100 {
				year++
			} else if len(tail) == 4 && Atoi(tail) != year-1 { // "2024/2023" is one year against the one before
				year = Atoi(tail)
			}
		}
		at += max(m[3], m[5]) // the character after the year may begin the next
	}
	if year == 0 {
		return yearOfTwo(text)
	}
	return year
}

// YearOf is the last year that a heading names as its own, and not to compare with: "2024 vs 2023" is of 2024, "Change since 2019" of no year
// that it names.
func YearOf(heading string) int {
	if m := noted.FindStringSubmatch(heading); m != nil {
		heading = m[1] + m[2]
	}
	if LedByArrow(heading) {
		return 0 // the year that it is compared with
	}
	if at := comparing.FindStringIndex(heading); at != nil {
		heading = heading[:at[0]]
	}
	return YearIn(heading)
}

// noted is a heading that is a year with the number of a footnote at it, which some files print as one word: "20152 (base year)".
var noted = pattern.Compile(`^\s*((?:FY\s?)?(?:19[89]|20[0-6])\d)[1-9](\s*|\s*[(*][^\d]*)$`)

// LedByArrow reports whether a heading says which way its figure has gone: "▼ on 2022".
func LedByArrow(heading string) bool { return arrowLed.MatchString(heading) }

var arrowLed = pattern.Compile(`^\s*[▲▼△▽↑↓↗↘⬆⬇]`)

var comparing = pattern.Compile(`(?i)\b(?:vs\.?|versus|against|compared\s+(?:to|with)|relative\s+to|since)\s[^;]{0,20}\d{2}\b`)

// Ending is the year in which a period ends that a text names by a year: the next one where the text prints it as the first half of a fiscal
// year, "2022/23" or "FY 2026-27", and nowhere by itself.
func Ending(text string, year int) int {
	named := Itoa(year)
	split := false
	for at := 0; ; {
		i := strings.Index(text[at:], named)
		if i < 0 {
			break
		}
		at += i + len(named)
		if YearIn(text[at-len(named):min(len(text), at+len("/2024 "))]) != year+1 {
			return year
		}
		split = true
	}
	if split {
		return year + 1
	}
	return year
}

// shortYear is a year of two digits, or two such, where nothing else stands or FY leads to it: "'24", "FY24 actual", "FY23/24".
var shortYear = pattern.Compile(`(?i)^\s*['’]?([12]\d)(?:[/–-]([123]\d))?\s*$|\b(?:FY|CY)[\s'’-]*([0-6]\d)(?:[/–-]([0-6]\d))?\b`)

func yearOfTwo(s string) int {
	m := shortYear.FindStringSubmatch(s)
	if m == nil {
		return yearOfMonth(s)
	}
	first, second := m[1]+m[3], m[2]+m[4]
	switch year := 2000 + Atoi(first); {
	case second == "":
		return year
	case 2000+Atoi(second) == year+1:
		return year + 1
	}
	return 0
}

// monthYear is a month with the two digits of its year: "Dec-23", "31 March '24", "31-Mar-24".
var monthYear = pattern.Compile(`(?:^|[^\p{L}\d])(\d{1,2}[\s.-]{1,2})?(\p{L}{3,10})` +
	`(\.?\s?[-–]\s?|\.?\s?['’]\s?|[\s.]{1,2})([0-6]\d)(?:$|[^\d\p{L}.,/–-])`)

var months = lexicon.Set("table.months")

// yearOfMonth is the last year that a text names by a month and two digits. Two digits behind a month and nothing but a space are a year where a day
// stands before it; else they may be the day: "Dec 20".
func yearOfMonth(s string) int {
	year := 0
	for at := 0; at < len(s); {
		m := monthYear.FindStringSubmatchIndex(s[at:])
		if m == nil {
			break
		}
		dated := m[2] >= 0 || strings.ContainsAny(s[at+m[6]:at+m[7]], "-–'’")
		if dated && months[strings.ToLower(s[at+m[4]:at+m[5]])] {
			year = 2000 + Atoi(s[at+m[8]:at+m[9]])
		}
		at += m[9]
	}
	return year
}

// Atoi reads a number of which a pattern has let only digits through.
func Atoi(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0
		}
		n = n*10 + int(r-'0')
	}
	return n
}

// Itoa writes a number.
func Itoa(n int) string {
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(b[i:])
		}
	}
}
