package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// mutant is one way in which the code is broken.
type mutant struct {
	name string // the file's, without its ending
	what string
	test test
	diff string
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
	m.diff = "--- " + diff
	return m, nil
}

// changed is the line of a diff that names a file.
var changed = regexp.MustCompile(`(?m)^--- a/(\S+)\n\+\+\+ b/`)

// broken are the changed files of a module, by their paths in it. Git makes the changes in a copy of these files, and refuses where
// the lines around them are not to be found.
func (m mutant) broken(ctx context.Context, root, work string) (map[string]string, error) {
	out := map[string]string{}
	dir := filepath.Join(work, m.name)
	for _, file := range changed.FindAllStringSubmatch(m.diff, -1) {
		at := filepath.Join(dir, file[1])
		text, err := os.ReadFile(filepath.Join(root, file[1]))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(at), 0o700)
		}
		if err == nil {
			err = os.WriteFile(at, text, 0o600)
		}
		if err != nil {
			return nil, fmt.Errorf("breaking the code: %w", err)
		}
		out[file[1]] = at
	}
	apply := exec.CommandContext(ctx, "git", "apply", "--recount", "-") // patches are edited by hand
	apply.Dir, apply.Stdin, apply.Env = dir, strings.NewReader(m.diff), append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") // within a hook it would apply nothing here, and say nothing
	}), "GIT_CEILING_DIRECTORIES="+work)
	if said, err := apply.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("breaking the code: %w\n%s", err, said)
	}
	return out, nil
}

// try compiles the broken code and runs the test.
func (m mutant) try(ctx context.Context, root, work string) (verdict, []byte, error) {
	files, err := m.broken(ctx, root, work)
	if err != nil {
		return 0, nil, err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for path, instead := range files {
		whole, err := filepath.Abs(filepath.Join(root, path))
		if err != nil {
			return 0, nil, fmt.Errorf("finding %s: %w", path, err)
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
