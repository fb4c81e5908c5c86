package intent

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/tern/v2/migrate"
)

//go:embed migrations/*.sql
var migrations embed.FS

// lockMigrate and lockRelay name advisory locks of this package.
const (
	lockMigrate = 7342001
	lockRelay   = 7342002
)

// Migrate brings schema app up to date. Instances that start together take turns.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("migrating schema app: %w", err)
	}
	defer conn.Release()
	// The migrator locks only around the migrations, not around creating its version table.
	if _, err := conn.Exec(ctx, `select pg_advisory_lock($1)`, lockMigrate); err != nil {
		return fmt.Errorf("migrating schema app: %w", err)
	}
	defer func() {
		// A lock that could not be given back is given back by the connection that ends for the same reason.
		_, _ = conn.Exec(context.WithoutCancel(ctx), `select pg_advisory_unlock($1)`, lockMigrate)
	}()
	if _, err := conn.Exec(ctx, `create schema if not exists app`); err != nil {
		return fmt.Errorf("creating schema app: %w", err)
	}
	m, err := migrate.NewMigrator(ctx, conn.Conn(), "app.schema_version")
	if err != nil {
		return fmt.Errorf("migrating schema app: %w", err)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("migrating schema app: %w", err)
	}
	if err := m.LoadMigrations(files); err != nil {
		return fmt.Errorf("loading migrations of schema app: %w", err)
	}
	if err := m.Migrate(ctx); err != nil {
		return fmt.Errorf("migrating schema app: %w", err)
	}
	return nil
}
