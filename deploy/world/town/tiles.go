package town

import (
	"fmt"
	"math"

	"github.com/sibyl-project/sibyl/processors/outside/outsidetest"
)

// place is a piece of land that satellites have seen. All lie on the middle meridian of their zone (9 degrees east, UTM 32
// north), so that the easting is 500,000 and the northing 0.9996 times the length of the meridian to their latitude.
type place struct {
	name     string
	latitude float64
	northing float64
	grid     string
	hectares float64
	green    map[int]bool // by years from the report's: whether the place itself is green
}

// middle of the zone, in metres, and what a degree is long there.
const (
	easting  = 500_000
	size     = 10 // of a pixel
	across   = 400
	meridian = 9.0
)

// Places are three works, with what their ground looks like in the years that claims are about: the land around them is
// green in all of them.
var places = []place{
	{"Lindmoen", 60.25, 6_679_253.65, "MGRS-32VNM", 90, map[int]bool{-3: false, 0: true, 1: true}},
	{"Grimvik", 61.05, 6_768_356.60, "MGRS-32VNN", 60, map[int]bool{-3: true, 0: false, 1: false}},
	{"Tarnes", 61.85, 6_857_470.18, "MGRS-32VNP", 120, map[int]bool{-1: true, 0: true, 1: false}},
}

// Scenes are the pictures of the three places: two clear ones of each summer, one under clouds, and one of a winter. All
// are of a processing whose digital numbers are shifted by 1000, as the catalogue says.
func (w World) Scenes() []outsidetest.Scene {
	var out []outsidetest.Scene
	for _, p := range places {
		for _, year := range []int{-3, -1, 0, 1} {
			green, seen := p.green[year]
			if !seen {
				continue
			}
			for _, day := range []struct {
				at    string
				cloud float64
				green bool
			}{{"07-04", 2, green}, {"07-24", 4, green}, {"08-03", 64, !green}, {"01-12", 3, false}} {
				out = append(out, p.scene(fmt.Sprintf("%s-%sT10:40:00Z", w.year(year), day.at), day.cloud, day.green, day.at > "02"))
			}
		}
	}
	return out
}

func (p place) scene(at string, cloud float64, inside, summer bool) outsidetest.Scene {
	half := math.Sqrt(p.hectares*10_000) / 2 / size
	raster := func(leaves, soil uint16) outsidetest.Raster {
		return outsidetest.Raster{
			Width: across, Height: across, EPSG: 32632, Left: easting - across/2*size, Top: p.northing + across/2*size, Size: size,
			Pixel: func(x, y int) uint16 {
				middle := math.Abs(float64(x)+0.5-across/2) <= half && math.Abs(float64(y)+0.5-across/2) <= half
				if middle && inside || !middle && summer {
					return leaves
				}
				return soil
			},
		}
	}
	offset, reach := -0.1, 0.03
	return outsidetest.Scene{
		ID: "S2_" + p.grid + "_" + at[:10], At: at, Cloud: cloud, Grid: p.grid, Baseline: "05.11", Offset: &offset,
		BBox: [4]float64{meridian - reach, p.latitude - reach/2, meridian + reach, p.latitude + reach/2},
		Red:  raster(1400, 3000), NIR: raster(4600, 4000), Classes: raster(4, 5),
	}
}
