package evidence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func (r reading) relateFigures(a assertion, documentYear int, m matched) (matched, bool) {
	if r.against != a.against || r.against && (len(r.years) == 0 || len(a.years) == 0) {
		return m, false // an amount against an intensity, or against a base year that is not named
	}
	words, same := alike(r.words, a.words), within(r.words, a.words) || within(a.words, r.words)
	var supports, against *matched
	for _, own := range r.figures {
		if own.Unit.Dimension == quantity.Count {
			continue // without a unit it may count anything
		}
		var other []figure
		for _, f := range a.figures {
			if own.Comparable(f.Quantity) && own.way == f.way {
				other = append(other, f)
			}
		}
		wanted := yearOf(own.years, r.period)
		for _, f := range other {
			similar := words
			if relative(own) && own.way == 0 { // a share of metals and one of resins have most words in common
				similar = own.of != "" && own.of == f.of && words || own.of == f.of && same
			}
			at := yearOf(f.years, documentYear)
			if wanted == 0 || at == 0 {
				continue
			}
			stated, given := own.Quantity, f.Quantity
			if own.way != 0 { // a fall of 9 % is printed as -9 %, too
				stated.Value, given.Value = quantity.Abs(stated.Value), quantity.Abs(given.Value)
			}
			agrees := agree(stated, given)
			found := m
			found.figure, found.period = f.Text, strconv.Itoa(at)
			switch {
			case at == wanted && agrees && (similar || !relative(own)):
				found.relation = Supports
				found.why = fmt.Sprintf("%s for %s in %d agrees with the stated %s", shown(f), m.subject, at, own.Text)
				supports = first(supports, found)
			case at == wanted && !agrees && similar && only(own, r.figures, r.period) && only(f, other, documentYear) &&
				!a.partial(own) && !slices.Contains(r.subjects, vague):
				found.relation, found.contradiction = Contradicts, Direct
				found.why = fmt.Sprintf("%s for %s in %d, against the stated %s", shown(f), m.subject, at, own.Text)
				if slices.Contains(r.subjects, "Scope 2") {
					found.relation, found.contradiction = Neutral, Contextual
					found.why += "; neither says whether by location or by market, which differ"
				}
				if against == nil || against.relation != Contradicts {
					against = &found
				}
			case at != wanted && agrees && (similar || !relative(own)):
				found.contradiction = Timeline
				found.why = fmt.Sprintf("%s for %s is given for %d, the statement is about %d", shown(f), m.subject, at, wanted)
				against = first(against, found)
			}
		}
	}
	switch { // what agrees in one figure and not in another of the same sentence does not support
	case against != nil && against.relation == Contradicts, supports == nil && against != nil:
		return *against, true
	case supports != nil:
		return *supports, true
	}
	return m, false
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
	return a.borrowed || a.row > 0 && relative(own) && own.way == 0
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

var (
	onePercent = apd.New(1, -2)
	tenth      = apd.New(1, -1)
)

// agree says whether a figure may be the stated one: as it is rounded, within 1 %, or within what the statement
// leaves open.
func agree(stated, found quantity.Quantity) bool {
	if stated.Interval().Overlaps(found.Interval()) {
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
