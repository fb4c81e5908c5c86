package paint

import (
	"math"
	"unicode"
	"unicode/utf8"
)

const (
	// gap is how far apart letters of one word stand at most, in sizes, beyond their widths.
	gap = 0.16
	// spacedGap is the same where a space is painted between them: some writers paint one without width
	// where a word may be broken.
	spacedGap = 0.05
	// overlap is how far a letter may stand back into the one before.
	overlapping = 0.6
)

// Words joins the glyphs of a page to words, in paint order: what the file paints one after the other, on one
// baseline and without a gap. So a word never spans two columns or cells. Figures and letters that are raised
// are words of their own, lowered ones belong to their word. It is a pure function of p.
func Words(p *Page) []Word {
	b := wordBuilder{glyphs: p.Glyphs, words: make([]Word, 0, len(p.Glyphs)/5+1), edges: make([]float64, 0, len(p.Glyphs)+len(p.Glyphs)/4+1)}
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		b.at = i
		if blank(g.Text) {
			b.spaced = true
			continue
		}
		start := len(b.text)
		var raised bool
		if b.text, raised = fold(b.text, g.Text); len(b.text) == start {
			continue
		}
		if b.last != nil && (raised || b.raised || !b.takes(g)) {
			b.flush(start)
		}
		b.add(g, start, raised)
	}
	b.flush(len(b.text))
	out := unlead(unspace(b.words))
	raise(out)
	raiseApart(out)
	for i := range out {
		var next *Word
		if i+1 < len(out) {
			next = &out[i+1]
		}
		out[i].softHyphens(next)
	}
	return out
}

// wordBuilder holds the word that is being put together. Text and edges of all words share their arrays.
type wordBuilder struct {
	glyphs []Glyph
	at     int // of the glyph that is looked at
	loose  looseRun
	words  []Word
	text   []byte
	edges  []float64
	from   int // of the word's text
	edge   int // of the word's edges
	w      Word
	last   *Glyph
	raised bool // the last glyph was a superscript in itself
	spaced bool // a space was painted behind it
	all    int  // glyphs
	bold   int
	italic int
}

// takes reports whether the glyph goes on with the word.
func (b *wordBuilder) takes(g *Glyph) bool {
	l := b.last
	if g.Turn != l.Turn || g.Skewed != l.Skewed {
		return false
	}
	small, large := math.Min(g.Size, l.Size), math.Max(g.Size, l.Size)
	if g.Skewed {
		far := math.Hypot(g.Origin[0]-l.Origin[0], g.Origin[1]-l.Origin[1])
		return !b.spaced && far < 1.1*small
	}
	limit := gap
	if b.spaced {
		limit = spacedGap
	}
	_, end := ends(l.Turn, l.Box)
	space := along(g.Turn, g.Origin[0], g.Origin[1]) - end
	if space < -overlapping*l.Size || space > limit*small && (b.spaced || space > mostLoose*small || !b.loose.holds(b.glyphs, b.at)) {
		return false
	}
	rise := across(g.Turn, l.Origin[0], l.Origin[1]) - across(g.Turn, g.Origin[0], g.Origin[1])
	up := b.w.Base - base(g) // from the word's own baseline
	if g.Turn == 90 || g.Turn == 180 {
		up = -up
	}
	switch {
	case math.Abs(rise) < 0.08*small && g.Size < 1.3*l.Size:
		return true
	case math.Abs(up) < 0.08*small: // on the word's baseline again
		return true
	case rise > 0: // raised
		return false
	}
	// Lowered: no deeper than an index goes, and smaller. Figures go deeper: some programs lower them by half a line.
	deepest := 0.45
	if t := g.Text; len(t) == 1 && t[0] >= '0' && t[0] <= '9' {
		deepest = 0.65
	}
	return g.Size < 0.87*l.Size && -rise < deepest*large
}

func (b *wordBuilder) add(g *Glyph, start int, raised bool) {
	if b.last != nil && b.accent(g, start) {
		b.spaced = false
		return
	}
	if b.last == nil {
		b.from, b.edge = start, len(b.edges)
		b.w = Word{Base: base(g), Size: g.Size, Turn: g.Turn, Skewed: g.Skewed, Ink: g.Ink, Order: g.Order, Box: g.Box, Raised: raised}
		b.all, b.bold, b.italic = 0, 0, 0
	} else {
		b.w.Box.include(g.Box)
		b.w.Size = math.Max(b.w.Size, g.Size)
	}
	from, to := ends(g.Turn, g.Box)
	n := utf8.RuneCount(b.text[start:])
	for i := range n {
		b.edges = append(b.edges, from+(to-from)*float64(i)/float64(n))
	}
	b.all++
	b.bold += count(g.Bold)
	b.italic += count(g.Italic)
	b.last, b.raised, b.spaced = g, raised, false
}

// accent puts an accent and a letter that are painted over each other together.
func (b *wordBuilder) accent(g *Glyph, start int) bool {
	before, n := utf8.DecodeLastRune(b.text[b.from:start])
	r, width := utf8.DecodeRune(b.text[start:])
	if len(b.text) != start+width || r < 0x80 && before < 0x80 && r != '^' && before != '^' && r != '`' && before != '`' && r != '~' && before != '~' {
		return false
	}
	from, to := ends(g.Turn, g.Box)
	lastFrom, lastTo := ends(b.last.Turn, b.last.Box)
	over := math.Min(to, lastTo) - math.Max(from, lastFrom)
	if over < 0.5*math.Min(to-from, lastTo-lastFrom) && !unicode.Is(unicode.Mn, r) {
		return false
	}
	c, ok := composed(before, r)
	if !ok {
		if c, ok = composed(r, before); !ok || unicode.Is(unicode.Mn, r) {
			return false
		}
		b.last = g // the letter, which follows its accent
	}
	b.text = utf8.AppendRune(b.text[:start-n], c)
	b.w.Box.include(g.Box)
	return true
}

// flush ends the word; what stands behind at in the text belongs to the next one.
func (b *wordBuilder) flush(at int) {
	if b.last == nil {
		return
	}
	_, to := ends(b.last.Turn, b.last.Box)
	b.edges = append(b.edges, to)
	b.w.Edges = b.edges[b.edge:len(b.edges):len(b.edges)]
	b.w.Text = string(b.text[b.from:at])
	b.w.Bold, b.w.Italic = 2*b.bold > b.all, 2*b.italic > b.all
	b.words = append(b.words, b.w)
	b.last, b.raised, b.spaced = nil, false, false
}

// base is the baseline of a glyph as Word.Base has it.
func base(g *Glyph) float64 {
	if g.Turn == 90 || g.Turn == 270 {
		return g.Origin[0]
	}
	return g.Origin[1]
}

// along and across are a point's places along the writing direction and across it, downwards.
func along(turn int, x, y float64) float64 {
	switch turn {
	case 90:
		return y
	case 180:
		return -x
	case 270:
		return -y
	}
	return x
}

func across(turn int, x, y float64) float64 {
	switch turn {
	case 90:
		return -x
	case 180:
		return -y
	case 270:
		return x
	}
	return y
}

// ends are where a box begins and ends along the writing direction.
func ends(turn int, b Rect) (from, to float64) {
	switch turn {
	case 90:
		return b[1], b[3]
	case 180:
		return -b[2], -b[0]
	case 270:
		return -b[3], -b[1]
	}
	return b[0], b[2]
}

// Justified lines may be spread between their letters as well as between their words, unevenly and so far that a
// letter stands as far from the next as in other lines a word does. Where such a line has its spaces painted,
// they alone part its words.

const (
	// mostLoose is how far apart letters of such a line stand at most, in sizes.
	mostLoose = 0.4
	// leastLoose is from when on they are spread, and looseShare the part of them that must be: where a letter is always
	// followed by a gap, that is taken for its width.
	leastLoose = 0.08
	looseShare = 0.4
	// loosePairs and looseSpaces are how many letters side by side and how many spaces it takes to tell.
	loosePairs  = 8
	looseSpaces = 2
)

// looseRun remembers what was found of the run of glyphs that was looked at last.
type looseRun struct {
	from, to int
	is       bool
}

// holds reports whether the glyph at i stands in a spread line.
func (r *looseRun) holds(gs []Glyph, i int) bool {
	if i >= r.from && i < r.to {
		return r.is
	}
	from, to := i, i+1
	for from > 0 && sameRun(&gs[from-1], &gs[i]) {
		from--
	}
	for to < len(gs) && sameRun(&gs[to], &gs[i]) {
		to++
	}
	pairs, spread, spaces := 0, 0, 0
	for k := from; k < to; k++ {
		if blank(gs[k].Text) {
			spaces++
			continue
		}
		if k == from || blank(gs[k-1].Text) {
			continue
		}
		_, end := ends(gs[k-1].Turn, gs[k-1].Box)
		space := along(gs[k].Turn, gs[k].Origin[0], gs[k].Origin[1]) - end
		pairs++
		if space > leastLoose*gs[k].Size && space <= mostLoose*gs[k].Size {
			spread++
		}
	}
	*r = looseRun{from, to, pairs >= loosePairs && spaces >= looseSpaces && float64(spread) >= looseShare*float64(pairs)}
	return r.is
}

// sameRun reports whether two glyphs stand on one baseline in one size.
func sameRun(a, b *Glyph) bool {
	return a.Turn == b.Turn && a.Skewed == b.Skewed && math.Abs(a.Size-b.Size) < 0.05*b.Size && math.Abs(base(a)-base(b)) < 0.08*b.Size
}
