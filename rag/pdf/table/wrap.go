package table

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// joins says that line j, the next, goes on with the row of line i.
func (b *builder) joins(i, j int) bool {
	if b.anchors[i] && b.anchors[j] {
		return false
	}
	up, down := &b.lines[i], &b.lines[j]
	gap := (down.base - up.base) / math.Max(up.size, down.size)
	if b.dense {
		return !b.headsGroup(i, j)
	}
	if gap > 1.9 {
		return false
	}
	shared := false
	for _, p := range b.pieces[i] {
		for _, q := range b.pieces[j] {
			if p.from != q.from || p.kind == printed.Number || q.kind == printed.Number {
				continue
			}
			shared = true
			if !b.wrapped(p, q, gap) {
				return false
			}
		}
	}
	if !shared {
		// A figure between the two lines of its label stands nearer to both than two rows do.
		return gap < 0.95
	}
	return true
}

// headsGroup says that one of two lines is a label alone, in another face than the label of the other: it heads
// the rows below it.
func (b *builder) headsGroup(i, j int) bool {
	p, q := b.pieces[i][0], b.pieces[j][0]
	if p.from > 0 || q.from > 0 || p.kind != printed.Wordy || q.kind != printed.Wordy || goesOn(b.f.text(p.items), b.f.text(q.items)) {
		return false
	}
	return len(b.pieces[i]) == 1 && b.face(p) == 1 && b.face(q) == 0 || len(b.pieces[j]) == 1 && b.face(q) == 1 && b.face(p) == 0
}

// face is the share of bold words.
func (b *builder) face(p piece) float64 {
	n := 0.0
	for _, i := range p.items {
		if b.f.items[i].bold {
			n++
		}
	}
	return n / float64(len(p.items))
}

// wrapped says that q reads as the next line of p.
func (b *builder) wrapped(p, q piece, gap float64) bool {
	first, next := &b.f.items[p.items[0]], &b.f.items[q.items[0]]
	if first.bold != next.bold || math.Abs(first.size-next.size) > 0.06*first.size || q.x0 < p.x0-0.4*b.f.em || q.x0 > p.x0+2.5*b.f.em {
		return false
	}
	above, below := b.f.text(p.items), b.f.text(q.items)
	if goesOn(above, below) {
		return true
	}
	if pitch := b.pitch(); pitch > 0 && gap < 0.8*pitch {
		return true
	}
	// The next word would not have fitted.
	right, near := math.Inf(-1), 0
	for i := range b.pieces {
		for _, o := range b.pieces[i] {
			if o.from == p.from && o.to == p.to {
				right = math.Max(right, o.x1)
			}
		}
	}
	for i := range b.pieces {
		for _, o := range b.pieces[i] {
			if o.from == p.from && o.to == p.to && o.x1-b.content[o.from][0] > 0.85*(right-b.content[o.from][0]) {
				near++
			}
		}
	}
	return near > 2 && p.x1+0.25*first.size+(next.x1-next.x0) > right
}

// pitch is the distance of rows that are one line each, in font sizes; 0 if there are none.
func (b *builder) pitch() float64 {
	var gaps []float64
	for i := 1; i < len(b.lines); i++ {
		if b.anchors[i-1] && b.anchors[i] {
			gaps = append(gaps, (b.lines[i].base-b.lines[i-1].base)/b.lines[i].size)
		}
	}
	if len(gaps) < 2 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}

// goesOn says that one text is the rest of the other by its words alone.
func goesOn(above, below string) bool {
	r, _ := utf8.DecodeRuneInString(below)
	if unicode.IsLower(r) || strings.ContainsRune("()/&", r) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(above)
	if strings.ContainsRune("-–,/&(", last) {
		return true
	}
	if strings.Count(above, "(") > strings.Count(above, ")") {
		return true
	}
	switch above[strings.LastIndexByte(above, ' ')+1:] {
	case "and", "or", "of", "the", "in", "for", "to", "from", "with", "by", "per", "on", "a", "und",
		"oder", "der", "dan", "yang", "dari", "atau", "untuk", "de", "et", "von", "von den", "aus":
		return true
	}
	return false
}

// oneAnchorEach parts groups that would have the figures of two rows: where the gap is widest.
func (b *builder) oneAnchorEach(from, to int, joined []bool) {
	last := -1
	for i := from; i < to; i++ {
		if i > from && !joined[i-from] {
			last = -1
		}
		if !b.anchors[i] {
			continue
		}
		if last >= 0 && (!b.dense || b.labelled(last, i) || b.labelsParted(from, last, i) || b.valuesAgain(last, i)) {
			at, widest := i, math.Inf(-1)
			for j := last + 1; j <= i; j++ {
				gap := b.lines[j].base - b.lines[j-1].base
				if !b.dense && j < i && goesOn(b.labelText(j-1), b.labelText(j)) {
					gap *= 0.5
				}
				if gap > widest+0.05*b.f.em {
					at, widest = j, gap
				}
			}
			joined[at-from] = false
		}
		last = i
	}
}

// labelsParted reports whether a label begins between the figures of two lines, below a space that the lines of the labels
// above do not have: two rows in one band, each with its figures at half the height of a label of two lines.
func (b *builder) labelsParted(from, last, next int) bool {
	const wider = 1.3
	leading := math.Inf(1) // of the lines within a label
	previous := -1
	for j := from; j <= next; j++ {
		if b.pieces[j][0].from > 0 || b.pieces[j][0].kind != printed.Wordy {
			continue
		}
		if previous >= 0 {
			gap := b.lines[j].base - b.lines[previous].base
			if j > last && b.starts[j] && gap > wider*leading {
				return true
			}
			leading = math.Min(leading, gap)
		}
		previous = j
	}
	return false
}

// columnsOfText finds in lines of a band between two marks those that are running text set in columns: they fill their columns but for the last
// line of each, and what stands side by side around them does not keep to the columns, as the rows of a table of texts would. The line above
// such a text may be that under the head of the page, and the one below it may be under the heads of a table.
func (s *marked) columnsOfText(i int, lines []line) (from, to int) {
	for ; from < len(lines); from++ {
		if to = s.setInColumns(lines, from); to == from {
			continue
		}
		starts := lines[from].chunks[1:]
		from = s.titlesOver(lines, from)
		keeps := func(l line) bool { return s.beginsAt(&l, starts) }
		row := from > 0 && s.beginsAt(&lines[from-1], starts) // it goes on with what stands above, among other things
		if row || slices.ContainsFunc(lines[to:], keeps) || slices.ContainsFunc(s.abreast(i, 1), keeps) || slices.ContainsFunc(s.abreast(i, -1), keeps) {
			return 0, 0
		}
		return from, to
	}
	return 0, 0
}

// textAbove is where text in columns ends above the first mark, on which the lines of a table's head may follow. What is looked at reaches
// farther up than heads do, since only the whole of a text shows that it is one.
func (s *marked) textAbove() float64 {
	const reach = 30 // font sizes
	end := math.Inf(-1)
	for lines := s.f.lines(s.f.inside(s.x0, s.marks[0]-reach*s.f.em, s.x1, s.marks[0])); len(lines) > 0; {
		from, to := s.columnsOfText(0, lines)
		if to == from {
			break
		}
		end, lines = lines[to-1].y1, lines[to:]
	}
	return end
}

// titlesOver is where the titles of columns of text begin that stand directly above their first line: in larger print than it, each where
// a column begins. The heads of a table are as large as its cells, or smaller.
func (s *marked) titlesOver(lines []line, first int) int {
	const (
		larger = 1.08 // than the text
		most   = 3    // lines
		near   = 3.0  // font sizes of the title
	)
	text := &lines[first]
	size := s.f.items[text.chunks[0].items[0]].size
	title := func(c chunk) bool {
		over := slices.ContainsFunc(text.chunks, func(o chunk) bool { return math.Abs(c.x0-o.x0) < 0.5*s.f.em })
		return over && c.kind == printed.Wordy && !slices.ContainsFunc(c.items, func(i int) bool { return s.f.items[i].size < larger*size })
	}
	from := first
	for from > 0 && first-from < most && lines[from].base-lines[from-1].base < near*lines[from-1].size &&
		!slices.ContainsFunc(lines[from-1].chunks, func(c chunk) bool { return !title(c) }) {
		from--
	}
	return from
}

// abreast is the lines of the nearest band, up or down, in which texts stand side by side.
func (s *marked) abreast(i, step int) []line {
	for i += step; i >= 0 && i < len(s.bands); i += step {
		if slices.ContainsFunc(s.bands[i].lines, func(l line) bool { return len(l.chunks) > 1 }) {
			return s.bands[i].lines
		}
	}
	return nil
}

// beginsAt reports whether a text of a line begins where one of others does. Figures and years may do so by chance.
func (s *marked) beginsAt(l *line, starts []chunk) bool {
	return slices.ContainsFunc(l.chunks, func(c chunk) bool {
		return c.kind == printed.Wordy && slices.ContainsFunc(starts, func(o chunk) bool { return math.Abs(c.x0-o.x0) < 0.5*s.f.em })
	})
}

// setInColumns follows running text in columns down from a line that each of them begins on. It returns from if there is none.
func (s *marked) setInColumns(lines []line, from int) (to int) {
	const (
		leastLines = 3   // of a column that is no whole sentence: paragraphs of other lengths stand beside each other at other heights
		leastWords = 4.5 // of a line of one column, on average
		leastWidth = 12  // of a column, in font sizes
		leading    = 2.6 // from line to line, in font sizes: paragraphs stand farther apart than their lines
		filled     = 0.7 // of the width of its column, of nearly all lines but those that end a sentence
	)
	starts := lines[from].chunks
	if few := func(c chunk) bool { return len(c.items) < 3 }; len(starts) < 2 || slices.ContainsFunc(starts, few) {
		return from // rows of figures are not followed
	}
	columns := make([][]chunk, len(starts))
	words, chunks := 0, 0
	column := func(ch chunk) int {
		return slices.IndexFunc(starts, func(o chunk) bool { return math.Abs(o.x0-ch.x0) < 0.5*s.f.em })
	}
	beside := func(ch chunk) bool { return column(ch) < 0 }
	for to = from; to < len(lines) && (to == from || lines[to].base-lines[to-1].base < leading*lines[to].size); to++ {
		if slices.ContainsFunc(lines[to].chunks, beside) {
			to = s.beforeTitle(lines, from, to)
			break
		}
	}
	for _, l := range lines[from:to] {
		for _, ch := range l.chunks {
			at := column(ch)
			columns[at] = append(columns[at], ch)
			words, chunks = words+len(ch.items), chunks+1
		}
	}
	short := func(col []chunk) bool { return len(col) < leastLines && !s.said(col) }
	if slices.ContainsFunc(columns, short) || float64(words) < leastWords*float64(chunks) {
		return from
	}
	for _, col := range columns {
		width := 0.0
		for _, ch := range col {
			width = math.Max(width, ch.width())
		}
		short := 0
		for _, ch := range col[:len(col)-1] {
			if ch.width() < filled*width && !endsSentence(s.f.text(ch.items)) {
				short++
			}
		}
		if width < leastWidth*s.f.em || 5*short > len(col) {
			return from
		}
	}
	return to
}

// said reports whether the lines of a column are whole sentences: so short a column may be text, too.
func (s *marked) said(col []chunk) bool {
	const least = 5 // words
	if len(col) == 0 || !endsSentence(s.f.text(col[len(col)-1].items)) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s.f.text(col[0].items))
	words := 0
	for _, ch := range col {
		words += len(ch.items)
	}
	return unicode.IsUpper(first) && words >= least
}

// beforeTitle is where text in columns ends above lines that do not keep to them: a line that stands alone behind a sentence is what those are called.
func (s *marked) beforeTitle(lines []line, from, to int) int {
	for to > from+1 && len(lines[to-1].chunks) == 1 {
		own := lines[to-1].chunks[0].x0
		above := func(c chunk) bool { return math.Abs(c.x0-own) < 0.5*s.f.em }
		k := to - 2
		for k > from && !slices.ContainsFunc(lines[k].chunks, above) {
			k--
		}
		at := slices.IndexFunc(lines[k].chunks, above)
		if at < 0 || !endsSentence(s.f.text(lines[k].chunks[at].items)) {
			break
		}
		to--
	}
	return to
}

// endsSentence reports whether a sentence may end with a text.
func endsSentence(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, "”\")’"), ".") || strings.HasSuffix(text, ":") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "!")
}
