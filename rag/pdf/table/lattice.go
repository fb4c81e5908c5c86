package table

import (
	"cmp"
	"math"
	"slices"
)

// lattice is lines that cross: where a table is drawn whole, its cells can be read off them.
type lattice struct {
	xs, ys       []float64
	across, down []segment
}

func (l *lattice) x0() float64 { return l.xs[0] }
func (l *lattice) x1() float64 { return l.xs[len(l.xs)-1] }
func (l *lattice) y0() float64 { return l.ys[0] }
func (l *lattice) y1() float64 { return l.ys[len(l.ys)-1] }

// lattices groups the drawn lines that touch one another.
func (f *frame) lattices() []lattice {
	na, tol := len(f.across), f.snap()
	parent := make([]int, na+len(f.down))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for j, d := range f.down {
		lo, _ := slices.BinarySearchFunc(f.across, d.from-tol, func(s segment, y float64) int {
			if s.at < y {
				return -1
			}
			return 1
		})
		for i := lo; i < na && f.across[i].at <= d.to+tol; i++ {
			if a := f.across[i]; d.at >= a.from-tol && d.at <= a.to+tol {
				if p, q := find(i), find(na+j); p != q {
					parent[max(p, q)] = min(p, q)
				}
			}
		}
	}
	groups := map[int]*lattice{}
	var roots []int
	at := func(i int) *lattice {
		r := find(i)
		if groups[r] == nil {
			groups[r] = &lattice{}
			roots = append(roots, r)
		}
		return groups[r]
	}
	for i, a := range f.across {
		l := at(i)
		l.across = append(l.across, a)
	}
	for j, d := range f.down {
		l := at(na + j)
		l.down = append(l.down, d)
	}
	slices.Sort(roots)
	var out []lattice
	for _, r := range roots {
		l := groups[r]
		if len(l.across) < 2 || len(l.down) < 1 {
			continue
		}
		f.frameOf(l)
		if len(l.xs) >= 2 && len(l.ys) >= 2 {
			out = append(out, *l)
		}
	}
	return out
}

// frameOf finds the places of a lattice's columns and rows. A side that no line closes is closed where the
// lines across it end.
func (f *frame) frameOf(l *lattice) {
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, a := range l.across {
		l.ys = append(l.ys, a.at)
		left, right = math.Min(left, a.from), math.Max(right, a.to)
	}
	for _, d := range l.down {
		l.xs = append(l.xs, d.at)
		top, bottom = math.Min(top, d.from), math.Max(bottom, d.to)
	}
	l.xs, l.ys = Clustered(l.xs, f.snap()), Clustered(l.ys, f.snap())
	if left < l.x0()-f.em {
		l.xs = slices.Insert(l.xs, 0, left)
	}
	if right > l.x1()+f.em {
		l.xs = append(l.xs, right)
	}
	if top < l.y0()-f.em {
		l.ys = slices.Insert(l.ys, 0, top)
	}
	if bottom > l.y1()+f.em {
		l.ys = append(l.ys, bottom)
	}
}

// ruled makes tables of the lattices that are drawn whole. What is drawn in part only - a shaded column, lines
// under the heads alone - is left to bands, which take lines for hints.
func (f *frame) ruled() []Table {
	var out []Table
	all := f.lattices()
	for _, l := range all {
		if len(l.xs) < 3 || len(l.xs)*len(l.ys) > maxSegments {
			continue
		}
		members := f.inside(l.x0(), l.y0(), l.x1(), l.y1())
		if len(members) == 0 || f.reachesOut(&l) || f.goesOn(&l, all) {
			continue
		}
		p := f.planOf(&l, members)
		if p == nil || !f.whole(p, members) {
			continue
		}
		if t, ok := f.table(p, members, true); ok && f.acceptsRuled(&t, &l) && !f.headedAbove(&t) {
			if tiles := f.tilesIn(&t); tiles != nil {
				f.tiles = append(f.tiles, tiles...)
				continue
			}
			f.take(members)
			out = append(out, t)
		}
	}
	return out
}

// inside lists the words not yet taken whose middle lies in a rectangle.
func (f *frame) inside(x0, y0, x1, y1 float64) []int {
	var out []int
	for i := range f.items {
		it := &f.items[i]
		if f.taken[i] {
			continue
		}
		if x, y := (it.x0+it.x1)/2, it.mid(); x >= x0 && x <= x1 && y >= y0 && y <= y1 {
			out = append(out, i)
		}
	}
	return out
}

func (f *frame) take(members []int) {
	for _, i := range members {
		f.taken[i] = true
	}
}

// reachesOut says that lines beside the lattice go on with its rows: it is the shaded part of a larger table.
func (f *frame) reachesOut(l *lattice) bool {
	beside := 0
	for _, y := range l.ys {
		for _, a := range f.across {
			if math.Abs(a.at-y) <= 2*f.snap() && !a.fill &&
				(a.to > l.x0()-1.2*f.em && a.to < l.x0()+f.snap() || a.from < l.x1()+1.2*f.em && a.from > l.x1()-f.snap()) && a.length() > 2*f.em {
				beside++
				break
			}
		}
	}
	return 2*beside >= len(l.ys)
}

// goesOn says that lines which cross nothing go on with the lattice below or above it: it is the boxed head
// of a larger table.
func (f *frame) goesOn(l *lattice, all []lattice) bool {
	crossing := func(s segment) bool {
		for i := range all {
			for _, a := range all[i].across {
				if a == s {
					return true
				}
			}
		}
		return false
	}
	for _, a := range f.across {
		below, above := a.at-l.y1(), l.y0()-a.at
		if (below > 0.8*f.em && below < 3.5*f.em || above > 0.8*f.em && above < 3.5*f.em) &&
			math.Abs(a.from-l.x0()) < 1.2*f.em && math.Abs(a.to-l.x1()) < 1.2*f.em && !crossing(a) {
			return true
		}
	}
	return false
}

// planOf turns drawn lines into a plan, without the bands that only a double line makes.
func (f *frame) planOf(l *lattice, members []int) *plan {
	ys := f.withoutSlits(l.ys, 0.75*f.em, members, func(it *item) float64 { return it.mid() })
	xs := f.withoutSlits(l.xs, 0.6*f.em, members, func(it *item) float64 { return (it.x0 + it.x1) / 2 })
	if len(xs) < 3 || len(ys) < 2 {
		return nil
	}
	p := newPlan(xs, ys)
	for r := range p.rows() {
		for k := 1; k < p.cols(); k++ {
			p.right[r][k] = covers(l.down, xs[k], 2*f.snap(), ys[r], ys[r+1])
		}
	}
	for k := 1; k < p.rows(); k++ {
		for c := range p.cols() {
			p.below[k][c] = covers(l.across, ys[k], 2*f.snap(), xs[c], xs[c+1])
		}
	}
	return p
}

// withoutSlits joins places so close that nothing fits between them, and nothing does.
func (f *frame) withoutSlits(places []float64, narrow float64, members []int, mid func(*item) float64) []float64 {
	out := places[:1:1]
	for i := 1; i < len(places); i++ {
		last := out[len(out)-1]
		if places[i]-last < narrow && !slices.ContainsFunc(members, func(m int) bool {
			v := mid(&f.items[m])
			return v > last && v < places[i]
		}) {
			if i == len(places)-1 && len(out) > 1 {
				out[len(out)-1] = places[i]
			}
			continue
		}
		out = append(out, places[i])
	}
	return out
}

// whole says that the lines of a plan part everything that stands apart. If the texts of a column leave a
// stretch of it free from top to bottom, with texts on both sides, it is several columns, and only some of the
// lines are drawn.
func (f *frame) whole(p *plan, members []int) bool {
	lines := f.lines(members)
	f.cutAtEdges(lines)
	type extent struct {
		x0, x1 float64
		row    int
	}
	columns := make([][]extent, p.cols())
	for i := range lines {
		l := &lines[i]
		for k := range l.chunks {
			ch := &l.chunks[k]
			if p.colAt(ch.x0) != p.colAt(ch.x1) && ch.width() > 2*f.em {
				continue // over several columns
			}
			c := p.colAt(ch.mid())
			columns[c] = append(columns[c], extent{ch.x0, ch.x1, p.rowAt((l.y0 + l.y1) / 2)})
		}
	}
	for _, texts := range columns {
		slices.SortFunc(texts, func(a, b extent) int {
			return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.x1, b.x1), cmp.Compare(a.row, b.row))
		})
		end, gaps := math.Inf(-1), 0
		for i := range texts {
			free := texts[i].x0 - end
			end = math.Max(end, texts[i].x1)
			if i == 0 || free < 0.6*f.em {
				continue
			}
			if gaps++; gaps > maxColumns {
				break
			}
			left, right := map[int]bool{}, map[int]bool{}
			both := 0
			for k, t := range texts {
				if k < i {
					left[t.row] = true
				} else {
					right[t.row] = true
				}
			}
			for r := range left {
				if right[r] {
					both++
				}
			}
			if both >= 2 && 3*both >= max(len(left), len(right)) {
				return false
			}
		}
	}
	return true
}
