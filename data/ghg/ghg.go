// Package ghg is what checks of greenhouse gas figures need to know from outside a report:
// warming potentials, emission factors, grid intensities, rules for targets and figures of
// sectors. Every entry names its source and how certain it is; whoever uses one shows both.
//
// Numbers are exact decimals, written as strings in the files. Each table is read once from the binary and
// never changes; everything is safe for concurrent use, and what is returned must not be changed.
package ghg

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Certainty says how far an entry can be trusted.
type Certainty string

// The closed set of certainties.
const (
	Checked   Certainty = "checked"   // compared with the source or with two independent ones
	Derived   Certainty = "derived"   // follows by arithmetic or from a definition
	Secondary Certainty = "secondary" // one account by others
	Recalled  Certainty = "recalled"  // from memory of the source named, not compared with it
)

// decode reads one table and refuses what it does not know, so that a misspelt field is an error and not an
// empty value.
func decode[T any](name string, data []byte) (*T, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	out := new(T)
	if err := d.Decode(out); err != nil {
		return nil, fmt.Errorf("decoding %s: %w", name, err)
	}
	return out, nil
}
