package imagery

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/processors/outside"
)

// Service is the name under which the catalogue, and the files that it lists, are asked.
const Service = "imagery"

// Collection is what is searched: Sentinel-2 surface reflectance.
const Collection = "sentinel-2-l2a"

// FirstYear is the first whole year that the collection has of most places.
const FirstYear = 2017

// Limits on a search.
const (
	perPage   = 100
	mostPages = 6
)

// Port asks services; an outside.Recorder is one.
type Port interface {
	Settle(context.Context, outside.Request) (outside.Answer, error)
}

// Scene is one picture of a tile, as the catalogue lists it.
type Scene struct {
	ID     string
	At     time.Time
	Cloud  float64   // per cent of the whole scene
	Grid   string    // the tile that it is a picture of: pixels of one grid lie on one another
	Link   string    // of its entry in the catalogue
	Seen   time.Time // when the catalogue listed it
	Offset int       // to be added to digital numbers
	Doubt  string    // why the offset is not known; such a scene is not measured

	red, nir, classes string // addresses of the bands
	baseline          float64
}

// item is a scene as the catalogue writes it. What is not read is passed over.
type item struct {
	ID         string                     `json:"id"`
	BBox       []float64                  `json:"bbox"`
	Properties map[string]json.RawMessage `json:"properties"`
	Assets     map[string]asset           `json:"assets"`
	Links      []link                     `json:"links"`
}

type asset struct {
	Href  string `json:"href"`
	Bands []struct {
		Offset *float64 `json:"offset"`
		Scale  *float64 `json:"scale"`
	} `json:"raster:bands"`
	Offset *float64 `json:"raster:offset"`
	Scale  *float64 `json:"raster:scale"`
}

type link struct {
	Rel    string          `json:"rel"`
	Href   string          `json:"href"`
	Method string          `json:"method"`
	Body   json.RawMessage `json:"body"`
	Merge  bool            `json:"merge"`
}

// query is a search as the STAC API has it, with the extension for properties.
type query struct {
	Collections []string       `json:"collections"`
	BBox        [4]float64     `json:"bbox"`
	DateTime    string         `json:"datetime"`
	Limit       int            `json:"limit"`
	Query       map[string]any `json:"query"`
}

// errAnswer says that the catalogue has answered something else.
var errAnswer = errors.New("its answer is no list of scenes")

// Searched is what a search came to.
type Searched struct {
	Query  string // for people
	Listed int
	Scenes []Scene   // that hold the box, one a day and grid, by time
	Cut    bool      // the catalogue has more than is read
	At     time.Time // of the last answer
}

// Search lists the scenes of a year that hold a box and have fewer clouds than some per cent.
func Search(ctx context.Context, port Port, root string, b Box, year int, cloud float64) (Searched, error) {
	out := Searched{Query: fmt.Sprintf("%s of %d, clouds below %g %%, over %.4f,%.4f to %.4f,%.4f", Collection, year, cloud, b.South, b.West, b.North, b.East)}
	body, err := json.Marshal(query{
		Collections: []string{Collection}, BBox: [4]float64{degrees(b.West), degrees(b.South), degrees(b.East), degrees(b.North)},
		DateTime: fmt.Sprintf("%d-01-01T00:00:00Z/%d-12-31T23:59:59Z", year, year), Limit: perPage,
		Query: map[string]any{"eo:cloud_cover": map[string]any{"lt": cloud}},
	})
	if err != nil {
		return out, fmt.Errorf("encoding a search for scenes: %w", err)
	}
	ask := outside.Request{
		Service: Service, Method: "POST", URL: strings.TrimRight(root, "/") + "/search", Body: body,
		Type: "application/json", Accept: "application/geo+json, application/json",
	}
	days := map[string]Scene{}
	for page := 0; ; page++ {
		if page == mostPages {
			out.Cut = true
			break
		}
		answer, err := port.Settle(ctx, ask)
		if err != nil {
			return out, err
		}
		out.At = answer.RetrievedAt
		var list struct {
			Features []json.RawMessage `json:"features"`
			Links    []link            `json:"links"`
		}
		if err := json.Unmarshal(answer.Body, &list); err != nil {
			return out, fmt.Errorf("%w: %w", errAnswer, err)
		}
		for _, raw := range list.Features {
			out.Listed++
			s, ok := sceneOf(raw, b, cloud, year)
			if !ok {
				continue
			}
			s.Seen = answer.RetrievedAt
			day := s.At.Format(time.DateOnly) + s.Grid
			if known, twice := days[day]; !twice || better(s, known) {
				days[day] = s
			}
		}
		next, more := following(list.Links, ask)
		if !more || len(list.Features) == 0 {
			break
		}
		ask = next
	}
	for _, s := range days {
		out.Scenes = append(out.Scenes, s)
	}
	slices.SortFunc(out.Scenes, func(a, b Scene) int { return cmp.Or(a.At.Compare(b.At), strings.Compare(a.ID, b.ID)) })
	return out, nil
}

// degrees are as many as a question needs: four places are ten metres.
func degrees(v float64) float64 {
	d, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 5, 64), 64)
	return d
}

// better prefers, of two pictures of one day and grid, the one of the newer processing, then the one with fewer clouds.
func better(a, b Scene) bool {
	switch {
	case (a.Doubt == "") != (b.Doubt == ""):
		return a.Doubt == ""
	case a.baseline != b.baseline:
		return a.baseline > b.baseline
	case a.Cloud != b.Cloud:
		return a.Cloud < b.Cloud
	}
	return a.ID < b.ID
}

// following is the question for the next page, if there is one and it is another one.
func following(links []link, asked outside.Request) (outside.Request, bool) {
	for _, l := range links {
		if l.Rel != "next" || l.Href == "" {
			continue
		}
		next := asked
		next.URL = l.Href
		if !strings.EqualFold(l.Method, "POST") {
			next.Method, next.Body, next.Type = "", nil, ""
		} else if len(l.Body) > 0 {
			next.Body = l.Body
			if l.Merge {
				next.Body = merged(asked.Body, l.Body)
			}
		}
		return next, next.URL != asked.URL || string(next.Body) != string(asked.Body)
	}
	return asked, false
}

// merged puts what the next page wants into the question for this one.
func merged(asked, more []byte) []byte {
	all := map[string]json.RawMessage{}
	if json.Unmarshal(asked, &all) != nil || json.Unmarshal(more, &all) != nil {
		return more
	}
	out, err := json.Marshal(all)
	if err != nil {
		return more
	}
	return out
}
