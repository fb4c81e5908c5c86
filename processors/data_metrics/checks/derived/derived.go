// Package derived holds figures that sentences derive - shares, changes, rates, totals - against all that the passage and the rows which it names
// can make of each other. It reads no construction: a figure that anything around it makes is right in some reading and is left alone. One that
// nothing makes is wrong only where a pair beside it makes it but for a slip of the pen, and that slip is too seldom to be chance for the number
// of readings that were tried.
package derived

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// term is a figure that a derived one may be made of.
type term struct {
	quantity.Quantity
	x    *sheet.Statement
	cell *sheet.Entry
	near bool // of the sentence or the one before it

	words bool // a small number that stands there in words
}

func (t term) input(label string) events.CheckInput {
	if t.cell != nil {
		return sheet.Input(*t.cell, label+": "+sheet.Shorten(t.cell.Label()))
	}
	return t.x.Input(label, t.Quantity)
}

func (t term) count() bool { return t.Unit.Dimension == quantity.Count }

// amount reports whether a term is an amount that can be computed with.
func (t term) amount() bool {
	return sheet.Amount(t.Quantity) && t.Value.Sign() > 0
}

// interval is what a term may stand for: what is counted one by one is not rounded.
func (t term) interval() quantity.Interval { return compare.Whole(t.Quantity).Interval() }

// like reports whether two amounts can be parts of one another.
func like(a, b term) bool {
	if a.words != b.words && (a.Value.Cmp(compare.Hundred) >= 0 || b.Value.Cmp(compare.Hundred) >= 0) {
		return false // "five hotels" and "3,100 guests"
	}
	if one, other := a.noun(), b.noun(); a.count() && b.count() && one != "" && other != "" && !slices.Equal(sheet.Stems(one), sheet.Stems(other)) {
		return false // "1,338 employees" are no part of "1,912 cases"
	}
	return a.Unit.Comparable(b.Unit) && a.Per == b.Per || sheet.MassLike(a.Quantity) && sheet.MassLike(b.Quantity)
}

// things is the word for many things that a number counts, behind it.
var things = pattern.Compile(`^\s+(\p{Ll}{3,}s)\b`)

// noun is what a number is said to count; empty if the next word does not say it.
func (t term) noun() string {
	if t.x == nil || !t.count() {
		return ""
	}
	return sheet.FirstOf(things.FindStringSubmatch(t.x.Text[t.End:]))
}

// passage is what stands around a sentence: its figures and those of the sentence before, which a figure of it is made of as a rule, and those
// further off and of the rows that it names, which it may be made of, too.
type passage struct {
	s    *sheet.Sheet
	x    *sheet.Statement
	near []term
	wide []term // with near

	moves Moves
}

// Bounds of what is read around a sentence: where more figures stand, what makes what is chance.
const (
	before    = 2
	after     = 1
	mostNear  = 12
	mostRows  = 40
	mostTerms = 400
)

// passages are those of the sentences with figures, read once.
func passages(s *sheet.Sheet) []passage {
	return sheet.Once(s, func() []passage { return readPassages(s) })
}

func readPassages(s *sheet.Sheet) []passage {
	all := s.Statements()
	var out []passage
	for i := range all {
		x := &all[i]
		if len(x.Figures) == 0 || x.Renewed() {
			continue
		}
		p := passage{s: s, x: x}
		for k := max(0, i-before); k <= min(len(all)-1, i+after); k++ {
			y := &all[k]
			if y.Page != x.Page {
				continue
			}
			near := k == i || k == i-1 && y.Text == x.Before
			for _, q := range append(spelled(y), y.Figures...) {
				if step.MatchString(y.Text[:q.Start]) {
					continue
				}
				t := term{Quantity: q, x: y, near: near, words: q.Text != "" && !strings.ContainsAny(q.Text, "0123456789")}
				if near {
					p.near = append(p.near, t)
				}
				p.wide = append(p.wide, t)
			}
		}
		if i == 0 || all[i-1].Page != x.Page || all[i-1].Text != x.Before { // a sentence without figures, but for those in words
			y := &sheet.Statement{Page: x.Page, Text: x.Before}
			for _, q := range spelled(y) {
				p.near = append(p.near, term{Quantity: q, x: y, near: true, words: true})
				p.wide = append(p.wide, p.near[len(p.near)-1])
			}
		}
		if len(p.near) > mostNear {
			continue
		}
		out = append(out, p)
	}
	return out
}

// addRows takes in the rows that the sentence, or the one before it, names. They are asked for where a figure seems to be wrong alone.
func (p *passage) addRows() {
	rows := p.s.Timelines().Within(sheet.Stems(p.x.Before + " " + p.x.Text))
	p.wide = slices.Clip(p.wide)
	for _, l := range rows[:min(mostRows, len(rows))] {
		for _, year := range l.Years() {
			if e := l.At[year]; len(p.wide) < mostTerms {
				p.wide = append(p.wide, ofCell(e))
			}
		}
	}
}

// step leads to a number of which a rate is: "28.0 litres per 100 km".
var step = pattern.Compile(`(?i)(?:\b(?:per|each|every|je|pro)|/)\s*$`)

// small is a number in words.
var small = pattern.Compile(`(?i)\b(?:` + sheet.SmallNumbers + `)\b`)

// spelled are the small numbers of a sentence that stand there in words.
func spelled(x *sheet.Statement) []quantity.Quantity {
	var out []quantity.Quantity
	for _, at := range small.FindAllStringIndex(x.Text, -1) {
		word := x.Text[at[0]:at[1]]
		q, err := quantity.Parse(fmt.Sprint(sheet.SmallNumber(word)), quantity.Point)
		if err != nil || slices.ContainsFunc(x.Figures, func(o quantity.Quantity) bool { return at[0] < o.End && o.Start < at[1] }) {
			continue
		}
		q.Text, q.Start, q.End = word, at[0], at[1]
		out = append(out, q)
	}
	return out
}

func ofCell(e sheet.Entry) term {
	q := e.Quantity()
	q.Text = e.WithUnit()
	return term{Quantity: q, cell: &e}
}

// made is one thing that figures make.
type made struct {
	from    []term
	labels  []string
	value   *apd.Decimal
	span    quantity.Interval
	working string
	tie     float64 // by how much its place in the sentence shows that it is meant
}

// slip is how seldom a stated figure is another one but for a slip of the pen, as the negative logarithm: two neighbouring digits exchanged, one
// digit another, the point elsewhere. 0 if it is none.
func slip(value *apd.Decimal, stated quantity.Quantity) float64 {
	unit := sheet.Unscaled(stated)
	places := max(0, -unit.Exponent)
	a := strings.TrimLeft(compare.DigitsIn(quantity.Print(quantity.Mul(quantity.Abs(value), apd.New(1, places)), 0)), "0")
	b := strings.TrimLeft(compare.DigitsIn(stated.Number), "0")
	if len(a) != len(b) {
		return 0
	}
	n := len(b)
	if places == 0 { // the zeros at the end of "15,000" tell nothing
		n = len(strings.TrimRight(b, "0"))
	}
	if n < 2 {
		return 0
	}
	switch {
	case compare.Exchanged(a, b):
		return math.Log10(9*math.Pow10(n-1)/float64(n-1)) - 0.01
	case compare.Differing(a, b) == 1:
		return math.Log10(9 * math.Pow10(n-1) / float64(9*n))
	}
	return 0
}

// surely is how seldom a slip may be chance, as the negative logarithm.
const surely = 2.0

// told is what a stated figure should be, where one of what the passage makes is it but for a slip.
func told(p passage, stated quantity.Quantity, all []made, why string) (u sheet.Utterance, ok bool) {
	best, weight := made{}, 0.0
	tried := map[string]bool{}
	for _, m := range all {
		tried[quantity.Print(m.value, compare.Places)] = true
	}
	for _, m := range all {
		w := slip(m.value, stated)
		if w == 0 || w+m.tie < weight {
			continue
		}
		best, weight = m, w+m.tie
	}
	if weight == 0 || weight-math.Log10(float64(len(tried))) < surely {
		return u, false
	}
	c := events.Check{Result: events.CheckFail, Severity: "warning", Working: best.working + "; stated: " + stated.Text}
	for i, t := range best.from {
		c.Inputs = append(c.Inputs, t.input(best.labels[i]))
	}
	c.Inputs = append(c.Inputs, p.x.Input(sheet.StatedLabel+" "+why, stated))
	unit := strings.TrimSpace(strings.Replace(stated.Text, stated.Number, "", 1))
	value := sheet.Unscaled(stated)
	compare.Settle(&c, best.value, value, unit, false)
	c.Message = fmt.Sprintf("%s stated, %s computed from the figures beside it; no others around it make the figure.",
		stated.Text, strings.TrimSpace(quantity.Print(best.value, max(0, -value.Exponent))+" "+unit))
	return p.x.Utter(c, stated.Text, !slices.ContainsFunc(best.from, func(t term) bool { return t.cell != nil })), true
}

// within reports whether a stated figure is what is made of others, as all of them are printed.
func (m made) within(stated quantity.Quantity) bool {
	value := sheet.Unscaled(stated)
	half, _ := quantity.Ratio(stated.Half, sheet.ScaleOf(stated))
	if value.Exponent < 0 {
		half = quantity.Mul(half, quantity.Int(2)) // figures that were rounded before
	}
	whole := quantity.Mul(stated.Half, quantity.Int(2)) // it may be cut off
	return m.span.Overlaps(quantity.Interval{Low: quantity.Sub(value, half), High: quantity.Sum(value, whole)})
}

// tries is what a number of readings takes from what a slip tells.
func tries(n int) float64 { return math.Log10(float64(n)) }

// powerTo is the power of ten that brings a figure nearest to another.
func powerTo(value, to *apd.Decimal) *apd.Decimal {
	power := to.NumDigits() + int64(to.Exponent) - value.NumDigits() - int64(value.Exponent)
	best, off := apd.New(1, int32(power)), math.Inf(1)
	for _, e := range []int64{power - 1, power, power + 1} {
		by := apd.New(1, int32(e))
		ratio, ok := quantity.Ratio(quantity.Mul(value, by), to)
		if f, err := ratio.Float64(); ok && err == nil && f > 0 && math.Abs(math.Log10(f)) < off {
			best, off = by, math.Abs(math.Log10(f))
		}
	}
	return best
}

// rounded reports whether a stated figure is what is made of others, rounded and not cut off.
func (m made) rounded(stated quantity.Quantity) bool {
	return m.span.Overlaps(quantity.Interval{Low: quantity.Sub(stated.Value, stated.Half), High: quantity.Sum(stated.Value, stated.Half)})
}
