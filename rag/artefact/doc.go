// Package artefact is the content-addressed store of everything too large for an event: the PDF, its
// parse, the claims of a section, an index snapshot, what a model answered. Events carry hashes.
//
// Artefacts are immutable and never rebuilt, so a hash read once may be cached for ever. Postgres keeps
// them in schema artefact (Migrate makes it); Memory keeps them for tests. Both are safe for concurrent
// use, own no goroutine and need no closing: the pool belongs to whoever made it.
package artefact
