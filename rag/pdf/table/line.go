package table

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// chunk is words of one line that stand together: what one cell has on that line, or two cells that stand
// close, or a heading over several.
type chunk struct {
	items  []int // of the frame, by x
	x0, x1 float64
	kind   printed.Kind
}

func (c *chunk) mid() float64   { return (c.x0 + c.x1) / 2 }
func (c *chunk) width() float64 { return c.x1 - c.x0 }

// line is what stands on one baseline within the stretch that is looked at.
type line struct {
	base, y0, y1 float64
	size         float64
	chunks       []chunk
}

// lines sorts items by baseline and cuts each line into chunks. Words of one row may differ a little in
// baseline, and raised ones belong to the line of their neighbour.
func (f *frame) lines(members []int) []line {
	plain := make([]int, 0, len(members))
	var raised, rotated []int
	for _, i := range members {
		switch {
		case f.items[i].kind == printed.Turned:
			rotated = append(rotated, i)
		case f.items[i].raised:
			raised = append(raised, i)
		default:
			plain = append(plain, i)
		}
	}
	slices.SortFunc(plain, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.items[a].base, f.items[b].base), cmp.Compare(a, b))
	})
	type group struct {
		base, size float64
		items      []int
	}
	var groups []group
	for _, i := range plain {
		it := &f.items[i]
		if n := len(groups); n > 0 {
			g := &groups[n-1]
			if d := it.base - g.base; d <= 0.3*math.Min(it.size, g.size) || d <= 0.45*math.Max(it.size, g.size) && f.beside(it, g.items) {
				g.items = append(g.items, i)
				g.size = math.Max(g.size, it.size)
				continue
			}
		}
		groups = append(groups, group{it.base, it.size, []int{i}})
	}
	plainGroups := len(groups)
	for _, i := range raised {
		it := &f.items[i]
		best, nearest := -1, math.Inf(1)
		lo, _ := slices.BinarySearchFunc(groups[:plainGroups], it.base-0.3*it.size, func(g group, y float64) int { return cmp.Compare(g.base, y) })
		for g := lo; g < min(plainGroups, lo+20) && groups[g].base-it.base < 1.2*groups[g].size; g++ {
			for _, j := range groups[g].items {
				o := &f.items[j]
				d := math.Min(math.Abs(it.x0-o.x1), math.Abs(o.x0-it.x1)) + math.Abs(o.base-it.base)
				if d < nearest {
					best, nearest = g, d
				}
			}
		}
		if best < 0 || nearest > 3*it.size {
			groups = append(groups, group{it.base, it.size, []int{i}})
			continue
		}
		groups[best].items = append(groups[best].items, i)
	}
	out := make([]line, 0, len(groups)+len(rotated))
	for _, g := range groups {
		out = append(out, f.newLine(g.items))
	}
	for _, i := range rotated {
		out = append(out, f.newLine([]int{i}))
	}
	slices.SortStableFunc(out, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.chunks[0].x0, b.chunks[0].x0))
	})
	return out
}

// beside says that a word stands beside the others, not under one of them.
func (f *frame) beside(it *item, others []int) bool {
	for _, j := range others {
		o := &f.items[j]
		if overlap(it.x0, it.x1, o.x0, o.x1) > 0.1*it.size {
			return false
		}
	}
	return true
}

func (f *frame) newLine(items []int) line {
	slices.SortFunc(items, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.items[a].x0, f.items[b].x0), cmp.Compare(a, b))
	})
	first := &f.items[items[0]]
	l := line{base: first.base, y0: first.y0, y1: first.y1}
	for n, i := range items {
		it := &f.items[i]
		if !it.raised || n == 0 {
			l.base = math.Max(l.base, it.base)
		}
		l.y0, l.y1, l.size = math.Min(l.y0, it.y0), math.Max(l.y1, it.y1), math.Max(l.size, it.size)
	}
	for from := 0; from < len(items); {
		to := from + 1
		end := f.items[items[from]].x1
		for to < len(items) && !f.parts(items[from:to], items[to], end) {
			end = math.Max(end, f.items[items[to]].x1)
			to++
		}
		l.chunks = append(l.chunks, f.newChunk(items[from:to]))
		from = to
	}
	return l
}

// parts says that a new chunk begins with the next word: the gap is wider than between words, or clearly one
// between figures.
func (f *frame) parts(before []int, next int, end float64) bool {
	a, b := &f.items[before[len(before)-1]], &f.items[next]
	gap, size := b.x0-end, math.Min(a.size, b.size)
	if b.raised || a.raised {
		size = math.Max(a.size, b.size)
	}
	switch {
	case gap > 0.95*size:
		return len(before) > 1 || !isBullet(a.text) || gap > 3*size
	case gap < 0.3*size || a.raised || b.raised || gap < 0.5*size && printed.DayOfMonth(a.text, b.text):
		return false
	case endsFigure(a.text) && f.closes(before):
		// A figure with its unit, and then something that is no part of it: the next column.
		if _, goes := printed.ReadFigure(f.text(before) + " " + b.text); !goes {
			return true
		}
	}
	if gap < 0.42*size {
		return false
	}
	if a.kind.Valued() && b.kind.Valued() {
		// "1 234" is one figure, "1 234" in two columns is two.
		return gap > 0.5*size || a.kind != printed.Number || b.kind != printed.Number || printed.Digits(b.text) != 3 || printed.Digits(a.text) > 3
	}
	return gap > 0.6*size && b.kind == printed.Number && f.closes(before)
}

// endsFigure says that a word can be the end of a figure: quick, before closer looks.
func endsFigure(s string) bool {
	c := s[len(s)-1]
	return c >= '0' && c <= '9' || c == '%' || c == ')'
}

// closes says that the words before are a figure with its unit: what follows is the next column.
func (f *frame) closes(before []int) bool {
	if len(before) > 2 {
		return false
	}
	_, ok := printed.ReadFigure(f.text(before))
	return ok
}

func (f *frame) newChunk(items []int) chunk {
	c := chunk{items: items, x0: f.items[items[0]].x0, x1: f.items[items[0]].x1}
	for _, i := range items {
		c.x1 = math.Max(c.x1, f.items[i].x1)
	}
	switch {
	case len(items) == 1:
		c.kind = f.items[items[0]].kind
	case len(items) <= 6:
		c.kind = printed.KindOf(f.text(items))
	}
	return c
}

// text is what stands on one line, raised marks left out but for the exponent of a unit.
func (f *frame) text(items []int) string {
	var b strings.Builder
	end := math.Inf(-1)
	for _, i := range items {
		it := &f.items[i]
		if it.raised && b.Len() > 0 {
			if digit := printed.FoldSuperscript(it.text); printed.IsExponent(b.String(), digit) {
				b.WriteString(printed.RaiseDigit(digit))
			}
			continue
		}
		if b.Len() > 0 && printed.Spaced(b.String(), it.text, (it.x0-end)/it.size) {
			b.WriteByte(' ')
		}
		b.WriteString(it.text)
		end = it.x1
	}
	return b.String()
}

// isBullet recognises the mark of a list item: it belongs to its text, however far that is.
func isBullet(s string) bool {
	switch s {
	case "•", "●", "▪", "■", "◦", "‣", "→", "►", "▶", "✓", "✔", "○", "◆", "\uf0b7", "\uf0a7", "\u00b7":
		return true
	}
	return false
}

// betweenLines is how far, in font sizes, figures stand from the lines of a label of two lines that they stand between.
const betweenLines = 0.95

// widestLabel is how wide the lines of labels are at most, in font sizes; those of running text beside figures are wider.
const widestLabel = 25

// labelAround is the first line of the label that the figures of a line stand between two lines of; nil if there is none.
func labelAround(lines []line, row figureLine) *chunk {
	l := &lines[row.line]
	if l.chunks[0].kind == printed.Wordy {
		return nil
	}
	beside := func(i int) *chunk {
		if i < 0 || i >= len(lines) || math.Abs(lines[i].base-l.base) > betweenLines*l.size {
			return nil
		}
		if ch := &lines[i].chunks[0]; ch.kind == printed.Wordy && ch.x1 <= l.chunks[0].x0 {
			return ch
		}
		return nil
	}
	above, below := beside(row.line-1), beside(row.line+1)
	if above == nil || below == nil || math.Abs(above.x0-below.x0) > 0.4*l.size || math.Max(above.width(), below.width()) > widestLabel*l.size {
		return nil
	}
	return above
}

// reachWide takes the whole of what begins where the texts behind the figures do: lines of theirs without figures may be the wider ones.
func (f *frame) reachWide(lines []line, behind float64, r *region) {
	x1 := r.x1
	for i := range lines {
		l := &lines[i]
		if mid := (l.y0 + l.y1) / 2; mid < r.y0 || mid > r.y1 {
			continue
		}
		for c := range l.chunks {
			if ch := &l.chunks[c]; math.Abs(ch.x0-behind) < 0.6*f.em && ch.width() < widestLabel*l.size {
				x1 = math.Max(x1, ch.x1)
			}
		}
	}
	r.x1 = x1
}

// withLabels adds the column of labels where each of them is of several lines, so that their row's figures stand between these and no
// line has both.
func (b *builder) withLabels(content [][2]float64, body []*line) [][2]float64 {
	const leastLabels = 3 // lines
	if len(content) < 2 {
		return content
	}
	first, last := body[0], body[len(body)-1]
	labels, n := [2]float64{math.Inf(1), math.Inf(-1)}, 0
	for i := range b.lines {
		l := &b.lines[i]
		if len(l.chunks) != 1 || l.y1 < first.y0-(first.y1-first.y0) || l.y0 > last.y1+(last.y1-last.y0) || l.chunks[0].x1 > content[0][0]-0.3*b.f.em {
			continue
		}
		labels[0], labels[1] = math.Min(labels[0], l.chunks[0].x0), math.Max(labels[1], l.chunks[0].x1)
		n++
	}
	if n < leastLabels || n < len(body) || labels[1]-labels[0] > widestLabel*b.f.em {
		return content
	}
	return slices.Insert(content, 0, labels)
}
