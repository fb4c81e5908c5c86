package layout

import (
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// fragment is words that stand side by side on one baseline with nothing but spaces between them: a line
// of a column, or a piece of one. It never reaches over the gap between two columns.
type fragment struct {
	words []word // left to right
	box   paint.Rect
	base  float64
	size  float64     // of most of its letters
	n     int         // its characters
	bold  bool        // all of it
	ink   paint.Color // of most of it
	role  place

	figures bool // nothing but numbers and what stands for them
	mark    bool // the mark of a list item, or the number of a section
}

// place says what a fragment was found to be before the page's layout is known.
type place byte

const (
	inText place = iota
	inFurniture
	inChart
)

// Gaps, in font sizes.
const (
	wordGap   = 0.75 // wider ones part fragments; justified lines may have such, which does no harm
	glueGap   = 0.1  // narrower ones part no words
	sameBase  = 0.22 // how far baselines of one line may differ
	smallSize = 0.85 // of a raised or lowered mark, at most
)

// fragmentsOf puts words together. It is bounded by n log n in their number, but for small marks, which
// look for the line they belong to.
func fragmentsOf(words []word) []fragment {
	slices.SortStableFunc(words, func(a, b word) int {
		if a.base != b.base {
			return compare(a.base, b.base)
		}
		return compare(a.x0(), b.x0())
	})
	var out []fragment
	for i := 0; i < len(words); {
		j, size := i+1, words[i].size
		for j < len(words) && words[j].base-words[i].base <= sameBase*math.Min(size, words[j].size) {
			size = math.Max(size, words[j].size)
			j++
		}
		out = appendRow(out, words[i:j])
		i = j
	}
	return attachBullets(attachMarks(out))
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// appendRow divides the words of one baseline at its wide gaps.
func appendRow(out []fragment, row []word) []fragment {
	slices.SortStableFunc(row, func(a, b word) int { return compare(a.x0(), b.x0()) })
	start, reach := 0, row[0].x1()
	for i := 1; i <= len(row); i++ {
		if i < len(row) && row[i].x0()-reach <= wordGap*math.Min(row[i].size, row[i-1].size) && row[i].skewed == row[i-1].skewed {
			reach = math.Max(reach, row[i].x1())
			continue
		}
		out = append(out, newFragment(slices.Clone(row[start:i])))
		if i < len(row) {
			start, reach = i, row[i].x1()
		}
	}
	return out
}

func newFragment(words []word) fragment {
	f := fragment{words: words, box: words[0].box}
	heavy, most := 0, 0 // letters that are bold
	sizes := map[float64]int{}
	inks := map[paint.Color]int{}
	f.bold = true
	for i := range words {
		w := &words[i]
		n := len(w.text)
		f.n += n
		f.box = frames.Join(f.box, w.box)
		sizes[w.size] += n
		inks[w.ink] += n
		if w.bold {
			heavy += n
		} else if hasLetterOrDigit(w.text) && !w.raised {
			f.bold = false
		}
	}
	for s, n := range sizes {
		if n > most || n == most && s > f.size {
			f.size, most = s, n
		}
	}
	most = 0
	for c, n := range inks {
		if n > most || n == most && c < f.ink {
			f.ink, most = c, n
		}
	}
	f.bold = f.bold && 2*heavy > f.n
	f.figures, f.mark = figure(&f)
	for i := range words {
		if words[i].size == f.size {
			f.base = words[i].base
			break
		}
	}
	return f
}

// top and bottom are the line's extent as its neighbours see it: lines that are set tight do not touch.
func (f *fragment) top() float64    { return f.base - 0.72*f.size }
func (f *fragment) bottom() float64 { return f.base + 0.12*f.size }

// attachMarks joins the numbers of footnotes, exponents and lowered figures, which have a baseline of their
// own, to the line that they stand in.
func attachMarks(fs []fragment) []fragment {
	const most = 400 // of a page with more, the rest stay where they are
	marks := 0
	gone := make([]bool, len(fs))
	for i := range fs {
		m := &fs[i]
		if m.n > 8 || marks == most {
			continue
		}
		best, near := -1, math.Inf(1)
		for j := range fs {
			g := &fs[j]
			if i == j || gone[j] || m.size > smallSize*g.size || m.base < g.base-0.8*g.size || m.base > g.base+0.35*g.size {
				continue
			}
			gap := math.Max(m.box[0]-g.box[2], g.box[0]-m.box[2])
			if gap > -0.2*frames.Width(m.box)-0.3*g.size && gap < 0.45*g.size && math.Abs(gap) < near || gap < 0 && fitsBetween(m, g) {
				best, near = j, math.Abs(gap)
			}
		}
		if best >= 0 {
			marks++
			gone[i] = true
			if m.base < fs[best].base-0.15*fs[best].size {
				raiseWords(m.words)
			}
			words := append(fs[best].words, m.words...)
			slices.SortStableFunc(words, func(a, b word) int { return compare(a.x0(), b.x0()) })
			fs[best] = newFragment(words)
		}
	}
	out := fs[:0]
	for i := range fs {
		if !gone[i] {
			out = append(out, fs[i])
		}
	}
	if marks > 0 {
		return rejoin(out)
	}
	return out
}

// raiseWords writes figures that are found to be raised as such: they must not read as part of the number or
// word before them.
func raiseWords(words []word) {
	for i := range words {
		words[i].raised = true
		for j, r := range words[i].text {
			if up, ok := typeset.Raised[r]; ok {
				words[i].text[j] = up
			}
		}
	}
}

// fitsBetween reports whether a mark stands in a gap between two words of a line.
func fitsBetween(m, g *fragment) bool {
	mid := (m.box[0] + m.box[2]) / 2
	if mid < g.box[0] || mid > g.box[2] {
		return false
	}
	for i := range g.words {
		if w := &g.words[i]; mid > w.x0() && mid < w.x1() {
			return false
		}
	}
	return true
}

// rejoin closes the gap that a mark has filled.
func rejoin(fs []fragment) []fragment {
	slices.SortStableFunc(fs, func(a, b fragment) int {
		if a.base != b.base {
			return compare(a.base, b.base)
		}
		return compare(a.box[0], b.box[0])
	})
	out := fs[:0]
	for _, f := range fs {
		if n := len(out); n > 0 {
			l := &out[n-1]
			gap := f.box[0] - l.box[2]
			if math.Abs(f.base-l.base) <= sameBase*math.Min(f.size, l.size) && gap >= -0.3*f.size && gap <= wordGap*math.Min(f.size, l.size) &&
				f.words[0].skewed == l.words[0].skewed {
				*l = newFragment(append(l.words, f.words...))
				continue
			}
		}
		out = append(out, f)
	}
	return out
}

func hasLetterOrDigit(text []rune) bool {
	return slices.ContainsFunc(text, typeset.IsLetterOrDigit)
}

// figure reports whether a fragment holds figures only, and whether it is the mark of a list item or the
// number of a section.
func figure(f *fragment) (figures, mark bool) {
	figures = true
	for i := range f.words {
		w := &f.words[i]
		if !typeset.IsFigure(w.text) && !(i > 0 && len(w.text) <= 4) {
			figures = false
			break
		}
	}
	if len(f.words) == 1 {
		s := string(f.words[0].text)
		mark = typeset.IsMark(s) || strings.Contains(s, ".") && !strings.Contains(s, ",") && len(s) <= 5 && typeset.IsNumbering(s) && f.n > 1
	}
	return figures, mark
}
