package paint

import "math"

// Justified lines may be spread between their letters as well as between their words, unevenly and so far that a
// letter stands as far from the next as in other lines a word does. Where such a line has its spaces painted,
// they alone part its words.

const (
	// mostLoose is how far apart letters of such a line stand at most, in sizes.
	mostLoose = 0.4
	// leastLoose is from when on they are spread, and looseShare the part of them that must be: where a letter is always
	// followed by a gap, that is taken for its width.
	leastLoose = 0.08
	looseShare = 0.4
	// loosePairs and looseSpaces are how many letters side by side and how many spaces it takes to tell.
	loosePairs  = 8
	looseSpaces = 2
)

// looseRun remembers what was found of the run of glyphs that was looked at last.
type looseRun struct {
	from, to int
	is       bool
}

// holds reports whether the glyph at i stands in a spread line.
func (r *looseRun) holds(gs []Glyph, i int) bool {
	if i >= r.from && i < r.to {
		return r.is
	}
	from, to := i, i+1
	for from > 0 && sameRun(&gs[from-1], &gs[i]) {
		from--
	}
	for to < len(gs) && sameRun(&gs[to], &gs[i]) {
		to++
	}
	pairs, spread, spaces := 0, 0, 0
	for k := from; k < to; k++ {
		if blank(gs[k].Text) {
			spaces++
			continue
		}
		if k == from || blank(gs[k-1].Text) {
			continue
		}
		_, end := ends(gs[k-1].Turn, gs[k-1].Box)
		space := along(gs[k].Turn, gs[k].Origin[0], gs[k].Origin[1]) - end
		pairs++
		if space > leastLoose*gs[k].Size && space <= mostLoose*gs[k].Size {
			spread++
		}
	}
	*r = looseRun{from, to, pairs >= loosePairs && spaces >= looseSpaces && float64(spread) >= looseShare*float64(pairs)}
	return r.is
}

// sameRun reports whether two glyphs stand on one baseline in one size.
func sameRun(a, b *Glyph) bool {
	return a.Turn == b.Turn && a.Skewed == b.Skewed && math.Abs(a.Size-b.Size) < 0.05*b.Size && math.Abs(base(a)-base(b)) < 0.08*b.Size
}
