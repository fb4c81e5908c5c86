package router

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

const run = "run-1"

// routed writes tasks as "legal! academic": the required ones marked.
func routed(tasks []events.AgentTask) string {
	var words []string
	for _, t := range tasks {
		w := string(t.Agent)
		if t.Required {
			w += "!"
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

func TestRouting(t *testing.T) {
	figures := events.Entities{Subject: "company", Figures: []string{"30 %"}}
	place := events.Entities{Subject: "company", Places: []string{"Borneo"}}
	for _, tc := range []struct {
		name  string
		claim events.Claim
		want  string
	}{
		{"geographic", events.Claim{Type: events.Geographic}, "geography! legal"},
		{"quantitative", events.Claim{Type: events.Quantitative}, "data_metrics! legal academic"},
		{"legal_governance", events.Claim{Type: events.LegalGovernance}, "legal! news_media"},
		{"a death may be denied elsewhere", events.Claim{Type: events.LegalGovernance, Text: "In May an operator lost his life at our depot."},
			"legal! data_metrics news_media"},
		{"in a run that searches news", events.Claim{Type: events.Quantitative, Reach: &events.Reach{Services: []string{"news"}}},
			"data_metrics! legal news_media academic"},
		{"in a run that searches something else", events.Claim{Type: events.Quantitative, Reach: &events.Reach{Services: []string{"papers"}}},
			"data_metrics! legal academic"},
		{"strategic", events.Claim{Type: events.Strategic}, "legal! academic! news_media"},
		{"strategic with figures", events.Claim{Type: events.Strategic, Entities: figures}, "legal! academic! data_metrics news_media"},
		{"environmental", events.Claim{Type: events.Environmental}, "academic!"},
		{"environmental with a place", events.Claim{Type: events.Environmental, Entities: place}, "academic! geography"},
		{"environmental with figures", events.Claim{Type: events.Environmental, Entities: figures}, "academic! data_metrics"},
		{"of no known type", events.Claim{Type: "poetic"}, "legal!"},

		{"figures concern data_metrics", events.Claim{Type: events.LegalGovernance, Entities: figures}, "legal! data_metrics news_media"},
		{"what there was none of concerns data_metrics", events.Claim{Type: events.LegalGovernance, Text: "There were no fatal accidents in 2024."},
			"legal! data_metrics news_media"},
		{"so does what was not reported", events.Claim{Type: events.Environmental, Text: "No spills were recorded in 2024."}, "academic! data_metrics"},
		{"so does what has changed without a figure", events.Claim{Type: events.Environmental, Text: "Purchased electricity rose again.",
			Entities: events.Entities{Kind: "change"}},
			"academic! data_metrics"},
		{"what is not wanted does not", events.Claim{Type: events.LegalGovernance, Text: "We have no tolerance for bribery."}, "legal! news_media"},
		{"a place concerns geography", events.Claim{Type: events.Quantitative, Entities: place}, "data_metrics! legal geography academic"},
		{"a body concerns legal", events.Claim{Type: events.Environmental, Entities: events.Entities{Bodies: []string{"Board"}}}, "academic! legal"},
		{"a paragraph concerns legal", events.Claim{Type: events.Environmental, Paragraphs: []events.ParagraphLink{{ID: "S2.29"}}}, "academic! legal"},
		{"a disclosure framework concerns legal", events.Claim{Type: events.Environmental, Entities: events.Entities{Standards: []string{"IFRS S2"}}},
			"academic! legal"},
		{"a method concerns academic", events.Claim{Type: events.Geographic, Entities: events.Entities{Standards: []string{"GHG Protocol"}}},
			"geography! legal academic"},
		{"a sector is no securities regulator",
			events.Claim{Type: events.Geographic, Entities: events.Entities{Standards: []string{"Sector decarbonisation approach"}}},
			"geography! legal academic"},
		{"a commitment concerns legal", events.Claim{Type: events.Environmental, Entities: events.Entities{Commitment: true}}, "academic! legal"},
		{"a third party concerns news_media", events.Claim{Type: events.Geographic, Entities: events.Entities{Subject: "Globex Ltd"}}, "geography! legal news_media"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tasks := Route(tc.claim)
			if got := routed(tasks); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
			for _, task := range tasks {
				if task.Reason == "" || task.Query != "" {
					t.Errorf("task %+v", task)
				}
			}
		})
	}
}

func TestReasonsNameWhatTheClaimHolds(t *testing.T) {
	tasks := Route(events.Claim{Type: events.Strategic, Entities: events.Entities{
		Subject: "company", Figures: []string{"42 %", "12 Mt", "7 GW", "3 %"}, Standards: []string{"SBTi", "TCFD"},
	}})
	want := map[events.Agent]string{
		events.Legal:       "a strategic claim is assessed against the paragraphs on plans and targets; it refers to TCFD",
		events.Academic:    "a strategic claim is compared with recognised target methods; it refers to SBTi",
		events.DataMetrics: "a strategic claim with figures is checked for achievability; it states 42 %, 12 Mt, 7 GW and 1 more",
		events.NewsMedia:   "press and regulators may report on a strategic claim",
	}
	got := map[events.Agent]string{}
	for _, task := range tasks {
		got[task.Agent] = task.Reason
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestAClaimIsGivenToAgentsJudgeAndConductorAtOnce(t *testing.T) {
	claim := events.Claim{ID: "c1", ReportID: "rep_1", Type: events.Quantitative}
	d := streamtest.New(t, New())
	d.When(streamtest.Event(events.ClaimExtracted, run, "claim/c1", claim)).
		ThenPublishes("claim.routed", "case.opened", "case.registered", "activity.reported")
	all := []events.Agent{events.DataMetrics, events.Legal, events.Academic}
	a, c, r := streamtest.One(d, events.ClaimRouted), streamtest.One(d, events.CaseOpened), streamtest.One(d, events.CaseRegistered)
	if a.Data.Iteration != 1 || a.Data.Claim.ID != "c1" || routed(a.Data.Agents) != "data_metrics! legal academic" {
		t.Errorf("assignment %+v", a.Data)
	}
	if c.Data.Iteration != 1 || c.Data.Claim.ReportID != "rep_1" || routed(c.Data.Agents) != routed(a.Data.Agents) {
		t.Errorf("case %+v", c.Data)
	}
	if r.Data.ClaimID != "c1" || r.Data.Iteration != 1 || !slices.Equal(r.Data.Agents, all) {
		t.Errorf("registration %+v", r.Data)
	}
	activity := streamtest.One(d, events.ActivityReported).Data
	if got := slices.Sorted(maps.Keys(activity.Data)); activity.Event != "claim_routed" || !slices.Equal(got, []string{"agents", "claim_id", "reasons"}) {
		t.Errorf("activity %+v", activity)
	}
	if reasons := activity.Data["reasons"].(map[string]any); len(reasons) != 3 {
		t.Errorf("reasons %v", reasons)
	}
}

func TestTheNextPassGoesToTheAskedAgentsOnly(t *testing.T) {
	again := events.Reinvestigation{
		Claim: events.Claim{ID: "c1", Type: events.Quantitative}, Gap: "too few sources", RequiredEvidence: "a benchmark",
		Agents: []events.AgentTask{
			{Agent: "oracle", Query: "?"}, {Agent: events.Academic, Query: "find one", Reason: "asked"},
			{Agent: events.Legal, Required: true, Query: "look again"}, {Agent: events.Legal, Query: "twice"},
		},
	}
	d := streamtest.New(t, New())
	first := streamtest.Event(events.ClaimExtracted, run, "claim/c1", again.Claim)
	d.When(first)
	subjects := map[string]bool{}
	for _, r := range d.Published() {
		subjects[r.Type+r.Subject] = true
	}
	d.When(streamtest.Event(events.ReinvestigationRequested, run, "claim/c1/i2/reinvestigation", again, streamtest.Pass(2, 3)))
	a, r := streamtest.One(d, events.ClaimRouted), streamtest.One(d, events.CaseRegistered)
	if a.Iteration != 2 || a.Data.Iteration != 2 || a.Data.EvidenceGap != "too few sources" || a.Data.RequiredEvidence != "a benchmark" {
		t.Errorf("assignment %+v", a)
	}
	if routed(a.Data.Agents) != "legal! academic" || a.Data.Agents[0].Query != "look again" || a.Data.Agents[1].Query != "find one" {
		t.Errorf("agents %+v", a.Data.Agents)
	}
	if r.Data.Iteration != 2 || !slices.Equal(r.Data.Agents, []events.Agent{events.Legal, events.Academic}) {
		t.Errorf("registration %+v", r.Data)
	}
	for _, p := range d.Published() {
		if subjects[p.Type+p.Subject] {
			t.Errorf("%s has the path %s of the first pass", p.Type, p.Subject)
		}
	}
	d.When(streamtest.Event(events.ReinvestigationRequested, run, "claim/c1/again", again)).ThenRefuses("pass 1", "run.failed")
}

func TestAnUnreadableClaimEndsTheRunAndAnUnreadableQuestionDoesNot(t *testing.T) {
	d := streamtest.New(t, New())
	broken := streamtest.Event(events.ClaimExtracted, run, "claim/c1", events.Claim{ID: "c1"})
	broken.Data = []byte("{")
	d.When(broken).ThenRefuses("decoding", "run.failed")
	if e := streamtest.One(d, events.RunFailed).Data.Error; !strings.Contains(e, "claim c1 could not be given to any agent") {
		t.Errorf("error %q", e)
	}
	question := streamtest.Event(events.InfoRequested, run, "x", events.InfoRequest{ID: "r1", ClaimID: "c1"})
	question.Data = []byte("{")
	d.When(question).ThenRefuses("decoding") // its asker's deadline ends the wait
}
