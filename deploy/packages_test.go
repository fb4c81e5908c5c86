package deploy

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mostFiles is how many files of Go, beside tests, a package may have: more are hard to keep in mind.
const mostFiles = 25

func TestPackagesAreSmall(t *testing.T) {
	files := map[string]int{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "testdata"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			name, err := filepath.Rel("..", filepath.Dir(path))
			files[filepath.ToSlash(name)]++
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 80 {
		t.Errorf("%d packages were found", len(files))
	}
	for name, n := range files {
		if n > mostFiles {
			t.Errorf("%s has %d files, at most %d: which of them are one idea with a small interface to the rest?", name, n, mostFiles)
		}
	}
}
