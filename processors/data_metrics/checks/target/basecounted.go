package target

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// baseNamed are a year and the words that make it a base year, before it or behind it.
	baseNamed = pattern.Compile(`(?i)\bbase(?:line)?(?:\s+year)?(?:\s+(?:of|is|was|in))?\s*[:(,]?\s*(?:fiscal\s+(?:year\s+)?|(FY\s?))?` +
		`((?:19|20)?\d{2}(?:[/–-]\d{2})?)\b|` +
		`\b(?:fiscal\s+(?:year\s+)?|(FY\s?))?((?:19|20)?\d{2}(?:[/–-]\d{2,4})?)(?:\s+as|,|\s*\(|\s+is|\s+was)?\s*(?:which\s+is\s+|being\s+)?` +
		`(?:(?:the|a|our|its|their)\s+)?` +
		`(?:common\s+)?base(?:line)?\b`)
	baseHead = pattern.Compile(`(?i)\bbase(?:line)?\b`)
)

// baseYear is a year that is called a base year, as it is printed.
type baseYear struct {
	year    int
	printed string
}

// basesNamed are the base years that a text names.
func basesNamed(text string) []baseYear {
	var out []baseYear
	for _, m := range baseNamed.FindAllStringSubmatch(text, -1) {
		year := aimYear(m[1]+m[3], m[2]+m[4])
		if year > 0 && !slices.ContainsFunc(out, func(b baseYear) bool { return b.year == year }) {
			out = append(out, baseYear{year, strings.TrimSpace(m[1] + m[2] + m[3] + m[4])})
		}
	}
	return out
}

// promiseFrom is the year that a promise counts from without the word: "will cut emissions by 42 per cent from fiscal 2019".
var promiseFrom = pattern.Compile(`(?i)\b(?:will|aims?|shall|goal|target|commit\w*|pledge\w*|halve|reduce|cut)\b[^;]*` +
	`\b(?:from|between|against|below|versus|compared\s+(?:with|to))\s+` +
	`(?:the\s+(?:level\s+of\s+)?|fiscal\s+(?:year\s+)?|(FY\s?))?((?:19|20)?\d{2}(?:[/–-]\d{2})?)\b`)

// basesElsewhere counts the places, other than a sentence, that make each year a base year: sentences, targets, heads of columns.
func basesElsewhere(s *sheet.Sheet, but string) map[int]int {
	out := map[int]int{}
	s.EachSentence(func(_ int, text string) {
		if text == but {
			return
		}
		if m := promiseFrom.FindStringSubmatch(text); m != nil {
			out[aimYear(m[1], m[2])]++
		}
		if baseHead.MatchString(text) {
			for _, year := range sheet.YearsNamed(text) {
				out[year]++ // whatever it says of it
			}
		}
	})
	for _, a := range aims(s) {
		out[a.base]++
	}
	for _, t := range s.Tables {
		for _, e := range t.All {
			if baseHead.MatchString(strings.Join(append(slices.Clone(e.At.ColPath), e.At.RowPath...), " ")) && e.Year > 0 {
				out[e.Year]++
			}
		}
	}
	return out
}

// countedFromAnother finds the sentence that calls a year the base year which no other place does, where the change that it gives counts from
// the year that the others do: emissions "31.1 % below 2018, the base year of our targets", which they are since 2020.
func countedFromAnother(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, x := range s.Statements() {
		named := basesNamed(x.Text)
		if len(named) != 1 || x.Renewed() || rebased.MatchString(x.Text) || ofAPart.MatchString(x.Text) || !sheet.AboutCarbon.MatchString(x.Before+" "+x.Text) {
			continue
		}
		for _, by := range x.Percents() {
			if by.Bound != quantity.Exactly || by.Value.Exponent >= 0 || len(compare.DigitsIn(by.Number)) < compare.DigitsExchanged || !change.IsChange(x, by) {
				continue
			}
			elsewhere := basesElsewhere(s, x.Text)
			b := named[0]
			if elsewhere[b.year] > 0 {
				continue
			}
			c := events.Check{
				Result: events.CheckFail, Severity: "warning", Stated: b.printed,
				Inputs: []events.CheckInput{{Label: sheet.StatedLabel + " base year", Value: b.printed, Page: x.Page}, x.Input("change", by)},
			}
			if then, now, ok := madeSince(s, by, b.year, elsewhere); ok {
				c.Expected, c.Inputs = strconv.Itoa(then.Year), append(c.Inputs, sheet.Input(then, ""), sheet.Input(now, ""))
				c.Working = fmt.Sprintf("%s after %s in %d: %s; page %d: base year %s", now.WithUnit(), then.WithUnit(), then.Year, by.Text, x.Page, b.printed)
				c.Message = fmt.Sprintf("Page %d calls %s the base year, which no other place does; the change of %s that it gives counts "+
					"from %d, the base year elsewhere.",
					x.Page, b.printed, by.Text, then.Year)
				out = append(out, sheet.Finding{Page: x.Page, Check: c})
			} else if a, e, ok := reachedOf(s, by, b.year); ok {
				c.Expected, c.Inputs = strconv.Itoa(a.base), append(c.Inputs, sheet.Input(e, ""))
				c.Working = fmt.Sprintf("page %d: %s from %s; page %d: %s from %d", x.Page, by.Text, b.printed, e.At.Page, e.WithUnit(), a.base)
				c.Message = fmt.Sprintf("Page %d calls %s the base year, which no other place does; the table on page %d has the %s "+
					"among what targets from %d have reached.",
					x.Page, b.printed, e.At.Page, by.Text, a.base)
				out = append(out, sheet.Finding{Page: x.Page, Check: c})
			}
		}
	}
	return out
}

// reachedOf finds a change among what a table says of its targets that have been reached so far, each with its base year.
func reachedOf(s *sheet.Sheet, by quantity.Quantity, named int) (a basedAim, of sheet.Entry, ok bool) {
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			for _, e := range t.Row(row) {
				if !sheet.Percent(e) || e.Target || quantity.Abs(e.Quantity().Value).Cmp(by.Value) != 0 {
					continue
				}
				all := aimsOfRow(t, row)
				if len(all) == 0 || ok || all[0].base == named {
					return a, of, false
				}
				a, of, ok = all[0], e, true
			}
		}
	}
	return a, of, ok
}

// madeSince finds the emissions that a change is of, to the last year from one that other places call the base year; none that count from the
// year that the sentence names make it.
func madeSince(s *sheet.Sheet, by quantity.Quantity, named int, elsewhere map[int]int) (then, now sheet.Entry, ok bool) {
	for _, l := range s.Timelines().All {
		last := l.Last()
		if last.Metric != facts.GHGEmissions || last.Ambiguous() || last.Restated {
			continue
		}
		for _, year := range l.Years() {
			e := l.At[year]
			if year >= last.Year || !sheet.Comparable(e, last) || e.Quantity().Value.Sign() <= 0 {
				continue
			}
			low, high := compare.ChangeOf(e.Quantity(), last.Quantity())
			i := by.Interval()
			if quantity.Abs(low).Cmp(quantity.Abs(high)) > 0 {
				low, high = high, low
			}
			if quantity.Abs(high).Cmp(i.Low) < 0 || quantity.Abs(low).Cmp(i.High) > 0 {
				continue
			}
			if year == named {
				return then, now, false
			}
			if elsewhere[year] > 0 && !e.Restated {
				then, now, ok = e, last, true
			}
		}
	}
	return then, now, ok
}
