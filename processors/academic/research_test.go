package academic_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/academic"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/outside/outsidetest"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence/evidencetest"
)

type still struct{}

func (still) Now() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }

func (still) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// pass is what the agent finds for a claim of a report of 2024 with a library and an index of works; both may be none.
func pass(t *testing.T, claim events.Claim, x *outsidetest.Index, files ...evidencetest.File) []events.Finding {
	t.Helper()
	store := artefact.NewMemory()
	claim.ID, claim.ReportID, claim.Issuer = "clm_1", "rep_1", &events.Issuer{Company: "Acme N.V.", Period: "2024"}
	if len(files) > 0 {
		claim.Library = evidencetest.Library(t, store, files...)
	}
	config := academic.Config{Store: store}
	agent := academic.New(config)
	if x != nil {
		client, err := outside.New(outside.Options{
			Online: true, Clock: still{}, Services: []outside.Service{{Name: events.SourceResearch, Hosts: []string{x.Host()}, Tries: 2}},
		})
		if err != nil {
			t.Fatal(err)
		}
		claim.Reach = &events.Reach{AsOf: "2025-03-01", Services: []string{events.SourceResearch}}
		config.Sources = []events.Source{{Name: events.SourceResearch, URL: x.URL}}
		agent = stream.Learning(academic.New(config), outside.Recording(store, client))
	}
	event := streamtest.Event(events.ClaimRouted, "run_1", events.PassSubject("clm_1", 1, "routed"), events.Assignment{
		Claim: claim, Iteration: 1, Agents: []events.AgentTask{{Agent: events.Academic}},
	})
	d := streamtest.New(t, agent)
	d.When(event)
	found := findings(t, d)
	if x != nil { // a replay, with nobody to ask, finds the same
		again := streamtest.New(t, stream.Learning(academic.New(config), outside.Recording(store, nil)))
		again.When(event)
		for i, f := range findings(t, again) {
			if f.Summary != found[i].Summary || string(f.Details) != string(found[i].Details) {
				t.Errorf("replayed: %s", f.Summary)
			}
		}
	}
	return found
}

func findings(t *testing.T, d *streamtest.Driver) []events.Finding {
	t.Helper()
	var out []events.Finding
	for _, r := range d.Published() {
		if r.Type != events.FindingProduced.Type {
			continue
		}
		e, err := events.FindingProduced.Decode(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Data)
	}
	if len(out) == 0 {
		t.Fatal("nothing was found")
	}
	return out
}

func of(t *testing.T, all []events.Finding, kind string) (events.Finding, events.AcademicDetails) {
	t.Helper()
	for _, f := range all {
		if f.EvidenceType == kind {
			var d events.AcademicDetails
			if err := json.Unmarshal(f.Details, &d); err != nil {
				t.Fatal(err)
			}
			return f, d
		}
	}
	return events.Finding{}, events.AcademicDetails{}
}

func TestWorksOnTheMatterTakeNoSide(t *testing.T) {
	x := outsidetest.NewIndex(
		outsidetest.Work{Title: "Additionality of carbon credits", DOI: "10.1234/add", Year: 2021, Venue: "Journal of Credits", Authors: []string{"A. One"},
			Abstract: "Most credits are not additional. We studied 300 projects."},
		outsidetest.Work{Title: "Carbon credits of tomorrow", DOI: "10.1234/new", Year: 2031, Venue: "Journal", Authors: []string{"B. Two"}},
	)
	defer x.Close()
	all := pass(t, events.Claim{Text: "We retired 40,000 carbon credits from Verra projects of vintage 2021."}, x)
	f, d := of(t, all, academic.EvidenceResearch)
	if f.SupportsClaim != nil || len(d.References) != 1 ||
		d.References[0].DOI != "https://doi.org/10.1234/add" || d.References[0].Quote != "Most credits are not additional." {
		t.Errorf("%+v\n%+v", f, d)
	}
	if c := d.Credits; c == nil || !c.Registry || !c.Vintage || c.Additional || c.Permanent || c.Leakage {
		t.Errorf("%+v", c)
	}
	if len(d.Searches) == 0 || len(d.Limitations) < 2 || !strings.Contains(strings.Join(d.Kinds, " "), "certificates_offsets") {
		t.Errorf("%+v", d)
	}
	for _, f := range all {
		if f.SupportsClaim != nil {
			t.Errorf("a side is taken: %s", f.Summary)
		}
	}
}

// TestAWorkThatNamesTheCompany is held against the claim like any document.
func TestAWorkThatNamesTheCompany(t *testing.T) {
	for abstract, want := range map[string]string{
		"Acme withdrew 5,100,000 cubic metres of water in 2024.":        "no",
		"Acme withdrew 3.4 million cubic metres of water in 2024.":      "yes",
		"Acmetron withdrew 5,100,000 cubic metres of water in 2024.":    "",
		"Companies withdrew 5,100,000 cubic metres of water in 2024.":   "",
		"Acme withdrew 5,100,000 cubic metres of water in 2019 (2024).": "",
	} {
		t.Run(abstract, func(t *testing.T) {
			x := outsidetest.NewIndex(outsidetest.Work{
				Title: "Water of the paper industry", DOI: "10.1234/w", Year: 2025, Venue: "Water", Authors: []string{"A. One"}, Abstract: abstract,
			})
			defer x.Close()
			got := ""
			for _, f := range pass(t, events.Claim{Text: "We withdrew 3.4 million cubic metres of water in 2024."}, x) {
				if f.SupportsClaim != nil {
					got = map[bool]string{true: "yes", false: "no"}[*f.SupportsClaim]
					if len(f.Evidence) == 0 || f.Evidence[0].URL != "https://doi.org/10.1234/w" || f.Evidence[0].Quote == "" || f.Origins[0] != events.OriginExternal {
						t.Errorf("%+v", f.Evidence)
					}
				}
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestAnIndexThatDoesNotAnswer(t *testing.T) {
	x := outsidetest.NewIndex()
	x.Limit = 99
	defer x.Close()
	all := pass(t, events.Claim{Text: "We withdrew 3.4 million cubic metres of water in 2024."}, x)
	f, d := of(t, all, academic.EvidenceResearch)
	if f.SupportsClaim != nil || len(d.References) != 0 || len(d.Searches) == 0 || !strings.Contains(d.Searches[0].Failed, "429") {
		t.Errorf("%+v %+v", f, d)
	}
	if w := d.Other.WhyNot; len(w) == 0 || !strings.Contains(w[0].Why, "429") || w[0].For != d.Searches[0].Query {
		t.Errorf("why not: %+v", w)
	}
}

func TestListsOfTargets(t *testing.T) {
	list := func(status, company, date string) evidencetest.File {
		return evidencetest.File{
			Name: "targets.csv", Text: "Company Name,Near term - Target Status,Near term - Target Classification,Near term - Target Year\n" +
				company + "," + status + ",1.5°C,2030\n",
			Item: events.LibraryItem{Kind: events.KindRegister, Publisher: "Science Based Targets initiative", Title: "Companies taking action", Date: date},
		}
	}
	own := list("Targets Set", "Acme N.V.", "2025-06-01")
	own.Item.Publisher = "Acme N.V."
	for _, tc := range []struct {
		name, text, subject string
		file                evidencetest.File
		want                string
	}{
		{"validated, and listed", "Our targets are validated by the SBTi.", "company", list("Targets Set", "ACME NV", "2025-06-01"), "yes"},
		{"validated, and promised only", "Our targets are validated by the SBTi.", "company", list("Committed", "Acme N.V.", "2025-06-01"), "no"},
		{"validated after the list was made", "Our targets are validated by the SBTi.", "company", list("Committed", "Acme N.V.", "2024-06-01"), ""},
		{"promised, and listed so", "We have committed to set targets with the SBTi.", "company", list("Committed", "Acme N.V.", "2025-06-01"), "yes"},
		{"a promise that was taken back", "Our targets are validated by the SBTi.", "company", list("Commitment removed", "Acme N.V.", "2025-06-01"), ""},
		{"another company", "Our targets are validated by the SBTi.", "company", list("Committed", "Acme Foods Ltd", "2025-06-01"), ""},
		{"a supplier's target", "Globex has targets validated by the SBTi.", "Globex", list("Committed", "Acme N.V.", "2025-06-01"), ""},
		{"the company's own list", "Our targets are validated by the SBTi.", "company", own, ""},
		{"of something else", "Our waste fell.", "company", list("Committed", "Acme N.V.", "2025-06-01"), ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			all := pass(t, events.Claim{Text: tc.text, Entities: events.Entities{Subject: tc.subject}}, nil, tc.file)
			f, d := of(t, all, academic.EvidenceRegistry)
			got := ""
			if f.SupportsClaim != nil {
				got = map[bool]string{true: "yes", false: "no"}[*f.SupportsClaim]
				if d.Target == nil || d.Target.TargetYear != "2030" || len(f.Evidence) != 1 || f.Evidence[0].Row != 2 || f.Origins[0] != events.OriginRegistry {
					t.Errorf("%+v %+v", f, d)
				}
			}
			unlisted := strings.Contains(string(all[0].Details), "does not have the company")
			if asked := strings.Contains(tc.text, "SBTi"); unlisted != (asked && tc.file.Text == list("Committed", "Acme Foods Ltd", "2025-06-01").Text) {
				t.Errorf("unlisted %t: %s", unlisted, all[0].Details)
			}
			if got != tc.want {
				t.Errorf("%q, want %q: %s", got, tc.want, f.Summary)
			}
		})
	}
}

func TestListsOfRetiredCredits(t *testing.T) {
	file := evidencetest.File{
		Name: "retired.csv",
		Text: "Project,Vintage,Quantity of Credits,Retirement Beneficiary,Retirement Date\n" +
			"Forest A,2020,\"25,000\",Acme N.V.,2024-05-02\nCookstoves,2021,\"15,000\",Acme NV,2024-11-30\n" +
			"Forest A,2020,\"90,000\",Globex Ltd,2024-05-02\nForest A,2019,\"9,000\",Acme N.V.,2023-05-02\n",
		Item: events.LibraryItem{Kind: events.KindRegister, Publisher: "Credit Registry", Title: "Retirements", Date: "2025-01-31"},
	}
	for text, want := range map[string]string{
		"We retired 40,000 carbon credits in 2024.":    "yes", // 25,000 and 15,000
		"We retired 40,300 carbon credits in 2024.":    "yes", // within a hundredth
		"We retired 41,000 carbon credits in 2024.":    "",
		"We bought carbon credits of good quality.":    "",
		"We use carbon offsets for our flights (2024)": "",
	} {
		t.Run(text, func(t *testing.T) {
			f, d := of(t, pass(t, events.Claim{Text: text}, nil, file), academic.EvidenceRegistry)
			got := ""
			if f.SupportsClaim != nil {
				got = map[bool]string{true: "yes", false: "no"}[*f.SupportsClaim]
			}
			if got != want || d.Credits == nil || d.Credits.Retired != "40000" || d.Credits.RetiredUnits != 2 || len(f.Evidence) != 2 {
				t.Errorf("%q, want %q: %s %+v", got, want, f.Summary, d.Credits)
			}
		})
	}
}

// TestMethodsThatAreAskedFor: recognised ones are said to be, and for what; that they were followed is not.
func TestMethodsThatAreAskedFor(t *testing.T) {
	for text, want := range map[string]string{
		"Our Scope 3 calculation follows the GHG Protocol.": "GHG Protocol is recognised for accounting",
		"Footprints follow ISO 14067 and PCAF.":             "PCAF is recognised for financed emissions",
		"We follow the Acme Method.":                        "names no method that is known",
	} {
		d := streamtest.New(t, academic.New(academic.Config{}))
		d.When(streamtest.Event(events.RequestRouted, "run_1", events.ClaimSubject("clm_1", "request", "r", "routed"), events.InfoRequest{
			ID: "r", From: events.Legal, To: events.Academic, Kind: events.AskMethod, ClaimID: "clm_1", Claim: &events.Claim{ID: "clm_1", Text: text},
		}))
		a := streamtest.One(d, events.InfoProvided).Data
		if !strings.Contains(a.Answer, want) || a.Refused != strings.Contains(want, "no method") || len(a.Evidence) != 0 {
			t.Errorf("%s: %+v", text, a)
		}
	}
}
