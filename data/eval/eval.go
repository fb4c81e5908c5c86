// Package eval has labelled data of our own, for measuring.
package eval

import _ "embed" // the set is part of the program

// Retrieval is retrieval.jsonl; README.md says what its fields mean.
//
//go:embed retrieval.jsonl
var Retrieval string
