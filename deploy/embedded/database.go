package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"
)

// awaitReady connects again and again until the server answers, and creates the vector extension where the machine has it. The
// database is there from the template.
func (p *Postgres) awaitReady(ctx context.Context, running func(pid int) bool) error {
	return await(ctx, "waiting for PostgreSQL", func() (bool, error) {
		conn, err := pgx.Connect(ctx, p.DSN())
		if err == nil {
			p.HasVector, err = createVector(ctx, conn)
			return true, errors.Join(err, conn.Close(ctx))
		}
		if !running(p.pid) {
			return false, errServerEnded
		}
		if _, gone := os.Stat(p.sockets); p.sockets != "" && gone != nil {
			return false, gone
		}
		return false, nil
	})
}

// createVector creates pgvector's extension if the server has it to offer.
func createVector(ctx context.Context, conn *pgx.Conn) (bool, error) {
	var offered bool
	err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector')").Scan(&offered)
	if err != nil {
		return false, fmt.Errorf("asking for the vector extension: %w", err)
	}
	if !offered {
		return false, nil
	}
	if _, err := conn.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS vector"); err != nil {
		return false, fmt.Errorf("creating the vector extension: %w", err)
	}
	return true, nil
}
