package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// intoMore leads from an amount to the percentage that it is more or less by: "52,320 tonnes in 2024, [7.5 %]".
	intoMore = pattern.Compile(`(?i)^[^.;:,()\d]{0,60}(?:\b(?:in|for)\s+` + sheet.SomeYear + `)?\s*,\s+` +
		`(?:(?:which\s+is|that\s+is|or)\s+)?` + sheet.Hedges + `$`)
	// thanBefore says behind it which way, and that it counts from the year before.
	thanBefore = pattern.Compile(`(?i)^\s*(more|higher|above|greater|less|lower|fewer|below)\s+than\s+(?:(?:in|for|the|our)\s+)*` +
		`(?:(?:year\s+before|previous\s+year|prior\s+year|last\s+year|year\s+earlier|preceding\s+year)\b|a\s+year\s+(?:ago|earlier|before)\b|` + sheet.SomeYear + `)`)
	// apposed leads from an amount to the change that stands beside it: "52,320 tonnes in 2024, a rise of [7.5 %]".
	apposed = pattern.Compile(`(?i)^[^.;:,()\d]{0,60}(?:\b(?:in|for)\s+` + sheet.SomeYear + `)?\s*(?:,|[–—(])\s*(?:(?:which|that)\s+is\s+)?` +
		`(?:an?|the)\s+(?:(?:slight|strong|sharp|further|marked|year-on-year)\s+)?(` + sheet.FallNouns + `|` + sheet.RiseNouns + `)` +
		`\s+(?:of|by)\s+` + sheet.Hedges + `$`)
	// onBefore says behind it what it counts from.
	onBefore = pattern.Compile(`(?i)^\s*(?:on|over|from|against|versus|compared\s+(?:with|to)|relative\s+to)\s+` +
		`(?:` + yearAgo + `\b|(?:the\s+)?` + sheet.SomeYear + `)`)
)

// changeOfAmount is the change that a sentence says of the amount before it: which way, from what year if it names one, and in what words. dated is false
// where it does not say that it counts from another year.
func changeOfAmount(text string, a, by quantity.Quantity) (down bool, since int, words string, dated, ok bool) {
	between, behind := text[a.End:by.Start], text[by.End:]
	if m := thanBefore.FindStringSubmatch(behind); m != nil && intoMore.MatchString(between) {
		return downward.MatchString(m[1]), vocabulary.YearIn(m[2]), strings.TrimSpace(m[0]), true, true
	}
	m := apposed.FindStringSubmatch(between)
	if m == nil {
		return false, 0, "", false, false
	}
	noun := m[len(m)-1]
	if on := onBefore.FindStringSubmatch(behind); on != nil {
		return fallCue.MatchString(noun), vocabulary.YearIn(on[2]), noun + " " + strings.TrimSpace(on[0]), true, true
	}
	return fallCue.MatchString(noun), 0, noun, false, saysNoMore.MatchString(behind) && !baseSaid.MatchString(text)
}

// moreThanBefore holds "52,320 tonnes, 7.5 % more than in the year before" against the rows that have the amount in its year: none of them makes
// the change, and those that have the amount agree on what it is.
func moreThanBefore(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() || otherBasis.MatchString(x.Text) {
			continue
		}
		for i := 1; i < len(x.Figures); i++ {
			a, by := x.Figures[i-1], x.Figures[i]
			if by.Unit.Dimension != quantity.Percent || !sheet.Amount(a) || by.Range || by.Bound != quantity.Exactly ||
				len(compare.DigitsIn(a.Number)) < compare.DigitsNamed {
				continue
			}
			down, since, words, dated, ok := changeOfAmount(x.Text, a, by)
			if !ok {
				continue
			}
			if u, ok := againstRows(s, x, a, by, down, since, words); ok {
				if !dated { // it may count from a year that no row has
					u.Result, u.Severity = events.CheckInconclusive, "warning"
				}
				out = append(out, u)
			}
		}
	}
	return out
}

// againstRows computes the change of an amount from each row that has it.
func againstRows(s *sheet.Sheet, x sheet.Statement, a, by quantity.Quantity, down bool, since int, words string) (u sheet.Utterance, ok bool) {
	stated := by.Value
	if down {
		stated = new(apd.Decimal).Neg(stated)
	}
	about := sheet.Stems(x.Text)
	span := quantity.Interval{Low: quantity.Sub(stated, by.Half), High: quantity.Sum(stated, by.Half)}
	for _, l := range s.WithDigits(a) {
		now := l.Last()
		then, there := l.At[now.Year-1]
		if since > 0 {
			then, there = l.At[since]
		}
		if !there || since >= now.Year || !now.Prints(a) || !sheet.Comparable(now, then) || now.Restated || then.Restated ||
			len(x.Years) > 0 && !slices.Contains(x.Years, now.Year) {
			continue
		}
		low, high := compare.ChangeOf(then.Quantity(), now.Quantity())
		if span.Overlaps(quantity.Interval{Low: low, High: high}) {
			return u, false
		}
		change, fine := quantity.PercentOf(quantity.Sub(now.Quantity().Base(), then.Quantity().Base()), then.Quantity().Base())
		here := now.At.Page == x.Page && !sheet.OpenUnit(a, now) // of so many digits, a figure of the same page and unit is that one
		if !fine || !here && !sheet.SharesWord(append(slices.Clone(l.Name), l.Over...), about) {
			continue
		}
		if sheet.OpenUnit(a, now) && (len(compare.Significant(a.Number)) < compare.TellingDigits || (change.Sign() < 0) != down || !slippedBy(change, by)) {
			continue
		}
		if ok && u.Expected != quantity.Print(change, 1)+" %" {
			return u, false // rows with one amount and several years before
		}
		c := events.Check{
			Result: events.CheckFail, Severity: "critical", Stated: by.Text, Expected: quantity.Print(change, 1) + " %",
			Inputs:  []events.CheckInput{sheet.Input(then, ""), sheet.Input(now, ""), x.Input(sheet.StatedLabel+" change", by)},
			Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", now.Printed, then.Printed, then.Printed, quantity.Print(change, compare.Places)),
			Message: fmt.Sprintf("%s is said to be %s %s, the row \"%s\" makes %s %%.", a.Text, by.Text, words,
				sheet.Shorten(now.Label()), quantity.Print(change, 1)),
		}
		u, ok = x.Utter(c, by.Text, false), true
	}
	return u, ok
}
