package callout

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

const (
	leastShares = 2
	mostShares  = 12
	apartShares = 28.0 // from one share of a whole to the next, in font sizes
	toName      = 0.9  // from a share to its name, in its sizes
	rounding    = 0.6  // by how much a sum of shares in whole per cent may miss a hundred, for each of them
)

// share is a per cent with the name of a part.
type share struct {
	figure int
	name   []int
	value  float64
}

// Shares finds what stands around a ring or a pie: names over or under their per cents, which make a hundred together.
func Shares(runs []Run, em float64) (out []Group) {
	if len(runs) > mostRuns {
		return nil
	}
	for _, w := range []way{above, below} {
		var all []share
		for n := range runs {
			if s, ok := shareOf(runs, n, w, em); ok {
				all = append(all, s)
			}
		}
		for _, whole := range wholes(runs, all, em) {
			if names(runs, whole) {
				out = append(out, group(runs, whole))
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return out
}

// shareOf reads a per cent and the name that stands over or under it.
func shareOf(runs []Run, n int, w way, em float64) (s share, ok bool) {
	r := &runs[n]
	f, ok := printed.ReadFigure(r.Said)
	if !ok || f.Unit != "%" || f.Negative {
		return s, false
	}
	s = share{figure: n}
	if s.value, ok = amount(f.Token, "."); !ok || s.value > 100 {
		if s.value, ok = amount(f.Token, ","); !ok || s.value > 100 {
			return s, false
		}
	}
	edge := r.Rect
	for range 2 { // a name of two lines
		best, away := -1, toName*r.Size
		for k := range runs {
			o := &runs[k]
			d := edge[1] - o.Rect[3]
			if w == below {
				d = o.Rect[1] - edge[3]
			}
			if d > -0.5*o.Size && d < away && aligned(o.Rect, r.Rect, em) && o.Size < large*r.Size && letters(o.Said) > 0 &&
				len(strings.Fields(o.Said)) <= 5 && !slices.Contains(s.name, k) && !hasFigure(o.Said) {
				best, away = k, d
			}
		}
		if best < 0 {
			break
		}
		edge = runs[best].Rect
		if w == above {
			s.name = slices.Insert(s.name, 0, best)
		} else {
			s.name = append(s.name, best)
		}
	}
	return s, len(s.name) > 0
}

// hasFigure reports whether a text has a per cent of its own: it is no name.
func hasFigure(s string) bool { return strings.Contains(s, "%") }

// wholes parts shares into those that stand near one another and make a hundred.
func wholes(runs []Run, all []share, em float64) (out [][]share) {
	for len(all) > 0 {
		part, rest := []share{all[0]}, all[1:]
		for grown := true; grown; {
			grown = false
			for k, s := range rest {
				if slices.ContainsFunc(part, func(o share) bool { return between(runs[o.figure].Rect, runs[s.figure].Rect) < apartShares*em }) {
					part, rest, grown = append(part, s), slices.Delete(slices.Clone(rest), k, k+1), true
					break
				}
			}
		}
		all = rest
		out = append(out, hundreds(runs, part)...)
	}
	return out
}

// hundreds parts shares that stand near one another from left to right or from top to bottom, where they make a hundred.
func hundreds(runs []Run, part []share) [][]share {
	for axis := range 2 {
		sorted := slices.Clone(part)
		slices.SortStableFunc(sorted, func(a, b share) int { return sign(runs[a.figure].Rect[axis] - runs[b.figure].Rect[axis]) })
		var out [][]share
		from, sum := 0, 0.0
		for k, s := range sorted {
			sum += s.value
			if whole(sum, k+1-from) && k+1-from >= leastShares && k+1-from <= mostShares {
				out, from, sum = append(out, sorted[from:k+1]), k+1, 0
			}
		}
		if from == len(sorted) {
			return out
		}
	}
	return nil
}

// whole reports whether n shares make a hundred, but for rounding.
func whole(sum float64, n int) bool {
	return math.Abs(sum-100) <= math.Max(0.15, math.Min(1.1, rounding*float64(n)-0.6))
}

// names reports whether the parts of a whole have names of their own.
func names(runs []Run, whole []share) bool {
	seen := map[string]bool{}
	used, named := map[int]bool{}, false
	for _, s := range whole {
		name := ""
		for _, n := range s.name {
			if used[n] {
				return false
			}
			used[n] = true
			name += " " + runs[n].Said
		}
		seen[name] = true
		named = named || letters(name) >= leastNaming
	}
	return named && len(seen) == len(whole)
}

func group(runs []Run, whole []share) (g Group) {
	p := page{runs: runs}
	slices.SortFunc(whole, func(a, b share) int {
		if d := runs[a.figure].Base - runs[b.figure].Base; math.Abs(d) > 0.3*runs[a.figure].Size {
			return sign(d)
		}
		return sign(runs[a.figure].Rect[0] - runs[b.figure].Rect[0])
	})
	for k, s := range whole {
		row := Row{Label: p.cell(s.name), Figure: p.cell([]int{s.figure})}
		if k == 0 {
			g.Rect = row.Figure.Rect
		}
		g.Rect = join(join(g.Rect, row.Label.Rect), row.Figure.Rect)
		g.Rows = append(g.Rows, row)
	}
	return g
}

// between is how far two places are from one another.
func between(a, b [4]float64) float64 {
	dx, dy := math.Max(a[0], b[0])-math.Min(a[2], b[2]), math.Max(a[1], b[1])-math.Min(a[3], b[3])
	return math.Hypot(math.Max(dx, 0), math.Max(dy, 0))
}

// amount reads the digits of a figure with one decimal sign; it reports false when the other sign cannot part thousands.
func amount(token, decimal string) (float64, bool) {
	other := map[string]string{".": ",", ",": "."}[decimal]
	whole, fraction, _ := strings.Cut(token, decimal)
	if strings.Contains(fraction, decimal) || strings.Contains(fraction, other) {
		return 0, false
	}
	for _, sep := range []string{other, " ", "\u00a0", "\u202f", "\u2009", "'", "’"} {
		parts := strings.Split(whole, sep)
		for _, p := range parts[1:] {
			if len(p) != 3 {
				return 0, false
			}
		}
		whole = strings.Join(parts, "")
	}
	v, err := strconv.ParseFloat(whole+"."+fraction+"0", 64)
	return v, err == nil
}
