// Command eval measures quality on labelled sets.
//
//	go run ./deploy/eval [-json] [-data FOLDER] [SET...]
//
// Without names it runs every set. Sets that need labels look for them in -data, SIBYL_EVAL or ../shared/eval; one whose
// labels are not there is passed over with a message. It exits 1 when a figure misses its limit. Nothing is written.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/sibyl-project/sibyl/deploy/eval/sets"
	"github.com/sibyl-project/sibyl/processors/intake"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == intake.ChildArg {
		os.Exit(intake.ChildMain(os.Stdin, os.Stdout)) // reports are parsed in a child process of this program
	}
	asJSON := flag.Bool("json", false, "print the figures as JSON")
	data := flag.String("data", "", "folder of the labelled data, by default SIBYL_EVAL or ../shared/eval")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *asJSON, *data, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, asJSON bool, data string, names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(sets.All(), func(s sets.Set) bool { return s.Name == name }) {
			return fmt.Errorf("there is no set %q", name)
		}
	}
	var reports []sets.Report
	missed := false
	for _, s := range sets.All() {
		if len(names) > 0 && !slices.Contains(names, s.Name) {
			continue
		}
		began := time.Now()
		r, err := s.Measure(ctx, data)
		if err != nil {
			return fmt.Errorf("measuring %s: %w", s.Name, err)
		}
		r.Seconds = time.Since(began).Seconds()
		missed = missed || !r.Passed()
		if reports = append(reports, r); !asJSON {
			if err := r.Print(os.Stdout); err != nil {
				return fmt.Errorf("printing %s: %w", s.Name, err)
			}
		}
	}
	if asJSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		if err := enc.Encode(reports); err != nil {
			return fmt.Errorf("printing the figures: %w", err)
		}
	}
	if missed {
		return errors.New("a limit was missed")
	}
	return nil
}
