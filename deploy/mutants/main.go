// Command mutants breaks the code in ways that a test must notice, one after the other, and sees that the named
// test does:
//
//	go run ./deploy/mutants [-v] [-patches DIR] [NAME...]
//
// A mutant is a file in deploy/mutants/patches: what is broken, the test that must fail, and the change, as diff
// writes it. The tree is not touched: the compiler is shown the changed files in the place of those that are there
// (-overlay). Each named test must pass on the code as it is and fail on the mutant, by itself: one that runs into
// its time limit has noticed nothing, or says so too late to be of use. For each mutant one line says what it is,
// its test, and whether it was caught. The exit code is 1 if one was not, or if a patch does not fit the code or
// does not compile any more.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

func main() {
	dir := flag.String("patches", "deploy/mutants/patches", "the folder of the mutants")
	verbose := flag.Bool("v", false, "show what each test says")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if err := run(ctx, os.Stdout, ".", *dir, *verbose, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run tries mutants on the module at root.
func run(ctx context.Context, out io.Writer, root, dir string, verbose bool, only []string) (err error) {
	began := time.Now()
	mutants, err := read(dir, only)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "sibyl-mutants-")
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	if err := sound(ctx, root, work, mutants); err != nil {
		return err
	}
	survived := 0
	for _, m := range mutants {
		how, said, err := m.try(ctx, root, work)
		if err != nil {
			return fmt.Errorf("trying %q: %w\n%s", m.what, err, said)
		}
		if how != failed {
			survived++
		}
		if verbose {
			fmt.Fprintf(out, "%s\n", said)
		}
		fmt.Fprintf(out, "%-50s %-85s %s\n", m.what, m.test, map[verdict]string{
			passed: "NOT CAUGHT", failed: "caught", timedOut: "NOT CAUGHT: the test ran out of time",
		}[how])
	}
	if survived > 0 {
		return fmt.Errorf("%d of %d mutants were not caught", survived, len(mutants))
	}
	fmt.Fprintf(out, "all %d caught in %v\n", len(mutants), time.Since(began).Round(time.Second))
	return nil
}

// sound sees that the tests pass on the code as it is. A package's tests are compiled once.
func sound(ctx context.Context, root, work string, mutants []mutant) error {
	programs := map[[2]string]string{}
	done := map[test]bool{}
	for _, m := range mutants {
		if done[m.test] {
			continue
		}
		done[m.test] = true
		at := [2]string{m.test.pkg, m.test.tags}
		if programs[at] == "" {
			program, err := m.test.compile(ctx, root, work, fmt.Sprintf("sound-%d.test", len(programs)), "")
			if err != nil {
				return err
			}
			programs[at] = program
		}
		how, said, err := m.test.run(ctx, root, programs[at])
		if err == nil && how != passed {
			err = errors.New("it fails on the code as it is")
		}
		if err != nil {
			return fmt.Errorf("running %s: %w\n%s", m.test, err, said)
		}
	}
	return nil
}
