package tables

import (
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// The last rows of a wide table - what is left over, and the total - fill its first columns alone. They are then found as a table of their own, of
// fewer columns, whose figures stand below those of the wide one.

// leastBelow is how many columns of figures must stand below columns of another table: one does so by chance.
const leastBelow = 2

// figureSpan is where the figures of a column stand: from the left edge of the first to the right edge of the last.
type figureSpan struct{ left, right float64 }

// headsBelow are the heads of a table that has none, by the columns of the table above under which its figures stand; nil if it is no part of that.
func headsBelow(p *document.Page, above, t *document.Table) [][]string {
	if len(above.Rows) == 0 || len(t.Rows) == 0 || !anyHead(above) || ownCaption(t.Caption) {
		return nil
	}
	if gap := t.Rect[1] - above.Rect[3]; gap < -aligned || gap > tornGap || t.Rect[0] < above.Rect[0]-aligned || t.Rect[2] > above.Rect[2]+aligned {
		return nil
	}
	above = grouped(above)
	heads, found, last := make([][]string, len(t.Rows[0])), 0, -1
	for j := range t.Rows[0] {
		span, unit, ok := spanOf(p, t, j)
		if !ok {
			continue
		}
		k := columnOver(above, span)
		if k <= last || len(columnHeads(above, k)) == 0 {
			return nil
		}
		if u := columnUnit(above, k); unit != "" && u != "" && cell.Bare(u) != cell.Bare(unit) {
			return nil
		}
		heads[j], last = columnHeads(above, k), k
		found++
	}
	if found < leastBelow {
		return nil
	}
	return heads
}

// ownCaption reports whether a caption is of a table of its own: with a unit, a year or a number.
func ownCaption(caption string) bool {
	if vocabulary.YearIn(caption) > 0 || numbered.MatchString(caption) {
		return true
	}
	for _, m := range cell.Brackets.FindAllStringSubmatch(caption, -1) {
		if cell.IsUnit(m[1]) {
			return true
		}
	}
	return cell.TrailingUnit(caption) != "" || inUnitOf.MatchString(caption)
}

var inUnitOf = pattern.Compile(`(?i)\bin\s+(?:[€$£%]|EUR|USD|TEUR|GBP|million|thousand|per\s*cent)`)

// spanOf is where the figures of a column are printed, and in which unit; ok is false if it has none.
func spanOf(p *document.Page, t *document.Table, col int) (span figureSpan, unit string, ok bool) {
	for _, row := range t.Rows {
		if col >= len(row) || row[col].Value == "" {
			continue
		}
		c := &row[col]
		box := c.Rect
		if r := p.Rects(c.Start, c.End); len(r) > 0 {
			box = r[0]
		}
		if !ok {
			span = figureSpan{box[0], box[2]}
		}
		span.left, span.right = min(span.left, box[0]), max(span.right, box[2])
		unit, ok = cell.FirstOf(unit, c.Unit), true
	}
	return span, unit, ok
}

// columnOver is the column of a table within which figures stand; -1 if there is none.
func columnOver(t *document.Table, s figureSpan) int {
	const slack = 2 // points by which a figure may stand over
	for _, row := range t.Rows[min(t.HeaderRows, len(t.Rows)-1):] {
		for k := range row {
			if c := &row[k]; c.Value != "" && c.Cols < 2 && s.left >= c.Rect[0]-slack && s.right <= c.Rect[2]+slack {
				return k
			}
		}
	}
	return -1
}

func columnHeads(t *document.Table, col int) []string {
	if col < 0 {
		return nil
	}
	return t.Rows[len(t.Rows)-1][col].ColPath
}

// columnUnit is the unit of the figures of a column: of one of them, or its lowest head.
func columnUnit(t *document.Table, col int) string {
	for _, row := range t.Rows {
		if row[col].Value != "" && row[col].Unit != "" {
			return row[col].Unit
		}
	}
	_, unit := namesOf(columnHeads(t, col))
	return unit
}
