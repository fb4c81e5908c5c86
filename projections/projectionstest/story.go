package projectionstest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// SHA256 is the hash of the made-up report's file.
const SHA256 = "9f2c54a1b07de3c4586f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f"

// Report is the id of the made-up report.
var Report = events.ReportID(SHA256)

// Began is when everything happened.
var Began = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)

// texts are claims of a company that does not exist.
var texts = []struct {
	text     string
	typ      events.ClaimType
	priority events.Priority
	verdict  events.VerdictClass
}{
	{"Scope 1 emissions were %d,400 tonnes CO2e in 2025, 6.1 %% below 2024.", events.Quantitative, events.High, events.Contradicted},
	{"We will reach net zero in our own operations by 20%d.", events.Strategic, events.High, events.InsufficientEvidence},
	{"The board's sustainability committee met %d times during the year.", events.LegalGovernance, events.Medium, events.Unverified},
	{"Our site in Port Elster draws water from the protected Lower Elster wetland, zone %d.", events.Geographic, events.Medium, events.InsufficientEvidence},
	{"%d %% of the electricity we bought came from renewable sources.", events.Environmental, events.High, events.Verified},
	{"Lost-time injuries fell to %d from 31 in the year before.", events.Quantitative, events.Low, events.Unverified},
}

// Story is a run of a made-up report, whole and in causal order.
type Story struct {
	Run    string
	Claims int
	Parent string
	Fails  string // if set, the run ends with this error instead of verdicts

	records []events.Record
	tick    int
	bodies  map[events.Agent]int
}

// Submission returns the events before any run.
func Submission(t testing.TB) []events.Record {
	s := &Story{}
	s.add(t, "intent", 1, events.ReportSubmitted.Draft(events.ReportSubject(Report, 1), events.Submission{
		ReportID: Report, SHA256: SHA256, Filename: "nordwind-2025.pdf", Bytes: 182_044, Attempt: 1,
	}))
	s.add(t, "intake", 1, events.ReportPreviewed.Draft(events.ReportSubject(Report, 1), events.Preview{
		ReportID: Report, SHA256: SHA256, Filename: "nordwind-2025.pdf", Attempt: 1, Status: events.PreviewParsed,
		Title: "Sustainability Report 2025", Company: "Nordwind Ceramics", Period: "2025", Language: "en", Pages: 24, PagesRead: 23,
		PagesImageOnly: []int{1}, Words: 9120, Parse: "parse", Tables: 7, Frameworks: []string{"GRI", "TCFD"},
		Outline:     []events.OutlineSection{{Title: "Governance", Level: 1, PageStart: 2, PageEnd: 5}},
		NotAnalysed: []events.PageNote{{Page: 1, Reason: "the page is an image"}}, Warnings: []string{"1 page is an image without text"},
	}))
	return s.records
}

// Records returns the events of the run, each on its own topic.
func (s Story) Records(t testing.TB) []events.Record {
	s.bodies = map[events.Agent]int{}
	s.add(t, "intent", 1, events.AnalysisRequested.Draft(events.RunSubject("requested"), events.AnalysisRequest{
		Run: s.Run, ReportID: Report, SHA256: SHA256, Filename: "nordwind-2025.pdf", Parent: s.Parent, Mode: events.ModeLive, AsOf: Began, Iterations: 3,
	}))
	if s.Fails != "" {
		s.add(t, "intake", 1, events.RunFailed.Draft(events.RunSubject("failed"), events.RunFailure{Error: s.Fails, ReportID: Report, SHA256: SHA256}))
		s.add(t, "conductor", 1, events.AnalysisCompleted.Draft(events.RunSubject("completed"), events.Completion{
			ReportID: Report, SHA256: SHA256, Status: events.RunError, Error: s.Fails, Verdicts: map[string]int{}, CodeVersion: "test",
		}))
		return s.records
	}
	s.open(t)
	verdicts := map[string]int{}
	for i := range s.Claims {
		c := s.claim(t, i)
		verdicts[string(s.judge(t, i, c))]++
	}
	s.assess(t)
	s.add(t, "conductor", 1, events.AnalysisCompleted.Draft(events.RunSubject("completed"), events.Completion{
		ReportID: Report, SHA256: SHA256, Status: events.RunCompleted, Claims: s.Claims, Verdicts: verdicts, Gaps: 2, Passes: s.Claims, CodeVersion: "test",
		Requests: ClosedQuestions, Answered: 1,
		Records: map[string]int{"legal": s.bodies[events.Legal], "data_metrics": s.bodies[events.DataMetrics]},
	}))
	return s.records
}

// Feed copies records to the feed, as the feed processor does.
func Feed(records ...events.Record) []events.Record {
	out := make([]events.Record, 0, len(records))
	for _, r := range records {
		c, err := events.CopyTo(events.TopicRunsFeed, r).Seal(events.Envelope{}, "", time.Time{})
		if err != nil {
			panic(err) // a copy is never refused
		}
		out = append(out, c)
	}
	return out
}

func (s *Story) open(t testing.TB) {
	s.add(t, "intake", 1, events.RunOpened.Draft(events.RunSubject("opened"), events.Opening{
		ReportID: Report, SHA256: SHA256, Sections: 3, Pages: 24, Iterations: 3, Mode: events.ModeLive, AsOf: Began,
		Company: "Nordwind Ceramics", Sector: "EM-CM", Period: "2025",
	}))
	for n, pages := range [][2]int{{1, 10}, {9, 18}, {17, 24}} {
		s.add(t, "intake", 1, events.ReportParsed.Draft(events.SectionSubject(n+1), events.Section{
			ReportID: Report, Section: n + 1, Of: 3, PageFrom: pages[0], PageTo: pages[1],
		}))
	}
	for _, a := range events.Agents() {
		s.add(t, string(a), 1, events.AgentStarted.Draft(events.RunSubject("started", string(a)), events.AgentRef{Agent: a}))
	}
	for n := range 3 {
		s.add(t, "claims", 1, events.SectionExtracted.Draft(events.SectionSubject(n+1),
			events.SectionClaims{ReportID: Report, Section: n + 1, Of: 3, Count: s.Claims / 3}))
		s.add(t, "indexer", 1, events.SectionIndexed.Draft(events.SectionSubject(n+1), events.SectionPassages{Section: n + 1, Of: 3, Passages: 12}))
		s.add(t, "claims", 1, events.ActivityReported.Draft(events.RunSubject("activity", "section", fmt.Sprint(n+1)), events.Activity{
			Agent: "claims", Event: "section_extracted", Data: map[string]any{"section": n + 1, "of": 3, "claims": s.Claims / 3},
		}))
	}
}

// claim publishes claim i and who works on it.
func (s *Story) claim(t testing.TB, i int) events.Claim {
	k := texts[i%len(texts)]
	text := fmt.Sprintf(k.text, 12+i/len(texts))
	page := 2 + i*21/max(s.Claims, 1)
	c := events.Claim{
		ID: events.ClaimID(Report, page, text), ReportID: Report, Text: text, Type: k.typ, Priority: k.priority, Page: page,
		PageLabel: fmt.Sprint(page - 1), Quote: events.Quote{Text: text, Start: 120, End: 120 + len([]rune(text)), Rects: [][4]float64{{56, 120.5, 520, 133}}},
		Anchored: true, Context: "In the year under review. " + text, Reasoning: "States a figure that can be checked.", Source: "text",
		Paragraphs: []events.ParagraphLink{{ID: "S2.29(a)(i)", Pillar: "metrics_targets", Relevance: "gross emissions"}},
		Entities:   events.Entities{Subject: "company", Figures: []string{fmt.Sprint(12 + i/len(texts))}, Commitment: k.typ == events.Strategic},
	}
	tasks := []events.AgentTask{
		{Agent: events.DataMetrics, Required: true, Reason: "the claim states a figure"},
		{Agent: events.Legal, Required: false, Reason: "the claim touches S2.29"},
	}
	s.add(t, "claims.reduce", 1, events.ClaimExtracted.Draft(events.ClaimSubject(c.ID), c))
	s.add(t, "router", 1, events.ClaimRouted.Draft(events.PassSubject(c.ID, 1), events.Assignment{Claim: c, Iteration: 1, Agents: tasks}))
	s.add(t, "router", 1, events.CaseRegistered.Draft(events.PassSubject(c.ID, 1, "registered"),
		events.Registration{ClaimID: c.ID, Iteration: 1, Agents: []events.Agent{events.DataMetrics, events.Legal}}))
	return c
}

// judge publishes what the agents found for claim i and its verdict.
func (s *Story) judge(t testing.TB, i int, c events.Claim) events.VerdictClass {
	var ids []string
	for _, a := range []events.Agent{events.DataMetrics, events.Legal} {
		f := events.Finding{
			ID: events.FindingID(Report, c.ID, 1, string(a), 0), Agent: a, ClaimID: c.ID, Iteration: 1, EvidenceType: "calculation",
			Summary: "The figures on this page were compared with each other.", Confidence: events.ConfidenceMedium, Score: 0.6,
			Origins:  []events.Origin{events.OriginReport},
			Evidence: []events.Evidence{{Origin: events.OriginReport, Source: "report", Page: c.Page, Quote: c.Text}},
			Details:  json.RawMessage(`{}`), Last: true,
		}
		ids = append(ids, f.ID)
		if a == events.DataMetrics && i%3 == 0 {
			s.add(t, string(a), 1, events.CheckPerformed.Draft(events.PassSubject(c.ID, 1, string(a), "check"), events.Check{
				ID: events.StableID("chk", Report, c.ID), Name: "yoy_percentage", ClaimID: c.ID, Result: events.CheckFail, Severity: "warning",
				Message: "The stated decrease is 6.1 %, the figures give 4.0 %.", Working: "(12,400 - 12,917) / 12,917 = -4.0 %",
				Inputs:   []events.CheckInput{{FactID: "fct_1", Label: "Scope 1, 2025", Value: "12400", Unit: "tCO2e", Page: c.Page}},
				Expected: "-4.0", Stated: "-6.1", Difference: "2.1", DifferencePercent: "34.4",
			}))
			s.bodies[a]++
		}
		s.add(t, string(a), 1, events.FindingProduced.Draft(events.PassSubject(c.ID, 1, string(a), "0"), f))
		s.bodies[a]++
		s.add(t, string(a), 1, events.FindingReported.Draft(events.PassSubject(c.ID, 1, string(a)),
			events.Receipt{ClaimID: c.ID, Iteration: 1, Agent: a, Outcome: events.OutcomeProduced}))
		s.add(t, string(a), 1, events.ActivityReported.Draft(events.PassSubject(c.ID, 1, string(a), "activity"), events.Activity{
			Agent: string(a), Event: "evidence_found", Data: map[string]any{"claim_id": c.ID, "summary": f.Summary, "supports_claim": nil, "confidence": "medium"},
		}))
	}
	class := texts[i%len(texts)].verdict
	consistent := class != events.Contradicted
	s.add(t, "judge", 1, events.VerdictIssued.Draft(events.ClaimSubject(c.ID, "verdict", "r1"), events.Verdict{
		ID: events.StableID("vrd", Report, c.ID, "1"), ClaimID: c.ID, ReportID: Report, Verdict: class, Confidence: events.ConfidenceMedium,
		ConfidenceScore: 0.6, Score: 0.55, Iteration: 1,
		Dimensions: events.Dimensions{
			Sufficiency: events.Dimension{Level: "medium", Score: 0.5}, Consistency: events.Dimension{Level: "high", Score: 0.9},
			Quality: events.Dimension{Level: "medium", Score: 0.6}, Completeness: events.Dimension{Level: "high", Score: 1},
		},
		Origins: []string{"issuer"}, InternallyConsistent: &consistent,
		Reasoning:  "The report's own figures were set side by side (" + ids[0] + "). A source outside the company would change this.",
		FindingIDs: ids, Paragraphs: []events.ParagraphStatus{{ID: "S2.29(a)(i)", Status: events.PartiallyAddressed}},
		MissingAgents: []events.MissingAgent{}, Cycles: []events.Cycle{}, Rubric: "1", Revision: 1, Final: true,
	}))
	s.add(t, "judge", 1, events.CaseClosed.Draft(events.ClaimSubject(c.ID, "closed"), events.Closure{ClaimID: c.ID, Iteration: 1, Verdict: class, Revision: 1}))
	return class
}

// assess publishes the report-level work.
func (s *Story) assess(t testing.TB) {
	s.add(t, "claims.reduce", 1, events.ClaimsCompleted.Draft(events.RunSubject("claims"), events.ClaimTotals{ReportID: Report, Claims: s.Claims, Duplicates: 2}))
	for i, status := range []events.DisclosureStatus{events.NotAddressed, events.PartiallyAddressed} {
		paragraph := []string{"S2.14(a)(iv)", "S2.22(b)"}[i]
		s.add(t, "legal", 1, events.GapFound.Draft(events.RunSubject("gap", paragraph), events.Gap{
			ID: events.StableID("gap", Report, paragraph), Paragraph: paragraph, Pillar: "strategy", Section: "Strategy",
			Requirement: "How the entity plans to reach its targets.", Status: status, Missing: []string{"assumptions of the plan"}, Materiality: "high",
		}))
		s.bodies[events.Legal]++
	}
	third := 100.0 / 3
	for _, pillar := range []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"} {
		s.add(t, "legal", 1, events.CoverageAssessed.Draft(events.RunSubject("coverage", pillar), events.Coverage{
			Pillar: pillar, Total: 4, FullyAddressed: 1, PartiallyAddressed: 1, NotAddressed: 1, CouldNotAssess: 1, Percent: &third,
		}))
		s.bodies[events.Legal]++
	}
	s.add(t, "legal", 1, events.GapsAssessed.Draft(events.RunSubject("gaps"), events.GapTotals{Gaps: 2}))
	s.question(t, 1, events.InquiryAnswered)
	s.question(t, 2, events.InquiryRefused)
	s.question(t, 3, events.InquiryExpired)
	s.question(t, 4, events.InquiryLate)
	s.question(t, 5, events.InquiryOpen)
}

// ClosedQuestions is how many of a story's questions between agents have ended.
const ClosedQuestions = 4

// question publishes a question between agents that ends as it is told, or not at all.
func (s *Story) question(t testing.TB, n int, status events.InquiryStatus) {
	q := events.InfoRequest{ID: events.StableID("req", Report, fmt.Sprint(n)), From: events.DataMetrics, Kind: events.AskBenchmark,
		Question: "What is the usual energy use per tonne of tiles?", Context: "intensity"}
	a := events.InfoAnswer{RequestID: q.ID, From: events.Academic, To: events.DataMetrics, Answer: "1.8 GJ.",
		Evidence: []events.Evidence{{Origin: events.OriginBenchmark, Source: "industry survey", Date: "2024"}}}
	s.add(t, "data_metrics", 1, events.InfoRequested.Draft(events.RunSubject("request", q.ID), q))
	c := events.RequestClosure{Request: q, Status: status}
	switch c.Request.To = events.Academic; status {
	case events.InquiryAnswered:
		c.Answer = &a
	case events.InquiryRefused: // by the router: nobody has provided anything
		a.From, a.Answer, a.Evidence, a.Refused = "", "Nobody answers such questions.", []events.Evidence{}, true
		c.Request.To, c.Answer = "", &a
	default:
		c.Status, c.Reason = events.InquiryExpired, "No answer from academic within 20s."
	}
	if status == events.InquiryAnswered || status == events.InquiryLate {
		s.add(t, "academic", 1, events.InfoProvided.Draft(events.RunSubject("answer", q.ID), a))
	}
	if status != events.InquiryOpen {
		s.add(t, "data_metrics", 1, events.RequestClosed.Draft(events.RunSubject("request", q.ID, "closed"), c))
		s.bodies[events.DataMetrics]++
	}
}

// add seals one event, a second of the story's time after the one before.
func (s *Story) add(t testing.TB, source string, iteration int, d events.Draft) {
	t.Helper()
	s.tick++
	cause := events.Envelope{Run: s.Run, Iteration: iteration}
	if s.Run != "" {
		cause.IterationCap = 3
	}
	r, err := d.Seal(cause, source, Began.Add(time.Duration(s.tick)*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	s.records = append(s.records, r)
}
