// Command eval measures quality on labelled sets, as sibyl eval does.
//
//	go run ./deploy/eval [-json] [-data PLACE] [SET...]
//
// Without names it runs every set. Sets that need labels look for them in -data, SIBYL_EVAL or ../shared/eval; one whose
// labels are not in the latter two is passed over with a message. It exits 1 when a figure misses its limit. Nothing is written.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/sibyl-project/sibyl/deploy/eval/sets"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == parse.ChildArg {
		os.Exit(parse.ChildMain(os.Stdin, os.Stdout)) // reports are parsed in a child process of this program
	}
	asJSON := flag.Bool("json", false, "print the figures as JSON")
	data := flag.String("data", "", "folder of the labelled data, or a file of them for one set; by default SIBYL_EVAL or ../shared/eval")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *asJSON, *data, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, asJSON bool, data string, names []string) error {
	chosen, err := sets.Chosen(names)
	if err != nil {
		return err
	}
	var reports []sets.Report
	err = sets.MeasureAll(ctx, chosen, data, func(r sets.Report) error {
		if reports = append(reports, r); asJSON {
			return nil
		}
		return r.Print(os.Stdout)
	})
	if err != nil && !errors.Is(err, sets.ErrMissed) || !asJSON {
		return err
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "  ")
	if e := enc.Encode(reports); e != nil {
		return fmt.Errorf("printing the figures: %w", e)
	}
	return err
}
