package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// TestDeletingAReport removes one that is being analysed and watched: its run is told to end, whoever watches hears
// that it is gone, its dead letters go with it, and a report beside it is not touched.
func TestDeletingAReport(t *testing.T) {
	w := newWorld(t, func(c *api.Config) {
		for _, err := range []error{artefact.Migrate(t.Context(), c.Pool), rag.Migrate(t.Context(), c.Pool)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	w.log.Append(t, projectionstest.Submission(t)...)
	other := into[api.Uploaded](t, w.upload("", [3]string{"file", "other.pdf", "%PDF-1.7\nother"}).want(t, http.StatusAccepted))
	records := projectionstest.Story{Run: run, Claims: 3}.Records(t)
	begun := records[:len(records)-1] // it has not ended
	w.log.Append(t, projectionstest.Feed(begun...)...)
	w.log.Append(t, died(t, "legal", events.DeadRejected, claimOf(t, records, 0), 1, nil))
	await(t, w, "/api/v1/runs/"+run, `"status":"analyzing"`)
	await(t, w, "/api/v1/dead", `"total":1`)

	watch, res, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(w.url, "http")+"/api/v1/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	defer watch.Close()
	if err := watch.WriteJSON(map[string]any{"type": "subscribe", "run": run, "after": 0}); err != nil {
		t.Fatal(err)
	}
	type message struct{ Type, Code, Detail string }
	until := func(kind string) (m message) {
		t.Helper()
		for m.Type != kind {
			if err := watch.ReadJSON(&m); err != nil {
				t.Fatal(err)
			}
		}
		return m
	}
	until("caught_up")

	w.do("DELETE", "/api/v1/reports/rep_none", nil).want(t, http.StatusNotFound)
	answered := make(chan answer)
	go func() { answered <- w.do("DELETE", "/api/v1/reports/"+projectionstest.Report, nil) }()
	// Nobody processes here: the test copies what the log is told to the feed.
	var told []events.Record
	kinds := ""
	for _, k := range w.read(events.TopicRunsProgress, 2) {
		r := decoded(t, k)
		told, kinds = append(told, r), kinds+r.Type+" "
		if r.Type == events.RunFailed.Type && !strings.Contains(string(r.Data), "the report was deleted") {
			t.Errorf("the run is told %s", r.Data)
		}
	}
	if kinds != "run.failed run.deleted " {
		t.Errorf("the log is told %s", kinds)
	}
	w.log.Append(t, projectionstest.Feed(told...)...)
	gone := into[api.DeletedReport](t, (<-answered).want(t, http.StatusOK))
	if gone.Filename != "nordwind-2025.pdf" || len(gone.Runs) != 1 || len(gone.Ended) != 1 || !gone.Swept {
		t.Errorf("the answer is %+v", gone)
	}
	if m := until("error"); !strings.Contains(m.Detail, "deleted") {
		t.Errorf("whoever watches hears %+v", m)
	}
	w.log.Append(t, projectionstest.Feed(records[len(records)-1:]...)...) // its end comes late
	w.log.Append(t, died(t, "judge", events.DeadRejected, claimOf(t, records, 1), 2, nil))
	const last = "run_0000000009zzzzzzzzzz"
	w.log.Append(t, projectionstest.Feed(projectionstest.Story{Run: last, Claims: 1}.Records(t)...)...)
	await(t, w, "/api/v1/runs/"+last, `"status":"completed"`) // whatever was before it in its partition is folded
	for _, path := range []string{"/api/v1/runs/" + run, "/api/v1/runs/" + run + "/document"} {
		w.get(path).want(t, http.StatusNotFound)
	}
	if a := w.get("/api/v1/dead?status=all&run="+run).want(t, 200); !strings.Contains(string(a.body), `"total":0`) {
		t.Errorf("its dead letters are still shown: %s", a.body)
	}
	w.do("DELETE", "/api/v1/reports/"+other.ReportID, nil).want(t, http.StatusOK)
	w.get("/api/v1/reports/"+other.ReportID).want(t, http.StatusNotFound)
}
