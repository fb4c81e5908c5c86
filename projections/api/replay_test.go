package api_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// replayOf is a whole run as a replay leaves it on the feed: marked, with the parent's name.
func replayOf(t *testing.T, parent, name string) []events.Record {
	t.Helper()
	var out []events.Record
	for _, r := range projectionstest.Feed(projectionstest.Story{Run: name, Claims: 6}.Records(t)...) {
		r.ReplayOf = parent
		if r.Type == events.AnalysisRequested.Type {
			r.Data = []byte(strings.Replace(string(r.Data), `"mode":"live"`, `"parent":"`+parent+`","mode":"exact"`, 1))
		}
		out = append(out, r)
	}
	return out
}

func TestReplayingARun(t *testing.T) {
	const again = "run_01zzzzzzzzzzzzzzzzzz"
	var w *world
	var asked []string
	w = newWorld(t, func(c *api.Config) {
		c.Replay = func(_ context.Context, parent string, from events.Topic) (api.Replayed, error) {
			asked = append(asked, parent+" "+string(from))
			switch {
			case from == "nowhere":
				return api.Replayed{}, api.Refusal{Status: http.StatusUnprocessableEntity, Detail: "a replay cannot begin at nowhere"}
			case from == "claims.routed":
				return api.Replayed{}, api.Refusal{Status: http.StatusConflict, Detail: "verdict.issued claim/x differs"}
			case parent == "run_none":
				return api.Replayed{}, intent.ErrUnknownRun
			case parent == "run_busy":
				return api.Replayed{}, intent.StillAnalyzingError{Run: parent}
			case parent == "run_lost":
				return api.Replayed{}, errors.New("the broker is away")
			}
			w.log.Append(t, replayOf(t, parent, again)...)
			return api.Replayed{Run: again, Steps: 7}, nil
		}
	})
	w.log.Append(t, projectionstest.Submission(t)...)
	w.log.Append(t, projectionstest.Feed(projectionstest.Story{Run: run, Claims: 6}.Records(t)...)...)
	await(t, w, "/api/v1/runs/"+run, `"status":"completed"`)

	got := into[struct {
		Run    struct{ ID, Parent, Mode, Status string }
		Replay struct{ Steps int }
	}](t, w.do("POST", "/api/v1/runs/"+run+"/replay", strings.NewReader(`{"mode":"exact"}`), "Content-Type", "application/json").want(t, 201))
	if got.Run.ID != again || got.Run.Parent != run || got.Run.Mode != "exact" || got.Run.Status != "completed" || got.Replay.Steps != 7 {
		t.Errorf("the answer is %+v", got)
	}
	for path, c := range map[string]struct {
		body   string
		status int
		says   string
	}{
		"run_none": {``, 404, "Run not found"}, "run_busy": {``, 409, "has not ended"}, "run_lost": {``, 503, "server's log"},
		run: {`{"from":"claims.routed"}`, 409, "verdict.issued claim/x differs"}, "run_a": {`{"from":"nowhere"}`, 422, "cannot begin"},
		"run_b": {`{"mode":"fresh"}`, 422, "mode"},
	} {
		a := w.do("POST", "/api/v1/runs/"+path+"/replay", strings.NewReader(c.body), "Content-Type", "application/json").want(t, c.status)
		if !strings.Contains(string(a.body), c.says) {
			t.Errorf("%s %s: %s does not say %q", path, c.body, a.body, c.says)
		}
	}
	if asked[0] != run+" " || len(asked) != 6 {
		t.Errorf("asked for %q", asked)
	}
	// A replay goes on in nobody's place, and says nothing new of its report.
	if view := into[struct{ Successors []string }](t, w.get("/api/v1/runs/"+run).want(t, 200)); len(view.Successors) > 0 {
		t.Errorf("the replay is shown as a successor: %v", view.Successors)
	}
	if report := into[struct {
		LatestRun string `json:"latest_run"`
	}](t, w.get("/api/v1/reports/"+projectionstest.Report).want(t, 200)); report.LatestRun != run {
		t.Errorf("the report's latest run is %s, want %s", report.LatestRun, run)
	}
	newWorld(t, nil).do("POST", "/api/v1/runs/"+run+"/replay", nil).want(t, 503)
}
