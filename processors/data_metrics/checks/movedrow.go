package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// movedBy reads "Total waste fell by 3.5 %": a subject, the verb, a percentage behind it.
var movedBy = regexp.MustCompile(`(?i)^(.{2,100}?)\s+(?:has\s+|have\s+)?(` + fallVerbs + `|` + riseVerbs + `)\s+by\s+` + hedges + `$`)

// toAmount leads from the percentage to the amount that was reached.
var toAmount = regexp.MustCompile(`(?i)^[^.;,\d]{0,60}?\bto\s+` + hedges + `$`)

// movedRows holds "Energy use rose by 3.7 % to 957 GWh" against the row of which that is the change, but in the other direction. The
// size of the change and the amount tell the row; a row that moves as the sentence says is the one that it means.
func movedRows(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for i, by := range x.figures {
			m := movedBy.FindStringSubmatch(x.text[:by.Start])
			if m == nil || by.Unit.Dimension != quantity.Percent || by.Bound != quantity.Exactly || strings.ContainsAny(m[1], ".;:") ||
				len(significant(by.Number)) < 2 {
				continue
			}
			var to *quantity.Quantity
			if i+1 < len(x.figures) && toAmount.MatchString(x.text[by.End:x.figures[i+1].Start]) {
				to = &x.figures[i+1]
			}
			if u, ok := s.movedRow(x, m[1], falls.MatchString(m[2]), by, to); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// rowMoved is what a row does from one year to the next.
type rowMoved struct {
	then, now entry
	change    *apd.Decimal
}

func (s *sheet) movedRow(x statement, subject string, fell bool, by quantity.Quantity, to *quantity.Quantity) (utterance, bool) {
	about := stems(subject)
	if len(about) == 0 || to == nil && len(about) > shortSubject {
		return utterance{}, false
	}
	var found []rowMoved
	for _, r := range s.timelines().all {
		cells := r.at
		r, ok := movedIn(cells, by, x)
		if !ok || to != nil && !r.now.prints(*to) && !r.now.isLike(*to) {
			continue
		}
		own := stems(strings.Join(headings(r.now.at.RowPath), " "))
		if !sharesWord(own, about) && (to == nil || len(significant(to.Number)) < tellingDigits) {
			continue
		}
		if (r.change.Sign() < 0) == fell {
			return utterance{}, false
		}
		if !slices.ContainsFunc(found, func(o rowMoved) bool { return o.now.Value == r.now.Value && o.then.Value == r.then.Value }) {
			found = append(found, r)
		}
	}
	if len(found) != 1 {
		return utterance{}, false
	}
	r := found[0]
	words, figures := "a rise", "a fall"
	if fell {
		words, figures = figures, words
	}
	c := events.Check{
		Result: events.CheckFail, Stated: words, Expected: figures,
		Inputs:  []events.CheckInput{input(r.then, ""), input(r.now, ""), x.input("change in a sentence", by)},
		Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", r.now.Printed, r.then.Printed, r.then.Printed, quantity.Print(r.change, places)),
		Message: fmt.Sprintf("The words speak of %s of %s, the row \"%s\" shows %s: %s after %s.",
			words, by.Text, shorten(r.now.label()), figures, r.now.WithUnit(), r.then.WithUnit()),
	}
	return x.utter(c, by.Text, false), true
}

// shortSubject is how many words name a row, where no amount tells it.
const shortSubject = 3

// isLike reports whether a cell has the figure of a sentence in a unit that may be read otherwise: kilograms beside kilograms of CO2e.
func (e entry) isLike(q quantity.Quantity) bool {
	return massLike(q) && massLike(e.Quantity()) && len(significant(e.Value)) >= leastShown && e.Quantity().Base().Cmp(q.Base()) == 0
}

// movedIn is what a row does in the last year of its table, or in the one that the sentence names, if that is about a percentage.
func movedIn(cells map[int]entry, by quantity.Quantity, x statement) (rowMoved, bool) {
	year := 0
	for y := range cells {
		year = max(year, y)
	}
	if years := yearsNamed(x.text); len(years) > 0 && !slices.Contains(years, year) {
		return rowMoved{}, false
	}
	now, then := cells[year], cells[year-1]
	if then.Fact == nil || percent(now) || now.Ambiguous() || !comparable(now, then) || then.Quantity().Value.Sign() <= 0 || now.Restated || then.Restated {
		return rowMoved{}, false
	}
	change, fine := quantity.PercentOf(quantity.Sub(now.Quantity().Base(), then.Quantity().Base()), then.Quantity().Base())
	low, high := changeOf(then.Quantity(), now.Quantity())
	if change.Sign() < 0 {
		low, high = new(apd.Decimal).Neg(high), new(apd.Decimal).Neg(low)
	}
	within := by.Interval().Overlaps(quantity.Interval{Low: low, High: high}) && quantity.Sub(high, low).Cmp(onePercent) <= 0
	return rowMoved{now: now, then: then, change: change}, fine && !change.IsZero() && within
}

// onceSaid leaves out what a sentence is told for already.
func onceSaid(ways ...[]utterance) []utterance {
	var out []utterance
	told := map[string]bool{}
	for _, found := range ways {
		for _, u := range found {
			if u.Result != events.CheckFail || u.words == "" || !told[u.words] {
				out = append(out, u)
			}
		}
		for _, u := range found {
			told[u.words] = told[u.words] || u.Result == events.CheckFail
		}
	}
	return out
}
