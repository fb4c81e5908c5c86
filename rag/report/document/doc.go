// Package document is the shape of a parsed report, stored as an artefact, and the way to it from a
// hash. A Document that Load returned is shared by everyone who asks for the same hash in the process
// and is read-only: sixteen sections and several agents read one 158-page parse.
//
// Load is safe for concurrent use. Its cache holds a bounded number of bytes for the life of the
// process; content-addressed artefacts never change, so nothing in it can be stale.
package document
