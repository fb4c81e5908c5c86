package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

type analysis struct {
	Status   string
	Run      string         `json:"run_id"`
	Claims   int            `json:"claims_count"`
	ByType   map[string]int `json:"claims_by_type"`
	Sections int            `json:"sections"`
	Done     int            `json:"sections_extracted"`
	Failed   []int          `json:"sections_failed"`
	Error    *string        `json:"error_message"`
}

// A report that claims nothing is analysed all the same.
func TestAnAnalysisWithoutClaims(t *testing.T) {
	w := newWorld(t, nil)
	w.log.Append(t, projectionstest.Submission(t)...)
	w.log.Append(t, projectionstest.Feed(projectionstest.Story{Run: run}.Records(t)...)...)
	at := "/api/v1/analysis/" + projectionstest.Report
	await(t, w, at+"/status", `"status":"completed"`)
	got := into[analysis](t, w.get(at+"/status").want(t, 200))
	if got.Claims != 0 || len(got.ByType) != 5 || got.Error != nil || got.Sections != 3 || got.Done != 3 || len(got.Failed) != 0 {
		t.Errorf("status: %+v", got)
	}
	list := into[struct {
		Claims []any
		Total  int
	}](t, w.get(at+"/claims").want(t, 200))
	if list.Claims == nil || len(list.Claims) != 0 || list.Total != 0 {
		t.Errorf("claims: %+v", list)
	}
}

// A section that failed is counted and shown; a run that failed says why, and may be started again.
func TestAnAnalysisThatFails(t *testing.T) {
	w := newWorld(t, nil)
	at := "/api/v1/analysis/" + pdfID()
	w.upload("", [3]string{"file", "a.pdf", pdf}).want(t, 202)
	w.log.Append(t, preview(t, events.PreviewParsed, 1))
	w.get("/api/v1/reports/"+pdfID()+"/preview?wait=60").want(t, 200)
	first := into[analysis](t, w.do("POST", at+"/start", nil).want(t, 200))

	add := func(drafts ...events.Draft) {
		t.Helper()
		for _, d := range drafts {
			r, err := d.Seal(events.Envelope{Run: first.Run, Iteration: 1, IterationCap: 3}, "claims", time.Now())
			if err != nil {
				t.Fatal(err)
			}
			w.log.Append(t, projectionstest.Feed(r)...)
		}
	}
	add(events.AnalysisRequested.Draft(events.RunSubject("requested"),
		events.AnalysisRequest{Run: first.Run, ReportID: pdfID(), Mode: events.ModeLive, Iterations: 3}),
		events.RunOpened.Draft(events.RunSubject("opened"), events.Opening{ReportID: pdfID(), Sections: 2, Mode: events.ModeLive}),
		events.SectionExtracted.Draft(events.SectionSubject(2), events.SectionClaims{ReportID: pdfID(), Section: 2, Of: 2, Error: "it broke"}))
	await(t, w, at+"/status", `"sections_failed":[2]`)
	if got := into[analysis](t, w.get(at+"/status").want(t, 200)); got.Status != "analyzing" || got.Sections != 2 || !slices.Equal(got.Failed, []int{2}) {
		t.Errorf("with a failed section: %+v", got)
	}
	w.do("POST", at+"/start", nil).want(t, 409)

	const why = "no section of the report could be read: it broke"
	add(events.RunFailed.Draft(events.RunSubject("failed"), events.RunFailure{ReportID: pdfID(), Error: why}),
		events.AnalysisCompleted.Draft(events.RunSubject("completed"),
			events.Completion{ReportID: pdfID(), Status: events.RunError, Error: why, Verdicts: map[string]int{}, CodeVersion: "test"}))
	await(t, w, at+"/status", `"status":"error"`)
	if got := into[analysis](t, w.get(at+"/status").want(t, 200)); got.Error == nil || *got.Error != why {
		t.Errorf("after the failure: %+v", got)
	}
	w.do("POST", at+"/start", strings.NewReader(`{"budget_usd": "two"}`), "Content-Type", "application/json").want(t, 422)
	within := strings.NewReader(`{"budget_usd": "2.50", "budget_tokens": 900000}`)
	again := into[analysis](t, w.do("POST", at+"/start", within, "Content-Type", "application/json").want(t, 200))
	if again.Run == first.Run || again.Status != "analyzing" {
		t.Errorf("started again: %+v", again)
	}
}
