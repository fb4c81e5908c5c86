package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/projections/api"
)

// ReplayCmd runs an analysis again from its events. It is a client of POST /runs/{run}/replay: the process
// that has the data does the work.
type ReplayCmd struct {
	RunID string `arg:"" name:"run" placeholder:"RUN" help:"A run's id, from sibyl runs; it must have ended."`
	Mode  string `enum:"exact" default:"exact" help:"exact: every step must do again what the log says it did."`
	From  string `placeholder:"TOPIC" help:"Take only what follows from this topic's events again, copy the rest (e.g. report.parsed, claims.routed)."`
	JSON  bool   `help:"Print JSON."`
	Place
	Dependencies
}

// Help is shown by `sibyl replay --help`.
func (ReplayCmd) Help() string { return "Example: sibyl replay run_01m2... --from claims.routed" }

// Run implements `sibyl replay`.
func (c ReplayCmd) Run(ctx context.Context) (err error) {
	o, err := c.open(ctx, c.Dependencies)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close(ctx)) }()
	body, err := json.Marshal(map[string]string{"mode": c.Mode, "from": c.From})
	if err != nil {
		return err
	}
	var raw []byte
	err = o.do(ctx, http.MethodPost, "/runs/"+c.RunID+"/replay", "application/json", bytes.NewReader(body), &raw)
	var p problemError
	switch {
	case errors.As(err, &p) && p.Status == http.StatusNotFound:
		return usage("there is no run %s here; `sibyl runs` lists them", c.RunID)
	case errors.As(err, &p) && p.Status == http.StatusUnprocessableEntity:
		return exitError{exitUsage, err}
	case err != nil:
		return err
	case c.JSON:
		return writeOut("", raw)
	}
	var answer struct {
		Run    runSummary   `json:"run"`
		Replay api.Replayed `json:"replay"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return fmt.Errorf("reading the answer about the replay of run %s: %w", c.RunID, err)
	}
	fmt.Fprintf(os.Stdout, "%s repeats %s exactly: %d steps were taken again, %d outputs compared, all equal; %d events copied, %d published\n",
		answer.Run.ID, answer.Run.Parent, answer.Replay.Steps, answer.Replay.Compared, answer.Replay.Copied, answer.Replay.Published)
	return nil
}

// replayer replays for the API, one run at a time: the transactional id of its producer is one.
func replayer(kafka []kgo.Opt, instance string, p ports, out *intent.Outbox) api.Replay {
	turn := make(chan struct{}, 1)
	config := replay.Config{
		Kafka: kafka, Instance: instance, Store: p.store, Now: time.Now, Repeat: out.Repeat,
		Declare: func(recorded replay.Ports) []stream.Declaration {
			return declarations(ports{store: recorded.Store, library: recorded.Library, parser: recorded.Parser})
		},
	}
	return func(ctx context.Context, run string, from events.Topic) (api.Replayed, error) {
		since, err := out.Repeatable(ctx, run)
		if err != nil {
			return api.Replayed{}, err
		}
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return api.Replayed{}, ctx.Err()
		}
		done, err := replay.Run(ctx, config, replay.Request{Parent: run, Since: since, From: from})
		return api.Replayed(done), refusal(err)
	}
}

// refusal tells clients what is about the run they named; anything else is the server's own trouble.
func refusal(err error) error {
	var diverged replay.DivergedError
	var damaged replay.DamagedError
	var unfinished replay.UnfinishedError
	var topic replay.TopicError
	switch {
	case errors.As(err, &diverged), errors.As(err, &damaged), errors.As(err, &unfinished):
		return api.Refusal{Status: http.StatusConflict, Detail: err.Error()}
	case errors.As(err, &topic):
		return api.Refusal{Status: http.StatusUnprocessableEntity, Detail: err.Error()}
	}
	return err
}
