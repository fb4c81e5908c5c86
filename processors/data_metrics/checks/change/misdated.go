package change

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// sinceBehind names behind a change the year that it counts from: "less than in 2020", "below our base year 2019/20".
	sinceBehind = pattern.Compile(`(?i)^[^.;:,()%\d]{0,60}?\b(?:than|since|below|above|against|with|to|versus|from|over|on)\s+` +
		`(?:(?:in|the|our|its|of|base|baseline|year|fiscal|financial|level|for)\s+)*` + sheet.SomeYear + `\b`)
	// sinceBefore names it at the beginning of the part of the sentence.
	sinceBefore = pattern.Compile(`(?i)^(?:since|against|compared\s+(?:with|to)|relative\s+to|measured\s+against|versus)\s+` +
		`(?:(?:the|our|its|base|baseline|year|fiscal|financial|level|of)\s+)*` + sheet.SomeYear + `\b`)
)

// misdated finds the changes that are right but for the year that they count from: the row that has the sentence's amount, or all of whose name it
// says, makes the change from another year, and no figures that may be meant make it from the one that is named.
func misdated(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() || otherBasis.MatchString(x.Text) {
			continue
		}
		for _, by := range x.Figures {
			if by.Unit.Dimension != quantity.Percent || by.Range || by.Bound != quantity.Exactly || len(compare.DigitsIn(by.Number)) < compare.DigitsExchanged {
				continue
			}
			fell, way := wayOf(x, by)
			since := countsSince(x, by)
			if !way || since == 0 {
				continue
			}
			if u, ok := otherSince(s, x, by, fell, since); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// countsSince is the year that a sentence says a change to count from; 0 if it says none.
func countsSince(x sheet.Statement, by quantity.Quantity) int {
	if m := sinceBehind.FindStringSubmatch(x.Text[by.End:]); m != nil {
		return vocabulary.YearIn(m[1])
	}
	before := x.Text[:by.Start]
	if all := clauses.FindAllStringIndex(before, -1); len(all) > 0 {
		before = before[all[len(all)-1][1]:]
	}
	if m := sinceBefore.FindStringSubmatch(strings.TrimSpace(before)); m != nil {
		return vocabulary.YearIn(m[1])
	}
	return 0
}

func otherSince(s *sheet.Sheet, x sheet.Statement, by quantity.Quantity, fell bool, since int) (u sheet.Utterance, ok bool) {
	for _, b := range bonds(s, x) {
		if b.own && b.makes(by) {
			return u, false
		}
	}
	for _, l := range boundLines(s, x, x) {
		now := l.Last()
		if now.Ambiguous() && sheet.Dimension(now) == quantity.Percent || since >= now.Year {
			return u, false
		}
		for _, year := range l.Years() {
			then := l.At[year]
			b := bond{then: cellTerm(then), now: cellTerm(now)}
			if year >= now.Year || !sheet.Comparable(then, now) || !b.makes(by) || b.fell() != fell {
				continue
			}
			open := sheet.HalvedYear.MatchString(strings.Join(now.At.ColPath, " ")) && !sheet.HalvedYear.MatchString(x.Text)
			if year == since || then.Restated || now.Restated || open {
				return u, false
			}
			if ok && !strings.HasSuffix(u.Expected, fmt.Sprint(year)) {
				return u, false
			}
			change, _, _ := b.by(by)
			c := events.Check{
				Result: events.CheckFail, Severity: "warning", Stated: fmt.Sprintf("since %d", since), Expected: fmt.Sprintf("since %d", year),
				Inputs:  []events.CheckInput{sheet.Input(then, ""), sheet.Input(now, ""), x.Input("change", by)},
				Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", now.Printed, then.Printed, then.Printed, quantity.Print(change, compare.Places)),
				Message: fmt.Sprintf("%s since %d stated; the row \"%s\" makes it since %d, and no figures that may be meant since %d.",
					by.Text, since, sheet.Shorten(now.Label()), year, since),
			}
			u, ok = x.Utter(c, by.Text, false), true
		}
	}
	return u, ok
}
