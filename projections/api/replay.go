package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/runs"
)

// Replay repeats a run that has ended and returns when the new run is on the log. from is a topic, or empty.
// What a client should be told is a Refusal.
type Replay func(ctx context.Context, run string, from events.Topic) (Replayed, error)

// Replayed says what a replay has done.
type Replayed struct {
	Run         string         `json:"run" doc:"the new run"`
	Steps       int            `json:"steps" doc:"steps taken again"`
	ByProcessor map[string]int `json:"by_processor" doc:"steps taken again, by processor"`
	Compared    int            `json:"compared" doc:"outputs found equal to the recorded ones, copies on the feed included"`
	Copied      int            `json:"copied" doc:"events taken over from the log"`
	Published   int            `json:"published" doc:"events of the new run, without their copies on the feed"`
}

// Refusal is an error of another part that a client should read.
type Refusal struct {
	Status int // HTTP
	Detail string
}

func (e Refusal) Error() string { return e.Detail }

// ReplayOptions say how a run is repeated.
type ReplayOptions struct {
	Mode events.RunMode `json:"mode,omitempty" enum:"exact" doc:"exact: every step must do again what the log says it did"`
	From string         `json:"from,omitempty" doc:"a topic: only what follows from its events is taken again, the rest is copied"`
}

type replayAnswer struct {
	Run    RunView  `json:"run"`
	Replay Replayed `json:"replay"`
}

func (s *server) registerReplay(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "replay-run", Method: http.MethodPost, Path: "/api/v1/runs/{run}/replay", Tags: []string{"Runs"},
		DefaultStatus: http.StatusCreated,
		Errors:        []int{http.StatusNotFound, http.StatusConflict},
		Summary:       "Run an ended analysis again from its events, into a new run",
		Description: "Answers when the new run is finished. 409 says that the run has not ended, or that a step did not do " +
			"again what the log says it did, and names the event; there is no new run then.",
	}, func(ctx context.Context, in *struct {
		RunPath
		Body *ReplayOptions
	}) (*struct{ Body replayAnswer }, error) {
		if s.Replay == nil {
			return nil, huma.Error503ServiceUnavailable("This server has no processors to replay with.")
		}
		var from events.Topic
		if in.Body != nil {
			from = events.Topic(in.Body.From)
		}
		done, err := s.Replay(ctx, in.Run, from)
		if err != nil {
			return nil, s.failure(ctx, err)
		}
		view, err := s.awaitReplay(ctx, done.Run)
		return answer(ctx, s, replayAnswer{view, done}, err)
	})
}

// awaitReplay waits until the read models show a run whose events are on the log, all of them.
func (s *server) awaitReplay(ctx context.Context, id string) (RunView, error) {
	folded := false
	err := s.await(ctx, id, int(maxWait.Seconds()), func() (bool, error) {
		r, err := s.runOf(ctx, id)
		if errors.Is(err, intent.ErrUnknownRun) || errors.Is(err, runs.ErrNotFound) {
			return false, nil
		}
		folded = err == nil && r.Status != events.RunAnalyzing
		return folded, err
	})
	if err != nil {
		return RunView{}, err
	}
	if !folded {
		return RunView{}, Refusal{http.StatusServiceUnavailable, "Run " + id + " is on the log, but the read models do not show it yet; ask for it later."}
	}
	return s.runView(ctx, id)
}
