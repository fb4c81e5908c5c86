// Package embed turns texts into vectors whose cosine says how near their meanings are.
//
// A vector belongs to a Space: vectors of two spaces have nothing to do with each other, and no search mixes them.
// Two embedders are here. Static is part of the program: a table of vectors for pieces of words, learned from a
// sentence encoder (data/embeddings), added up in whole numbers; it needs no network, takes microseconds and gives the
// same bits on every machine. Endpoint asks any server that speaks the embeddings request of the OpenAI API.
//
// Both are safe for concurrent use, keep no goroutine and need no closing.
package embed
