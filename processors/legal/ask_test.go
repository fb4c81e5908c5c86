package legal_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

const target = "We will reduce Scope 1 and 2 emissions by 42 % by 2030 from a 2019 baseline."

func routed(c events.Claim, others ...events.Agent) events.Record {
	c.ID, c.ReportID, c.Page, c.Quote = "clm_1", "rep_1", 7, events.Quote{Text: c.Text}
	a := events.Assignment{Claim: c, Iteration: 1, Agents: []events.AgentTask{{Agent: events.Legal}}}
	for _, o := range others {
		a.Agents = append(a.Agents, events.AgentTask{Agent: o})
	}
	return streamtest.Event(events.ClaimRouted, run, events.PassSubject("clm_1", 1, "routed"), a)
}

func linked(text string, figures []string, paragraphs ...string) events.Claim {
	c := events.Claim{Text: text, Entities: events.Entities{Figures: figures}}
	for _, p := range paragraphs {
		c.Paragraphs = append(c.Paragraphs, events.ParagraphLink{ID: p})
	}
	return c
}

func TestWhatOthersKnowOfAClaimIsAsked(t *testing.T) {
	for name, tc := range map[string]struct {
		record events.Record
		want   string
	}{
		"a target":                 {routed(linked(target, []string{"42 %"}, "S2.33(e)", "S2.36(a)")), "arithmetic"},
		"a target without figures": {routed(linked("We will become greener.", nil, "S2.33")), ""},
		"no target":                {routed(linked("Scope 1 was 3 t.", []string{"3 t"}, "S2.29(a)(i)(1)")), ""},
		"a sum":                    {routed(linked("Scope 1 of 3 t, Scope 2 of 2 t and Scope 3 of 7 t add up to 12 t CO2e.", nil)), "arithmetic"},
		"a change":                 {routed(linked("Scope 1 fell by 10 % from 300 t CO2e to 270 t CO2e.", nil)), "arithmetic"},
		"a sum that is looked at": {routed(linked("Scope 1 of 3 t, Scope 2 of 2 t and Scope 3 of 7 t add up to 12 t CO2e.", nil),
			events.DataMetrics), ""},
		"two amounts":                 {routed(linked("Scope 1 was 3 t and Scope 2 was 2 t.", nil)), ""},
		"a certificate":               {routed(linked("All sites are ISO 14001 certified.", nil)), "corroboration"},
		"one that the press looks at": {routed(linked("All sites are ISO 14001 certified.", nil), events.NewsMedia), ""},
		"a place that somebody is responsible for": {routed(events.Claim{
			Type: events.LegalGovernance, Text: "The committee oversees our Gresik site.", Entities: events.Entities{Places: []string{"Gresik"}},
		}, events.Geography), "geography"},
		"a place of another kind of claim": {routed(events.Claim{
			Type: events.Quantitative, Text: "Our Gresik site used 3 t.", Entities: events.Entities{Places: []string{"Gresik"}},
		}), ""},
		"a method":                 {routed(linked("Our Scope 3 calculation follows the GHG Protocol.", nil, "S2.29(a)(ii)")), "methodology"},
		"a framework is no method": {routed(linked("Our report follows GRI and IFRS S2.", nil)), ""},
		"plain words":              {routed(linked("The board meets monthly.", nil, "S2.6")), ""},
	} {
		d := streamtest.New(t, legal.New(legal.Config{}))
		d.When(tc.record)
		var kinds []string
		for _, q := range streamtest.Of(d, events.InfoRequested) {
			kinds = append(kinds, q.Data.Kind)
		}
		if got := strings.Join(kinds, " "); got != tc.want {
			t.Errorf("%s: asked for %q, want %q", name, got, tc.want)
		}
	}
}

// TestAMethodIsNotedWhereItMatters: what is known of a method stands on the paragraph that asks for it, changes no
// status, and on no other.
func TestAMethodIsNotedWhereItMatters(t *testing.T) {
	d := streamtest.New(t, legal.New(legal.Config{}))
	d.When(routed(linked("Our Scope 3 calculation follows the GHG Protocol.", nil, "S2.29(a)(ii)", "S2.6(a)(v)")))
	q := streamtest.One(d, events.InfoRequested).Data
	d.When(streamtest.Event(events.RequestAnswered, run, events.ClaimSubject("clm_1", "request", q.ID, "answered"), events.InfoAnswer{
		RequestID: q.ID, From: events.Academic, To: events.Legal, ClaimID: "clm_1", Answer: "GHG Protocol is recognised.", Evidence: []events.Evidence{},
	}))
	d.When(streamtest.Event(events.ClaimResumed, run, events.PassSubject("clm_1", 1, "legal", "resumed"), streamtest.One(d, events.ClaimResumed).Data))
	var details events.LegalDetails
	f := streamtest.One(d, events.FindingProduced).Data
	if err := json.Unmarshal(f.Details, &details); err != nil {
		t.Fatal(err)
	}
	if f.SupportsClaim != nil || !strings.Contains(f.Summary, "GHG Protocol is recognised") {
		t.Errorf("%+v", f)
	}
	noted := 0
	for _, m := range details.Mappings {
		if has := strings.Contains(m.Note, "by academic: GHG Protocol is recognised"); has != (m.Paragraph == "S2.29(a)(ii)") {
			t.Errorf("%s: %q", m.Paragraph, m.Note)
		} else if has {
			noted++
		}
	}
	if noted != 1 {
		t.Errorf("noted on %d paragraphs: %+v", noted, details.Mappings)
	}
}

func TestAnAnswerStandsBesideTheStatusesAndChangesNone(t *testing.T) {
	finished := func(a events.InfoAnswer) (events.Finding, events.LegalDetails) {
		d := streamtest.New(t, legal.New(legal.Config{}))
		d.When(routed(linked(target, []string{"42 %"}, "S2.33(e)")))
		q := streamtest.One(d, events.InfoRequested).Data
		a.RequestID, a.From, a.To, a.ClaimID = q.ID, events.DataMetrics, events.Legal, "clm_1"
		d.When(streamtest.Event(events.RequestAnswered, run, "answered", a))
		d.When(streamtest.Event(events.ClaimResumed, run, "resumed", streamtest.One(d, events.ClaimResumed).Data))
		f := streamtest.One(d, events.FindingProduced).Data
		var details events.LegalDetails
		if err := json.Unmarshal(f.Details, &details); err != nil {
			t.Fatal(err)
		}
		return f, details
	}
	of := func(d events.LegalDetails) events.ParagraphMapping {
		for _, m := range d.Mappings {
			if m.Paragraph == "S2.33(e)" {
				return m
			}
		}
		t.Fatalf("S2.33(e) is not among %+v", d.Mappings)
		return events.ParagraphMapping{}
	}
	f, refused := finished(events.InfoAnswer{Refused: true, Answer: "no figures"})
	if x := refused.CrossDomain; len(x) != 1 || x[0].Status != events.InquiryRefused || !f.Exhausted || strings.Contains(of(refused).Note, "arithmetic") {
		t.Errorf("%+v", refused)
	}
	for note, checks := range map[string][]events.Check{
		"by data_metrics: its arithmetic does not hold (target_achievability)":     {{Name: "target_achievability", Result: events.CheckFail}},
		"by data_metrics: its arithmetic could be recalculated only in part":       {{Name: "target_achievability", Result: events.CheckInconclusive}},
		"by data_metrics: its arithmetic holds as far as it could be recalculated": {{Name: "target_achievability", Result: events.CheckPass}},
	} {
		f, d := finished(events.InfoAnswer{Answer: "3.82 points a year", Checks: checks})
		if m := of(d); !strings.HasSuffix(m.Note, note) || m.Status != of(refused).Status {
			t.Errorf("%s: %+v", note, m)
		}
		if f.SupportsClaim != nil || !strings.Contains(f.Summary, "Asked for arithmetic, data_metrics answers: 3.82 points a year") ||
			d.CrossDomain[0].Answer != "3.82 points a year" {
			t.Errorf("%+v", f)
		}
	}
}

func TestOthersAreToldWhatParagraphsAskFor(t *testing.T) {
	d := streamtest.New(t, legal.New(legal.Config{}))
	ask := func(kind, question string, paragraphs ...string) events.InfoAnswer {
		d.When(streamtest.Event(events.RequestRouted, run, "routed/"+kind+question, events.InfoRequest{
			ID: "req_1", From: events.DataMetrics, To: events.Legal, Kind: kind, ClaimID: "clm_1",
			Question: question, Subject: &events.InfoSubject{Paragraphs: paragraphs},
		}))
		return streamtest.One(d, events.InfoProvided).Data
	}
	a := ask(events.AskRegulation, "which?", "S2.33(e)")
	if a.Refused || len(a.Requirements) != 1 || a.Requirements[0].Paragraph != "S2.33(e)" ||
		a.Requirements[0].Text == "" || a.Evidence[0].Origin != events.OriginStandard {
		t.Errorf("%+v", a)
	}
	if a = ask(events.AskRegulation, "What does S2.33(e) ask for?"); a.Refused || !strings.Contains(a.Answer, "S2.33(e)") {
		t.Errorf("%+v", a)
	}
	if a = ask(events.AskRegulation, "anything", "S2.999", "nonsense"); !a.Refused {
		t.Errorf("%+v", a)
	}
	if a = ask(events.AskBenchmark, "how much?"); !a.Refused {
		t.Errorf("%+v", a)
	}
}
