package embedded

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
)

// A log and a database belong together: the database holds what was read from this log, and up to which offsets. With a
// log that was recreated, or taken from another data directory, the same offsets mean other events, and whoever waits
// for an event of the old log would wait forever. So a log gets an id when it is created, and the database stores it.

func logIDPath(records string) string { return filepath.Join(records, "log-id.json") }

// nameLog gives a log its id unless it has one.
func nameLog(records string) error {
	if id, err := readLogID(records); err != nil || id != "" {
		return err
	}
	id, err := randomID()
	if err != nil {
		return fmt.Errorf("naming the log in %s: %w", records, err)
	}
	return durable.WriteJSON(logIDPath(records), id)
}

// readLogID is empty for a log without a name.
func readLogID(records string) (string, error) {
	var id string
	_, err := durable.ReadJSON(logIDPath(records), &id)
	return id, err
}

// LogReplacedError says that a database has not followed the log that is there.
type LogReplacedError struct{ Dir string }

func (e *LogReplacedError) Error() string {
	return fmt.Sprintf("the broker's log in %s is not the one that the database belongs to: it has been deleted or replaced; "+
		"put the folder back as it was, or name another data directory (or remove %s as a whole) to begin anew", brokerDir(e.Dir), e.Dir)
}

// Database is what ClaimLog needs: a pool, or a connection.
type Database interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// ClaimLog notes in a database which log it belongs to, or finds that it belongs to another: a *LogReplacedError. It is
// for the embedded broker, and to be asked whenever it was started, before anybody reads or writes.
func (d *DataDir) ClaimLog(ctx context.Context, db Database) error {
	id, err := readLogID(recordsPath(d.Path))
	if err != nil || id == "" { // a broker of an earlier version still runs
		return err
	}
	if _, err := db.Exec(ctx, `create schema if not exists embedded; create table if not exists embedded.log (id text not null)`); err != nil {
		return fmt.Errorf("noting which log the database belongs to: %w", err)
	}
	var known string
	err = db.QueryRow(ctx, `select id from embedded.log`).Scan(&known)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		if _, err := db.Exec(ctx, `insert into embedded.log (id) values ($1)`, id); err != nil {
			return fmt.Errorf("noting which log the database belongs to: %w", err)
		}
		return nil
	case err != nil:
		return fmt.Errorf("asking which log the database belongs to: %w", err)
	case known != id:
		return &LogReplacedError{Dir: d.Path}
	}
	return nil
}
