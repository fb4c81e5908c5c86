// Package news holds what is known of publishers, and what is searched for by what a claim is about.
package news

import _ "embed"

// Tiers is the table of publishers: tier, registrable domain with a host or path before or behind it, and a mark.
//
//go:embed tiers.txt
var Tiers string

// Topics are the words that a matter is searched by.
//
//go:embed topics.txt
var Topics string
