package extract

import (
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
)

// oneMetricARow gives the figures of a row that differ by nothing but their year the metric that most of them have: a reader of headings sees
// each with its own column, and is in doubt of one and not of the next. Where none has most, what the row measures is not known.
func oneMetricARow(s *facts.Sheet) {
	type row struct{ table, row int }
	rows := map[row][]*facts.Fact{}
	mixed := map[row]bool{}
	var order []row
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || f.Source != facts.FromTable || f.Change || f.Target || prose.Moved(f) {
			continue
		}
		at := row{f.Table, f.Row}
		if len(rows[at]) == 0 {
			order = append(order, at)
		} else if first := rows[at][0]; f.Dimension+f.UnitBase+f.Per != first.Dimension+first.UnitBase+first.Per {
			mixed[at] = true
		}
		mixed[at] = mixed[at] || len(f.ColPath) == 0 || !allPeriods(f.ColPath)
		rows[at] = append(rows[at], f)
	}
	for _, at := range order {
		if !mixed[at] {
			becomeOne(rows[at])
		}
	}
}

// becomeOne gives figures that measure one thing the metric that more than half of them have.
func becomeOne(row []*facts.Fact) {
	count := map[facts.Metric]int{}
	for _, f := range row {
		count[f.Metric]++
	}
	if len(count) < 2 {
		return
	}
	best := facts.Other
	for m, n := range count {
		if 2*n > len(row) {
			best = m
		}
	}
	for _, f := range row {
		if f.Metric != best {
			f.Metric = best
			f.Notes = append(f.Notes, "Measures what the figures of the other years in its row do.")
		}
	}
}
