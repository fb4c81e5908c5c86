package checks

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var tableTotal = Definition{
	Name: "table_total", Severity: "critical", Tolerance: "1 % of the total",
	About: "Rows and columns of a table add up to the totals that it prints, where the table shows that they are its parts; " +
		"so do the parts of an amount in a sentence.",
	heard: func(s *sheet) []utterance {
		return onceSaid(spentOn(s), composed(s), exceeding(s), summed(s), yearlyPlans(s))
	},
	run: func(s *sheet) []finding {
		var out []finding
		for _, t := range s.tables {
			all := append(totalRows(s, t, false), totalColumns(t)...)
			parts := slices.Clone(all)
			for _, f := range wholes(t) {
				if !slices.ContainsFunc(all, f.leavesOut) {
					parts = append(parts, f)
				}
			}
			out = append(out, s.blame(parts)...)
		}
		return out
	},
}

// leavesOut says that another sum of the same total agrees with more parts: men and women without those of whom the
// table says neither.
func (f finding) leavesOut(whole finding) bool {
	return whole.Result == events.CheckPass && Stated(f.Check) == Stated(whole.Check) && len(f.Inputs) < len(whole.Inputs) &&
		!slices.ContainsFunc(f.Inputs, func(in events.CheckInput) bool {
			return !slices.ContainsFunc(whole.Inputs, func(o events.CheckInput) bool { return o.FactID == in.FactID })
		})
}

// row lists the entries of a row.
func (t *table) row(row int) []entry {
	var out []entry
	for _, col := range t.cols {
		if e, ok := t.cell(row, col); ok {
			out = append(out, e)
		}
	}
	return out
}

// partsAbove are the rows right above a total: of its own heading, up to the total before.
func (t *table) partsAbove(i int, total entry) []int {
	var rows []int
	for j := i - 1; j >= 0; j-- {
		r := t.row(t.rows[j])
		if len(r) == 0 || r[0].total || r[0].parent() != total.parent() {
			break
		}
		if facts.IsPartOfPart(r[0].label()) {
			continue
		}
		rows = append(rows, t.rows[j])
	}
	slices.Reverse(rows)
	return rows
}

// partsBelow are the rows below a total that begins its table or its heading, up to the next total. That they are its
// parts is shown only by a column in which they add up.
func (t *table) partsBelow(i int, total entry) []int {
	if i > 0 {
		if r := t.row(t.rows[i-1]); len(r) > 0 && r[0].parent() == total.parent() {
			return nil // rows above it: it is not clear what it is the total of
		}
	}
	var rows []int
	for _, row := range t.rows[i+1:] {
		r := t.row(row)
		if len(r) == 0 || r[0].total || r[0].parent() != total.parent() {
			break
		}
		if !facts.IsPartOfPart(r[0].label()) {
			rows = append(rows, row)
		}
	}
	return rows
}

// column lists the entries of rows in the column of a total; ok is false if one is missing or of another unit.
func (t *table) column(rows []int, total entry) (parts []entry, ok bool) {
	for _, r := range rows {
		e, there := t.cell(r, total.at.Col)
		if !there || !comparable(e, total) {
			return nil, false
		}
		parts = append(parts, e)
	}
	return parts, true
}

// totalColumns adds the columns beside a column that holds totals: one that stands outside the heading over
// all the others, or that says so, and that agrees with most rows - or all of whose parts are 0.
func totalColumns(t *table) []finding {
	if len(t.cols) < 3 {
		return nil
	}
	var out []finding
	for _, col := range []int{t.cols[len(t.cols)-1], t.cols[0]} {
		others := slices.DeleteFunc(slices.Clone(t.cols), func(c int) bool { return c == col })
		named := t.holdsTotals(col, others)
		var sums []sum
		agree, blank := 0, 0
		for _, row := range t.rows {
			stated, ok := t.cell(row, col)
			if !ok || percent(stated) {
				continue
			}
			var parts []entry
			for _, c := range others {
				if e, there := t.cell(row, c); there && comparable(e, stated) {
					parts = append(parts, e)
				}
			}
			if len(parts) != len(others) {
				continue
			}
			x := addUp(parts, stated)
			if x.computed.IsZero() && stated.Quantity().Value.IsZero() {
				continue
			}
			if x.agrees() {
				agree++
			}
			if x.blank() {
				blank++
			}
			sums = append(sums, x)
		}
		if !named && !shownByFigures(sums, len(others)) {
			continue
		}
		if rest := withoutOne(sums, len(others)); rest != nil {
			sums, agree = rest, len(rest)
		}
		if 2*agree > len(sums) && len(sums) > 1 || blank == len(sums) && blank > 1 {
			for _, x := range sums {
				if x.additive() && (named || !x.among()) && !x.bridge() {
					out = append(out, x.finding())
				}
			}
		}
	}
	return out
}

// withoutOne leaves one column out of sums that do not all agree, if then all of them do: "Goodwill" beside a total of the other
// intangible assets, in the one row in which it is not 0. Nil if there is no such column.
func withoutOne(sums []sum, columns int) []sum {
	if !slices.ContainsFunc(sums, func(x sum) bool { return !x.agrees() }) || len(sums) < leastShown || columns < leastShown {
		return nil
	}
	for k := range columns {
		rest := make([]sum, 0, len(sums))
		for _, x := range sums {
			y := addUp(slices.Delete(slices.Clone(x.parts), k, k+1), x.stated)
			if y.agrees() || y.computed.IsZero() && x.stated.Quantity().Value.IsZero() {
				rest = append(rest, y)
			}
		}
		if len(rest) == len(sums) {
			return rest
		}
	}
	return nil
}

// bridge reports whether one of the parts is what the stated figure and the other parts make: an amount before, what it is adjusted by,
// and the amount after.
func (s sum) bridge() bool {
	if s.agrees() {
		return false
	}
	all := quantity.Sum(s.stated.Quantity().Base(), s.computed)
	return slices.ContainsFunc(s.parts, func(p entry) bool {
		return all.Cmp(quantity.Mul(p.Quantity().Base(), quantity.Int(2))) == 0
	})
}

// holdsTotals says that a column's heading is that of a total of the others: a heading of its own beside one over
// all of them, or the word.
func (t *table) holdsTotals(col int, others []int) bool {
	path := t.heading(col)
	if len(path) == 0 {
		return false
	}
	over := ""
	for _, c := range others {
		p := t.heading(c)
		if len(p) == 0 {
			return false
		}
		if over == "" {
			over = p[0]
		}
		if p[0] != over || len(p) < 2 {
			over = "\x00"
		}
	}
	return over != "\x00" && path[0] != over || facts.IsTotal(strings.Join(path, " "))
}

// leastShown is how many sums must be exact for figures alone to show that a row or a column is the total of others; of three
// parts or more, that is no coincidence in two of them.
const leastShown = 3

// shownByFigures reports whether nothing but the figures of a column or a row shows that it adds up others: it is exactly their sum
// nearly wherever it can be one. What lies among its parts is an average or a rate and says nothing.
func shownByFigures(sums []sum, parts int) bool {
	exact, usable := 0, 0
	for _, x := range sums {
		if x.exact && !x.computed.IsZero() {
			exact++
		}
		if !x.among() {
			usable++
		}
	}
	least := leastShown
	if parts >= leastShown {
		least--
	}
	return exact >= least && exact >= usable-1
}

// heading is the path of a column.
func (t *table) heading(col int) []string {
	for _, e := range t.all {
		if e.at.Col == col {
			return e.at.ColPath
		}
	}
	return nil
}
