package installed

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
	_, err := ForCluster(context.Background(), t.TempDir())
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
	_, err := ForCluster(context.Background(), data)
	if err == nil || !strings.Contains(err.Error(), "was made by PostgreSQL 9") {
		t.Errorf("choosing programs for a database of version 9: %v", err)
	}
}

func TestControlVersion(t *testing.T) {
	const control = "comment = 'vector data type'\ndefault_version = '0.8.0'\nmodule_pathname = '$libdir/vector'\n"
	if got := controlVersion(control); got != "0.8.0" {
		t.Errorf("version %q", got)
	}
}
