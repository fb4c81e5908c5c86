package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestAResultTakesThePlaceOfTheLastOneOnlyWhole(t *testing.T) {
	text := func(said string, err error) func(io.Writer) error {
		return func(to io.Writer) error {
			_, failed := io.WriteString(to, said)
			return errors.Join(failed, err)
		}
	}
	dir := t.TempDir()
	file, link := filepath.Join(dir, "result.json"), filepath.Join(dir, "latest.json")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no such claim")
	for _, step := range []struct {
		name, to, said string
		fails          error
		want           string
	}{
		{"a new file", file, "first", nil, "first"},
		{"what fails half way", file, "sec", broken, "first"},
		{"the next one", file, "third", nil, "third"},
		{"by a link", link, "fourth", nil, "fourth"},
	} {
		t.Run(step.name, func(t *testing.T) {
			if err := writeAs(step.to, text(step.said, step.fails)); !errors.Is(err, step.fails) {
				t.Fatalf("it ends with %v", err)
			}
			got, err := os.ReadFile(file)
			if err != nil || string(got) != step.want {
				t.Errorf("the file has %q, %v", got, err)
			}
			left, err := os.ReadDir(dir)
			if err != nil || len(left) != 2 {
				t.Errorf("beside file and link there are %v, %v", left, err)
			}
		})
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is no link any more: %v", err)
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeAs(file, text("fifth", nil)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("who may read the file has changed: %v, %v", info, err)
	}
	if err := writeAs(os.DevNull, text("gone", nil)); err != nil {
		t.Errorf("a device: %v", err)
	}
}
