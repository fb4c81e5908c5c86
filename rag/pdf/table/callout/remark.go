package callout

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// belowLabel is how far below the words of a figure that stands in no box a remark may stand, in sizes of it.
const belowLabel = 2.5

// segments parts words at marks between what is said side by side, and before an arrow. nil if nothing is between two marks.
func segments(words []string) (out [][2]int) {
	from := 0
	for k := 0; k <= len(words); k++ {
		switch {
		case k == len(words) || isMark(words[k]):
			if k > from || k < len(words) {
				out = append(out, [2]int{from, k})
			}
			from = k + 1
		case k > from && isArrow(words[k]):
			out, from = append(out, [2]int{from, k}), k
		}
	}
	return out
}

// isArrow reports whether a word shows which way a figure has gone.
func isArrow(w string) bool {
	r, n := utf8.DecodeRuneInString(w)
	return n == len(w) && strings.ContainsRune("▲▼△▽↑↓↗↘⬆⬇", r)
}

// remarks reads a line that is nothing but further figures: "2022: 1.71 ▲ 12.9 %"; nil if it is more.
func (p *page) remarks(n int, bare bool) (out []note) {
	r := &p.runs[n]
	words := strings.Fields(r.Said)
	if len(words) != len(r.Words) {
		return nil
	}
	for _, s := range segments(words) {
		one, ok := readRemark(words[s[0]:s[1]], r.Words[s[0]:s[1]], r.Rect)
		if !ok && bare {
			one, ok = readBare(words[s[0]:s[1]], r.Words[s[0]:s[1]], r.Rect)
		}
		if !ok {
			return nil
		}
		out = append(out, one)
	}
	return out
}

// readRemark reads a figure of another period, or by how much a figure has changed: an arrow leads to it.
func readRemark(words []string, items [][]int, place [4]float64) (note, bool) {
	if len(words) < 2 || len(words) > mostNote || !isArrow(words[0]) {
		return readNote(words, items, place)
	}
	for to := 2; to <= len(words); to++ {
		if g, ok := printed.ReadFigure(strings.Join(words[1:to], " ")); ok && g.Token != "" && g.Unit != "" {
			return note{words: [][]int{slices.Concat(append(slices.Clone(items[:1]), items[to:]...)...)}, figure: slices.Concat(items[1:to]...), rect: place}, true
		}
	}
	return note{}, false
}

// readBare reads a change that stands alone: its sign says that it is one.
func readBare(words []string, items [][]int, place [4]float64) (note, bool) {
	said := strings.Join(words, " ")
	r, _ := utf8.DecodeRuneInString(said)
	g, ok := printed.ReadFigure(said)
	if !ok || g.Token == "" || g.Unit != "%" || !strings.ContainsRune("+-−–", r) {
		return note{}, false
	}
	return note{figure: slices.Concat(items...), rect: place}, true
}

// remarked finds the lines with further figures that stand apart from the words of a figure: anywhere in a box that is its own, or below them.
func (p *page) remarked(f *figure, words, taken []int) (out []note, used []int) {
	own := f.box >= 0 && !slices.ContainsFunc(p.whole, func(o figure) bool { return o.box == f.box && o.rect != f.rect })
	for n := range p.runs {
		r := &p.runs[n]
		if p.within[n] || slices.Contains(taken, n) || r.Size*large > f.size || !own && !p.follows(n, words) || own && p.box[n] != f.box {
			continue
		}
		if some := p.remarks(n, own); some != nil {
			out, used = append(out, some...), append(used, n)
		}
	}
	return out, used
}

// follows reports whether a run stands a little below the last line of words, and begins or has its middle below it.
func (p *page) follows(n int, words []int) bool {
	if len(words) == 0 {
		return false
	}
	r, last := &p.runs[n], &p.runs[words[0]]
	for _, w := range words {
		if p.runs[w].Base > last.Base {
			last = &p.runs[w]
		}
	}
	d := r.Rect[1] - last.Rect[3]
	return d > -0.3*r.Size && d < belowLabel*r.Size && p.box[n] == p.box[words[0]] &&
		math.Abs(r.Size-last.Size) < 0.4*last.Size && aligned(r.Rect, last.Rect, p.em)
}
