package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// line is one printed line of a page with the place of each of its characters.
type line struct {
	text  []rune
	edges []float64 // in the frame, one more than text, never falling
	box   paint.Rect
	turn  frames.Frame

	base   float64
	size   float64
	bold   bool    // all of it
	plain  bool    // all of one colour
	first  look    // of its first word
	last   look    // of its last word
	least  float64 // size of its smallest word that is no mark
	pieces int     // parts that stand far from each other, parted by tabs
	marked bool    // begins an item of a list
	noted  bool    // begins with a raised mark: a footnote

	role   document.Role
	level  int
	starts bool // begins a new block
	joined bool // goes on with the line before in the middle of a word: no line end between them

	column paint.Rect // of the leaf that it stands in
	aside  int        // the panel beside the page's own text that it stands in, from 1; 0 for the page's own text
	table  int        // index plus one of the table whose row it is
	row    int        // of that table
	col    int
	within bool // not the first line of its cell
}

// look is how a word is set.
type look struct {
	size float64
	bold bool
	ink  paint.Color
}

func lookOf(w *word) look { return look{w.size, w.bold, w.ink} }

func (l *line) string() string { return string(l.text) }

// after is what stands between the line before and this one, of the same block.
func (l *line) after() string {
	if l.joined {
		return ""
	}
	return " "
}

// lineOf writes fragments that stand on one baseline as one line.
func lineOf(fs []*fragment, turn frames.Frame) line {
	l := line{turn: turn, box: fs[0].box, base: fs[0].base, size: fs[0].size, bold: true, plain: true, pieces: 1}
	most, count := 0, 0
	for _, f := range fs {
		count += len(f.words)
	}
	words := make([]word, 0, count)
	for _, f := range fs {
		words = append(words, f.words...)
		l.box = frames.Join(l.box, f.box)
		l.bold = l.bold && f.bold
		if f.n > most {
			most, l.base, l.size = f.n, f.base, f.size
		}
	}
	slices.SortStableFunc(words, func(a, b word) int { return compare(a.x0(), b.x0()) })
	words = letterSpaced(words)
	tab := tabGap(words)
	l.noted = len(words) > 2 && words[0].raised && !words[1].raised
	l.first, l.last = lookOf(&words[0]), lookOf(&words[len(words)-1])
	l.capitals(words)
	l.least = l.size
	for i := range words {
		w := &words[i]
		if hasLetterOrDigit(w.text) && !w.raised {
			l.plain = l.plain && w.ink == words[0].ink
			if !smallCapitals(w, l.size) {
				l.least = math.Min(l.least, w.size)
			}
		}
		if i > 0 {
			l.part(&words[i-1], w, tab)
		}
		l.put(w)
	}
	l.closeMark()
	return l
}

// closeMark puts a space between the number of a footnote or a section and its text, which is set apart
// from it as the columns of a table are.
func (l *line) closeMark() {
	if l.pieces != 2 {
		return
	}
	at := slices.Index(l.text, '\t')
	head, rest := l.text[:at], l.text[at+1:]
	if len(head) > 5 || !typeset.IsNumbering(string(head)) || !slices.ContainsFunc(rest, unicode.IsLetter) {
		return
	}
	if len(head) > 2 && !strings.ContainsRune(string(head), '.') || len(strings.Fields(string(rest))) < 2 {
		return
	}
	l.text[at] = ' '
	l.pieces = 1
}

// part writes what stands between two words: nothing, a space, or a tab.
func (l *line) part(a, b *word, tab float64) {
	gap := b.x0() - a.x1()
	size := math.Max(a.size, b.size)
	switch {
	case len(l.text) > 0 && l.text[len(l.text)-1] == typeset.SoftHyphen && gap < tab:
	case tabbed(a, b, gap, tab) && !(len(l.text) <= 4 && typeset.IsMark(l.string())):
		l.pieces++
		l.separate('\t', b.x0())
	case gap < glueGap*math.Min(a.size, b.size) && gap > -0.3*size:
	case (a.raised || b.raised) && gap < 0.16*size:
	default:
		l.separate(' ', b.x0())
	}
}

// separate adds a space or tab that reaches to where the next word begins.
func (l *line) separate(r rune, to float64) {
	l.text = append(l.text, r)
	l.edges = append(l.edges, math.Max(to, l.edges[len(l.edges)-1]))
}

// put adds a word's characters. A line's edges begin with where its first character begins.
func (l *line) put(w *word) {
	if len(l.edges) == 0 {
		l.edges = append(l.edges, w.edges[0])
	}
	l.dropSoftHyphen()
	text := w.text
	l.text, l.edges = slices.Grow(l.text, len(text)+1), slices.Grow(l.edges, len(text)+1)
	if w.raised || w.size < smallSize*l.size {
		text = l.lower(text)
	}
	for i, r := range text {
		l.text = append(l.text, r)
		l.edges = append(l.edges, math.Max(w.edges[i+1], l.edges[len(l.edges)-1]))
	}
}

// dropSoftHyphen takes a hyphen off that shows only at the end of a line.
func (l *line) dropSoftHyphen() {
	if n := len(l.text); n > 0 && l.text[n-1] == typeset.SoftHyphen {
		l.cut()
	}
}

// cut takes the last character off.
func (l *line) cut() {
	n := len(l.text)
	l.text = l.text[:n-1]
	if len(l.edges) > 0 {
		l.edges = l.edges[:n]
	}
}

// lower writes the figures of chemical formulas plainly: a CO₂ that is set as a superscript is none.
func (l *line) lower(text []rune) []rune {
	if len(text) != 1 || text[0] != '²' {
		return text
	}
	for _, formula := range []string{"CO", "N", "H"} {
		if head, ok := strings.CutSuffix(l.string(), formula); ok && (head == "" || !unicode.IsLetter([]rune(head)[len([]rune(head))-1])) {
			return []rune{'2'}
		}
	}
	return text
}

// linesOf writes the fragments of a leaf as lines, top to bottom.
func linesOf(els []element, turn frames.Frame) []line {
	fs := make([]*fragment, 0, len(els))
	column := els[0].box
	for _, e := range els {
		fs = append(fs, e.fragment)
		column = frames.Join(column, e.box)
	}
	slices.SortStableFunc(fs, func(a, b *fragment) int {
		if a.base != b.base {
			return compare(a.base, b.base)
		}
		return compare(a.box[0], b.box[0])
	})
	var out []line
	for i := 0; i < len(fs); {
		j := i + 1
		for j < len(fs) && fs[j].base-fs[i].base <= 0.35*math.Min(fs[i].size, fs[j].size) {
			j++
		}
		l := lineOf(fs[i:j], turn)
		l.column = column
		out = append(out, l)
		i = j
	}
	closeJustified(out)
	return out
}

// place writes a line's rectangle and edges in the coordinates of the page.
func (l *line) place() (rect [4]float64, edges []int32) {
	if len(l.edges) == 0 {
		return rect, nil
	}
	first, last := l.edges[0], l.edges[len(l.edges)-1]
	r := l.turn.Page(paint.Rect{first, l.box[1], last, l.box[3]})
	for i := range rect {
		rect[i] = math.Round(r[i]*100) / 100
	}
	edges = make([]int32, len(l.edges))
	for i, e := range l.edges {
		edges[i] = int32(math.Round((e - first) * 10))
	}
	return rect, edges
}
