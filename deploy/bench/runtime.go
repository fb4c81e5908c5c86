package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Ratio is what a benchmark reports and its limit; of the runtime's, a ratio of two things measured in one run on one
// machine.
type Ratio struct {
	Name    string  `json:"name"`
	Value   float64 `json:"value"`
	Limit   float64 `json:"limit"`
	AtLeast bool    `json:"at_least"` // the limit is a lower one
	Passed  bool    `json:"passed"`
}

// promise is a ratio that is promised: the benchmark and the unit in which it reports it.
type promise struct {
	benchmark, unit, name string
	limit                 float64
	atLeast               bool
}

var promises = []promise{
	{"AgainstRawLoop/batch=1", "of-raw", "throughput, one event a transaction, of a raw loop's", 0.8, true},
	{"AgainstRawLoop/batch=10", "of-raw", "throughput, ten events a transaction, of a raw loop's", 0.8, true},
	{"AgainstRawLoop/batch=100", "of-raw", "throughput, a hundred events a transaction, of a raw loop's", 0.8, true},
	{"StepAtLength/keys=1", "of-young", "step after 10,000 events, of one after 100, one key", 1.2, false},
	{"StepAtLength/keys=1000", "of-young", "step after 10,000 events, of one after 100, 1,000 keys", 1.2, false},
	{"SlowHandlers", "of-bound", "2,000 slow events, of the lower bound", 1.15, false},
}

// measureRuntime runs the runtime's benchmarks, each once: they repeat what they compare themselves.
func measureRuntime(ctx context.Context) ([]Ratio, error) {
	out, err := benchmarks(ctx, "./processors/stream", "AgainstRawLoop|StepAtLength|SlowHandlers", "1x")
	if err != nil {
		return nil, err
	}
	return ratios(out, promises)
}

// benchmarks runs those of a package and returns what they print.
func benchmarks(ctx context.Context, pkg, which, benchtime string) (*bytes.Buffer, error) {
	cmd := exec.CommandContext(ctx, "go", "test", pkg, "-run", "^$", "-bench", which, "-benchtime", benchtime, "-timeout", "20m")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("running the benchmarks of %s: %w\n%s", pkg, err, &out)
	}
	return &out, nil
}

// ratios reads what `go test -bench` prints. A promise that was not measured is an error: otherwise a renamed
// benchmark would look like a kept promise.
func ratios(r io.Reader, promises []promise) ([]Ratio, error) {
	seen := map[string]float64{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := strings.TrimPrefix(fields[0], "Benchmark")
		if at := strings.LastIndexByte(name, '-'); at > 0 {
			name = name[:at] // the number of processors
		}
		for i := 2; i+1 < len(fields); i += 2 {
			v, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return nil, fmt.Errorf("reading the benchmark's line %q: %w", lines.Text(), err)
			}
			seen[name+" "+fields[i+1]] = v
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the benchmarks: %w", err)
	}
	var all []Ratio
	for _, p := range promises {
		v, ok := seen[p.benchmark+" "+p.unit]
		if !ok {
			return nil, fmt.Errorf("the benchmark %s did not report %q", p.benchmark, p.unit)
		}
		all = append(all, Ratio{Name: p.name, Value: v, Limit: p.limit, AtLeast: p.atLeast, Passed: v >= p.limit == p.atLeast || v == p.limit})
	}
	return all, nil
}

// printRatios prints a line for each.
func printRatios(out io.Writer, all []Ratio) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range all {
		side := "at most"
		if r.AtLeast {
			side = "at least"
		}
		fmt.Fprintf(w, "%s\t%.2f (%s %.2f)%s\n", r.Name, r.Value, side, r.Limit, mark(r.Passed))
	}
	return w.Flush()
}
