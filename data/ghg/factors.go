package ghg

import (
	_ "embed" // the table is part of the binary
	"sync"

	"github.com/cockroachdb/apd/v3"
)

//go:embed factors.json
var factorsFile []byte

// Factor is the emission of burning one unit of a fuel.
type Factor struct {
	Fuel      string       `json:"fuel"`
	Gas       string       `json:"gas"` // CO2 or CO2e
	Kg        *apd.Decimal `json:"kg"`
	Per       string       `json:"per"`   // a unit of Units
	Basis     string       `json:"basis"` // gross or net calorific value; empty where per is no energy of fuel
	Source    string       `json:"source"`
	Certainty Certainty    `json:"certainty"`
	Note      string       `json:"note"`
}

// Factors holds the factors; a fuel can have several.
type Factors struct {
	About   string   `json:"about"`
	Factors []Factor `json:"factors"`
}

// LoadFactors returns the emission factors of fuels.
var LoadFactors = sync.OnceValues(func() (*Factors, error) { return decode[Factors]("the emission factors", factorsFile) })

// Of lists the factors of a fuel.
func (f *Factors) Of(fuel string) []Factor {
	var out []Factor
	for _, x := range f.Factors {
		if x.Fuel == fuel {
			out = append(out, x)
		}
	}
	return out
}
