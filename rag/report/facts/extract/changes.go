package extract

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A column "2024 vs 2023" in a table "in t CO2e" may be of tonnes or of per cent. The columns that it compares show which.

// leastChanged is how many rows of a column must be the changes between two others before it is one of changes, and how many digits
// they must have together: small figures agree by chance.
const (
	leastChanged       = 3
	leastChangedDigits = 6
)

// ofColumns are the figures of a table by column and row.
type ofColumns struct {
	order []int
	facts map[int]map[int]*facts.Fact
}

func columnsOf(s *facts.Sheet) (tables []*ofColumns) {
	known := map[int]*ofColumns{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || f.Source != facts.FromTable || f.Target || f.Ambiguous() {
			continue
		}
		t := known[f.Table]
		if t == nil {
			t = &ofColumns{facts: map[int]map[int]*facts.Fact{}}
			known[f.Table] = t
			tables = append(tables, t)
		}
		if t.facts[f.Col] == nil {
			t.facts[f.Col] = map[int]*facts.Fact{}
			t.order = append(t.order, f.Col)
		}
		if _, twice := t.facts[f.Col][f.Row]; !twice {
			t.facts[f.Col][f.Row] = f
		}
	}
	for _, t := range tables {
		slices.Sort(t.order)
	}
	return tables
}

// changes says of the columns of a table that are changes between two others what they are.
func changes(s *facts.Sheet) {
	for _, t := range columnsOf(s) {
		for _, k := range t.order {
			t.change(k)
			t.level(k)
		}
	}
}

// level takes back that a column is of changes, where that stands above its year alone and its figures are as large as the amounts beside them:
// the head of the column next to it reaches over the year of the base.
func (t *ofColumns) level(k int) {
	rows := 0
	for row, f := range t.facts[k] {
		n := len(f.ColPath)
		if !f.Change || prose.Moved(f) || n < 2 || !soleYear.MatchString(f.ColPath[n-1]) || f.Exact.Value.Sign() < 0 {
			return
		}
		if a := t.amountBeside(k, row); a != nil {
			if !alikeLarge(f.Exact.Base(), a.Exact.Base()) {
				return
			}
			rows++
		}
	}
	if rows < leastChanged {
		return
	}
	for _, f := range t.facts[k] {
		f.Change = false
		if f.Metric == facts.GHGReduction {
			f.Metric = facts.GHGEmissions
		}
		f.Notes = append(f.Notes, "A level and no change: it is as large as the amounts beside it.")
	}
}

// amountBeside is an amount in the row of a figure, in its unit; nil if there is none.
func (t *ofColumns) amountBeside(k, row int) *facts.Fact {
	f := t.facts[k][row]
	for _, o := range t.order {
		if a := t.facts[o][row]; o != k && a != nil && !a.Change && a.Dimension == f.Dimension && a.UnitBase == f.UnitBase && a.Per == f.Per {
			return a
		}
	}
	return nil
}

// alikeLarge reports whether neither of two amounts is more than four times the other.
func alikeLarge(a, b *apd.Decimal) bool {
	four := apd.New(4, 0)
	return a.Cmp(quantity.Mul(four, b)) <= 0 && b.Cmp(quantity.Mul(four, a)) <= 0
}

// change looks for the two columns, of two years, that a column of figures is the change between.
func (t *ofColumns) change(k int) {
	for _, later := range t.order {
		for _, earlier := range t.order {
			if later == k || earlier == k || later == earlier {
				continue
			}
			for _, percent := range []bool{true, false} {
				if t.isChange(k, later, earlier, percent) {
					t.makeChange(k, later, earlier, percent)
					return
				}
			}
		}
	}
}

// isChange reports whether every figure of a column that stands beside two amounts is their change, within rounding.
func (t *ofColumns) isChange(k, later, earlier int, percent bool) bool {
	rows, digits := 0, 0
	for row, f := range t.facts[k] {
		a, b := t.facts[later][row], t.facts[earlier][row]
		if a == nil || b == nil {
			continue
		}
		if a.Year <= b.Year || b.Year == 0 && !percent || a.Change || b.Change || a.Dimension != b.Dimension || a.UnitBase != b.UnitBase ||
			a.Per != b.Per || prose.Moved(a) && percent {
			return false
		}
		if f.Dimension != string(quantity.Percent) && f.Dimension != a.Dimension && f.Unit != "" ||
			f.Dimension == string(quantity.Percent) != percent && f.Unit == "%" {
			return false
		}
		if !moved(f, a, b, percent) {
			return false
		}
		rows++
		digits += significant(f.Printed)
	}
	return rows >= leastChanged && digits >= leastChangedDigits
}

// moved reports whether a figure is by how much one amount is more than another, in per cent of that or in their unit.
func moved(f, a, b *facts.Fact, percent bool) bool {
	difference := quantity.Sub(a.Exact.Base(), b.Exact.Base())
	room := quantity.Sum(quantity.Mul(a.Exact.Half, a.Exact.Unit.Factor), quantity.Mul(b.Exact.Half, b.Exact.Unit.Factor))
	if !percent {
		factor := a.Exact.Unit.Factor
		said := quantity.Mul(f.Exact.Value, factor)
		room = quantity.Sum(room, quantity.Mul(f.Exact.Half, factor))
		return quantity.Abs(quantity.Sub(difference, said)).Cmp(room) <= 0
	}
	share, ok := quantity.PercentOf(difference, b.Exact.Base())
	slack, also := quantity.PercentOf(room, b.Exact.Base())
	return ok && also && quantity.Abs(quantity.Sub(share, f.Exact.Value)).Cmp(quantity.Sum(f.Exact.Half, quantity.Abs(slack))) <= 0
}

// makeChange gives the figures of a column the unit and the year of a change.
func (t *ofColumns) makeChange(k, later, earlier int, percent bool) {
	year, base, period := 0, 0, "" // the period as it is printed says in which year one ends
	for _, row := range slices.Sorted(maps.Keys(t.facts[later])) {
		if a, b := t.facts[later][row], t.facts[earlier][row]; b != nil && a.Year > year {
			year, base, period = a.Year, b.Year, a.Period
		}
	}
	for row, f := range t.facts[k] {
		year, base, period := year, base, period
		if a, b := t.facts[later][row], t.facts[earlier][row]; a != nil && b != nil { // each row may count from a year of its own
			year, base, period = a.Year, b.Year, a.Period
		}
		f.Change = true
		if f.Year == 0 || f.Year == base { // what it counts from
			f.Year, f.Period = cmp.Or(year, f.Year), period
		}
		if percent {
			inPercent(f)
		}
		f.Notes = append(f.Notes, fmt.Sprintf("A change from %d to %d: in each row it is that between the amounts beside it.", base, year))
	}
}

// inPercent gives a figure the unit that its neighbours show it to be in.
func inPercent(f *facts.Fact) {
	if prose.Moved(f) {
		return
	}
	f.Unit, f.Dimension, f.Per = "%", string(quantity.Percent), ""
	f.Exact.Unit, f.Exact.Per = quantity.Unit{Symbol: "%", Dimension: quantity.Percent, Factor: apd.New(1, 0)}, ""
	f.Factor, f.ValueBase, f.UnitBase = "1", f.Value, "%"
}
