// Package retrieval measures search on the labelled queries of data/eval: how many of the right paragraphs are among the
// first five, and how good the order of the first ten is.
//
// It knows no engine: a Searcher lists, for a query, the ids that each result stands for. Measuring is deterministic
// if the searcher is.
package retrieval
