package artefact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// ErrNotFound says that no artefact has the hash asked for.
var ErrNotFound = errors.New("artefact not found")

// ErrLinked says that a name is linked to another artefact: what was computed is not a pure function.
var ErrLinked = errors.New("name is already linked")

// ErrDamaged says that stored bytes no longer have their hash.
var ErrDamaged = errors.New("stored bytes do not have their hash")

// Store keeps immutable bytes under the SHA-256 of their content. Implementations are safe for
// concurrent use; putting the same bytes twice is one artefact.
type Store interface {
	// Put stores data and returns its hash (hex). kind is a word for people: pdf, parse, claims.
	Put(ctx context.Context, kind string, data []byte) (hash string, err error)
	// Get returns the bytes of hash, or an error that is ErrNotFound. Callers must not change them.
	Get(ctx context.Context, hash string) ([]byte, error)
	// Link remembers that name, e.g. "parse/1/<sha256 of the file>", is computed to be hash, so that a
	// pure function of an artefact is computed once. Linking a name again to the same hash does nothing;
	// to another hash it is an error that is ErrLinked: the function was not pure. The artefact must be there.
	Link(ctx context.Context, name, hash string) error
	// Resolve returns the hash linked to name, or an error that is ErrNotFound.
	Resolve(ctx context.Context, name string) (hash string, err error)
}

// Hash is the name under which data is stored.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
