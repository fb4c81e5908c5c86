package table

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// acceptsRuled takes what is drawn as a table for one, unless it is a drawing or a layout.
func (f *frame) acceptsRuled(t *Table, l *lattice) bool {
	m := f.measure(t)
	if t.Cols < 2 || m.filled < 2 || m.texts == 0 {
		return false // figures alone are a chart's
	}
	if m.figures+m.missing == 0 && !l.lined() {
		return false // coloured boxes with texts: a layout
	}
	if 3*m.filled < m.cells && m.figures < 6 {
		return false
	}
	if f.numbersItems(t) {
		return false
	}
	perCell := m.words / m.filled
	if t.Rows == 1 {
		// One row is what the end of a page leaves of a table; elsewhere it is a row of boxes.
		return perCell < 25 && f.atEdge(t) && f.closed(t)
	}
	return m.figures > 1 || perCell < 45 || t.Rows > 3 && perCell < 90
}

// lined says that a good part of a lattice is lines, not edges of filled areas.
func (l *lattice) lined() bool {
	lines, all := 0, 0
	for _, s := range append(append([]segment(nil), l.across...), l.down...) {
		all++
		if !s.fill {
			lines++
		}
	}
	return 3*lines >= all
}

// atEdge says that hardly any words stand above the table, or below it.
func (f *frame) atEdge(t *Table) bool {
	above, below := 0, 0
	for i := range f.items {
		switch mid := f.items[i].mid(); {
		case mid < t.Rect[1]:
			above++
		case mid > t.Rect[3]:
			below++
		}
	}
	return min(above, below) < 25
}

// closed says that the table's sides are lines, not the edges of filled areas: navigation is made of those.
func (f *frame) closed(t *Table) bool {
	for _, x := range []float64{t.Rect[0], t.Rect[2]} {
		drawn := false
		for _, d := range f.down {
			drawn = drawn || !d.fill && math.Abs(d.at-x) <= 2*f.snap() && overlap(d.from, d.to, t.Rect[1], t.Rect[3]) > 0.6*(t.Rect[3]-t.Rect[1])
		}
		if !drawn {
			return false
		}
	}
	return true
}

// acceptsBanded takes a region with lines across for a table if it has rows with labels and figures, or rows of
// texts that the lines part.
func (f *frame) acceptsBanded(t *Table) bool {
	m := f.measure(t)
	if t.Rows < 2 || t.Cols < 2 || m.filled < 4 || 4*m.filled < m.cells && m.figures < 6 {
		return false
	}
	if f.numbersItems(t) {
		return false
	}
	if m.figures+m.missing >= 2 && m.figures > 0 {
		if 10*m.labelled < 6*m.valueRows || 6*(m.figures+m.missing) < m.valueRows*m.valueCols || 4*m.sentences > t.Rows {
			return false
		}
		return m.words < 25*m.filled
	}
	// Rows of texts.
	levels := 0
	for _, r := range f.runs() {
		if r.at > t.Rect[1]-f.em && r.at < t.Rect[3]+f.em && overlap(r.from, r.to, t.Rect[0], t.Rect[2]) > 0.5*(t.Rect[2]-t.Rect[0]) {
			levels++
		}
	}
	// Most of them have several; charts of organisations do not.
	full := map[int]int{}
	for i := range t.Cells {
		if len(t.Cells[i].Lines) > 0 {
			full[t.Cells[i].Row]++
		}
	}
	rows := 0
	for _, n := range full {
		if n > 1 {
			rows++
		}
	}
	return 2*rows >= t.Rows && t.Rows >= 3 && levels >= 3 && 2*m.filled >= m.cells && m.words < 40*m.filled && levels*2 >= t.Rows
}

// acceptsAligned asks more of a table without lines: enough figures, labels in front of them, and not a list
// of pages or of items.
func (f *frame) acceptsAligned(t *Table) bool {
	m := f.measure(t)
	if t.Rows < 2 || t.Cols < 2 || m.valueRows < 2 || 10*m.labelled < 7*m.valueRows || m.longest > 60 {
		return false
	}
	if m.words > 12*m.filled {
		return false
	}
	if 2*(m.figures+m.missing) < m.valueRows*m.valueCols {
		return false
	}
	if m.valueCols == 1 {
		return m.figures >= 3 && !f.listsPages(t) && f.headed(t)
	}
	return m.figures >= 4 && !f.listsPages(t)
}

// numbersItems recognises a numbered list: 1, 2, 3 in front of texts.
func (f *frame) numbersItems(t *Table) bool {
	if t.Cols != 2 {
		return false
	}
	last := 0
	for i := range t.Cells {
		c := &t.Cells[i]
		if c.Col > 0 || len(c.Lines) == 0 {
			continue
		}
		n, err := strconv.Atoi(strings.TrimRight(f.text(c.Lines[0]), ".)"))
		if err != nil || n != last+1 {
			return false
		}
		last = n
	}
	return last > 1
}

// listsPages recognises contents: texts with the numbers of pages, which only grow.
func (f *frame) listsPages(t *Table) bool {
	pages, other := 0, 0
	for k := 0; k < t.Cols; k++ {
		var numbers []int
		plain, chapters := true, true
		for i := range t.Cells {
			c := &t.Cells[i]
			if c.Col != k || len(c.Lines) == 0 {
				continue
			}
			if kd := f.kindOfCell(c); c.Row == 0 && k > 0 && kd != printed.Number && kd != printed.Absent {
				plain = false // a column with a head
			}
			if k == 0 {
				for _, l := range c.Lines {
					if s := f.text(l); strings.Contains(s, "....") || strings.Contains(s, ". . .") {
						return true
					}
				}
				continue
			}
			if f.kindOfCell(c) != printed.Number {
				continue
			}
			n, err := strconv.Atoi(f.text(c.Lines[0]))
			chapters = chapters && sectionNumber(f.text(c.Lines[0]))
			plain = plain && err == nil // "1,234", "12 %" are no pages
			numbers = append(numbers, n)
		}
		switch {
		case len(numbers) < 3 || chapters:
		case plain && slices.IsSorted(numbers) && numbers[len(numbers)-1] < 2000 && numbers[0] != numbers[len(numbers)-1]:
			pages++
		default:
			other++
		}
	}
	return pages > 0 && other == 0
}

// sectionNumber recognises the number of a part of a chapter: 7.10.
func sectionNumber(s string) bool {
	chapter, part, ok := strings.Cut(s, ".")
	return ok && len(chapter) > 0 && len(chapter) < 3 && len(part) > 0 && len(part) < 3 && printed.Digits(chapter+part) == len(chapter)+len(part)
}

// headed says that a single column of figures has a head, or units that make it one of measurements.
func (f *frame) headed(t *Table) bool {
	units := 0
	for i := range t.Cells {
		c := &t.Cells[i]
		if c.Col == 0 || len(c.Lines) == 0 {
			continue
		}
		if k := f.kindOfCell(c); c.Row == 0 && k != printed.Number && k != printed.Absent {
			return true
		}
		if g, ok := printed.ReadFigure(f.text(c.Lines[0])); ok && (g.Unit != "" || strings.ContainsAny(g.Token, ".,")) {
			units++
		}
	}
	return units >= 3
}

// kindOfBand tells rows from headings and from running text.
func (f *frame) kindOfBand(lines []line, width float64) bandKind {
	if len(lines) == 0 {
		return bare
	}
	several, full, words, chunks := 0, 0, 0, 0
	valued := false
	var turned []int
	for i := range lines {
		l := &lines[i]
		if len(l.chunks) > 1 {
			several++
		}
		if l.chunks[0].kind == printed.Turned {
			turned = append(turned, l.chunks[0].items...)
		}
		valued = valued || f.figures(l)
		if len(l.chunks) == 1 && l.chunks[0].width() > 0.6*width {
			full++
		}
		for c := range l.chunks {
			words += len(l.chunks[c].items)
		}
		chunks += len(l.chunks)
	}
	switch {
	case full > 2 && 2*full > len(lines):
		return prose
	case valued || len(f.turnedStrips(turned)) > 1: // heads written up the page stand side by side
		return tabular
	case several == 0 && len(lines) > 4 && full > 0:
		return prose
	case several == 0:
		return heading
	case len(lines) > 5 && 10*several > 8*len(lines) && 2*words > 15*chunks:
		return prose // two columns of running text
	}
	return tabular
}

// isSentence reports whether a line is one text of many words that ends with a full stop.
func (f *frame) isSentence(l line) bool {
	const many = 8
	return len(l.chunks) == 1 && len(l.chunks[0].items) >= many && strings.HasSuffix(f.text(l.chunks[0].items), ".")
}
