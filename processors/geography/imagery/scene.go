package imagery

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// sceneOf reads an entry. The catalogue's own word on box, time and clouds is checked: some pass over parts of a
// question that they do not know.
func sceneOf(raw json.RawMessage, b Box, most float64, year int) (Scene, bool) {
	var i item
	if json.Unmarshal(raw, &i) != nil || i.ID == "" || len(i.ID) > 200 || len(i.BBox) != 4 && len(i.BBox) != 6 {
		return Scene{}, false
	}
	half := len(i.BBox) / 2
	if !(Box{i.BBox[0], i.BBox[1], i.BBox[half], i.BBox[half+1]}).Holds(b) {
		return Scene{}, false
	}
	s := Scene{ID: i.ID, red: i.href("red", "B04"), nir: i.href("nir", "B08"), classes: i.href("scl", "SCL"), Cloud: -1}
	at, err := time.Parse(time.RFC3339Nano, i.text("datetime"))
	cloud, known := i.number("eo:cloud_cover")
	if err != nil || !known || cloud < 0 || cloud >= most || at.UTC().Year() != year || s.red == "" || s.nir == "" || s.classes == "" {
		return Scene{}, false
	}
	s.At, s.Cloud = at.UTC(), cloud
	s.Grid = cmp.Or(i.text("grid:code"), i.text("s2:mgrs_tile"), fmt.Sprintf("%.3f,%.3f", i.BBox[0], i.BBox[1]))
	for _, l := range i.Links {
		if l.Rel == "self" && absolute(l.Href) {
			s.Link = l.Href
		}
	}
	s.baseline, _ = strconv.ParseFloat(i.text("s2:processing_baseline"), 64)
	s.Offset, s.Doubt = i.offset(s.At, s.baseline)
	return s, true
}

func (i item) href(names ...string) string {
	for _, n := range names {
		if a, ok := i.Assets[n]; ok && absolute(a.Href) {
			return a.Href
		}
	}
	return ""
}

func absolute(href string) bool {
	u, err := url.Parse(href)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && len(href) < 4096
}

func (i item) text(name string) string {
	var s string
	if json.Unmarshal(i.Properties[name], &s) != nil {
		return ""
	}
	return s
}

func (i item) number(name string) (float64, bool) {
	var f *float64
	if json.Unmarshal(i.Properties[name], &f) != nil || f == nil {
		return 0, false
	}
	return *f, true
}

// shifted is the day from which on products have 1000 added to their digital numbers (processing baseline 04.00).
var shifted = time.Date(2022, 1, 25, 0, 0, 0, 0, time.UTC)

const shift = -1000

// offset is what has to be added to the digital numbers of a scene. Catalogues that have done it already say so; else
// the file's own offset holds, then the baseline. A newer picture whose baseline is not said may be either.
func (i item) offset(at time.Time, baseline float64) (int, string) {
	for _, name := range []string{"earthsearch:boa_offset_applied", "sentinel:boa_offset_applied"} {
		var applied bool
		if json.Unmarshal(i.Properties[name], &applied) == nil && applied {
			return 0, ""
		}
	}
	red, nir := i.shiftOf("red", "B04"), i.shiftOf("nir", "B08")
	switch {
	case red != nil && nir != nil && *red != *nir:
		return 0, "its bands are said to have different offsets"
	case red != nil && *red == 0 && baseline >= 4:
		return 0, "its entry names no offset, although its processing has one"
	case red != nil && (*red == 0 && (baseline > 0 || at.Before(shifted)) || *red == shift):
		return *red, ""
	case baseline >= 4:
		return shift, ""
	case baseline > 0 || at.Before(shifted):
		return 0, ""
	}
	return 0, "the catalogue does not say whether its digital numbers are shifted by 1000"
}

// shiftOf is the offset that a band's entry names, in digital numbers.
func (i item) shiftOf(names ...string) *int {
	for _, n := range names {
		a, ok := i.Assets[n]
		if !ok {
			continue
		}
		offset, scale := a.Offset, a.Scale
		if len(a.Bands) == 1 {
			offset, scale = a.Bands[0].Offset, a.Bands[0].Scale
		}
		if offset == nil || scale == nil || *scale <= 0 {
			return nil
		}
		v := int(round(*offset / *scale))
		return &v
	}
	return nil
}
