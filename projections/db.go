package projections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	jsonv1 "github.com/go-json-experiment/json/v1"
	"github.com/jackc/pgx/v5"
)

// DB is what queries over read models need: a pool, or a transaction when several must agree.
type DB interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Bodies reads rows whose only column is a JSON value. While a row is decoded the next ones are fetched.
func Bodies[T any](ctx context.Context, db DB, sql string, args ...any) ([]T, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	out := []T{}
	var failed error // the first
	fetched, done := make(chan []byte, 64), make(chan struct{})
	go func() {
		defer close(done)
		for body := range fetched {
			var v T
			if failed == nil {
				failed = Unmarshal(body, &v)
			}
			out = append(out, v)
		}
	}()
	var body []byte
	_, err = pgx.ForEachRow(rows, []any{&body}, func() error {
		fetched <- body // Scan makes a copy for each row
		return nil
	})
	close(fetched)
	<-done
	return out, errors.Join(err, failed)
}

// Encode is a value as a JSON column.
func Encode(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// Unmarshal reads a JSON column.
func Unmarshal(body []byte, v any) error {
	if err := jsonv1.Unmarshal(body, v); err != nil {
		return fmt.Errorf("decoding a row of a read model: %w", err)
	}
	return nil
}
