package outsidetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"
)

// Scene is a picture of the ground that a catalogue lists. Its bands are rasters of one grid.
type Scene struct {
	ID       string
	At       string // 2021-07-04T10:30:00Z
	Cloud    float64
	BBox     [4]float64 // west, south, east, north
	Baseline string     // of its processing, such as "05.09"; empty: not said
	Applied  *bool      // whether the catalogue has taken the offset off already; nil: not said
	Offset   *float64   // that the bands' entries name
	Grid     string

	Red, NIR, Classes Raster
}

// Catalogue is a STAC API with the files that it lists. It answers as the specification says: POST /search with a box, a
// span of time and a query for properties, in pages that point to the next one by a link with the question to ask.
type Catalogue struct {
	*httptest.Server
	PageSize int  // scenes a page; 2 by default
	Blind    bool // it knows no query for properties and passes over it, as the specification lets it
	ByGet    bool // its links to the next page are addresses alone

	mu       sync.Mutex
	scenes   []Scene
	files    map[string][]byte
	Searches []string       // bodies, or queries, of the searches
	Ranges   []string       // of the files: name and range
	Status   map[string]int // answered for a path instead
}

// NewCatalogue starts a catalogue. It is closed by its Close.
func NewCatalogue(scenes ...Scene) *Catalogue {
	c := &Catalogue{PageSize: 2, scenes: scenes, files: map[string][]byte{}, Status: map[string]int{}}
	for _, s := range scenes {
		c.files["/files/"+s.ID+"/B04.tif"] = s.Red.TIFF()
		c.files["/files/"+s.ID+"/B08.tif"] = s.NIR.TIFF()
		c.files["/files/"+s.ID+"/SCL.tif"] = s.Classes.TIFF()
	}
	c.Server = httptest.NewServer(c)
	return c
}

// Host is where it listens.
func (c *Catalogue) Host() string { return c.Listener.Addr().String() }

func (c *Catalogue) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.Status[r.URL.Path]; s != 0 {
		w.WriteHeader(s)
		return
	}
	if file, ok := c.files[r.URL.Path]; ok {
		c.Ranges = append(c.Ranges, r.URL.Path+" "+r.Header.Get("Range"))
		w.Header().Set("Content-Type", "image/tiff; application=geotiff; profile=cloud-optimized")
		http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(file))
		return
	}
	if r.URL.Path != "/search" {
		http.NotFound(w, r)
		return
	}
	c.search(w, r)
}

// asked is a search with what says where to go on.
type asked struct {
	Collections []string                      `json:"collections"`
	BBox        []float64                     `json:"bbox"`
	DateTime    string                        `json:"datetime"`
	Limit       int                           `json:"limit"`
	Query       map[string]map[string]float64 `json:"query"`
	Next        int                           `json:"next,omitempty"`
}

func (c *Catalogue) search(w http.ResponseWriter, r *http.Request) {
	var q asked
	var err error
	switch r.Method {
	case http.MethodPost:
		err = json.NewDecoder(r.Body).Decode(&q)
	case http.MethodGet:
		err = json.Unmarshal([]byte(r.URL.Query().Get("token")), &q)
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	from, to, span := strings.Cut(q.DateTime, "/")
	if err != nil || len(q.BBox) != 4 || !span || !slices.Contains(q.Collections, "sentinel-2-l2a") {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"code": "BadRequest", "description": "the search cannot be read"}`)
		return
	}
	body, _ := json.Marshal(q)
	c.Searches = append(c.Searches, string(body))
	var found []map[string]any
	for _, s := range c.scenes {
		if lt, is := q.Query["eo:cloud_cover"]["lt"]; is && !c.Blind && s.Cloud >= lt {
			continue
		}
		if s.At < from || s.At > to || s.BBox[0] > q.BBox[2] || s.BBox[2] < q.BBox[0] || s.BBox[1] > q.BBox[3] || s.BBox[3] < q.BBox[1] {
			continue
		}
		found = append(found, c.item(s))
	}
	end := min(q.Next+c.PageSize, len(found))
	page := map[string]any{"type": "FeatureCollection", "features": found[min(q.Next, end):end], "numberMatched": len(found)}
	if end < len(found) {
		page["links"] = []any{map[string]any{"rel": "self", "href": c.URL}, c.next(q, end)}
	}
	w.Header().Set("Content-Type", "application/geo+json")
	_ = json.NewEncoder(w).Encode(page)
}

func (c *Catalogue) next(q asked, end int) map[string]any {
	if c.ByGet {
		q.Next = end
		token, _ := json.Marshal(q)
		u := *httptest.NewRequest(http.MethodGet, c.URL+"/search", nil).URL
		v := u.Query()
		v.Set("token", string(token))
		u.RawQuery = v.Encode()
		return map[string]any{"rel": "next", "method": "GET", "href": u.String()}
	}
	return map[string]any{"rel": "next", "method": "POST", "href": c.URL + "/search", "body": map[string]any{"next": end}, "merge": true}
}

func (c *Catalogue) item(s Scene) map[string]any {
	properties := map[string]any{"datetime": s.At, "eo:cloud_cover": s.Cloud, "platform": "sentinel-2a"}
	if s.Baseline != "" {
		properties["s2:processing_baseline"] = s.Baseline
	}
	if s.Applied != nil {
		properties["earthsearch:boa_offset_applied"] = *s.Applied
	}
	if s.Grid != "" {
		properties["grid:code"] = s.Grid
	}
	file := func(name string) map[string]any {
		a := map[string]any{"href": c.URL + "/files/" + s.ID + "/" + name + ".tif", "type": "image/tiff; application=geotiff"}
		if s.Offset != nil && name != "SCL" {
			a["raster:bands"] = []any{map[string]any{"nodata": 0, "data_type": "uint16", "scale": 0.0001, "offset": *s.Offset}}
		}
		return a
	}
	return map[string]any{
		"type": "Feature", "stac_version": "1.0.0", "id": s.ID, "collection": "sentinel-2-l2a", "bbox": s.BBox, "properties": properties,
		"assets": map[string]any{"red": file("B04"), "nir": file("B08"), "scl": file("SCL")},
		"links":  []any{map[string]any{"rel": "self", "href": c.URL + "/collections/sentinel-2-l2a/items/" + s.ID}},
	}
}
