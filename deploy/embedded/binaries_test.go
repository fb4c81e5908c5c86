package embedded

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFindPostgresTakesTheNewestFirst(t *testing.T) {
	found, err := FindPostgres(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range found {
		if b.Version == "" || b.Major < 1 || (i > 0 && b.Major > found[i-1].Major) {
			t.Errorf("found %+v", found)
		}
	}
}

func TestNoPostgresSaysWhatToInstall(t *testing.T) {
	hide := lookedIn
	lookedIn = nil
	t.Cleanup(func() { lookedIn = hide })
	t.Setenv("PATH", t.TempDir())
	t.Setenv("SIBYL_POSTGRES_BIN", "")
	_, err := StartPostgres(context.Background(), newDir(t))
	if !errors.Is(err, ErrNoPostgres) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "apt-get install postgresql") {
		t.Errorf("without PostgreSQL: %v", err)
	}
	for _, tool := range PackageTools {
		if line := InstallPostgres(tool); !strings.Contains(line, tool) || !strings.Contains(line, "postgresql") {
			t.Errorf("%s: %q", tool, line)
		}
	}
}

func TestNamedFolderIsTheOnlyOneLookedAt(t *testing.T) {
	t.Setenv("SIBYL_POSTGRES_BIN", t.TempDir())
	if found, err := FindPostgres(context.Background()); err == nil || !strings.Contains(err.Error(), "SIBYL_POSTGRES_BIN") {
		t.Errorf("an empty folder was named: %v, %v", found, err)
	}
}

func TestDatabaseOfAnotherVersionIsRefused(t *testing.T) {
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := chooseBinaries(context.Background(), data)
	if err == nil || !strings.Contains(err.Error(), "was made by PostgreSQL 9") {
		t.Errorf("choosing programs for a database of version 9: %v", err)
	}
}

func TestCopiedDataDirectoryIsRefused(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root keeps databases apart from their data directories")
	}
	original, copied := newDir(t), filepath.Join(t.TempDir(), "copy")
	pg := startPostgres(t, original)
	stop(t, pg)
	if err := os.CopyFS(copied, os.DirFS(original)); err != nil {
		t.Fatal(err)
	}
	if _, err := StartPostgres(context.Background(), copied); err == nil || !strings.Contains(err.Error(), "is a copy of") {
		t.Errorf("starting on a copy: %v", err)
	}
	// A directory that was moved is no copy.
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(original, moved); err != nil {
		t.Fatal(err)
	}
	if pg = startPostgres(t, moved); pg.Adopted {
		t.Error("adopted a server that was stopped")
	}
	stop(t, pg)
	// The clean-up looks for the id where the directory was.
	if err := os.Rename(moved, original); err != nil {
		t.Fatal(err)
	}
}

func TestFacts(t *testing.T) {
	names := map[string]Fact{}
	for _, fact := range Facts(context.Background()) {
		names[fact.Name] = fact
		if fact.Detail == "" {
			t.Errorf("%s says nothing", fact.Name)
		}
	}
	if len(names) != 3 || !names["postgresql"].Found {
		t.Errorf("facts: %+v", names)
	}
	// What the facts say of pgvector is what the server finds when it is asked.
	if pg := startPostgres(t, newDir(t)); pg.HasVector != names["pgvector"].Found {
		t.Errorf("pgvector: the facts say %+v, the server says %v", names["pgvector"], pg.HasVector)
	}
}

func TestControlVersion(t *testing.T) {
	const control = "comment = 'vector data type'\ndefault_version = '0.8.0'\nmodule_pathname = '$libdir/vector'\n"
	if got := controlVersion(control); got != "0.8.0" {
		t.Errorf("version %q", got)
	}
}
