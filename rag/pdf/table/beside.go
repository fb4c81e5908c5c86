package table

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Two tables that stand side by side in one frame share its rows and nothing else: "Energy in MWh | 2024 | 2023 | Greenhouse gases in
// t | 2024 | 2023". Read as one, the figures on the right would be of the labels on the far left.

const (
	leastBeside  = 3   // rows with figures on either side
	mostUnnamed  = 0.2 // of the rows with figures on the right, how many may lack a label of their own
	leastVaried  = 0.6 // of such labels, how many differ: a column of units, of kinds or of references repeats itself
	leastOwnName = 0.6 // of such labels, how many are those of the first column
	sharedHeads  = 2   // heads that both sides have: the years
)

// sideBySide parts a table where a column of labels begins another one; at most maxBeside times.
func (f *frame) sideBySide(t Table) []Table {
	out := []Table{}
	for len(out) < maxBeside {
		at := f.labelsAnew(&t)
		if at == 0 {
			break
		}
		left, right := t.columns(0, at), t.columns(at, t.Cols)
		out = append(out, left)
		t = right
	}
	return append(out, t)
}

const maxBeside = 4

// labelsAnew is the column in which the labels of a second table stand; 0 if there is none.
func (f *frame) labelsAnew(t *Table) int {
	if t.Cols < 4 || t.Rows < leastBeside {
		return 0
	}
	text, kind := f.grid(t)
	body := t.Rows // the first row with a label and a figure that is no year
	for r := t.Rows - 1; r >= 0; r-- {
		for c := 1; c < t.Cols && text[r][0] != ""; c++ {
			if kind[r][c] == printed.Number && !isYear(text[r][c]) {
				body = r
			}
		}
	}
	for at := 2; at < t.Cols-1; at++ {
		if f.beginsTable(t, text, kind, body, at) {
			return at
		}
	}
	return 0
}

// beginsTable reports whether the labels of a second table stand in a column: it has figures on both sides, labels that differ beside
// those on the right, and on the right either the heads or the labels of the left again.
func (f *frame) beginsTable(t *Table, text [][]string, kind [][]printed.Kind, body, at int) bool {
	left, right, named, own := 0, 0, 0, 0
	labels := map[string]bool{}
	for r := body; r < t.Rows; r++ {
		if slices.Contains(kind[r][1:at], printed.Number) && text[r][0] != "" {
			left++
		}
		if !slices.Contains(kind[r][at+1:], printed.Number) {
			continue
		}
		right++
		if kind[r][at] == printed.Wordy && countLetters(text[r][at]) > 2 {
			named++
			labels[text[r][at]] = true
			if text[r][at] == text[r][0] {
				own++
			}
		}
	}
	if left < leastBeside || right < leastBeside || float64(right-named) > mostUnnamed*float64(right) {
		return false
	}
	if float64(own) >= leastOwnName*float64(named) {
		return true
	}
	heads := map[string]bool{}
	for r := range body {
		for c := 1; c < at; c++ {
			heads[text[r][c]] = true
		}
	}
	shared := map[string]bool{}
	for r := range body {
		for c := at + 1; c < t.Cols; c++ {
			if s := text[r][c]; s != "" && heads[s] {
				shared[s] = true
			}
		}
	}
	return len(shared) >= sharedHeads && float64(len(labels)) >= leastVaried*float64(named)
}

// grid has the text and the kind of each place of a table; a merged cell stands at its first.
func (f *frame) grid(t *Table) (text [][]string, kind [][]printed.Kind) {
	text, kind = make([][]string, t.Rows), make([][]printed.Kind, t.Rows)
	for r := range text {
		text[r], kind[r] = make([]string, t.Cols), make([]printed.Kind, t.Cols)
	}
	for i := range t.Cells {
		c := &t.Cells[i]
		var lines []string
		for _, l := range c.Lines {
			lines = append(lines, f.text(l))
		}
		text[c.Row][c.Col] = strings.Join(lines, " ")
		if len(lines) > 0 {
			kind[c.Row][c.Col] = f.kindOfCell(c)
		}
	}
	return text, kind
}

// columns is the table of some of the columns, without the rows at its end that have nothing there. A cell that reaches in from the
// left stays there.
func (t *Table) columns(from, to int) Table {
	out := Table{Ruled: t.Ruled, Cols: to - from}
	for _, c := range t.Cells {
		if len(c.Lines) > 0 && c.Col >= from && c.Col < to {
			out.Rows = max(out.Rows, c.Row+c.RowSpan)
		}
	}
	for _, c := range t.Cells {
		first, last := max(c.Col, from), min(c.Col+c.ColSpan, to)
		if first >= last || c.Row >= out.Rows {
			continue
		}
		if c.Col < from {
			c.Lines = nil
		}
		c.Col, c.ColSpan, c.RowSpan = first-from, last-first, min(c.RowSpan, out.Rows-c.Row)
		if out.Rect[2] == 0 {
			out.Rect = c.Rect
		}
		out.Rect[0], out.Rect[1] = min(out.Rect[0], c.Rect[0]), min(out.Rect[1], c.Rect[1])
		out.Rect[2], out.Rect[3] = max(out.Rect[2], c.Rect[2]), max(out.Rect[3], c.Rect[3])
		out.Cells = append(out.Cells, c)
	}
	return out
}

func countLetters(s string) int {
	n := 0
	for _, r := range s {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0xbf {
			n++
		}
	}
	return n
}

func isYear(s string) bool {
	return len(s) == 4 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20")) && strings.Trim(s, "0123456789") == ""
}
