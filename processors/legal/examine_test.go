package legal_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// stored puts pages into a store and returns the store and the hash of the parse.
func stored(t *testing.T, pages ...document.Page) (artefact.Store, string) {
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
	return store, hash
}

// asking is a claim of page 1 with the judge's question, if any.
type asking struct {
	words, parse, query string
	iteration           int
	paragraphs, earlier []string
}

// investigated hands the agent a claim of a report and returns its finding.
func investigated(t *testing.T, c legal.Config, q asking) (events.Finding, map[string]events.ParagraphMapping) {
	t.Helper()
	claim := events.Claim{ID: "clm_1", ReportID: "rep_1", Parse: q.parse, Text: q.words, Page: 1, Quote: events.Quote{Text: q.words}, Anchored: true}
	for _, p := range q.paragraphs {
		claim.Paragraphs = append(claim.Paragraphs, events.ParagraphLink{ID: p})
	}
	n := max(q.iteration, 1)
	d := streamtest.New(t, legal.New(c))
	d.When(streamtest.Event(events.ClaimRouted, run, events.PassSubject("clm_1", n, "routed"), events.Assignment{
		Claim: claim, Iteration: n, Agents: []events.AgentTask{{Agent: events.Legal, Query: q.query, Earlier: q.earlier}},
	}, streamtest.Pass(n, 3)))
	if d.Err() != nil {
		t.Fatal(d.Err())
	}
	f := streamtest.One(d, events.FindingProduced).Data
	var details events.LegalDetails
	if err := json.Unmarshal(f.Details, &details); err != nil {
		t.Fatal(err)
	}
	byID := map[string]events.ParagraphMapping{}
	for _, m := range details.Mappings {
		byID[m.Paragraph] = m
	}
	if f.SupportsClaim != nil {
		t.Errorf("compliance supports or contradicts a claim: %+v", f)
	}
	return f, byID
}

const (
	planned = "Our transition plan cuts emissions of the kilns by 2030."
	assumed = "The transition plan assumes a carbon price of EUR 90."
	relying = "It depends on permits for two new grid connections."
)

// ruling is a judge who takes the passages with some words for answers to a part and asks the one in the binary about all others: where a
// test is about what becomes of judgements, and not about the judge.
type ruling map[string]string

func (ruling) Name() string { return "ruling" }

func (r ruling) Judge(ctx context.Context, s *answer.Shelf, p *answer.Part, among []answer.Candidate) ([]answer.Judgement, error) {
	bundled, err := answer.Bundled()
	if err != nil {
		return nil, err
	}
	said, err := bundled.Judge(ctx, s, p, among)
	for i := range said {
		if words := r[p.ID]; words != "" && strings.Contains(s.Passages[among[i].At].Text, words) {
			said[i] = said[i].As(answer.Answers)
		}
	}
	return said, err
}

var ofThePlan = ruling{
	"S2.14(a)(iv)#plan_described": "plan cuts emissions", "S2.14(a)(iv)#key_assumptions": "assumes", "S2.14(a)(iv)#dependencies": "depends on",
}

func TestWhatAClaimLeavesOutIsLookedForInItsReport(t *testing.T) {
	store, parse := stored(t, page(planned+"\n"), page(filler), page(assumed+" "+relying+"\n"))
	f, m := investigated(t, legal.Config{Store: store, Judge: ofThePlan}, asking{words: planned, parse: parse, paragraphs: []string{"S2.14(a)(iv)"}})
	got := m["S2.14(a)(iv)"]
	if got.Status != events.FullyAddressed || got.Note == "" || got.Relevance != 1 {
		t.Fatalf("%+v", got)
	}
	for _, r := range got.SubRequirements {
		switch {
		case strings.HasSuffix(r.ID, "#plan_described"):
			if r.Origin != events.OriginClaim || r.Page != 1 {
				t.Errorf("%+v", r)
			}
		case r.Origin != events.OriginReport || r.Page != 3 || !strings.Contains(assumed+" "+relying, r.Quote):
			t.Errorf("%+v", r)
		}
	}
	if !slices.Contains(f.Origins, events.OriginReport) || !slices.Contains(f.Origins, events.OriginClaim) || f.Confidence != events.ConfidenceHigh {
		t.Errorf("%+v", f)
	}
	if c := got.Criteria; c == nil || c.Presence != events.CriterionMet || c.Completeness != events.CriterionMet ||
		c.Specificity != events.CriterionMet || c.Method != events.CriterionNotApplicable {
		t.Errorf("criteria %+v", got.Criteria)
	}

	store, parse = stored(t, page(planned+"\n"), page(filler))
	f, m = investigated(t, legal.Config{Store: store, Judge: ofThePlan}, asking{words: planned, parse: parse, paragraphs: []string{"S2.14(a)(iv)"}})
	if got = m["S2.14(a)(iv)"]; got.Status != events.PartiallyAddressed ||
		got.Criteria.Completeness != events.CriterionPartly || got.Confidence != events.ConfidenceMedium {
		t.Errorf("%+v", got)
	}
	if s := got.Searched; !f.Exhausted || s == nil || s.Passages == 0 || len(s.Queries) != 1 || len(s.NotFound) != 2 {
		t.Errorf("all was searched the first time, and the finding says exhausted %v, %+v", f.Exhausted, s)
	}
}

// A report that is lost, and an index that does not answer, accuse nobody.
func TestWithoutTheReportNothingIsMissing(t *testing.T) {
	f, m := investigated(t, legal.Config{Store: artefact.NewMemory()}, asking{
		words: "Our canteen serves vegetarian food.", parse: strings.Repeat("0", 64), paragraphs: []string{"S2.6(a)(iii)", "S2.29(a)(i)(1)"},
	})
	for id, got := range m {
		if got.Status != events.CouldNotAssess || got.Confidence != events.ConfidenceLow {
			t.Errorf("%s: %+v", id, got)
		}
	}
	if len(m) != 2 || !strings.Contains(f.Summary, "could not be searched") {
		t.Errorf("%+v", f.Summary)
	}
	_, m = investigated(t, legal.Config{Store: artefact.NewMemory()}, asking{words: planned, parse: strings.Repeat("0", 64), paragraphs: []string{"S2.14(a)(iv)"}})
	if got := m["S2.14(a)(iv)"]; got.Status != events.PartiallyAddressed || strings.Contains(got.SubRequirements[1].GapReason, "neither") {
		t.Errorf("%+v", got)
	}
}

type deadIndex struct{}

func (deadIndex) Paragraphs(context.Context, legal.Query) ([]legal.Hit, error) {
	return nil, errors.New("no route to host")
}

func TestWithoutTheIndexTheLinkedParagraphsAreAssessed(t *testing.T) {
	store, parse := stored(t, page(planned+"\n"), page(filler))
	f, m := investigated(t, legal.Config{Store: store, Paragraphs: deadIndex{}}, asking{
		words: planned, parse: parse, iteration: 2, query: "assumptions of S2.14(a)(iv)?", paragraphs: []string{"S2.33"},
	})
	got, there := m["S2.14(a)(iv)"]
	if !there || got.Status != events.PartiallyAddressed || got.Confidence != events.ConfidenceLow || f.Confidence != events.ConfidenceLow ||
		!strings.Contains(f.Summary, "does not answer") {
		t.Errorf("%s: %+v", f.Summary, m)
	}
	first, _ := investigated(t, legal.Config{Store: store, Paragraphs: deadIndex{}}, asking{words: planned, parse: parse, paragraphs: []string{"S2.33"}})
	if first.Exhausted || !f.Exhausted {
		t.Errorf("the index may answer when asked once more, not for ever: exhausted %v, then %v", first.Exhausted, f.Exhausted)
	}
}

// foundIndex finds the same, whatever is asked.
type foundIndex []legal.Hit

func (x foundIndex) Paragraphs(context.Context, legal.Query) ([]legal.Hit, error) { return x, nil }

// That no paragraph is near a claim speaks against the one that it was linked to.
func TestASearchThatFindsNothingLeavesTheLinkedParagraphsAtMediumConfidence(t *testing.T) {
	const words = "The arrangement stands as agreed."
	judge := ruling{"S2.6(a)#identify_body": "arrangement"}
	for name, c := range map[string]struct {
		finds foundIndex
		want  events.Confidence
		says  bool
	}{
		"nothing":   {nil, events.ConfidenceMedium, true},
		"something": {foundIndex{{Paragraph: "S2.6(a)", Score: 0.9}}, events.ConfidenceHigh, false},
	} {
		t.Run(name, func(t *testing.T) {
			store, parse := stored(t, page(words+"\n"))
			f, m := investigated(t, legal.Config{Store: store, Judge: judge, Paragraphs: c.finds},
				asking{words: words, parse: parse, paragraphs: []string{"S2.6(a)"}})
			if got := m["S2.6(a)"]; got.Status != events.FullyAddressed || got.Confidence != c.want {
				t.Errorf("%+v", got)
			}
			if says := strings.Contains(f.Summary, "found no other"); says != c.says {
				t.Error(f.Summary)
			}
		})
	}
}

type fixedIndex []legal.Hit

func (x fixedIndex) Paragraphs(_ context.Context, q legal.Query) ([]legal.Hit, error) {
	if !strings.Contains(q.String(), q.Text) || !slices.Equal(q.Sources, []string{legal.SourceS1, legal.SourceS2}) || q.Top != 5 {
		return nil, errors.New("not the query of a claim")
	}
	return x, nil
}

// A search may find anything: what counts is whether the claim's words answer it.
func TestWhatASearchFindsIsAssessedAlone(t *testing.T) {
	store, parse := stored(t, page(planned+" "+assumed+" "+relying+"\n"))
	words := assumed + " " + relying
	_, m := investigated(t, legal.Config{Store: store, Judge: ofThePlan, Paragraphs: fixedIndex{
		{Paragraph: "S2.14(a)(iv)", Score: 0.4}, {Paragraph: "S2.14(a)(iv)", Score: 0.7}, {Paragraph: "S2.33(e)", Score: 0.9},
		{Paragraph: "S2.29(f)(ii)", Score: 0.2}, {Paragraph: "no paragraph", Score: 1}, {Paragraph: "S2.14", Score: 0.8},
	}}, asking{words: words, parse: parse})
	if got := m["S2.14(a)(iv)"]; got.Relevance < 0.7 || got.Status != events.FullyAddressed {
		t.Errorf("%+v", got)
	}
	if len(m) != 1 {
		t.Errorf("mapped to what the claim does not answer or what is too far off: %v", m)
	}
}

func TestOldNumbersStandForTheParagraphsThatHoldThem(t *testing.T) {
	store, parse := stored(t, page("Risks are assessed each year.\n"))
	_, m := investigated(t, legal.Config{Store: store}, asking{words: "Risks are assessed each year.", parse: parse, paragraphs: []string{"S1.41(a)"}})
	for id := range m {
		if strings.HasPrefix(id, "S1.44") {
			return
		}
	}
	t.Errorf("%v", m)
}

func TestTheReportIsSearchedForTheJudgesGap(t *testing.T) {
	apart := "Our plan for the kilns was revised in spring. Assumptions are few. A price of EUR 90 per tonne of carbon is taken for the roadmap.\n"
	store, parse := stored(t, page(planned+"\n"), page(filler+apart))
	first := events.FindingID("rep_1", "clm_1", 1, "legal", 0)
	q := asking{
		words: planned, parse: parse, iteration: 2, query: "Which assumptions does the roadmap rest on (S2.14(a)(iv))?",
		paragraphs: []string{"S2.14(a)(iv)"}, earlier: []string{first},
	}
	f, m := investigated(t, legal.Config{Store: store}, q)
	got := m["S2.14(a)(iv)"]
	if f.RefersTo != first || f.Iteration != 2 {
		t.Errorf("the earlier finding is not named: %+v", f)
	}
	if s := got.Searched; s == nil || len(s.Queries) == 0 || s.Passages == 0 || len(s.Pages) == 0 || !slices.Contains(s.NotFound, "S2.14(a)(iv)#dependencies") {
		t.Fatalf("%+v", s)
	}
	once := q
	once.iteration, once.query, once.earlier = 1, "", nil
	_, before := investigated(t, legal.Config{Store: store}, once)
	if first := before["S2.14(a)(iv)"]; first.Status != got.Status {
		t.Errorf("a later pass says %s of what the first called %s: a paragraph has one state in a run", got.Status, first.Status)
	}

	store, parse = stored(t, page(planned+"\n"), page(filler))
	q.parse = parse
	f, m = investigated(t, legal.Config{Store: store}, q)
	if s := m["S2.14(a)(iv)"].Searched; !f.Exhausted || s == nil || len(s.Found) != 0 || len(s.NotFound) != 2 {
		t.Errorf("nothing new, and not said so: exhausted %v, %+v", f.Exhausted, s)
	}
}

func TestAReportThatContradictsItselfIsShownWithBothStatements(t *testing.T) {
	d := compared(t, "",
		page("The Risk Committee met six times in 2024. We will reduce Scope 1 emissions by 42 % by 2030.\n"),
		page("The Risk Committee met four times during the year. The committee met four times. We will reduce Scope 1 emissions by 42 % by 2035.\n"),
		page("We aim for net zero by 2045 in our value chain. Our operations will reach net zero by 2040. Germany aims for net zero by 2030.\n"))
	found := streamtest.Of(d, events.FindingProduced)
	if len(found) != 2 {
		t.Fatalf("%d findings, want one on the meetings and one on the target: %+v", len(found), found)
	}
	for i, want := range []struct{ paragraph, a, b string }{{"S2.6(a)(iii)", "six times", "four times"}, {"S2.33(d)", "2030", "2035"}} {
		f := found[i].Data
		if f.SupportsClaim != nil || f.ClaimID != "" || f.EvidenceType != legal.EvidenceContradiction || len(f.Evidence) != 2 ||
			f.Paragraphs[0].ID != want.paragraph || f.InternallyConsistent == nil || *f.InternallyConsistent {
			t.Errorf("%+v", f)
		}
		if !strings.Contains(f.Evidence[0].Quote, want.a) || !strings.Contains(f.Evidence[1].Quote, want.b) || f.Evidence[0].Page != 1 || f.Evidence[1].Page != 2 {
			t.Errorf("%+v", f.Evidence)
		}
	}
	agreeing := compared(t, "", page("The Risk Committee met six times in 2024, and four times in 2023.\n"),
		page("The Audit Committee met four times in 2024. The Risk Committee met five times in 2023.\n"))
	if n := len(streamtest.Of(agreeing, events.FindingProduced)); n != 0 {
		t.Errorf("%d contradictions among other bodies and other years", n)
	}
}

func TestAClaimThatItsReportContradictsIsToldSo(t *testing.T) {
	store, parse := stored(t, page("The Risk Committee met six times in 2024. The Risk Committee looks at the register.\n"),
		page("The Risk Committee met four times during the year.\n"))
	for _, c := range []struct {
		name, words string
		told        bool
	}{
		{"its own sentence", "The Risk Committee met six times in 2024.", true},
		{"another sentence of its page", "The Risk Committee looks at the register.", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, _ := investigated(t, legal.Config{Store: store, Judge: ofThePlan}, asking{words: c.words, parse: parse, paragraphs: []string{"S2.6(a)(iii)"}})
			told := f.InternallyConsistent != nil && !*f.InternallyConsistent && strings.HasPrefix(f.Summary, "The report says two things") &&
				slices.ContainsFunc(f.Evidence, func(e events.Evidence) bool { return e.Page == 2 && strings.Contains(e.Quote, "four times") })
			if told != c.told {
				t.Errorf("told %v, want %v: %+v", told, c.told, f)
			}
		})
	}
}

func TestPeopleSeeTheComparisonGoOn(t *testing.T) {
	d := compared(t, "EM-CM", page(filler))
	var said []string
	for _, a := range streamtest.Of(d, events.ActivityReported) {
		if a.Data.Event == "agent_thinking" {
			said = append(said, a.Data.Data["message"].(string))
		}
	}
	if len(said) < 4 || !strings.Contains(said[0], "at a time") || !strings.Contains(said[len(said)-1], "done") {
		t.Errorf("%q", said)
	}
	f := streamtest.One(d, events.FindingProduced).Data
	if f.EvidenceType != legal.EvidenceIndustry || f.SupportsClaim != nil || f.Paragraphs[0].ID != "S2.12" ||
		f.Paragraphs[0].Status != events.Conditional || !strings.Contains(f.Summary, "speaks of 0") {
		t.Errorf("%+v", f)
	}
	g := gaps(d)
	if m := g["S2.32"].Materiality; !strings.Contains(m, "Construction Materials") || !strings.Contains(m, "Water management") {
		t.Errorf("the industry's topics are not named: %q", m)
	}
	if m := g["S2.22"].Materiality; m == "" || strings.Contains(m, "EM-CM") {
		t.Errorf("that a company is of an industry whose topics do not bear on a paragraph is no reason: %q", m)
	}
}

// Of an industry whose topics are not at hand it is said what is known of companies of its kind, so that gaps matter by the sector there, too.
func TestGapsMatterByTheSectorWhereItsTopicsAreNotAtHand(t *testing.T) {
	for sector, want := range map[string]string{"IF-RE": "In property buildings stay", "FN-AC": "In finance and insurance climate reaches", "": ""} {
		g := gaps(compared(t, sector, page(filler)))
		if m := g["S2.22"].Materiality; want != "" && !strings.Contains(m, want) || want == "" && strings.Contains(m, "In ") {
			t.Errorf("%s: %q", sector, m)
		}
	}
}
