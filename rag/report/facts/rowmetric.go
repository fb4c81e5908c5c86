package facts

import "github.com/sibyl-project/sibyl/rag/report/quantity"

// moves gives changes in a row of a table the metric of its amounts: a column "Change in %" is of whatever the row is about.
func (s *Sheet) moves() {
	type row struct{ table, row int }
	amounts := map[row]Metric{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || f.Change || moved(f) {
			continue
		}
		k := row{f.Table, f.Row}
		if m, seen := amounts[k]; seen && m != f.Metric {
			amounts[k] = Other
		} else {
			amounts[k] = f.Metric
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		m := amounts[row{f.Table, f.Row}]
		if f.Table == 0 || !f.Change || !moved(f) || m == "" || m == Other {
			continue
		}
		if m == GHGEmissions {
			m = GHGReduction
		}
		f.Metric = m
	}
}

// moved reports whether a figure is a percentage or percentage points.
func moved(f *Fact) bool {
	return f.Dimension == string(quantity.Percent) || f.Dimension == string(quantity.Points)
}
