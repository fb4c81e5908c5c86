// Package acyclic has the rules of cyclic in layers, literals and all.
package acyclic

import "slices"

type reading struct{ words []string }

// Commits is where the rules are asked.
func Commits() bool { return (&reading{}).commits() }

func (r *reading) commits() bool { return r.any(r.aims) || r.any(r.hedged) }

func (r *reading) aims() bool { return !r.hedged() }

func (r *reading) hedged() bool {
	return slices.ContainsFunc(r.words, func(w string) bool { return w == "may" })
}

// any is handed rules that do not ask it.
func (r *reading) any(rules ...func() bool) bool {
	return slices.ContainsFunc(rules, func(rule func() bool) bool { return rule() })
}
