package dashboard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sibyl-project/sibyl/deploy/legibility"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// watched is a run whose claims are with the agents, and a tab that watches it.
type watched struct {
	*world
	tab    context.Context
	claims []events.Claim
}

func watching(t *testing.T, agent string) *watched {
	t.Helper()
	w := newWorld(t)
	records := extracted(t, projectionstest.Story{Run: run, Claims: 6})
	w.log.Append(t, projectionstest.Submission(t)...)
	w.log.Append(t, projectionstest.Feed(records...)...)
	w.known(t)
	tab := browser(t)
	do(t, tab, chromedp.EmulateViewport(1280, 1600), chromedp.Navigate(w.url+"/runs/"+run+"?agent="+agent),
		says(id("link"), "Live"), says(id("agent-panel"), "Reasoning"), chromedp.Evaluate[chromedp.Void](`window.sameDocument = true`))
	return &watched{world: w, tab: tab, claims: claimsOf(t, records)}
}

// tell commits events of one processor, which the page must show without being loaded again.
func (w *watched) tell(t *testing.T, source string, iteration int, drafts ...events.Draft) {
	t.Helper()
	var records []events.Record
	for _, d := range drafts {
		r, err := d.Seal(events.Envelope{Run: run, Iteration: iteration, IterationCap: 3}, source, projectionstest.Began)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	w.log.Append(t, projectionstest.Feed(records...)...)
}

// stayed fails the test if the page was loaded again since it was opened.
func (w *watched) stayed(t *testing.T) {
	t.Helper()
	if !value[bool](t, w.tab, `window.sameDocument === true`) {
		t.Error("the page was loaded again")
	}
}

// TestLegalFindingsAppearAsTheyAreMade: a finding with its paragraph, status and quotation; the question that Legal asks and its answer.
func TestLegalFindingsAppearAsTheyAreMade(t *testing.T) {
	w := watching(t, "legal")
	c := w.claims[0]
	details, err := json.Marshal(events.LegalDetails{Mappings: []events.ParagraphMapping{{
		Paragraph: "S2.29(a)(i)", Pillar: "metrics_targets", Section: "Metrics", Requirement: "Gross emissions of the period.", Status: events.FullyAddressed,
		S1Counterparts: []string{},
		SubRequirements: []events.SubRequirement{{
			ID: "S2.29(a)(i)#amount", Requirement: "the amount", Addressed: true, Origin: events.OriginReport, Page: 7, Quote: "Gross emissions were 12,400 t.",
		}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	do(t, w.tab, says(id("agent-panel"), "0 of 6 answered", "0 findings"))
	w.tell(t, "legal", 1,
		events.FindingProduced.Draft(events.PassSubject(c.ID, 1, "legal", "0"), events.Finding{
			ID: "fnd_aaaaaa", Agent: events.Legal, ClaimID: c.ID, Iteration: 1, EvidenceType: "ifrs_compliance",
			Summary: "S2.29(a)(i) is addressed.", Confidence: events.ConfidenceHigh, Score: 0.9,
			Origins: []events.Origin{events.OriginReport}, Evidence: []events.Evidence{}, Details: details, Last: true,
		}),
		events.ActivityReported.Draft(events.PassSubject(c.ID, 1, "legal", "activity"), events.Activity{
			Agent: "legal", Event: "evidence_found", Data: map[string]any{"claim_id": c.ID, "summary": "S2.29(a)(i) is addressed. data_metrics was asked."},
		}),
		events.FindingReported.Draft(events.PassSubject(c.ID, 1, "legal"),
			events.Receipt{ClaimID: c.ID, Iteration: 1, Agent: events.Legal, Outcome: events.OutcomeProduced}),
	)
	do(t, w.tab, says(id("agent-panel"), "Gross emissions of the period.", "Fully addressed", "Gross emissions were 12,400 t.", "Page 7"),
		says(id("agent-panel"), "1 of 6 answered", "1 finding"),
		says(id("agent-panel")+" "+id("feed"), "S2.29(a)(i) is addressed. Data and metrics was asked.", c.Text))

	q := events.InfoRequest{ID: "req_1", From: events.Legal, Kind: events.AskArithmetic, ClaimID: c.ID, Question: "Does the stated change follow?"}
	w.tell(t, "legal", 1, events.InfoRequested.Draft(events.RunSubject("request", q.ID), q))
	do(t, w.tab, click(`[data-agent="orchestrator"]`),
		says(id("questions"), "Legal asks whoever knows", "Does the stated change follow?", "Open", "No answer yet"))
	q.To = events.DataMetrics
	w.tell(t, "router", 1, events.RequestRouted.Draft(events.RunSubject("request", q.ID, "routed"), q))
	do(t, w.tab, says(id("questions"), "asks Data and metrics"),
		holds("a dashed line joins the two",
			`getComputedStyle(document.querySelector('.react-flow__edge[data-id="legal>data_metrics"] path')).strokeDasharray !== "none"`))
	w.tell(t, "legal", 1, events.RequestClosed.Draft(events.RunSubject("request", q.ID, "closed"), events.RequestClosure{
		Request: q, Status: events.InquiryAnswered,
		Answer: &events.InfoAnswer{RequestID: q.ID, From: events.DataMetrics, To: events.Legal, Answer: "No: they give 4.0 %.", Evidence: []events.Evidence{}},
	}))
	do(t, w.tab, says(id("questions"), "Answered", "No: they give 4.0 %."))
	w.stayed(t)
}

// TestCoverageGrowsByPillar: the bars have the widths and colours of what is said in words beside them.
func TestCoverageGrowsByPillar(t *testing.T) {
	w := watching(t, "legal")
	do(t, w.tab, says(id("coverage"), "not compared with IFRS S1 and S2 yet"))
	bar := func(pillar string) string {
		return fmt.Sprintf(`[...document.querySelectorAll('[data-testid="coverage"] > div')]
			.find((e) => e.textContent.startsWith(%q))?.querySelector(".bar")`, pillar)
	}
	percent := 80.0
	w.tell(t, "legal", 1, events.CoverageAssessed.Draft(events.RunSubject("coverage", "governance"), events.Coverage{
		Pillar: "governance", Total: 15, FullyAddressed: 12, PartiallyAddressed: 1, NotAddressed: 2, Percent: &percent,
	}))
	do(t, w.tab, says(id("coverage"), "Governance", "12 fully, 1 partly, 2 not addressed"),
		holds("it is drawn", bar("Governance")+`.children.length === 3`))
	w.tell(t, "legal", 1, events.CoverageAssessed.Draft(events.RunSubject("coverage", "strategy"),
		events.Coverage{Pillar: "strategy", Total: 4, NotAddressed: 4}))
	do(t, w.tab, says(id("coverage"), "Strategy", "4 not addressed"), holds("it has one part", bar("Strategy")+`.children.length === 1`))
	type part struct {
		Width  float64
		Colour string
	}
	parts := value[[]part](t, w.tab, `[...`+bar("Governance")+`.children].map((e) =>
		({ Width: e.getBoundingClientRect().width, Colour: getComputedStyle(e).backgroundColor }))`)
	if ratio := parts[0].Width / parts[2].Width; ratio < 5 || ratio > 7 {
		t.Errorf("12 and 2 are drawn %.1f and %.1f wide", parts[0].Width, parts[2].Width)
	}
	if parts[0].Colour == parts[1].Colour || parts[1].Colour == parts[2].Colour || parts[0].Colour == parts[2].Colour {
		t.Errorf("the colours of what is fully, partly and not addressed are %+v", parts)
	}
	if alone := value[string](t, w.tab, `getComputedStyle(`+bar("Strategy")+`.children[0]).backgroundColor`); alone != parts[2].Colour {
		t.Errorf("what is not addressed is %s in one bar and %s in another", parts[2].Colour, alone)
	}
	w.stayed(t)
}

// TestChecksAppearAsTheyArePerformed: each with its result, failed ones first and in a colour of their own, with their working.
func TestChecksAppearAsTheyArePerformed(t *testing.T) {
	w := watching(t, "data_metrics")
	c := w.claims[0]
	perform := func(name string, result events.CheckResult, message string) {
		w.tell(t, "data_metrics", 1, events.CheckPerformed.Draft(events.PassSubject(c.ID, 1, "data_metrics", name), events.Check{
			ID: events.StableID("chk", name), Name: name, ClaimID: c.ID, Result: result, Severity: "warning", Message: message,
			Working: "2.3 + 1.1 + 8.5 = 11.9", Expected: "11.9", Stated: "12.0",
			Inputs: []events.CheckInput{{FactID: "fct_1", Label: "Scope 1", Value: "12300.5", Unit: "tCO2e", Page: 4}},
		}))
	}
	do(t, w.tab, says(id("check-tally"), "0 pass", "0 fail", "0 open"))
	perform("unit_validity", events.CheckPass, "The unit measures emissions.")
	do(t, w.tab, says(id("check-tally"), "1 pass", "0 fail"), says(id("checks"), "Pass", "The unit measures emissions."))
	perform("magnitude", events.CheckInconclusive, "No other figure is given.")
	do(t, w.tab, says(id("check-tally"), "1 pass", "0 fail", "1 open"))
	perform("scope_addition", events.CheckFail, "The scopes give 11.9, the total is 12.0.")
	do(t, w.tab, says(id("check-tally"), "1 pass", "1 fail", "1 open"),
		says(id("checks"), "The scopes do not add up to the total", "The scopes give 11.9"))
	type row struct{ Result, Pill, Colour, Ground string }
	rows := value[[]row](t, w.tab, `[...document.querySelectorAll('[data-testid="checks"] .check')].map((e) => ({ Result: e.classList.item(2),
		Pill: e.querySelector(".pill").textContent, Colour: getComputedStyle(e).borderLeftColor,
		Ground: getComputedStyle(e.querySelector(".pill")).backgroundColor }))`)
	var results []string
	for _, r := range rows {
		results = append(results, r.Result+"/"+r.Pill)
	}
	if !slices.Equal(results, []string{"fail/Fail", "inconclusive/Inconclusive", "pass/Pass"}) {
		t.Fatalf("the checks are %v", results)
	}
	if rows[0].Colour == rows[2].Colour || rows[0].Ground == rows[2].Ground || rows[0].Colour == rows[1].Colour {
		t.Errorf("a failed check does not stand out: %+v", rows)
	}
	do(t, w.tab, press(id("checks"), "Working"), says(id("checks")+" .working", "2.3 + 1.1 + 8.5 = 11.9", "Scope 1: 12,300.5 t CO2e", "page 4"))
	w.stayed(t)
}

var verdictWords = map[events.VerdictClass]string{
	events.Contradicted: "Contradicted", events.InsufficientEvidence: "Insufficient evidence", events.Unverified: "Unverified", events.Verified: "Verified",
}

// ruling is a first verdict on a claim.
func ruling(claim string, class events.VerdictClass) events.Verdict {
	return events.Verdict{
		ID: events.StableID("vrd", claim), ClaimID: claim, ReportID: projectionstest.Report, Verdict: class, Confidence: events.ConfidenceMedium,
		ConfidenceScore: 0.6, Iteration: 1, Origins: []string{}, Reasoning: "As the figures say.", FindingIDs: []string{},
		Paragraphs:    []events.ParagraphStatus{{ID: "S2.29(a)(i)", Status: events.PartiallyAddressed}},
		MissingAgents: []events.MissingAgent{}, Cycles: []events.Cycle{}, Rubric: "1", Revision: 1, Final: true,
	}
}

// TestVerdictsAppearAsCards: each class in its colour, with words of the claim, paragraphs and cycles; the arc says who is asked again.
func TestVerdictsAppearAsCards(t *testing.T) {
	w := watching(t, "judge")
	again := events.Cycle{
		Iteration: 2, Gap: "No source outside the company was seen.", Queries: []string{"Compute the change again."}, Agents: []events.Agent{events.DataMetrics},
	}
	c := w.claims[0]
	w.tell(t, "judge", 2, events.ReinvestigationRequested.Draft(events.PassSubject(c.ID, 2, "again"), events.Reinvestigation{
		Claim: c, Gap: again.Gap, RequiredEvidence: "a register",
		Agents: []events.AgentTask{{Agent: events.DataMetrics, Required: true, Reason: "the figure", Query: again.Queries[0]}},
	}))
	w.tell(t, "router", 2, events.CaseRegistered.Draft(events.PassSubject(c.ID, 2, "registered"),
		events.Registration{ClaimID: c.ID, Iteration: 2, Agents: []events.Agent{events.DataMetrics}}))
	do(t, w.tab, says(id("graph"), "cycle 2: 1 asked again"),
		says(id("feed"), "Asks again: No source outside the company was seen.", fmt.Sprintf("p. %d: %s", c.Page, c.Text)),
		says(`[data-claim="`+c.ID+`"]`, "Investigating", "looked into twice"))
	classes := []events.VerdictClass{events.Contradicted, events.InsufficientEvidence, events.Unverified, events.Verified}
	for i, class := range classes {
		v := ruling(w.claims[i].ID, class)
		if i == 0 {
			v.Iteration, v.Cycles = 2, []events.Cycle{again}
		}
		w.tell(t, "judge", v.Iteration, events.VerdictIssued.Draft(events.ClaimSubject(v.ClaimID, "verdict", "r1"), v))
		do(t, w.tab, holds("the card is there", fmt.Sprintf(`document.querySelectorAll('[data-testid="verdicts"] .verdict-card').length === %d`, i+1)),
			says(`[data-claim="`+v.ClaimID+`"] .pill`, verdictWords[class]))
	}
	type shown struct{ Class, Text, Badge, Colour, Cycles, Paragraph string }
	all := value[[]shown](t, w.tab, `[...document.querySelectorAll('[data-testid="verdicts"] .verdict-card')].map((e) => ({
		Class: e.classList.item(2), Text: e.querySelector(".said").textContent, Badge: e.querySelector(".pill").textContent,
		Colour: getComputedStyle(e.querySelector(".pill")).backgroundColor,
		Cycles: [...e.querySelectorAll(".tag")].find((x) => x.textContent.includes("looked into")).textContent,
		Paragraph: e.querySelector('a[href*="paragraph="]').textContent }))`)
	colours := map[string]bool{}
	for i, s := range all {
		want := shown{string(classes[i]), w.claims[i].Text, verdictWords[classes[i]], s.Colour, "looked into once", "S2.29(a)(i)"}
		if i == 0 {
			want.Cycles = "looked into twice"
		}
		if s != want {
			t.Errorf("card %d shows\n%+v\nwant\n%+v", i, s, want)
		}
		colours[s.Colour] = true
	}
	if len(all) != 4 || len(colours) != 4 {
		t.Errorf("%d cards with the colours %v", len(all), colours)
	}
	w.stayed(t)
	do(t, w.tab, press(id("verdicts"), c.Text), says(id("detail"), "Contradicted", "The judge asks again", "look 2", again.Queries[0]))
}

// TestPlacesAreOnTheMap: what was measured in pictures, what is only known of a place, a name that several places have, and a
// country, which has no place on a map.
func TestPlacesAreOnTheMap(t *testing.T) {
	w := watching(t, "geography")
	do(t, w.tab, says(id("agent-panel"), "No finding has coordinates"))
	measured, err := json.Marshal(events.GeographyDetails{
		Location: &events.GeoLocation{Name: "Gresik", Country: "ID", Precision: "point", Latitude: "-7.16", Longitude: "112.65", Source: "sites.csv"},
		BBox:     []string{"112.6", "-7.2", "112.7", "-7.1"}, Years: []int{2019, 2024},
		Before: &events.GeoVegetation{Year: 2019, Mean: "0.62"}, After: &events.GeoVegetation{Year: 2024, Mean: "0.41"},
		Change: &events.GeoChange{Difference: "-0.21", Uncertainty: "0.05"},
	})
	if err != nil {
		t.Fatal(err)
	}
	const known = `{"name": "Surabaya", "country": "ID", "precision": "town", "latitude": "-7.25", "longitude": "112.75", "source": "GeoNames"}`
	const twice = `{"name": "Cilegon", "country": "ID", "precision": "town", "latitude": "-6.02", "longitude": "106.05", "source": "GeoNames"},
		{"name": "Cilegon", "country": "PH", "precision": "town", "latitude": "14.1", "longitude": "121.2", "source": "GeoNames"}`
	const country = `{"name": "Indonesia", "country": "ID", "precision": "land", "latitude": "", "longitude": "", "source": "GeoNames"}`
	for i, details := range []string{
		string(measured), `{"other": {"site": {"location": ` + known + `}}}`, `{"other": {"site": {"candidates": [` + twice + `]}}}`,
		`{"other": {"site": {"location": ` + country + `}}}`, `{"other": {"site": {"location": ` + known + `}}}`,
	} {
		c := w.claims[i]
		w.tell(t, "geography", 1, events.FindingProduced.Draft(events.PassSubject(c.ID, 1, "geography", "0"), events.Finding{
			ID: events.StableID("fnd", fmt.Sprint(i)), Agent: events.Geography, ClaimID: c.ID, Iteration: 1, EvidenceType: "imagery", Summary: "Looked at.",
			Confidence: events.ConfidenceMedium, Origins: []events.Origin{}, Evidence: []events.Evidence{}, Details: json.RawMessage(details), Last: true,
		}))
	}
	list := id("site-map") + " ol"
	do(t, w.tab, says(list, "Gresik, ID", "-7.16, 112.65", "Vegetation index 0.62 in 2019, 0.41 in 2024: −0.21 ± 0.05"),
		says(list, "Surabaya, ID", "about there", "Cilegon, PH", "may be meant"), says(id("site-map"), "GeoNames (geonames.org, CC BY 4.0)"), shot("map"))
	type drawn struct {
		Marks, Open, Dots int
		Places            []string
		East              float64 // of Cilegon in the Philippines beyond the other, in pixels of the map
	}
	have := value[drawn](t, w.tab, `{ const map = document.querySelector(".map"), marks = [...map.querySelectorAll(".site")];
		const at = (name) => { const n = [...document.querySelectorAll('[data-testid="site-map"] ol li')].findIndex((e) => e.textContent.startsWith(name));
			return marks[n].querySelector(".mark-at").cx.baseVal.value; };
		({ Marks: marks.length, Open: map.querySelectorAll(".site.open").length, Dots: map.querySelector(".land").getAttribute("d").split("M").length - 1,
			Places: [...document.querySelectorAll('[data-testid="site-map"] ol li strong')].map((e) => e.textContent), East: at("Cilegon, PH") - at("Cilegon, ID") }) }`)
	// Sixty degrees are 720 pixels wide.
	if want := (121.2 - 106.05) * 12; have.East < want-25 || have.East > want+25 {
		t.Errorf("one Cilegon is %.0f pixels east of the other, not %.0f", have.East, want)
	}
	places := []string{"Gresik, ID", "Surabaya, ID", "Cilegon, ID", "Cilegon, PH"}
	if !slices.Equal(have.Places, places) || have.Marks != 4 || have.Open != 2 || have.Dots < 200 {
		t.Errorf("the map shows %+v", have)
	}
	// The last finding is told after the places are all there: what is read at once may be older.
	do(t, w.tab, holds("Surabaya leads to the two claims that speak of it", `[...document.querySelectorAll('[data-testid="site-map"] ol li')]
		.find((e) => e.textContent.startsWith("Surabaya")).querySelectorAll("a").length === 2`))
	w.stayed(t)
	for _, theme := range []string{"dark", "light"} {
		do(t, w.tab, chromedp.Evaluate[chromedp.Void](`document.documentElement.dataset.theme = "`+theme+`"`))
		issues, err := legibility.Issues(w.tab, legibility.Question{Within: id("agent-panel")})
		if err != nil {
			t.Fatal(err)
		}
		for _, issue := range issues {
			t.Errorf("%s: %s", theme, issue)
		}
	}
}
