// Package imagery measures what satellites show of a place in two years: the vegetation index of Sentinel-2 from its
// pixels, in the same months of both, on the same grid, where no cloud stands, beside that of the surroundings, and how
// far a difference may be chance. It finds scenes by a STAC catalogue and reads the parts of their files that it needs.
//
// It is a function of the answers of its port, which are recorded. What cannot be measured is said with the reason; a
// scene's metadata alone is no measurement.
package imagery

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/processors/outside"
)

// What is asked of scenes.
const (
	mostScenes   = 3   // of a side that are measured
	mostTried    = 6   // of a side that are opened
	enough       = 0.6 // share of a place's pixels that have to be clear
	fewestPixels = 25  // of a place
	surroundings = 2   // times as wide and as high as the place
	mostHectares = 200_000
)

// clouds are the shares of a scene, in per cent, below which it is looked for: first few, then more.
var clouds = []float64{20, 50}

// Measured is one scene with the statistics of the place in it.
type Measured struct {
	Scene
	Place Statistics
}

// Side is a place in one year.
type Side struct {
	Year   int
	Scenes []Measured
	Place  Statistics // of the mean of the scenes
	Around Statistics // of the surroundings
}

// Result is what was measured, or why nothing was.
type Result struct {
	Place         Box
	Searches      []Searched
	Skipped       []string // scenes that could not be used, with the reason
	Inconclusive  string   // the reason; empty where something was measured
	Cloud         float64  // per cent below which scenes were taken
	Months        [2]int   // the first and the last one
	Pixel         float64  // metres
	Before, After Side

	Difference  float64 // of the means, after less before
	Uncertainty float64 // of it, at about 95 %
	Relative    float64 // to that of the surroundings, which have had the same weather
	Lost        float64 // hectares whose index fell by more than the threshold and the noise of pixels
	Gained      float64
	Covered     float64 // hectares that could be compared
}

// Measure compares a place in two years. An error is the port's or the context's; whatever speaks against measuring is
// in the result.
func Measure(ctx context.Context, port Port, root string, place Box, before, after int) (Result, error) {
	res := Result{Place: place, Before: Side{Year: before}, After: Side{Year: after}}
	switch {
	case !place.valid():
		return res.because("the place lies where Sentinel-2 has no grid, or its size cannot be told"), nil
	case before >= after:
		return res.because("the claim leaves no year before and after to compare"), nil
	case before < FirstYear:
		return res.because(fmt.Sprintf("Sentinel-2 has whole years of surface reflectance from %d on, and %d would be needed", FirstYear, before)), nil
	}
	if h := place.Hectares(); h > mostHectares {
		return res.because(fmt.Sprintf("the place is too large to be seen in one scene (%.0f ha)", h)), nil
	}
	wider := place.Wider(surroundings)
	r := &reader{port: port}
	for _, cloud := range clouds {
		res.Cloud = cloud
		var found [2][]Scene
		for i, year := range []int{before, after} {
			s, err := Search(ctx, port, root, wider, year, cloud)
			if err != nil {
				if why, ok := refused(err); ok {
					return res.because("the catalogue could not be searched: " + why), nil
				}
				return res, err
			}
			res.Searches = append(res.Searches, s)
			found[i] = s.Scenes
		}
		p, ok := pair(found[0], found[1], (place.South+place.North)/2)
		if !ok {
			continue
		}
		res.Months = [2]int{p.from, p.from + months - 1}
		measured, err := res.compare(ctx, r, p, wider)
		if err != nil || measured {
			return res, err
		}
	}
	if res.Months[0] > 0 {
		return res.because(fmt.Sprintf("no scene of %d and %d with few clouds shows enough of the place", before, after)), nil
	}
	return res.because(fmt.Sprintf("the catalogue has no scenes of the same season of %d and %d with clouds below %g %%", before, after, res.Cloud)), nil
}

func (res Result) because(why string) Result {
	res.Inconclusive = why
	return res
}

// refused is what a refusal, or an answer that cannot be read, says; anything else ends the step.
func refused(err error) (string, bool) {
	var refusal *outside.Refusal
	if errors.As(err, &refusal) {
		return fmt.Sprintf("%s: %s", refusal.Reason, refusal.Detail), true
	}
	if errors.Is(err, errAnswer) {
		return err.Error(), true
	}
	return "", false
}

// compare measures both sides of a pairing, and reports whether there was enough for it.
func (res *Result) compare(ctx context.Context, r *reader, p pairing, wider Box) (bool, error) {
	var sides [2][]raster
	for i, scenes := range [][]Scene{p.before, p.after} {
		var err error
		if sides[i], err = res.rasters(ctx, r, scenes, wider, sides[0]); err != nil || len(sides[i]) == 0 {
			return false, err
		}
	}
	first := sides[0][0]
	inside := func(i int) bool { return first.inner[i] }
	outside := func(i int) bool { return !first.inner[i] }
	var composites [2][]float32
	for i, side := range []*Side{&res.Before, &res.After} {
		var all [][]float32
		side.Scenes = nil
		for _, one := range sides[i] {
			all = append(all, one.values)
			side.Scenes = append(side.Scenes, Measured{one.scene, statistics(one.values, inside)})
		}
		composites[i] = mean(all)
		side.Place, side.Around = statistics(composites[i], inside), statistics(composites[i], outside)
	}
	res.Pixel = first.size
	res.Uncertainty = uncertainty(res.Before.means(), res.After.means())
	res.Difference = round(res.After.Place.Mean - res.Before.Place.Mean)
	res.Relative = round(res.Difference - (res.After.Around.Mean - res.Before.Around.Mean))
	hectares := first.size * first.size / 10_000
	for i, b := range composites[0] {
		a := composites[1][i]
		if !first.inner[i] || a != a || b != b {
			continue
		}
		res.Covered += hectares
		switch d := float64(a) - float64(b); {
		case d <= -Change-res.Uncertainty:
			res.Lost += hectares
		case d >= Change+res.Uncertainty:
			res.Gained += hectares
		}
	}
	res.Lost, res.Gained, res.Covered = round(res.Lost), round(res.Gained), round(res.Covered)
	return true, nil
}

func (s Side) means() []float64 {
	var out []float64
	for _, m := range s.Scenes {
		out = append(out, m.Place.Mean)
	}
	return out
}

// rasters reads scenes, the clearest first, until there are enough; like is what they have to lie on.
func (res *Result) rasters(ctx context.Context, r *reader, scenes []Scene, wider Box, like []raster) ([]raster, error) {
	var out []raster
	for _, s := range scenes[:min(len(scenes), mostTried)] {
		one, err := r.read(ctx, s, res.Place, wider)
		var no unusable
		switch {
		case errors.As(err, &no):
			res.skip(s, no.why)
			continue
		case errors.Is(err, errTooMuch):
			res.skip(s, err.Error())
			return out, nil
		case err != nil:
			return nil, err
		}
		place := statistics(one.values, func(i int) bool { return one.inner[i] })
		others := slices.Concat(like, out)
		switch {
		case place.Pixels < fewestPixels:
			res.skip(s, fmt.Sprintf("the place has only %d pixels", place.Pixels))
		case float64(place.Valid) < enough*float64(place.Pixels):
			res.skip(s, fmt.Sprintf("only %d of %d pixels of the place are clear", place.Valid, place.Pixels))
		case len(others) > 0 && !one.sameGrid(others[0]):
			res.skip(s, "its pixels do not lie on those of the others")
		default:
			out = append(out, one)
		}
		if len(out) == mostScenes {
			break
		}
	}
	return out, nil
}

func (res *Result) skip(s Scene, why string) {
	if note := s.ID + ": " + why; !slices.Contains(res.Skipped, note) {
		res.Skipped = append(res.Skipped, note)
	}
}
