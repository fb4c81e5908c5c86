package ghg

import (
	_ "embed" // the table is part of the binary
	"strings"
	"sync"

	"github.com/cockroachdb/apd/v3"
)

//go:embed grid.json
var gridFile []byte

// Intensity is the average emission of electricity in a country, or a group of countries, in one year.
type Intensity struct {
	Region    string       `json:"region"` // ISO 3166-1 alpha-3, or the name of a group
	ISO2      string       `json:"iso2"`   // empty for a group
	Name      string       `json:"name"`
	Aggregate bool         `json:"aggregate"`
	Year      int          `json:"year"`
	GPerKWh   *apd.Decimal `json:"g_per_kwh"` // g CO2e per kWh, over the life of the plants
}

// Grid holds the intensities with their one source.
type Grid struct {
	About     string    `json:"about"`
	Source    string    `json:"source"`
	Licence   string    `json:"licence"`
	Certainty Certainty `json:"certainty"`
	Tolerance struct {
		RelativePercent *apd.Decimal `json:"relative_percent"`
		AbsoluteGPerKWh *apd.Decimal `json:"absolute_g_per_kwh"`
	} `json:"tolerance"` // what a plausible figure may differ by, whichever is more
	Rows []Intensity `json:"rows"`
}

// LoadGrid returns the grid intensities.
var LoadGrid = sync.OnceValues(func() (*Grid, error) { return decode[Grid]("the grid intensities", gridFile) })

// Of looks a country or group up by either ISO code or by name, whatever the case.
func (g *Grid) Of(place string) (Intensity, bool) {
	for _, r := range g.Rows {
		if strings.EqualFold(r.Region, place) || r.ISO2 != "" && strings.EqualFold(r.ISO2, place) || strings.EqualFold(r.Name, place) {
			return r, true
		}
	}
	return Intensity{}, false
}
