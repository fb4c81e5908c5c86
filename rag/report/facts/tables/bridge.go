package tables

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// leastMoves is how many changes lead from one amount to the next.
const leastMoves = 2

// bridge marks the changes of a column that lead from its first figure to its last: each has its sign, the two have none, and the sum is right but
// for rounding.
func bridge(cells []cell.Cell) {
	columns, order := map[int][]int{}, []int(nil)
	for i := range cells {
		col := cells[i].Col
		if columns[col] == nil {
			order = append(order, col)
		}
		columns[col] = append(columns[col], i)
	}
	for _, col := range order {
		all := columns[col]
		if len(all) < leastMoves+2 || !leads(cells, all) {
			continue
		}
		for _, i := range all[1 : len(all)-1] {
			cells[i].Moves = true
		}
	}
}

func leads(cells []cell.Cell, all []int) bool {
	values, off := []*apd.Decimal(nil), []*apd.Decimal(nil)
	for k, i := range all {
		c := &cells[i]
		if c.Q.Value == nil || c.Q.Half == nil || strings.ContainsAny(c.Printed[:min(len(c.Printed), 3)], "+-−–") != (k > 0 && k < len(all)-1) {
			return false
		}
		values, off = append(values, c.Q.Value), append(off, c.Q.Half)
	}
	last := len(values) - 1
	return quantity.Abs(quantity.Sub(quantity.Sum(values[:last]...), values[last])).Cmp(quantity.Sum(off...)) <= 0
}
