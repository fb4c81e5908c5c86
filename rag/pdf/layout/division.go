package layout

import (
	"math"
	"slices"
)

// A region is divided by looking at all its horizontal bands at once: each run of bands is tried with the
// vertical gaps that are free over all of it, and the division is taken whose columns have most lines side
// by side, less a price for each new run. So a gap must hold over many lines to part columns (the chance
// gaps of justified lines do not), a full-width heading makes a run of its own, and the number of columns
// may change from top to bottom.

// band is elements that overlap in height, parted from others by a horizontal gap.
type band struct {
	els    []element
	top    float64
	bottom float64
}

// run is consecutive bands with the gutters between their columns.
type run struct {
	from, to int       // bands, to included
	gutters  []float64 // the middles of the gaps, left to right
	gain     float64
}

// The prices, in lines that stand side by side.
const (
	priceTight = 3.5 // for a new run where lines are as close as in a paragraph
	priceLoose = 2.2 // after a gap as between paragraphs
	priceWide  = 0.9 // after a wide gap
	priceRule  = 0.4 // at a rule that is drawn across
	mostBands  = 250
)

// bandsOf parts elements, which it sorts, at the horizontal gaps that are free over the whole width.
func bandsOf(els []element) []band {
	slices.SortStableFunc(els, func(a, b element) int {
		if a.box[1] != b.box[1] {
			return compare(a.box[1], b.box[1])
		}
		return compare(a.box[0], b.box[0])
	})
	var out []band
	for _, e := range els {
		n := len(out)
		if n > 0 && e.box[1] < out[n-1].bottom && !(e.rule && e.box[1] > out[n-1].bottom-1) {
			b := &out[n-1]
			b.els = append(b.els, e)
			b.bottom = math.Max(b.bottom, e.box[3])
			continue
		}
		out = append(out, band{els: []element{e}, top: e.box[1], bottom: e.box[3]})
	}
	return out
}

// span is an interval of the width.
type span struct{ from, to float64 }

// division is the work of dividing one page. What it may cost is bounded: a page with more to compare than
// any printed one is read line by line from there on.
type division struct {
	size  float64 // font size of most of the page's letters
	pitch float64 // distance of its lines
	work  int
	ends  []end  // scratch of pairs
	cells []cell // scratch of fill
}

const mostWork = 4_000_000

// runs finds the runs of a region.
func (d *division) runs(bands []band) []run {
	n := len(bands)
	if n > mostBands || d.work > mostWork {
		return []run{{from: 0, to: n - 1}}
	}
	best := make([]float64, n+1)
	last := make([]run, n+1)
	for j := 1; j <= n; j++ {
		best[j] = math.Inf(-1)
	}
	whole := span{math.Inf(1), math.Inf(-1)}
	for i := range bands {
		for _, e := range bands[i].els {
			whole.from, whole.to = math.Min(whole.from, e.box[0]), math.Max(whole.to, e.box[2])
		}
	}
	for i := range n {
		price := 0.0
		if i > 0 {
			price = priceOf(&bands[i-1], &bands[i], d.pitch)
		}
		var taken []span
		for j := i; j < n; j++ {
			for _, e := range bands[j].els {
				taken = occupy(taken, span{e.box[0], e.box[2]})
			}
			r := run{from: i, to: j}
			if len(taken) > 1 {
				r.gutters, r.gain = d.gutters(bands[i:j+1], taken, goesOnAround(bands, i, j))
			}
			if v := best[i] + r.gain - price; v > best[j+1]+1e-9 {
				best[j+1], last[j+1] = v, r
			}
			if len(taken) == 1 && taken[0] == whole {
				// No gap is left, nor will there be one. The bands that follow may join the run for nothing.
				for k := j + 1; k < n; k++ {
					if v := best[i] - price; v > best[k+1]+1e-9 {
						best[k+1], last[k+1] = v, run{from: i, to: k}
					}
				}
				break
			}
		}
	}
	var out []run
	for j := n; j > 0; j = last[j].from {
		out = append(out, last[j])
	}
	slices.Reverse(out)
	return out
}

// joint is the run of bands i..j.
func (d *division) joint(bands []band, i, j int) run {
	r := run{from: i, to: j}
	var taken []span
	for _, b := range bands[i : j+1] {
		for _, e := range b.els {
			taken = occupy(taken, span{e.box[0], e.box[2]})
		}
	}
	if len(taken) > 1 {
		r.gutters, r.gain = d.gutters(bands[i:j+1], taken, goesOnAround(bands, i, j))
	}
	return r
}

// goesOnAround reports whether a gap has text on both sides above or below the bands i..j, too, before something lies across it.
func goesOnAround(bands []band, i, j int) func(x float64) bool {
	goesOn := func(x float64, k, step int) bool {
		for ; k >= 0 && k < len(bands); k += step {
			left, right := false, false
			for n := range bands[k].els {
				e := &bands[k].els[n]
				if e.box[0] < x && e.box[2] > x {
					return false
				}
				left, right = left || e.box[2] <= x, right || e.box[0] >= x
			}
			if left && right {
				return true
			}
		}
		return false
	}
	return func(x float64) bool { return goesOn(x, i-1, -1) || goesOn(x, j+1, 1) }
}

// priceOf is what it costs to begin a run with b after a.
func priceOf(a, b *band, pitch float64) float64 {
	if isRule(a) || isRule(b) {
		return priceRule
	}
	switch gap := (b.top - a.bottom) / pitch; {
	case gap < 0.7:
		return priceTight
	case gap < 1.7:
		return priceLoose
	}
	return priceWide
}

func isRule(b *band) bool { return len(b.els) == 1 && b.els[0].rule }

// occupy adds an interval to a sorted list of disjoint ones.
func occupy(taken []span, s span) []span {
	i, _ := slices.BinarySearchFunc(taken, s.from, func(t span, from float64) int { return compare(t.to, from) })
	j := i
	for j < len(taken) && taken[j].from <= s.to {
		s.from, s.to = math.Min(s.from, taken[j].from), math.Max(s.to, taken[j].to)
		j++
	}
	return slices.Replace(taken, i, j, s)
}
