package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/projections/api"
)

// ReplayCmd runs an analysis again from its events. It is a client of POST /runs/{run}/replay: the process
// that has the data does the work.
type ReplayCmd struct {
	RunID string `arg:"" name:"run" placeholder:"RUN" help:"A run's id, from sibyl runs; it must have ended."`
	Mode  string `enum:"exact" default:"exact" help:"exact: every step must do again what the log says it did."`
	From  string `placeholder:"TOPIC" help:"Take only what follows from this topic's events again, copy the rest (e.g. report.parsed, claims.routed)."`
	asking
}

// Help is shown by `sibyl replay --help`.
func (ReplayCmd) Help() string { return "Example: sibyl replay run_01m2... --from claims.routed" }

// Run implements `sibyl replay`.
func (c ReplayCmd) Run(ctx context.Context) (err error) {
	o, err := c.Open(ctx, c.Dependencies)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close(ctx)) }()
	body, err := json.Marshal(map[string]string{"mode": c.Mode, "from": c.From})
	if err != nil {
		return err
	}
	var raw []byte
	err = o.Do(ctx, http.MethodPost, "/runs/"+c.RunID+"/replay", "application/json", bytes.NewReader(body), &raw)
	var p client.Problem
	switch {
	case errors.As(err, &p) && p.Status == http.StatusNotFound:
		return exit.Usage("there is no run %s here; `sibyl runs` lists them", c.RunID)
	case errors.As(err, &p) && p.Status == http.StatusUnprocessableEntity:
		return exit.With(exit.CodeUsage, err)
	case err != nil:
		return err
	case c.JSON:
		return writeOut("", raw)
	}
	var answer struct {
		Run    client.Run   `json:"run"`
		Replay api.Replayed `json:"replay"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return fmt.Errorf("reading the answer about the replay of run %s: %w", c.RunID, err)
	}
	fmt.Fprintf(os.Stdout, "%s repeats %s exactly: %d steps were taken again, %d outputs compared, all equal; %d events copied, %d published\n",
		answer.Run.ID, answer.Run.Parent, answer.Replay.Steps, answer.Replay.Compared, answer.Replay.Copied, answer.Replay.Published)
	return nil
}
