// Package shares checks percentages of a whole, in tables and in sentences, and that those of one whole make 100 %.
package shares

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/across"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/derived"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/passage"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sums"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var PercentageCalculation = sheet.Definition{
	Name: "percentage_calculation", Severity: "critical", Tolerance: "0.1 percentage points",
	About: "Percentages beside counts are the share of the whole that most of the table's percentages are shares of; " +
		"shares that a sentence states are those of the table's amounts.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		return sheet.OnceSaid(shares(s), sums.CountedShares(s), consensus(s), slippedShares(s), namedShares(s), linkedShares(s), fractionsNamely(s),
			passage.Shares(s), across.Shares(s),
			derived.Shares(s, derived.Moves{Is: change.IsChange, Way: change.Way}))
	},
	Run: func(s *sheet.Sheet) []sheet.Finding {
		var out []sheet.Finding
		for _, t := range s.Tables {
			out = append(out, sharesOf(t)...)
		}
		for _, t := range s.Tables {
			out = append(out, untold(linedShares(t), out)...)
		}
		return out
	},
}

var PercentageSum = sheet.Definition{
	Name: "percentage_sum", Severity: "critical", Tolerance: "0.1 percentage points",
	About: "Percentages of parts make the percentage of the total row; those of a sentence that divides a thing make 100.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance {
		return sheet.OnceSaid(wholeSentences(s), itemsOfAll(s), sums.Remainders(s), sharesToAll(s), attributed(s))
	},
	Run: func(s *sheet.Sheet) []sheet.Finding {
		var out []sheet.Finding
		for _, t := range s.Tables {
			out = append(out, percentRows(t)...)
			out = append(out, wholeColumns(t)...)
			out = append(out, loneColumns(t)...)
		}
		return out
	},
}

// percentRows adds percentages above a total row. That they are parts is shown by the counts beside them or by
// another column that adds up.
func percentRows(t *sheet.Table) []sheet.Finding {
	var out []sheet.Finding
	for i, row := range t.Rows {
		stated := t.Row(row)
		if len(stated) == 0 || !stated[0].Total {
			continue
		}
		rows := sums.PartsAbove(t, i, stated[0])
		if len(rows) < 2 {
			continue
		}
		r := percentRowOf(t, stated, rows)
		for _, x := range r.sums {
			if r.shows(x) {
				out = append(out, x.Finding())
			}
		}
	}
	return out
}

// percentRow is a total row with the sums of its percentages.
type percentRow struct {
	sums   []sums.Sum
	agree  int // columns of any kind that add up
	shares int // those of percentages
}

// percentRowOf adds up the rows above a total, column by column.
func percentRowOf(t *sheet.Table, stated []sheet.Entry, rows []int) percentRow {
	var r percentRow
	for _, e := range stated {
		if e.Change || e.Per != "" || e.Metric == facts.GHGIntensity {
			continue
		}
		parts, ok := sums.Column(t, rows, e)
		if !ok {
			continue
		}
		x := sums.AddUp(parts, e)
		if !sheet.Percent(e) {
			if x.Agrees() && !x.Computed.IsZero() {
				r.agree++
			}
			continue
		}
		if sheet.ChangeHeading.MatchString(strings.Join(e.At.ColPath, " ")) {
			continue
		}
		if pointsAgree(x) && !x.Computed.IsZero() {
			r.agree++
			r.shares++
		}
		r.sums = append(r.sums, x)
	}
	return r
}

// shows reports whether the table shows that a percentage is the sum of the rows above it.
func (r percentRow) shows(x sums.Sum) bool {
	if !pointsAgree(x) && (x.Averages() && (!vocabulary.IsTotal(x.Stated.Label()) || muchOverAll(x)) || r.shares == 0 && !x.Additive()) {
		return false // vacancies, margins: that the amounts beside them add up says nothing of rates
	}
	if pointsAgree(x) && r.agree > 0 || r.agree > 1 || x.Blank() && len(r.sums) > 1 {
		return true
	}
	all := x.Stated.Quantity().Value.Cmp(compare.Hundred) == 0
	return all && (r.agree > 0 || overAll(x)) // the others make 100 too, or these more than all of what the table divides
}

// muchOverAll reports whether parts make more than all of anything: they are then shares of each row, and not of one whole.
func muchOverAll(x sums.Sum) bool {
	return x.Computed.Cmp(compare.Hundred) > 0 && !compare.WithinPercent(compare.Hundred, x.Computed, compare.TenPercent)
}

// overAll reports whether parts of what the table says to divide make a little more than all of it.
func overAll(x sums.Sum) bool {
	return len(x.Parts) > 2 && x.Computed.Cmp(compare.Hundred) > 0 && compare.WithinPercent(compare.Hundred, x.Computed, compare.TenPercent) &&
		consists.MatchString(x.Stated.At.Caption)
}

func pointsAgree(x sums.Sum) bool {
	return x.Rounding || x.Exact || quantity.Abs(quantity.Sub(x.Stated.Quantity().Value, x.Computed)).Cmp(compare.TenthPoint) <= 0
}

// wholeColumns adds up columns of percentages that have no total: where most columns make 100, the one that does
// not is a mistake. Of two columns one shows it if it makes exactly 100.0 and the other nearly does. Rows under one heading, none a part of another.
func wholeColumns(t *sheet.Table) []sheet.Finding {
	groups := map[string][]int{}
	var order []string
	for _, row := range t.Rows {
		r := t.Row(row)
		if len(r) == 0 || r[0].Source != facts.FromTable || vocabulary.IsPartOfPart(r[0].Label()) {
			continue
		}
		p := r[0].Parent()
		if groups[p] == nil {
			order = append(order, p)
		}
		groups[p] = append(groups[p], row)
	}
	var out []sheet.Finding
	for _, p := range order {
		rows := groups[p]
		if len(rows) < 3 {
			continue
		}
		var sums []sheet.Finding
		agree := 0
		for _, col := range t.Cols {
			f, ok := makesAll(t, rows, col)
			if !ok {
				continue
			}
			if f.Result == events.CheckPass {
				agree++
			}
			sums = append(sums, f)
		}
		if agree > 1 && 3*agree >= 2*len(sums) || agree == 1 && len(sums) == 2 && nearlyAll(sums) {
			out = append(out, sums...)
		}
	}
	return out
}

// nearlyAll reports whether of two columns of shares with decimals one makes 100 and the other is so near that it is hardly of anything else.
func nearlyAll(found []sheet.Finding) bool {
	for _, f := range found {
		if f.Result == events.CheckPass {
			if f.Expected != f.Stated || !strings.Contains(f.Working, ".") {
				return false
			}
			continue
		}
		off, _, err := apd.NewFromString(strings.TrimSuffix(f.Difference, " %"))
		if err != nil || quantity.Abs(off).Cmp(compare.TenPercent) > 0 {
			return false
		}
	}
	return true
}

// makesAll holds the percentages of a column against 100; ok is false where a row has none, or is a total.
func makesAll(t *sheet.Table, rows []int, col int) (sheet.Finding, bool) {
	sum, half := quantity.Int(0), quantity.Int(0)
	c := events.Check{}
	var terms []string
	page := 0
	for _, row := range rows {
		e, ok := t.Cell(row, col)
		if !ok || !sheet.Percent(e) || e.Change || e.Total || e.Target || e.Quantity().Value.Sign() < 0 || e.Quantity().Bound != quantity.Exactly {
			return sheet.Finding{}, false
		}
		sum, half = quantity.Sum(sum, e.Quantity().Value), quantity.Sum(half, e.Quantity().Half)
		terms = append(terms, compare.Show(e.Quantity().Value))
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
		page = e.At.Page
	}
	c.Working = strings.Join(terms, " + ") + " = " + compare.Show(sum) + " %"
	off := quantity.Abs(quantity.Sub(sum, compare.Hundred))
	compare.Settle(&c, compare.Hundred, sum, "%", off.Cmp(half) <= 0)
	compare.Conclude(&c, off.Cmp(compare.TenthPoint) <= 0, quantity.Exactly, "0.1 percentage points")
	if c.Result == events.CheckFail {
		c.Message = fmt.Sprintf("The column makes %s %%, where the others make 100 %%.", compare.Show(sum))
	}
	return sheet.Finding{Check: c, Page: page}, true
}
