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
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// movedBy reads "Total waste fell by 3.5 %": a subject, the verb, a percentage behind it.
var movedBy = pattern.Compile(`(?i)^(.{2,100}?)\s+(?:has\s+|have\s+)?(` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `)\s+by\s+` + sheet.Hedges + `$`)

// toAmount leads from the percentage to the amount that was reached.
var toAmount = pattern.Compile(`(?i)^[^.;,\d]{0,60}?\bto\s+` + sheet.Hedges + `$`)

// movedRows holds "Energy use rose by 3.7 % to 957 GWh" against the row of which that is the change, but in the other direction. The
// size of the change and the amount tell the row; a row that moves as the sentence says is the one that it means.
func movedRows(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i, by := range x.Figures {
			m := movedBy.FindStringSubmatch(x.Text[:by.Start])
			if m == nil || by.Unit.Dimension != quantity.Percent || by.Bound != quantity.Exactly || strings.ContainsAny(m[1], ".;:") ||
				len(strings.TrimLeft(compare.DigitsIn(by.Number), "0")) < 2 {
				continue
			}
			var to *quantity.Quantity
			if i+1 < len(x.Figures) && toAmount.MatchString(x.Text[by.End:x.Figures[i+1].Start]) {
				to = &x.Figures[i+1]
			}
			if u, ok := movedRow(s, x, m[1], sheet.Falls.MatchString(m[2]), by, to); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// rowMoved is what a row does from one year to the next.
type rowMoved struct {
	then, now sheet.Entry
	change    *apd.Decimal
}

func movedRow(s *sheet.Sheet, x sheet.Statement, subject string, fell bool, by quantity.Quantity, to *quantity.Quantity) (sheet.Utterance, bool) {
	about := sheet.Stems(subject)
	if len(about) == 0 || to == nil && len(about) > shortSubject {
		return sheet.Utterance{}, false
	}
	var best rowMoved
	words := -1 // that the row shares with the subject
	years := sheet.YearsNamed(x.Text)
	span := by.Interval()
	for _, r := range movesOf(s) {
		if !r.isBy(span, years) || to != nil && !r.now.Prints(*to) && !isLike(r.now, *to) {
			continue
		}
		own := append(sheet.Stems(strings.Join(sheet.Headings(r.now.At.RowPath), " ")+" "+scopeName(r.now)), r.over...)
		if !sheet.SharesWord(own, about) && (to == nil || len(compare.Significant(to.Number)) < compare.TellingDigits) {
			continue
		}
		if (r.change.Sign() < 0) == fell {
			return sheet.Utterance{}, false
		}
		// Of several that change by as much, all the other way, the one that is named best is told.
		if n := shared(own, about); n > words {
			best, words = r.rowMoved, n
		}
	}
	if words < 0 {
		return sheet.Utterance{}, false
	}
	return movedOtherwise(x, best, fell, by), true
}

func shared(a, b []string) int {
	n := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			n++
		}
	}
	return n
}

func movedOtherwise(x sheet.Statement, r rowMoved, fell bool, by quantity.Quantity) sheet.Utterance {
	words, figures := "a rise", "a fall"
	if fell {
		words, figures = figures, words
	}
	c := events.Check{
		Result: events.CheckFail, Stated: words, Expected: figures,
		Inputs:  []events.CheckInput{sheet.Input(r.then, ""), sheet.Input(r.now, ""), x.Input("change in a sentence", by)},
		Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", r.now.Printed, r.then.Printed, r.then.Printed, quantity.Print(r.change, compare.Places)),
		Message: fmt.Sprintf("The words speak of %s of %s, the row \"%s\" shows %s: %s after %s.",
			words, by.Text, sheet.Shorten(r.now.Label()), figures, r.now.WithUnit(), r.then.WithUnit()),
	}
	return x.Utter(c, by.Text, false)
}

// scopeName is what a figure of a scope is called, whatever the label of its row.
func scopeName(e sheet.Entry) string {
	if e.Scope == "" {
		return ""
	}
	return "scope " + e.Scope + " emissions"
}

// shortSubject is how many words name a row, where no amount tells it.
const shortSubject = 3

// isLike reports whether a cell has the figure of a sentence in a unit that may be read otherwise: kilograms beside kilograms of CO2e.
func isLike(e sheet.Entry, q quantity.Quantity) bool {
	return sheet.MassLike(q) && sheet.MassLike(e.Quantity()) && len(compare.Significant(e.Value)) >= compare.LeastShown && e.Quantity().Base().Cmp(q.Base()) == 0
}

// lastMoves are what the rows of a report do in the last years of their tables, read once: a report has thousands, and as many sentences.
type lastMoves []lastMove

type lastMove struct {
	rowMoved
	over      []string // the words of the headings over the row
	year      int
	low, high *apd.Decimal // how large the change can be, without its sign
}

func movesOf(s *sheet.Sheet) lastMoves {
	return sheet.Once(s, func() lastMoves {
		var out lastMoves
		for _, l := range s.Timelines().All {
			if m, ok := moveOf(l); ok {
				out = append(out, m)
			}
		}
		return out
	})
}

func moveOf(l sheet.Timeline) (lastMove, bool) {
	year := 0
	for y := range l.At {
		year = max(year, y)
	}
	now, then := l.At[year], l.At[year-1]
	if then.Fact == nil || sheet.Percent(now) || now.Ambiguous() || !sheet.Comparable(now, then) || then.Quantity().Value.Sign() <= 0 || now.Restated ||
		then.Restated {
		return lastMove{}, false
	}
	change, fine := quantity.PercentOf(quantity.Sub(now.Quantity().Base(), then.Quantity().Base()), then.Quantity().Base())
	low, high := compare.ChangeOf(then.Quantity(), now.Quantity())
	if change.Sign() < 0 {
		low, high = new(apd.Decimal).Neg(high), new(apd.Decimal).Neg(low)
	}
	return lastMove{rowMoved{then, now, change}, l.Over, year, low, high}, fine && !change.IsZero() && quantity.Sub(high, low).Cmp(compare.OnePercent) <= 0
}

// isBy reports whether a row moves by a percentage in the last year of its table, or in the one that the sentence names, if that is the last.
func (m lastMove) isBy(by quantity.Interval, years []int) bool {
	return by.Overlaps(quantity.Interval{Low: m.low, High: m.high}) && (len(years) == 0 || slices.Contains(years, m.year))
}
