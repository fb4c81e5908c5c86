package extract

import (
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
)

// moves gives changes in a row of a table the metric of its amounts: a column "Change in %" is of whatever the row is about.
func moves(s *facts.Sheet) {
	type row struct{ table, row int }
	amounts, mixed := map[row]facts.Metric{}, map[row]bool{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || f.Change || prose.Moved(f) {
			continue
		}
		k := row{f.Table, f.Row}
		if m, seen := amounts[k]; seen && m != f.Metric {
			mixed[k] = true
		}
		amounts[k] = f.Metric
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		k := row{f.Table, f.Row}
		m := amounts[k]
		if f.Table == 0 || !f.Change || !prose.Moved(f) || m == "" || mixed[k] {
			continue
		}
		if m == facts.GHGEmissions || m == facts.GHGIntensity {
			m = facts.GHGReduction
		}
		f.Metric = m
	}
}
