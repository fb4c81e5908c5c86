package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/feed"
)

// TestWhatIsGivenAtUploadIsUsed hands the sample in under names that it does not bear, and under its own.
func TestWhatIsGivenAtUploadIsUsed(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	o, err := stack.Place{DataDir: dataDir(t)}.Open(t.Context(), settings.Dependencies{LogLevel: "warn"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := o.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	for _, c := range []struct {
		name     string
		given    events.Issuer
		warnings []string
	}{
		{"as the report says", events.Issuer{Company: "Kooijveld Samudrasa", Period: "FY2024", Sector: "EM-CM"}, nil},
		{"otherwise", events.Issuer{Company: "Other plc", Period: "2023", Sector: "X"}, []string{
			`the company is taken to be "Other plc", as given; the report itself says "Kooijveld Samudrasa N.V."`,
			`the period is taken to be "2023", as given; the report itself says "2024"`,
			`the sector is taken to be "X", as given; the report itself says "EM-CM"`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := uploadedAs(t, o, c.given)
			if is := (events.Issuer{Company: doc.Report.Company, Sector: doc.Report.Sector, Period: doc.Report.Period}); !is.Equal(c.given) {
				t.Errorf("the document is of %+v, given was %+v", is, c.given)
			}
			warned := slices.DeleteFunc(slices.Clone(doc.Report.Warnings), func(w string) bool { return !strings.Contains(w, "as given") })
			if len(warned) != len(c.warnings) {
				t.Errorf("warnings %q", doc.Report.Warnings)
			}
			for i, w := range c.warnings[:min(len(warned), len(c.warnings))] {
				if !strings.HasPrefix(warned[i], w) || strings.Contains(warned[i], "\n") {
					t.Errorf("warning %q, want %q", warned[i], w)
				}
			}
			used(t, o, doc, c.given)
		})
	}
}

// uploadedAs hands the sample in with what is given of it, and analyses it with no word more.
func uploadedAs(t *testing.T, o *stack.Opened, given events.Issuer) (doc document.Document) {
	t.Helper()
	sample, err := os.ReadFile(sampleReport(t))
	if err != nil {
		t.Fatal(err)
	}
	report, err := o.Upload(t.Context(), filepath.Base(sampleReport(t)), sample,
		map[string]string{"company": given.Company, "sector": given.Sector, "period": given.Period})
	if err != nil {
		t.Fatal(err)
	}
	run, err := o.Start(t.Context(), report.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	quiet, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer quiet.Close()
	if run, err = follow(t.Context(), o, run, terminal.NewProgress(quiet), nil, func() error { return o.Reachable(t.Context(), time.Minute) }); err != nil {
		t.Fatal(err)
	}
	if err := o.Do(t.Context(), http.MethodGet, "/runs/"+run+"/document", "", nil, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// used reports as errors what goes by other than was given: the opening, what is asked of agents, each claim.
func used(t *testing.T, o *stack.Opened, doc document.Document, given events.Issuer) {
	t.Helper()
	counts := map[string]int{}
	for _, e := range wholeFeed(t, o.Client, doc.Run.ID) {
		var is events.Issuer
		switch e.Type {
		case events.RunOpened.Type, events.ReportRouted.Type:
			if err := json.Unmarshal(e.Data, &is); err != nil {
				t.Fatal(err)
			}
		case events.ClaimExtracted.Type:
			var claim events.Claim
			if err := json.Unmarshal(e.Data, &claim); err != nil || claim.Issuer == nil {
				t.Fatalf("claim of %+v, %v", claim.Issuer, err)
			}
			is = events.Issuer{Company: claim.Issuer.Company, Sector: claim.Issuer.Sector, Period: claim.Issuer.Period} // the rest is the report's
		default:
			continue
		}
		if counts[e.Type]++; !is.Equal(given) {
			t.Errorf("%s is of %+v", e.Subject, is)
		}
	}
	if counts[events.RunOpened.Type] != 1 || counts[events.ReportRouted.Type] == 0 || counts[events.ClaimExtracted.Type] != len(doc.Claims) {
		t.Errorf("events %v", counts)
	}
}

// wholeFeed is every event of a run, in order.
func wholeFeed(t *testing.T, c client.Client, run string) []feed.Event {
	t.Helper()
	var all []feed.Event
	for after := int64(0); ; {
		var page struct {
			Events []struct {
				Event feed.Event `json:"event"`
			} `json:"events"`
			LastSeq int64 `json:"last_seq"`
			AtEnd   bool  `json:"at_end"`
		}
		if err := c.Do(t.Context(), http.MethodGet, fmt.Sprintf("/runs/%s/feed?after=%d", run, after), "", nil, &page); err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Events {
			all = append(all, e.Event)
		}
		if after = page.LastSeq; page.AtEnd {
			return all
		}
	}
}
