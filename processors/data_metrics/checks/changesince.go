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

const (
	someYear = `((?:FY\s?)?(?:19|20)\d{2}(?:[/–-]\d{2,4})?|FY\s?\d{2})`
	yearAgo  = `((?:the\s+)?(?:previous|prior|last|preceding)\s+(?:financial\s+|fiscal\s+)?year|(?:a|the)\s+year\s+(?:before|earlier|ago))`
)

var (
	// countedFrom follows a percentage that is a change, and says from when: "48.6 % below our base year 2019".
	countedFrom = regexp.MustCompile(`(?i)^\s*(less|lower|below|under|fewer|down|more|higher|above|up)\s+(?:(?:than|from|on|compared\s+with|` +
		`compared\s+to|against)\s+)?` +
		`(?:(?:in|the|our|its|that|of|base|baseline|year|level|figure|amount|value|for)\s+)*\(?(?:` + someYear + `|` + yearAgo + `)\b`)
	// movedSoFar leads to the amount that was reached by a change: "by 3.7 % to", "by 12 % since 2019 to".
	movedSoFar = regexp.MustCompile(`(?i)^\s*(?:(?:since|from|compared\s+(?:with|to)|` +
		`against)\s+(?:the\s+)?(?:base\s+year\s+)?` + someYear + `\s+)?to\s+` + hedges + `$`)
	lessWords = regexp.MustCompile(`(?i)^(?:less|lower|below|under|fewer|down)$`)
)

// changesSince holds "117.2 thousand t, 48.6 % below our base year 2019" and "fell by 3.7 % to 957 GWh" against the row of a table that has the
// amount in its year and one for the year that it counts from. A row that agrees is the one that is meant.
func changesSince(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		if len(x.percents()) == 0 || renewedSay.MatchString(x.text) || otherBasis.MatchString(x.text) {
			continue
		}
		for i, by := range x.figures {
			if by.Unit.Dimension != quantity.Percent || by.Range || by.Value.Sign() <= 0 {
				continue
			}
			if m := countedFrom.FindStringSubmatch(x.text[by.End:]); m != nil && i > 0 && x.goesOn(x.figures[i-1], by) && !x.amountBehind(i, len(m[0])) {
				if u, ok := s.changeSince(x, x.figures[i-1], by, lessWords.MatchString(m[1]), facts.YearIn(m[2])); ok {
					out = append(out, u)
				}
				continue
			}
			if i+1 == len(x.figures) {
				continue
			}
			v := x.changedBy(by)
			if v == nil {
				continue
			}
			if m := movedSoFar.FindStringSubmatch(x.text[by.End:x.figures[i+1].Start]); m != nil {
				if u, ok := s.changeSince(x, x.figures[i+1], by, falls.MatchString(v[2]), facts.YearIn(m[1])); ok {
					out = append(out, u)
				}
			}
		}
	}
	return out
}

// goesOn reports whether a change stands right behind the amount that it is of.
func (x statement) goesOn(q, by quantity.Quantity) bool {
	return q.Unit.Dimension != quantity.Percent && commaOnly.MatchString(x.text[q.End:by.Start]) && strings.ContainsAny(x.text[q.End:by.Start], ",:;–")
}

// amountBehind reports whether the amount that a change counts from stands behind it.
func (x statement) amountBehind(i, n int) bool {
	return i+1 < len(x.figures) && x.figures[i+1].Unit.Dimension != quantity.Percent && x.figures[i+1].Start < x.figures[i].End+n+12
}

func (s *sheet) changeSince(x statement, q, by quantity.Quantity, fell bool, since int) (u utterance, ok bool) {
	if q.Range || q.Bound != quantity.Exactly || len(digitsIn(q.Number)) < digitsExchanged {
		return u, false
	}
	about := stems(x.text + " " + x.before)
	stated := by.Value
	if fell {
		stated = new(apd.Decimal).Neg(stated)
	}
	for _, l := range s.withDigits(q) {
		year := l.last().Year
		now, there := l.at[year]
		from := since
		if from == 0 {
			from = year - 1
		}
		then, is := l.at[from]
		if !there || !is || from >= year || !(now.prints(q) || now.isLike(q)) || !comparable(now, then) || percent(now) ||
			!sharesWord(append(slices.Clone(l.name), l.over...), about) || then.Quantity().Value.Sign() <= 0 {
			continue
		}
		if now.Restated || then.Restated || len(x.years) > 0 && since == 0 && !slices.Contains(yearsNamed(x.text), year) {
			return u, false
		}
		change, _ := quantity.PercentOf(quantity.Sub(now.Quantity().Base(), then.Quantity().Base()), then.Quantity().Base())
		low, high := changeOf(then.Quantity(), now.Quantity())
		c := events.Check{Inputs: []events.CheckInput{input(then, ""), input(now, ""), x.input(statedLabel+" change", by)}}
		c.Working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", now.Printed, then.Printed, then.Printed, quantity.Print(change, places))
		span := quantity.Interval{Low: quantity.Sub(stated, by.Half), High: quantity.Sum(stated, by.Half)}
		Settle(&c, change, stated, "%", span.Overlaps(quantity.Interval{Low: low, High: high}))
		Conclude(&c, quantity.Abs(quantity.Sub(stated, change)).Cmp(tenthPoint) <= 0, by.Bound, "0.1 percentage points")
		u = x.utter(c, by.Text, false)
		if ok = true; c.Result != events.CheckFail {
			return u, true
		}
	}
	return u, ok
}

// changesNamed holds "Gas and heating oil fell by 10.3 %" against the rows of that name: what they do in their last year, but for two digits
// exchanged.
func changesNamed(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for _, by := range x.figures {
			if by.Unit.Dimension != quantity.Percent {
				continue
			}
			m := x.changedBy(by)
			if m == nil || by.Bound != quantity.Exactly || strings.ContainsAny(m[1], ".;:,") ||
				otherBasis.MatchString(x.text) || len(digitsIn(by.Number)) < 2 {
				continue
			}
			if u, ok := s.changeNamed(x, stems(totalWords.ReplaceAllString(m[1], " ")), by, falls.MatchString(m[2])); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

func (s *sheet) changeNamed(x statement, subject []string, by quantity.Quantity, fell bool) (u utterance, ok bool) {
	for _, i := range s.timelines().named[strings.Join(subject, " ")] {
		l := s.yearly.all[i]
		year := l.last().Year
		now, then := l.at[year], l.at[year-1]
		if named := yearsNamed(x.text); len(named) > 1 || len(named) == 1 && named[0] != year || then.Fact == nil || percent(now) || now.Restated || then.Restated {
			return u, false
		}
		change, fine := quantity.PercentOf(quantity.Sub(now.Quantity().Base(), then.Quantity().Base()), then.Quantity().Base())
		if !fine || !comparable(now, then) {
			continue
		}
		size := quantity.Print(quantity.Abs(change), max(0, -by.Value.Exponent))
		if quantity.Abs(quantity.Sub(quantity.Abs(change), by.Value)).Cmp(tenthPoint) <= 0 {
			return u, false // of this row, or said otherwise by another check
		}
		if !exchanged(digitsIn(size), digitsIn(by.Number)) || (change.Sign() < 0) != fell {
			continue
		}
		if ok {
			return u, false
		}
		c := events.Check{Result: events.CheckFail, Severity: "warning", Expected: size + " %", Stated: by.Text,
			Inputs:  []events.CheckInput{input(then, ""), input(now, ""), x.input(statedLabel+" change", by)},
			Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", now.Printed, then.Printed, then.Printed, quantity.Print(change, places)),
			Message: fmt.Sprintf("%s stated, the row \"%s\" makes %s %%. Two digits are exchanged.", by.Text, shorten(now.label()), size)}
		u, ok = x.utter(c, by.Text, false), true
	}
	return u, ok
}
