package facts

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Rows of emissions that name no scope are of one if they add up to it: "Natural gas", "Heating oil" and "Vehicle fleet" above
// "Scope 1", in every column.

// emitted is a row of a table of emissions.
type emitted struct {
	row   int
	facts map[int]*Fact // by column
	scope string        // of all of it; empty if it names none
	part  bool          // it is a category of a scope that it names
}

// members gives rows the scope that they add up to.
func (s *Sheet) members() {
	tables := map[int]map[int]*emitted{}
	var order []int
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || f.Metric != GHGEmissions || f.Change || f.Target || f.Ambiguous() || f.ValueBase == "" {
			continue
		}
		if tables[f.Table] == nil {
			tables[f.Table] = map[int]*emitted{}
			order = append(order, f.Table)
		}
		r := tables[f.Table][f.Row]
		if r == nil {
			r = &emitted{row: f.Row, facts: map[int]*Fact{}, scope: f.Scope, part: f.Scope != "" && f.Category != ""}
			tables[f.Table][f.Row] = r
		}
		if _, twice := r.facts[f.Col]; !twice {
			r.facts[f.Col] = f
		}
	}
	for _, n := range order {
		rows := make([]*emitted, 0, len(tables[n]))
		for _, r := range tables[n] {
			rows = append(rows, r)
		}
		slices.SortFunc(rows, func(a, b *emitted) int { return cmp.Compare(a.row, b.row) })
		for i, total := range rows {
			if total.scope != "1" && total.scope != "2" && total.scope != "3" || total.part {
				continue
			}
			if !total.adopt(rows[:i], -1) && i+1 < len(rows) {
				total.adopt(rows[i+1:], 1)
			}
		}
	}
}

// adopt gives the rows next to a scope, above it (-1) or below it (1), that scope if so many of them add up to it.
func (e *emitted) adopt(beside []*emitted, step int) bool {
	var parts []*emitted
	for k := range beside {
		r := beside[k]
		if step < 0 {
			r = beside[len(beside)-1-k]
		}
		if r.scope != "" {
			return false
		}
		parts = append(parts, r)
		if len(parts) > 1 && e.isSumOf(parts) {
			for _, p := range parts {
				for _, f := range p.facts {
					f.Scope, f.Category = e.scope, cmp.Or(f.Category, f.Own())
					f.Notes = append(f.Notes, fmt.Sprintf("Of Scope %s: with the rows next to it, it adds up to that.", e.scope))
				}
				p.scope, p.part = e.scope, true
			}
			return true
		}
	}
	return false
}

// isSumOf reports whether the columns of a row add up from those of others, all of them within their rounding.
func (e *emitted) isSumOf(parts []*emitted) bool {
	columns := 0
	for col, total := range e.facts {
		sum, room := new(apd.Decimal), quantity.Mul(total.q.Half, total.q.Unit.Factor)
		for _, p := range parts {
			f, there := p.facts[col]
			if !there {
				return false
			}
			sum = quantity.Sum(sum, f.q.Base())
			room = quantity.Sum(room, quantity.Mul(f.q.Half, f.q.Unit.Factor))
		}
		if quantity.Abs(quantity.Sub(sum, total.q.Base())).Cmp(room) > 0 || sum.IsZero() {
			return false
		}
		columns++
	}
	return columns > 0
}
