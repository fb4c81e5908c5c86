package embedded

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/embedded/installed"
)

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
	names := map[string]installed.Fact{}
	for _, fact := range installed.Facts(context.Background()) {
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
