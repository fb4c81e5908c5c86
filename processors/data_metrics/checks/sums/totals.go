// Package sums checks what adds up: rows and columns of tables to their totals, scopes and categories to what they are parts of, and the
// parts that sentences name.
package sums

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/derived"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/passage"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var TableTotal = sheet.Definition{
	Name: "table_total", Severity: "critical", Tolerance: "1 % of the total",
	About: "Rows and columns of a table add up to the totals that it prints, where the table shows that they are its parts; " +
		"so do the parts of an amount in a sentence.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		return sheet.OnceSaid(spentOn(s), composed(s), exceeding(s), summed(s), yearlyPlans(s), countedOthers(s),
			moreThanCounted(s), countedLists(s), countedKinds(s), countedItems(s), passage.Sums(s), derived.Sums(s))
	},
	Run: func(s *sheet.Sheet) []sheet.Finding {
		var out []sheet.Finding
		for _, t := range s.Tables {
			all := append(totalRows(s, t, false), totalColumns(t)...)
			parts := slices.Clone(all)
			for _, f := range wholes(t) {
				if !slices.ContainsFunc(all, func(o sheet.Finding) bool { return leavesOut(f, o) }) {
					parts = append(parts, f)
				}
			}
			out = append(append(out, blame(s, parts)...), bridges(t)...)
		}
		return out
	},
}

// leavesOut says that another sum of the same total agrees with more parts: men and women without those of whom the
// table says neither.
func leavesOut(f, whole sheet.Finding) bool {
	return whole.Result == events.CheckPass && sheet.Stated(f.Check) == sheet.Stated(whole.Check) && len(f.Inputs) < len(whole.Inputs) &&
		!slices.ContainsFunc(f.Inputs, func(in events.CheckInput) bool {
			return !slices.ContainsFunc(whole.Inputs, func(o events.CheckInput) bool { return o.FactID == in.FactID })
		})
}

// PartsAbove are the rows right above a total: of its own heading, up to the total before.
func PartsAbove(t *sheet.Table, i int, total sheet.Entry) []int {
	var rows []int
	for j := i - 1; j >= 0; j-- {
		r := t.Row(t.Rows[j])
		if len(r) == 0 || r[0].Total || r[0].Parent() != total.Parent() {
			break
		}
		if vocabulary.IsPartOfPart(r[0].Label()) {
			continue
		}
		rows = append(rows, t.Rows[j])
	}
	slices.Reverse(rows)
	return rows
}

// partsBelow are the rows below a total that begins its table or its heading, up to the next total. That they are its
// parts is shown only by a column in which they add up.
func partsBelow(t *sheet.Table, i int, total sheet.Entry) []int {
	if i > 0 {
		if r := t.Row(t.Rows[i-1]); len(r) > 0 && r[0].Parent() == total.Parent() {
			return nil // rows above it: it is not clear what it is the total of
		}
	}
	var rows []int
	for _, row := range t.Rows[i+1:] {
		r := t.Row(row)
		if len(r) == 0 || r[0].Total || r[0].Parent() != total.Parent() {
			break
		}
		if !vocabulary.IsPartOfPart(r[0].Label()) {
			rows = append(rows, row)
		}
	}
	return rows
}

// Column lists the entries of rows in the column of a total; ok is false if one is missing or of another unit.
func Column(t *sheet.Table, rows []int, total sheet.Entry) (parts []sheet.Entry, ok bool) {
	parts, without, ok := filled(t, rows, total)
	return parts, ok && len(without) == 0
}

// filled lists the entries of rows in the column of a total, and the rows that have none there; ok is false if one is of another unit.
func filled(t *sheet.Table, rows []int, total sheet.Entry) (parts []sheet.Entry, without []int, ok bool) {
	for _, r := range rows {
		switch e, there := t.Cell(r, total.At.Col); {
		case !there:
			without = append(without, r)
		case !sheet.Comparable(e, total):
			return nil, nil, false
		default:
			parts = append(parts, e)
		}
	}
	return parts, without, true
}

// totalColumns adds the columns beside a column that holds totals: one that stands outside the heading over
// all the others, or that says so, and that agrees with most rows - or all of whose parts are 0.
func totalColumns(t *sheet.Table) []sheet.Finding {
	if len(t.Cols) < 3 {
		return nil
	}
	var out []sheet.Finding
	for _, col := range []int{t.Cols[len(t.Cols)-1], t.Cols[0]} {
		others := slices.DeleteFunc(slices.Clone(t.Cols), func(c int) bool { return c == col })
		named := holdsTotals(t, col, others)
		var sums []Sum
		agree, blank := 0, 0
		for _, row := range t.Rows {
			stated, ok := t.Cell(row, col)
			if !ok || sheet.Percent(stated) {
				continue
			}
			var parts []sheet.Entry
			for _, c := range others {
				if e, there := t.Cell(row, c); there && sheet.Comparable(e, stated) {
					parts = append(parts, e)
				}
			}
			if len(parts) != len(others) {
				continue
			}
			x := AddUp(parts, stated)
			if x.Computed.IsZero() && stated.Quantity().Value.IsZero() {
				continue
			}
			if x.Agrees() {
				agree++
			}
			if x.Blank() {
				blank++
			}
			sums = append(sums, x)
		}
		if !named && !shownByFigures(sums, len(others)) {
			continue
		}
		if !vocabulary.IsTotal(strings.Join(t.Heading(col), " ")) && allToOneSide(sums) {
			continue
		}
		if rest := withoutOne(sums, len(others)); rest != nil {
			sums, agree = rest, len(rest)
		}
		if 2*agree > len(sums) && len(sums) > 1 || blank == len(sums) && blank > 1 {
			for _, x := range sums {
				if x.Additive() && (named || !x.among()) && !x.bridge() {
					out = append(out, x.Finding())
				}
			}
		}
	}
	return out
}

// allToOneSide reports whether several sums do not agree, and all of them miss to the same side: then the column is of another measure than
// those beside it, such as a carrying amount beside payments that are not discounted, and mistakes are none.
func allToOneSide(sums []Sum) bool {
	over, under := 0, 0
	for _, x := range sums {
		switch stated := x.Stated.Quantity().Base(); {
		case x.Agrees() || x.Blank(): // parts that were left at 0 say nothing of what the column measures
		case x.Computed.Cmp(stated) > 0:
			over++
		default:
			under++
		}
	}
	return over+under > 1 && (over == 0 || under == 0)
}

// withoutOne leaves one column out of sums that do not all agree, if then all of them do: "Goodwill" beside a total of the other
// intangible assets, in the one row in which it is not 0. Nil if there is no such column.
func withoutOne(sums []Sum, columns int) []Sum {
	if !slices.ContainsFunc(sums, func(x Sum) bool { return !x.Agrees() }) || len(sums) < compare.LeastShown || columns < compare.LeastShown {
		return nil
	}
	for k := range columns {
		rest := make([]Sum, 0, len(sums))
		for _, x := range sums {
			y := AddUp(slices.Delete(slices.Clone(x.Parts), k, k+1), x.Stated)
			if y.Agrees() || y.Computed.IsZero() && x.Stated.Quantity().Value.IsZero() {
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
func (s Sum) bridge() bool {
	if s.Agrees() {
		return false
	}
	all := quantity.Sum(s.Stated.Quantity().Base(), s.Computed)
	return slices.ContainsFunc(s.Parts, func(p sheet.Entry) bool {
		return all.Cmp(quantity.Mul(p.Quantity().Base(), quantity.Int(2))) == 0
	})
}

// holdsTotals says that a column's heading is that of a total of the others: a heading of its own beside one over
// all of them, or the word.
func holdsTotals(t *sheet.Table, col int, others []int) bool {
	path := t.Heading(col)
	if len(path) == 0 {
		return false
	}
	over := ""
	for _, c := range others {
		p := t.Heading(c)
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
	return over != "\x00" && path[0] != over || vocabulary.IsTotal(strings.Join(path, " "))
}

// shownByFigures reports whether nothing but the figures of a column or a row shows that it adds up others: it is exactly their sum
// nearly wherever it can be one. What lies among its parts is an average or a rate and says nothing.
func shownByFigures(sums []Sum, parts int) bool {
	exact, usable := 0, 0
	for _, x := range sums {
		if x.Exact && !x.Computed.IsZero() {
			exact++
		}
		if !x.among() {
			usable++
		}
	}
	least := compare.LeastShown
	if parts >= compare.LeastShown {
		least--
	}
	return exact >= least && exact >= usable-1 || len(sums) == 2 && parts >= compare.LeastShown && exact == 1 && slices.ContainsFunc(sums, func(x Sum) bool {
		return !x.Exact && (x.slipped() || x.signTurned()) // of two columns the one that does not add up is a slip of what would
	})
}
