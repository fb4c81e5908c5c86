package table

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// bandKind is what the lines between two runs look like.
type bandKind int8

const (
	bare    bandKind = iota // nothing in it
	heading                 // single texts: the head of a group, a caption, a note
	tabular                 // texts side by side
	prose
)

// band is the lines above the first mark of a stretch, between two marks, or below the last.
type band struct {
	lines   []line
	kind    bandKind
	figures bool // a line of it has a label and figures
	shaded  bool // it stands on a ground of its own
	anew    bool // it is the heads of other columns than those of the rows above
	ink     paint.Color
}

// marked is the lines of a stretch in the bands that its marks make of it.
type marked struct {
	f      *frame
	marks  []float64
	bands  []band // one more than marks
	x0, x1 float64
}

// stretch finds the tables among lines that follow one another closely.
func (f *frame) stretch(marks []float64, lines []line, x0, x1 float64) []region {
	if len(marks) < 2 {
		return nil
	}
	s := marked{f: f, marks: marks, bands: make([]band, len(marks)+1), x0: x0, x1: x1}
	s.fill(lines)
	if end := s.textAbove(); len(s.bands[0].lines) > 0 { // nothing above text heads a table below it
		s.bands[0].lines = slices.DeleteFunc(s.bands[0].lines, func(l line) bool { return (l.y0+l.y1)/2 < end })
	}
	s.partBands()
	s.keepHeads()
	s.keepRows()
	for i := range s.bands {
		b := &s.bands[i]
		b.figures = slices.ContainsFunc(b.lines, func(l line) bool { return f.figures(&l) })
		b.shaded = f.shaded(b.lines, x0, x1)
		if b.shaded {
			b.ink = f.ground.at((x0+x1)/2, (b.lines[0].y0+b.lines[0].y1)/2, true)
		}
	}
	var out []region
	for from := 0; from < len(s.bands); {
		if s.bands[from].kind != tabular {
			from++
			continue
		}
		last, next := s.tableFrom(from)
		out = append(out, s.region(from, last))
		from = next
	}
	return out
}

// fill puts each line into the band that its middle lies in.
func (s *marked) fill(lines []line) {
	for _, l := range lines {
		mid := (l.y0 + l.y1) / 2
		n := 0
		for n < len(s.marks) && s.marks[n] < mid {
			n++
		}
		s.bands[n].lines = append(s.bands[n].lines, l)
	}
	for i := range s.bands {
		s.bands[i].kind = s.f.kindOfBand(s.bands[i].lines, s.x1-s.x0)
	}
}

// partBands divides bands where no line is drawn between two tables: behind the rows of one stand notes, a title or a unit by themselves,
// and then nothing but the heads of the next one's columns, if those do not stand behind a line of their own.
func (s *marked) partBands() {
	var marks []float64
	var bands []band
	cut := func(b band, at float64) {
		if len(b.lines) > 0 {
			b.kind = s.f.kindOfBand(b.lines, s.x1-s.x0)
			bands, marks = append(bands, b), append(marks, at)
		}
	}
	for i := range s.bands {
		rest := s.bands[i].lines
		if from, to := s.columnsOfText(i, rest); i > 0 && to > from {
			if from > 0 {
				cut(band{lines: rest[:from]}, (rest[from-1].y1+rest[from].y0)/2)
			}
			cut(band{lines: rest[from:to]}, rest[to-1].y1)
			bands[len(bands)-1].kind = prose
			rest = rest[to:]
		}
		for at := s.within(rest, i > 0); at != [2]int{}; at = s.within(rest, false) {
			if at[0] > 0 {
				cut(band{lines: rest[:at[0]]}, (rest[at[0]-1].y1+rest[at[0]].y0)/2)
			}
			cut(band{lines: rest[at[0]:at[1]]}, (rest[at[1]-1].y1+rest[at[1]].y0)/2)
			rest = rest[at[1]:]
		}
		if from, to := s.alone(rest); to > from && i+1 < len(s.bands) && (from > 0 || i > 0 && to < len(rest)) {
			if from > 0 {
				cut(band{lines: rest[:from]}, (rest[from-1].y1+rest[from].y0)/2)
			}
			if to < len(rest) {
				cut(band{lines: rest[from:to]}, (rest[to-1].y1+rest[to].y0)/2)
				if slices.ContainsFunc(rest[from:to], s.spaced) {
					bands[len(bands)-1].kind = prose
				}
				rest = rest[to:]
			} else {
				rest = rest[from:]
			}
		}
		from, anew := s.headsAnew(bands, rest, s.bands[i+1:])
		if anew && from > 0 {
			cut(band{lines: rest[:from]}, (rest[from-1].y1+rest[from].y0)/2)
			rest = rest[from:]
		}
		bands = append(bands, band{lines: rest, kind: s.f.kindOfBand(rest, s.x1-s.x0), anew: anew})
		if i < len(s.marks) {
			marks = append(marks, s.marks[i])
		}
	}
	s.bands, s.marks = bands, marks
}

// within finds between the figures of a band the lines that stand by themselves before the heads of another table: it is named there, or
// its columns are periods, or running text comes before it. below says that figures stand above the band.
func (s *marked) within(lines []line, below bool) (at [2]int) {
	for k := 0; k < len(lines); k++ {
		if s.f.figures(&lines[k]) {
			below = true
			continue
		}
		from := k
		for from > 0 && from < len(lines) && s.goesOn(&lines[from-1], &lines[from]) {
			from++
		}
		to := from
		for to < len(lines) && len(lines[to].chunks) == 1 {
			to++
		}
		heads := to
		for heads < len(lines) && len(lines[heads].chunks) > 1 && !s.f.figures(&lines[heads]) {
			heads++
		}
		if below && to > from && heads > to && heads < len(lines) && heads-to <= mostHeads && (s.names(lines[from:to]) || s.f.periodsBehind(lines[to:heads])) {
			return [2]int{from, to}
		}
		k = max(k, heads-1)
	}
	return at
}

// names reports whether lines name a table, or are running text.
func (s *marked) names(lines []line) bool {
	return slices.ContainsFunc(lines, func(l line) bool {
		return s.f.isSentence(l) || namesTable(s.f.text(l.chunks[0].items)) ||
			len(l.chunks) == 1 && len(l.chunks[0].items) > 8 && l.chunks[0].width() > 0.7*(s.x1-s.x0)
	})
}

// alone finds in the lines of a band those that stand by themselves between its last figures and what may head the columns of
// another table: from the first of them to the one behind the last; the two are equal if there are none.
func (s *marked) alone(lines []line) (from, to int) {
	last := -1
	for k := range lines {
		if s.f.figures(&lines[k]) {
			last = k
		}
	}
	from = last + 1
	for from > 0 && from < len(lines) && s.goesOn(&lines[from-1], &lines[from]) {
		from++
	}
	for to = from; to < len(lines) && (len(lines[to].chunks) == 1 || s.spaced(lines[to])); to++ {
		if c := &lines[to].chunks[0]; len(lines[to].chunks) == 1 && c.x0 > s.x0+3*s.f.em && !tellsUnit(s.f.text(c.items)) {
			break // the first line of a head
		}
	}
	if len(lines)-to > mostHeads {
		return from, from // texts that go on for so long are rows
	}
	return from, to
}

// spaced reports whether a line is running text that wide spaces part, as those of a justified paragraph are: none much wider than those between its
// words.
func (s *marked) spaced(l line) bool {
	if len(l.chunks) < 2 || !s.runsOn(&l) {
		return false
	}
	within, between := 0.0, 0.0
	for c := range l.chunks {
		if c > 0 {
			between = math.Max(between, l.chunks[c].x0-l.chunks[c-1].x1)
		}
		items := l.chunks[c].items
		for i := 1; i < len(items); i++ {
			within = math.Max(within, s.f.items[items[i]].x0-s.f.items[items[i-1]].x1)
		}
	}
	return between < 1.6*within
}

// mostHeads is how many lines the heads of columns have above their drawn line.
const mostHeads = 5

// goesOn reports whether a line is the rest of the label of the row above it: a text below it, in the same print.
func (s *marked) goesOn(above, l *line) bool {
	if len(l.chunks) != 1 || len(above.chunks) == 0 {
		return false
	}
	if l.y0 < above.y1-0.1*s.f.em && l.chunks[0].x1 < above.chunks[0].x0 {
		return true // the figures stand at half the height of a label of two lines
	}
	first, label := &s.f.items[l.chunks[0].items[0]], &s.f.items[above.chunks[0].items[0]]
	return l.y0-above.y1 < 0.35*s.f.em && math.Abs(l.chunks[0].x0-above.chunks[0].x0) < 2*s.f.em &&
		math.Abs(first.size-label.size) < 0.06*label.size && first.bold == label.bold && first.ink == label.ink
}

// keepHeads leaves of what stands above the first mark what can belong to the table: heads of columns, directly
// above it.
func (s *marked) keepHeads() {
	b := &s.bands[0]
	k := len(b.lines)
	if k == 0 {
		return
	}
	keep, edge := k, s.marks[0]
	for keep > 0 && k-keep < 5 {
		l := &b.lines[keep-1]
		// A head that takes more lines than those beside it begins alone, but not at the left.
		hangs := keep == k && k > 1 && s.hangs(b.lines[:k-1], l, edge)
		if figuresOnly(l) && !hangs && !s.headsByFace(b.lines[:keep]) || s.runsOn(l) || s.parted((l.y0+l.y1)/2, edge) {
			break // the end of rows that reach farther, or of text in columns
		}
		alone := len(l.chunks) == 1 && keep < k && !tellsUnit(s.f.text(l.chunks[0].items)) &&
			l.chunks[0].x0 > s.x0+3*s.f.em && l.chunks[0].width() < 0.4*(s.x1-s.x0) && edge-l.y1 < 0.6*s.f.em
		beside := keep < k && l.y1 > b.lines[keep].y0+0.2*s.f.em // in the middle of heads of two lines
		if !alone && !beside && !hangs && !s.underHeads(b.lines[:keep], edge) && (len(l.chunks) == 1 || edge-l.y1 > 1.8*s.f.em) {
			break
		}
		keep--
		edge = l.y0
	}
	b.lines = b.lines[keep:]
	b.kind = s.f.kindOfBand(b.lines, s.x1-s.x0)
	if b.kind == prose {
		b.lines, b.kind = nil, bare
	}
}

// headsByFace reports whether the last of some lines above the first mark is bold as the heads above it, and the rows below the mark are not.
func (s *marked) headsByFace(lines []line) bool {
	if len(lines) < 2 || len(s.bands) < 2 || len(s.bands[1].lines) == 0 || len(lines[len(lines)-2].chunks) < 2 {
		return false
	}
	bold := func(l *line, want bool) bool {
		return !slices.ContainsFunc(l.chunks, func(c chunk) bool { return s.f.items[c.items[0]].bold != want })
	}
	return bold(&lines[len(lines)-1], true) && bold(&lines[len(lines)-2], true) && bold(&s.bands[1].lines[0], false)
}

// hangs reports whether the last line above the first mark is the rest of one of the heads above it, which takes more lines than those
// beside it: it begins with them, or they stand at half of its height.
func (s *marked) hangs(above []line, l *line, edge float64) bool {
	last := &above[len(above)-1]
	if len(l.chunks) != 1 || len(last.chunks) < 3 || l.chunks[0].x0 < s.x0+3*s.f.em || edge-l.y1 > 1.8*s.f.em || l.y0-last.y1 > 0.6*s.f.em {
		return false
	}
	ch := &l.chunks[0]
	return slices.ContainsFunc(above[max(0, len(above)-2):], func(a line) bool {
		return slices.ContainsFunc(a.chunks, func(o chunk) bool { return 2*overlap(o.x0, o.x1, ch.x0, ch.x1) > min(ch.x1-ch.x0, o.x1-o.x0) })
	})
}

// keepRows leaves of what stands below the last mark what can belong to the table: rows with figures, which may
// follow without a line, and the headings of groups of them.
func (s *marked) keepRows() {
	b := &s.bands[len(s.bands)-1]
	if len(b.lines) == 0 {
		return
	}
	keep, edge := 0, s.marks[len(s.marks)-1]
	for keep < len(b.lines) && (s.f.figures(&b.lines[keep]) || s.f.headsGroup(b.lines, keep)) && b.lines[keep].y0-edge < 1.5*s.f.em {
		edge = b.lines[keep].y1
		keep++
	}
	b.lines = b.lines[:keep]
	b.kind = s.f.kindOfBand(b.lines, s.x1-s.x0)
}

// reach is how far a table has been followed down the bands.
type reach struct {
	last        int           // the last band with texts side by side
	figures     bool          // one of those has figures
	lastFigures int           // the last band with figures
	inks        []paint.Color // the grounds of those with figures
	most        int           // texts side by side on one line
}

// tableFrom follows the table that begins with a band: its last band, and the one that is looked at next.
func (s *marked) tableFrom(from int) (last, next int) {
	r := reach{last: from, lastFigures: -1}
	for to := from; to < len(s.bands) && s.bands[to].kind != prose; to++ {
		if r.figures && (s.bands[to].anew || s.namesNext(to, r.most)) || !r.figures && to > from && s.titles(to) {
			return r.last, to // without a figure so far, what stood side by side was the head of the page, or a table of words
		}
		if r.figures && s.shadedHeads(to, from, &r) { // the next table begins behind the rows
			return min(r.last, r.lastFigures), r.lastFigures + 1
		}
		r.take(to, &s.bands[to])
		next = to + 1
	}
	return r.last, next
}

// take goes on to a band.
func (r *reach) take(i int, b *band) {
	if b.figures {
		r.lastFigures = i
		if b.shaded && !slices.ContainsFunc(r.inks, func(ink paint.Color) bool { return !differ(ink, b.ink) }) {
			r.inks = append(r.inks, b.ink)
		}
	}
	for k := range b.lines {
		r.most = max(r.most, len(b.lines[k].chunks))
	}
	if b.kind == tabular {
		r.last = i
		r.figures = r.figures || b.figures
	}
}

// namesNext reports whether another table begins with a band: a text alone, and then texts side by side without
// figures, which are its name and the heads of its columns. most is how many texts stand side by side above.
func (s *marked) namesNext(i, most int) bool {
	if s.bands[i].kind != heading {
		return false
	}
	n := i + 1
	for n < len(s.bands) && s.bands[n].kind == bare {
		n++
	}
	if n == len(s.bands) || s.bands[n].kind != tabular || s.f.figures(&s.bands[n].lines[0]) {
		return false
	}
	return s.names(s.bands[i].lines) || !s.bands[n].figures && !s.partedAlike(i-1, n) && s.f.headsColumns(s.bands[n].lines, most)
}

// titles reports whether a band is lines that stand alone, one of which says that it names a table.
func (s *marked) titles(i int) bool {
	return s.bands[i].kind == heading && slices.ContainsFunc(s.bands[i].lines, func(l line) bool { return namesTable(s.f.text(l.chunks[0].items)) })
}

// shadedHeads reports whether a band is heads on a ground of their own: below rows that stand on none, or on others than it and the heads
// that the table begins with, those of another table.
func (s *marked) shadedHeads(i, from int, r *reach) bool {
	b, first := &s.bands[i], &s.bands[from]
	if !b.shaded || b.kind != tabular || b.figures {
		return false
	}
	if len(r.inks) == 0 {
		return true
	}
	own := !slices.ContainsFunc(r.inks, func(ink paint.Color) bool { return !differ(ink, b.ink) })
	return own && first.shaded && !first.figures && !differ(first.ink, b.ink)
}

// region is the place of the bands from one to another, with the marks that close them.
func (s *marked) region(from, last int) region {
	var inner []line
	for i := from; i <= last; i++ {
		inner = append(inner, s.bands[i].lines...)
	}
	y0, y1 := inner[0].y0, inner[len(inner)-1].y1
	if from > 0 {
		y0 = math.Min(y0, s.marks[from-1])
	}
	if last < len(s.marks) {
		y1 = math.Max(y1, s.marks[last])
	}
	return region{x0: s.x0, x1: s.x1, y0: y0, y1: y1, drawn: true}
}
