package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// series lists the figures of a row by year: one metric, one unit, one figure a year.
func (t *table) series(row int) []entry {
	var out []entry
	seen := map[int]bool{}
	for _, e := range t.row(row) {
		y := facts.YearIn(strings.Join(e.at.ColPath, " "))
		if y == 0 || e.Change || e.Target || percent(e) || e.Quantity().Value.Sign() <= 0 || e.Boundary != "" {
			continue
		}
		if seen[y] || len(out) > 0 && !comparable(out[0], e) {
			return nil
		}
		seen[y] = true
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b entry) int { return a.Year - b.Year })
	return out
}

var trend = Definition{
	Name: "trend", Severity: "info", Tolerance: "a factor of 2 in a year",
	About: "A whole scope does not more than double or halve from one year to the next without a word.",
	run:   trends,
}

// trends follows whole scopes over the years of a row. A jump may have its reasons; it is shown, not judged.
func trends(s *sheet) []finding {
	var out []finding
	for _, t := range s.tables {
		for _, row := range t.rows {
			series := t.series(row)
			if len(series) < 2 || series[0].Metric != facts.GHGEmissions || series[0].Scope == "" || series[0].Category != "" {
				continue
			}
			c := events.Check{Result: events.CheckPass, Severity: "info", Message: "No year of the series is more than twice, or less than half, the year before."}
			var terms []string
			for i, e := range series {
				c.Inputs = append(c.Inputs, input(e, ""))
				terms = append(terms, fmt.Sprintf("%d: %s", e.Year, e.Printed))
				if i == 0 {
					continue
				}
				r, ok := quantity.Ratio(e.Quantity().Base(), series[i-1].Quantity().Base())
				if ok && (r.Cmp(apd.New(2, 0)) > 0 || r.Cmp(apd.New(5, -1)) < 0) && e.Year-series[i-1].Year == 1 {
					c.Result, c.Severity = events.CheckInconclusive, "warning"
					c.Message = fmt.Sprintf("From %d to %d the figure changes to %s times what it was; the row gives no reason.",
						series[i-1].Year, e.Year, quantity.Print(r, 2))
				}
			}
			c.Working = strings.Join(terms, ", ")
			out = append(out, finding{c, series[0].at.Page})
		}
	}
	return out
}

var (
	timesAsMuch = regexp.MustCompile(`(?i)\b(\d+(?:[.,]\d+)?)\s+times\s+(?:as\s+(?:much|many|high|large)\b[^.;,]{0,40}\s+as|(?:that|those)\s+of|the\s+(?:amount|` +
		`figure|level)\s+(?:of|in))\s+(?:in\s+)?` + someYear)
	// eachYear follows a subject: "has come down every year since 2020".
	eachYear = regexp.MustCompile(`(?i)\b(?:has|have)\s+(?:been\s+)?(` + fallVerbs + `|` + riseVerbs + `|come\s+down|gone\s+down|gone\s+up)\s+` +
		`(?:in\s+)?(?:every|each)\s+(?:single\s+)?year\s+since\s+` + someYear)
)

// timesThen holds "gave 3.5 times as much electricity as in 2022" against the rows that the sentence names: if none of them makes so
// many times, and they agree on how many, the sentence is wrong.
func timesThen(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		if !strings.Contains(x.text, "times") {
			continue
		}
		m := timesAsMuch.FindStringSubmatch(x.text)
		if m == nil || renewedSay.MatchString(x.text) {
			continue
		}
		i := slices.IndexFunc(x.figures, func(q quantity.Quantity) bool { return strings.TrimSpace(q.Number) == m[1] })
		if i < 0 || x.figures[i].Bound != quantity.Exactly {
			continue
		}
		said, since := x.figures[i], facts.YearIn(m[2])
		var found []utterance
		for _, l := range s.timelines().within(stems(x.text)) {
			now, then := l.last(), l.at[since]
			if len(l.name) < 2 || then.Fact == nil || now.Year <= since || !comparable(now, then) {
				continue
			}
			a, b := now.Quantity().Interval(), then.Quantity().Interval()
			low, _ := quantity.Ratio(a.Low, b.High)
			high, ok := quantity.Ratio(a.High, b.Low)
			ratio, fine := quantity.Ratio(now.Quantity().Base(), then.Quantity().Base())
			if !ok || !fine || low == nil {
				continue
			}
			if said.Interval().Overlaps(quantity.Interval{Low: low, High: high}) {
				found = nil
				break
			}
			c := events.Check{Result: events.CheckFail, Severity: "critical", Stated: m[1] + " times", Expected: quantity.Print(ratio, 2) + " times",
				Inputs:  []events.CheckInput{input(then, ""), input(now, ""), x.input(statedLabel+" times", said)},
				Working: fmt.Sprintf("%s / %s = %s", now.Printed, then.Printed, quantity.Print(ratio, 2)),
				Message: fmt.Sprintf("%s times stated, the row \"%s\" makes %s times.", m[1], shorten(now.label()), quantity.Print(ratio, 2))}
			found = append(found, x.utter(c, m[1], false))
		}
		if len(found) == 1 {
			out = append(out, found...)
		}
	}
	return out
}

// everyYear holds "has come down every year since 2020" against the rows that the subject names: none of them does, and each has a
// figure of every year.
func everyYear(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		if !strings.Contains(x.text, "year since") {
			continue
		}
		at := eachYear.FindStringSubmatchIndex(x.text)
		if at == nil || renewedSay.MatchString(x.text) {
			continue
		}
		verb, since := x.text[at[2]:at[3]], facts.YearIn(x.text[at[4]:at[5]])
		fell := falls.MatchString(verb) || strings.HasSuffix(strings.ToLower(verb), "down")
		var found []utterance
		for _, l := range s.timelines().within(stems(x.text[:at[0]])) {
			if u, ok := x.everyYear(l, since, fell); len(l.name) < 2 {
				continue
			} else if !ok {
				found = nil
				break
			} else {
				found = append(found, u)
			}
		}
		if len(found) == 1 {
			out = append(out, found...)
		}
	}
	return out
}

// everyYear makes the failure of a row that goes the other way in one of the years; ok is false of one that goes as is said, or lacks a year.
func (x statement) everyYear(l timeline, since int, fell bool) (u utterance, ok bool) {
	last := l.last().Year
	var terms []string
	c := events.Check{Result: events.CheckFail, Severity: "critical", Stated: "every year since " + fmt.Sprint(since)}
	for y := since; y <= last; y++ {
		e := l.at[y]
		if e.Fact == nil || last-since < 2 {
			return u, false
		}
		terms = append(terms, fmt.Sprintf("%d: %s", y, e.WithUnit()))
		if y == since {
			continue
		}
		then := l.at[y-1]
		down := quantity.Sub(e.Quantity().Base(), then.Quantity().Base()).Sign() < 0
		if down == fell || e.Quantity().Interval().Overlaps(then.Quantity().Interval()) {
			continue
		}
		c.Inputs = append(c.Inputs, input(then, ""), input(e, ""))
		c.Message = fmt.Sprintf("What is said to have moved one way every year did not from %d to %d: %s after %s.", y-1, y, e.WithUnit(), then.WithUnit())
	}
	c.Working = strings.Join(terms, ", ")
	return x.utter(c, x.text, false), c.Message != ""
}
