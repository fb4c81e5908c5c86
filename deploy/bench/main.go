// Command bench measures one analysis from PDF to verdicts on an empty data directory: seconds, peak
// memory of Sibyl's processes without PostgreSQL's, and claims.
//
//	go run ./deploy/bench [-json] [-sibyl bin/sibyl] [REPORT.pdf]
//	go run ./deploy/bench -runtime
//	go run ./deploy/bench -intake [REPORT.pdf...]
//	go run ./deploy/bench -search
//	go run ./deploy/bench -live
//	go run ./deploy/bench -cost 10,50,200
//	go run ./deploy/bench -kept
//	go run ./deploy/bench -profile cmd/sibyl/default.pgo
//
// With -runtime it measures the runtime's ratios instead (see package stream's ratio benchmarks), with
// -intake how fast reports are read (those given, or generated ones), with -search how fast and how completely the library finds, with -live how soon
// those who watch a run see an event, with -cost what reports of these sizes take and what a page, a claim and an event add,
// with -kept how soon everything starts, and what a data directory is used for: a long report, one after others, replays, a rebuild and an
// instance with nothing to do. With -profile it measures nothing and writes where the time goes, for the compiler to build the next binary by.
//
// Without a report it makes one of 158 pages (the same bytes of text for the same -seed). It exits 1
// when a limit is missed or a claim has no verdict. One goroutine samples memory while the command
// runs; nothing is left behind.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

func main() {
	if code, ok := childMain(os.Args[1:]); ok {
		os.Exit(code)
	}
	asJSON := flag.Bool("json", false, "print the figures as JSON")
	binary := flag.String("sibyl", "bin/sibyl", "the binary to measure")
	pages := flag.Int("pages", 158, "pages of the report that is made when none is given")
	seed := flag.Uint64("seed", 1, "seed of that report")
	only := flag.String("generate", "", "make the report at this path and stop")
	dense := flag.Int("dense", 0, "of a thousand sentences of that report that would assert nothing, how many are claims")
	stream := flag.Bool("runtime", false, "measure the runtime's ratios instead")
	reading := flag.Bool("intake", false, "measure the reading of reports instead")
	finding := flag.Bool("search", false, "measure the library's searches instead")
	watched := flag.Bool("live", false, "measure how soon those who watch a run see an event instead")
	keeping := flag.Bool("kept", false, "measure start-up and what a data directory is used for instead: a long report, a warm start, replays, a rebuild, waiting")
	cost := flag.String("cost", "", "measure generated reports of these pages instead, such as 10,50,200, and what a page, a claim and an event cost")
	profile := flag.String("profile", "", "write where the time of analyses goes to this file instead, for the compiler")
	limits := Limits{Seconds: 10, MB: 600}
	flag.Float64Var(&limits.Seconds, "max-seconds", limits.Seconds, "limit for the whole command")
	flag.Float64Var(&limits.MB, "max-mb", limits.MB, "limit for the summed resident memory")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	measureKept := func(ctx context.Context) ([]Ratio, error) { return measureKept(ctx, *binary, *seed) }
	for _, part := range []struct {
		wanted  bool
		measure func(context.Context) ([]Ratio, error)
	}{{*stream, measureRuntime}, {*finding, measureSearch}, {*watched, measureLive}, {*keeping, measureKept}} {
		if !part.wanted {
			continue
		}
		if err := runRatios(ctx, *asJSON, part.measure); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *profile != "" {
		if err := writeProfile(ctx, *profile, *binary, *seed); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *cost != "" {
		sizes, err := numbers(*cost)
		if err == nil {
			err = runCost(ctx, *asJSON, *binary, sizes, *seed)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *reading {
		if err := runIntake(ctx, *asJSON, *seed, flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(ctx, *asJSON, *binary, *only, *pages, *seed, *dense, limits, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// numbers reads a list such as 10,50,200, which must grow.
func numbers(list string) ([]int, error) {
	var out []int
	for _, word := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 1 || len(out) > 0 && n <= out[len(out)-1] {
			return nil, fmt.Errorf("the sizes %q are no growing numbers of pages", list)
		}
		out = append(out, n)
	}
	return out, nil
}

func run(ctx context.Context, asJSON bool, binary, only string, pages int, seed uint64, dense int, limits Limits, report string) error {
	if only != "" {
		return makeReport(only, pages, seed, dense)
	}
	if report == "" {
		report = filepath.Join(".build", "bench", fmt.Sprintf("report-%d-seed%d.pdf", pages, seed))
		if err := makeReport(report, pages, seed, 0); err != nil {
			return err
		}
	}
	figures, err := measure(ctx, binary, report)
	if err != nil {
		return err
	}
	figures.judge(limits)
	if asJSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		if err := enc.Encode(figures); err != nil {
			return fmt.Errorf("printing the figures: %w", err)
		}
	} else if err := figures.print(os.Stdout); err != nil {
		return fmt.Errorf("printing the figures: %w", err)
	}
	if !figures.Passed {
		return errors.New("a limit was missed")
	}
	return nil
}

func runRatios(ctx context.Context, asJSON bool, measure func(context.Context) ([]Ratio, error)) error {
	all, err := measure(ctx)
	if err != nil {
		return err
	}
	missed := 0
	for _, r := range all {
		if !r.Passed {
			missed++
		}
	}
	if asJSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(all)
	} else {
		err = printRatios(os.Stdout, all)
	}
	if err != nil {
		return fmt.Errorf("printing the ratios: %w", err)
	}
	if missed > 0 {
		return fmt.Errorf("%d limits were missed", missed)
	}
	return nil
}
