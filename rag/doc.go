// Package rag is the library in which agents look things up: passages of reports and of standards, found by
// their words, by their meaning, or by both.
//
// Reports are cut by their sections: each passage is a few paragraphs or a table, on one page, under one heading, with
// its exact place. Standards are cut by paragraph (package corpus). Ids are hashes of what passages are, so ingesting is
// idempotent: overlapping sections, repeats and re-runs write the same rows. Search is exact: every passage is scored, in
// Go, and equal scores are ordered by place, so that every implementation and every machine gives the same answer. Only
// across everything an approximate index may propose what is scored, where the database has pgvector and
// BuildApproximate was called.
//
// Postgres keeps passages in schema rag (Migrate makes it); Memory keeps them for tests. Both are safe
// for concurrent use, own no goroutine and need no closing: the pool belongs to whoever made it.
package rag
