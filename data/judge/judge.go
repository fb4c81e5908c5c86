// Package judge holds as data what the judge weighs and words by: every weight, threshold and penalty behind a verdict,
// and what would settle a claim. It is read-only and has no lifecycle; processors/judge reads and checks it.
package judge

import _ "embed" // the data is part of the binary

// Rubric is rubric.json as committed. Its calibration is measured: of each class, how many verdicts were right on the open half of
// the gold set (`make eval SETS=gold`), one added to the right ones and two to all, since none of a dozen wrong is no certainty:
// 11 of 11 verified, 30 of 30 contradicted, 20 of 20 insufficient, 59 of 83 unverified. Within a class, a larger score was not
// right more often there, so the share holds from the least score that was seen. The held half was not looked at for it.
//
//go:embed rubric.json
var Rubric []byte

// Settles is settles.json as committed.
//
//go:embed settles.json
var Settles []byte
