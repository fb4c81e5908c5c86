package table

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// figureLine is a line with figures of a table's tracks: the chunks of its first and last one.
type figureLine struct{ line, first, last int }

// figureLines lists the lines of some tracks, down the page.
func figureLines(tracks []track) []figureLine {
	var all []figureLine
	for _, t := range tracks {
		for _, n := range t.nodes {
			all = append(all, figureLine{n.line, n.chunk, n.chunk})
		}
	}
	slices.SortFunc(all, func(a, b figureLine) int { return cmp.Compare(a.line, b.line) })
	out := all[:0]
	for _, l := range all {
		if n := len(out); n > 0 && out[n-1].line == l.line {
			out[n-1].first, out[n-1].last = min(out[n-1].first, l.first), max(out[n-1].last, l.last)
			continue
		}
		out = append(out, l)
	}
	return out
}

// extent finds how far a table of these tracks reaches: left to its labels, right to what stands in line
// behind its figures, up to the heads of its columns.
func (f *frame) extent(lines []line, tracks []track) (region, bool) {
	r := region{x0: math.Inf(1), x1: math.Inf(-1), y0: math.Inf(1), y1: math.Inf(-1)}
	for _, t := range tracks {
		r.x0, r.x1 = math.Min(r.x0, t.x0), math.Max(r.x1, t.x1)
	}
	rows := figureLines(tracks)
	if len(rows) < 2 {
		return r, false
	}
	figuresFrom := r.x0
	for _, row := range rows {
		l := &lines[row.line]
		r.y0, r.y1 = math.Min(r.y0, l.y0), math.Max(r.y1, l.y1)
	}
	from, ok := f.labelsFrom(lines, rows)
	if !ok {
		return r, false
	}
	r.x0 = math.Min(r.x0, from)
	f.reachCodes(lines, rows, &r)
	behind := f.reachBehind(lines, rows, &r)
	f.reachUp(lines, tracks, rows[0].line, figuresFrom, &r)
	f.reachDown(lines, rows[len(rows)-1], figuresFrom, &r)
	f.reachGroups(lines, &r)
	f.reachWide(lines, behind, &r)
	r.x0, r.x1, r.y0, r.y1 = r.x0-0.2*f.em, r.x1+0.2*f.em, r.y0-0.1*f.em, r.y1+0.1*f.em
	return r, true
}

// labelsFrom is where the labels in front of the figures begin, if enough lines have one there.
func (f *frame) labelsFrom(lines []line, rows []figureLine) (from float64, ok bool) {
	var labels []float64
	for _, row := range rows {
		if c := labelAround(lines, row); c != nil {
			labels = append(labels, c.x0)
		} else if row.first > 0 {
			labels = append(labels, lines[row.line].chunks[row.first-1].x0)
		}
	}
	if 10*len(labels) < 6*len(rows) {
		return 0, false
	}
	from, n := cluster(labels, 3.5*f.em)
	return from, 2*n >= len(rows)
}

// reachCodes takes further columns left of the labels in, such as codes.
func (f *frame) reachCodes(lines []line, rows []figureLine, r *region) {
	for range 3 {
		var more []float64
		words, widest := 0, 0.0
		for _, row := range rows {
			l := &lines[row.line]
			for c := len(l.chunks) - 1; c >= 0; c-- {
				if ch := &l.chunks[c]; ch.x1 < r.x0 && r.x0-ch.x1 < 25*f.em {
					more = append(more, ch.x0)
					words += len(strings.Fields(f.text(ch.items))) // "CO2e" is set in three pieces and is one word
					widest = math.Max(widest, r.x0-ch.x1)
					break
				}
			}
		}
		// Near or not: labels are short, the lines of running text beside a table are not.
		from, n := cluster(more, 0.6*f.em)
		if 2*n < len(rows) || n < 2 || widest > 5*f.em && words > 6*len(more) ||
			words > 5*len(more) && f.flows(lines, from, r) {
			return
		}
		r.x0 = from
	}
}

// flows reports whether the lines that begin at a place beside a region are running text: many of them go on with a sentence.
func (f *frame) flows(lines []line, from float64, r *region) bool {
	all, on := 0, 0
	for i := range lines {
		if lines[i].y1 < r.y0 || lines[i].y0 > r.y1 {
			continue
		}
		for c := range lines[i].chunks {
			if ch := &lines[i].chunks[c]; ch.x0 >= from && ch.x0 <= from+0.6*f.em {
				all++
				if goesOn("", f.text(ch.items)) {
					on++
				}
			}
		}
	}
	return on > 1 && 3*on >= all
}

// reachBehind takes what stands in line behind the figures in, if most lines have it, and says where it begins.
func (f *frame) reachBehind(lines []line, rows []figureLine, r *region) float64 {
	var behind []float64
	ends := map[float64]float64{} // by where it begins
	for _, row := range rows {
		l := &lines[row.line]
		if c := row.last; c+1 < len(l.chunks) && l.chunks[c+1].x0-l.chunks[c].x1 < 8*f.em {
			next := &l.chunks[c+1]
			behind = append(behind, next.x0)
			ends[next.x0] = math.Max(ends[next.x0], next.x1)
		}
	}
	from, n := cluster(behind, 0.6*f.em)
	if 2*n < len(rows) || n < 2 {
		return math.Inf(1)
	}
	for _, x := range behind {
		if x >= from && x <= from+0.6*f.em {
			r.x1 = math.Max(r.x1, ends[x])
		}
	}
	return from
}

// reachGroups takes the heads of groups in that begin left of the labels under them.
func (f *frame) reachGroups(lines []line, r *region) {
	x0 := r.x0
	for i := range lines {
		if mid := (lines[i].y0 + lines[i].y1) / 2; mid < r.y0 || mid > r.y1 {
			continue
		}
		for c := range lines[i].chunks {
			if ch := &lines[i].chunks[c]; ch.x0 < r.x0 && ch.x1 > r.x0 && ch.x0 > r.x0-4*f.em {
				x0 = math.Min(x0, ch.x0)
			}
		}
	}
	r.x0 = x0
}

// cluster finds where most of the places lie within tol of one another, and how many.
func cluster(places []float64, tol float64) (from float64, n int) {
	slices.Sort(places)
	j := 0
	for i := range places {
		for j < len(places) && places[j]-places[i] <= tol {
			j++
		}
		if j-i > n {
			from, n = places[i], j-i
		}
	}
	return from, n
}

// reachUp takes the heads of columns in: lines above the first row that stand over the figures.
func (f *frame) reachUp(lines []line, tracks []track, top int, figuresFrom float64, r *region) {
	y0, base := r.y0, lines[top].base
	x0, x1 := r.x0, r.x1
	for i, n := top-1, 0; i >= 0 && n < 9; i, n = i-1, n+1 {
		l := &lines[i]
		if base-l.base > 3*math.Max(l.size, f.em) {
			return
		}
		if f.sizeOver(l, r) > mostHead*lines[top].size || n > 0 && f.titlesTable(l, r, y0) {
			return
		}
		over, any, left, right := false, false, r.x0, r.x1
		for c := range l.chunks {
			ch := &l.chunks[c]
			if overlap(ch.x0, ch.x1, r.x0, r.x1) <= 0 {
				continue
			}
			if ch.x0 < r.x0-3*f.em && ch.x1 > figuresFrom || ch.x0 < r.x0-2*f.em && ch.mid() < r.x0 && ch.width() > 4*f.em ||
				ch.x1 > r.x1+4*f.em || ch.x0 < figuresFrom-2*f.em && ch.x1 > figuresFrom+0.4*(r.x1-figuresFrom) && len(ch.items) > 5 && !f.endsOver(ch, tracks) {
				return // a text that takes no notice of the columns
			}
			any = true
			if ch.x1 > figuresFrom {
				over = true
				right = math.Max(right, ch.x1)
			}
		}
		if !any {
			continue
		}
		y0 = math.Min(y0, l.y0)
		base = l.base
		if over {
			r.y0, x0, x1 = y0, math.Min(x0, left), math.Max(x1, right)
		} else if n > 4 {
			return
		}
	}
	r.x0, r.x1 = x0, x1
}

// reachDown takes in the rest of a last label that goes on below its figures.
func (f *frame) reachDown(lines []line, last figureLine, figuresFrom float64, r *region) {
	bottom := last.line
	if labelAround(lines, last) != nil {
		bottom++
		r.y1 = math.Max(r.y1, lines[bottom].y1)
	}
	base, label := lines[bottom].base, f.labelOn(&lines[bottom], r, figuresFrom)
	for i := bottom + 1; i < len(lines) && i < bottom+4; i++ {
		l := &lines[i]
		if l.base-base > 1.7*l.size {
			return
		}
		for c := range l.chunks {
			ch := &l.chunks[c]
			if overlap(ch.x0, ch.x1, r.x0, r.x1) <= 0 {
				continue
			}
			if ch.x1 > figuresFrom || ch.x0 < r.x0-f.em || !goesOn(label, f.text(ch.items)) {
				return
			}
			r.y1, base = math.Max(r.y1, l.y1), l.base
			label += " " + f.text(ch.items)
		}
	}
}

// endsOver reports whether words of a text end where the figures of two columns do: they are the heads of those, set close.
func (f *frame) endsOver(ch *chunk, tracks []track) bool {
	over := 0
	for _, t := range tracks {
		for n, i := range ch.items {
			it := &f.items[i]
			last := n+1 == len(ch.items) || f.items[ch.items[n+1]].x0-it.x1 > 0.4*it.size
			if last && math.Abs(it.x1-t.x1) < 0.3*f.em {
				over++
				break
			}
		}
	}
	return over > 1
}

// sizeOver is the size of what a line has over a region: the title of the text beside it says nothing of its heads.
func (f *frame) sizeOver(l *line, r *region) float64 {
	size := 0.0
	for c := range l.chunks {
		if ch := &l.chunks[c]; overlap(ch.x0, ch.x1, r.x0, r.x1) > 0 {
			for _, i := range ch.items {
				size = math.Max(size, f.items[i].size)
			}
		}
	}
	return size
}

// mostHead is how much larger than the rows the heads of columns are at most; a larger text heads a part of the page.
const mostHead = 1.35

// titlesTable reports whether a line over the heads of a region is its title: one text from where the labels begin that stands out, or
// says that it names a table.
func (f *frame) titlesTable(l *line, r *region, edge float64) bool {
	var own *chunk
	for c := range l.chunks {
		ch := &l.chunks[c]
		if overlap(ch.x0, ch.x1, r.x0, r.x1) <= 0 {
			continue
		}
		if own != nil {
			return false
		}
		own = ch
	}
	if own == nil || math.Abs(own.x0-r.x0) > f.em || r.y0 > edge {
		return false
	}
	first := &f.items[own.items[0]]
	return namesTable(f.text(own.items)) || len(own.items) > 1 && (first.bold || first.size > 1.12*f.em || first.ink != f.plainInk())
}
