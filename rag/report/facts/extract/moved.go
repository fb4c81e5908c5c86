package extract

import (
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
)

// line is a row of a table, or a column.
type line struct {
	table, at int
	column    bool
}

// tableAmounts is what the amounts of lines measure, and of how many lines not all measure the same.
type tableAmounts struct {
	metric map[line]facts.Metric
	mixed  map[line]bool
	count  map[line]int
}

func (a *tableAmounts) take(l line, m facts.Metric) {
	if first, seen := a.metric[l]; seen && m != first {
		a.mixed[l] = true
	}
	a.metric[l] = m
	a.count[l]++
}

// fewAmounts is how many amounts a column must have to say what a change below them is of.
const fewAmounts = 2

// of is what a change is of: what its row measures or, where that has no amounts of its own, its column.
func (a *tableAmounts) of(f *facts.Fact) facts.Metric {
	row, column := line{f.Table, f.Row, false}, line{f.Table, f.Col, true}
	switch {
	case a.mixed[row], a.count[row] == 0 && (a.mixed[column] || a.count[column] < fewAmounts):
		return ""
	case a.count[row] > 0:
		return a.metric[row]
	}
	return a.metric[column]
}

// moves gives changes of a table the metric of its amounts: a column "Change in %" is of whatever the row is about, and a row "Change since 2019"
// of what its columns are.
func moves(s *facts.Sheet) {
	a := tableAmounts{map[line]facts.Metric{}, map[line]bool{}, map[line]int{}}
	for i := range s.Facts {
		if f := &s.Facts[i]; f.Table > 0 && !f.Change && !prose.Moved(f) {
			a.take(line{f.Table, f.Row, false}, f.Metric)
			a.take(line{f.Table, f.Col, true}, f.Metric)
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || !f.Change || !prose.Moved(f) {
			continue
		}
		switch m := a.of(f); m {
		case "":
		case facts.GHGEmissions, facts.GHGIntensity:
			f.Metric = facts.GHGReduction
		default:
			if f.Metric == facts.GHGReduction && m != facts.GHGReduction {
				f.Scope, f.Category, f.Number, f.Method = "", "", 0, ""
			}
			f.Metric = m
		}
	}
}
