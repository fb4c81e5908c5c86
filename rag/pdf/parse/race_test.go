//go:build race

package parse

// raceEnabled: the race detector's own memory counts against a child's limit, so such limits cannot be
// tested with it.
const raceEnabled = true
