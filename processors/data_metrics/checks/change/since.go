package change

import (
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const yearAgo = `((?:the\s+)?(?:previous|prior|last|preceding)\s+(?:financial\s+|fiscal\s+)?year|(?:a|the)\s+year\s+(?:before|earlier|ago))`

var (
	// countedFrom follows a percentage that is a change, and says from when: "48.6 % below our base year 2019".
	countedFrom = pattern.Compile(`(?i)^\s*(less|lower|below|under|fewer|down|more|higher|above|up)\s+(?:(?:than|from|on|compared\s+with|` +
		`compared\s+to|against)\s+)?` +
		`(?:(?:in|the|our|its|that|of|base|baseline|year|level|figure|amount|value|for)\s+)*\(?(?:` + sheet.SomeYear + `|` + yearAgo + `)\b`)
	// movedSoFar leads to the amount that was reached by a change: "by 3.7 % to", "by 12 % since 2019 to", "by 3.8 % in 2024 to".
	movedSoFar = pattern.Compile(`(?i)^\s*(?:(?:since|from|compared\s+(?:with|to)|` +
		`against)\s+(?:the\s+)?(?:base\s+year\s+)?` + sheet.SomeYear + `\s+|` +
		`(?:in|during|for)\s+(?:fiscal\s+(?:year\s+)?|the\s+(?:financial\s+|fiscal\s+)?year\s+)?` +
		`(?:FY\s?)?(?:(?:19|20)\d\d(?:[/–-]\d\d)?\s+|\d\d\s+)?|year[- ]on[- ]year\s+|(?:compared\s+(?:with|to)|from|on|over)\s+` + yearAgo + `\s+)?` +
		`to\s+` + sheet.Hedges + `$`)
	// untilSaid parts an amount from what is said of it: a few words, the year it is of, a remark in brackets, then a comma or the like.
	untilSaid = pattern.Compile(`(?i)^(?:[\p{L}\s/³²-]|\([^()]*\)|\b(?:FY\s?)?(?:19|20)\d\d(?:[/–-]\d\d)?\b)*[,:;–][\p{L}\s]{0,20}$`)
	lessWords = pattern.Compile(`(?i)^(?:less|lower|below|under|fewer|down)$`)
)

// changesSince holds "117.2 thousand t, 48.6 % below our base year 2019" and "fell by 3.7 % to 957 GWh" against the row of a table that has the
// amount in its year and one for the year that it counts from. A row that agrees is the one that is meant.
func changesSince(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() || otherBasis.MatchString(x.Text) {
			continue
		}
		for i, by := range x.Figures {
			if by.Range || by.Value.Sign() <= 0 {
				continue
			}
			if m := countedFrom.FindStringSubmatch(x.Text[by.End:]); m != nil && i > 0 && goesOn(x, x.Figures[i-1], by) && !amountBehind(x, i, len(m[0])) {
				if u, ok := changeSince(s, x, x.Figures[i-1], by, lessWords.MatchString(m[1]), vocabulary.YearIn(m[2])); ok {
					out = append(out, u)
				}
				continue
			}
			if i+1 == len(x.Figures) || by.Unit.Dimension != quantity.Percent {
				continue
			}
			v := changedBy(x, by)
			if v == nil {
				continue
			}
			if m := movedSoFar.FindStringSubmatch(x.Text[by.End:x.Figures[i+1].Start]); m != nil {
				if u, ok := changeSince(s, x, x.Figures[i+1], by, sheet.Falls.MatchString(v[2]), vocabulary.YearIn(m[1])); ok {
					out = append(out, u)
				}
			}
		}
	}
	return out
}

// goesOn reports whether a change stands right behind the amount that it is of.
func goesOn(x sheet.Statement, q, by quantity.Quantity) bool {
	apart := by.Unit.Dimension != quantity.Percent
	return q.Unit.Dimension != quantity.Percent && (!apart || sheet.Amount(by) && by.Comparable(q) || sheet.MassLike(by) && sheet.MassLike(q)) &&
		untilSaid.MatchString(x.Text[q.End:by.Start])
}

// amountBehind reports whether the amount that a change counts from stands behind it.
func amountBehind(x sheet.Statement, i, n int) bool {
	return i+1 < len(x.Figures) && x.Figures[i+1].Unit.Dimension != quantity.Percent && x.Figures[i+1].Start < x.Figures[i].End+n+12
}

func changeSince(s *sheet.Sheet, x sheet.Statement, q, by quantity.Quantity, fell bool, since int) (u sheet.Utterance, ok bool) {
	if q.Range || q.Bound != quantity.Exactly || len(compare.DigitsIn(q.Number)) < compare.DigitsExchanged {
		return u, false
	}
	about := sheet.Stems(x.Text + " " + x.Before)
	for _, l := range append(s.WithDigits(q), roundedTo(s, x, q)...) {
		year := l.Last().Year
		now, there := l.At[year]
		from := since
		if from == 0 {
			from = year - 1
		}
		then, is := l.At[from]
		if !there || !is || from >= year || !(now.Prints(q) || isLike(now, q) || q.Interval().Overlaps(now.Quantity().Interval())) ||
			!sheet.Comparable(now, then) || sheet.Percent(now) || sheet.OpenUnit(q, now) ||
			!sheet.SharesWord(append(slices.Clone(l.Name), l.Over...), about) || then.Quantity().Value.Sign() <= 0 {
			continue
		}
		if now.Restated || then.Restated || len(x.Years) > 0 && since == 0 && !slices.Contains(sheet.YearsNamed(x.Text), year) {
			return u, false
		}
		c := holdChange(then, now, by, fell)
		c.Inputs = append(c.Inputs, x.Input(sheet.StatedLabel+" change", by))
		u = x.Utter(c, by.Text, false)
		if ok = true; c.Result != events.CheckFail {
			return u, true
		}
	}
	return u, ok
}

// roundedTo are the timelines that a sentence names whole and that have its amount in their last year, printed with more places.
func roundedTo(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity) []sheet.Timeline {
	if len(compare.Significant(q.Number)) < compare.TellingDigits {
		return nil
	}
	return slices.DeleteFunc(s.Timelines().Within(sheet.Stems(x.Text)), func(l sheet.Timeline) bool {
		now := l.Last()
		return now.Ambiguous() || !now.Quantity().Comparable(q) || now.Prints(q) || !q.Interval().Overlaps(now.Quantity().Interval())
	})
}

// holdChange holds what a figure is said to have changed by, in per cent or in its own unit, against the two figures.
func holdChange(then, now sheet.Entry, by quantity.Quantity, fell bool) events.Check {
	stated, unit, least, tolerance := by.Base(), "%", compare.TenthPoint, "0.1 percentage points"
	if fell {
		stated = new(apd.Decimal).Neg(stated)
	}
	c := events.Check{Inputs: []events.CheckInput{sheet.Input(then, ""), sheet.Input(now, "")}}
	change := quantity.Sub(now.Quantity().Base(), then.Quantity().Base())
	n, t := now.Quantity().Interval(), then.Quantity().Interval()
	possible := quantity.Interval{Low: quantity.Sub(n.Low, t.High), High: quantity.Sub(n.High, t.Low)}
	working, half := fmt.Sprintf("%s - %s", now.Printed, then.Printed), quantity.Mul(by.Half, by.Unit.Factor)
	if by.Unit.Dimension == quantity.Percent {
		change, _ = quantity.PercentOf(change, then.Quantity().Base())
		possible.Low, possible.High = compare.ChangeOf(then.Quantity(), now.Quantity())
		working = fmt.Sprintf("(%s) / %s x 100", working, then.Printed)
	} else {
		unit, tolerance = now.Quantity().Unit.Base(), "1 %"
		least = quantity.Abs(quantity.Mul(change, apd.New(1, -2)))
	}
	c.Working = fmt.Sprintf("%s = %s %s", working, quantity.Print(change, compare.Places), unit)
	span := quantity.Interval{Low: quantity.Sub(stated, half), High: quantity.Sum(stated, half)}
	compare.Settle(&c, change, stated, unit, span.Overlaps(possible))
	compare.Conclude(&c, quantity.Abs(quantity.Sub(stated, change)).Cmp(least) <= 0, by.Bound, tolerance)
	return c
}
