package installed

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestAProgramIsAskedForItsVersionOnceUntilItIsReplaced(t *testing.T) {
	dir := t.TempDir()
	program, asked := filepath.Join(dir, "postgres"), filepath.Join(dir, "asked")
	install := func(version string) {
		t.Helper()
		script := fmt.Sprintf("#!/bin/sh\necho asked >>%s\necho 'postgres (PostgreSQL) %s'\n", asked, version)
		if err := os.WriteFile(program, []byte(script), 0o700); err != nil { //nolint:gosec // it is to be run
			t.Fatal(err)
		}
	}
	want := func(said string, times int) {
		t.Helper()
		got, err := askVersion(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		log, err := os.ReadFile(asked)
		if err != nil {
			t.Fatal(err)
		}
		if got != "postgres (PostgreSQL) "+said+"\n" || len(log) != times*len("asked\n") {
			t.Errorf("it said %q, asked %d times", got, len(log)/len("asked\n"))
		}
	}
	install("15.4")
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	LookAhead(t.Context())
	want("15.4", 1)
	want("15.4", 1)
	install("15.14")
	want("15.14", 2)
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexit 1 # broken\n"), 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	if _, err := askVersion(t.Context(), program); err == nil {
		t.Error("a program that fails has a version")
	}
	install("16.1")
	want("16.1", 3)
}
