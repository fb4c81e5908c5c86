package api_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/costs"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// TestAnEstimateOfAReport: what a run would cost is said of a report that has been read, and why not of another one. Nothing is started.
func TestAnEstimateOfAReport(t *testing.T) {
	store := artefact.NewMemory()
	data, err := document.Encode(&document.Document{
		SHA256: strings.Repeat("ab", 32), Version: document.Version, Pages: []document.Page{{Number: 1, Text: "One."}, {Number: 2, Text: "Two."}},
	})
	if err != nil {
		t.Fatal(err)
	}
	parse, err := store.Put(t.Context(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, func(c *api.Config) {
		c.Artefacts = store
		c.Estimate = func(_ context.Context, d *document.Document) (costs.Estimate, error) {
			return costs.Estimate{
				Pages: len(d.Pages), Calls: 7, USD: "0.25", ByRole: []costs.EstimatedRole{{Role: "LEGAL", Model: "m", Calls: 7, USD: "0.25"}},
			}, nil
		}
	})
	at := "/api/v1/reports/" + pdfID()
	w.get(at+"/estimate").want(t, 404)
	w.upload("", [3]string{"file", "a.pdf", pdf}).want(t, 202)
	w.get(at+"/estimate").want(t, 409)
	w.log.Append(t, preview(t, events.PreviewError, 1))
	w.get(at+"/preview?wait=60").want(t, 200)
	w.get(at+"/estimate").want(t, 409)
	w.do("POST", at+"/retry", nil).want(t, 202)
	w.log.Append(t, preview(t, events.PreviewParsed, 2, func(p *events.Preview) { p.Parse = parse }))
	got := into[costs.Estimate](t, w.get(at+"/estimate?wait=60").want(t, 200))
	if got.Pages != 2 || got.Calls != 7 || got.USD != "0.25" || len(got.ByRole) != 1 || got.ByRole[0].Model != "m" {
		t.Errorf("%+v", got)
	}
	if r := into[report](t, w.get(at).want(t, 200)); r.LatestRun != "" {
		t.Errorf("run %s was started", r.LatestRun)
	}
}
