// Command testcount runs `go test` and counts:
//
//	go run ./deploy/testcount [-counts FILE] [go test flags] PACKAGES
//
// It prints one line per package, the whole output of what failed, and at the end "N passed, N failed,
// N skipped", where every test and every subtest counts once, and a package that could not be built or
// died outside its tests counts as one failure. It exits with 1 if anything failed. -counts writes the
// last line to a file as well, for a caller that prints more after it.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
)

func main() {
	args := os.Args[1:]
	file := ""
	if len(args) > 1 && args[0] == "-counts" {
		file, args = args[1], args[2:]
	}
	failed, err := run(file, args, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testcount:", err)
	}
	if err != nil || failed {
		os.Exit(1)
	}
}

func run(file string, args []string, out io.Writer) (failed bool, err error) {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	events, err := cmd.StdoutPipe()
	if err != nil {
		return true, fmt.Errorf("reading the tests' output: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return true, fmt.Errorf("starting go test: %w", err)
	}
	c := newCounter(out)
	readErr := c.read(events)
	if waitErr := cmd.Wait(); waitErr != nil && c.failed == 0 {
		c.failed++ // go test failed without saying where: flags, no such package
	}
	line := c.String()
	if file != "" {
		if err := os.WriteFile(file, []byte(line+"\n"), 0o644); err != nil {
			return true, fmt.Errorf("writing the counts: %w", err)
		}
	}
	fmt.Fprintln(out, line)
	return c.failed > 0, readErr
}
