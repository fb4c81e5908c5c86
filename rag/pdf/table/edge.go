package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// cutAtEdges parts chunks where texts of other lines begin: columns of text may come closer to one another than
// the words of a line.
func (f *frame) cutAtEdges(lines []line) {
	var starts []float64
	for i := range lines {
		for c := range lines[i].chunks {
			if ch := &lines[i].chunks[c]; ch.kind == printed.Wordy {
				starts = append(starts, ch.x0)
			}
		}
	}
	f.cutWhere(lines, starts, max(3, (len(lines)+5)/6))
	// Words that begin at one place on most lines, behind more than a space, are a column of their own.
	starts = starts[:0]
	for i := range lines {
		for _, ch := range lines[i].chunks {
			for n := 1; n < len(ch.items); n++ {
				if p, q := &f.items[ch.items[n-1]], &f.items[ch.items[n]]; q.x0-p.x1 > 0.45*q.size && !q.raised {
					starts = append(starts, q.x0)
				}
			}
		}
	}
	f.cutWhere(lines, starts, max(4, 2*len(lines)/5))
}

// cutWhere parts chunks at the places where enough texts begin and hardly any word lies across.
func (f *frame) cutWhere(lines []line, starts []float64, enough int) {
	slices.Sort(starts)
	tried := 0
	for i := 0; i < len(starts) && tried < maxColumns; {
		j := i
		for j < len(starts) && starts[j]-starts[i] < 0.3*f.em {
			j++
		}
		if n := j - i; n >= enough {
			tried++
			if 8*f.crossings(lines, starts[i]) < n {
				f.cutAt(lines, starts[i])
			}
		}
		i = j
	}
}

// crossings counts words that lie across a place.
func (f *frame) crossings(lines []line, x float64) int {
	n := 0
	for i := range lines {
		for _, c := range lines[i].chunks {
			if c.x0 > x || c.x1 < x {
				continue
			}
			for _, it := range c.items {
				if w := &f.items[it]; w.x0 < x-0.5*w.size && w.x1 > x+0.5*w.size {
					n++
				}
			}
		}
	}
	return n
}

// cutAt parts chunks before a word that begins at x.
func (f *frame) cutAt(lines []line, x float64) {
	for i := range lines {
		l := &lines[i]
		for c := 0; c < len(l.chunks); c++ {
			ch := l.chunks[c]
			if ch.x0 > x-0.5*f.em || ch.x1 < x {
				continue
			}
			for n := 1; n < len(ch.items); n++ {
				p, q := &f.items[ch.items[n-1]], &f.items[ch.items[n]]
				if math.Abs(q.x0-x) < 0.3*f.em && q.x0-p.x1 > 0.28*q.size && !q.raised && !isBullet(p.text) && !isItemNumber(p.text) {
					l.chunks[c] = f.newChunk(ch.items[:n])
					l.chunks = slices.Insert(l.chunks, c+1, f.newChunk(ch.items[n:]))
					break
				}
			}
		}
	}
}

// isItemNumber recognises what begins an item of a list: "1.", "a)", "(iv)".
func isItemNumber(s string) bool {
	if len(s) < 2 || len(s) > 5 {
		return false
	}
	last := s[len(s)-1]
	return last == '.' || last == ')'
}

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

// clearest finds the place between two columns that the fewest words cross, the middle of the widest such.
func (b *builder) clearest(from, to float64) float64 {
	type edge struct {
		x     float64
		delta int
	}
	var edges []edge
	depth := 0
	for i := range b.lines {
		for _, c := range b.lines[i].chunks {
			if c.x1 <= from || c.x0 >= to {
				continue
			}
			if c.x0 <= from {
				depth++
			} else {
				edges = append(edges, edge{c.x0, 1})
			}
			if c.x1 < to {
				edges = append(edges, edge{c.x1, -1})
			}
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.delta, b.delta)) })
	edges = append(edges, edge{to, 0})
	best, fewest, widest, last := (from+to)/2, math.MaxInt, 0.0, from
	for _, e := range edges {
		if w := e.x - last; w > 0 && (depth < fewest || depth == fewest && w > widest+1e-6*b.f.em) {
			best, fewest, widest = (last+e.x)/2, depth, w
		}
		depth += e.delta
		last = e.x
	}
	return best
}
