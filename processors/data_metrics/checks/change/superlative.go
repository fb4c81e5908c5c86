package change

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const (
	extremes = `(?:the\s+|our\s+|its\s+|a\s+)?(?:second[- ]|third[- ])?(highest|largest|biggest|greatest|most|lowest|smallest|least|fewest)`
	// spanOf is the time of which something is the extreme: "in the past five years", "since 2019".
	spanOf = `(?:(?:in|of|for|over|since|within|among)\s+(?:the\s+)?(?:(?:past|last|previous)\s+)?` +
		`(?:(all|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\s+(?:(?:past|last|previous|reported|reporting|fiscal)\s+)*years?|` +
		`((?:FY\s?)?(?:19|` +
		`20)\d\d(?:/\d\d)?))|on\s+record)`
	ofYears = `(?:[\p{L}-]+\s+){0,4}?` + spanOf
)

var (
	// superlative follows a figure: "1,002 GWh of electricity, the lowest in five years".
	superlative = pattern.Compile(`(?i)^[^.;:\d()]{0,60}?(?:[,(–-]\s*(?:and\s+|which\s+(?:is|was)\s+|again\s+)*|` +
		`\b(?:is|was|are|were|remains?)\s+(?:(?:still|again|also)\s+)?)` +
		extremes + `\s+` + ofYears + `\b`)
	// record comes before it: "reached the lowest level in five years, 1,002 GWh".
	recordFirst = pattern.Compile(`(?i)\b(?:reached|to|at|was|were|is|hit)\s+` + extremes + `\s+` + ofYears + `\b[^.;\d]{0,30}$`)
	// thanAny says the same with a comparative: "more cement than in any of the previous four years ... 9,731 thousand tonnes".
	thanAny = pattern.Compile(`(?i)\b(more|less|fewer|higher|lower)\b[^.;:\d]{0,40}?\bthan\s+in\s+any\s+of\s+the\s+(?:(?:past|last|` +
		`previous)\s+)*(two|three|four|five|six|nine|ten)\s+years\b[^.;\d]{0,80}\b`)
	// ofThatBefore speaks of the figure of the sentence before: "That is the best result of the last four years".
	ofThatBefore = pattern.Compile(`(?i)^(?:That|This|It)\b[^.;:()]{0,80}?\b` +
		strings.Replace(extremes, "highest|", "best|highest|", 1) + `\s+` + ofYears + `\b`)
	upmost   = pattern.Compile(`(?i)^(?:highest|largest|biggest|greatest|most|more|higher)$`)
	notFirst = pattern.Compile(`(?i)\b(?:second|third)[- ](?:highest|largest|biggest|lowest|smallest)`)
	inWords  = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
)

// howMany reads a number that is printed as a word or in digits, 0 if it is none.
func howMany(said string) int {
	if n, err := strconv.Atoi(said); err == nil {
		return n
	}
	return inWords[strings.ToLower(said)]
}

// superlatives holds "the lowest in five years" against what the table that has the figure gives for the other years.
func superlatives(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i, q := range x.Figures {
			end := len(x.Text)
			if i+1 < len(x.Figures) {
				end = min(end, x.Figures[i+1].Start+40)
			}
			m := superlative.FindStringSubmatch(x.Text[q.End:end])
			if m == nil && i == 0 {
				m = recordFirst.FindStringSubmatch(x.Text[:q.Start])
			}
			if m == nil || q.Range || q.Bound != quantity.Exactly || notFirst.MatchString(m[0]) {
				continue
			}
			if u, ok := extreme(s, x, q, upmost.MatchString(m[1]), howMany(m[2]), vocabulary.YearIn(m[3])); ok {
				out = append(out, u)
			}
		}
		if u, ok := recordOf(s, x); ok && !slices.ContainsFunc(out, func(o sheet.Utterance) bool { return o.Words == u.Words && o.Page == u.Page }) {
			out = append(out, u)
		}
		if u, ok := extremeBefore(s, x); ok {
			out = append(out, u)
		}
		if !strings.Contains(x.Text, "any of the") {
			continue
		}
		if m := thanAny.FindStringSubmatchIndex(x.Text); m != nil {
			for _, q := range x.Figures {
				if q.Start < m[1] || q.Range || q.Bound != quantity.Exactly || q.Unit.Dimension == quantity.Percent {
					continue
				}
				if u, ok := extreme(s, x, q, upmost.MatchString(x.Text[m[2]:m[3]]), inWords[strings.ToLower(x.Text[m[4]:m[5]])]+1, 0); ok {
					out = append(out, u)
				}
				break
			}
		}
	}
	return out
}

// extreme holds a figure that is said to be the highest or the lowest of some years against the timelines that have it in its year: all of
// them have to give a year that goes beyond it.
func extreme(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, up bool, years, since int) (u sheet.Utterance, ok bool) {
	about := sheet.Stems(x.Text)
	var wrong *events.Check
	for _, l := range s.WithDigits(q) {
		year := l.Last().Year
		if named := sheet.YearsNamed(x.Text[:q.Start]); len(named) > 0 && named[len(named)-1] <= year {
			year = named[len(named)-1]
		}
		now, there := l.At[year]
		if !there || !now.Prints(q) && !(isLike(now, q) && q.Per == now.Per && sheet.SharesWord(l.Name, about)) ||
			!sheet.SharesWord(append(slices.Clone(l.Name), l.Over...), about) && !givesAnother(l, x, now) {
			continue
		}
		c, holds := beyond(l, now, up, years, since)
		if holds && len(l.At) < compare.LeastShown {
			continue // of two years nothing is the highest of several
		}
		if holds {
			return x.Utter(events.Check{Result: events.CheckPass, Severity: "info", Inputs: []events.CheckInput{sheet.Input(now, "")}, Working: c.Working,
				Message: "The row's other years do not go beyond the figure."}, q.Text, false), true
		}
		wrong = &c
	}
	if wrong == nil {
		return u, false
	}
	wrong.Inputs = append(wrong.Inputs, x.Input("in a sentence", q))
	return x.Utter(*wrong, q.Text, false), true
}

// givesAnother reports whether a sentence gives a second figure of a timeline, in another year: then both speak of one thing, whatever a
// chart without a title is called.
func givesAnother(l sheet.Timeline, x sheet.Statement, now sheet.Entry) bool {
	return slices.ContainsFunc(x.Figures, func(q quantity.Quantity) bool {
		return len(compare.Significant(q.Number)) >= compare.LeastShown && slices.ContainsFunc(l.Years(), func(y int) bool {
			e := l.At[y]
			return y != now.Year && e.Value != now.Value && e.Prints(q)
		})
	})
}

// extremeBefore holds "That is the best result of the last four years" against the first figure of the sentence before. Which way is best is
// open: the figure is only no extreme where others go beyond it on both sides.
func extremeBefore(s *sheet.Sheet, x sheet.Statement) (u sheet.Utterance, ok bool) {
	m := ofThatBefore.FindStringSubmatch(x.Text)
	before := x.Earlier()
	if m == nil || len(before.Figures) == 0 || notFirst.MatchString(m[0]) {
		return u, false
	}
	q := before.Figures[0]
	years, since := howMany(m[2]), vocabulary.YearIn(m[3])
	if q.Range || q.Bound != quantity.Exactly || slices.ContainsFunc(x.Figures, func(o quantity.Quantity) bool {
		return sheet.Amount(o) && !strings.HasPrefix(strings.TrimSpace(x.Text[o.End:]), "point")
	}) {
		return u, false
	}
	best := strings.EqualFold(m[1], "best")
	joined := before
	joined.Text = before.Text + " " + x.Text
	u, ok = extreme(s, joined, q, best || upmost.MatchString(m[1]), years, since)
	if ok && best && u.Result == events.CheckFail {
		down, also := extreme(s, joined, q, false, years, since)
		if !also || down.Result != events.CheckFail {
			return u, false
		}
		u.Stated = "the best"
	}
	u.Words = x.Text
	return u, ok
}

// beyond lists the years in which a thing was more, or less, than in the one that is said to be the extreme.
func beyond(l sheet.Timeline, now sheet.Entry, up bool, years, since int) (c events.Check, holds bool) {
	words := map[bool]string{true: "highest", false: "lowest"}[up]
	var terms, others []string
	c = events.Check{Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(now, "")}}
	for _, y := range l.Years() {
		e := l.At[y]
		terms = append(terms, fmt.Sprintf("%d: %s", y, e.WithUnit()))
		if y == now.Year || years > 0 && y <= now.Year-years || since > 0 && y <= since || y > now.Year || !sheet.Comparable(e, now) {
			continue // what is the lowest since a year may have been lower in that
		}
		a, b := e.Quantity().Interval(), now.Quantity().Interval()
		if a.Low.Cmp(b.High) < 0 && b.Low.Cmp(a.High) < 0 {
			continue // rounding can have turned them round; of 14 and 15, which touch, it cannot
		}
		if (quantity.Sub(e.Quantity().Base(), now.Quantity().Base()).Sign() > 0) == up {
			others = append(others, fmt.Sprintf("%s in %d", e.WithUnit(), y))
			c.Inputs = append(c.Inputs, sheet.Input(e, ""))
		}
	}
	c.Working, c.Stated = strings.Join(terms, ", "), "the "+words
	c.Message = fmt.Sprintf("%s is called the %s of its years, the table gives %s.", now.WithUnit(), words, strings.Join(others, ", "))
	return c, len(others) == 0
}
