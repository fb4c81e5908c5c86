package join

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
)

// cornerGoesOn reports whether the first row below the heads is the rest of what stands beside them: a text of several lines in the corner, with
// heads at half of its height. It stands alone, and begins before the heads end.
func (d *draft) cornerGoesOn() bool {
	r := d.head
	if r == 0 || r+1 >= d.t.Rows || d.before != nil || d.entry(r, 0).empty() || d.entry(r, 0).full(d) {
		return false
	}
	for c := 1; c < d.t.Cols; c++ {
		if !d.entry(r, c).empty() {
			return false
		}
	}
	top, _ := d.heights(d.entry(r, 0).cell.Lines)
	for c := 1; c < d.t.Cols; c++ {
		if e := d.entry(r-1, c); !e.empty() && e.cell.Row == r-1 {
			if from, to := d.heights(e.cell.Lines); top < to-0.2*(to-from) {
				return true
			}
		}
	}
	return false
}

// heights is where lines begin and end in height.
func (d *draft) heights(lines [][]int) (top, bottom float64) {
	top, bottom = math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		for _, i := range l {
			box := d.upright(d.page.Words[i].Box)
			top, bottom = math.Min(top, box[1]), math.Max(bottom, box[3])
		}
	}
	return top, bottom
}

func (d *draft) upright(box paint.Rect) paint.Rect {
	return table.Upright(d.t.Turn, d.page.Width, d.page.Height, box)
}

// joinCorner takes the rest of the corner to the heads, and to the name of the table if that is what stands above it in the same text.
func (d *draft) joinCorner() {
	if !d.cornerGoesOn() {
		return
	}
	rest := d.entry(d.head, 0)
	if n := len(d.t.Caption); n > 0 {
		_, bottom := d.heights([][]int{d.t.Caption})
		if top, _ := d.heights(rest.cell.Lines); top-bottom < rest.size && top > bottom-rest.size {
			d.caption += " " + rest.text
		}
	}
	d.head++
	d.cornerEnd = d.head
}
