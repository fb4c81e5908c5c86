package evidence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// relateFigures holds the figures of a statement against those of an assertion on the same subject.
func (r reading) relateFigures(a assertion, documentYear int, m matched) (matched, bool) {
	if r.against != a.against || r.against && (len(r.years) == 0 || len(a.years) == 0) {
		return m, false // an amount against an intensity, or against a base year that is not named
	}
	c := comparison{stated: &r, found: &a, documentYear: documentYear, common: m}
	c.alike, c.same = alike(r.words, a.words), within(r.words, a.words) || within(a.words, r.words)
	counted := ofItsOwn(r.subjects)
	if counted { // both say the same words, and what they count is among them
		c.alike, c.same = true, true
	}
	for _, own := range r.figures {
		if own.Unit.Dimension != quantity.Count || counted { // without a unit it may count anything
			c.hold(own)
		}
	}
	return c.outcome()
}

// comparison holds the figures of a statement against those of an assertion.
type comparison struct {
	stated       *reading
	found        *assertion
	documentYear int
	common       matched // what they have in common
	alike        bool    // in their words
	same         bool    // one has all words of the other

	supports, against *matched // what has been found first
}

// hold holds one stated figure against the figures of its kind.
func (c *comparison) hold(own figure) {
	wanted := yearOf(own.years, c.stated.period)
	if wanted == 0 {
		return
	}
	var other []figure
	for _, f := range c.found.figures {
		if own.Comparable(f.Quantity) && own.way == f.way && (own.by == f.by || own.way != 0) {
			other = append(other, f)
		}
	}
	for _, f := range other {
		if at := yearOf(f.years, c.documentYear); at != 0 {
			c.weigh(own, f, wanted, at, other)
		}
	}
}

// weigh says what one figure means for a stated one: wanted and at are their years, other are those of its kind.
func (c *comparison) weigh(own, f figure, wanted, at int, other []figure) {
	if own.way != 0 && since(c.stated.years, wanted) != since(c.found.years, at) {
		return // a change since another year
	}
	similar, agrees := c.similar(own, f), agreeEitherWay(own, f)
	is := agrees && (similar || !relative(own))
	m := c.common
	m.figure, m.period = f.Text, strconv.Itoa(at)
	switch {
	case is && at == wanted:
		m.relation = Supports
		m.why = fmt.Sprintf("%s for %s in %d agrees with the stated %s", shown(f), m.subject, at, own.Text)
		c.supports = first(c.supports, m)
		if !slices.Contains(c.supports.borne, own.Text) {
			c.supports.borne = append(c.supports.borne, own.Text)
		}
	case is:
		m.contradiction = Timeline
		m.why = fmt.Sprintf("%s for %s is given for %d, the statement is about %d", shown(f), m.subject, at, wanted)
		c.against = first(c.against, m)
	case at == wanted && !agrees && similar && c.unmistakable(own, f, other):
		m.relation, m.contradiction = Contradicts, Direct
		m.why = fmt.Sprintf("%s for %s in %d, against the stated %s", shown(f), m.subject, at, own.Text)
		if slices.Contains(c.stated.subjects, "Scope 2") {
			m.relation, m.contradiction = Neutral, Contextual
			m.why += "; neither says whether by location or by market, which differ"
		}
		if c.against == nil || c.against.relation != Contradicts {
			c.against = &m
		}
	}
}

// similar reports whether two figures seem to be of one thing: a share of metals and one of resins have most words in
// common.
func (c *comparison) similar(own, f figure) bool {
	if !relative(own) || own.way != 0 {
		return c.alike
	}
	return own.of == f.of && (c.same || own.of != "" && c.alike)
}

// unmistakable reports whether nothing leaves open that two figures are of one thing.
func (c *comparison) unmistakable(own, f figure, other []figure) bool {
	if touch(own.Quantity, f.Quantity) && (own.Unit.Dimension != quantity.Count || own.Scale != nil || f.Scale != nil) {
		return false
	}
	return !c.stated.otherwise(*c.found) && !leavesOpen(own, f) && only(own, c.stated.figures, c.stated.period) && only(f, other, c.documentYear) &&
		!c.found.partial(own) && !slices.Contains(c.stated.subjects, vague)
}

// outcome is what the figures come to: what agrees in one and not in another of the same sentence does not support.
func (c *comparison) outcome() (matched, bool) {
	switch {
	case c.against != nil && (c.supports == nil || c.against.relation == Contradicts):
		return *c.against, true
	case c.supports != nil:
		return *c.supports, true
	}
	return c.common, false
}

// agreeEitherWay says whether a figure may be the stated one, where a fall of 9 % is printed as -9 %, too.
func agreeEitherWay(own, f figure) bool {
	stated, given := own.Quantity, f.Quantity
	if own.way != 0 {
		stated.Value, given.Value = quantity.Abs(stated.Value), quantity.Abs(given.Value)
	}
	return agree(stated, given)
}

// within reports whether all words of a are among those of b, two at least.
func within(a, b []string) bool {
	return len(a) >= 2 && !slices.ContainsFunc(a, func(w string) bool { return !slices.Contains(b, w) })
}

func first(known *matched, found matched) *matched {
	if known != nil {
		return known
	}
	return &found
}

// only reports whether a figure is the one of its kind for its year: of a row of years without their heads, or of two
// amounts in one sentence, nobody can tell which is meant.
func only(f figure, all []figure, otherwise int) bool {
	year, n := yearOf(f.years, otherwise), 0
	for _, o := range all {
		if at := yearOf(o.years, otherwise); f.Comparable(o.Quantity) && f.way == o.way && (at == year || at == 0) {
			n++
		}
	}
	return n == 1
}

// partial reports whether a row may speak of a part only: it has its subject from its caption, or gives a share.
func (a assertion) partial(own figure) bool {
	return a.borrowed || a.row > 0 && relative(own) && own.way == 0 && !ofItsOwn(a.subjects)
}

// relative reports whether a figure is a part of something: many things are 12 %, few are 412,300 t.
func relative(f figure) bool {
	return f.Unit.Dimension == quantity.Percent || f.Unit.Dimension == quantity.Points
}

func shown(f figure) string {
	if f.Text == f.Number { // its unit stands elsewhere in the table
		return strings.TrimSpace(f.Text + " " + f.Unit.Symbol)
	}
	return f.Text
}

// yearOf is the one year of a figure, or what holds where it names none; 0 where it names several.
func yearOf(years []int, otherwise int) int {
	switch len(years) {
	case 0:
		return otherwise
	case 1:
		return years[0]
	}
	return 0
}

// since is the year that a change up to a year is counted from: the other one that is named, else the year before; 0 where
// several are named.
func since(years []int, until int) int {
	from, n := until-1, 0
	for _, y := range years {
		if y != until {
			from, n = y, n+1
		}
	}
	if n > 1 {
		return 0
	}
	return from
}

var (
	onePercent = apd.New(1, -2)
	tenth      = apd.New(1, -1)
)

// touch reports whether two figures are as far apart as rounding allows at most: 2 and 3 million are both 2.5 only if one was rounded
// otherwise than the other, and 11 and 12 of what is counted never are the same.
func touch(a, b quantity.Quantity) bool {
	half := quantity.Sum(quantity.Mul(a.Half, a.Unit.Factor), quantity.Mul(b.Half, b.Unit.Factor))
	return half.Sign() > 0 && quantity.Abs(quantity.Sub(a.Base(), b.Base())).Cmp(half) == 0
}

// agree says whether a figure may be the stated one: as it is rounded, within 1 %, or within what the statement
// leaves open.
func agree(stated, found quantity.Quantity) bool {
	switch order := stated.Base().Cmp(found.Base()); found.Bound {
	case quantity.AtMost:
		if order > 0 {
			return false
		}
	case quantity.AtLeast:
		if order < 0 {
			return false
		}
	}
	if stated.Interval().Overlaps(found.Interval()) && !touch(stated, found) {
		return true
	}
	s, f := stated.Base(), found.Base()
	switch stated.Bound {
	case quantity.AtLeast:
		return f.Cmp(s) >= 0
	case quantity.AtMost:
		return f.Cmp(s) <= 0
	}
	within := onePercent
	if stated.Bound == quantity.About {
		within = tenth
	}
	if stated.Unit.Dimension == quantity.Percent || stated.Unit.Dimension == quantity.Points {
		return quantity.Abs(quantity.Sub(s, f)).Cmp(tenth) <= 0
	}
	return quantity.Abs(quantity.Sub(s, f)).Cmp(quantity.Mul(quantity.Abs(s), within)) <= 0
}
