package embeddedtest_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/deploy/embedded/embeddedtest"
)

func TestMain(m *testing.M) { embeddedtest.Main(m) }

// Two tests' databases are apart: a table of one is unknown in the other.
func TestEachCallIsADatabaseOfItsOwn(t *testing.T) {
	ctx := context.Background()
	open := func() *pgx.Conn {
		conn, err := pgx.Connect(ctx, embeddedtest.Postgres(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close(ctx) })
		return conn
	}
	one, two := open(), open()
	if _, err := one.Exec(ctx, "CREATE TABLE claims (id text PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	var known bool
	if err := two.QueryRow(ctx, "SELECT to_regclass('claims') IS NOT NULL").Scan(&known); err != nil {
		t.Fatal(err)
	}
	if known {
		t.Error("a table made in one test's database is visible in another's")
	}
}
