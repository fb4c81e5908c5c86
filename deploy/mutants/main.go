// Command mutants breaks the code in ways that a test must notice, one after the other, and sees that the named
// test does:
//
//	go run ./deploy/mutants [-patches DIR] [NAME...]
//
// A mutant is a file in deploy/mutants/patches: what is broken, the test that must fail, and the change as git
// writes it. Everything happens in a temporary copy of the tree. First the named tests run on the code as it is,
// where they must pass; then each patch is applied, its test is run, and the patch is taken back. For each mutant
// one line says what it is, its test, and whether it was caught. The exit code is 1 if one was not, or if
// a patch does not fit the code or does not compile any more.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	dir := flag.String("patches", "deploy/mutants/patches", "the folder of the mutants")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if err := run(ctx, *dir, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir string, only []string) (err error) {
	mutants, err := read(dir, only)
	if err != nil {
		return err
	}
	tree, err := os.MkdirTemp("", "sibyl-mutants-")
	if err != nil {
		return fmt.Errorf("making a folder for the copy: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tree)) }()
	if err := copyTree(ctx, tree); err != nil {
		return err
	}
	sound := map[test]bool{}
	for _, m := range mutants {
		if sound[m.test] {
			continue
		}
		sound[m.test] = true
		if passed, out, err := m.test.run(ctx, tree); err != nil || !passed {
			return errors.Join(fmt.Errorf("%s fails on the code as it is\n%s", m.test, out), err)
		}
	}
	survived := 0
	for _, m := range mutants {
		verdict, err := m.try(ctx, tree)
		if err != nil {
			return err
		}
		if verdict != caught {
			survived++
		}
		fmt.Printf("%-45s %-75s %s\n", m.what, m.test, verdict)
	}
	if survived > 0 {
		return fmt.Errorf("%d of %d mutants were not caught", survived, len(mutants))
	}
	fmt.Printf("all %d caught\n", len(mutants))
	return nil
}

const (
	caught    = "caught"
	notCaught = "NOT CAUGHT"
)

// mutant is one way in which the code is broken.
type mutant struct {
	file string // absolute
	what string
	test test
}

// test is what has to notice.
type test struct{ pkg, name, tags string }

func (t test) String() string { return t.pkg + " " + t.name }

// read reads the mutants of a folder, in the order of their files' names.
func read(dir string, only []string) ([]mutant, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.patch"))
	if err != nil {
		return nil, fmt.Errorf("listing the mutants: %w", err)
	}
	var out []mutant
	for _, file := range files {
		if len(only) > 0 && !slices.Contains(only, strings.TrimSuffix(filepath.Base(file), ".patch")) {
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
		if m.file, err = filepath.Abs(file); err != nil {
			return nil, fmt.Errorf("finding %s: %w", file, err)
		}
		out = append(out, m)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no mutants in %s by the name of %v", dir, only)
	}
	return out, nil
}

// parse reads what stands before the change.
func parse(text string) (mutant, error) {
	var m mutant
	head, _, found := strings.Cut(text, "\n--- ")
	if !found {
		return m, errors.New("it changes nothing")
	}
	for line := range strings.Lines(head) {
		field, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch field {
		case "Mutant":
			m.what = value
		case "Package":
			m.test.pkg = value
		case "Test":
			m.test.name = value
		case "Tags":
			m.test.tags = value
		}
	}
	if m.what == "" || m.test.pkg == "" || m.test.name == "" {
		return m, errors.New("it does not say Mutant, Package and Test")
	}
	return m, nil
}

// copyTree copies what belongs to the repository, with what is not committed yet.
func copyTree(ctx context.Context, into string) error {
	list, err := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return fmt.Errorf("listing the tree: %w", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		data, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue // deleted, and not committed yet
		}
		to := filepath.Join(into, name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o755)
		}
		if err == nil {
			err = os.WriteFile(to, data, 0o644)
		}
		if err != nil {
			return fmt.Errorf("copying the tree: %w", err)
		}
	}
	return nil
}

// try breaks the code, runs the test and mends the code.
func (m mutant) try(ctx context.Context, tree string) (verdict string, err error) {
	if err := m.apply(ctx, tree); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, m.apply(ctx, tree, "--reverse")) }()
	passed, out, err := m.test.run(ctx, tree)
	switch {
	case err != nil:
		return "", fmt.Errorf("running %s on %q: %w\n%s", m.test, m.what, err, out)
	case passed:
		return notCaught, nil
	}
	return caught, nil
}

func (m mutant) apply(ctx context.Context, tree string, how ...string) error {
	cmd := exec.CommandContext(ctx, "git", append(append([]string{"apply", "--unidiff-zero"}, how...), m.file)...)
	cmd.Dir = tree
	// The copy is no repository, even if it should lie in one.
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(tree))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("applying %s: %w\n%s", m.file, err, out)
	}
	return nil
}

// testsMayTake is how long a test that waits for what never comes is given.
const testsMayTake = 5 * time.Minute

// run runs the test. An error means that it says nothing: it does not compile, or does not exist.
func (t test) run(ctx context.Context, tree string) (passed bool, out []byte, err error) {
	args := []string{"test", "-count=1", "-v", "-timeout=" + testsMayTake.String(), "-run=" + t.name}
	if t.tags != "" {
		args = append(args, "-tags="+t.tags)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, t.pkg)...)
	cmd.Dir = tree
	cmd.Env = append(os.Environ(), "SIBYL_TEST_PATIENCE=20s")
	out, err = cmd.CombinedOutput()
	exit := (*exec.ExitError)(nil)
	switch {
	case err != nil && !errors.As(err, &exit):
		return false, out, err
	case ctx.Err() != nil:
		return false, out, ctx.Err()
	case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
		return false, out, errors.New("it does not compile")
	case !bytes.Contains(out, []byte("=== RUN")):
		return false, out, errors.New("there is no such test")
	}
	return err == nil, out, nil
}
