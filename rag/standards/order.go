package standards

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Compare puts two ids in the order of the standards: S1 before S2, body before appendices, then number
// and levels, a paragraph before what is under it. What cannot be read as an id comes last, by its letters.
// Different spellings of one id are equal.
func Compare(a, b string) int {
	x, errX := Parse(a)
	y, errY := Parse(b)
	switch {
	case errX != nil && errY != nil:
		return strings.Compare(a, b)
	case errX != nil:
		return 1
	case errY != nil:
		return -1
	}
	return order(x, y)
}

// Compare puts two ids in the order of the standards.
func (id ID) Compare(other ID) int { return order(id, other) }

func order(x, y ID) int {
	if c := cmp.Or(
		strings.Compare(x.Standard, y.Standard),
		strings.Compare(x.Appendix, y.Appendix),
		cmp.Compare(x.Number, y.Number),
		strings.Compare(x.Suffix, y.Suffix),
	); c != 0 {
		return c
	}
	for depth := range min(len(x.Levels), len(y.Levels)) {
		if c := cmp.Compare(rank(x.Levels[depth], depth), rank(y.Levels[depth], depth)); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x.Levels), len(y.Levels))
}

// Sort puts ids in the order of the standards. Spellings of one id keep their order.
func Sort(ids []string) { slices.SortStableFunc(ids, Compare) }

// rank is a level's place among its siblings.
func rank(s string, depth int) int {
	switch depth % 3 {
	case 0:
		return int(s[0])
	case 1:
		return roman(s)
	}
	n, _ := strconv.Atoi(s) // only digits get this deep
	return n
}

// written is the level that has a rank.
func written(rank, depth int) string {
	switch depth % 3 {
	case 0:
		return string(rune(rank))
	case 1:
		return romans[rank-1]
	}
	return strconv.Itoa(rank)
}
