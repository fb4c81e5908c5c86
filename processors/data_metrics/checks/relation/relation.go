// Package relation finds rows and columns that are the sum, the quotient or the share of others in nearly all cells of a table, and the
// cell in which they are not.
package relation

import (
	"math"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var Tables = sheet.Definition{
	Name: "table_relation", Severity: "critical", Tolerance: "rounding; 1 % for quotients",
	About: "A row or column that is the sum, the quotient or the share of others in all other cells of its table is so in the last one too.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		var out []sheet.Finding
		for _, t := range s.Tables {
			found := broken(s, append(relationsOf(views(t)), quotientsOf(folded(t))...))
			all, tried := mends(t)
			twice := twiceMended(s, all, tried)
			for _, m := range twice {
				found = once(found, m.finding("this sum and another one of the table, which both hold elsewhere in it"))
			}
			for _, m := range slippedMends(s, all, tried) {
				found = once(found, m.finding("two digits are exchanged; the sum, which holds elsewhere in the table"))
			}
			all = append(twice, all...)
			for _, f := range withMends(s, t, all) {
				found = once(found, f)
			}
			out = append(out, found...)
		}
		return append(out, broken(s, quotientsOf(stacked(s.Tables)))...)
	},
}

// once adds what is found of a table, unless a figure of it is told of already.
func once(found []sheet.Finding, f sheet.Finding) []sheet.Finding {
	stated := sheet.Stated(f.Check)
	if slices.ContainsFunc(found, func(o sheet.Finding) bool {
		if own := sheet.Stated(o.Check); own != "" && stated != "" {
			return own == stated
		}
		return o.Working == f.Working
	}) {
		return found
	}
	return append(found, f)
}

func relationsOf(views []*view) []relation {
	var all []relation
	for _, v := range views {
		all = append(all, v.sums()...)
		all = append(all, v.quotients()...)
	}
	return all
}

// quotientsOf are what rows of several groups show together. No sums: where each group repeats the figures of another, as the pay of directors
// does, one that holds within rounding there, or with parts that a group does not have, is shown by nothing.
func quotientsOf(views []*view) []relation {
	var all []relation
	for _, v := range views {
		all = append(all, v.quotients()...)
	}
	return all
}

// relation says that one line of a table is made of others, as its figures show.
type relation struct {
	v      *view
	how    operation
	result int   // line
	of     []int // lines: what is added, or what is divided and by what
	power  int32 // of ten, by which a quotient is printed
	holds  []int // positions
	not    []int
	weight float64 // how telling the positions are in which it holds: the negative logarithm of their being chance
	least  float64 // that it has to be
	told   telling
	said   bool // words or units of the result name what it is made of
}

type operation int

const (
	addition operation = iota
	division
)

// at computes what the result is at a position, between which bounds the printed places leave it.
func (r *relation) at(pos int) (value *apd.Decimal, within quantity.Interval, ok bool) {
	if r.how == addition {
		return r.v.total(r.of, pos)
	}
	return r.v.ratio(r.of[0], r.of[1], r.power, pos)
}

// inUnit is a computed result in the unit that the stated one is printed in.
func (r *relation) inUnit(pos int, value *apd.Decimal) *apd.Decimal {
	e := *r.v.lines[r.result].at[pos]
	factor := quantity.Int(1)
	if r.how == division {
		factor = decimalOf(e, factor)
	} else if !e.Ambiguous() {
		factor = e.Quantity().Unit.Factor
	}
	out, _ := quantity.Ratio(value, factor)
	return out
}

// slipped is how telling it is that the result is a slip of the pen at the one position where the relation does not hold.
func (r *relation) slipped() float64 {
	if len(r.not) != 1 {
		return 0
	}
	value, _, ok := r.at(r.not[0])
	if !ok {
		return 0
	}
	return sheet.SlipOfPen(r.inUnit(r.not[0], value), *r.v.lines[r.result].at[r.not[0]])
}

// slippedSum is how telling it is that a sum does not hold at one position for a slip of the pen, in the total or in one of its parts. Of a total
// that no word calls so, two neighbouring digits have to be exchanged.
func (r *relation) slippedSum() float64 {
	if len(r.not) != 1 || r.how != addition {
		return 0
	}
	sum, _, ok := r.at(r.not[0])
	if !ok {
		return 0
	}
	cells := r.cells(r.not[0])
	if len(cells) != len(r.of)+1 || len(r.of) < compare.LeastShown { // two figures make a third too often
		return 0
	}
	stated := cells[len(cells)-1]
	off := quantity.Sub(amountOf(stated), sum)
	most := 0.0
	for i, e := range cells {
		right := quantity.Sum(amountOf(e), off)
		if i == len(cells)-1 {
			right = sum
		}
		value, fine := quantity.Ratio(right, quantity.Int(1))
		if factor := e.Quantity().Unit.Factor; !e.Ambiguous() {
			value, fine = quantity.Ratio(right, factor)
		}
		if !fine || right.Sign() <= 0 || len(compare.Significant(e.Value)) < compare.DigitsExchanged || !exchangedIn(value, e) {
			continue
		}
		most = max(most, sheet.SlipOfPen(value, e))
	}
	if most == 0 {
		return 0
	}
	return max(0, most-math.Log10(float64(len(cells))))
}

// exchangedIn reports whether a figure is printed with two neighbouring digits of the right one exchanged.
func exchangedIn(right *apd.Decimal, e sheet.Entry) bool {
	places := max(0, -e.Quantity().Value.Exponent)
	digits := func(d *apd.Decimal) string {
		return compare.DigitsIn(quantity.Print(quantity.Mul(d, apd.New(1, places)), 0))
	}
	return compare.Exchanged(digits(right), digits(e.Quantity().Value))
}

// operandSlips reports whether a quotient whose words name what it is of would hold with two digits of an operand exchanged, or one another.
func (r *relation) operandSlips() bool {
	if r.how != division || !r.said || len(r.not) != 1 {
		return false
	}
	value, within, ok := r.at(r.not[0])
	if !ok || value.Sign() <= 0 {
		return false
	}
	stated := printedSpan(*r.v.lines[r.result].at[r.not[0]])
	least, most := near(stated.Low)/near(within.High), near(stated.High)/near(within.Low) // what the quotient would have to be multiplied by
	for i, l := range r.of {
		if i == 1 {
			least, most = 1/most, 1/least
		}
		q := r.v.lines[l].at[r.not[0]].Quantity()
		if n := near(q.Value); q.Value.NumDigits() >= compare.SlipDigits && slices.ContainsFunc(compare.Slips(q), func(o quantity.Quantity) bool {
			f := near(o.Value) / n
			return f >= least && f <= most
		}) {
			return true
		}
	}
	return false
}

// cells are the figures of the relation at a position, the result last.
func (r *relation) cells(pos int) []sheet.Entry {
	var out []sheet.Entry
	for _, l := range append(slices.Clone(r.of), r.result) {
		if e := r.v.lines[l].at[pos]; e != nil {
			out = append(out, *e)
		}
	}
	return out
}

// key names the place of a cell.
func key(e sheet.Entry) sheet.Place { return sheet.Place{Fact: e.ID, Page: e.At.Page} }

// working writes the calculation down, in the units in which the figures are printed.
func (r *relation) working(pos int, value *apd.Decimal) string {
	e := *r.v.lines[r.result].at[pos]
	sign := " / "
	if r.how == addition {
		sign = " + "
	}
	var terms []string
	for _, l := range r.of {
		o := r.v.lines[l].at[pos]
		switch {
		case o == nil:
		case r.how == addition:
			terms = append(terms, compare.Show(r.inUnit(pos, amountOf(*o))))
		default:
			terms = append(terms, strings.TrimSpace(compare.Show(o.Quantity().Value)+" "+o.Unit))
		}
	}
	return strings.TrimSpace(strings.Join(terms, sign) + " = " + quantity.Print(r.inUnit(pos, value), compare.Places) + " " + e.Unit)
}
