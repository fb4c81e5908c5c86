package consistency

import (
	"fmt"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Between two ends of a range, and before the first.
var (
	between = pattern.Compile(`(?i)\bbetween\s+$`)
	andThen = pattern.Compile(`(?i)^\s+and\s+$`)
)

// rangesBroken holds "between 62 % and 91 % of farms" against the column that has one of the two at its own end, and not the other at the other:
// most words of its heading stand in the sentence.
func rangesBroken(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i := 1; i < len(x.Figures); i++ {
			a, b := x.Figures[i-1], x.Figures[i]
			if !between.MatchString(x.Text[:a.Start]) || !andThen.MatchString(x.Text[a.End:b.Start]) || x.Renewed() {
				continue
			}
			if u, ok := rangeOf(s, x, a, b); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// rangeOf is the one column that a range is of but for one end; ok is false where a column has both.
func rangeOf(s *sheet.Sheet, x sheet.Statement, a, b quantity.Quantity) (u sheet.Utterance, ok bool) {
	about := sheet.Stems(x.Text)
	for _, t := range s.Tables {
		for _, col := range t.Cols {
			low, high, n := ends(t, col)
			if n < compare.LeastShown || !low.Sayable(a) || low.Year != high.Year {
				continue
			}
			first, last := low.Prints(a), high.Prints(b)
			if first && last {
				return u, false
			}
			if first == last || !spokenColumn(low, about) {
				continue
			}
			if ok {
				return u, false
			}
			e, q := high, b
			if last {
				e, q = low, a
			}
			u, ok = slipNamed(x, q, e, fmt.Sprintf(" The range begins or ends as the column does, which goes from %s to %s.", low.WithUnit(), high.WithUnit())), true
			u.Severity = "warning"
		}
	}
	return u, ok
}

// ends are the lowest and the highest figure of a column, and of how many, totals left out.
func ends(t *sheet.Table, col int) (low, high sheet.Entry, n int) {
	for _, row := range t.Rows {
		e, there := t.Cell(row, col)
		if !there || e.Total || e.Change || e.Target || e.Source != facts.FromTable {
			continue
		}
		if n > 0 && !sheet.Comparable(e, low) {
			return low, high, 0
		}
		if n == 0 || e.Quantity().Value.Cmp(low.Quantity().Value) < 0 {
			low = e
		}
		if n == 0 || e.Quantity().Value.Cmp(high.Quantity().Value) > 0 {
			high = e
		}
		n++
	}
	return low, high, n
}

// spokenColumn reports whether a sentence has most words of the heading over a figure.
func spokenColumn(e sheet.Entry, about []string) bool {
	own := sheet.Stems(e.Column())
	n := 0
	for _, w := range own {
		if sheet.SharesWord([]string{w}, about) {
			n++
		}
	}
	return n > 0 && 2*n >= len(own)
}
