package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// mutant is one way in which the code is broken.
type mutant struct {
	name    string // the file's, without its ending
	what    string
	test    test
	changes []change
}

// usually is how long a test may take where the mutant does not say otherwise: many times what one needs.
const usually = time.Minute

// read reads the mutants of a folder, in the order of their files' names.
func read(dir string, only []string) ([]mutant, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.patch"))
	if err != nil {
		return nil, fmt.Errorf("listing the mutants: %w", err)
	}
	var out []mutant
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".patch")
		if len(only) > 0 && !slices.Contains(only, name) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading a mutant: %w", err)
		}
		m, err := parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", file, err)
		}
		m.name = name
		out = append(out, m)
	}
	for _, name := range only {
		if !slices.ContainsFunc(out, func(m mutant) bool { return m.name == name }) {
			return nil, fmt.Errorf("no mutant in %s by the name of %s", dir, name)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no mutants in %s", dir)
	}
	return out, nil
}

// parse reads a mutant: what it is, and behind that the change.
func parse(text string) (mutant, error) {
	m := mutant{test: test{limit: usually}}
	head, diff, found := strings.Cut(text, "\n--- ")
	if !found {
		return m, errors.New("it changes nothing")
	}
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(line)
		field, value, _ := strings.Cut(line, ": ")
		var err error
		switch field {
		case "":
		case "Mutant":
			m.what = value
		case "Package":
			m.test.pkg = value
		case "Test":
			m.test.name = value
		case "Tags":
			m.test.tags = value
		case "Limit":
			m.test.limit, err = time.ParseDuration(value)
		default:
			err = fmt.Errorf("%q is none of Mutant, Package, Test, Tags and Limit", line)
		}
		if err != nil {
			return m, err
		}
	}
	if m.what == "" || m.test.pkg == "" || m.test.name == "" {
		return m, errors.New("it does not say Mutant, Package and Test")
	}
	changes, err := parseDiff("--- " + diff)
	m.changes = changes
	return m, err
}

// broken are the changed files of a module, by their paths in it.
func (m mutant) broken(root string) (map[string]string, error) {
	out := map[string]string{}
	for _, c := range m.changes {
		text, err := os.ReadFile(filepath.Join(root, c.path))
		if err != nil {
			return nil, fmt.Errorf("breaking the code: %w", err)
		}
		if out[c.path], err = c.apply(string(text)); err != nil {
			return nil, fmt.Errorf("breaking %s: %w", c.path, err)
		}
	}
	return out, nil
}

// try compiles the broken code and runs the test.
func (m mutant) try(ctx context.Context, root, work string) (verdict, []byte, error) {
	files, err := m.broken(root)
	if err != nil {
		return 0, nil, err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for path, text := range files {
		whole, err := filepath.Abs(filepath.Join(root, path))
		if err != nil {
			return 0, nil, fmt.Errorf("finding %s: %w", path, err)
		}
		instead := filepath.Join(work, m.name+"-"+strings.ReplaceAll(path, "/", "-"))
		if err := os.WriteFile(instead, []byte(text), 0o600); err != nil {
			return 0, nil, fmt.Errorf("writing the broken code: %w", err)
		}
		overlay.Replace[whole] = instead
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return 0, nil, fmt.Errorf("listing the broken files: %w", err)
	}
	listed := filepath.Join(work, m.name+".json")
	if err := os.WriteFile(listed, list, 0o600); err != nil {
		return 0, nil, fmt.Errorf("listing the broken files: %w", err)
	}
	program, err := m.test.compile(ctx, root, work, "broken.test", listed)
	if err != nil {
		return 0, nil, err
	}
	return m.test.run(ctx, root, program)
}
