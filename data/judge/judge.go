// Package judge holds the judge's rubric as data: every weight, threshold and penalty behind a verdict.
// It is read-only and has no lifecycle; processors/judge reads and checks it.
package judge

import _ "embed" // the rubric is part of the binary

// Rubric is rubric.json as committed.
//
//go:embed rubric.json
var Rubric []byte
