package intent

import (
	"context"
	"embed"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/migration"
)

//go:embed migrations/*.sql
var migrations embed.FS

// lockRelay names the advisory lock that lets one relay publish at a time.
const lockRelay = 7342002

// Migrate brings schema app up to date. Instances that start together take turns.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return migration.Apply(ctx, pool, "app", migrations)
}
