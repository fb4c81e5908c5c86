package table

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// surround finds the caption above a table and the footnotes below it.
func (f *frame) surround(t *Table, all []Table) {
	f.caption(t)
	bottom := f.bottom(t, all)
	f.notes(t, bottom)
	f.below(t, bottom)
}

// below adds to a caption what stands right below a table and is said of all of it: the unit of its figures, and its name if none
// stands above.
func (f *frame) below(t *Table, bottom float64) {
	const near, lines = 2.2, 3 // font sizes from line to line
	edge := bottom
	for _, n := range t.Notes {
		for _, i := range n {
			edge = math.Max(edge, f.items[i].y1)
		}
	}
	under := f.lines(f.inside(t.Rect[0]-f.em, edge, math.Max(t.Rect[2], t.Rect[0]+20*f.em)+f.em, edge+lines*near*f.em))
	for i := range under {
		l := &under[i]
		items := l.chunks[0].items
		text := f.text(items)
		says := printed.UnitNote(text) && printed.UnitIn(text) != "" || len(t.Caption) == 0 && namesTable(text)
		if l.y0-edge > near*f.em || len(l.chunks) > 1 || math.Abs(l.chunks[0].x0-t.Rect[0]) > f.em || !says || f.runsOn(items) {
			return
		}
		if namesTable(text) && i+1 < len(under) && len(under[i+1].chunks) > 1 {
			return // of the table that follows
		}
		t.Caption = append(t.Caption, items...)
		f.take(items)
		edge = l.y1
	}
}

// bottom is where the last of the tables ends that stand closely below one another from a table on: their notes stand there.
func (f *frame) bottom(t *Table, all []Table) float64 {
	const near = 4.0 // font sizes between two of them, with the title of the next
	y := t.Rect[3]
	for i := range all { // from top to bottom
		u := &all[i]
		if u.Rect[1] > y-f.em && u.Rect[1]-y < near*f.em && math.Abs(u.Rect[0]-t.Rect[0]) < f.em && math.Abs(u.Rect[2]-t.Rect[2]) < f.em {
			y = u.Rect[3]
		}
	}
	return y
}

// caption is the line that names the table: "Table 12: ...", or a line that stands out, directly above.
func (f *frame) caption(t *Table) {
	members := f.inside(t.Rect[0]-f.em, t.Rect[1]-7*f.em, math.Max(t.Rect[2], t.Rect[0]+20*f.em)+f.em, t.Rect[1])
	if len(members) == 0 {
		return
	}
	lines := f.lines(members)
	plain := f.plainInk()
	var found []int
	edge := t.Rect[1]
above:
	for i := len(lines) - 1; i >= 0; i-- {
		l := &lines[i]
		if edge-l.y1 > 2.6*f.em || len(found) > 0 && (edge-l.y1 > 0.9*l.size) {
			break
		}
		items := f.over(l, t)
		if whole := f.backward(l.chunks[0].items); len(whole) > len(l.chunks[0].items) && len(l.chunks) == 1 && namesTable(f.text(whole)) {
			items = whole // it may begin left of its table, which is set in
		}
		if len(items) == 0 || len(items) > 40 {
			break
		}
		if f.headsEach(t, l, map[int]bool{}) && slices.ContainsFunc(l.chunks, func(ch chunk) bool { return ch.kind == printed.Period }) {
			break // heads of columns, which no table has as its name
		}
		text := f.text(items)
		switch on := f.onward(items); {
		case i > 0 && !namesTable(text) && f.inColumnsOf(l, &lines[i-1]):
			break above // the last line of running text in columns
		case namesTable(text) && len(on) <= 40:
			items = on // it may be longer than its table is wide
		case len(on) > len(items) || f.runsOn(items):
			break above
		}
		if mark, _ := utf8.DecodeRuneInString(text); isBullet(string(mark)) {
			break // the last item of a list
		}
		named := namesTable(text)
		if !named && !f.mayCaption(items, found, text, plain) {
			break
		}
		found = append(slices.Clone(items), found...)
		edge = l.y0
		if named || len(found) > 60 {
			break
		}
	}
	t.Caption = found
	f.take(found)
}

// inColumnsOf reports whether what stands side by side on a line goes on with what stands so on the line above it.
func (f *frame) inColumnsOf(l, above *line) bool {
	if len(l.chunks) < 2 || l.base-above.base > 1.9*l.size {
		return false
	}
	for c := range l.chunks {
		if !slices.ContainsFunc(above.chunks, func(o chunk) bool { return math.Abs(o.x0-l.chunks[c].x0) < 0.5*f.em }) {
			return false
		}
	}
	return true
}

// over is what of a line above a table stands over it: the chunk that begins where the table does and what follows
// it, or the one in the middle. What stands beside it is another column's.
func (f *frame) over(l *line, t *Table) []int {
	var items []int
	for c := range l.chunks {
		ch := &l.chunks[c]
		if c == 0 && math.Abs(ch.x0-t.Rect[0]) < 3*f.em || c > 0 && len(items) > 0 && ch.x1 < t.Rect[2]+f.em {
			items = append(items, ch.items...)
		}
		if c == 0 && len(items) == 0 && math.Abs(ch.mid()-(t.Rect[0]+t.Rect[2])/2) < 2*f.em {
			items = ch.items // centred
		}
		if len(items) == 0 && math.Abs(ch.x1-t.Rect[2]) < 2*f.em && tellsUnit(f.text(ch.items)) {
			items = ch.items // the unit, at the right
		}
	}
	return items
}

// mostLarge is how many words a caption has that only its size tells from running text.
const mostLarge = 16

// runsOn reports whether a line goes on with its next word beside these: they are a part of running text that stands over
// more than the table.
func (f *frame) runsOn(items []int) bool {
	first, last := &f.items[items[0]], &f.items[items[len(items)-1]]
	for i := range f.items {
		it := &f.items[i]
		if f.taken[i] || slices.Contains(items, i) || math.Abs(it.base-last.base) > 0.3*last.size {
			continue
		}
		after, before := it.x0-last.x1, first.x0-it.x1
		if after > -0.3*last.size && after < 0.6*last.size || before > -0.3*first.size && before < 0.6*first.size {
			return true
		}
	}
	return false
}

// onward is what words of a line go on with, word by word.
func (f *frame) onward(items []int) []int {
	out := slices.Clone(items)
	for {
		last := &f.items[out[len(out)-1]]
		next := f.next(last, out, func(it *item) float64 { return it.x0 - last.x1 })
		if next < 0 {
			return out
		}
		out = append(out, next)
	}
}

// backward is a stretch of a line with the words that lead to it.
func (f *frame) backward(items []int) []int {
	out := slices.Clone(items)
	for {
		first := &f.items[out[0]]
		next := f.next(first, out, func(it *item) float64 { return first.x0 - it.x1 })
		if next < 0 {
			return out
		}
		out = append([]int{next}, out...)
	}
}

// next is the word beside another on its line, by the gap between them; -1 if there is none but those known.
func (f *frame) next(to *item, known []int, gap func(*item) float64) int {
	next := -1
	for i := range f.items {
		it := &f.items[i]
		g := gap(it)
		if near := g > -0.3*to.size && g < 0.6*to.size; near && math.Abs(it.base-to.base) <= 0.3*to.size && !f.taken[i] && !slices.Contains(known, i) {
			next = i
		}
	}
	return next
}

// mayCaption reports whether words can be a caption, or the line of one above what was found of it, though they do not
// say that a table follows: they stand out from plain words, as all of the caption does, or are a note on units.
func (f *frame) mayCaption(items, found []int, text string, plain paint.Color) bool {
	first := &f.items[items[0]]
	note := first.italic && f.slanted(items) // a remark under the title
	stands := first.bold || first.size > 1.12*f.em || first.ink != plain || note
	if len(found) == 0 {
		stands = stands || tellsUnit(text)
	} else if below := &f.items[found[0]]; below.italic && f.slanted(found) {
		stands = stands || note
	} else if below := &f.items[found[0]]; first.bold != below.bold || math.Abs(first.size-below.size) > 0.1*first.size {
		stands = stands && tellsUnit(f.text(found))
	}
	sentence := strings.HasSuffix(text, ".") && len(items) > 14
	if !first.bold && !note && first.ink == plain && len(found)+len(items) > mostLarge {
		return false // text in a larger print than the table's is the page's own
	}
	return stands && !sentence
}

// slanted reports whether words are set in italics, where those of the page are not.
func (f *frame) slanted(items []int) bool {
	all := 0
	for i := range f.items {
		if f.items[i].italic {
			all++
		}
	}
	upright := 0 // exponents are
	for _, i := range items {
		if !f.items[i].italic {
			upright++
		}
	}
	return 2*all < len(f.items) && 5*upright <= len(items)
}

// plainInk is the ink of most words.
func (f *frame) plainInk() (ink paint.Color) {
	counts := map[paint.Color]int{}
	for i := range f.items {
		counts[f.items[i].ink] += len(f.items[i].text)
	}
	most := -1
	for c, n := range counts {
		if n > most || n == most && c < ink {
			ink, most = c, n
		}
	}
	return ink
}

// namesTable recognises "Table 12", "Tabel 3.1:", "Tabelle 4".
func namesTable(s string) bool {
	lower := strings.ToLower(s)
	for _, w := range []string{"table ", "tabel ", "tabelle ", "tableau ", "tabla ", "tab. "} {
		if rest, ok := strings.CutPrefix(lower, w); ok && rest != "" &&
			(unicode.IsDigit(rune(rest[0])) || len(rest) > 1 && (rest[1] == '.' || rest[1] == ':' || rest[1] == ' ' || unicode.IsDigit(rune(rest[1])))) {
			return true
		}
	}
	return false
}

// tellsUnit reports whether a text is a unit or says in which one figures are.
func tellsUnit(s string) bool {
	first, _, more := strings.Cut(strings.TrimLeft(s, "( "), ";")
	if !more {
		first, _, _ = strings.Cut(first, ". ")
	}
	return printed.UnitNote(s) || printed.IsUnit(first) || len(s) < 60 && printed.UnitIn(s) != ""
}

// notes gathers the footnotes below a table: lines that begin with a mark that stands in one of its cells or
// its caption, and the lines that go on from them.
func (f *frame) notes(t *Table, bottom float64) {
	marks := f.marksIn(t)
	if len(marks) == 0 {
		return
	}
	members := f.inside(t.Rect[0]-2*f.em, bottom-0.2*f.em, math.Max(t.Rect[2], t.Rect[0]+25*f.em)+2*f.em, bottom+30*f.em)
	if len(members) == 0 {
		return
	}
	lines := f.lines(members)
	edge := bottom
	var open []int
	closeNote := func() {
		if len(open) > 0 {
			t.Notes = append(t.Notes, open)
			f.take(open)
		}
		open = nil
	}
	size := 0.0
	for i := range lines {
		l := &lines[i]
		var items []int
		for c := range l.chunks {
			items = append(items, l.chunks[c].items...)
		}
		first := &f.items[items[0]]
		mark := leadingMark(f.markText(items))
		switch {
		case printed.UnitNote(f.text(items)) && printed.UnitIn(f.text(items)) != "":
			closeNote()
			return
		case mark != "" && slices.Contains(marks, mark) && l.y0-edge < 4*f.em:
			closeNote()
			open = items
			size = f.items[items[len(items)-1]].size
		case len(open) > 0 && mark == "" && l.y0-edge < 0.8*l.size && math.Abs(first.size-size) < 0.1*size:
			open = append(open, items...)
		case mark != "" && len(open) == 0 && len(t.Notes) == 0 && l.y0-edge < 4*f.em:
			// A mark that we did not see in the table: notes may still follow.
		case len(open) == 0 && len(t.Notes) == 0 && l.y0-bottom < 3*f.em && first.size < 0.95*f.em:
			// A source or a remark in small print before the notes.
		default:
			closeNote()
			return
		}
		edge = l.y1
		if len(t.Notes) > 40 {
			return
		}
	}
	closeNote()
}

// markText is the beginning of a line with its raised words.
func (f *frame) markText(items []int) string {
	first := &f.items[items[0]]
	if len(items) > 1 && f.items[items[1]].x0-first.x1 < 0.1*first.size {
		return first.text + " " + f.items[items[1]].text
	}
	return first.text
}

// leadingMark is the mark that a footnote begins with, without its parenthesis.
func leadingMark(s string) string {
	s, _, _ = strings.Cut(s, " ")
	core := strings.Trim(s, "()[].:")
	if n := printed.Digits(core); n > 0 && n <= 2 && n == len(core) {
		return core
	}
	if core != "" && len(core) <= 4 && strings.Trim(core, "*†‡§#") == "" {
		return core
	}
	if len(core) == 1 && core[0] >= 'a' && core[0] <= 'z' {
		return core
	}
	if folded := printed.FoldSuperscript(core); folded != core && printed.Digits(folded) == len(folded) && len(folded) <= 2 {
		return folded
	}
	return ""
}

// marksIn lists the marks that stand in the table: raised words, signs behind words and figures.
func (f *frame) marksIn(t *Table) []string {
	var out []string
	add := func(s string) {
		for _, m := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == ')' || r == '(' || r == '[' || r == ']' }) {
			m = printed.FoldSuperscript(m)
			if m != "" && len(m) <= 4 && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	look := func(items []int) {
		for k, i := range items {
			it := &f.items[i]
			switch {
			case it.raised && k > 0:
				add(it.text)
			default:
				if g, ok := printed.ReadFigure(it.text); ok && g.Mark != "" {
					add(g.Mark)
				} else if _, m := printed.CutMark(it.text); m != "" {
					add(m)
				} else if k > 0 && leadingMark(it.text) != "" && strings.HasSuffix(it.text, ")") {
					add(it.text)
				}
			}
		}
	}
	for i := range t.Cells {
		for _, l := range t.Cells[i].Lines {
			look(l)
		}
	}
	look(t.Caption)
	return out
}
