package imagery

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Observation is one scene as somebody else has measured it: the mean index of the place and of what lies around it.
type Observation struct {
	ID, Link      string
	At            time.Time
	Place, Around float64
	Clear         float64 // share of the place's pixels that show the ground; 1 where it is not said
}

// Compare holds the observations of two years against each other by the rules of Measure: the same three months of both,
// scenes that show enough of the place, the uncertainty of both sides. What only pixels tell - how many hectares have
// changed - stays empty.
func Compare(all []Observation, before, after int, latitude float64) Result {
	res := Result{Before: Side{Year: before}, After: Side{Year: after}}
	of := map[string]Observation{}
	var sides [2][]Scene
	for n, o := range all {
		i := slices.Index([]int{before, after}, o.At.Year())
		if i < 0 {
			continue
		}
		s := Scene{ID: o.ID, Link: o.Link, At: o.At}
		if o.Clear < enough {
			res.skip(s, fmt.Sprintf("only %.0f %% of the place are clear", 100*o.Clear))
			continue
		}
		s.baseline = float64(n) // tells two of one name apart
		of[key(s)] = o
		sides[i] = append(sides[i], s)
	}
	for _, side := range sides {
		slices.SortStableFunc(side, func(a, b Scene) int {
			if c := a.At.Compare(b.At); c != 0 {
				return c
			}
			return strings.Compare(a.ID, b.ID)
		})
	}
	p, ok := pair(sides[0], sides[1], latitude)
	if !ok {
		return res.because(fmt.Sprintf("the table has no clear scenes of the same season of %d and %d", before, after))
	}
	res.Months = [2]int{p.from, p.from + months - 1}
	for i, side := range []*Side{&res.Before, &res.After} {
		var around float64
		for _, s := range [][]Scene{p.before, p.after}[i] {
			o := of[key(s)]
			// How many pixels there were nobody says: of a thousand, so many were clear.
			side.Scenes = append(side.Scenes, Measured{Scene: s, Place: Statistics{Pixels: 1000, Valid: int(1000 * o.Clear), Mean: o.Place}})
			side.Place.Mean += o.Place
			around += o.Around
		}
		n := float64(len(side.Scenes))
		side.Place.Mean, side.Around.Mean = round(side.Place.Mean/n), round(around/n)
	}
	res.Uncertainty = uncertainty(res.Before.means(), res.After.means())
	res.Difference = round(res.After.Place.Mean - res.Before.Place.Mean)
	res.Relative = round(res.Difference - (res.After.Around.Mean - res.Before.Around.Mean))
	return res
}

func key(s Scene) string { return fmt.Sprint(s.ID, s.baseline) }
