package extract

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// leastPortions is how many rows a column of percentages must agree with another one in before it is one of shares of it.
const leastPortions = 3

// portions gives a column of percentages the metric of the column of amounts that it has the shares of: "Emissions, t" and "%", where
// each percentage is what its row's amount is of the row that has 100 %, or of all rows together.
func portions(s *facts.Sheet) {
	type column struct{ table, col int }
	columns := map[column]map[int]*facts.Fact{}
	var order []column
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || f.Change || f.Target || f.Ambiguous() || f.Per != "" {
			continue
		}
		k := column{f.Table, f.Col}
		if columns[k] == nil {
			columns[k] = map[int]*facts.Fact{}
			order = append(order, k)
		}
		if _, twice := columns[k][f.Row]; !twice {
			columns[k][f.Row] = f
		}
	}
	for _, k := range order {
		of := slices.DeleteFunc(slices.Clone(order), func(o column) bool { return o.table != k.table || o.col == k.col })
		slices.SortStableFunc(of, func(a, b column) int { return cmp.Compare(far(a.col, k.col), far(b.col, k.col)) })
		for _, o := range of {
			if sharesOf(columns[k], columns[o]) {
				takeMetric(columns[k], columns[o])
				break
			}
		}
	}
}

func far(a, b int) int { return max(a-b, b-a) }

// sharesOf reports whether every percentage of a column is its row's part of the amounts of another, within rounding. A column whose
// percent sign was not read has the unit of its table; figures of two years that happen to be in proportion are no shares, and
// neither are parts that exceed their whole.
func sharesOf(percents, amounts map[int]*facts.Fact) bool {
	whole, listed, unit := (*facts.Fact)(nil), new(apd.Decimal), ""
	for row, p := range percents {
		a := amounts[row]
		if a == nil || prose.Moved(a) || !prose.Moved(p) && (p.Metric == facts.GHGIntensity || p.UnitBase != "" && p.UnitBase != a.UnitBase) ||
			unit != "" && unit != a.Dimension+a.UnitBase {
			return false
		}
		unit = a.Dimension + a.UnitBase
		if !prose.Moved(p) && (a.Year != p.Year || p.Exact.Value.Cmp(prose.HundredPercent) > 0) {
			return false
		}
		if p.Exact.Value.Cmp(prose.HundredPercent) == 0 {
			if whole != nil {
				return false
			}
			whole = a
		} else {
			listed = quantity.Sum(listed, a.Exact.Base())
		}
	}
	if len(percents) < leastPortions {
		return false
	}
	if whole != nil {
		listed = whole.Exact.Base()
	}
	for row, p := range percents {
		share, ok := quantity.PercentOf(amounts[row].Exact.Base(), listed)
		if !ok || quantity.Abs(quantity.Sub(share, p.Exact.Value)).Cmp(quantity.Mul(p.Exact.Half, apd.New(12, -1))) > 0 {
			return false
		}
	}
	return true
}

// takeMetric gives percentages the metric and the scope of the amounts in their rows.
func takeMetric(percents, amounts map[int]*facts.Fact) {
	for row, p := range percents {
		a := amounts[row]
		inPercent(p)
		if a.Metric == p.Metric {
			continue
		}
		p.Metric = a.Metric
		if a.Metric == facts.Headcount {
			p.Metric = facts.HeadcountShare
		}
		p.Scope, p.Category, p.Number, p.Method = a.Scope, a.Category, a.Number, a.Method
		p.Year, p.Period = cmp.Or(p.Year, a.Year), cmp.Or(p.Period, a.Period)
		p.Notes = append(p.Notes, fmt.Sprintf("A share of %q: in each row it is that part of the amounts beside it.", a.Metric))
	}
}
