package sums

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const (
	numberSaid = `((?:` + `one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve` + `)|\d{1,4})`
	// someWords are a few words without a figure or the end of a clause.
	someWords = `(?:[\p{L}'’-]+\s+){0,5}?`
)

var (
	// otherCount reads "two of the 11 boats run on methanol; the other nine" and "of our 34 houses, 21 carry the key and the other 13".
	someOfThem = pattern.Compile(`(?i)\b` + numberSaid + `\s+` + someWords + `(?:out\s+)?of\s+(?:the|our|its|all)\s+` + numberSaid + `\b`)
	ofThemSome = pattern.Compile(`(?i)^of\s+(?:the|our|its|all|these)\s+` + numberSaid + `\s+` + someWords + `[\p{L}'’-]+,\s+` + numberSaid + `\b`)
	theOthers  = pattern.Compile(`(?i)\b(?:the\s+(?:other|remaining)\s+` + numberSaid + `|(?:and|while|but)\s+` + numberSaid +
		`\s+(?:do|does|did|are|is|have|has|were|was)\s+not\s*(?:[.,;]|$))`)
	// moreOrFewer reads "[126 apprentices], eight more than in 2023".
	moreOrFewer = pattern.Compile(`(?i)^\s+` + someWords + `[\p{L}'’-]+,\s+` + numberSaid + `\s+(more|fewer|less)\s+than\s+(?:in\s+)?` +
		`(?:` + sheet.SomeYear + `|(?:the\s+)?(?:year\s+before|previous\s+year|last\s+year)|a\s+year\s+(?:before|earlier|ago))`)
)

func numberOf(word string) int {
	if n := sheet.SmallNumber(word); n > 0 {
		return n
	}
	n, _ := strconv.Atoi(word)
	return n
}

// countedOthers holds "two of the 11 boats run on methanol, the other nine on gas oil" against itself: so many and the others are all.
func countedOthers(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		some, all, end := 0, 0, 0
		if m := ofThemSome.FindStringSubmatchIndex(x.Text); m != nil {
			all, some, end = numberOf(x.Text[m[2]:m[3]]), numberOf(x.Text[m[4]:m[5]]), m[1]
		} else if m := someOfThem.FindStringSubmatchIndex(x.Text); m != nil {
			some, all, end = numberOf(x.Text[m[2]:m[3]]), numberOf(x.Text[m[4]:m[5]]), m[1]
		}
		if some == 0 || all == 0 {
			continue
		}
		if some >= all {
			if u, ok := moreThanThereAre(x); ok {
				out = append(out, u)
			}
			continue
		}
		m := theOthers.FindStringSubmatchIndex(x.Text[end:])
		if m == nil || strings.ContainsAny(x.Text[end:end+m[0]], "0123456789%") || wordNumber.MatchString(x.Text[end:end+m[0]]) {
			continue // others stand between
		}
		said := x.Text[end+max(m[2], m[4]) : end+max(m[3], m[5])]
		c := events.Check{
			Result: events.CheckPass, Severity: "info", Expected: strconv.Itoa(all - some), Stated: said, Message: "So many and the others are all.",
			Inputs:  []events.CheckInput{{Label: "some", Value: strconv.Itoa(some), Page: x.Page}, {Label: "all", Value: strconv.Itoa(all), Page: x.Page}},
			Working: fmt.Sprintf("%d - %d = %d; stated: %s", all, some, all-some, said),
		}
		if numberOf(said) != all-some {
			c.Result, c.Severity = events.CheckFail, ""
			c.Message = fmt.Sprintf("%d of %d leave %d, not %s.", some, all, all-some, said)
		}
		out = append(out, x.Utter(c, said, true))
	}
	return out
}

// ofAllSome reads "of these 41 sites, 36 have begun": things, how many there are, and of how many of them something is said.
var ofAllSome = pattern.Compile(`(?i)^of\s+(?:the|our|its|all|these|those)\s+(\d{1,4})\s+(` + someWords + `\p{L}[\p{L}'’-]+),\s+(\d{1,4})\s+` +
	`(?:have|has|had|are|were|was|is|do|did)\b`)

var scaleWord = pattern.Compile(`(?i)^(?:hundred|thousand|million|billion|lakh|crore)s?\b`)

// moreThanThereAre finds a sentence that says something of more things than it says that there are.
func moreThanThereAre(x sheet.Statement) (u sheet.Utterance, ok bool) {
	m := ofAllSome.FindStringSubmatch(x.Text)
	if m == nil || scaleWord.MatchString(m[2]) {
		return u, false
	}
	all, some := numberOf(m[1]), numberOf(m[3])
	if some <= all || all > 1900 && all < 2100 { // a year
		return u, false
	}
	return x.Utter(events.Check{
		Result: events.CheckFail, Severity: "critical", Expected: "at most " + m[1], Stated: m[3],
		Inputs:  []events.CheckInput{{Label: "some", Value: m[3], Page: x.Page}, {Label: "all", Value: m[1], Page: x.Page}},
		Working: fmt.Sprintf("%s of %s", m[3], m[1]),
		Message: fmt.Sprintf("%s of %s are more than there are.", m[3], m[1]),
	}, m[3], true), true
}

var wordNumber = pattern.Compile(`(?i)\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`)

// moreThanCounted holds "126 apprentices, eight more than in 2023" against the rows that have the count in their last year and share a word with
// the sentence: none of them makes the difference, and all make one.
func moreThanCounted(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for _, q := range x.Figures {
			m := moreOrFewer.FindStringSubmatch(x.Text[q.End:])
			if m == nil || q.Unit.Dimension != quantity.Count || q.Bound != quantity.Exactly || q.Range || x.Renewed() || len(compare.Significant(q.Number)) < 2 {
				continue
			}
			if u, ok := differsByCount(s, x, q, m); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

func differsByCount(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, m []string) (u sheet.Utterance, ok bool) {
	n, about := quantity.Int(int64(numberOf(m[1]))), sheet.Stems(x.Text[max(0, q.Start-60):q.End]+" "+firstWords.FindString(x.Text[q.End:]))
	if !strings.EqualFold(m[2], "more") {
		n = quantity.Sub(quantity.Int(0), n)
	}
	for _, l := range s.WithDigits(q) {
		now := l.Last()
		then := l.At[now.Year-1]
		if years := sheet.YearsNamed(m[0]); len(years) == 1 {
			then = l.At[years[0]]
		}
		if then.Fact == nil || then.Year >= now.Year || !now.Prints(q) || !sheet.SharesWord(l.Name, about) || now.Restated || then.Restated {
			continue
		}
		change := quantity.Sub(now.Quantity().Value, then.Quantity().Value)
		if change.Cmp(n) == 0 || ok && compare.Show(change) != u.Expected {
			return u, false
		}
		c := events.Check{
			Result: events.CheckFail, Severity: "critical", Expected: compare.Show(change), Stated: m[1] + " " + m[2],
			Inputs:  []events.CheckInput{sheet.Input(then, ""), sheet.Input(now, ""), x.Input("in a sentence", q)},
			Working: fmt.Sprintf("%s - %s = %s; stated: %s %s", now.Printed, then.Printed, compare.Show(change), m[1], m[2]),
			Message: fmt.Sprintf("%s %s stated, the row \"%s\" goes from %s to %s.", m[1], m[2], sheet.Shorten(now.Label()), then.WithUnit(), now.WithUnit()),
		}
		u, ok = x.Utter(c, m[1], false), true
	}
	return u, ok
}

var firstWords = pattern.Compile(`^\s+[\p{L}\s'’-]{1,60}`)

// oneBehindTheOther reports whether amounts are a list: nothing but their names between commas, and "and" before the last.
func oneBehindTheOther(x sheet.Statement, list []quantity.Quantity) bool {
	for i := 1; i < len(list); i++ {
		between := x.Text[list[i-1].End:list[i].Start]
		if !listed.MatchString(between) || beingSomething.MatchString(between) {
			return false
		}
	}
	return jointly.MatchString(x.Text[list[len(list)-2].End:list[len(list)-1].Start])
}

var listed = pattern.Compile(`(?i)^[^.;:\d%]{0,60}(?:,|,?\s*\b(?:and|plus))\s+(?:[\p{L}]+\s+){0,2}$`)
