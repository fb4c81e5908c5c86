package rag

import (
	"context"
	"embed"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/migration"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrate brings schema rag up to date. Instances that start together take turns.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return migration.Apply(ctx, pool, "rag", migrations)
}
