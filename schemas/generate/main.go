// Command generate writes what other programs can rely on, from the code that defines it: one JSON
// Schema per kind and version, the AsyncAPI document, and the topic catalogue for operators.
//
//	go run ./schemas/generate          write schemas/ and deploy/topics.yaml
//	go run ./schemas/generate -check   fail if they differ from what would be written
//
// Either way it refuses a schema that breaks the committed one of the same version: whoever changes a
// payload incompatibly gives its kind a new version. It runs in the repository's root.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(check bool) error {
	files, err := generate()
	if err != nil {
		return err
	}
	base, err := committed()
	if err != nil {
		return err
	}
	if problems := breaches(base, files); len(problems) > 0 {
		return fmt.Errorf("schemas break what is committed; give the kind a new version instead:\n  %s",
			strings.Join(problems, "\n  "))
	}
	if check {
		return drift(files)
	}
	for path, data := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("writing %s: %w", path, err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return fmt.Errorf("writing %s: %w", path, err)
		}
	}
	return nil
}

// generate makes every file in memory, by path from the root.
func generate() (map[string][]byte, error) {
	kinds := append(events.Kinds(), wakes()...)
	files, err := schemaFiles(kinds)
	if err != nil {
		return nil, err
	}
	if files["schemas/asyncapi.yaml"], err = asyncAPI(kinds); err != nil {
		return nil, err
	}
	if files["deploy/topics.yaml"], err = topicsFile(); err != nil {
		return nil, err
	}
	return files, nil
}

func drift(files map[string][]byte) error {
	var stale []string
	for _, path := range slices.Sorted(maps.Keys(files)) {
		have, err := os.ReadFile(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			stale = append(stale, path+" (missing)")
		case err != nil:
			return fmt.Errorf("checking %s: %w", path, err)
		case !bytes.Equal(have, files[path]):
			stale = append(stale, path)
		}
	}
	if len(stale) > 0 {
		return fmt.Errorf("generated files are out of date; run `make schemas`:\n  %s", strings.Join(stale, "\n  "))
	}
	return nil
}
