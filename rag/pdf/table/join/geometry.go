package join

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/table"
)

func (d *draft) fontSize() float64 {
	sum, n := 0.0, 0
	for i := range d.entries {
		if e := &d.entries[i]; e.size > 0 {
			sum, n = sum+e.size, n+1
		}
	}
	if n == 0 {
		return 10
	}
	return sum / float64(n)
}

func (d *draft) leftEdge() float64 {
	left := math.Inf(1)
	for r := range d.t.Rows {
		if e := d.entry(r, d.label); !e.empty() && e.cell.Row == r && r >= d.head {
			left = math.Min(left, e.x0)
		}
	}
	if math.IsInf(left, 1) {
		return 0
	}
	// Columns of one table stand at one place on each of its pages, so that indents can be compared; the
	// column's own border is the better zero if it is near.
	if e := &d.entries[d.at[min(d.head, d.t.Rows-1)][d.label]]; e.cell != nil {
		if x := table.Upright(d.t.Turn, d.page.Width, d.page.Height, e.cell.Rect)[0]; left-x < 3*d.fontSize() && left >= x-1e-6 && d.t.Ruled {
			return x
		}
	}
	return left
}
