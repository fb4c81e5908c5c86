package callout

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// way is where the words of a figure stand.
type way int

const (
	below way = iota
	above
	beside
	ways
)

const (
	overRoad = 6.0 // from a year to the figure under it, in sizes of the figure: a mark may stand between
	agreeing = 0.6 // of the figures of a group, how many have words in the same way
)

// choose finds in which way the words of figures stand, and the words of each. The way that serves most figures is it; of two that serve as
// many, the nearer one.
func (p *page) choose(all []figure) (best []caption, at way) {
	score := 0.0
	for w := range ways {
		words := make([]caption, len(all))
		found, away := 0.0, 0.0
		for i := range all {
			words[i] = p.caption(all, i, w)
			if letters(p.said(words[i].runs)) < leastNaming {
				words[i] = caption{} // a change beside it names nothing
			}
			if len(words[i].runs) > 0 {
				found++
				away += words[i].gap / all[i].size
			}
		}
		p.disputed(words)
		kept := 0.0
		for i := range words {
			if len(words[i].runs) > 0 {
				kept++
			}
		}
		if found == 0 || kept < agreeing*float64(len(all)) || kept < leastFigures && len(all) > 1 {
			continue
		}
		if s := kept/float64(len(all)) - 0.25*away/found; best == nil || s > score {
			best, at, score = words, w, s
		}
	}
	return best, at
}

// underRings finds the words of figures that stand in one row, each in the middle of a ring: they stand in the middle below it, all as far away.
func (p *page) underRings(all []figure) []caption {
	p.ringed = true
	defer func() { p.ringed = false }()
	words := make([]caption, len(all))
	for i := range all {
		words[i] = p.caption(all, i, below)
		if len(words[i].runs) == 0 || math.Abs(all[i].base-all[0].base) > 0.3*all[i].size || math.Abs(words[i].gap-words[0].gap) > 0.4*p.em {
			return nil
		}
		r := p.runs[words[i].runs[0]].Rect
		if math.Abs(r[0]+r[2]-all[i].rect[0]-all[i].rect[2]) > 2*p.em {
			return nil
		}
	}
	if len(all) < leastFigures {
		return nil
	}
	return words
}

// disputed leaves words that two figures claim to the nearer one.
func (p *page) disputed(words []caption) {
	owner := map[int]int{}
	for i := range words {
		for k, n := range words[i].runs {
			if o, ok := owner[n]; ok {
				loser := i
				if words[i].gap < words[o].gap {
					loser, owner[n] = o, i
				}
				at := slices.Index(words[loser].runs, n)
				words[loser].runs = words[loser].runs[:max(at, 0)]
				if loser == i {
					words[i].runs = words[i].runs[:min(k, len(words[i].runs))]
					break
				}
				continue
			}
			owner[n] = i
		}
	}
}

// addOther adds what stands on the other side of each figure, if it does so for nearly all: "Energy", the figure, "of it renewable".
func (p *page) addOther(all []figure, words []caption, taken map[int]bool, w way) {
	other := above
	if w == above {
		other = below
	}
	more, found := make([]caption, len(all)), 0
	for i := range all {
		c := p.caption(all, i, other)
		free := !slices.ContainsFunc(c.runs, func(n int) bool { return taken[n] || printed.IsPeriod(p.runs[n].Said) })
		near := all[i].box >= 0 || c.gap < 0.6*all[i].size
		if len(c.runs) > 0 && free && near && len(words[i].runs) > 0 {
			more[i] = c
			found++
		}
	}
	if float64(found) < 0.8*float64(len(all)) {
		return
	}
	seen := map[int]bool{}
	for _, c := range more {
		for _, n := range c.runs {
			if seen[n] { // one heading over several figures
				return
			}
			seen[n] = true
		}
	}
	for i := range more {
		if other == above {
			words[i].runs = append(slices.Clone(more[i].runs), words[i].runs...)
		} else {
			words[i].runs = append(words[i].runs, more[i].runs...)
		}
	}
}

// years finds the year over each figure, where all have one: steps of a road. nil if they have not.
func (p *page) years(all []figure) []int {
	out := make([]int, len(all))
	for i := range all {
		f := &all[i]
		out[i] = -1
		nearest := overRoad * f.size
		for n := range p.runs {
			r := &p.runs[n]
			if d := f.rect[1] - r.Rect[3]; printed.IsPeriod(r.Said) && d > -0.3*r.Size && d < nearest && aligned(r.Rect, f.rect, p.em) {
				out[i], nearest = n, d
			}
		}
		if out[i] < 0 || slices.Contains(out[:i], out[i]) {
			return nil
		}
	}
	return out
}
