package vocabulary

import (
	"iter"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Calendar is how a document numbers its fiscal years: by the year in which one ends, as most do, or by that in which it begins.
type Calendar struct{ begins bool }

const (
	// fiscalName is a fiscal year that is named by one year.
	fiscalName = `(?:FY|\bfiscal(?:\s+years?)?|\bfinancial\s+years?|\bbusiness\s+years?)\s?['’]?((?:20)?[0-6]\d)\b`
	monthDay   = `(?:\d{1,2}(?:st|nd|rd|th)?\.?\s+)?[A-Za-z]{3,9}\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?`
	runPattern = `(` + monthDay + `)(?:,?\s+(20\d\d))?\s?(?:to|through|until|till|and\s+end(?:s|ed|ing)?\s+(?:in|on)|[–-])\s?(` + monthDay + `),?\s+(20\d\d)\b`
	endPattern = `\bend(?:s|ed|ing)?\s+(?:on\s+|in\s+)?(?:the\s+)?(` + monthDay + `),?\s+(20\d\d)\b`
)

var (
	fiscalYear = pattern.Compile(`(?i)` + fiscalName)
	run        = pattern.Compile(`(?i)\b` + runPattern)
	ending     = pattern.Compile(`(?i)` + endPattern)
	bothYears  = pattern.Compile(`^\s?[("“]{0,2}\s?(?:FY\s?)?(20\d\d)[/–-](?:20)?(\d\d)\b`)
	splitTail  = pattern.Compile(`^[/–-]\d`)
	namedBy    = pattern.Compile(`(?i)\b(?:named|numbered|called|labelled|designated|identified|referred\s+to)\s+(?:after|for|by|according\s+to)\s+the\s+` +
		`(?:calendar\s+)?year\s+in\s+which\s+(?:it|they|the\s+year)\s+(begin|start|end|clos)`)
	sentenceEnd = pattern.Compile(`[.;](?:\s+[\p{Lu}“"(]|\s*$)|\n\s*\n`)
)

// CalendarOf decides from all that a document says of its fiscal years: each place that gives the days of one that is named by a year, or by
// which year they are named, has a voice.
func CalendarOf(texts iter.Seq[string]) Calendar {
	votes := 0 // for the year in which one begins
	for text := range texts {
		if !strings.Contains(text, "20") {
			continue
		}
		for _, m := range namedBy.FindAllStringSubmatch(text, -1) {
			if w := strings.ToLower(m[1]); w == "end" || w == "clos" {
				votes -= 3
			} else {
				votes += 3
			}
		}
		all := fiscalYear.FindAllStringSubmatchIndex(text, -1)
		for i, m := range all {
			if splitTail.MatchString(text[m[1]:]) {
				continue // "FY2023-24" names both
			}
			until := len(text)
			if i+1 < len(all) {
				until = all[i+1][0]
			}
			since := 0
			if i > 0 {
				since = all[i-1][1]
			}
			if end := endOf(text[m[1]:min(until, m[1]+farthest)], text[max(since, m[0]-farthest):m[0]]); end > 0 {
				switch end - fullYear(text[m[2]:m[3]]) {
				case 0:
					votes--
				case 1:
					votes++
				}
			}
		}
	}
	return Calendar{begins: votes > 0}
}

// farthest is how many bytes from the name of a fiscal year its days may stand.
const farthest = 110

// endOf is the year in which a fiscal year ends, by its days behind or right before its name; 0 if nothing says it.
func endOf(after, before string) int {
	if m := bothYears.FindStringSubmatch(after); m != nil && Atoi(m[2]) == (Atoi(m[1])+1)%100 {
		return Atoi(m[1]) + 1
	}
	if cut := sentenceEnd.FindStringIndex(after); cut != nil {
		after = after[:cut[0]]
	}
	if year, _ := lastDay(after); year > 0 {
		return year
	}
	if year, rest := lastDay(before); year > 0 && strings.Trim(rest, " \n,(“\"'’") == "" {
		return year
	}
	return 0
}

// lastDay is the year of the last day of twelve months that a text gives, and what follows there.
func lastDay(text string) (year int, rest string) {
	for _, m := range run.FindAllStringSubmatchIndex(text, -1) {
		from, to := monthIn(text[m[2]:m[3]]), monthIn(text[m[6]:m[7]])
		last := Atoi(text[m[8]:m[9]])
		first := last
		if from > 1 {
			first--
		}
		if from > 0 && to > 0 && (from+10)%12+1 == to && (m[4] < 0 || Atoi(text[m[4]:m[5]]) == first) {
			year, rest = last, text[m[1]:]
		}
	}
	if year > 0 {
		return year, rest
	}
	for _, m := range ending.FindAllStringSubmatchIndex(text, -1) {
		if monthIn(text[m[2]:m[3]]) > 0 {
			year, rest = Atoi(text[m[4]:m[5]]), text[m[1]:]
		}
	}
	return year, rest
}

var monthName = pattern.Compile(`[A-Za-z]{3,9}`)

// monthIn is the month that a day names, from 1; 0 if it names none.
func monthIn(day string) int {
	for _, w := range monthName.FindAllString(day, -1) {
		if i := strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(w[:3])); i >= 0 && i%3 == 0 {
			return i/3 + 1
		}
	}
	return 0
}

func fullYear(digits string) int {
	if len(digits) == 2 {
		return 2000 + Atoi(digits)
	}
	return Atoi(digits)
}

// Ends is the year in which a period ends that a text names by a year: the one after it if the text names a fiscal year by it, in a document
// whose fiscal years are numbered by their beginning.
func (c Calendar) Ends(text string, year int) int {
	if !c.begins || year == 0 {
		return year
	}
	for _, m := range fiscalYear.FindAllStringSubmatchIndex(text, -1) {
		if fullYear(text[m[2]:m[3]]) == year && !splitTail.MatchString(text[m[1]:]) {
			return year + 1
		}
	}
	return year
}
