package legal_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

const run = "run_1"

// assessed hands the agent one claim and returns its finding with the details decoded.
func assessed(t *testing.T, words, around string, iteration int, query string, paragraphs ...string) (events.Finding, map[string]events.ParagraphMapping) {
	t.Helper()
	c := events.Claim{ID: "clm_1", ReportID: "rep_1", Text: words, Page: 7, Quote: events.Quote{Text: words}, Context: around, Anchored: true}
	for _, p := range paragraphs {
		c.Paragraphs = append(c.Paragraphs, events.ParagraphLink{ID: p})
	}
	d := streamtest.New(t, legal.New(legal.Config{}))
	d.When(streamtest.Event(events.ClaimRouted, run, events.PassSubject("clm_1", iteration, "routed"), events.Assignment{
		Claim: c, Iteration: iteration, Agents: []events.AgentTask{{Agent: events.Legal, Query: query}},
	}, streamtest.Pass(iteration, 3)))
	if asked := streamtest.Of(d, events.InfoRequested); len(asked) > 0 { // nobody knows more than the claim says
		d.When(streamtest.Event(events.RequestAnswered, run, "answered", events.InfoAnswer{
			RequestID: asked[0].Data.ID, From: asked[0].Data.To, To: events.Legal, ClaimID: "clm_1", Refused: true, Answer: "nothing at hand",
		}))
		d.When(streamtest.Event(events.ClaimResumed, run, "resumed", streamtest.One(d, events.ClaimResumed).Data))
	}
	f := streamtest.One(d, events.FindingProduced).Data
	var details events.LegalDetails
	if err := json.Unmarshal(f.Details, &details); err != nil {
		t.Fatal(err)
	}
	byID := map[string]events.ParagraphMapping{}
	for _, m := range details.Mappings {
		byID[m.Paragraph] = m
		for _, r := range m.SubRequirements {
			switch {
			case r.Addressed && (r.Quote == "" || !strings.Contains(words, r.Quote) || r.Origin != events.OriginClaim || r.Page != 7):
				t.Errorf("%s is addressed by %q (%s, page %d), which does not stand in the claim", r.ID, r.Quote, r.Origin, r.Page)
			case !r.Addressed && (r.GapReason == "" || r.Quote != ""):
				t.Errorf("%s is not addressed: %+v", r.ID, r)
			}
		}
	}
	if f.SupportsClaim != nil || f.EvidenceType != legal.EvidenceCompliance || !f.Exhausted || !f.Last {
		t.Errorf("finding %+v", f)
	}
	return f, byID
}

func TestAClaimAnswersSubRequirementsByItsOwnWords(t *testing.T) {
	f, m := assessed(t, "The Supervisory Board's sustainability committee is informed quarterly by the CSO about climate risks.", "", 1, "",
		"S2.6(a)(iii)", "S1.27(a)(iii)")
	for _, id := range []string{"S2.6(a)(iii)", "S1.27(a)(iii)"} {
		if m[id].Status != events.FullyAddressed || len(m[id].SubRequirements) != 2 {
			t.Errorf("%s: %+v", id, m[id])
		}
	}
	if len(f.Paragraphs) < 2 || f.Paragraphs[0].ID != "S1.27(a)(iii)" || len(f.Evidence) == 0 {
		t.Errorf("%+v", f.Paragraphs)
	}
	_, m = assessed(t, "The board is informed about climate-related risks by the sustainability department.", "", 1, "", "S2.6(a)(iii)")
	if got := m["S2.6(a)(iii)"]; got.Status != events.PartiallyAddressed || !got.SubRequirements[0].Addressed || got.SubRequirements[1].Addressed {
		t.Errorf("%+v", got)
	}
	_, m = assessed(t, "Our canteen serves vegetarian food.", "", 1, "", "S2.6(a)(iii)", "S2.14(a)(iv)")
	if m["S2.6(a)(iii)"].Status != events.NotAddressed || m["S2.14(a)(iv)"].Status != events.Conditional {
		t.Errorf("%+v", m)
	}
}

// The neighbourhood may say what the claim is about, but only the claim's words answer.
func TestContextLendsTheTopicButAnswersNothing(t *testing.T) {
	_, m := assessed(t, "The committee is informed every quarter.", "The board committee oversees climate matters.", 1, "", "S2.6(a)(iii)")
	if m["S2.6(a)(iii)"].Status != events.FullyAddressed {
		t.Errorf("%+v", m)
	}
	_, m = assessed(t, "Governance matters to us.", "The board committee is informed quarterly about climate risks.", 1, "", "S2.6(a)(iii)")
	if m["S2.6(a)(iii)"].Status != events.NotAddressed {
		t.Errorf("%+v", m)
	}
}

func TestADenialDisclosesNothingUnlessADenialIsAnAnswer(t *testing.T) {
	_, m := assessed(t, "We have not carried out a climate scenario analysis.", "", 1, "", "S2.22")
	if m["S2.22"].Status != events.NotAddressed {
		t.Errorf("%+v", m["S2.22"])
	}
	_, m = assessed(t, "We do not use an internal carbon price.", "", 1, "", "S2.29(f)(i)")
	if got := m["S2.29(f)(i)"]; !got.SubRequirements[0].Addressed {
		t.Errorf("%+v", got)
	}
}

func TestFramingParagraphsAreAssessedByTheirItems(t *testing.T) {
	_, m := assessed(t, "Scope 1 emissions were 387,000 tCO2e in fiscal 2023.", "", 1, "", "S2.29", "S2.5", "S2.999")
	if m["S2.29(a)(i)(1)"].Status != events.FullyAddressed {
		t.Errorf("%+v", m["S2.29(a)(i)(1)"])
	}
	if _, there := m["S2.29(a)(i)(3)"]; there {
		t.Error("an item that the claim does not answer is listed under its frame")
	}
	if m["S2.5"].Status != events.Conditional || m["S2.999"].Status != events.CouldNotAssess {
		t.Errorf("objective %+v, unknown %+v", m["S2.5"], m["S2.999"])
	}
}

func TestALaterPassAlsoAssessesWhatTheQuestionNames(t *testing.T) {
	words := "Our transition plan assumes a carbon price of EUR 100 and depends on the availability of green hydrogen for net zero."
	_, m := assessed(t, words, "", 1, "Does it meet S2.29(f)(ii)?", "S2.33")
	if _, there := m["S2.29(f)(ii)"]; there {
		t.Error("the first pass has no question")
	}
	if m["S2.14(a)(iv)"].Status != events.FullyAddressed || m["S2.14(a)(iv)"].Relevance >= 1 {
		t.Errorf("not found by a search: %+v", m["S2.14(a)(iv)"])
	}
	_, m = assessed(t, words, "", 2, "Does it meet S2.29(f)(ii)?", "S2.33")
	if m["S2.29(f)(ii)"].Status == "" {
		t.Errorf("%+v", m)
	}
}

func TestAClaimThatIsNowhereQuotedCoversNothing(t *testing.T) {
	d := streamtest.New(t, legal.New(legal.Config{}))
	d.When(streamtest.Event(events.ClaimRouted, run, "claim/clm_1/i1/routed", events.Assignment{
		Claim: events.Claim{
			ID: "clm_1", ReportID: "rep_1", Text: "Scope 1 emissions were 387,000 tCO2e.", Paragraphs: []events.ParagraphLink{{ID: "S2.29(a)(i)(1)"}},
		},
		Iteration: 1, Agents: []events.AgentTask{{Agent: events.Legal}},
	}))
	f := streamtest.One(d, events.FindingProduced).Data
	if f.Paragraphs[0].Status != events.CouldNotAssess || len(f.Evidence) != 0 {
		t.Errorf("%+v", f)
	}
}

// compared puts pages into a store and returns what the agent publishes for the report.
func compared(t *testing.T, sector string, pages ...document.Page) *streamtest.Driver {
	t.Helper()
	doc := document.Document{SHA256: strings.Repeat("ab", 32), Version: document.Version, Pages: pages}
	for i := range doc.Pages {
		doc.Pages[i].Number = i + 1
	}
	data, err := document.Encode(&doc)
	if err != nil {
		t.Fatal(err)
	}
	store := artefact.NewMemory()
	hash, err := store.Put(context.Background(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	d := streamtest.New(t, legal.New(legal.Config{Store: store}))
	d.When(streamtest.Event(events.ReportRouted, run, "run/work/assess/legal", events.ReportWork{
		Agent: events.Legal, Task: events.TaskAssess, ReportID: "rep_1", Parse: hash, Sector: sector,
	}))
	if d.Err() != nil {
		t.Fatal(d.Err())
	}
	return d
}

func page(text string) document.Page { return document.Page{Text: text, Language: "en"} }

func gaps(d *streamtest.Driver) map[string]events.Gap {
	out := map[string]events.Gap{}
	for _, g := range streamtest.Of(d, events.GapFound) {
		out[g.Data.Paragraph] = g.Data
	}
	return out
}

const filler = "We build pumps for breweries.\n"

func TestTheReportIsComparedItemByItem(t *testing.T) {
	text := "The Sustainability Committee of the Supervisory Board oversees climate matters and is informed quarterly about climate risks.\n\n" +
		"We calculate our greenhouse gas emissions in accordance with the GHG Protocol.\n\n" +
		"Details on how climate targets are part of the remuneration of the Executive Board can be found in the Remuneration Report.\n\n" +
		"We have not carried out a climate scenario analysis.\n"
	d := compared(t, "", page(filler+text), page(filler))
	g := gaps(d)
	for _, covered := range []string{"S2.6(a)", "S2.6(a)(iii)", "S2.29(a)(ii)"} {
		if gap, open := g[covered]; open {
			t.Errorf("%s is there but came out as %s", covered, gap.Status)
		}
	}
	for id, want := range map[string]events.DisclosureStatus{
		"S2.22":            events.NotAddressed, // a denial discloses no analysis
		"S2.29(a)(i)(1)":   events.NotAddressed,
		"S2.29(a)(i)(3)":   events.Conditional, // nobody can tell that it is not the first year
		"S2.33(e)":         events.Conditional, // no target, no target gaps
		"S2.36(e)(i)":      events.Conditional,
		"S2.29(a)(vi)(2)":  events.Conditional,
		"S2.B29":           events.Conditional,  // its core is open: one omission is one gap
		"S1.63":            events.NotAddressed, // the other report is named, but not the place in it
		"S2.6(a)(i)":       events.NotAddressed,
		"S2.14(a)(iv)":     events.Conditional,
		"S2.25(a)(iii)":    events.NotAddressed,
		"S2.29(f)(ii)":     events.Conditional,
		"S2.29(a)(iv)(2)":  events.Conditional,
		"S2.22(b)(i)(1)":   events.NotAddressed,
		"S1.66(a)":         events.Conditional,
		"S1.59(b)":         events.NotAddressed,
		"S2.16(c)(ii)":     events.NotAddressed,
		"S2.29(a)(iii)(1)": events.NotAddressed,
	} {
		if got := g[id].Status; got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	for _, id := range []string{"S2.5", "S2.6", "S1.27(a)", "S2.7"} {
		if _, there := g[id]; there {
			t.Errorf("%s is a gap: it is an objective, a frame or the twin of an S2 item", id)
		}
	}
	gap := g["S2.6(a)(i)"]
	if gap.S1Counterpart != "S1.27(a)(i)" || gap.ID == "" || gap.Requirement == "" || len(gap.Missing) != 1 || gap.Pillar != "governance" {
		t.Errorf("%+v", gap)
	}
}

// Every gap-capable item is counted once, and the numbers of all events agree.
func TestCoverageAddsUp(t *testing.T) {
	d := compared(t, "", page(filler+"Our Scope 1 emissions were 387,000 tCO2e, our Scope 2 emissions 100,000 tCO2e.\n"))
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	total, full := 0, 0
	var order []string
	for _, c := range streamtest.Of(d, events.CoverageAssessed) {
		v := c.Data
		order = append(order, v.Pillar)
		if v.Total != v.FullyAddressed+v.PartiallyAddressed+v.NotAddressed+v.CouldNotAssess+v.Conditional+v.ReferencedElsewhere {
			t.Errorf("%s does not add up: %+v", v.Pillar, v)
		}
		if judged := v.FullyAddressed + v.PartiallyAddressed + v.NotAddressed; (judged == 0) != (v.Percent == nil) {
			t.Errorf("%s: percent %v of %d judged", v.Pillar, v.Percent, judged)
		}
		total += v.Total
		full += v.FullyAddressed
	}
	if !slices.Equal(order, []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"}) {
		t.Errorf("pillars %v", order)
	}
	found := streamtest.Of(d, events.GapFound)
	if total != len(registry.GapCapable()) || len(found) != total-full {
		t.Errorf("%d items, %d full, %d events", total, full, len(found))
	}
	assessed := streamtest.One(d, events.GapsAssessed).Data
	sum := 0
	for _, n := range assessed.ByKind {
		sum += n
	}
	if sum != len(found) || assessed.Gaps != assessed.ByKind["not_addressed"]+assessed.ByKind["partially_addressed"] {
		t.Errorf("%+v for %d events", assessed, len(found))
	}
	r := streamtest.One(d, events.FindingReported).Data
	if r.ClaimID != "" || r.Outcome != events.OutcomeProduced || r.Records != len(found)+5 {
		t.Errorf("receipt %+v", r)
	}
}

func TestWhatCannotBeReadAccusesNobody(t *testing.T) {
	for name, unread := range map[string]document.Page{
		"image only":   {ImageOnly: true},
		"not analysed": {Text: "...", NotAnalysed: "garbled fonts"},
		"not English":  {Text: strings.Repeat("Wir bauen seit langem Pumpen für Brauereien.\n", 12), Language: "de"},
	} {
		d := compared(t, "", page(filler), unread)
		if totals := streamtest.One(d, events.GapsAssessed).Data; totals.Gaps != 0 || totals.ByKind["could_not_assess"] == 0 {
			t.Errorf("%s: %+v", name, totals)
		}
	}
}

func TestEvidenceStandsOnItsPageAndIsShort(t *testing.T) {
	long := "The Supervisory Board oversees climate matters, " + strings.Repeat("and it also considers a great number of other things, ", 20) + "among them pumps."
	pages := []document.Page{
		page(filler), page(long + "\n\nBoard charters do not mention climate. We reduced our emissions — by 4 %.\n"), page("Scope 2\t163\t189\n"),
	}
	d := compared(t, "", pages...)
	n := 0
	for _, g := range streamtest.Of(d, events.GapFound) {
		for _, e := range g.Data.Evidence {
			n++
			if !strings.Contains(pages[e.Page-1].Text, e.Quote) || len(e.Quote) > 300 || e.Quote == "" {
				t.Errorf("%s quotes %q of page %d", g.Data.Paragraph, e.Quote, e.Page)
			}
		}
	}
	if n == 0 {
		t.Error("nothing was quoted: the test tests nothing")
	}
}

func TestAnIndexAndAnAssuranceReportCoverNothing(t *testing.T) {
	index := "GRI content index\n" + strings.Repeat("GRI 2-9 The board committee oversees climate matters and is informed quarterly.\n\n", 12)
	assurance := "Independent practitioner's report. We conducted our limited assurance engagement. " +
		"The board oversees climate matters and is informed quarterly about climate.\n"
	g := gaps(compared(t, "", page(index), page(assurance), page(filler)))
	if g["S2.6(a)(iii)"].Status != events.NotAddressed {
		t.Errorf("%+v", g["S2.6(a)(iii)"])
	}
}

func TestABankIsAskedForFinancedEmissions(t *testing.T) {
	if s := gaps(compared(t, "FN-CB", page(filler)))["S2.29(a)(vi)(2)"].Status; s != events.NotAddressed {
		t.Errorf("a bank: %s", s)
	}
	if s := gaps(compared(t, "RT-CH", page(filler)))["S2.29(a)(vi)(2)"].Status; s != events.Conditional {
		t.Errorf("a chemicals company: %s", s)
	}
}

func TestAMissingParseIsNoAccusation(t *testing.T) {
	d := streamtest.New(t, legal.New(legal.Config{Store: artefact.NewMemory()}))
	d.When(streamtest.Event(events.ReportRouted, run, "run/work/assess/legal", events.ReportWork{
		Agent: events.Legal, Task: events.TaskAssess, ReportID: "rep_1", Parse: strings.Repeat("0", 64),
	}))
	if d.Err() == nil {
		t.Fatal("a report that is not there was assessed")
	}
	for _, g := range streamtest.Of(d, events.GapFound) {
		if g.Data.Status != events.CouldNotAssess {
			t.Fatalf("%+v", g.Data)
		}
	}
	if r := streamtest.One(d, events.FindingReported).Data; r.Outcome != events.OutcomeUnable {
		t.Errorf("%+v", r)
	}
	if totals := streamtest.One(d, events.GapsAssessed).Data; totals.Gaps != 0 || totals.ByKind["could_not_assess"] == 0 {
		t.Errorf("%+v", totals)
	}
}
