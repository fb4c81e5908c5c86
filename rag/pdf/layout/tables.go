package layout

import (
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// eachWord calls f with every word of a table.
func eachWord(t *table.Table, f func(word int)) {
	all := func(ws []int) {
		for _, w := range ws {
			f(w)
		}
	}
	all(t.Caption)
	for _, n := range t.Notes {
		all(n)
	}
	for _, c := range t.Cells {
		for _, l := range c.Lines {
			all(l)
		}
	}
}

// tableElements are the page's tables as they take part in its order, each with its caption and notes.
func (t *pageText) tableElements() []element {
	var out []element
	for i := range t.raw.Tables {
		rt := &t.raw.Tables[i]
		box, rows := t.turn.Box(rt.Rect), rt.Rows
		for _, ws := range append([][]int{rt.Caption}, rt.Notes...) {
			rows++
			for _, w := range ws {
				if w >= 0 && w < len(t.raw.Words) && frames.Finite(t.raw.Words[w].Box) {
					box = frames.Join(box, t.turn.Box(t.raw.Words[w].Box))
				}
			}
		}
		if frames.Finite(box) {
			e := solid(box, rows)
			e.table = i + 1
			out = append(out, e)
		}
	}
	return out
}

// tableLines writes a table: its caption, a line of text for each row, and its notes. Each line of a cell
// is a line of its own, so that its place is exact.
func (t *pageText) tableLines(n int) []line {
	rt := &t.raw.Tables[n]
	var out []line
	if ls := t.linesOfWords(rt.Caption, document.RoleCaption); len(ls) > 0 {
		ls[0].starts = true
		out = append(out, ls...)
	}
	cells := slices.Clone(rt.Cells)
	slices.SortStableFunc(cells, func(a, b table.Cell) int {
		if a.Row != b.Row {
			return a.Row - b.Row
		}
		return a.Col - b.Col
	})
	first := true
	for _, c := range cells {
		for k, ws := range c.Lines {
			l, ok := t.lineOfWords(ws)
			if !ok {
				continue
			}
			l.role, l.starts = document.RoleRow, first
			l.table, l.row, l.col, l.within = n+1, c.Row, c.Col, k > 0
			first = false
			out = append(out, l)
		}
	}
	for _, note := range rt.Notes {
		if ls := t.linesOfWords(note, document.RoleNote); len(ls) > 0 {
			ls[0].starts = true
			out = append(out, ls...)
		}
	}
	return out
}

// lineOfWords writes words that stand on one line of a cell, in the direction of most of them.
func (t *pageText) lineOfWords(indexes []int) (line, bool) {
	fs, turn := t.fragmentsOfWords(indexes)
	if len(fs) == 0 {
		return line{}, false
	}
	refs := make([]*fragment, len(fs))
	for i := range fs {
		refs[i] = &fs[i]
	}
	l := lineOf(refs, turn)
	for i, r := range l.text {
		if r == '\t' {
			l.text[i] = ' '
		}
	}
	return l, true
}

// linesOfWords writes words that stand on several lines.
func (t *pageText) linesOfWords(indexes []int, role document.Role) []line {
	fs, turn := t.fragmentsOfWords(indexes)
	if len(fs) == 0 {
		return nil
	}
	els := make([]element, len(fs))
	for i := range fs {
		els[i] = fragmentElement(&fs[i])
	}
	ls := linesOf(els, turn)
	for i := range ls {
		ls[i].role = role
		for j, r := range ls[i].text {
			if r == '\t' {
				ls[i].text[j] = ' '
			}
		}
	}
	return ls
}

func (t *pageText) fragmentsOfWords(indexes []int) ([]fragment, frames.Frame) {
	var own []paint.Word
	for _, i := range indexes {
		if i >= 0 && i < len(t.raw.Words) {
			own = append(own, t.raw.Words[i])
		}
	}
	turns := frames.Of(own)
	if len(turns) == 0 {
		return nil, 0
	}
	var words []word
	for i := range own {
		if w, ok := newWord(&own[i], turns[0]); ok {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return nil, 0
	}
	return fragmentsOf(words), turns[0]
}

// complete gives the cells of a page's tables their places in its text.
func complete(tables []document.Table, cells map[cellPlace][2]int, end int) []document.Table {
	for t := range tables {
		at := end // of a cell with no text of its own: after the cell before it
		for r := range tables[t].Rows {
			for c := range tables[t].Rows[r] {
				cell := &tables[t].Rows[r][c]
				if span, ok := cells[cellPlace{t + 1, r, c}]; ok {
					cell.Start, cell.End = span[0], span[1]
					at = span[1]
					continue
				}
				cell.Start, cell.End = at, at
			}
		}
	}
	return tables
}

// cellPlace names a cell of a page: its table from 1, its row and column.
type cellPlace struct{ table, row, col int }
