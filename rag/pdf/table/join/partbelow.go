package join

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Of two tables that stand below one another, with columns alike, the lower one has heads in words: they stand farther below the last row of figures
// than its own rows stand apart, and there are as many as columns of figures below.

const (
	farther  = 1.3 // times as far as the rows below
	longHead = 40  // characters of a head in words
)

// partBelow is the heads of a table that begins with row r within another one; nil if none does.
func (d *draft) partBelow(r int) [][]string {
	if d.head == 0 || r <= d.head || r+2 >= d.t.Rows || d.t.Turn != 0 || d.entry(r, d.label).empty() || !d.standsApart(r) {
		return nil
	}
	heads, seen := d.wordsOf(r)
	if len(seen) < 2 {
		return nil
	}
	out, taken := make([][]string, d.t.Cols), 0
	for c := d.side; c < d.t.Cols; c++ {
		if !d.figuresUnder(r, c) {
			continue
		}
		from := c
		if heads[c] == "" {
			switch { // its head is wider and reaches into the column beside it, which has no figures
			case c > d.side && heads[c-1] != "" && !d.figuresUnder(r, c-1):
				from = c - 1
			case c+1 < d.t.Cols && heads[c+1] != "" && !d.figuresUnder(r, c+1):
				from = c + 1
			default:
				return nil
			}
		}
		out[c] = []string{heads[from]}
		taken++
	}
	if taken != len(seen) {
		return nil
	}
	return out
}

// wordsOf are the words of a row behind its label, by column; none if it has a figure, an answer, or the same twice.
func (d *draft) wordsOf(r int) (heads []string, seen map[string]bool) {
	heads, seen = make([]string, d.t.Cols), map[string]bool{}
	for c := d.side; c < d.t.Cols; c++ {
		e := d.entry(r, c)
		if e.empty() || e.cell.Col != c {
			continue
		}
		if e.cell.Row != r || e.kind != printed.Wordy || seen[e.text] || len(e.text) > longHead || answers[strings.ToLower(e.text)] {
			return heads, nil
		}
		heads[c], seen[e.text] = e.text, true
	}
	return heads, seen
}

// figuresUnder reports whether a column has figures in both rows below a row.
func (d *draft) figuresUnder(r, c int) bool {
	for k := r + 1; k <= r+2; k++ {
		if e := d.entry(k, c); e.empty() || e.cell.Row != k || e.kind != printed.Number && e.kind != printed.Absent {
			return false
		}
	}
	return true
}

// standsApart reports whether a row stands farther below a row of figures than the two rows below it stand apart.
func (d *draft) standsApart(r int) bool {
	var base [4]float64 // of the row above, of this one, and of those below
	for i := range base {
		e := d.entry(r-1+i, d.label)
		if e.empty() || e.cell.Row != r-1+i || len(e.cell.Lines) == 0 || len(e.cell.Lines[0]) == 0 {
			return false
		}
		lines := e.cell.Lines
		if i == 0 {
			lines = lines[len(lines)-1:]
		}
		base[i] = d.page.Words[lines[0][0]].Base
	}
	figures := false
	for c := d.side; c < d.t.Cols; c++ {
		figures = figures || d.entry(r-1, c).kind == printed.Number
	}
	return figures && base[1]-base[0] > farther*(base[3]-base[2])
}
