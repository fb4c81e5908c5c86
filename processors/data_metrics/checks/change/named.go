package change

import (
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// movedAsNamed holds a change against the one row that the part of the sentence speaks of: what the row does from the year that the sentence counts
// from to the one that it is of. A difference is a failure where nothing else is said that the change may be of, or where it is a slip of the pen.
func movedAsNamed(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() || otherBasis.MatchString(x.Text) {
			continue
		}
		var all []bond
		for _, by := range x.Figures {
			fell, way := wayOf(x, by)
			if !way || by.Range || by.Bound != quantity.Exactly || by.Value.Sign() <= 0 || reachedBy.MatchString(x.Text[:by.Start]) {
				continue
			}
			m, ok := moveNamed(s, x, by)
			if !ok {
				continue
			}
			if all == nil {
				all = bonds(s, x)
			}
			if slices.ContainsFunc(all, func(o bond) bool { return o.makes(by) && o.fell() == fell && (o.own || o.meant || !m.dated) }) {
				continue // where the sentence says from when, a row's change between other years excuses nothing
			}
			if u, ok := m.uttered(x, by, fell); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// namedMove is what the row does that a sentence speaks of, between two years.
type namedMove struct {
	sheet.Spoken
	then, now sheet.Entry
	how       sheet.Naming
	dated     bool // the sentence says from when
}

func moveNamed(s *sheet.Sheet, x sheet.Statement, by quantity.Quantity) (m namedMove, ok bool) {
	y := x
	back, between := yearsBack.FindStringSubmatchIndex(x.Text), betweenYears.FindStringIndex(x.Text)
	for _, at := range [][]int{back, between} {
		if at != nil {
			y = blanked(y, at[0], at[1], at[0], at[1])
		}
	}
	m.Spoken = s.Around(y, by)
	then, now := yearsOf(x, by, m.Spoken)
	if years := sheet.YearsNamed(x.Text); between != nil && len(years) == 2 {
		then, now = years[0], years[1]
	}
	if then < 0 || toCome.MatchString(m.Text) || back != nil && then > 0 {
		return m, false
	}
	l, how := s.Row(m.Spoken, func(t sheet.Timeline) bool {
		last := t.Last()
		inUnit := by.Unit.Dimension == quantity.Percent || sheet.Amount(by) && !last.Ambiguous() &&
			(last.Quantity().Comparable(by) || sheet.MassLike(by) && sheet.MassLike(last.Quantity()))
		return !sheet.Percent(last) && len(t.At) > 1 && inUnit
	})
	if how < sheet.Wholly {
		return m, false
	}
	if back != nil && then == 0 {
		then = l.Last().Year - howMany(x.Text[back[2]:back[3]])
	}
	m.how, m.dated = how, then > 0 || agoSaid.MatchString(m.Text)
	m.then, m.now, ok = endsOf(s, l, then, now)
	return m, ok && !slices.ContainsFunc(x.Figures, func(q quantity.Quantity) bool { return q.Start != by.Start && !IsChange(x, q) && strange(l, q) })
}

// strange reports whether an amount is in the unit of a timeline and none of its figures: the sentence speaks of something else, too.
func strange(l sheet.Timeline, q quantity.Quantity) bool {
	last := l.Last()
	if last.Ambiguous() || !last.Quantity().Comparable(q) && !(sheet.MassLike(q) && sheet.MassLike(last.Quantity())) {
		return false
	}
	return !slices.ContainsFunc(l.Years(), func(y int) bool { return l.At[y].Prints(q) || isLike(l.At[y], q) || l.At[y].Overlaps(q) })
}

// toCome says what is to be, and is not yet.
var toCome = pattern.Compile(`(?i)\b(?:is|are|was|were|had|has|have|in\s+order)\s+to\s+\p{L}`)

// agoSaid says that a change counts from the year before.
var agoSaid = pattern.Compile(`(?i)` + yearAgo + `|\byear[- ]on[- ]year\b|\b(?:over|in|during)\s+the\s+year\b`)

// betweenYears says from when to when a change is, yearsBack from how many years before a change counts.
var (
	betweenYears = pattern.Compile(`(?i)\bbetween\s+` + sheet.SomeYear + `\s+and\s+` + sheet.SomeYear + `\b`)
	yearsBack    = pattern.Compile(`(?i)\b(?:in|over|within)\s+(?:the\s+)?(?:(?:past|last|previous)\s+)?` +
		`(two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\s+years\b`)
)

// leastNamed is how many words of rows a sentence has where a difference of any shape is one of the row: one word may be part of another name.
const leastNamed = 2

// uttered makes the failure of a change that the row does not make. One that is only another number is left open where little names the row.
func (m namedMove) uttered(x sheet.Statement, by quantity.Quantity, fell bool) (u sheet.Utterance, ok bool) {
	c := holdChange(m.then, m.now, by, fell)
	c.Inputs = append(c.Inputs, x.Input(sheet.StatedLabel+" change", by))
	if c.Result != events.CheckFail {
		return u, false
	}
	b := bond{then: cellTerm(m.then), now: cellTerm(m.now)}
	change, _, fine := b.by(by)
	if !fine {
		return u, false
	}
	slip := b.fell() == fell && slippedBy(change, by) || b.makes(by)
	digits := quantity.Print(quantity.Mul(quantity.Abs(change), apd.New(1, max(0, -by.Value.Exponent))), 0)
	exchanged := b.fell() == fell && (m.how == sheet.Surely || len(digits) >= compare.DigitsExchanged) && compare.Exchanged(digits, compare.DigitsIn(by.Number))
	switch {
	case m.how < sheet.Surely && (m.Points || !exchanged && (b.fell() == fell || !b.makes(by) || len(digits) < compare.DigitsExchanged)):
		return u, false
	case by.Unit.Dimension != quantity.Percent && !exchanged && !compare.Near(by.Base(), quantity.Abs(change)):
		return u, false // of something else
	case m.how == sheet.Surely && !slip && (len(m.Names) < leastNamed || !m.dated):
		c.Result, c.Severity = events.CheckInconclusive, "warning"
	}
	c.Message = fmt.Sprintf("%s stated; the row \"%s\", which alone is called so, goes from %s in %d to %s in %d: %s.", by.Text, sheet.Shorten(m.now.Label()),
		m.then.WithUnit(), m.then.Year, m.now.WithUnit(), m.now.Year, c.Expected)
	return x.Utter(c, by.Text, false), true
}

// reachedBy leads to a level: "to about".
var reachedBy = pattern.Compile(`(?i)\b(?:to|at|from|than|of)\s+` + sheet.Hedges + `$`)

// yearsOf are the years that a change counts from and goes to, as its part of the sentence names them: 0 where it names none; the first is
// below 0 where it is not plain.
func yearsOf(x sheet.Statement, by quantity.Quantity, p sheet.Spoken) (then, now int) {
	years := sheet.YearsNamed(p.Text)
	if len(years) == 0 {
		years = sheet.YearsNamed(x.Text[:by.Start])
	}
	switch len(years) {
	case 0:
		if baseSaid.MatchString(x.Text) {
			return -1, 0
		}
		return 0, 0
	case 1:
		return years[0], 0
	case 2:
		return years[0], years[1]
	}
	return -1, 0
}

// endsOf are the figures of a timeline in the years that a change is between.
// A change of which no year is said is one of the last year of the table: where the row has no figure of that, it was not read.
func endsOf(s *sheet.Sheet, l sheet.Timeline, then, now int) (a, b sheet.Entry, ok bool) {
	last := l.Last().Year
	if then == 0 && last < s.LastYearOf(l.Last().At) {
		return a, b, false
	}
	if now == 0 {
		now = last
		if then == last || then == 0 {
			then = last - 1
		}
	}
	a, there := l.At[then]
	b, here := l.At[now]
	ok = there && here && then < now && sheet.Comparable(a, b) && !a.Restated && !b.Restated && a.Quantity().Value.Sign() > 0 && b.Quantity().Value.Sign() > 0 &&
		a.Quantity().Bound == quantity.Exactly && b.Quantity().Bound == quantity.Exactly
	return a, b, ok
}

// Way is which way a sentence says that something has changed by a figure, if it says so.
func Way(x sheet.Statement, q quantity.Quantity) (fell, ok bool) { return wayOf(x, q) }

// IsChange reports whether a figure is said to be what something changed by.
func IsChange(x sheet.Statement, q quantity.Quantity) bool {
	_, way := wayOf(x, q)
	return way && !reachedBy.MatchString(x.Text[:q.Start])
}
