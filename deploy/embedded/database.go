package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// awaitReady connects again and again until the server answers.
func (p *Postgres) awaitReady(ctx context.Context, running func(pid int) bool) error {
	return await(ctx, "waiting for PostgreSQL", func() (bool, error) {
		conn, err := pgx.Connect(ctx, p.DatabaseDSN("postgres"))
		if err == nil {
			return true, conn.Close(ctx)
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

// prepare creates the database and, where the machine has it, the vector extension.
func (p *Postgres) prepare(ctx context.Context) (vector bool, err error) {
	if err := p.createDatabase(ctx, databaseName); err != nil {
		return false, err
	}
	conn, err := pgx.Connect(ctx, p.DSN())
	if err != nil {
		return false, fmt.Errorf("opening database %s: %w", databaseName, err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	return createVector(ctx, conn)
}

func (p *Postgres) createDatabase(ctx context.Context, name string) (err error) {
	conn, err := pgx.Connect(ctx, p.DatabaseDSN("postgres"))
	if err != nil {
		return fmt.Errorf("creating database %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == "42P04" {
		return nil // it exists: every start but the first
	}
	if err != nil {
		return fmt.Errorf("creating database %s: %w", name, err)
	}
	return nil
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
