// Package claims finds what a report asserts that can be checked. It is two processors: claims (map)
// reads one section of a report and stores what it finds; claims.reduce waits for all sections of a run,
// removes what the overlaps doubled, and publishes one record for each claim.
//
// What a claim is, is decided by an Extractor. Rules is the one that asks no language model: which sentences are claims, of
// which type and for which paragraphs follows from what a statement.Reader says of them; rows of tables are claims by what they
// measure. Everything here is a pure function of the document and safe for
// concurrent use; neither the order of sections nor the number of instances changes a claim.
package claims
