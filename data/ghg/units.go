package ghg

import (
	_ "embed" // the table is part of the binary
	"fmt"
	"math/big"
	"sync"

	"github.com/cockroachdb/apd/v3"
)

//go:embed units.json
var unitsFile []byte

// Unit is a unit of measurement with the exact factor to the base of its dimension.
type Unit struct {
	Symbol     string       `json:"symbol"`
	Name       string       `json:"name"`
	Dimension  string       `json:"dimension"` // mass, energy, power, volume, length, area
	Factor     *apd.Decimal `json:"factor"`    // to t, GJ, MW, m3, km, ha
	Aliases    []string     `json:"aliases"`
	Convention bool         `json:"convention"` // agreed on, no physical identity: barrels of oil equivalent
	Source     string       `json:"source"`
	Certainty  Certainty    `json:"certainty"`
	Note       string       `json:"note"`
}

// Ratio is a fixed ratio between two quantities that is no change of unit.
type Ratio struct {
	ID          string       `json:"id"`
	From        string       `json:"from"`
	To          string       `json:"to"`
	Numerator   *apd.Decimal `json:"numerator"`
	Denominator *apd.Decimal `json:"denominator"`
	Meaning     string       `json:"meaning"`
	Source      string       `json:"source"`
	Certainty   Certainty    `json:"certainty"`
}

// Units holds units and ratios.
type Units struct {
	About  string  `json:"about"`
	Units  []Unit  `json:"units"`
	Ratios []Ratio `json:"ratios"`

	byName map[string]*Unit
}

// LoadUnits returns the units.
var LoadUnits = sync.OnceValues(func() (*Units, error) {
	u, err := decode[Units]("the units", unitsFile)
	if err != nil {
		return nil, err
	}
	u.byName = map[string]*Unit{}
	for i := range u.Units {
		unit := &u.Units[i]
		for _, name := range append([]string{unit.Symbol, unit.Name}, unit.Aliases...) {
			if other := u.byName[name]; other != nil && other != unit {
				return nil, fmt.Errorf("decoding the units: %q is %s and %s", name, other.Symbol, unit.Symbol)
			}
			u.byName[name] = unit
		}
	}
	return u, nil
})

// Unit looks a unit up by symbol, name or alias; the case counts, for Mt is not mt.
func (u *Units) Unit(name string) (*Unit, bool) {
	unit, ok := u.byName[name]
	return unit, ok
}

// Factor is by what a figure in one unit is multiplied to have it in another: exact, hence a fraction.
func (u *Units) Factor(from, to string) (*big.Rat, error) {
	a, okA := u.Unit(from)
	b, okB := u.Unit(to)
	switch {
	case !okA || !okB:
		return nil, fmt.Errorf("converting %s to %s: unknown unit", from, to)
	case a.Dimension != b.Dimension:
		return nil, fmt.Errorf("converting %s to %s: one measures %s, the other %s", from, to, a.Dimension, b.Dimension)
	}
	x, okX := new(big.Rat).SetString(a.Factor.Text('f'))
	y, okY := new(big.Rat).SetString(b.Factor.Text('f'))
	if !okX || !okY || y.Sign() == 0 {
		return nil, fmt.Errorf("converting %s to %s: a factor is no number", from, to)
	}
	return x.Quo(x, y), nil
}

// digits is more than any report prints; results are compared under a tolerance.
const digits = 34

// Convert turns a figure in one unit into another. It is exact where the result has at most 34 digits.
func (u *Units) Convert(value *apd.Decimal, from, to string) (*apd.Decimal, error) {
	factor, err := u.Factor(from, to)
	if err != nil {
		return nil, err
	}
	num, _, errNum := apd.NewFromString(factor.Num().String())
	den, _, errDen := apd.NewFromString(factor.Denom().String())
	if errNum != nil || errDen != nil {
		return nil, fmt.Errorf("converting %s to %s: %s does not fit a decimal", from, to, factor)
	}
	out := new(apd.Decimal)
	if _, err := apd.BaseContext.Mul(out, value, num); err != nil {
		return nil, fmt.Errorf("converting %s %s to %s: %w", value, from, to, err)
	}
	if _, err := apd.BaseContext.WithPrecision(digits).Quo(out, out, den); err != nil {
		return nil, fmt.Errorf("converting %s %s to %s: %w", value, from, to, err)
	}
	out.Reduce(out)
	return out, nil
}
