package layout

import (
	"math"
	"slices"
)

// How far a bullet may stand from its item, in font sizes of the item: to the left of it, and above or below its baseline (bullets are often
// set in another font and size).
const (
	bulletReach = 5.0
	bulletRise  = 0.4
)

// attachBullets joins bullets that stand by themselves to the lines that they begin. Set far from their text, those of a list look like a
// column of their own, and the items behind them like one paragraph.
func attachBullets(fs []fragment) []fragment {
	const most = 400 // of a page with more, the rest stay where they are
	bullets := 0
	gone := make([]bool, len(fs))
	for i := range fs {
		b := &fs[i]
		if !loneBullet(b) || bullets == most {
			continue
		}
		bullets++
		if item := itemOf(fs, b); item >= 0 && !gone[item] {
			gone[i] = true
			fs[item] = newFragment(slices.Concat(b.words, fs[item].words))
		}
	}
	n := 0
	return slices.DeleteFunc(fs, func(fragment) bool { n++; return gone[n-1] })
}

// loneBullet reports whether a fragment is nothing but a bullet.
func loneBullet(f *fragment) bool {
	return len(f.words) == 1 && len(f.words[0].text) == 1 && f.words[0].text[0] == '•'
}

// itemOf is the fragment right behind a bullet; -1 if nothing but another bullet or a figure is there, as in a table of dots.
func itemOf(fs []fragment, b *fragment) int {
	best, near := -1, math.Inf(1)
	for j := range fs {
		f := &fs[j]
		gap := f.box[0] - b.box[2]
		if f == b || gap < 0 || gap > bulletReach*f.size || math.Abs(f.base-b.base) > bulletRise*f.size || gap >= near {
			continue
		}
		best, near = j, gap
	}
	if best >= 0 && (loneBullet(&fs[best]) || fs[best].figures) {
		return -1
	}
	return best
}
