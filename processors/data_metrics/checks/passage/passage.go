// Package passage redoes what the figures of one passage make of each other: so much for each of so many, a part and its share of a whole, what
// several amounts come to, from one amount to another by so much. That a relation is meant has to follow from the units and from what counts
// what, and every figure of the passage that could take part in it has to have its place: where another one could stand in, nothing is said.
package passage

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

// figure is one of a passage, with the sentence that it stands in.
type figure struct {
	quantity.Quantity
	x sheet.Statement
}

func (f figure) before() string { return f.x.Text[:f.Start] }
func (f figure) behind() string { return f.x.Text[f.End:] }

func (f figure) count() bool   { return f.Unit.Dimension == quantity.Count }
func (f figure) percent() bool { return f.Unit.Dimension == quantity.Percent }

func (f figure) same(o figure) bool { return f.Start == o.Start && f.x.Text == o.x.Text }

// exact reports whether a figure is one that can be computed with.
func (f figure) exact() bool { return !f.Range && f.Bound == quantity.Exactly && f.Value.Sign() > 0 }

// interval is what a figure may stand for. What is counted one by one is not rounded.
func (f figure) interval() quantity.Interval { return compare.Whole(f.Quantity).Interval() }

// like reports whether two figures are amounts of one kind: in units of one, or numbers of one thing.
func like(a, b figure) bool {
	if a.count() && b.count() {
		return a.noun() == "" || b.noun() == "" || alike(a.noun(), b.noun())
	}
	return a.Unit.Comparable(b.Unit) || sheet.MassLike(a.Quantity) && sheet.MassLike(b.Quantity)
}

// figuresOf are those of a sentence.
func figuresOf(x sheet.Statement) []figure {
	out := make([]figure, 0, len(x.Figures))
	for _, q := range x.Figures {
		out = append(out, figure{q, x})
	}
	return out
}

// passage is a sentence and, before it, the one that it goes on with.
func passage(x sheet.Statement) []figure { return append(figuresOf(x.Earlier()), figuresOf(x)...) }

// mostFigures is how many figures a passage has at most of which it is clear what belongs to what.
const mostFigures = 8

// noNoun begins what follows a number that says by itself what it counts, or whose noun was named: "310 of them", "2.5 per million hours".
var noNoun = pattern.Compile(`(?i)^\s+(?:of|per|for|each|an?)\b`)

var counted = pattern.Compile(`^[\s\x{a0}]+((?:\p{Ll}[\p{L}-]*[\s\x{a0}]+){0,2}?)(\p{L}[\p{L}-]{2,})`)

// noun is the word behind a number that says what it counts; empty for amounts in units, and where none follows.
func (f figure) noun() string {
	if !f.count() {
		return ""
	}
	m := counted.FindStringSubmatch(f.behind())
	if m == nil || noNoun.MatchString(m[0]) {
		return ""
	}
	return strings.ToLower(m[2])
}

// names reports whether one of the first words behind a figure is a word, in one number or another.
func (f figure) names(word string) bool {
	behind := f.behind()
	if i := strings.IndexAny(behind, "0123456789.;:,("); i >= 0 {
		behind = behind[:i]
	}
	words := sheet.WordStart.FindAllString(behind, 4)
	return slices.ContainsFunc(words, func(w string) bool { return alike(strings.ToLower(w), word) })
}

// alike reports whether two words are one, of one thing or of many: "beds" and "bed".
func alike(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) > 2 && len(b)-len(a) <= 2 && (strings.HasPrefix(b, a) || len(a) > 4 && strings.HasPrefix(b, a[:len(a)-1]))
}

// over is a quotient of two ranges above zero.
func over(a, b quantity.Interval) (quantity.Interval, bool) {
	low, one := quantity.Ratio(a.Low, b.High)
	high, other := quantity.Ratio(a.High, b.Low)
	return quantity.Interval{Low: low, High: high}, one && other && b.Low.Sign() > 0 && a.Low.Sign() >= 0
}

// times is a range scaled.
func times(a quantity.Interval, by *apd.Decimal) quantity.Interval {
	return quantity.Interval{Low: quantity.Mul(a.Low, by), High: quantity.Mul(a.High, by)}
}

// claim is what a passage states as the result of a calculation.
type claim struct {
	stated   figure
	from     []figure
	labels   []string
	working  string
	computed *apd.Decimal      // in the unit of the stated figure's base
	span     quantity.Interval // what it may be as its figures are printed
	value    *apd.Decimal      // that is stated
	range_   quantity.Interval // what it may stand for
	unit     string
	why      string
	average  bool // it divides by a number of things, of which there may have been others on average
	counted  bool // all of it is counted one by one, so that nothing is rounded
}

// Bounds of how far off a stated result is: nearer, what was computed with may have been another year's average or rounded before; further,
// it is hardly meant as the result.
var (
	least = apd.New(2, 0)
	most  = apd.New(3, 0)
)

// wrong reports whether a passage states another result than its figures make, and says so.
func (c claim) wrong() (u sheet.Utterance, ok bool) {
	if c.computed == nil || c.computed.Sign() <= 0 || c.span.Overlaps(c.range_) || !c.counted && compare.WithinPercent(c.computed, c.value, least) ||
		c.average && compare.WithinPercent(c.computed, c.value, compare.TenPercent) && !slipped(c) {
		return u, false
	}
	ratio, fine := quantity.Ratio(c.value, c.computed)
	if !fine || (ratio.Cmp(most) > 0 || quantity.Mul(ratio, most).Cmp(quantity.Int(1)) < 0) && !slipped(c) {
		return u, false
	}
	k := events.Check{Working: c.working}
	for i, f := range c.from {
		k.Inputs = append(k.Inputs, f.x.Input(c.labels[i], f.Quantity))
	}
	k.Inputs = append(k.Inputs, c.stated.x.Input(sheet.StatedLabel+" "+c.why, c.stated.Quantity))
	made, value, unit := c.computed, c.value, c.unit
	if factor := quantity.Mul(c.stated.Unit.Factor, sheet.ScaleOf(c.stated.Quantity)); unit != "%" {
		made, _ = quantity.Ratio(made, factor) // as it would be printed
		value, unit = sheet.Unscaled(c.stated.Quantity), strings.TrimSpace(strings.Replace(c.stated.Text, c.stated.Number, "", 1))
	}
	compare.Settle(&k, made, value, unit, false)
	k.Result, k.Severity = events.CheckFail, "warning"
	k.Message = fmt.Sprintf("Does not agree: %s stated, %s computed from the figures beside it; beyond rounding.", c.stated.Text, k.Expected)
	return c.stated.x.Utter(k, c.stated.Text, true), true
}

// slipped reports whether a result is a power of ten off what is computed, or has two of its digits exchanged.
func slipped(c claim) bool {
	for power := int32(-9); power <= 9; power++ {
		if power != 0 && compare.WithinPercent(quantity.Mul(c.computed, apd.New(1, power)), c.value, least) {
			return true
		}
	}
	digits := strings.TrimRight(compare.Significant(c.stated.Number), "0")
	made := compare.Significant(quantity.Print(c.computed, 6))
	return len(digits) > 1 && len(made) >= len(digits) && compare.Exchanged(made[:len(digits)], digits)
}

// way reads one kind of calculation of a sentence and the one before.
type way func(*sheet.Sheet, sheet.Statement) (claim, bool)

// claimsOf are the calculations that the sentences of a report state, read in several ways.
func claimsOf(s *sheet.Sheet, ways ...way) []claim {
	var out []claim
	for _, x := range s.Statements() {
		if len(x.Figures) == 0 || len(x.Figures) > mostFigures || x.Renewed() {
			continue
		}
		for _, read := range ways {
			if c, ok := read(s, x); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// failing tells of the calculations whose results their figures do not make.
func failing(claims []claim) []sheet.Utterance {
	var out []sheet.Utterance
	for _, c := range claims {
		if u, ok := c.wrong(); ok {
			out = append(out, u)
		}
	}
	return out
}

// Rates are the quotients that passages state, Shares the parts of wholes, Sums the totals and remainders, Moves the changes.
func Rates(s *sheet.Sheet) []sheet.Utterance { return failing(claimsOf(s, rate)) }
func Shares(s *sheet.Sheet) []sheet.Utterance {
	return append(failing(claimsOf(s, share, fractionShare, shareInWords, complement, wayDone)), subsets(s)...)
}
func Sums(s *sheet.Sheet) []sheet.Utterance {
	return failing(append(claimsOf(s, together, remainder, bothHalves, restOfShares), listed(s)...))
}
func Moves(s *sheet.Sheet) []sheet.Utterance {
	return failing(claimsOf(s, moved, thatChange, multiple, again, cutTo))
}
