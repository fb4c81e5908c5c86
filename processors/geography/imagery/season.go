package imagery

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// pairing is what can be compared: scenes of one grid, of the same three months, before and after.
type pairing struct {
	grid          string
	from          int // month
	before, after []Scene
}

// months of a season.
const months = 3

// pair chooses the three months, and the grid, of which both years have the most clear scenes; at equal numbers those
// nearest to the middle of the local summer, when vegetation is easiest to tell. What grows is not green in every
// month, so that scenes of different months say nothing of a change.
func pair(before, after []Scene, latitude float64) (pairing, bool) {
	var grids []string
	for _, s := range before {
		if !slices.Contains(grids, s.Grid) {
			grids = append(grids, s.Grid)
		}
	}
	slices.Sort(grids)
	var best pairing
	found := false
	for _, g := range grids {
		for from := 1; from+months-1 <= 12; from++ {
			p := pairing{grid: g, from: from, before: within(before, g, from), after: within(after, g, from)}
			if len(p.before) == 0 || len(p.after) == 0 {
				continue
			}
			if !found || p.beats(best, latitude) {
				best, found = p, true
			}
		}
	}
	for _, side := range [][]Scene{best.before, best.after} {
		slices.SortStableFunc(side, func(a, b Scene) int {
			return cmp.Or(cmp.Compare(a.Cloud, b.Cloud), a.At.Compare(b.At), strings.Compare(a.ID, b.ID))
		})
	}
	return best, found
}

func within(all []Scene, grid string, from int) []Scene {
	var out []Scene
	for _, s := range all {
		if m := int(s.At.Month()); s.Grid == grid && s.Doubt == "" && m >= from && m < from+months {
			out = append(out, s)
		}
	}
	return out
}

// beats compares by what can be used of both sides, at most as many as are measured.
func (p pairing) beats(o pairing, latitude float64) bool {
	n, m := min(len(p.before), len(p.after), mostScenes), min(len(o.before), len(o.after), mostScenes)
	if n != m {
		return n > m
	}
	return p.offSummer(latitude) < o.offSummer(latitude)
}

// offSummer is how many months the middle of the season lies from the middle of the local summer.
func (p pairing) offSummer(latitude float64) float64 {
	summer := 7.0
	if latitude < 0 {
		summer = 1
	}
	d := math.Abs(float64(p.from) + 1 - summer)
	return min(d, 12-d)
}
