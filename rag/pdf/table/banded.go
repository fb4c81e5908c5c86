package table

import (
	"math"
	"slices"
)

// banded finds tables whose rows, or whose head and foot, are marked by lines across or by shaded stripes.
func (f *frame) banded() []Table {
	var out []Table
	for _, rs := range f.families() {
		x0, x1 := math.Inf(1), math.Inf(-1)
		for _, r := range rs {
			x0, x1 = math.Min(x0, r.from), math.Max(x1, r.to)
		}
		x0, x1 = x0-0.3*f.em, x1+0.3*f.em
		members := f.inside(x0, rs[0].at-8*f.em, x1, rs[len(rs)-1].at+5*f.em)
		if len(members) < 4 {
			continue
		}
		lines := f.lines(members)
		f.cutAtEdges(lines)
		for _, r := range f.bands(rs, lines, x0, x1) {
			p, members := f.build(r)
			if p == nil {
				continue
			}
			if t, ok := f.table(p, members, false); ok && f.acceptsBanded(&t) {
				t.Ruled = true
				f.take(members)
				out = append(out, t)
			}
		}
	}
	return out
}

// bandKind is what the lines between two runs look like.
type bandKind int8

const (
	bare    bandKind = iota // nothing in it
	heading                 // single texts: the head of a group, a caption, a note
	tabular                 // texts side by side
	prose
)

// bands cuts a family of runs into stretches that look like one table each.
func (f *frame) bands(rs []run, lines []line, x0, x1 float64) []region {
	var out []region
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && !f.apart(rs, &lines[to-1], &lines[to]) {
			to++
		}
		// Borders around the stretch, which no other line comes before.
		above, below := math.Inf(-1), math.Inf(1)
		if from > 0 {
			above = lines[from-1].y1
		}
		if to < len(lines) {
			below = lines[to].y0
		}
		var marks []float64
		for _, r := range rs {
			top, bottom := lines[from].y0, lines[to-1].y1
			if r.at > math.Max(above, top-5*f.em) && r.at < math.Min(below, bottom+5*f.em) {
				marks = append(marks, r.at)
			}
		}
		out = append(out, f.stretch(marks, lines[from:to], x0, x1)...)
		from = to
	}
	return out
}

// apart says that the space between two lines ends a table.
func (f *frame) apart(rs []run, a, b *line) bool {
	space := b.y0 - a.y1
	if space < 2.2*f.em {
		return false
	}
	for _, r := range rs {
		if r.at > a.y1-0.3*f.em && r.at < b.y0+0.3*f.em {
			return space > 6*f.em
		}
	}
	return space > 3*f.em
}

// stretch finds the tables among lines that follow one another closely.
func (f *frame) stretch(marks []float64, lines []line, x0, x1 float64) []region {
	if len(marks) < 2 {
		return nil
	}
	// Bands: above the first mark, between marks, below the last.
	type band struct {
		lines   []line
		kind    bandKind
		figures bool
		shaded  bool
	}
	bands := make([]band, len(marks)+1)
	for _, l := range lines {
		mid := (l.y0 + l.y1) / 2
		n := 0
		for n < len(marks) && marks[n] < mid {
			n++
		}
		bands[n].lines = append(bands[n].lines, l)
	}
	for i := range bands {
		bands[i].kind = f.kindOfBand(bands[i].lines, x1-x0)
	}
	// Above the first line only heads of columns can belong to the table, directly above it.
	if k := len(bands[0].lines); k > 0 {
		keep, edge := k, marks[0]
		for keep > 0 && k-keep < 5 {
			l := &bands[0].lines[keep-1]
			// A head that takes more lines than those beside it begins alone, but not at the left.
			alone := len(l.chunks) == 1 && keep < k && l.chunks[0].x0 > x0+3*f.em && l.chunks[0].width() < 0.4*(x1-x0) && edge-l.y1 < 0.6*f.em
			if !alone && (len(l.chunks) == 1 || edge-l.y1 > 1.8*f.em) {
				break
			}
			keep--
			edge = l.y0
		}
		bands[0].lines = bands[0].lines[keep:]
		bands[0].kind = f.kindOfBand(bands[0].lines, x1-x0)
		if bands[0].kind == prose {
			bands[0].lines, bands[0].kind = nil, bare
		}
	}
	// Below the last line, rows with figures may follow without a line.
	if b := &bands[len(bands)-1]; len(b.lines) > 0 {
		keep, edge := 0, marks[len(marks)-1]
		for keep < len(b.lines) && f.figures(&b.lines[keep]) && b.lines[keep].y0-edge < 1.5*f.em {
			edge = b.lines[keep].y1
			keep++
		}
		b.lines = b.lines[:keep]
		b.kind = f.kindOfBand(b.lines, x1-x0)
	}
	for i := range bands {
		bands[i].figures = slices.ContainsFunc(bands[i].lines, func(l line) bool { return f.figures(&l) })
		bands[i].shaded = f.shaded(bands[i].lines, x0, x1)
	}
	// next is the first band after i that is not bare.
	next := func(i int) int {
		for i++; i < len(bands) && bands[i].kind == bare; i++ {
		}
		return i
	}
	var out []region
	for from := 0; from < len(bands); {
		if bands[from].kind != tabular {
			from++
			continue
		}
		to, last, figures, most := from, from, false, 0
		lastFigures, shaded := -1, false
		for to < len(bands) && bands[to].kind != prose {
			// A text alone, and then texts side by side without figures: the name of the next table and the
			// heads of its columns.
			if n := next(to); figures && bands[to].kind == heading && n < len(bands) && bands[n].kind == tabular && !bands[n].figures && f.headsColumns(bands[n].lines, most) {
				break
			}
			// Heads on a ground of their own below rows that stand on none: the next table begins behind the rows.
			if figures && !shaded && bands[to].shaded && bands[to].kind == tabular && !bands[to].figures {
				to = lastFigures + 1
				last = min(last, lastFigures)
				break
			}
			if bands[to].figures {
				lastFigures, shaded = to, shaded || bands[to].shaded
			}
			for i := range bands[to].lines {
				most = max(most, len(bands[to].lines[i].chunks))
			}
			if bands[to].kind == tabular {
				last = to
				figures = figures || bands[to].figures
			}
			to++
		}
		var inner []line
		for i := from; i <= last; i++ {
			inner = append(inner, bands[i].lines...)
		}
		y0, y1 := inner[0].y0, inner[len(inner)-1].y1
		if from > 0 {
			y0 = math.Min(y0, marks[from-1])
		}
		if last < len(marks) {
			y1 = math.Max(y1, marks[last])
		}
		out = append(out, region{x0: x0, x1: x1, y0: y0, y1: y1, drawn: true})
		from = to
	}
	return out
}

// figures says that a line has a label and figures behind it.
func (f *frame) figures(l *line) bool {
	for c := 1; c < len(l.chunks); c++ {
		switch l.chunks[c].kind {
		case absent:
			return true
		case number: // but (2), (3) above columns only count them
			if t := f.text(l.chunks[c].items); len(t) < 3 || len(t) > 4 || t[0] != '(' || digits(t[1:]) != len(t)-2 {
				return true
			}
		}
	}
	return false
}

// headsColumns says that a band looks like the heads of columns: without figures, with periods or with nearly
// as many texts side by side as the rows above have.
func (f *frame) headsColumns(lines []line, most int) bool {
	for i := range lines {
		if len(lines[i].chunks) > 2 && 2*len(lines[i].chunks) >= most {
			return true
		}
		for c := range lines[i].chunks {
			if c > 0 && lines[i].chunks[c].kind == period {
				return true
			}
		}
	}
	return false
}

// shaded says that lines stand on a filled ground over most of the width.
func (f *frame) shaded(lines []line, x0, x1 float64) bool {
	if len(lines) == 0 {
		return false
	}
	y := (lines[0].y0 + lines[0].y1) / 2
	page := f.ground.at(x0-f.em, y, true)
	n := 0
	for t := 0.5; t < 10; t++ {
		if differ(f.ground.at(x0+t/10*(x1-x0), y, true), page) {
			n++
		}
	}
	return n > 5
}

func (f *frame) kindOfBand(lines []line, width float64) bandKind {
	if len(lines) == 0 {
		return bare
	}
	several, full, words, chunks := 0, 0, 0, 0
	valued := false
	for i := range lines {
		l := &lines[i]
		if len(l.chunks) > 1 {
			several++
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
	case valued:
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
