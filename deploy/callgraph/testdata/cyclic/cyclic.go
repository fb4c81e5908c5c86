// Package cyclic has two rules that ask each other.
package cyclic

type reading struct{ depth int }

// Commits is where the rules are asked.
func Commits() bool { return (&reading{}).commits() }

func (r *reading) commits() bool { return r.depth > 1 || r.aims() }

func (r *reading) aims() bool { return !r.may() }

func (r *reading) may() bool { return r.depth == 0 && !r.commits() }
