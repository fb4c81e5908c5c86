package relation

import (
	"math"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const (
	runLength = 30  // the most lines beside a total that it may be the sum of
	window    = 10  // how far from it three lines may stand that it is the sum of
	enough    = 3.0 // how telling a relation has to be beyond the number of those tried: one in a thousand is chance
	fifth     = 0.2 // figures of one line are within so much of each other, if nothing more is known
	prefilter = 1e-9
	MoreHolds = 2 // in so many places a relation shows itself, whatever its words are

	percentPower = 2 // of ten, between a quotient and the percentage that it is
)

// sums finds the lines that others add up to.
func (v *view) sums() []relation {
	var out []relation
	tried, ofTotals := 0, 0
	for result := range v.lines {
		v.addends(result, func(parts []int) {
			if tried++; v.lines[result].total {
				ofTotals++
			}
			if v.doubled(parts) || !v.nearSum(result, parts) {
				return
			}
			if r, ok := v.sumOf(result, slices.Clone(parts)); ok {
				r.said = v.lines[result].total
				out = append(out, r)
			}
		})
	}
	return slices.DeleteFunc(out, func(r relation) bool {
		if r.said {
			return r.weight+r.slippedSum() < math.Log10(float64(ofTotals))+enough
		}
		return r.weight+r.slippedSum() < math.Log10(float64(tried))+enough
	})
}

// doubled reports whether a set has a row and a part of it, "of which fleet", besides: that would be added twice.
func (v *view) doubled(parts []int) bool {
	return v.rows && slices.ContainsFunc(parts, func(i int) bool {
		whole := i
		for whole >= 0 && v.lines[whole].part {
			whole--
		}
		return whole != i && whole >= 0 && slices.Contains(parts, whole)
	})
}

// addends visits the sets of lines that a line may be the sum of: those next to it, two of any, three that stand near.
func (v *view) addends(result int, visit func([]int)) {
	own := v.lines[result]
	kin := [][]int{nil, nil, nil} // all lines, those of its heading, those below its name
	for i, l := range v.lines {
		if i == result || !v.addable(result, i) {
			continue
		}
		kin[0] = append(kin[0], i)
		if l.above == own.above && !l.part {
			kin[1] = append(kin[1], i)
		}
		if v.rows && l.above != own.above && (l.above == own.own || len(l.above) > len(own.own) && l.above[len(l.above)-len(own.own):] == own.own) {
			kin[2] = append(kin[2], i)
		}
	}
	for k, lines := range kin {
		if k > 0 && len(lines) == len(kin[0]) {
			continue
		}
		at, _ := slices.BinarySearch(lines, result)
		for from := at - 3; from >= max(0, at-runLength); from-- {
			visit(lines[from:at])
		}
		for to := at + 3; to <= min(len(lines), at+runLength); to++ {
			visit(lines[at:to])
		}
	}
	all, set := v.below(result, kin[0]), make([]int, 0, 3)
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			visit(append(set[:0], all[i], all[j]))
		}
	}
	from, _ := slices.BinarySearch(all, result-window)
	to, _ := slices.BinarySearch(all, result+window+1)
	all = all[from:to]
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			for k := j + 1; k < len(all); k++ {
				if all[k]-all[i] == 2 && (all[k] == result-1 || all[i] == result+1) {
					continue // those next to it
				}
				visit(append(set[:0], all[i], all[j], all[k]))
			}
		}
	}
}

// below leaves out the lines that are more than another everywhere: they are no parts of it, unless something is taken off.
func (v *view) below(result int, lines []int) []int {
	t := &v.lines[result]
	return slices.DeleteFunc(slices.Clone(lines), func(l int) bool {
		x := &v.lines[l]
		both := false
		for pos := range t.at {
			if t.at[pos] == nil || x.at[pos] == nil {
				continue
			}
			if both = true; x.near[pos] <= t.near[pos] || v.negative {
				return false
			}
		}
		return both
	})
}

// addable reports whether the figures of two lines can be added where both have one.
func (v *view) addable(a, b int) bool {
	for pos, e := range v.lines[a].at {
		if o := v.lines[b].at[pos]; e != nil && o != nil {
			return sheet.Comparable(*e, *o)
		}
	}
	return false
}

// sumOf holds a line against the sum of others at every position.
func (v *view) sumOf(result int, parts []int) (relation, bool) {
	r := relation{v: v, how: addition, result: result, of: parts}
	for pos, e := range v.lines[result].at {
		if e == nil || !v.alike(result, parts, pos) {
			continue
		}
		sum, span, ok := v.total(parts, pos)
		if !ok || sum.IsZero() && amountOf(*e).IsZero() {
			continue
		}
		off, slack := quantity.Abs(quantity.Sub(amountOf(*e), sum)), slackOf(span, spanOf(*e))
		counted := sheet.Dimension(*e) == quantity.Count && e.Quantity().Half.Cmp(compare.WholeHalf) >= 0
		switch {
		case off.IsZero() || !counted && off.Cmp(slack) <= 0:
			r.holds = append(r.holds, pos)
			width := 2 * v.lines[result].half[pos]
			if !off.IsZero() {
				width = 2 * near(slack)
			}
			r.weight += v.weightOfSum(result, parts, pos, width)
		case off.Cmp(quantity.Mul(slack, compare.FarRounding)) <= 0 || v.rates(result, parts, pos):
		default:
			r.not = append(r.not, pos)
		}
		if len(r.not) > 1 {
			return r, false
		}
	}
	return r, len(r.holds) > 0 && v.partsHold(&r)
}

// partsHold reports whether each part is printed where the sum holds: one that is not there was never shown to be a part.
func (v *view) partsHold(r *relation) bool {
	return !slices.ContainsFunc(r.of, func(l int) bool {
		return !slices.ContainsFunc(r.holds, func(pos int) bool { return v.lines[l].at[pos] != nil })
	})
}

// slackOf is by how much rounding can part a sum and its total.
func slackOf(sum, total quantity.Interval) *apd.Decimal {
	both, _ := quantity.Ratio(quantity.Sum(quantity.Sub(sum.High, sum.Low), quantity.Sub(total.High, total.Low)), quantity.Int(2))
	return both
}

// near is an exact figure about.
func near(d *apd.Decimal) float64 {
	f, err := d.Float64()
	if err != nil {
		return 0
	}
	return f
}

// nearSum looks at figures that are about right, to leave out what is no sum before it is computed exactly.
func (v *view) nearSum(result int, parts []int) bool {
	t := &v.lines[result]
	holds, not := 0, 0
	for pos, stated := range t.near {
		if t.at[pos] == nil {
			continue
		}
		sum, n, largest, slack := 0.0, 0, math.Inf(-1), t.half[pos]
		for _, l := range parts {
			x := &v.lines[l]
			if x.at[pos] == nil {
				continue
			}
			f := x.near[pos]
			n++
			sum += f
			slack += x.half[pos]
			if f > largest {
				largest = f
			}
		}
		switch off := math.Abs(sum - stated); {
		case n < 2 || sum == 0 && stated == 0:
		case off <= slack*(1+prefilter)+prefilter*math.Abs(stated):
			holds++
		case largest >= stated || n < len(parts) || off <= 5*slack*(1+prefilter) || t.rates[pos]:
		default:
			if not++; not > 1 {
				return false
			}
		}
	}
	return holds > 0
}

// rates reports whether what stands at a position can be no sum: a share, a rate, what lies among its parts.
func (v *view) rates(result int, parts []int, pos int) bool {
	stated := *v.lines[result].at[pos]
	if sheet.Percent(stated) || stated.Per != "" {
		return true
	}
	above := false
	for _, l := range parts {
		e := v.lines[l].at[pos]
		if e == nil {
			return true // a part is not printed, or was not read
		}
		above = above || amountOf(*e).Cmp(amountOf(stated)) >= 0
	}
	return above
}

// weightOfSum is how unlikely it is that a sum holds by chance: figures of one line are alike, and what is added to a figure that is
// nearly the whole of it says as much as its own digits.
func (v *view) weightOfSum(result int, parts []int, pos int, width float64) float64 {
	scale := fifth * math.Abs(v.lines[result].near[pos])
	for _, l := range parts {
		if v.lines[l].at[pos] != nil {
			scale = min(scale, math.Abs(v.lines[l].near[pos]))
		}
	}
	if width <= 0 || scale <= width {
		return 0
	}
	return math.Log10(scale / width)
}
