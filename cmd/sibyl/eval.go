package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/deploy/eval/sets"
)

// EvalCmd measures quality.
type EvalCmd struct {
	Sets   []string `arg:"" optional:"" name:"set" placeholder:"SET" help:"Which sets; all without one."`
	Data   string   `placeholder:"PATH" help:"${eval_data_help}"`
	Errors string   `placeholder:"FILE" help:"Write what was answered wrong to FILE, one JSON object for each line."`
	List   bool     `help:"Only list the sets."`
	JSON   bool     `help:"Print JSON."`
	settings.Reasoning
}

// Help is shown by `sibyl eval --help`.
func (EvalCmd) Help() string {
	return `Example: sibyl eval retrieval --json

Labels that may not be part of the program lie beside it; a set whose labels are not there is passed over with a message. ` +
		`The exit code is 1 when a figure misses its limit. ` +
		`With a language model configured (SIBYL_LLM_MODEL), sets of disclosures and of labelled sentences have its figures beside those of the rules.`
}

// evalListed is a set in the list.
type evalListed struct {
	Set   string `json:"set"`
	About string `json:"about"`
	Data  string `json:"data,omitempty"` // below the folder of labels
}

// Run implements `sibyl eval`.
func (c EvalCmd) Run(ctx context.Context) error {
	chosen, err := sets.Chosen(c.Sets)
	if err != nil {
		return exit.Usage("%v", err)
	}
	if c.List {
		return c.list(chosen)
	}
	if c.Data != "" {
		at, err := os.Stat(c.Data)
		switch {
		case err != nil:
			return exit.Usage("%s cannot be read: %v", c.Data, exit.RootCause(err))
		case !at.IsDir() && len(chosen) != 1:
			return exit.Usage("%s is a file, which is of one set: say which", c.Data)
		}
	}
	if ctx, err = worker.Rereading(ctx, c.Reasoning); err != nil {
		return err
	}
	reports := []sets.Report{}
	err = sets.MeasureAll(ctx, chosen, c.Data, func(r sets.Report) error {
		if r.Skipped != "" && c.JSON {
			fmt.Fprintf(os.Stderr, "%s is not measured: %s\n", r.Set, r.Skipped)
		}
		if reports = append(reports, r); c.JSON {
			return nil
		}
		return r.Print(os.Stdout)
	})
	switch {
	case errors.Is(err, sets.ErrData):
		return exit.Usage("%v", err)
	case err != nil && !errors.Is(err, sets.ErrMissed):
		return err
	}
	if c.JSON {
		err = errors.Join(printJSON(reports), err)
	}
	if c.Errors != "" {
		var misses bytes.Buffer
		err = errors.Join(sets.WriteMisses(&misses, reports), err)
		if e := os.WriteFile(c.Errors, misses.Bytes(), 0o644); e != nil {
			return fmt.Errorf("writing what was answered wrong: %w", e)
		}
	}
	return err
}

func (c EvalCmd) list(chosen []sets.Set) error {
	if c.JSON {
		out := []evalListed{}
		for _, s := range chosen {
			out = append(out, evalListed{s.Name, s.About, s.Data})
		}
		return printJSON(out)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	for _, s := range chosen {
		fmt.Fprintf(w, "%s\t%s\n", s.Name, s.About)
	}
	return w.Flush()
}

func printJSON(v any) error {
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
