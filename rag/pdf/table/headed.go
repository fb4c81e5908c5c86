package table

import (
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// headedAbove reports whether a table that begins with figures has the heads of its columns right above it, outside of what is
// drawn around it: texts and years side by side, each over a column of its own. Only its rows are drawn then.
func (f *frame) headedAbove(t *Table) bool {
	const near = 2.2 // font sizes from the heads to the rows
	figures := 0
	for i := range t.Cells {
		if c := &t.Cells[i]; c.Row == 0 && c.Col > 0 && f.kindOfCell(c) == printed.Number {
			figures++
		}
	}
	if figures == 0 || 2*figures < t.Cols-1 {
		return false
	}
	lines := f.lines(f.inside(t.Rect[0]-f.em, t.Rect[1]-near*f.em, t.Rect[2]+f.em, t.Rect[1]))
	if len(lines) == 0 {
		return false
	}
	over := map[int]bool{} // columns behind the first
	for _, ch := range lines[len(lines)-1].chunks {
		if ch.kind == printed.Number || ch.kind == printed.Absent {
			return false
		}
		from, to := t.columnAt(ch.x0), t.columnAt(ch.x1)
		if from < 0 || to < 0 || from != to || over[from] {
			return false
		}
		over[from] = true
	}
	behind := len(over)
	if over[0] {
		behind--
	}
	return len(over) > 1 && 2*behind >= t.Cols-1
}

// columnAt is the column of a table that a place across the page lies in; -1 if none.
func (t *Table) columnAt(x float64) int {
	for i := range t.Cells {
		if c := &t.Cells[i]; c.ColSpan == 1 && x >= c.Rect[0] && x <= c.Rect[2] {
			return c.Col
		}
	}
	return -1
}
