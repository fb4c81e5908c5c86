package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	page "github.com/sibyl-project/sibyl/projections/dashboard/pagetest"
)

// served starts everything that `sibyl up` starts, with the sample's evidence on the shelf, and returns the page's address.
func served(t *testing.T) string {
	t.Helper()
	dir := dataDir(t)
	s, err := stack.Start(context.WithoutCancel(t.Context()), dir, stack.Options{}, settings.Dependencies{LogLevel: "warn"}, listenOn("127.0.0.1:0"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		closing, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := s.Stop(closing); err != nil {
			t.Error(err)
		}
	})
	documents, err := readEvidence("../../data/sample/evidence")
	if err != nil {
		t.Fatal(err)
	}
	if err := (UpCmd{}).begin(t.Context(), s, nil, documents); err != nil {
		t.Fatal(err)
	}
	return "http://" + s.Listener.Addr().String()
}

// TestAReportIsReadFromUploadToExport has a person hand in the sample report in a browser, with everything behind the page
// as it is in use: preview, live run, a contradiction on its page and back, filters, a ruling, playback, exports, a reload.
func TestAReportIsReadFromUploadToExport(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker, a database and a browser")
	}
	tab := page.Browser(t) // first of all: without one the test is skipped
	root := served(t)
	report, err := filepath.Abs(sampleReport(t))
	if err != nil {
		t.Fatal(err)
	}
	do := func(steps ...page.Step) { t.Helper(); page.Do(t, tab, steps...) }
	run, truth, claims, detail := page.ID("run"), page.ID("truth"), page.ID("claims"), page.ID("detail")

	do(chromedp.Navigate(root), page.Says(page.ID("no-reports"), "No report yet"), chromedp.SetUploadFiles("#file", []string{report}),
		page.Says(page.ID("preview"), "Kooijveld Samudrasa N.V.", "Construction Materials", "2024", "20 pages", "GRI", "Governance"),
		page.Click(page.ID("begin")), page.Says(run, "Kooijveld Samudrasa N.V."), page.Says(page.ID("stages"), "Claims found", "Claims judged"),
		page.Says(".subject", "Completed"), page.Says(page.ID("graph"), "asked again"))
	if !strings.Contains(page.Value[string](t, tab, `location.pathname`), "/runs/run_") {
		t.Error("the run has no address of its own")
	}
	type counted struct {
		Verdicts map[string]int `json:"verdicts"`
	}
	n := page.Value[counted](t, tab, `fetch("/api/v1" + location.pathname).then((a) => a.json())`).Verdicts
	all := n["verified"] + n["contradicted"] + n["unverified"] + n["insufficient_evidence"]
	if n["verified"] == 0 || n["contradicted"] == 0 {
		t.Fatalf("the sample's verdicts are %v", n)
	}
	judged, kept := fmt.Sprintf("Claims judged%d of %d", all, all), fmt.Sprintf("%d of %d claims", n["verified"], all)

	// What matters first leads to its words on the page, and from there to the evidence and back.
	do(page.Press(".tabs", "Source of Truth"), page.Says(page.ID("matters"), "3,412 cubic metres", "Page 13"),
		page.Press(page.ID("matters"), "Page 13"),
		page.Holds("the claim is marked on page 13",
			`document.querySelector('[data-page="13"] canvas[data-drawn] ~ .mark[aria-current="true"]') !== null`),
		page.Holds("the unit that decides, in the table's head, is in sight with it", `(() => {
			const sheet = document.querySelector(".sheet").getBoundingClientRect(), mark = document.querySelector('.mark[aria-current="true"]');
			const unit = [...document.querySelectorAll('[data-page="13"] .textLayer span')].find((e) => e.textContent.includes("thousand cubic metres"));
			return unit && [unit, mark].every((e) => { const r = e.getBoundingClientRect();
				return r.top >= sheet.top && r.bottom <= Math.min(sheet.bottom, innerHeight); }); })()`),
		page.Says(page.ID("chosen"), "3,412 cubic metres", "Contradicted"), page.Press(page.ID("chosen"), "Evidence and verdict"),
		page.Says(detail, "Brantas Water Authority", "What decides it", "What would change it"), page.Press(detail, "Page 13"),
		page.Says(page.ID("chosen"), "3,412 cubic metres"), chromedp.NavigateBack(), page.Says(detail, "Brantas Water Authority"))

	// Filters stand in the address and survive a reload.
	do(page.Press(detail, "Close"), page.Click(".totals .verified"), page.Says(page.ID("claim-count"), kept),
		chromedp.Reload(), page.Says(page.ID("claim-count"), kept),
		page.Holds("only what is verified is listed", `[...document.querySelectorAll('[data-claim] .pill')].every((e) => e.textContent === "Verified")`))

	// A person rules on a claim, and the judge answers.
	do(page.Click(claims+" .said a"), page.Says(detail, "Verified"), page.Press(detail, "Review"), page.Fill(".review", "Verdict", "contradicted"),
		page.Fill(".review", "Your name", "Jane Doe"), page.Fill(".review", "Why", "The register was corrected"), page.Press(".review form", "Rule"),
		page.Says(detail, "Contradicted, by a person", "The machine says verified"), page.Says(page.ID("totals"),
			fmt.Sprintf("%dContradicted", n["contradicted"]+1), fmt.Sprintf("%dVerified", n["verified"]-1)))

	// What is not said of scenario analysis, and everything as a file.
	do(page.Press(truth, "Disclosures"), page.Holds("what the pillars count is listed", `(() => {
			const counts = (e) => e.textContent.replace(/\([^)]*\)/g, "").match(/\d+/g);
			const counted = [...document.querySelectorAll(".pillar .soft")].flatMap(counts).reduce((a, b) => a + Number(b), 0);
			return document.querySelector('[data-testid="gap-count"]').textContent === counted + " of " + counted + " disclosures"; })()`),
		page.Fill("main", "Search", "scenario analysis"), page.Says(page.ID("gaps"), "S2.22", "Not addressed"),
		chromedp.Evaluate[chromedp.Void](`window.kept = [];
			{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { window.kept.push(b); return make.call(URL, b); }; }`),
		page.Press("main", "Save this list"), page.Says("main", "rows saved"), page.Press(truth, "Exports"), page.Click(`[data-format="html"]`),
		page.Holds("the document is saved", `window.kept.length === 2`))
	for i, want := range []string{"S2.22(b)(i)(5)", "Jane Doe"} { // S2.22(b)(i)(5) asks about scenarios, S2.22(b) about their analysis
		if text := page.Value[string](t, tab, `window.kept[`+string('0'+rune(i))+`].text()`); !strings.Contains(text, want) {
			t.Errorf("file %d, of %d bytes, does not say %s", i, len(text), want)
		}
	}

	// The run is played back from its events.
	do(page.Press(".tabs", "Investigation"), page.Click(page.ID("playback")), page.Holds("all is read",
		`/Event (\S+) of \1 /.test(document.querySelector('[data-testid="scrubber"]').textContent)`), page.Says(page.ID("stages"), judged),
		chromedp.Focus(page.ID("scrubber")+" input"), chromedp.KeyEvent(kb.Home), page.Says(page.ID("stages"), "Claims judged0 of 0"),
		page.Press(page.ID("scrubber"), "Back to the end"))
	do(chromedp.Reload(), page.Says(page.ID("stages"), judged, "Disclosures comparedyes"),
		chromedp.Navigate(root+"/operations"), page.Says(page.ID("no-dead"), "None"),
		chromedp.Navigate("about:blank")) // what is stopped now is not asked any more
}
