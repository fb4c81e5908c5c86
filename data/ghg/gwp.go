package ghg

import (
	_ "embed" // the table is part of the binary
	"strings"
	"sync"

	"github.com/cockroachdb/apd/v3"
)

//go:embed gwp.json
var gwpFile []byte

// Report is an assessment report of the IPCC.
type Report string

// The reports whose values are in use; AR6 is the newest.
const (
	AR2 Report = "AR2"
	AR3 Report = "AR3"
	AR4 Report = "AR4"
	AR5 Report = "AR5"
	AR6 Report = "AR6"
)

// Potential is one global warming potential of a gas.
type Potential struct {
	Report    Report       `json:"report"`
	Horizon   int          `json:"horizon"`   // years
	Variant   string       `json:"variant"`   // fossil, non_fossil, alternative; empty for the general value
	Feedbacks string       `json:"feedbacks"` // of the carbon cycle: none, with, included
	Value     *apd.Decimal `json:"value"`
	Source    string       `json:"source"`
	Certainty Certainty    `json:"certainty"`
	Note      string       `json:"note"`
}

// Gas is a greenhouse gas with its potentials.
type Gas struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"` // or formula
	Family  string      `json:"family"`
	Aliases []string    `json:"aliases"`
	Values  []Potential `json:"values"`
}

// Part is a gas of a blend with its share of the mass.
type Part struct {
	Gas   string       `json:"gas"`
	Share *apd.Decimal `json:"share"`
}

// Blend is a refrigerant made of several gases. Its values are for 100 years, rounded to whole numbers.
type Blend struct {
	ID     string `json:"id"`
	Parts  []Part `json:"parts"`
	Values []struct {
		Report Report       `json:"report"`
		Value  *apd.Decimal `json:"value"`
	} `json:"values"`
	Source    string    `json:"source"`
	Certainty Certainty `json:"certainty"`
}

// Warming holds the gases and blends.
type Warming struct {
	About  string  `json:"about"`
	Gases  []Gas   `json:"gases"`
	Blends []Blend `json:"blends"`
}

// LoadWarming returns the global warming potentials.
var LoadWarming = sync.OnceValues(func() (*Warming, error) { return decode[Warming]("the warming potentials", gwpFile) })

// Gas looks a gas up by its id or one of its other names, whatever the case.
func (w *Warming) Gas(name string) (*Gas, bool) {
	for i := range w.Gases {
		g := &w.Gases[i]
		for _, known := range append([]string{g.ID, g.Name}, g.Aliases...) {
			if strings.EqualFold(known, name) {
				return g, true
			}
		}
	}
	return nil, false
}

// General is the value of a report over 100 years that is used when nothing more is said of origin or
// feedbacks.
func (g *Gas) General(r Report) (Potential, bool) {
	for _, p := range g.Values {
		if p.Report == r && p.Horizon == 100 && p.Variant == "" && p.Feedbacks != "with" {
			return p, true
		}
	}
	return Potential{}, false
}

// Matching lists the potentials that have a value: from which report, origin and horizon it can be.
func (g *Gas) Matching(value *apd.Decimal) []Potential {
	var out []Potential
	for _, p := range g.Values {
		if p.Value.Cmp(value) == 0 {
			out = append(out, p)
		}
	}
	return out
}
