// Package sample is the report that comes with the program, and what it discloses.
package sample

import _ "embed"

// Report is the sample report, a PDF.
//
//go:embed kooijveld-samudrasa-sustainability-report-2024.pdf
var Report []byte

// Coverage is what it discloses of IFRS S1 and S2, decided by reading it (JSON, see README.md).
//
//go:embed coverage.json
var Coverage []byte
