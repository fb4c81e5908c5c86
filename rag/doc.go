// Package rag is the library in which agents look things up: passages of reports, found by their words.
//
// Passages are cut so that each is a paragraph or a few, on one page, under one heading, with its exact
// place. Their ids are hashes of what they are, so ingesting is idempotent: overlapping sections,
// repeats and re-runs write the same rows. Within one report search is exact: every passage is scored,
// in Go, and equal scores are ordered by place, so that every implementation and every machine gives
// the same answer.
//
// Postgres keeps passages in schema rag (Migrate makes it); Memory keeps them for tests. Both are safe
// for concurrent use, own no goroutine and need no closing: the pool belongs to whoever made it.
package rag
