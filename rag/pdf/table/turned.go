package table

import (
	"cmp"
	"math"
	"slices"
)

// strip is the turned words that stand over one column: heads written up the page to save width.
type strip struct {
	x0, x1 float64
	items  []int
}

// turnedStrips gathers turned words that stand side by side as closely as lines of one text.
func (f *frame) turnedStrips(items []int) []strip {
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.items[a].x0, f.items[b].x0), cmp.Compare(a, b))
	})
	var out []strip
	for _, i := range items {
		it := &f.items[i]
		if n := len(out); n > 0 {
			// Lines of one head are about a line's height apart, heads of two columns further.
			s := &out[n-1]
			if last := &f.items[s.items[len(s.items)-1]]; it.x0-last.x0 < 1.65*it.size {
				s.x1 = math.Max(s.x1, it.x1)
				s.items = append(s.items, i)
				continue
			}
		}
		out = append(out, strip{it.x0, it.x1, []int{i}})
	}
	return out
}

// addTurned makes columns of turned heads that stand over none.
func (b *builder) addTurned() {
	if len(b.turned) == 0 {
		return
	}
	b.strips = b.f.turnedStrips(b.turned)
	for _, s := range b.strips {
		k := 0
		for k < len(b.content) && b.content[k][0] < s.x1 {
			k++
		}
		if k > 0 && b.content[k-1][1] > s.x0-0.3*b.f.em {
			continue // over a column
		}
		b.content = slices.Insert(b.content, k, [2]float64{s.x0, s.x1})
	}
}

// placeTurned puts turned words into the last row of heads.
func (b *builder) placeTurned(p *plan, groups []rowGroup) {
	row := -1
	for r, g := range groups {
		if g.last() < b.first {
			row = r
		}
	}
	for _, s := range b.strips {
		c := between(b.xs, (s.x0+s.x1)/2)
		for _, i := range s.items {
			// A label written up the side of its rows stands in them, not in the heads.
			r := row
			if mid := b.f.items[i].mid(); r < 0 || mid > p.ys[r+1] {
				r = p.rowAt(mid)
			}
			p.place[i] = [2]int{r, c}
			b.occupied[[2]int{r, c}] = true
		}
	}
}
