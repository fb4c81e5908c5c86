package layout

import (
	"math"
	"slices"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
)

// tabGap is the distance from which words of a line do not belong together. A justified line is known by
// gaps that are all alike, and stays whole however wide they are.
func tabGap(words []word) float64 {
	size, low, high := 0.0, math.Inf(1), 0.0
	gaps, figures := 0, 0
	for i := range words {
		w := &words[i]
		size = math.Max(size, w.size)
		if typeset.IsFigure(w.text) {
			figures++
		}
		if i == 0 {
			continue
		}
		if gap := w.x0() - words[i-1].x1(); gap > 0.16*w.size {
			gaps++
			low, high = math.Min(low, gap), math.Max(high, gap)
		}
	}
	switch {
	case gaps == 1 && figures == 0:
		return 3.6 * size
	case gaps > 1 && high <= 1.6*low && high <= 4*size && 2*figures < len(words):
		return math.Inf(1)
	}
	return 1.3 * size
}

// tabbed reports whether two words with a gap between them belong to different pieces of their line. Beside
// a figure a smaller gap is enough: an icon in running text leaves one as wide.
func tabbed(a, b *word, gap, tab float64) bool {
	if gap <= tab {
		return false
	}
	return typeset.IsFigure(a.text) || typeset.IsFigure(b.text) || gap > 2.4*math.Max(a.size, b.size)
}

// letterSpaced puts words together again whose letters are set apart: at least four single letters in a row
// at even distances are one word up to a wider gap.
func letterSpaced(words []word) []word {
	const least = 4
	out := make([]word, 0, len(words))
	for i := 0; i < len(words); {
		j := i
		narrow := math.Inf(1)
		for j < len(words) && len(words[j].text) == 1 && unicode.IsLetter(words[j].text[0]) {
			if j > i {
				gap := words[j].x0() - words[j-1].x1()
				if gap > 1.6*words[j].size || gap < 0 {
					break
				}
				narrow = math.Min(narrow, gap)
			}
			j++
		}
		if j-i < least {
			j = max(j, i+1)
			out = append(out, words[i:j]...)
			i = j
			continue
		}
		w := words[i]
		for _, next := range words[i+1 : j] {
			if next.x0()-w.x1() > 2*narrow+0.1*w.size {
				out = append(out, w)
				w = next
				continue
			}
			w = mergeWords(w, next)
		}
		out = append(out, w)
		i = j
	}
	return out
}

func mergeWords(a, b word) word {
	edges := slices.Concat(a.edges[:len(a.edges)-1], b.edges)
	for i := 1; i < len(edges); i++ {
		edges[i] = math.Max(edges[i], edges[i-1])
	}
	a.text, a.edges = slices.Concat(a.text, b.text), edges
	a.box = frames.Join(a.box, b.box)
	return a
}

// closeJustified puts spaces for the tab of a line of words that is as wide as a line next to it: where a
// picture narrows a justified column, two words may stand at its two edges.
func closeJustified(ls []line) {
	as := func(l *line, i int) bool {
		if i < 0 || i >= len(ls) {
			return false
		}
		o := &ls[i]
		return o.pieces == 1 && math.Abs(o.box[0]-l.box[0]) < 1.5 && math.Abs(o.box[2]-l.box[2]) < 1.5 && math.Abs(o.base-l.base) < 2*l.size
	}
	for i := range ls {
		l := &ls[i]
		if l.pieces != 2 || frames.Width(l.box) > 16*l.size || slices.ContainsFunc(l.text, unicode.IsDigit) || !as(l, i-1) && !as(l, i+1) {
			continue
		}
		l.text[slices.Index(l.text, '\t')] = ' '
		l.pieces = 1
	}
}

// How far a bullet may stand from its item, in font sizes of the item: to the left of it, and above or below its baseline (bullets are often
// set in another font and size).
const (
	bulletReach = 5.0
	bulletRise  = 0.4
)

// attachBullets joins bullets that stand by themselves to the lines that they begin. Set far from their text, those of a list look like a
// column of their own, and the items behind them like one paragraph.
func attachBullets(fs []fragment) []fragment {
	const most = 400 // of a page with more, the rest stay where they are
	bullets := 0
	gone := make([]bool, len(fs))
	for i := range fs {
		b := &fs[i]
		if !loneBullet(b) || bullets == most {
			continue
		}
		bullets++
		if item := itemOf(fs, b); item >= 0 && !gone[item] {
			gone[i] = true
			fs[item] = newFragment(slices.Concat(b.words, fs[item].words))
		}
	}
	n := 0
	return slices.DeleteFunc(fs, func(fragment) bool { n++; return gone[n-1] })
}

// loneBullet reports whether a fragment is nothing but a bullet.
func loneBullet(f *fragment) bool {
	return len(f.words) == 1 && len(f.words[0].text) == 1 && f.words[0].text[0] == '•'
}

// itemOf is the fragment right behind a bullet; -1 if nothing but another bullet or a figure is there, as in a table of dots.
func itemOf(fs []fragment, b *fragment) int {
	best, near := -1, math.Inf(1)
	for j := range fs {
		f := &fs[j]
		gap := f.box[0] - b.box[2]
		if f == b || gap < 0 || gap > bulletReach*f.size || math.Abs(f.base-b.base) > bulletRise*f.size || gap >= near {
			continue
		}
		best, near = j, gap
	}
	if best >= 0 && (loneBullet(&fs[best]) || fs[best].figures) {
		return -1
	}
	return best
}
