package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// The limits of one page. A printed page holds some thousand words; beyond these a page is a drawing or an
// attack, and what is beyond them is not looked at.
const (
	maxWords    = 20_000 // above: no tables on this page
	maxSegments = 4_000  // lines and edges of fills, joined; above: fills are not looked at, then no lines
)

// item is a word in the frame of its writing direction: x runs along it, y across, downwards.
type item struct {
	word           int // index in the words given to Find
	x0, y0, x1, y1 float64
	base, size     float64
	text           string
	bold           bool
	raised         bool
	ink            paint.Color
	kind           printed.Kind
}

func (it *item) mid() float64 { return (it.y0 + it.y1) / 2 }

// segment is a drawn horizontal or vertical line, or the edge of a filled area: it lies at, and goes from..to
// across the other direction.
type segment struct {
	at, from, to float64
	fill         bool // an edge of an area, not a line
}

func (s segment) length() float64 { return s.to - s.from }

// area is a filled area.
type area struct {
	x0, y0, x1, y1 float64
	ink            paint.Color
}

// frame is a page, or the part of it that is written in one direction, turned upright.
type frame struct {
	turn          int
	width, height float64
	items         []item
	em            float64   // the usual size of the words
	across        []segment // horizontal, by at
	down          []segment // vertical, by at
	areas         []area
	ground        *grounds
	taken         []bool // of items: belongs to a table already
}

func finite(vs ...float64) bool {
	for _, v := range vs {
		if math.IsNaN(v) || math.Abs(v) > 1e6 {
			return false
		}
	}
	return true
}

// upright turns a rectangle of the page into the frame of a writing direction.
func Upright(turn int, w, h float64, r paint.Rect) paint.Rect {
	switch turn {
	case 90:
		return paint.Rect{r[1], w - r[2], r[3], w - r[0]}
	case 180:
		return paint.Rect{w - r[2], h - r[3], w - r[0], h - r[1]}
	case 270:
		return paint.Rect{h - r[3], r[0], h - r[1], r[2]}
	}
	return r
}

// asShown turns a rectangle of the frame back.
func asShown(turn int, w, h float64, r paint.Rect) paint.Rect {
	switch turn {
	case 90:
		return paint.Rect{w - r[3], r[0], w - r[1], r[2]}
	case 180:
		return paint.Rect{w - r[2], h - r[3], w - r[0], h - r[1]}
	case 270:
		return paint.Rect{r[1], h - r[2], r[3], h - r[0]}
	}
	return r
}

func baseline(turn int, w, h, base float64) float64 {
	switch turn {
	case 90:
		return w - base
	case 180:
		return h - base
	}
	return base
}

// newFrame gathers the words of one direction. Words of other directions that stand among them (turned column
// heads) come along as what they are: places with text.
func newFrame(turn int, words []paint.Word, p *paint.Page) *frame {
	f := &frame{turn: turn, width: p.Width, height: p.Height}
	if turn == 90 || turn == 270 {
		f.width, f.height = p.Height, p.Width
	}
	sizes := make([]float64, 0, len(words))
	f.items = make([]item, 0, len(words))
	for i := range words {
		w := &words[i]
		if w.Skewed || w.Text == "" || !finite(w.Box[0], w.Box[1], w.Box[2], w.Box[3], w.Base, w.Size) || w.Box[2] < w.Box[0] || w.Box[3] < w.Box[1] {
			continue
		}
		b := Upright(turn, p.Width, p.Height, w.Box)
		it := item{
			word: i, x0: b[0], y0: b[1], x1: b[2], y1: b[3], base: b[3], size: w.Size, text: w.Text,
			bold: w.Bold, raised: w.Raised, ink: w.Ink,
		}
		if w.Turn == turn {
			it.base = baseline(turn, p.Width, p.Height, w.Base)
			it.kind = printed.KindOf(w.Text)
			sizes = append(sizes, w.Size)
		} else {
			it.kind = printed.Turned
		}
		f.items = append(f.items, it)
	}
	if len(sizes) == 0 {
		return nil
	}
	slices.Sort(sizes)
	f.em = sizes[len(sizes)/2]
	if f.em <= 0 {
		return nil
	}
	// The order in which words come must not matter: two equal places are told apart by their text.
	slices.SortFunc(f.items, func(a, b item) int {
		if c := cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.x0, b.x0)); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(a.x1, b.x1), cmp.Compare(a.text, b.text), cmp.Compare(a.word, b.word))
	})
	f.taken = make([]bool, len(f.items))
	f.draw(p)
	return f
}
