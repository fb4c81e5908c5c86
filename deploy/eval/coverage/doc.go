// Package coverage holds what the legal agent says about a report against sheets that were decided by hand: what the
// sample report discloses, and sixty items of three public reports. It measures and changes nothing.
package coverage
