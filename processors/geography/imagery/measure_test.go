package imagery

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/outside/outsidetest"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// The place of these tests: 100 ha in the UTM zone 49 south, in the middle of a picture of 4 by 4 km.
const latitude, longitude = -7.16, 112.65

var place = Around(latitude, longitude, 1_000, 1_000)

// ground is what stands on it: digital numbers of red and near infrared inside the place and around it.
type ground struct{ red, nir, redAround, nirAround, class uint16 }

var (
	forest  = ground{400, 3600, 400, 3600, 4}   // 0.8 everywhere
	cleared = ground{2000, 3000, 400, 3600, 5}  // 0.2 in the place, 0.8 around it
	drought = ground{2000, 3000, 2000, 3000, 5} // 0.2 everywhere
	cloudy  = ground{8000, 8500, 8000, 8500, 9} // nothing to see
	lifted  = ground{1400, 4600, 1400, 4600, 4} // forest with 1000 added
	planted = ground{600, 2400, 2000, 3000, 4}  // 0.6 in the place, 0.2 around
)

func scene(id, at string, cloud float64, g ground, change ...func(*outsidetest.Scene)) outsidetest.Scene {
	z := zone{49, true}
	east, north := z.project(latitude, longitude)
	r := z.around(place)
	raster := func(in, around uint16) outsidetest.Raster {
		left, top := math.Round(east/10)*10-2_000, math.Round(north/10)*10+2_000
		return outsidetest.Raster{Width: 400, Height: 400, EPSG: 32749, Left: left, Top: top, Size: 10, Pixel: func(x, y int) uint16 {
			e, n := left+10*float64(x)+5, top-10*float64(y)-5
			if e >= r.left && e < r.right && n >= r.bottom && n < r.top {
				return in
			}
			return around
		}}
	}
	wide := place.Wider(3.5)
	s := outsidetest.Scene{
		ID: id, At: at, Cloud: cloud, BBox: [4]float64{wide.West, wide.South, wide.East, wide.North}, Grid: "MGRS-49MGU",
		Red: raster(g.red, g.redAround), NIR: raster(g.nir, g.nirAround), Classes: raster(g.class, g.class),
	}
	for _, c := range change {
		c(&s)
	}
	return s
}

func processed(baseline string, applied *bool) func(*outsidetest.Scene) {
	return func(s *outsidetest.Scene) { s.Baseline, s.Applied = baseline, applied }
}

// port asks a catalogue as agents do.
func port(t *testing.T, c *outsidetest.Catalogue, tries int) (*outside.Recorder, artefact.Store) {
	t.Helper()
	client, err := outside.New(outside.Options{
		Online: true, Clock: still{}, Services: []outside.Service{{Name: Service, Hosts: []string{c.Host()}, Tries: tries}},
	})
	if err != nil {
		t.Fatal(err)
	}
	store := artefact.NewMemory()
	return outside.NewRecorder("run_1", store, client), store
}

// still is a clock on which waiting takes no time.
type still struct{}

func (still) Now() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }

func (still) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func TestMeasuring(t *testing.T) {
	yes, no := true, false
	for _, tc := range []struct {
		name   string
		scenes []outsidetest.Scene
		change func(*outsidetest.Catalogue)

		before, after, relative float64
		used                    [2]int
		lost, gained            float64 // shares of what is covered
		inconclusive            string
		skipped                 string
	}{
		{
			name: "a forest that stays",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-07-04T02:40:00Z", 5, forest), scene("b2", "2019-07-19T02:40:00Z", 9, forest), scene("b3", "2019-08-03T02:40:00Z", 1, forest),
				scene("a1", "2021-07-03T02:40:00Z", 5, forest), scene("a2", "2021-07-18T02:40:00Z", 9, forest), scene("a3", "2021-08-02T02:40:00Z", 1, forest),
			},
			before: 0.8, after: 0.8, used: [2]int{3, 3},
		},
		{
			name: "a forest that is cleared",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-07-04T02:40:00Z", 5, forest), scene("b2", "2019-07-19T02:40:00Z", 9, forest),
				scene("a1", "2021-07-03T02:40:00Z", 5, cleared), scene("a2", "2021-07-18T02:40:00Z", 9, cleared),
			},
			before: 0.8, after: 0.2, relative: -0.6, lost: 1, used: [2]int{2, 2},
		},
		{
			name: "a planting on bare ground",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-07-04T02:40:00Z", 5, drought), scene("a1", "2021-07-03T02:40:00Z", 5, planted),
			},
			before: 0.2, after: 0.6, relative: 0.4, gained: 1, used: [2]int{1, 1},
		},
		{
			name: "a drought, which the surroundings have, too",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-07-04T02:40:00Z", 5, forest), scene("a1", "2021-07-03T02:40:00Z", 5, drought),
			},
			before: 0.8, after: 0.2, relative: 0, lost: 1, used: [2]int{1, 1},
		},
		{
			name: "an offset that the catalogue has left in, by the baseline",
			scenes: []outsidetest.Scene{
				scene("b1", "2020-07-04T02:40:00Z", 5, forest, processed("02.09", nil)), scene("a1", "2023-07-03T02:40:00Z", 5, lifted, processed("05.09", nil)),
			},
			before: 0.8, after: 0.8, used: [2]int{1, 1},
		},
		{
			name: "an offset that the catalogue has taken off",
			scenes: []outsidetest.Scene{
				scene("b1", "2020-07-04T02:40:00Z", 5, forest, processed("05.00", &yes)), scene("a1", "2023-07-03T02:40:00Z", 5, forest, processed("05.09", &yes)),
			},
			before: 0.8, after: 0.8, used: [2]int{1, 1},
		},
		{
			name: "a catalogue that is wrong about the offset shows no change",
			scenes: []outsidetest.Scene{
				scene("b1", "2020-07-04T02:40:00Z", 5, forest, processed("02.09", nil)),
				scene("a1", "2023-07-03T02:40:00Z", 5, forest, processed("05.09", &no)),  // 400 - 1000 is below nothing
				scene("a2", "2023-07-13T02:40:00Z", 6, lifted, processed("05.09", &yes)), // leaves of a tenth of red
			},
			inconclusive: "few clouds shows enough", skipped: "whatever the catalogue says",
		},
		{
			name: "nobody says whether the numbers are shifted",
			scenes: []outsidetest.Scene{
				scene("b1", "2020-07-04T02:40:00Z", 5, forest), scene("a1", "2023-07-03T02:40:00Z", 5, lifted),
			},
			inconclusive: "no scenes of the same season",
		},
		{
			name: "other seasons are not compared",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-01-04T02:40:00Z", 5, forest), scene("a1", "2021-07-03T02:40:00Z", 5, cleared),
			},
			inconclusive: "no scenes of the same season of 2019 and 2021",
		},
		{
			name: "clouds over the place, though few in the scene",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-07-04T02:40:00Z", 5, forest), scene("a1", "2021-07-03T02:40:00Z", 5, cloudy),
			},
			inconclusive: "shows enough of the place", skipped: "only 0 of ",
		},
		{
			name: "more clouds where there is nothing clearer",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-07-04T02:40:00Z", 5, forest), scene("a1", "2021-07-03T02:40:00Z", 35, forest), scene("a2", "2021-07-09T02:40:00Z", 70, cleared),
			},
			before: 0.8, after: 0.8, used: [2]int{1, 1},
		},
		{
			name: "a catalogue that passes over what it does not know",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-07-04T02:40:00Z", 5, forest), scene("b2", "2019-07-14T02:40:00Z", 90, cleared),
				scene("a1", "2021-07-03T02:40:00Z", 5, forest), scene("a2", "2021-07-09T02:40:00Z", 70, cleared),
			},
			change: func(c *outsidetest.Catalogue) { c.Blind, c.PageSize = true, 1 },
			before: 0.8, after: 0.8, used: [2]int{1, 1},
		},
		{
			name: "pages by addresses alone",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-07-04T02:40:00Z", 5, forest), scene("b2", "2019-07-14T02:40:00Z", 9, forest),
				scene("a1", "2021-07-03T02:40:00Z", 5, forest), scene("a2", "2021-07-09T02:40:00Z", 7, forest),
			},
			change: func(c *outsidetest.Catalogue) { c.ByGet, c.PageSize = true, 1 },
			before: 0.8, after: 0.8, used: [2]int{2, 2},
		},
		{
			name: "a file that is not there",
			scenes: []outsidetest.Scene{
				scene("b1", "2019-07-04T02:40:00Z", 5, forest), scene("a1", "2021-07-03T02:40:00Z", 5, cleared), scene("a2", "2021-07-09T02:40:00Z", 7, forest),
			},
			change: func(c *outsidetest.Catalogue) { c.Status["/files/a1/B08.tif"] = http.StatusNotFound },
			before: 0.8, after: 0.8, used: [2]int{1, 1}, skipped: "a1: bad_status",
		},
		{
			name: "a catalogue that is down", change: func(c *outsidetest.Catalogue) { c.Status["/search"] = http.StatusServiceUnavailable },
			inconclusive: "could not be searched: bad_status",
		},
		{name: "nothing there", inconclusive: "no scenes of the same season"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := outsidetest.NewCatalogue(tc.scenes...)
			defer c.Close()
			if tc.change != nil {
				tc.change(c)
			}
			p, store := port(t, c, 1)
			after := 2021
			if len(tc.scenes) > 0 && strings.HasPrefix(tc.scenes[len(tc.scenes)-1].At, "2023") {
				after = 2023
			}
			before := after - 2
			if after == 2023 {
				before = 2020
			}
			got, err := Measure(t.Context(), p, c.URL, place, before, after)
			if err != nil {
				t.Fatal(err)
			}
			if skipped := strings.Join(got.Skipped, "; "); !strings.Contains(skipped, tc.skipped) || tc.skipped == "" && skipped != "" {
				t.Errorf("skipped: %s", skipped)
			}
			if tc.inconclusive != "" || got.Inconclusive != "" {
				if tc.inconclusive == "" || !strings.Contains(got.Inconclusive, tc.inconclusive) {
					t.Errorf("inconclusive: %q", got.Inconclusive)
				}
				return
			}
			if n := [2]int{len(got.Before.Scenes), len(got.After.Scenes)}; n != tc.used {
				t.Errorf("scenes used: %v", n)
			}
			if math.Abs(got.Before.Place.Mean-tc.before) > 0.001 || math.Abs(got.After.Place.Mean-tc.after) > 0.001 || math.Abs(got.Relative-tc.relative) > 0.01 {
				t.Errorf("before %g, after %g, against the surroundings %g", got.Before.Place.Mean, got.After.Place.Mean, got.Relative)
			}
			if math.Abs(got.Covered-100) > 3 || math.Abs(got.Lost-tc.lost*got.Covered) > 0.01 || math.Abs(got.Gained-tc.gained*got.Covered) > 0.01 {
				t.Errorf("%g ha covered, %g lost, %g gained", got.Covered, got.Lost, got.Gained)
			}
			again, err := Measure(t.Context(), outside.NewRecorder("run_1", store, nil), c.URL, place, before, after)
			if err != nil || fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", got) {
				t.Errorf("repeated from the record: %v\n%+v\n%+v", err, again, got)
			}
		})
	}
}

func TestWhatCannotBeAskedFor(t *testing.T) {
	for name, tc := range map[string]struct {
		place         Box
		before, after int
		want          string
	}{
		"before there were satellites": {place, 2012, 2020, "from 2017 on, and 2012"},
		"the same year":                {place, 2020, 2020, "no year before and after"},
		"at the pole":                  {Around(88, 0, 1000, 1000), 2018, 2020, "no grid"},
		"a country":                    {Around(-7, 112, 300_000, 300_000), 2018, 2020, "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Measure(t.Context(), nobody{}, "https://stac.example", tc.place, tc.before, tc.after)
			if err != nil || !strings.Contains(got.Inconclusive, tc.want) {
				t.Errorf("%q, %v", got.Inconclusive, err)
			}
		})
	}
	if _, err := Measure(t.Context(), nobody{}, "https://stac.example", place, 2018, 2020); !errors.Is(err, outside.ErrNotRecorded) {
		t.Errorf("what is not recorded is a result: %v", err)
	}
}

// nobody has recorded nothing.
type nobody struct{}

func (nobody) Settle(context.Context, outside.Request) (outside.Answer, error) {
	return outside.Answer{}, outside.ErrNotRecorded
}
