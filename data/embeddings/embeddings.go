// Package embeddings holds the static embedding model that is part of the program; README.md says where it comes
// from, package rag/embed reads it.
package embeddings

import _ "embed" // for the model

// Model is the file of the model.
//
//go:embed static.model
var Model string
