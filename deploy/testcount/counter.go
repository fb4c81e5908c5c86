package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// event is one line of `go test -json`.
type event struct {
	Action      string
	Package     string
	Test        string
	Output      string
	Elapsed     float64
	ImportPath  string // of a build's output
	FailedBuild string
}

type counter struct {
	out                     io.Writer
	passed, failed, skipped int
	output                  map[string][]string // by package and test, until it is known how it ended
	inPackage               map[string]int      // tests that failed, by package
}

func newCounter(out io.Writer) *counter {
	return &counter{out: out, output: map[string][]string{}, inPackage: map[string]int{}}
}

func (c *counter) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", c.passed, c.failed, c.skipped)
}

func (c *counter) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if jsonErr := json.Unmarshal(line, &e); jsonErr != nil {
				fmt.Fprintf(c.out, "%s", line) // not an event: go's own words
			} else {
				c.count(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the tests' output: %w", err)
		}
	}
}

func (c *counter) count(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "build-output":
		fmt.Fprint(c.out, e.Output)
	case "output":
		c.output[key] = append(c.output[key], e.Output)
	case "pass", "skip":
		switch {
		case e.Test == "":
			c.packageLine(e)
		case e.Action == "pass":
			c.passed++
		default:
			c.skipped++
			c.reason(e, c.output[key])
		}
		delete(c.output, key)
	case "fail":
		if e.Test != "" {
			c.failed++
			c.inPackage[e.Package]++
			c.show(key)
			return
		}
		if c.inPackage[e.Package] == 0 {
			c.failed++
			if e.FailedBuild == "" {
				// A panic or exit may leave its words with a test that never ended.
				for _, k := range slices.Sorted(maps.Keys(c.output)) {
					if strings.HasPrefix(k, e.Package+" ") {
						c.show(k)
					}
				}
			}
		}
		fmt.Fprintf(c.out, "FAIL  %s  %.1fs\n", e.Package, e.Elapsed)
	}
}

func (c *counter) show(key string) {
	fmt.Fprint(c.out, strings.Join(c.output[key], ""))
	delete(c.output, key)
}

func (c *counter) packageLine(e event) {
	if e.Action == "skip" {
		return // no test files
	}
	fmt.Fprintf(c.out, "ok    %s  %.1fs\n", e.Package, e.Elapsed)
}

// reason shows why a test was skipped: a skip that nobody sees is a test that nobody has.
func (c *counter) reason(e event, output []string) {
	for _, line := range output {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "===") && !strings.HasPrefix(text, "---") {
			fmt.Fprintf(c.out, "skip  %s %s: %s\n", e.Package, e.Test, text)
		}
	}
}
