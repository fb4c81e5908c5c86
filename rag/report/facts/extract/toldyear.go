package extract

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// year is the year that the figure is of; 0 if nothing says it.
func (t *telling) year() int {
	if y := t.pairedYear(); y > 0 {
		return y
	}
	if y := t.yearBeside(); y > 0 {
		return t.notPlanned(y)
	}
	if t.reachedIn > 0 {
		return t.reachedIn
	}
	if ofBase.MatchString(t.said.Text[:t.q.Start]) {
		return t.baseNearby()
	}
	y := t.yearToldOf()
	if over := t.yearOver(); y == t.report && over > 0 && t.ofNow() {
		return over // nothing in it says another one
	}
	return t.notYet(y)
}

// yearToldOf is the year that the words of the sentence say the figure is of.
func (t *telling) yearToldOf() int {
	if t.isToday() {
		return t.report
	}
	y := t.yearSaid()
	if y == 0 && t.ofNow() && (t.reading.Year.Value == "before" || vocabulary.YearIn(t.said.Text) == 0 || vocabulary.YearIn(t.outOfBrackets()) == 0 ||
		t.onlyCompared(onlyYear(t.said.Text))) {
		y = t.report // nothing says another one
	}
	if y > 0 && y < t.report && t.ofNow() && (t.reading.Role.Value == "change" && vocabulary.Atoi(t.reading.Base.Value) == y || t.onlyCompared(y)) {
		y = t.report // what it counts from
	}
	if own, within := t.bracketed(); within {
		if own[0] > 0 {
			return own[0]
		}
	} else if y > 0 && slices.Contains(own, y) {
		y = t.report // the year of another figure
		if t.reading.Role.Value == "target" {
			y = 0
		}
	}
	if y == 0 && t.ofBefore() || t.report > 0 && t.comesAfter() {
		return t.report - 1
	}
	if y != t.report || y == 0 || !t.yearBefore() {
		return y
	}
	switch t.reading.Role.Value {
	case "value", "prior", "from", "share", "rate", "to":
		return y - 1
	}
	return y
}

// outOfBrackets is the sentence without the brackets behind the figure, whose years are those of what they hold: "0.84 (0.97 in 2021)".
func (t *telling) outOfBrackets() string {
	return t.said.Text[:t.q.Start] + parentheses.ReplaceAllString(t.said.Text[t.q.Start:], " ")
}

// ofNow reports whether the figure plays a part that, where nothing says another year, is of the year reported on.
func (t *telling) ofNow() bool {
	switch t.reading.Role.Value {
	case "value", "share", "rate", "to", "change":
		return true
	}
	return false
}

// comesAfter reports whether a figure is what a like one before it is compared with, in a sentence that names no year but that of the report:
// "22.4 hours per employee after 20.9 hours".
func (t *telling) comesAfter() bool {
	if t.reading.Role.Value == "target" || t.reading.Role.Value == "change" || !leadsBack.MatchString(t.said.Text[:t.q.Start]) || t.namesAnotherYear() {
		return false
	}
	return slices.ContainsFunc(t.others, func(o quantity.Quantity) bool {
		return o.Start < t.q.Start && near(o, t.q) && (o.Unit.Comparable(t.q.Unit) || bare(t.q) && noNoun.MatchString(t.said.Text[t.q.End:]))
	})
}

var leadsBack = pattern.Compile(`(?i)\b(?:after|(?:as\s+)?against|compared\s+(?:with|to)|(?:up|down)\s+from)\s+$`)

// namesAnotherYear reports whether the sentence names a year that is not the report's.
func (t *telling) namesAnotherYear() bool {
	for _, m := range printedYears.FindAllStringSubmatch(t.said.Text, -1) {
		if vocabulary.YearIn(m[1]) != t.report {
			return true
		}
	}
	return false
}

// ofBefore reports whether the figure is one that another is compared with, in a sentence that names no year but that of the report: "went down
// to 31 from 38". Sentences leave out that this is the year before.
func (t *telling) ofBefore() bool {
	role := t.reading.Role.Value
	if t.report == 0 || role != "prior" && role != "from" {
		return false
	}
	return !t.namesAnotherYear() && t.said.Reading.Kind.Value != "target"
}

// The year right behind a figure is that figure's: what it was "of 2022/23", what is to be reached "by FY26".
const anyYear = `((?:FY\s?(?:\d{1,2}/)?)?(?:19|20)\d\d(?:[/–-]\d{2,4})?|FY\s?\d\d)`

var (
	ofYear = pattern.Compile(`(?i)^(?:\s+(?:of|in|for|at|during)(?:\s+(?:the|our|base|fiscal|financial|business|reporting|year))*\s+)` + anyYear + `\b`)
	byYear = pattern.Compile(`(?i)^(?:\s+\p{Ll}[\p{L}-]*){0,3}?(?:\s+(?:FY\s?)?(?:19|20)\d\d)?` +
		`\s+(?:by|until)(?:\s+(?:the|end|of|fiscal|financial|year))*\s+` + anyYear + `\b`)
)

// leadingYear is a year to come that leads to what is to be reached: "by 2030 it shall be 50 % and by 2040 90 %".
var leadingYear = pattern.Compile(`(?i)\b(?:by|until)\s+(?:the\s+end\s+of\s+)?` + anyYear + `(?:\s+(?:it|this|they)(?:\s+\p{Ll}[\p{L}-]*){0,3})?\s+$`)

// yearsOwn is a year that leads to what it is the value of: "lower than the 2022 value of € 543.4 million".
var yearsOwn = pattern.Compile(`(?i)\bthe\s+` + anyYear + `\s+(?:\p{Ll}[\p{L}-]*\s+)?(?:values?|figures?|levels?|amounts?|totals?|results?)` +
	`\s+of\s+(?:(?:about|around|some|approximately)\s+)?$`)

// yearBeside is the year that stands right behind the figure, or leads to it, and can be no other's; 0 if none does.
func (t *telling) yearBeside() int {
	after := t.said.Text[t.q.End:]
	switch t.reading.Role.Value {
	case "target":
		if m := leadingYear.FindStringSubmatch(t.said.Text[:t.q.Start]); m != nil && vocabulary.YearIn(m[1]) > t.report {
			return vocabulary.YearIn(m[1])
		}
		if m := byYear.FindStringSubmatch(after); m != nil {
			return vocabulary.YearIn(m[1])
		}
		if m := ofYear.FindStringSubmatch(after); m != nil && vocabulary.YearIn(m[1]) > t.report {
			return vocabulary.YearIn(m[1])
		}
	case "change":
		if m := movedIn.FindStringSubmatch(after); m != nil {
			return vocabulary.YearIn(m[1])
		}
	case "value", "base", "prior", "from", "to", "rate", "share":
		if m := yearsOwn.FindStringSubmatch(t.said.Text[:t.q.Start]); m != nil {
			return vocabulary.YearIn(m[1])
		}
		if m := ofYear.FindStringSubmatch(after); m != nil {
			return vocabulary.YearIn(m[1])
		}
	}
	return 0
}

// comparedYear is a year that others are compared with, and what stands between it and the word that compares: "2.8 % above 2023",
// "14 injuries after 17 in 2023".
var comparedYear = pattern.Compile(`(?i)\b(?:(?:than|from|against|versus|vs\.?|compared\s+(?:with|to)|relative\s+to|below|above|over|after|since)\s+` +
	`((?:[^\s;:()]*[^\s.;:,()]\s+){0,5}?(?:in\s+|FY\s?)?)|on\s+())((?:19|20)\d\d)\b`)

// onlyCompared reports whether a year stands in the sentence to be compared with alone, and the figure is not what it is compared with.
func (t *telling) onlyCompared(year int) bool {
	text, found := t.said.Text, 0
	for _, m := range comparedYear.FindAllStringSubmatchIndex(text, -1) {
		switch {
		case vocabulary.Atoi(text[m[6]:m[7]]) != year || m[2] >= 0 && dayOfMonth.MatchString(text[m[2]:m[3]]):
		case t.q.Start >= m[0] && t.q.Start < m[7]:
			return false // "from 567.8 kg in 2020"
		default:
			found++
		}
	}
	return found > 0 && found == strings.Count(text, vocabulary.Itoa(year))
}

// dayOfMonth is a day before its year, which is no amount.
var dayOfMonth = pattern.Compile(`^\d{1,2}\.?\s+\p{Lu}|^\p{Lu}\p{Ll}+\s+\d{1,2}\s`)

// bracketed are the years that stand in brackets with a figure each: "(2022/23: 9.0 kg; 2021/22: 9.4 kg)". A year is that of the figure behind
// it, within reports that this is the one, and nobody else's.
func (t *telling) bracketed() (years []int, within bool) {
	text := t.said.Text
	for open := strings.IndexByte(text, '('); open >= 0; {
		end := strings.IndexByte(text[open:], ')')
		if end < 0 {
			break
		}
		end += open
		inner := text[open+1 : end]
		if at := t.q.Start - open - 1; at >= 0 && t.q.Start < end {
			if y := labelledYears(inner[:at]); len(y) > 0 {
				return y[len(y)-1:], true
			}
			year := onlyYear(yearLabel.ReplaceAllString(inner, " ")) // one that leads to a figure is no other's: "(91 %; 2022: 88 %)"
			if m := endsInYear.FindStringSubmatch(text[:open]); m != nil && year == 0 {
				year = vocabulary.YearIn(m[1]) // "less than in 2019 (4,180 kt)"
			}
			return []int{year}, true
		}
		if holdsAmount(inner) && (open > t.q.Start || t.ofNow()) {
			years = append(years, labelledYears(inner)...)
			if y := onlyYear(inner); y > 0 {
				years = append(years, y)
			}
		}
		next := strings.IndexByte(text[end:], '(')
		if next < 0 {
			break
		}
		open = end + next
	}
	return years, false
}

var endsInYear = pattern.Compile(`(?i)\b(?:than|from|against|versus|below|above|to|with)\s+(?:in\s+)?` + anyYear + `\s*$`)

// labelledYears are the years of a text that lead to a figure: "2023: ", "FY22 = ".
func labelledYears(text string) (out []int) {
	for _, m := range yearLabel.FindAllStringSubmatch(text, -1) {
		out = append(out, vocabulary.YearIn(m[1]))
	}
	return out
}

var yearLabel = pattern.Compile(`(?i)` + anyYear + `\s*[:=]`)

// holdsAmount reports whether a text has a figure other than years.
func holdsAmount(text string) bool {
	text = printedYears.ReplaceAllString(" "+text+" ", " ")
	return slices.ContainsFunc(quantity.Find(text, quantity.Detect(text, quantity.Point)), func(q quantity.Quantity) bool { return !q.Year })
}

// yearSaid is the year as the reader has it.
func (t *telling) yearSaid() int {
	a := t.reading.Year
	if a.Value == "reporting" || a.Value == "unsaid" {
		if a.Sure < sureNone {
			return 0
		}
	} else if a.Sure < sureYear {
		return 0
	}
	switch a.Value {
	case "reporting":
		if t.reading.Role.Value == "target" && towards.MatchString(t.said.Text[:t.q.Start]) {
			return 0
		}
		return t.report
	case "unsaid":
		switch t.reading.Role.Value {
		case "prior", "from":
			if t.yearBefore() {
				return t.report
			}
			return 0
		case "base", "target", "limit":
			return 0
		}
		return t.report
	case "before":
		return onlyYear(t.said.Before)
	}
	return vocabulary.Ending(t.said.Text, vocabulary.Atoi(a.Value))
}

// onlyYear is the one year that a text prints outside brackets, where years of comparison stand; 0 if it prints none or several. A
// fiscal year is that in which it ends.
func onlyYear(text string) int {
	year := 0
	for _, m := range printedYears.FindAllStringSubmatch(parentheses.ReplaceAllString(text, " "), -1) {
		y := vocabulary.YearIn(m[1])
		if year != 0 && y != year {
			return 0
		}
		year = y
	}
	return year
}

var (
	printedYears = pattern.Compile(`(?:^|[^\d.,])((?:19|20)\d\d(?:[/–-]\d\d)?)(?:[^\d]|$)`)
	parentheses  = pattern.Compile(`\([^()]*\)`)
)
