package consistency

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

const (
	aMonth = `(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?`
	aYear  = `(?:19|20)\d\d`
	// aDate is a day, a month or a year, of which a year alone has none behind it: "2023/24" is when no calendar says.
	aDate = `(?:\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?` + aMonth + `,?\s+` + aYear + `|` + aMonth + `\s+(?:\d{1,2}(?:st|nd|rd|th)?,\s+)?` + aYear + `|` + aYear + `)`
)

var (
	dateParts = pattern.Compile(`^(?:(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?:(\p{L}{3})\p{L}*\.?\s*)?(?:(\d{1,2})(?:st|nd|rd|th)?,)?,?\s*(\d{4})?$`)
	// dayNamed leads into a day of which something is said: one that stands free may be a number and a month that do not belong together.
	dayNamed = pattern.Compile(`(?:[,(]\s*|\b(?:[Oo]n|[Tt]o|[Uu]ntil|till|[Bb]y|[Ff]rom|[Ss]ince|at|of|ended|ending|[Bb]efore|[Aa]fter|and|dated)\s+(?:the\s+)?)` +
		`(\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?` + aMonth + `(?:,?\s+` + aYear + `\b|\s*[.;)]|\s*$)|` + aMonth + `\s+\d{1,2}(?:st|nd|rd|th)?,\s+` + aYear + `\b)`)
	noSuchDay = pattern.Compile(`(?i)\b(?:exist\w*|no\s+such|error\w*|mistak\w*|wrong\w*|misprint\w*|fictitious|typ\w*)\b`)
)

// span is when a date says that something was: the first and the last day that it can mean.
type span struct {
	first, last time.Time
	text        string
}

var monthNumbers = map[string]time.Month{
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5,
	"jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
}

// partsOf are the year, month and day of a date, each 0 where it is not said.
func partsOf(date string) (year int, month time.Month, day int) {
	m := dateParts.FindStringSubmatch(strings.TrimRight(strings.TrimSpace(date), " .;)"))
	if m == nil {
		return 0, 0, 0
	}
	day, _ = strconv.Atoi(m[1] + m[3]) // one of them, and the pattern lets only digits through
	year, _ = strconv.Atoi(m[4])
	return year, monthNumbers[strings.ToLower(m[2])], day
}

// daysIn is how many days a month has; a February of no year has as many as it can.
func daysIn(year int, month time.Month) int {
	if year == 0 {
		year = 2000
	}
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// spanOf reads a date; ok is false of one that no calendar has.
func spanOf(date string) (sp span, ok bool) {
	year, month, day := partsOf(date)
	switch {
	case year == 0 || day > 0 && (month == 0 || day > daysIn(year, month)):
		return sp, false
	case day > 0:
		sp.first = time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
		sp.last = sp.first
	case month > 0:
		sp.first = time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
		sp.last = time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)
	default:
		sp.first = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		sp.last = time.Date(year, 12, 31, 0, 0, 0, 0, time.UTC)
	}
	sp.text = date
	return sp, true
}

// datesThatCannotBe finds days that no calendar has, and what is said to have ended before it began.
func datesThatCannotBe(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for i := range s.Pages() {
		p := &s.Options.Document.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		before, cell := "", 0
		for _, sentence := range p.Sentences() {
			if sentence.Cell != cell {
				before, cell = "", sentence.Cell
			}
			x := sheet.Statement{Page: p.Number, Text: sentence.Text, Before: before}
			if before = ""; sentence.Role != document.RoleBody || len(x.Text) > sheet.LongestSentence {
				continue
			}
			if before = x.Text; !strings.ContainsAny(x.Text, "0123456789") {
				continue
			}
			if u, ok := noDay(x); ok {
				out = append(out, u)
			} else if u, ok := endedFirst(x); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// noDay finds a day that its month does not have.
func noDay(x sheet.Statement) (u sheet.Utterance, ok bool) {
	for _, m := range dayNamed.FindAllStringSubmatch(x.Text, -1) {
		date := strings.TrimRight(m[1], " .;)")
		year, month, day := partsOf(date)
		if month == 0 || day <= daysIn(year, month) || day > 31 || noSuchDay.MatchString(x.Text) {
			continue
		}
		named := strings.TrimSpace(month.String() + " " + strings.TrimPrefix(strconv.Itoa(year), "0"))
		c := events.Check{
			Result: events.CheckFail, Severity: "warning", Stated: date, Expected: fmt.Sprintf("a day from 1 to %d", daysIn(year, month)),
			Inputs:  []events.CheckInput{{Label: "a day in a sentence", Value: date, Page: x.Page}},
			Working: fmt.Sprintf("%s has %d days", named, daysIn(year, month)),
			Message: fmt.Sprintf("\"%s\" is a day that no calendar has: %s has %d days.", date, named, daysIn(year, month)),
		}
		return x.Utter(c, date, true), true
	}
	return u, false
}
