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
			if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is no link any more: %v", err)
	}
	if err := writeAs(os.DevNull, text("gone", nil)); err != nil {
		t.Errorf("a device: %v", err)
	}
}
