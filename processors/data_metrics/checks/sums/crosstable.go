package sums

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// CrossTables compares a table of two headings (level by sex) with another whose columns carry both and whose
// rows split them further (by age): each column of the second adds up to a cell of the first. That the second
// is a complete breakdown is shown by its total, or by columns that agree.
func CrossTables(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, a := range s.Tables {
		for _, b := range s.Tables {
			if a.Number == b.Number || len(b.Rows) < 2 || pageGap(a, b) > 1 {
				continue
			}
			out = append(out, crossed(s, a, b)...)
		}
	}
	return out
}

func pageGap(a, b *sheet.Table) int {
	d := a.All[0].At.Page - b.All[0].At.Page
	if d < 0 {
		return -d
	}
	return d
}

// crossing is a cell of one table with the column of the other that splits it.
type crossing struct {
	cell   sheet.Entry
	column []sheet.Entry
	sum    *apd.Decimal
}

func crossed(s *sheet.Sheet, a, b *sheet.Table) []sheet.Finding {
	people := func(e sheet.Entry) bool { return e.Metric == facts.Headcount }
	if !slices.ContainsFunc(a.All, people) || !slices.ContainsFunc(b.All, people) {
		return nil
	}
	cells := map[string]sheet.Entry{}
	for _, e := range a.All {
		if sheet.Percent(e) || e.Total || e.Metric != facts.Headcount {
			continue
		}
		key := keyOf(append(slices.Clone(e.At.RowPath), e.At.ColPath...))
		if _, twice := cells[key]; twice || !strings.Contains(key, " ") {
			return nil
		}
		cells[key] = e
	}
	var all []crossing
	grandA, grandB := quantity.Int(0), quantity.Int(0)
	for _, col := range b.Cols {
		e, ok := cells[keyOf(b.Heading(col))]
		if !ok {
			continue
		}
		x := crossing{cell: e, sum: quantity.Int(0)}
		for _, r := range b.Rows {
			if v, there := b.Cell(r, col); there && !v.Total {
				x.column = append(x.column, v)
				x.sum = quantity.Sum(x.sum, v.Quantity().Base())
			}
		}
		grandA, grandB = quantity.Sum(grandA, e.Quantity().Base()), quantity.Sum(grandB, x.sum)
		all = append(all, x)
	}
	if len(all) < 4 || len(all) != len(cells) {
		return nil
	}
	// The last column of the second may give the total where its cells were left out.
	stated := lastColumn(b)
	if grandB.IsZero() || grandA.IsZero() {
		return totalsOfBoth(a, b, stated)
	}
	off, _ := quantity.PercentOf(quantity.Abs(quantity.Sub(grandA, grandB)), grandA)
	if off.Cmp(apd.New(5, 0)) > 0 {
		return nil
	}
	var out []sheet.Finding
	exact := 0
	for _, x := range all {
		if x.sum.Cmp(x.cell.Quantity().Base()) == 0 {
			exact++
		}
	}
	swap := swapped(all)
	for _, x := range all {
		if slices.ContainsFunc(x.column, func(e sheet.Entry) bool { return stray(s, e) }) {
			continue // the figure in it that differs between languages is reported by itself
		}
		base := x.cell.Quantity().Base()
		if x.sum.Cmp(base) == 0 {
			if exact > 0 {
				out = append(out, crossFinding(x, events.CheckPass, ""))
			}
			continue
		}
		note := ""
		if swap[x.cell.ID] != "" {
			note = " " + swap[x.cell.ID]
		}
		if near, ok := quantity.PercentOf(quantity.Abs(quantity.Sub(base, x.sum)), base); ok && near.Cmp(compare.OnePercent) <= 0 {
			out = append(out, crossFinding(x, events.CheckPass, ""))
			continue
		}
		out = append(out, crossFinding(x, events.CheckFail, note))
	}
	return out
}

// lastColumn are the entries of a table's last column.
func lastColumn(t *sheet.Table) []sheet.Entry {
	var out []sheet.Entry
	for _, r := range t.Rows {
		if e, ok := t.Cell(r, t.Cols[len(t.Cols)-1]); ok {
			out = append(out, e)
		}
	}
	return out
}

// totalsOfBoth compares all of one table with all of the other, where cells are left out as 0.
func totalsOfBoth(a, b *sheet.Table, last []sheet.Entry) []sheet.Finding {
	var totals []sheet.Entry
	for _, e := range a.All {
		if e.Total && !sheet.Percent(e) && e.Metric == facts.Headcount {
			totals = append(totals, e)
		}
	}
	if len(totals) == 0 || len(last) < 2 {
		return nil
	}
	sum, whole := quantity.Int(0), quantity.Int(0)
	var terms, others []string
	c := events.Check{}
	for _, e := range totals {
		whole = quantity.Sum(whole, e.Quantity().Base())
		terms = append(terms, e.Value)
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
	}
	for _, e := range last {
		sum = quantity.Sum(sum, e.Quantity().Base())
		others = append(others, e.Value)
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
	}
	c.Working = strings.Join(terms, " + ") + " = " + compare.Show(whole) + "; " + strings.Join(others, " + ") + " = " + compare.Show(sum)
	compare.Settle(&c, whole, sum, "", false)
	off, ok := quantity.PercentOf(quantity.Abs(quantity.Sub(whole, sum)), whole)
	compare.Conclude(&c, ok && off.Cmp(compare.OnePercent) <= 0, quantity.Exactly, "1 % of the total")
	if c.Result == events.CheckFail {
		c.Message = fmt.Sprintf("Two tables give different totals of the same: %s and %s.", compare.Show(whole), compare.Show(sum))
	}
	return []sheet.Finding{{Check: c, Page: b.All[0].At.Page}}
}

// swapped finds cells whose columns hold each other's sums: men's figures under women.
func swapped(all []crossing) map[string]string {
	out := map[string]string{}
	for _, x := range all {
		for _, y := range all {
			if x.cell.ID != y.cell.ID && x.sum.Cmp(y.cell.Quantity().Base()) == 0 && x.sum.Cmp(x.cell.Quantity().Base()) != 0 {
				out[x.cell.ID] = fmt.Sprintf("It is the figure of \"%s\": the headings of one table may be exchanged.",
					sheet.Shorten(strings.Join(append(slices.Clone(y.cell.At.RowPath), y.cell.At.ColPath...), " ")))
			}
		}
	}
	return out
}

func crossFinding(x crossing, result events.CheckResult, note string) sheet.Finding {
	var terms []string
	c := events.Check{Inputs: []events.CheckInput{sheet.Input(x.cell, "")}, Result: result}
	for _, e := range x.column {
		terms = append(terms, e.Value)
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
	}
	c.Working = strings.Join(terms, " + ") + " = " + compare.Show(x.sum)
	compare.Settle(&c, x.sum, x.cell.Quantity().Base(), "", false)
	if result == events.CheckPass {
		c.Severity, c.Message = "info", "Two tables agree: "+c.Stated+"."
		if c.Difference != "0" {
			c.Message = fmt.Sprintf("Two tables agree within 1 %%: %s stated, %s in the breakdown.", c.Stated, c.Expected)
		}
	} else {
		c.Message = fmt.Sprintf("One figure is stated twice differently: %s in one table, %s as the sum of another's column.%s", c.Stated, c.Expected, note)
	}
	return sheet.Finding{Check: c, Page: max(x.cell.At.Page, x.column[0].At.Page)}
}

// keyOf is what headings name, in any order, without the words of counting.
func keyOf(path []string) string {
	var parts []string
	for _, p := range path {
		p = strings.ToLower(strings.Join(strings.Fields(p), " "))
		switch {
		case strings.Contains(p, "number of") || strings.Contains(p, "jumlah") || strings.Contains(p, "anzahl"):
		case strings.Contains(p, "job level") || strings.Contains(p, "level jabatan") || strings.HasSuffix(p, "levels"):
		default:
			parts = append(parts, strings.ReplaceAll(p, " ", "-"))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// stray says that an entry differs from its twin in the other language, and that its row does not add up.
func stray(s *sheet.Sheet, e sheet.Entry) bool {
	for _, t := range s.Twins {
		if (t.First == e.ID || t.Second == e.ID) && !Fits(s, e) {
			return true
		}
	}
	return false
}

// Fits says that a row adds up exactly to its last figure.
func Fits(s *sheet.Sheet, e sheet.Entry) bool {
	for _, t := range s.Tables {
		if t.Number != e.At.Table {
			continue
		}
		row := t.Row(e.At.Row)
		if n := len(row); n > 2 {
			return AddUp(row[:n-1], row[n-1]).Exact
		}
	}
	return false
}
