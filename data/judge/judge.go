// Package judge holds as data what the judge weighs and words by: every weight, threshold and penalty behind a verdict,
// and what would settle a claim. It is read-only and has no lifecycle; processors/judge reads and checks it.
package judge

import _ "embed" // the data is part of the binary

// Rubric is rubric.json as committed.
//
//go:embed rubric.json
var Rubric []byte

// Settles is settles.json as committed.
//
//go:embed settles.json
var Settles []byte
