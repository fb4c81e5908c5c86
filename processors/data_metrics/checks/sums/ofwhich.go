package sums

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// dividedRows holds rows that are called parts of the row above them, "of which recycled", against it: where they make exactly all of it in
// two columns or more, so that they do not overlap, they are no more than it in the last one.
func dividedRows(t *sheet.Table) []sheet.Finding {
	var out []sheet.Finding
	for i, row := range t.Rows {
		if r := t.Row(row); len(r) == 0 || r[0].Source != facts.FromTable || vocabulary.IsPartOfPart(r[0].Label()) {
			continue
		}
		var parts []int
		for _, below := range t.Rows[i+1:] {
			if r := t.Row(below); len(r) == 0 || !vocabulary.IsPartOfPart(r[0].Label()) {
				break
			}
			parts = append(parts, below)
		}
		if len(parts) < 2 {
			continue
		}
		var holds int
		var wrong []sheet.Finding
		for _, col := range t.Cols {
			switch f, ok := dividedAt(t, row, parts, col); {
			case !ok:
			case f.Result == events.CheckFail && !strings.HasPrefix(f.Difference, "-"):
				holds = -len(t.Cols) // parts that leave something over are no mistake
			case f.Result == events.CheckFail:
				wrong = append(wrong, f)
			case strings.HasPrefix(f.Message, "Agrees exactly"):
				holds++
			}
		}
		if holds >= 2 && len(wrong) == 1 {
			out = append(out, wrong[0])
		}
	}
	return out
}

// dividedAt holds the parts of a row against it in one column; ok is false where one is not printed, or is of another unit.
func dividedAt(t *sheet.Table, row int, parts []int, col int) (f sheet.Finding, ok bool) {
	whole, there := t.Cell(row, col)
	if !there || sheet.Percent(whole) || whole.Change || whole.Target || whole.Per != "" || whole.Restated {
		return f, false
	}
	sum, half := quantity.Int(0), whole.Quantity().Half
	var terms []string
	c := events.Check{}
	for _, part := range parts {
		e, there := t.Cell(part, col)
		if !there || !sheet.Comparable(e, whole) || e.Change || e.Per != "" {
			return f, false
		}
		sum, half = quantity.Sum(sum, e.Quantity().Base()), quantity.Sum(half, e.Quantity().Half)
		terms = append(terms, compare.Show(e.Quantity().Value))
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
	}
	c.Inputs = append(c.Inputs, sheet.Input(whole, "whole: "+sheet.Shorten(whole.Label())))
	c.Working = fmt.Sprintf("%s = %s %s", strings.Join(terms, " + "), quantity.Print(sum, compare.Places), whole.Quantity().Unit.Base())
	off := quantity.Abs(quantity.Sub(sum, whole.Quantity().Base()))
	room := quantity.Abs(quantity.Mul(half, whole.Quantity().Unit.Factor))
	compare.Settle(&c, sum, whole.Quantity().Base(), whole.Quantity().Unit.Base(), off.Cmp(room) <= 0)
	compare.Conclude(&c, compare.WithinPercent(whole.Quantity().Base(), sum, compare.OnePercent), whole.Quantity().Bound, "1 % of the whole")
	if c.Result == events.CheckFail {
		c.Message += " In all other columns the parts make exactly the whole; which of the figures is wrong the table does not show."
	}
	return sheet.Finding{Check: c, Page: whole.At.Page}, !sum.IsZero()
}
