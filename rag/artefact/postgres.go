package artefact

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Postgres is a Store in schema artefact of a database.
type Postgres struct {
	pool  *pgxpool.Pool
	codec *codec
}

var _ Store = (*Postgres)(nil)

// NewPostgres returns a store over a database that Migrate has prepared. The pool stays the caller's.
func NewPostgres(pool *pgxpool.Pool) (*Postgres, error) {
	c, err := newCodec()
	if err != nil {
		return nil, err
	}
	return &Postgres{pool: pool, codec: c}, nil
}

// Put implements Store.
func (p *Postgres) Put(ctx context.Context, kind string, data []byte) (string, error) {
	hash := Hash(data)
	key, err := key(hash)
	if err != nil {
		return "", err
	}
	enc, stored := p.codec.encode(data)
	_, err = p.pool.Exec(ctx, `insert into artefact.content (hash, kind, encoding, size, data)
		values ($1, $2, $3, $4, $5) on conflict (hash) do nothing`, key, kind, string(enc), len(data), stored)
	if err != nil {
		return "", fmt.Errorf("storing %s artefact %s: %w", kind, hash, err)
	}
	return hash, nil
}

// Get implements Store. The bytes are compared with their hash, so a damaged row is an error and never
// a wrong document.
func (p *Postgres) Get(ctx context.Context, hash string) ([]byte, error) {
	key, err := key(hash)
	if err != nil {
		return nil, err
	}
	var (
		enc    string
		size   int64
		stored []byte
	)
	err = p.pool.QueryRow(ctx, `select encoding, size, data from artefact.content where hash = $1`, key).Scan(&enc, &size, &stored)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("reading artefact %s: %w", hash, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading artefact %s: %w", hash, err)
	}
	data, err := p.codec.decode(encoding(enc), stored, size)
	if err != nil {
		return nil, fmt.Errorf("reading artefact %s: %w", hash, err)
	}
	if Hash(data) != hash {
		return nil, fmt.Errorf("reading artefact %s: %w", hash, ErrDamaged)
	}
	return data, nil
}

// Link implements Store.
func (p *Postgres) Link(ctx context.Context, name, hash string) error {
	key, err := key(hash)
	if err != nil {
		return err
	}
	tag, err := p.pool.Exec(ctx, `insert into artefact.link (name, hash)
		select $1, hash from artefact.content where hash = $2 on conflict (name) do nothing`, name, key)
	if err != nil {
		return fmt.Errorf("linking %s to artefact %s: %w", name, hash, err)
	}
	if tag.RowsAffected() == 1 {
		return nil
	}
	// Nothing was written: the name is taken, rightly or wrongly, or there is no such artefact.
	linked, err := p.Resolve(ctx, name)
	switch {
	case errors.Is(err, ErrNotFound):
		return fmt.Errorf("linking %s to artefact %s: %w", name, hash, ErrNotFound)
	case err != nil:
		return fmt.Errorf("linking %s to artefact %s: %w", name, hash, err)
	case linked != hash:
		return fmt.Errorf("linking %s to artefact %s: %w to %s", name, hash, ErrLinked, linked)
	}
	return nil
}

// Resolve implements Store.
func (p *Postgres) Resolve(ctx context.Context, name string) (string, error) {
	var key []byte
	err := p.pool.QueryRow(ctx, `select hash from artefact.link where name = $1`, name).Scan(&key)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("resolving %s: %w", name, ErrNotFound)
	}
	if err != nil {
		return "", fmt.Errorf("resolving %s: %w", name, err)
	}
	return hex.EncodeToString(key), nil
}

// key is a hash as the database holds it. What cannot be a hash names nothing.
func key(hash string) ([]byte, error) {
	k, err := hex.DecodeString(hash)
	if err != nil || len(k) != 32 {
		return nil, fmt.Errorf("reading artefact %q: %w (not a SHA-256 in hex)", hash, ErrNotFound)
	}
	return k, nil
}
