package document

import (
	"slices"
	"strings"
	"unicode"
)

// Strike takes stretches of the page's text out, given by their code points: nobody who reads the page is
// handed them any more. Lines, tables and offsets fit what is left; a line or a paragraph of which nothing is
// left is gone.
func (p *Page) Strike(stretches [][2]int) {
	text := []rune(p.Text)
	gone := make([]bool, len(text))
	any := false
	for _, s := range stretches {
		for i := max(s[0], 0); i < min(s[1], len(text)); i++ {
			if text[i] != '\n' { // which goes with its line, if nothing is left of that
				gone[i], any = true, true
			}
		}
	}
	if !any {
		return
	}
	strikeLayout(text, gone)
	to := make([]int, len(text)+1) // where a code point stands afterwards
	var left strings.Builder
	n := 0
	for i, r := range text {
		to[i] = n
		if !gone[i] {
			left.WriteRune(r)
			n++
		}
	}
	to[len(text)] = n
	p.Text = left.String()
	p.Lines = strikeLines(p.Lines, gone, to)
	for i := range p.Tables {
		p.Tables[i].strike(text, gone, to)
	}
}

// strikeLayout takes the white space out that parted what is gone from the rest, so that no empty line and no
// row of tabs stays in its place, and paragraphs are still parted by one empty line.
func strikeLayout(text []rune, gone []bool) {
	for from := 0; from < len(text); {
		end := from
		for end < len(text) && text[end] != '\n' {
			end++
		}
		struck, left := false, false
		for i := from; i < end; i++ {
			struck = struck || gone[i]
			left = left || !gone[i] && !unicode.IsSpace(text[i])
		}
		if struck && !left {
			for i := from; i < min(end+1, len(text)); i++ {
				gone[i] = true
			}
		}
		from = end + 1
	}
	ends := 2 // line ends before: none may stand at the beginning
	for i, r := range text {
		switch {
		case gone[i]:
		case r != '\n':
			ends = 0
		case ends == 2:
			gone[i] = true
		default:
			ends++
		}
	}
	for i, ends := len(text)-1, 0; i >= 0; i-- { // one line end at the very end
		switch {
		case gone[i]:
			continue
		case text[i] != '\n':
			return
		}
		if ends++; ends > 1 {
			gone[i] = true
		}
	}
}

// strikeLines cuts lines to what is left of them: one that lost its middle becomes two.
func strikeLines(lines []Line, gone []bool, to []int) []Line {
	out := make([]Line, 0, len(lines))
	for i := range lines {
		l := &lines[i]
		for at := l.Start; at < l.End; {
			if gone[at] {
				at++
				continue
			}
			end := at
			for end < l.End && !gone[end] {
				end++
			}
			out = append(out, l.cut(at, end, to[at]))
			at = end
		}
	}
	return out
}

// cut is the part of the line from start to end, which then stands at another place of the text.
func (l *Line) cut(start, end, at int) Line {
	out := *l
	out.Start, out.End = at, at+end-start
	if start == l.Start && end == l.End {
		return out
	}
	if out.Rect, _ = l.part(start, end); len(l.Edges) == l.End-l.Start+1 {
		from := l.Edges[start-l.Start]
		out.Edges = slices.Clone(l.Edges[start-l.Start : end-l.Start+1])
		for i := range out.Edges {
			out.Edges[i] -= from
		}
	}
	return out
}

// strike cuts the cells of a table. A cell that lost a part is left with the rest of its words and no number.
func (t *Table) strike(text []rune, gone []bool, to []int) {
	for r := range t.Rows {
		for c := range t.Rows[r] {
			cell := &t.Rows[r][c]
			if slices.Contains(gone[cell.Start:cell.End], true) {
				var left []rune
				for i := cell.Start; i < cell.End; i++ {
					if !gone[i] {
						left = append(left, text[i])
					}
				}
				cell.Text, cell.Value, cell.Unit = strings.Join(strings.Fields(string(left)), " "), "", ""
			}
			cell.Start, cell.End = to[cell.Start], to[cell.End]
		}
	}
}
