package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/facts"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

var percentageCalculation = Definition{
	Name: "percentage_calculation", Severity: "critical", Tolerance: "0.1 percentage points",
	About: "Percentages beside counts are the share of the whole that most of the table's percentages are shares of.",
	run: func(s *sheet) []finding {
		var out []finding
		for _, t := range s.tables {
			out = append(out, sharesOf(t)...)
		}
		return out
	},
}

var percentageSum = Definition{
	Name: "percentage_sum", Severity: "critical", Tolerance: "0.1 percentage points",
	About: "Percentages of parts make the percentage of the total row.",
	run: func(s *sheet) []finding {
		var out []finding
		for _, t := range s.tables {
			out = append(out, percentRows(t)...)
		}
		return out
	},
}

// share is a percentage with the count that it is of.
type share struct{ count, stated entry }

// sharesOf pairs each percentage with the count to its left under the same heading, finds the whole that most
// pairs are shares of, and holds the others against it. Without a whole that three pairs agree on nothing is said.
func sharesOf(t *table) []finding {
	var pairs []share
	for _, e := range t.all {
		if !percent(e) || e.Change {
			continue
		}
		c, ok := t.cell(e.at.Row, e.at.Col-1)
		if !ok || percent(c) || c.Per != "" || outerOf(c) != outerOf(e) {
			continue
		}
		pairs = append(pairs, share{c, e})
	}
	if len(pairs) < 4 {
		return nil
	}
	best := -1
	var wholeOf func(share) (*apd.Decimal, string)
	for _, candidate := range []func(share) (*apd.Decimal, string){t.grandTotal(pairs), t.columnTotal(pairs)} {
		agree, asked := 0, 0
		for _, p := range pairs {
			whole, _ := candidate(p)
			if whole == nil || p.count.Quantity().Value.IsZero() || p.stated.Quantity().Value.IsZero() {
				continue // 0 % is a share of any large whole
			}
			asked++
			if ok, _, _ := shareAgrees(p, whole); ok {
				agree++
			}
		}
		if agree >= 3 && 5*agree >= 3*asked && agree > best {
			best, wholeOf = agree, candidate
		}
	}
	if wholeOf == nil {
		return nil
	}
	var out []finding
	for _, p := range pairs {
		whole, name := wholeOf(p)
		if whole == nil {
			continue
		}
		_, computed, possible := shareAgrees(p, whole)
		c := events.Check{Inputs: []events.CheckInput{input(p.count, ""), input(p.stated, statedLabel+": "+shorten(p.stated.label()))}}
		c.Working = fmt.Sprintf("%s / %s x 100 = %s %% (%s)", show(p.count.Quantity().Base()), show(whole), quantity.Print(computed, places), name)
		settle(&c, computed, p.stated.Quantity().Value, "%", possible)
		within := quantity.Abs(quantity.Sub(p.stated.Quantity().Value, computed)).Cmp(tenthPoint) <= 0
		conclude(&c, within, p.stated.Quantity().Bound, "0.1 percentage points")
		if c.Result == events.CheckFail {
			for _, o := range pairs {
				if o.stated.ID != p.stated.ID && o.stated.Value == p.stated.Value {
					if ok, _, _ := shareAgrees(o, whole); ok {
						c.Message += fmt.Sprintf(" It repeats the percentage of \"%s\".", shorten(o.stated.label()))
						break
					}
				}
			}
		}
		out = append(out, finding{c, p.stated.at.Page})
	}
	return out
}

func outerOf(e entry) string {
	if len(e.at.ColPath) < 2 {
		return ""
	}
	return e.at.ColPath[0]
}

// shareAgrees computes a share and says whether the printed percentage can be it.
func shareAgrees(p share, whole *apd.Decimal) (ok bool, computed *apd.Decimal, rounding bool) {
	computed, fine := quantity.PercentOf(p.count.Quantity().Base(), whole)
	if !fine {
		return false, quantity.Int(0), false
	}
	q := p.stated.Quantity()
	off := quantity.Abs(quantity.Sub(q.Value, computed))
	rounding = off.Cmp(q.Half) <= 0
	return rounding || off.Cmp(tenthPoint) <= 0, computed, rounding
}

// grandTotal is the sum of the counts of the total row.
func (t *table) grandTotal(pairs []share) func(share) (*apd.Decimal, string) {
	total := quantity.Int(0)
	n := 0
	for _, p := range pairs {
		if p.count.total {
			total = quantity.Sum(total, p.count.Quantity().Base())
			n++
		}
	}
	return func(share) (*apd.Decimal, string) {
		if n == 0 || total.IsZero() {
			return nil, ""
		}
		return total, "of all"
	}
}

// columnTotal is the count of the total row in the same column.
func (t *table) columnTotal(pairs []share) func(share) (*apd.Decimal, string) {
	totals := map[int]*apd.Decimal{}
	for _, p := range pairs {
		if p.count.total {
			totals[p.count.at.Col] = p.count.Quantity().Base()
		}
	}
	return func(p share) (*apd.Decimal, string) {
		if whole := totals[p.count.at.Col]; whole != nil && !whole.IsZero() {
			return whole, "of the column's total"
		}
		return nil, ""
	}
}

// percentRows adds percentages above a total row. That they are parts is shown by the counts beside them or by
// another column that adds up.
func percentRows(t *table) []finding {
	var out []finding
	for i, row := range t.rows {
		stated := t.row(row)
		if len(stated) == 0 || !stated[0].total {
			continue
		}
		rows := t.partsAbove(i, stated[0])
		if len(rows) < 2 {
			continue
		}
		var sums []sum
		agree := 0
		for _, e := range stated {
			if e.Change || e.Per != "" || e.Metric == facts.GHGIntensity {
				continue
			}
			parts, ok := t.column(rows, e)
			if !ok {
				continue
			}
			x := addUp(parts, e)
			if !percent(e) {
				if x.agrees() && !x.computed.IsZero() {
					agree++
				}
				continue
			}
			if changeHeading.MatchString(strings.Join(e.at.ColPath, " ")) {
				continue
			}
			if pointsAgree(x) && !x.computed.IsZero() {
				agree++
			}
			sums = append(sums, x)
		}
		for _, x := range sums {
			if pointsAgree(x) && agree > 0 || agree > 1 || x.blank() && len(sums) > 1 {
				out = append(out, x.finding())
			}
		}
	}
	return out
}

var changeHeading = regexp.MustCompile(`(?i)\bchange\b|\bvs\b|Δ|\bgrowth\b|\brate\b|\bveränderung\b`)

func pointsAgree(x sum) bool {
	return x.rounding || x.exact || quantity.Abs(quantity.Sub(x.stated.Quantity().Value, x.computed)).Cmp(tenthPoint) <= 0
}

var yoyPercentage = Definition{
	Name: "yoy_percentage", Severity: "critical", Tolerance: "0.1 percentage points",
	About: "A column of changes is what the columns of two years beside it make.",
	run: func(s *sheet) []finding {
		var out []finding
		for _, t := range s.tables {
			out = append(out, changesOf(t)...)
		}
		return out
	},
}

// changesOf finds the pair of years that most figures of a column of changes are of, and checks the rest.
func changesOf(t *table) []finding {
	var out []finding
	for _, col := range t.cols {
		var changes []entry
		for _, e := range t.all {
			if e.at.Col == col && percent(e) && (e.Change || changeHeading.MatchString(strings.Join(e.at.ColPath, " "))) && !e.Target {
				changes = append(changes, e)
			}
		}
		if len(changes) < 2 {
			continue
		}
		years := t.yearColumns(col)
		var best []comparison
		bestAgree := 0
		for _, now := range years {
			for _, then := range years {
				if t.yearOf(then) >= t.yearOf(now) {
					continue
				}
				var all []comparison
				agree := 0
				for _, e := range changes {
					c, ok := compareYears(t, e, now, then)
					if !ok {
						continue
					}
					all = append(all, c)
					if c.agrees {
						agree++
					}
				}
				if agree > bestAgree {
					best, bestAgree = all, agree
				}
			}
		}
		if bestAgree < 2 || 4*bestAgree < 3*len(best) {
			continue
		}
		for _, c := range best {
			out = append(out, c.finding())
		}
	}
	return out
}

// yearColumns are the columns of figures of one year each, other than col.
func (t *table) yearColumns(col int) []int {
	var out []int
	for _, c := range t.cols {
		if c != col && t.yearOf(c) > 0 {
			out = append(out, c)
		}
	}
	return slices.Compact(out)
}

// yearOf is the year of a column if its own heading gives it.
func (t *table) yearOf(col int) int {
	for _, e := range t.all {
		if e.at.Col == col && !percentHeading.MatchString(strings.Join(e.at.ColPath, " ")) {
			return facts.YearIn(strings.Join(e.at.ColPath, " "))
		}
	}
	return 0
}

var percentHeading = regexp.MustCompile(`(?i)\bchange\b|\bvs\b|Δ|\bin %|\btarget\b`)

// comparison is a stated change with the two figures it is of.
type comparison struct {
	stated, now, then entry
	computed          *apd.Decimal
	rounding, agrees  bool
}

func compareYears(t *table, stated entry, now, then int) (comparison, bool) {
	a, ok := t.cell(stated.at.Row, now)
	b, there := t.cell(stated.at.Row, then)
	if !ok || !there || !comparable(a, b) || percent(a) || b.Quantity().Value.Sign() <= 0 {
		return comparison{}, false
	}
	c := comparison{stated: stated, now: a, then: b}
	c.computed, _ = quantity.PercentOf(quantity.Sub(a.Quantity().Base(), b.Quantity().Base()), b.Quantity().Base())
	low, high := changeBounds(a, b)
	v, half := stated.Quantity().Value, stated.Quantity().Half
	signed := stated.Quantity().Signed || v.Sign() < 0 || c.computed.Sign() >= 0
	if !signed { // "24.2" for a fall, under a heading that says so
		v = new(apd.Decimal).Neg(v)
		c.rounding = false
	}
	c.rounding = quantity.Interval{Low: quantity.Sub(v, half), High: quantity.Sum(v, half)}.Overlaps(quantity.Interval{Low: low, High: high})
	c.agrees = signed && (c.rounding || quantity.Abs(quantity.Sub(v, c.computed)).Cmp(tenthPoint) <= 0)
	return c, true
}

// changeBounds is how large a change can be, given how its figures were printed.
func changeBounds(now, then entry) (low, high *apd.Decimal) {
	n, b := now.Quantity().Interval(), then.Quantity().Interval()
	for _, x := range []*apd.Decimal{n.Low, n.High} {
		for _, y := range []*apd.Decimal{b.Low, b.High} {
			p, ok := quantity.PercentOf(quantity.Sub(x, y), y)
			if !ok || y.Sign() <= 0 {
				continue
			}
			if low == nil || p.Cmp(low) < 0 {
				low = p
			}
			if high == nil || p.Cmp(high) > 0 {
				high = p
			}
		}
	}
	if low == nil {
		zero := quantity.Int(0)
		return zero, zero
	}
	return low, high
}

func (c comparison) finding() finding {
	k := events.Check{Inputs: []events.CheckInput{input(c.then, ""), input(c.now, ""), input(c.stated, statedLabel+" change")}}
	k.Working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", show(c.now.Quantity().Base()), show(c.then.Quantity().Base()), show(c.then.Quantity().Base()), quantity.Print(c.computed, places))
	settle(&k, c.computed, c.stated.Quantity().Value, "%", c.rounding)
	if b := c.stated.Quantity().Bound; b == quantity.AtLeast && c.computed.Cmp(c.stated.Quantity().Value) >= 0 || b == quantity.AtMost && c.computed.Cmp(c.stated.Quantity().Value) <= 0 {
		c.agrees = true // "> 100 %"
	}
	conclude(&k, c.agrees, c.stated.Quantity().Bound, "0.1 percentage points")
	return finding{k, c.stated.at.Page}
}
