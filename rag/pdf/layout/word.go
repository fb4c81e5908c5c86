package layout

import (
	"math"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// word is a paint.Word as it is read: its code points folded, each with the place where it begins, in the
// frame of its text.
type word struct {
	text   []rune
	edges  []float64 // one more than text; never falling
	box    paint.Rect
	base   float64
	size   float64
	bold   bool
	raised bool
	skewed bool
	ink    paint.Color
}

func (w *word) x0() float64 { return w.edges[0] }
func (w *word) x1() float64 { return w.edges[len(w.edges)-1] }

// newWord folds a word; ok is false for one that has no character left or no place on paper.
func newWord(s *paint.Word, f frames.Frame) (w word, ok bool) {
	box := f.Box(s.Box)
	w = word{
		box: box, base: f.Across(s.Base), size: s.Size, bold: s.Bold,
		raised: s.Raised, skewed: s.Skewed, ink: s.Ink,
	}
	if !frames.Finite(box) || math.IsNaN(w.base) || math.Abs(w.base) > 1e6 || math.IsNaN(w.size) || w.size <= 0 || w.size > 1e5 {
		return word{}, false
	}
	w.fold(s)
	return w, len(w.text) > 0
}

// fold takes over the characters: ligatures, odd spaces and marks of lists in one form, invisible ones not
// at all, composed letters composed. The edges stay with their characters.
func (w *word) fold(s *paint.Word) {
	chars := []rune(s.Text)
	at := edgesOf(s, len(chars), w.box)
	w.text = make([]rune, 0, len(chars))
	w.edges = make([]float64, 0, len(chars)+1)
	put := func(r rune, from float64) {
		w.text = append(w.text, r)
		w.edges = append(w.edges, from)
	}
	last := w.box[0]
	for i, r := range chars {
		if r > ' ' && r < unicode.MaxASCII && !s.Raised { // nearly all: nothing of it is folded
			put(r, at[i])
			last = at[i+1]
			continue
		}
		if s.Raised {
			if up, ok := typeset.Raised[r]; ok {
				r = up
			}
		}
		from, to := at[i], at[i+1]
		last = to
		if n := len(w.text); n > 0 && unicode.Is(unicode.Mn, r) {
			if c := []rune(norm.NFC.String(string([]rune{w.text[n-1], r}))); len(c) == 1 {
				w.text[n-1] = c[0]
				continue
			}
		}
		out, ok := typeset.Folded[r]
		switch {
		case ok:
			parts := []rune(out)
			for j, p := range parts {
				put(p, from+(to-from)*float64(j)/float64(len(parts)))
			}
		case r == typeset.SoftHyphen && i < len(chars)-1:
		case unicode.IsSpace(r), unicode.IsControl(r), unicode.Is(unicode.Co, r), r == unicode.ReplacementChar:
		default:
			put(r, from)
		}
	}
	w.edges = append(w.edges, last)
}

// edgesOf are the places of n characters, whatever the word says: never falling and inside its box. A word
// without edges, or with some that are no numbers, is divided evenly.
func edgesOf(s *paint.Word, n int, box paint.Rect) []float64 {
	out := make([]float64, n+1)
	good := len(s.Edges) == n+1
	for i := 0; good && i <= n; i++ {
		good = !math.IsNaN(s.Edges[i]) && math.Abs(s.Edges[i]) <= 1e6
	}
	low := box[0]
	for i := range out {
		v := box[0] + frames.Width(box)*float64(i)/float64(max(n, 1))
		if good {
			v = s.Edges[i]
		}
		low = math.Min(math.Max(v, low), math.Max(box[2], box[0]))
		out[i] = low
	}
	return out
}
