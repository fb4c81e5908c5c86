package table

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// node is a figure on a line of the page.
type node struct{ line, chunk int }

// track is figures below one another.
type track struct {
	nodes  []node
	x0, x1 float64
}

// aligned finds tables without lines: figures that stand below one another behind labels.
func (f *frame) aligned() []Table {
	var free []int
	for i := range f.items {
		if !f.taken[i] {
			free = append(free, i)
		}
	}
	if len(free) < 6 {
		return nil
	}
	lines := f.lines(free)
	tracks := f.tracks(lines)
	if len(tracks) > 400 {
		return nil
	}
	var out []Table
	for _, g := range f.tables(lines, tracks) {
		r, ok := f.extent(lines, g)
		if !ok {
			continue
		}
		p, members := f.build(r)
		if p == nil {
			continue
		}
		if t, ok := f.table(p, members, false); ok && f.acceptsAligned(&t) {
			f.take(members)
			out = append(out, t)
		}
	}
	return append(out, f.singleRows(lines)...)
}

// singleRows finds tables of one row: a label with figures, and over each figure a head, which are periods.
func (f *frame) singleRows(lines []line) []Table {
	var out []Table
	for i := 1; i < len(lines); i++ {
		r, ok := f.singleRow(&lines[i-1], &lines[i])
		if !ok || f.taken[lines[i].chunks[0].items[0]] || f.taken[lines[i-1].chunks[0].items[0]] {
			continue
		}
		p, members := f.build(r)
		if p == nil {
			continue
		}
		if t, ok := f.table(p, members, false); ok && t.Rows == 2 && t.Cols > 2 {
			f.take(members)
			out = append(out, t)
		}
	}
	return out
}

// singleRow is the place of a row and the heads above it. Nothing else stands on their lines.
func (f *frame) singleRow(heads, row *line) (region, bool) {
	const near = 2.6 // font sizes from line to line
	cs := row.chunks
	if len(cs) < 3 || cs[0].kind != printed.Wordy || row.base-heads.base > near*row.size || math.Abs(heads.size-row.size) > 0.2*row.size {
		return region{}, false
	}
	over := heads.chunks
	if len(over) == len(cs) && over[0].kind == printed.Wordy && math.Abs(over[0].x0-cs[0].x0) < f.em {
		over = over[1:] // over the label
	}
	if len(over) != len(cs)-1 {
		return region{}, false
	}
	for k := range over {
		h, c := &over[k], &cs[k+1]
		tol := 0.6 * f.em
		inLine := math.Abs(h.x0-c.x0) < tol || math.Abs(h.x1-c.x1) < tol || math.Abs(h.mid()-c.mid()) < tol
		if c.kind != printed.Number || !inLine || len(h.items) > 3 || h.kind != printed.Period && printed.PeriodIn(f.text(h.items)) == "" {
			return region{}, false
		}
	}
	return region{
		x0: math.Min(cs[0].x0, heads.chunks[0].x0) - 0.2*f.em, x1: math.Max(cs[len(cs)-1].x1, over[len(over)-1].x1) + 0.2*f.em,
		y0: heads.y0 - 0.1*f.em, y1: row.y1 + 0.1*f.em,
	}, true
}

// tracks follows figures down the page as long as they stand in line.
func (f *frame) tracks(lines []line) []track {
	index := map[node]int{}
	var out []track
	for i := range lines {
		for c := range lines[i].chunks {
			ch := &lines[i].chunks[c]
			if ch.kind != printed.Number && ch.kind != printed.Absent {
				continue
			}
			n := node{i, c}
			id, ok := index[n]
			if !ok {
				id = len(out)
				out = append(out, track{nodes: []node{n}, x0: ch.x0, x1: ch.x1})
			}
			if next, ok := f.follows(lines, n); ok {
				if _, taken := index[next]; !taken {
					index[next] = id
					t := &out[id]
					d := &lines[next.line].chunks[next.chunk]
					t.nodes = append(t.nodes, next)
					t.x0, t.x1 = math.Min(t.x0, d.x0), math.Max(t.x1, d.x1)
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(t track) bool { return len(t.nodes) < 2 || f.axis(lines, t) })
}

// axis recognises the scale of a chart: figures at equal distances that go up or down by equal steps.
func (f *frame) axis(lines []line, t track) bool {
	if len(t.nodes) < 4 {
		return false
	}
	var values, places []float64
	for _, n := range t.nodes {
		g, ok := printed.ReadFigure(f.text(lines[n.line].chunks[n.chunk].items))
		v, err := strconv.ParseFloat(strings.ReplaceAll(strings.ReplaceAll(g.Token, ",", ""), " ", ""), 64)
		if !ok || err != nil {
			return false
		}
		values, places = append(values, v), append(places, lines[n.line].base)
	}
	step, gap := values[1]-values[0], places[1]-places[0]
	for i := 2; i < len(values); i++ {
		if math.Abs(values[i]-values[i-1]-step) > 0.001*math.Abs(step) || math.Abs(places[i]-places[i-1]-gap) > 0.15*gap {
			return false
		}
	}
	return step != 0
}

// follows finds the figure that stands in line below one.
func (f *frame) follows(lines []line, n node) (node, bool) {
	l := &lines[n.line]
	a := &l.chunks[n.chunk]
	reach := 5.0 // font sizes to the next row
	if next := n.line + 2; next < len(lines) && len(lines[next-1].chunks) == 1 && len(lines[next].chunks) == len(l.chunks) &&
		!slices.ContainsFunc(lines[next].chunks, func(c chunk) bool { return c.kind == printed.Period }) {
		reach = 6.5 // with the head of a group between them, which stands apart from the rows above; years are heads of another table
	}
	for j := n.line + 1; j < len(lines) && lines[j].base-l.base < reach*math.Min(l.size, 3*f.em); j++ {
		for c := range lines[j].chunks {
			d := &lines[j].chunks[c]
			if overlap(a.x0, a.x1, d.x0, d.x1) <= 0 {
				continue
			}
			if d.kind != printed.Number && d.kind != printed.Absent {
				if d.kind == printed.Wordy && d.width() > 6*f.em && lines[j].base-l.base > 0.5*l.size {
					return node{}, false
				}
				continue
			}
			tol := 0.4 * l.size
			if math.Abs(a.x1-d.x1) < tol || math.Abs(a.x0-d.x0) < tol || math.Abs(a.mid()-d.mid()) < tol || math.Abs(f.point(a)-f.point(d)) < tol {
				return node{j, c}, true
			}
		}
	}
	return node{}, false
}

// point is where the decimal sign of a figure stands, or its end: decimals may align.
func (f *frame) point(c *chunk) float64 {
	it := &f.items[c.items[0]]
	at := strings.LastIndexAny(it.text, ".,")
	if at < 0 || len(it.text) == 0 {
		return it.x1
	}
	return it.x0 + (it.x1-it.x0)*float64(at)/float64(len(it.text))
}

// tables groups tracks that share lines. A text between two figures parts them if that is the rule: it is the
// label of the next table.
func (f *frame) tables(lines []line, tracks []track) [][]track {
	parent := make([]int, len(tracks))
	owner := map[node]int{}
	for i, t := range tracks {
		parent[i] = i
		for _, n := range t.nodes {
			owner[n] = i
		}
	}
	find := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	type pair struct{ a, b int }
	votes := map[pair]int{}
	var pairs []pair
	for i := range lines {
		last, between := -1, false
		for c := range lines[i].chunks {
			ch := &lines[i].chunks[c]
			id, ok := owner[node{i, c}]
			if !ok {
				if ch.kind == printed.Wordy && len(f.text(ch.items)) > 6 {
					between = true
				}
				continue
			}
			if last >= 0 {
				p := pair{last, id}
				if _, known := votes[p]; !known {
					pairs = append(pairs, p)
				}
				if between {
					votes[p]--
				} else {
					votes[p]++
				}
			}
			last, between = id, false
		}
	}
	for _, p := range pairs {
		if votes[p] > 0 {
			if a, b := find(p.a), find(p.b); a != b {
				parent[max(a, b)] = min(a, b)
			}
		}
	}
	groups := map[int][]track{}
	var roots []int
	for i, t := range tracks {
		r := find(i)
		if groups[r] == nil {
			roots = append(roots, r)
		}
		groups[r] = append(groups[r], t)
	}
	slices.Sort(roots)
	var out [][]track
	for _, r := range roots {
		out = append(out, groups[r])
	}
	return out
}

// labelOn is the label that a line has in front of its figures.
func (f *frame) labelOn(l *line, r *region, figuresFrom float64) string {
	for c := range l.chunks {
		if ch := &l.chunks[c]; ch.x1 <= figuresFrom && overlap(ch.x0, ch.x1, r.x0, r.x1) > 0 {
			return f.text(ch.items)
		}
	}
	return ""
}
