package table

import (
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// findAnchors marks the lines with figures: each begins a row of its own, other lines belong to one of them or
// are heads of groups. It also decides whether lines are drawn between all rows.
func (b *builder) findAnchors() {
	b.anchors = make([]bool, len(b.lines))
	b.first = len(b.lines)
	figures := b.figureColumns()
	for i := range b.pieces {
		if b.enumerates(i) {
			continue
		}
		b.anchors[i] = b.anchored(i, figures)
		if b.anchors[i] && b.first > i {
			b.first = i
		}
	}
	if b.first == len(b.lines) { // a table of texts: heads are what stands above the first line across
		for i := range b.lines {
			if b.bandOf(i) > b.bandOf(0) {
				b.first = i
				break
			}
		}
	}
	b.findStarts()
	if len(b.levels) >= 3 {
		b.dense = b.partsRows()
	}
}

// figureColumns says which columns hold figures; "1,000 metric tons" in a column of units is none. Where no column has
// them in most of its lines, a third is enough.
func (b *builder) figureColumns() []bool {
	valued := make([]int, len(b.content))
	filled := make([]int, len(b.content))
	for i := range b.pieces {
		for _, p := range b.pieces[i] {
			if p.from != p.to {
				continue
			}
			filled[p.from]++
			if p.kind == printed.Number || p.kind == printed.Absent {
				valued[p.from]++
			}
		}
	}
	figures := make([]bool, len(b.content))
	any := false
	for c := range figures {
		figures[c] = c > 0 && 20*valued[c] >= 11*filled[c] && valued[c] > 0
		any = any || figures[c]
	}
	if !any {
		for c := range figures {
			figures[c] = c > 0 && 3*valued[c] >= filled[c]
		}
	}
	return figures
}

// anchored reports whether a line has a figure in a column of figures or, below the first that has, a period behind its
// label: "Target year  2030".
func (b *builder) anchored(i int, figures []bool) bool {
	periods := 0
	for _, p := range b.pieces[i] {
		if p.from == 0 || p.from != p.to {
			continue
		}
		switch {
		case (p.kind == printed.Number || p.kind == printed.Absent) && figures[p.from]:
			return true
		case p.kind == printed.Period:
			periods++
		}
	}
	return periods > 0 && b.first < i && 2*periods >= len(b.pieces[i])-1 && b.pieces[i][0].from == 0 && b.pieces[i][0].kind == printed.Wordy
}

// partsRows reports whether lines are drawn between all rows: the bands between them that hold figures hold hardly
// ever several rows, lines with figures that each begin with a label of their own.
func (b *builder) partsRows() bool {
	bands, several, anchors, last, labels := 0, 0, 0, -1, 0
	for i := range b.lines {
		if !b.anchors[i] {
			continue
		}
		anchors++
		if at := b.bandOf(i); at != last {
			bands++
			last, labels = at, 0
		}
		if b.starts[i] {
			if labels++; labels == 2 {
				several++
			}
		}
	}
	return anchors == 0 || bands >= 2 && 4*several <= bands && anchors <= 3*bands
}

// findStarts marks the lines whose label begins on them: a text before the figures that does not read as the
// rest of the line above it.
func (b *builder) findStarts() {
	b.starts = make([]bool, len(b.lines))
	for i := range b.lines {
		for _, p := range b.pieces[i] {
			if p.kind == printed.Number || p.kind == printed.Absent {
				break
			}
			if p.kind == printed.Wordy && !goesOn(b.aboveIn(i, p.from), b.f.text(p.items)) {
				b.starts[i] = true
			}
		}
	}
}

// aboveIn is the text of a column on the line before i, if that is near.
func (b *builder) aboveIn(i, c int) string {
	for k := i - 1; k >= 0 && b.lines[i].base-b.lines[k].base < 1.9*b.lines[i].size; k-- {
		for _, p := range b.pieces[k] {
			if p.from == c && p.kind == printed.Wordy {
				return b.f.text(p.items)
			}
		}
	}
	return ""
}

// enumerates says that a line numbers the columns: (1) (2) (3), or 1 2 3.
func (b *builder) enumerates(i int) bool {
	var texts []string
	for _, p := range b.pieces[i] {
		if p.kind == printed.Number {
			texts = append(texts, b.f.text(p.items))
		}
	}
	return b.first == len(b.lines) && printed.Enumerate(texts)
}
