// Package migration brings one schema of a database up to date. Each schema is owned by the package that
// embeds its files; this is the one way they are applied. It keeps no state; instances that start
// together take turns.
package migration

import (
	"context"
	"fmt"
	"hash/fnv"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/tern/v2/migrate"
)

// Apply creates schema if need be and applies the SQL files in the folder "migrations" of files that it has
// not seen yet, in the order of their numbers. Its versions stand in <schema>.schema_version.
func Apply(ctx context.Context, pool *pgxpool.Pool, schema string, files fs.FS) error {
	if err := apply(ctx, pool, schema, files); err != nil {
		return fmt.Errorf("migrating schema %s: %w", schema, err)
	}
	return nil
}

func apply(ctx context.Context, pool *pgxpool.Pool, schema string, files fs.FS) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	// The migrator locks only around the migrations, not around creating its version table.
	lock := fnv.New64a()
	lock.Write([]byte("migrate " + schema))
	key := int64(lock.Sum64())
	if _, err := conn.Exec(ctx, `select pg_advisory_lock($1)`, key); err != nil {
		return err
	}
	defer func() {
		// A lock that could not be given back is given back by the connection that ends for the same reason.
		_, _ = conn.Exec(context.WithoutCancel(ctx), `select pg_advisory_unlock($1)`, key)
	}()
	if _, err := conn.Exec(ctx, `create schema if not exists `+pgx.Identifier{schema}.Sanitize()); err != nil {
		return err
	}
	m, err := migrate.NewMigrator(ctx, conn.Conn(), schema+".schema_version")
	if err != nil {
		return err
	}
	folder, err := fs.Sub(files, "migrations")
	if err != nil {
		return err
	}
	if err := m.LoadMigrations(folder); err != nil {
		return err
	}
	return m.Migrate(ctx)
}
