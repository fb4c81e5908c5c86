package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// test is what has to notice.
type test struct {
	pkg   string // relative to the module: ./processors/stream
	name  string // TestX, or TestX/Case
	tags  string
	limit time.Duration
}

func (t test) String() string { return t.pkg + " " + t.name }

// verdict is how a test ended.
type verdict int

const (
	passed verdict = iota + 1
	failed
	timedOut
)

// compile makes a program of a package's tests, with the files of an overlay if there is one.
func (t test) compile(ctx context.Context, root, work, name, overlay string) (program string, err error) {
	program = filepath.Join(work, name)
	args := []string{"test", "-c", "-o", program}
	if t.tags != "" {
		args = append(args, "-tags="+t.tags)
	}
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, t.pkg)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("compiling the tests of %s: %w\n%s", t.pkg, err, out)
	}
	return program, nil
}

// run runs the test as `go test` would, in the folder of its package. An error means that the test says nothing:
// it does not exist, was skipped, or ended in a way that no test should.
func (t test) run(ctx context.Context, root, program string) (verdict, []byte, error) {
	var pattern []string
	for part := range strings.SplitSeq(t.name, "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(part)+"$")
	}
	cmd := exec.CommandContext(ctx, program, "-test.v", "-test.run="+strings.Join(pattern, "/"), "-test.timeout="+t.limit.String())
	cmd.Dir = filepath.Join(root, t.pkg)
	out, err := cmd.CombinedOutput()
	exit := (*exec.ExitError)(nil)
	if err != nil && !errors.As(err, &exit) {
		return 0, out, fmt.Errorf("running it: %w", err)
	}
	if ctx.Err() != nil {
		return 0, out, fmt.Errorf("running it: %w", ctx.Err())
	}
	switch {
	case bytes.Contains(out, []byte("panic: test timed out after")):
		return timedOut, out, nil
	case err == nil && t.said(out, "PASS"):
		return passed, out, nil
	case err != nil && (t.said(out, "FAIL") || bytes.Contains(out, []byte("\npanic: "))):
		return failed, out, nil
	case !bytes.Contains(out, []byte("=== RUN   "+t.name+"\n")):
		return 0, out, errors.New("there is no such test")
	case t.said(out, "SKIP"):
		return 0, out, errors.New("it was skipped")
	}
	return 0, out, fmt.Errorf("it neither passed nor failed: %w", err)
}

// said reports whether the output has the test's result.
func (t test) said(out []byte, result string) bool {
	return bytes.Contains(out, []byte("--- "+result+": "+t.name+" ("))
}
