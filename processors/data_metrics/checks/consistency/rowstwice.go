package consistency

import (
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// mostOfOne is in how many rows a figure may stand for these to be held against one another: more of them are of many things.
const mostOfOne = 12

// rowsTwice finds the rows that stand in two tables - "Employees at year end" of the key figures and the total of those of the staff - and have the same
// figure in one year, and in another one figures that differ by two exchanged digits or a power of ten. That the figure of four digits or more is the
// same, and of the same metric, leaves no other reading.
func rowsTwice(s *sheet.Sheet) []sheet.Finding {
	type cellOf struct {
		line *sheet.Timeline
		year int
	}
	all := s.Timelines().All
	at := map[string][]cellOf{}
	var order []string
	for i := range all {
		l := &all[i]
		for _, y := range l.Years() {
			e := l.At[y]
			if e.Source != facts.FromTable || e.Change || e.Target || sheet.Percent(e) || e.Quantity().Value.Sign() <= 0 ||
				len(tellingDigits(e.Quantity())) < compare.TellingDigits {
				continue
			}
			key := fmt.Sprint(y, " ", e.Value)
			if at[key] == nil {
				order = append(order, key)
			}
			at[key] = append(at[key], cellOf{l, y})
		}
	}
	var out []sheet.Finding
	told := map[string]bool{}
	for _, key := range order {
		same := at[key]
		if len(same) < 2 || len(same) > mostOfOne {
			continue
		}
		for i, a := range same {
			for _, b := range same[i+1:] {
				x, y, ok := rowsDiffer(s, a.line, b.line, a.year)
				if !ok || told[x.ID+y.ID] {
					continue
				}
				told[x.ID+y.ID] = true
				out = append(out, twiceGiven(a.line.At[a.year], x, y))
			}
		}
	}
	return out
}

// rowsDiffer is the one year in which two rows that agree in another differ, by a slip of the pen.
func rowsDiffer(s *sheet.Sheet, a, b *sheet.Timeline, year int) (x, y sheet.Entry, ok bool) {
	one, other := a.At[year], b.At[year]
	if one.At.Table == other.At.Table || one.ID == other.ID || one.Metric != other.Metric || one.Metric == facts.Other || !sheet.Comparable(one, other) ||
		differ(one.Scope, other.Scope) || differ(one.Method, other.Method) || differ(one.Boundary, other.Boundary) {
		return x, y, false
	}
	n := 0
	for _, other := range a.Years() {
		p, q := a.At[other], b.At[other]
		if q.Fact == nil || other == year || !sheet.Comparable(p, q) || p.Quantity().Interval().Overlaps(q.Quantity().Interval()) {
			continue
		}
		n++
		x, y = p, q
	}
	if n != 1 || x.Restated || y.Restated || s.Superseded(x.Fact) || s.Superseded(y.Fact) {
		return x, y, false
	}
	return x, y, compare.Exchanged(compare.DigitsIn(x.Printed), compare.DigitsIn(y.Printed)) || slices.ContainsFunc([]int{1, -1, 2, -2}, func(n int) bool {
		return tensApart(x, y, int32(n))
	})
}

func tensApart(x, y sheet.Entry, power int32) bool {
	v := x.Quantity()
	v.Value = quantity.Mul(v.Value, quantity.Int(1))
	v.Value.Exponent += power
	return v.Base().Cmp(y.Quantity().Base()) == 0
}

func twiceGiven(same, x, y sheet.Entry) sheet.Finding {
	c := events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(x, ""), sheet.Input(y, "")},
		Working: fmt.Sprintf("page %d: %s, page %d: %s in %d; both %s in %d", x.At.Page, x.WithUnit(), y.At.Page, y.WithUnit(), x.Year, same.WithUnit(), same.Year),
		Stated:  y.WithUnit(), Expected: x.WithUnit(),
		Message: fmt.Sprintf("One figure is given twice differently: %s for \"%s\" on page %d and %s for \"%s\" on page %d, which are both %s in %d.",
			x.WithUnit(), sheet.Shorten(x.Label()), x.At.Page, y.WithUnit(), sheet.Shorten(y.Label()), y.At.Page, same.WithUnit(), same.Year),
	}
	return sheet.Finding{Check: c, Page: x.At.Page}
}
