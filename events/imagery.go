package events

// SourceImagery and SourcePlaces are the services that geography asks, SourceResearch the one that academic asks.
const (
	SourceImagery  = "imagery"  // a STAC catalogue with the files of its scenes
	SourcePlaces   = "places"   // a geocoder
	SourceResearch = "research" // an index of scholarly works
)

// GeographyDetails is what satellites show of a claim's place, or why nothing can be said. Decimals are strings; indexes
// are the normalised difference vegetation index, from -1 to 1.
type GeographyDetails struct {
	Location   *GeoLocation  `json:"location"`   // null where the place is not known
	Candidates []GeoLocation `json:"candidates"` // of a name that several places have
	Act        string        `json:"act"`        // planting, keeping, intended, or empty: what the claim says of vegetation
	Area       string        `json:"area"`       // of the claim, in hectares
	BBox       []string      `json:"bbox"`       // west, south, east, north of what was looked at
	Years      []int         `json:"years"`      // that are compared: before, after
	Months     []int         `json:"months"`     // the season, from and to

	ImageryDates []string        `json:"imagery_dates"`
	Scenes       []GeoScene      `json:"scenes"`
	Before       *GeoVegetation  `json:"ndvi_before"`
	After        *GeoVegetation  `json:"ndvi_after"`
	Change       *GeoChange      `json:"change"`
	Cloud        string          `json:"cloud"` // per cent of a scene below which scenes were taken
	Links        []string        `json:"links"`
	Searches     []Search        `json:"searches"`
	Skipped      []string        `json:"skipped"`      // scenes that could not be used, with the reason
	Inconclusive string          `json:"inconclusive"` // the reason; empty where something was measured
	Limitations  []string        `json:"limitations"`
	Other        NoSourceDetails `json:"other"`
}

// GeoLocation is where a place is, by one source.
type GeoLocation struct {
	Name      string `json:"name"`
	Country   string `json:"country"`
	Precision string `json:"precision"` // point, shape, town, land
	Latitude  string `json:"latitude"`
	Longitude string `json:"longitude"`
	Source    string `json:"source"`

	Bounds      []string `json:"bounds,omitempty"`       // west, south, east, north, where the place has bounds of its own
	RetrievedAt string   `json:"retrieved_at,omitempty"` // when a place search answered; empty for what is at hand
}

// GeoSite is what is known of a claim's place whether or not there were pictures of it: what a map can show.
type GeoSite struct {
	Location   *GeoLocation  `json:"location,omitempty"`   // none where the place is not known, or not decided
	Candidates []GeoLocation `json:"candidates,omitempty"` // of a name that several places have
	Names      []string      `json:"names,omitempty"`      // of places, as the claim writes them
	Area       string        `json:"area,omitempty"`       // of the claim, in hectares
	BBox       []string      `json:"bbox,omitempty"`       // west, south, east, north of what was looked at, or would be
	Period     *GeoPeriod    `json:"period,omitempty"`
	Searched   []string      `json:"searched,omitempty"` // where the place was looked for
	Open       string        `json:"open,omitempty"`     // why there is no location
}

// GeoPeriod is when a claim's matter took place.
type GeoPeriod struct {
	From   int    `json:"from,omitempty"`
	To     int    `json:"to,omitempty"`
	Stated bool   `json:"stated"`         // by the claim; else it is the report's
	Open   string `json:"open,omitempty"` // why the years are not known
}

// GeoScene is a picture that was measured.
type GeoScene struct {
	ID    string `json:"id"`
	Date  string `json:"date"`
	Cloud string `json:"cloud"` // per cent of the scene
	Clear string `json:"clear"` // share of the place's pixels that show the ground
	NDVI  string `json:"ndvi"`
	Link  string `json:"link"`
}

// GeoVegetation is the vegetation of a place in one year.
type GeoVegetation struct {
	Year       int    `json:"year"`
	Mean       string `json:"mean"`
	Deviation  string `json:"deviation"`  // between pixels
	Vegetation string `json:"vegetation"` // share above 0.3
	Dense      string `json:"dense"`      // share above 0.6
	Around     string `json:"around"`     // mean of the surroundings
}

// GeoChange is what is different after.
type GeoChange struct {
	Difference  string `json:"difference"`
	Uncertainty string `json:"uncertainty"` // of it, at about 95 %
	Relative    string `json:"relative"`    // to the change of the surroundings
	Lost        string `json:"area_lost"`   // hectares
	Gained      string `json:"area_gained"`
	Compared    string `json:"area_compared"`
	Pixel       string `json:"pixel"` // metres
}
