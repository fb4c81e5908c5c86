package relation

import (
	"fmt"
	"math"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// mend is what a figure would have to be for a sum to hold in which it stands.
type mend struct {
	by    *relation
	pos   int
	cell  sheet.Entry
	right *apd.Decimal // as amountOf counts
}

const (
	mostMends = 6   // figures of a table that are tried with what would mend a sum
	mostRead  = 40  // rows or columns of a table that quotients are looked for in anew
	agreeing  = 2.5 // how telling it has to be, beyond the number of sums tried, that two of them are mended by one figure
	mostOff   = 2   // places in which a run of rows may not add up, where it does in as many others
)

// mends are what would mend the sums of a table that run on from their totals, above or below, and hold in other places. Each of them alone may be
// chance; tried is how many sums were looked at.
func mends(t *sheet.Table) (out []mend, tried int) {
	for _, v := range views(t) {
		for result := range v.lines {
			v.runsBeside(result, func(parts []int) {
				if tried++; !v.maybeRun(result, parts) {
					return
				}
				r, ok := v.run(result, slices.Clone(parts))
				if !ok {
					return
				}
				for _, pos := range r.not {
					out = append(out, r.mendsAt(pos)...)
				}
			})
		}
	}
	return out, tried
}

// runsBeside visits the lines right above and right below a line that it may be the sum of, from two on.
func (v *view) runsBeside(result int, visit func([]int)) {
	var above, below []int
	for i := result - 1; i >= max(0, result-runLength) && v.addable(result, i); i-- {
		if above = append([]int{i}, above...); len(above) > 1 {
			visit(above)
		}
	}
	for i := result + 1; i < min(len(v.lines), result+runLength+1) && v.addable(result, i); i++ {
		if below = append(below, i); len(below) > 1 {
			visit(below)
		}
	}
}

// maybeRun looks at figures that are about right, to leave out what holds nowhere before it is computed exactly.
func (v *view) maybeRun(result int, parts []int) bool {
	t := &v.lines[result]
	holds, not := 0, 0
	for pos, stated := range t.near {
		if t.at[pos] == nil || t.rates[pos] {
			continue
		}
		sum, there := 0.0, true
		for _, l := range parts {
			there = there && v.lines[l].at[pos] != nil
			sum += v.lines[l].near[pos]
		}
		switch {
		case !there || sum == 0:
		case math.Abs(sum-stated) <= prefilter*math.Abs(stated):
			holds++
		case math.Abs(sum-stated) > t.half[pos]:
			if not++; not > 2*mostOff {
				return false
			}
		}
	}
	return holds > 0 && not > 0
}

// run holds a line against the lines beside it at every position. Rounding explains nothing here: a sum that is about right shows nothing.
func (v *view) run(result int, parts []int) (*relation, bool) {
	r := &relation{v: v, how: addition, result: result, of: parts}
	if v.doubled(parts) {
		return r, false
	}
	for pos, e := range v.lines[result].at {
		if e == nil {
			continue
		}
		if sheet.Percent(*e) || e.Per != "" || !v.alike(result, parts, pos) || slices.ContainsFunc(parts, func(l int) bool { return v.lines[l].at[pos] == nil }) {
			continue
		}
		sum, span, ok := v.total(parts, pos)
		if !ok || sum.IsZero() {
			continue
		}
		off, slack := quantity.Abs(quantity.Sub(amountOf(*e), sum)), slackOf(span, spanOf(*e))
		switch {
		case off.IsZero():
			r.holds = append(r.holds, pos)
			r.weight += v.weightOfSum(result, parts, pos, 2*v.lines[result].half[pos])
		case off.Cmp(quantity.Mul(slack, compare.FarRounding)) > 0:
			r.not = append(r.not, pos)
		}
	}
	return r, len(r.holds) > 0 && len(r.not) > 0 && len(r.not) <= min(mostOff, len(r.holds)) && r.weight > 0
}

// mendsAt are what each figure of a sum would have to be at a position: of the size that it is printed in, or a slip of the pen.
func (r *relation) mendsAt(pos int) []mend {
	sum, _, ok := r.at(pos)
	cells := r.cells(pos)
	if !ok || len(cells) != len(r.of)+1 || slices.ContainsFunc(cells, func(e sheet.Entry) bool { return e.Restated }) {
		return nil
	}
	off := quantity.Sub(amountOf(cells[len(cells)-1]), sum)
	var out []mend
	for i, e := range cells {
		right := quantity.Sum(amountOf(e), off)
		if i == len(cells)-1 {
			right = sum
		}
		if right.Sign() == amountOf(e).Sign() && right.Sign() != 0 && compare.Near(quantity.Abs(right), quantity.Abs(amountOf(e))) {
			out = append(out, mend{r, pos, e, right})
		}
	}
	return out
}

// apart reports whether two sums have nothing in common but one figure.
func (m mend) apart(o mend) bool {
	return !slices.ContainsFunc(m.by.cells(m.pos), func(a sheet.Entry) bool {
		return key(a) != key(m.cell) && slices.ContainsFunc(o.by.cells(o.pos), func(b sheet.Entry) bool { return key(a) == key(b) })
	})
}

// twiceMended are the figures that two sums with nothing else in common would both have to be mended by, in the same way.
func twiceMended(s *sheet.Sheet, all []mend, tried int) []mend {
	var out []mend
	for i, m := range all {
		if s.Superseded(m.cell.Fact) || slices.ContainsFunc(out, func(o mend) bool { return key(o.cell) == key(m.cell) }) {
			continue
		}
		for _, o := range all[i+1:] {
			if key(o.cell) != key(m.cell) || o.right.Cmp(m.right) != 0 || !m.apart(o) {
				continue
			}
			width := near(quantity.Sub(spanOf(m.cell).High, spanOf(m.cell).Low))
			if weight := m.by.weight + o.by.weight + math.Log10(fifth*math.Abs(near(m.right))/width); weight-math.Log10(float64(tried)) >= agreeing {
				out = append(out, m)
				break
			}
		}
	}
	return out
}

// slippedMends are the figures that a sum would have to be mended by, which holds in all other places, where one of its figures alone has two neighbouring
// digits exchanged.
func slippedMends(s *sheet.Sheet, all []mend, tried int) []mend {
	var out []mend
	for i, m := range all {
		if len(m.by.not) != 1 || s.Superseded(m.cell.Fact) || m.by.moreParts(m.pos, quantity.Sub(m.by.stated(m.pos), mustBe(m.by, m.pos))) {
			continue
		}
		slip := func(m mend) float64 {
			right, ok := quantity.Ratio(m.right, unitOf(m.cell))
			if !ok || len(compare.Significant(m.cell.Value)) < compare.DigitsExchanged || !exchangedIn(right, m.cell) {
				return 0
			}
			return sheet.SlipOfPen(right, m.cell)
		}
		alone := true
		for k, o := range all {
			alone = alone && (k == i || o.by != m.by || slip(o) == 0)
		}
		own := slip(m)
		if own > 0 && alone && m.by.weight+own-math.Log10(float64(tried*(len(m.by.of)+1))) >= agreeing {
			out = append(out, m)
		}
	}
	return out
}

// stated is what a sum is printed as at a position.
func (r *relation) stated(pos int) *apd.Decimal { return amountOf(*r.v.lines[r.result].at[pos]) }

// mustBe is what a sum comes to at a position.
func mustBe(r *relation, pos int) *apd.Decimal {
	sum, _, _ := r.at(pos)
	return sum
}

// finding tells of a figure that sums would be mended by.
func (m mend) finding(of string) sheet.Finding {
	c := events.Check{Result: events.CheckFail, Severity: "critical"}
	for _, e := range m.by.cells(m.pos) {
		label := ""
		if key(e) == key(m.cell) {
			label = sheet.StatedLabel + ": " + sheet.Shorten(e.Label())
		}
		c.Inputs = append(c.Inputs, sheet.Input(e, label))
	}
	sum, _, _ := m.by.at(m.pos)
	c.Working = m.by.working(m.pos, sum)
	right, ok := quantity.Ratio(m.right, unitOf(m.cell))
	if !ok {
		right = m.right
	}
	compare.Settle(&c, right, m.cell.Quantity().Value, m.cell.Unit, false)
	c.Message = fmt.Sprintf("%s stated for \"%s\": %s, would hold with %s.", m.cell.Printed, sheet.Shorten(m.cell.Label()), of, c.Expected)
	return sheet.Finding{Check: c, Page: m.cell.At.Page}
}

// unitOf is what an amount in base units is divided by to be as it is printed.
func unitOf(e sheet.Entry) *apd.Decimal {
	if e.Ambiguous() {
		return quantity.Int(1)
	}
	return e.Quantity().Unit.Factor
}

// withMends finds the quotients that hold in all other cells of a table once a figure is as a sum would have it: two mistakes of one table hide each
// other, since a quotient that fails in two places is none. That a quotient holds with the mended figure, and in other places, shows both.
func withMends(s *sheet.Sheet, t *sheet.Table, all []mend) []sheet.Finding {
	var out []sheet.Finding
	if len(t.Rows) > mostRead || len(t.Cols) > mostRead || !slices.ContainsFunc(t.All, func(e sheet.Entry) bool {
		return sheet.Percent(e) || e.Per != "" || measuredAgainst.MatchString(e.Label()+" "+e.Column())
	}) {
		return nil
	}
	tried := map[string]bool{}
	for _, m := range all {
		id := fmt.Sprint(key(m.cell), m.right)
		if tried[id] || len(tried) == mostMends || len(m.by.holds) < MoreHolds && !m.by.v.lines[m.by.result].total {
			continue
		}
		tried[id] = true
		for _, v := range views(t) {
			pos := v.put(m)
			found := slices.DeleteFunc(v.quotients(), func(r relation) bool {
				return !slices.ContainsFunc(r.holds, func(at int) bool {
					return at == pos && slices.ContainsFunc(r.cells(at), func(e sheet.Entry) bool { return key(e) == key(m.cell) })
				}) ||
					len(r.holds) < MoreHolds
			})
			out = append(out, broken(s, found)...)
		}
	}
	return out
}

// put gives a line the figure that mends a sum, and says at which position.
func (v *view) put(m mend) int {
	for l := range v.lines {
		for pos, e := range v.lines[l].at {
			if e == nil || key(*e) != key(m.cell) {
				continue
			}
			value, ok := quantity.Ratio(m.right, unitOf(m.cell))
			if !ok {
				return -1
			}
			mended := *e
			fact := *e.Fact
			fact.Exact.Value = value
			fact.Value = quantity.Print(value, compare.Places)
			mended.Fact = asMended(&fact)
			v.lines[l].at[pos] = &mended
			v.lines[l].near[pos] = near(amountOf(mended))
			v.lines[l].measure(pos, mended)
			return pos
		}
	}
	return -1
}

// asMended marks a figure that is no longer as it is printed.
func asMended(f *facts.Fact) *facts.Fact {
	f.Printed += " (as a sum would have it: " + f.Value + ")"
	return f
}
