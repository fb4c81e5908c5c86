package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// findColumns finds the borders of columns: gaps in the lines across, lines down, and stretches that the
// words of no line with figures enter.
func (b *builder) findColumns() bool {
	drawn := b.drawnBorders()
	body := b.bodyLines()
	if len(body) == 0 {
		return false
	}
	type edge struct {
		x     float64
		delta int
	}
	var edges []edge
	count := 0
	for _, l := range body {
		count++
		for _, c := range l.chunks {
			for _, part := range b.cut(c, drawn) {
				edges = append(edges, edge{part[0], 1}, edge{part[1], -1})
			}
		}
	}
	// Letters that count the columns show those, too, that are empty in all rows.
	for _, c := range b.lettered() {
		edges = append(edges, edge{c.x0, 1 + count/15}, edge{c.x1, -1 - count/15})
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(b.delta, a.delta)) })
	allowed := count / 15
	var content [][2]float64
	depth := 0
	for _, e := range edges {
		before := depth
		depth += e.delta
		switch {
		case before <= allowed && depth > allowed:
			content = append(content, [2]float64{e.x, e.x})
		case before > allowed && depth <= allowed:
			content[len(content)-1][1] = e.x
		}
	}
	// Columns closer than a space are one, unless a line is drawn between them.
	merged := content[:0]
	for _, c := range content {
		if n := len(merged); n > 0 && c[0]-merged[n-1][1] < 0.3*b.f.em && !within(drawn, merged[n-1][1]-0.1*b.f.em, c[0]+0.1*b.f.em) {
			merged[n-1][1] = math.Max(merged[n-1][1], c[1])
			continue
		}
		merged = append(merged, c)
	}
	content = b.withEmpty(b.withOutliers(b.withLabels(b.partedByYears(merged, body), body), drawn), body[0].y0)
	if len(content) < 2 {
		return false
	}
	b.content = content
	b.addTurned()
	content = b.content
	b.xs = []float64{math.Min(b.r.x0, content[0][0])}
	b.strong = []bool{true}
	for i := 1; i < len(content); i++ {
		from, to := content[i-1][1], content[i][0]
		if at, ok := firstWithin(drawn, from-0.1*b.f.em, to+0.1*b.f.em); ok {
			b.xs, b.strong = append(b.xs, at), append(b.strong, true)
			continue
		}
		b.xs, b.strong = append(b.xs, b.clearest(from, to)), append(b.strong, false)
	}
	b.xs, b.strong = append(b.xs, math.Max(b.r.x1, content[len(content)-1][1])), append(b.strong, true)
	return true
}

// lettered are the letters over a table that count its columns: a, b, c, or aa, ab, ac.
func (b *builder) lettered() []chunk {
	const leastLettered = 4
	for i := range b.lines {
		cs := b.lines[i].chunks
		if len(cs) < leastLettered {
			continue
		}
		last, ok := "", true
		for k := 0; ok && k < len(cs); k++ {
			t := b.f.text(cs[k].items)
			n := len(t)
			ok = n > 0 && n < 3 && t[n-1] >= 'a' && t[n-1] <= 'z' && (n == 1 || t[0] >= 'a' && t[0] <= 'z') &&
				(last == "" || n == len(last) && t[:n-1] == last[:n-1] && t[n-1] == last[n-1]+1)
			last = t
		}
		if ok {
			return cs
		}
	}
	return nil
}

// withOutliers adds columns that only heads or merged cells have: texts beside all columns, behind a drawn
// border.
func (b *builder) withOutliers(content [][2]float64, drawn []float64) [][2]float64 {
	if len(drawn) == 0 || len(content) == 0 {
		return content
	}
	for i := range b.lines {
		for _, c := range b.lines[i].chunks {
			for _, part := range b.cut(c, drawn) {
				k := 0
				for k < len(content) && content[k][1] < part[0] {
					k++
				}
				if k < len(content) && content[k][0] < part[1] {
					continue // in a column
				}
				if (k == 0 || within(drawn, content[k-1][1]-0.1*b.f.em, part[0]+0.1*b.f.em)) &&
					(k == len(content) || within(drawn, part[1]-0.1*b.f.em, content[k][0]+0.1*b.f.em)) {
					content = slices.Insert(content, k, part)
				}
			}
		}
	}
	return content
}

// withEmpty adds columns that are empty in all rows: on a line of heads one stands over each column with figures, and this one between them.
func (b *builder) withEmpty(content [][2]float64, rows float64) [][2]float64 {
	for i := range b.lines {
		if b.lines[i].y1 > rows {
			break
		}
		over := make([]int, len(content))
		var empty [][2]float64
		for _, c := range b.lines[i].chunks {
			k := slices.IndexFunc(content, func(col [2]float64) bool { return col[1] > c.x0 })
			switch {
			case k < 0 || k == 0 && content[0][0] >= c.x1:
				return content
			case content[k][0] >= c.x1:
				empty = append(empty, [2]float64{c.x0, c.x1})
			case k+1 < len(content) && content[k+1][0] < c.x1:
				return content // over several
			default:
				over[k]++
			}
		}
		if len(empty) > 0 && len(content) > 2 && !slices.ContainsFunc(over[1:], func(n int) bool { return n != 1 }) {
			content = append(content, empty...)
			slices.SortFunc(content, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
		}
	}
	return content
}

func within(places []float64, from, to float64) bool {
	_, ok := firstWithin(places, from, to)
	return ok
}

func firstWithin(places []float64, from, to float64) (float64, bool) {
	for _, p := range places {
		if p >= from && p <= to {
			return p, true
		}
	}
	return 0, false
}

// bodyLines are those that show the columns: with a label and figures, or where there are none, with several
// texts side by side.
func (b *builder) bodyLines() []*line {
	var figures, texts []*line
	for i := range b.lines {
		l := &b.lines[i]
		if len(l.chunks) < 2 {
			continue
		}
		texts = append(texts, l)
		for c := 1; c < len(l.chunks); c++ {
			if k := l.chunks[c].kind; k == printed.Number || k == printed.Absent {
				figures = append(figures, l)
				break
			}
		}
	}
	if len(figures) >= 2 {
		return figures
	}
	// Of texts, only the lines with many show the columns: heads stand over several.
	most := 0
	for _, l := range texts {
		most = max(most, len(l.chunks))
	}
	return slices.DeleteFunc(texts, func(l *line) bool { return 5*len(l.chunks) < 3*most })
}

// drawnBorders are places between columns that the page's lines show.
func (b *builder) drawnBorders() []float64 {
	f := b.f
	var gaps []float64
	tiled := map[int]bool{} // gaps of a level whose pieces fill the width
	for i := range b.levels {
		ps := slices.Clone(b.levels[i].pieces)
		slices.SortFunc(ps, func(a, b segment) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
		end, sum := math.Inf(-1), 0.0
		from := len(gaps)
		for _, s := range ps {
			if !math.IsInf(end, -1) && s.from > end+0.05*f.em && s.from-end < 1.6*f.em {
				gaps = append(gaps, (s.from+end)/2)
			}
			if s.to > end {
				sum += s.to - math.Max(s.from, end)
				end = s.to
			}
		}
		// Where all lines of a level end, another column begins whose cells go on.
		if x := ps[0].from; x > b.r.x0+1.5*f.em {
			gaps = append(gaps, x)
		}
		if end < b.r.x1-1.5*f.em {
			gaps = append(gaps, end)
		}
		if sum > 0.85*(b.r.x1-b.r.x0) {
			for g := from; g < len(gaps); g++ {
				tiled[g] = true
			}
		}
	}
	type vote struct {
		at float64
		n  int
	}
	var votes []vote
	for g, x := range gaps {
		v := vote{x, 1}
		if tiled[g] {
			v.n = 2
		}
		votes = append(votes, v)
	}
	for _, d := range f.down {
		if d.at < b.r.x0+f.em || d.at > b.r.x1-f.em {
			continue
		}
		if o := overlap(d.from, d.to, b.r.y0, b.r.y1); o > 1.2*f.em {
			n := 1
			if !d.fill || o > 0.5*(b.r.y1-b.r.y0) {
				n = 2
			}
			votes = append(votes, vote{d.at, n})
		}
	}
	slices.SortFunc(votes, func(a, b vote) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.n, b.n)) })
	var out []float64
	for i := 0; i < len(votes); {
		n, sum, j := 0, 0.0, i
		for j < len(votes) && votes[j].at-votes[i].at < 0.6*f.em {
			n += votes[j].n
			sum += votes[j].at
			j++
		}
		if n >= 2 && !b.crossed(sum/float64(j-i)) {
			out = append(out, sum/float64(j-i))
		}
		i = j
	}
	return out
}

// crossed says that words keep crossing a place: whatever is drawn there parts no columns.
func (b *builder) crossed(x float64) bool {
	n, through := 0, 0
	for i := range b.lines {
		l := &b.lines[i]
		if len(l.chunks) < 2 {
			continue
		}
		n++
		for _, c := range l.chunks {
			for _, it := range c.items {
				if w := &b.f.items[it]; w.x0 < x-0.4*w.size && w.x1 > x+0.4*w.size {
					through++
				}
			}
		}
	}
	return 6*through > n
}

// cut divides a chunk at drawn borders that its words leave free.
func (b *builder) cut(c chunk, drawn []float64) [][2]float64 {
	out := [][2]float64{{c.x0, c.x1}}
	for _, x := range drawn {
		last := &out[len(out)-1]
		if x <= last[0] || x >= last[1] {
			continue
		}
		for n := 1; n < len(c.items); n++ {
			p, q := &b.f.items[c.items[n-1]], &b.f.items[c.items[n]]
			if p.x1 <= x+0.25*p.size && q.x0 >= x-0.25*p.size && q.x0 > p.x1+0.25*p.size {
				end := last[1]
				last[1] = p.x1
				out = append(out, [2]float64{q.x0, end})
				break
			}
		}
	}
	return out
}
