package shares

import (
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// leastHalved is in how many other places a line is the share of one in it and another together, with as many different shares as agreeing by chance
// leaves out.
const (
	leastHalved = 3
	differing   = 2
)

// halvedShares finds the columns and rows of percentages that are what one line is of it and another one together, which the table does not add up - the
// women of women and men - in all places but one.
func halvedShares(t *sheet.Table) []sheet.Finding {
	var out []sheet.Finding
	for _, byRow := range []bool{true, false} {
		all := linesOf(t, byRow)
		if len(all) > mostLines {
			continue
		}
		for i, p := range all {
			if len(p.at) <= leastHalved || changeNamed.MatchString(p.text) {
				continue
			}
			var found []sheet.Finding
			for j, part := range all {
				for k, other := range all {
					if i == j || i == k || j == k || len(part.name) == 0 || !sheet.Within(part.name, p.name) {
						continue
					}
					if f, ok := halvedShare(all, p, part, other); ok {
						found = append(found, f)
					}
				}
			}
			if len(found) == 1 {
				out = append(out, found[0])
			}
		}
	}
	return out
}

// together are two amounts as one.
func together(a, b sheet.Entry) quantity.Quantity {
	x, y := a.Quantity(), b.Quantity()
	sum := x
	sum.Value, sum.Half = quantity.Sum(x.Base(), y.Base()), quantity.Sum(quantity.Mul(x.Half, x.Unit.Factor), quantity.Mul(y.Half, y.Unit.Factor))
	sum.Unit.Factor, sum.Scale = quantity.Int(1), nil
	return sum
}

func halvedShare(all []line, p, part, other line) (f sheet.Finding, ok bool) {
	odd := -1
	shares := map[string]bool{}
	agree := 0
	var keys []int
	for at := range p.at {
		keys = append(keys, at)
	}
	slices.Sort(keys)
	for _, at := range keys {
		q := p.at[at]
		a, okA := part.at[at]
		b, okB := other.at[at]
		if !okA || !okB || !sheet.Percent(q) || q.Change || sheet.Percent(a) || sheet.Percent(b) || a.Per != "" || !sheet.Comparable(a, b) || a.Ambiguous() ||
			a.Quantity().Value.Sign() < 0 || b.Quantity().Value.Sign() < 0 || a.Restated || b.Restated || q.Restated {
			return f, false
		}
		whole := together(a, b)
		switch {
		case whole.Value.IsZero():
			return f, false
		case possible(a.Quantity(), whole, q.Quantity()):
			agree++
			shares[q.Value] = true
		case odd >= 0:
			return f, false
		default:
			odd = at
		}
	}
	if odd < 0 || agree < leastHalved || len(shares) < differing {
		return f, false
	}
	return halvedOff(all, p.at[odd], part.at[odd], other.at[odd], odd)
}

// halvedOff tells of the share that two amounts do not make, unless any others of its place do.
func halvedOff(all []line, stated, part, other sheet.Entry, at int) (f sheet.Finding, wrong bool) {
	whole := together(part, other)
	v, ok := quantity.PercentOf(part.Quantity().Base(), whole.Base())
	if !ok || quantity.Abs(quantity.Sub(v, stated.Quantity().Value)).Cmp(apd.New(5, -1)) <= 0 {
		return f, false
	}
	for _, a := range all {
		for _, b := range all {
			x, okX := a.at[at]
			y, okY := b.at[at]
			if okX && okY && x.ID != y.ID && !sheet.Percent(x) && !sheet.Percent(y) && sheet.Comparable(x, y) && y.Quantity().Base().Sign() > 0 &&
				(possible(x.Quantity(), y.Quantity(), stated.Quantity()) || possible(x.Quantity(), together(x, y), stated.Quantity())) {
				return f, false
			}
		}
	}
	c := events.Check{Inputs: []events.CheckInput{sheet.Input(part, ""), sheet.Input(other, ""),
		sheet.Input(stated, sheet.StatedLabel+": "+sheet.Shorten(stated.Label()))}}
	c.Working = fmt.Sprintf("%s / (%s + %s) x 100 = %s %%", part.Printed, part.Printed, other.Printed, quantity.Print(v, compare.Places))
	compare.Settle(&c, v, stated.Quantity().Value, "%", false)
	compare.Conclude(&c, false, quantity.Exactly, "0.1 percentage points")
	return sheet.Finding{Check: c, Page: stated.At.Page}, true
}
