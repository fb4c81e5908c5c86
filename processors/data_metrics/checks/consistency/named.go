package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// namedOtherwise finds the figures of sentences that are not those of the one row that their part of the sentence speaks of. A difference is a failure
// where it is a slip of the pen; else, where nothing else is said that the figure may be of, it is told and left open.
func namedOtherwise(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() {
			continue
		}
		for _, q := range x.Figures {
			if q.Range || q.Bound != quantity.Exactly || q.Value.Sign() <= 0 || change.IsChange(x, q) || noLevel.MatchString(x.Text[:q.Start]) ||
				toBeReached.MatchString(x.Text[:q.Start]) {
				continue
			}
			if u, ok := otherThanNamed(s, x, q); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

func otherThanNamed(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity) (u sheet.Utterance, ok bool) {
	year := levelYear(x, q)
	if year < 0 {
		return u, false
	}
	p := s.Around(x, q)
	at := func(t sheet.Timeline) (sheet.Entry, bool) {
		y := year
		if y <= 1 {
			y = t.Last().Year - year
		}
		e, ok := t.At[y]
		return e, ok && !(sheet.Percent(e) && e.Total) && e.Sayable(q) && (sheet.Percent(e) || alike(q, e)) && !s.Superseded(e.Fact)
	}
	l, how := s.Row(p, func(t sheet.Timeline) bool { _, ok := at(t); return ok })
	if how < sheet.Wholly {
		return u, false
	}
	e, _ := at(l)
	if slices.ContainsFunc(l.Years(), func(y int) bool { return equals(q, l.At[y]) }) {
		return u, false
	}
	slip, near := slipOf(q, e), sizedBeside(q, e).near()
	if a, b := compare.DigitsIn(q.Number), compare.DigitsIn(e.Printed); how == sheet.Surely && compare.Exchanged(a, b) {
		slip = " Two digits are exchanged."
	} else if how == sheet.Surely && slip == "" && near {
		slip = compare.SlipOfDigits(q.Number, e.Printed)
	}
	switch {
	case how < sheet.Surely && (slip == "" || !plainly(p)), slip == "" && (!near || sheet.OpenUnit(q, e) && !sheet.Percent(e)):
		return u, false
	}
	if slip == "" && ofAnother(s, x, q) {
		return u, false
	}
	u = slipNamed(x, q, e, slip)
	if slip == "" && (len(compare.Significant(q.Number)) < compare.LeastShown || rounded(q, e) || strangerBeside(x, q, l)) {
		u.Result = events.CheckInconclusive // figures have boundaries that their rows do not name
		u.Message = fmt.Sprintf("One figure may be stated twice differently: %s in a sentence, %s for \"%s\" of the table on page %d, if the two are of one thing.",
			q.Text, e.WithUnit(), sheet.Shorten(e.Label()), e.At.Page)
	}
	return u, true
}

// ofAnother reports whether a figure may be of another row, part or time than the row that its sentence names: "67.5 % of our 12,000 tonnes" of a row of
// what was recycled, one that a table has, one of last year, one that the sentence adds up.
func ofAnother(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity) bool {
	share := func(o quantity.Quantity) bool { return o.Unit.Dimension == quantity.Percent }
	return wholeOfAShare.MatchString(x.Text[:q.Start]) || !share(q) && slices.ContainsFunc(x.Figures, share) ||
		inAnotherRow(s, q) || relativeTime.MatchString(x.Text) || sumOfBoth(x, q)
}

// inAnotherRow reports whether a table gives a figure as it is said: then it is of that row, whichever the sentence seems to speak of.
func inAnotherRow(s *sheet.Sheet, q quantity.Quantity) bool {
	return slices.ContainsFunc(s.WithDigits(q), func(t sheet.Timeline) bool {
		return slices.ContainsFunc(t.Years(), func(y int) bool { return equals(q, t.At[y]) })
	})
}

// noLevel leads to a figure that is a difference, or a part.
var noLevel = pattern.Compile(`\b(?:by|another|further|additional|extra|first|last|next|nearly|over|than|least|most)\s+` + sheet.Hedges + `$|` +
	`\b(?:` + sheet.FallNouns + `|` + sheet.RiseNouns + `|savings?|change)\s+of\s+` + sheet.Hedges + `$|\p{Lu}{2,}[\s-]*$`)

// wholeOfAShare leads to an amount of which a sentence takes a share or a number: "42 % of our workforce of", "a third of the".
var wholeOfAShare = pattern.Compile(`(?i)(?:%|\bper\s?cent|\bpercent|\bhalf|\bthirds?|\bquarters?|\bfifths?|\btenths?|\bshare|\bpart|\bmost|\bmajority|` +
	`\bout|\d(?:\s+\p{L}+)?)\s+of\s+(?:[\p{L}'’-]+\s+){0,3}(?:of\s+)?` + sheet.Hedges + `$`)

// levelYear is the year that a sentence gives a figure of: 0 for the last, 1 for the one before it, below 0 where it is not plain.
func levelYear(x sheet.Statement, q quantity.Quantity) int {
	for _, p := range x.Pairs() {
		if p.Then.Start == q.Start {
			if p.Year > 0 {
				return p.Year
			}
			return 1
		}
	}
	if y := x.YearSaid(q); y > 0 {
		return y
	}
	if alone(x, q) {
		return -1 // most often it is of the year before
	}
	if fromBefore.MatchString(x.Text[:q.Start]) || len(x.Years) > 1 {
		return -1
	}
	if len(x.Years) == 1 {
		return x.Years[0]
	}
	return 0
}

// alone reports whether a figure stands in brackets behind another that it can be compared with, and nothing there says of when it is.
func alone(x sheet.Statement, q quantity.Quantity) bool {
	return openBracket.MatchString(x.Text[:q.Start]) && slices.ContainsFunc(x.Figures, func(o quantity.Quantity) bool {
		return o.Start < q.Start && o.Comparable(q)
	})
}

var openBracket = pattern.Compile(`\([^()]*$`)

var fromBefore = pattern.Compile(`(?i)\b(?:from|after|against|with)\s+` + sheet.Hedges + `$`)

// sized is a figure of a sentence beside a cell, in one unit where both have one that is known, else as printed.
type sized struct {
	said, half, cell, place *apd.Decimal
	open                    bool // whether of one unit is not known
}

func sizedBeside(q quantity.Quantity, e sheet.Entry) sized {
	c := e.Quantity()
	if !e.Ambiguous() && c.Unit.Comparable(q.Unit) && sheet.Dimension(e) != quantity.Count || sheet.MassLike(q) && sheet.MassLike(c) {
		return sized{q.Base(), quantity.Mul(q.Half, q.Unit.Factor), c.Base(), quantity.Mul(c.Half, c.Unit.Factor), false}
	}
	half, ok := quantity.Ratio(q.Half, sheet.ScaleOf(q))
	if !ok {
		half = q.Half
	}
	return sized{sheet.Unscaled(q), half, c.Value, c.Half, true}
}

// equals reports whether a cell has the figure of a sentence, or one of them is the other rounded. Printed with as many places, another figure is another.
func equals(q quantity.Quantity, e sheet.Entry) bool {
	z := sizedBeside(q, e)
	off := quantity.Abs(quantity.Sub(z.said, z.cell))
	if z.asFine() {
		return off.IsZero() || z.open && e.Prints(q)
	}
	if off.Cmp(quantity.Sum(z.half, z.place)) <= 0 {
		return true
	}
	a, b := compare.Significant(q.Number), compare.Significant(e.Printed)
	short := min(len(a), len(b))
	begins := strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
	return z.open && short > 1 && (begins || leadingDigits(a, short) == b || leadingDigits(b, short) == a) // of a scale that was not read
}

// asFine reports whether both figures are printed with as many places.
func (z sized) asFine() bool { return z.half.Cmp(z.place) == 0 }

// near reports whether neither of two figures is twice the other.
func (z sized) near() bool { return compare.Near(z.said, z.cell) }

// tens reports whether a figure is a cell but for a power of ten.
func (z sized) tens() bool {
	return !z.open && slices.ContainsFunc([]int32{1, -1, 2, -2, 3, -3, 6, -6}, func(power int32) bool {
		off := quantity.Abs(quantity.Sub(quantity.Mul(z.said, apd.New(1, power)), z.cell))
		return off.Cmp(quantity.Mul(z.half, apd.New(1, power))) <= 0
	})
}

// slipOf says by which slip a figure is a cell: by two digits exchanged, one of four or more changed, or a power of ten; empty if by none.
func slipOf(q quantity.Quantity, e sheet.Entry) string {
	z, digits := sizedBeside(q, e), len(compare.DigitsIn(q.Number))
	if how := compare.SlipOfDigits(q.Number, e.Printed); how != "" && (z.near() || exchangedFor(q, e)) &&
		(compare.Exchanged(compare.DigitsIn(q.Number), compare.DigitsIn(e.Printed)) || digits >= compare.DigitsNamed) {
		return how
	}
	a, b := compare.DigitsIn(q.Number), compare.DigitsIn(e.Printed)
	if digits >= compare.DigitsNamed && z.near() && !z.open && compare.InOrder(a) == compare.InOrder(b) {
		return " It has the digits, in another order."
	}
	if z.tens() && digits > 1 {
		return " It has the digits, and is off by a power of ten."
	}
	return ""
}

// plainly reports whether what is said besides of a figure is little, and names and points to nothing.
func plainly(p sheet.Spoken) bool {
	return len(p.Other) <= 4 && !p.Points && !capitals.MatchString(p.Text[1:])
}

var capitals = pattern.Compile(`\s\p{Lu}\p{Ll}{2,}`)

// rounded reports whether a figure can be a cell's, told with fewer digits: "some 2,400" of 2,440.
func rounded(q quantity.Quantity, e sheet.Entry) bool {
	said, cell := compare.Significant(q.Number), compare.Significant(e.Printed)
	return len(said) < len(cell) && leadingDigits(cell, len(said)) == said
}

// relativeTime says when a figure was without naming the year: "last year", which may be this one or the one before.
var relativeTime = pattern.Compile(`(?i)\b(?:last|previous|prior|preceding|past)\s+(?:\p{L}+\s+)?year\b|` +
	`\byear\s+(?:ago|before|earlier|previously)\b|\bformerly\b|\bonce\b|\buntil\b`)

// sumOfBoth reports whether two other figures of a sentence add up to one: then it is what the sentence means, of whatever boundary.
func sumOfBoth(x sheet.Statement, q quantity.Quantity) bool {
	for i, a := range x.Figures {
		for _, b := range x.Figures[i+1:] {
			sum := quantity.Sum(sheet.Unscaled(a), sheet.Unscaled(b))
			if a.Start != q.Start && b.Start != q.Start && quantity.Sub(sum, sheet.Unscaled(q)).IsZero() {
				return true
			}
		}
	}
	return false
}

// strangerBeside reports whether a sentence gives a second figure of the unit that is none of a row's, either: then both are of another boundary.
func strangerBeside(x sheet.Statement, q quantity.Quantity, l sheet.Timeline) bool {
	return slices.ContainsFunc(x.Figures, func(o quantity.Quantity) bool {
		return o.Start != q.Start && o.Comparable(q) && !change.IsChange(x, o) && !slices.ContainsFunc(l.Years(), func(y int) bool { return equals(o, l.At[y]) })
	})
}
