package judge

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	data "github.com/sibyl-project/sibyl/data/judge"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

var noTime time.Time

func TestDeclaration(t *testing.T) {
	p := New(DefaultRubric())
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	if d := p.Describe(); len(d.Inputs) != 1 || d.Inputs[0] != events.TopicFindingsProduced || d.State != "judge.state" {
		t.Errorf("declared as %+v", d)
	}
}

func TestTheRubricsNumbersAreInItsID(t *testing.T) {
	r := DefaultRubric()
	changed := strings.Replace(string(data.Rubric), `"incomplete": 0.59`, `"incomplete": 0.58`, 1)
	other, err := ParseRubric([]byte(changed))
	if err != nil {
		t.Fatal(err)
	}
	if r.ID() == other.ID() || !strings.HasPrefix(r.ID(), r.Version+"-") {
		t.Errorf("ids %s and %s", r.ID(), other.ID())
	}
}

func TestADefectiveRubricIsRefused(t *testing.T) {
	for _, tc := range []struct{ name, from, to, says string }{
		{"weights", `"sufficiency": 0.3,`, `"sufficiency": 0.4,`, "add up"},
		{"one origin", `"verified": {"score": 0.7, "origins": 2}`, `"verified": {"score": 0.7, "origins": 1}`, "one origin"},
		{"unknown field", `"version"`, `"versoin"`, "versoin"},
		{"agent left out", `"legal": 0.95, `, ``, "agent legal"},
		{"tier left out", `, "4": 0.27`, ``, "tier 4"},
		{"not JSON", `{`, `[`, "reading the rubric"},
	} {
		text := strings.Replace(string(data.Rubric), tc.from, tc.to, 1)
		if text == string(data.Rubric) {
			t.Fatalf("%s: nothing was changed", tc.name)
		}
		if _, err := ParseRubric([]byte(text)); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error %v", tc.name, err)
		}
	}
}

func TestRescueLeavesNobodyWaiting(t *testing.T) {
	letter := func(typ, subject, source string, pass int) stream.Letter {
		return stream.Letter{Err: errors.New("no JSON"), Record: events.Record{Key: "clm_1", Envelope: events.Envelope{
			ID: "e1", Run: "run_1", Type: typ, Subject: subject, Source: source, Iteration: pass,
		}}}
	}
	for _, l := range []stream.Letter{
		letter("finding.produced", "claim/clm_1/i2/legal/0", "", 0),
		letter("finding.produced", "garbage", "/sibyl/legal", 2),
		letter("finding.unable", "claim/clm_1/i2/legal/given-up", "/sibyl/conductor", 2),
		letter("finding.unable", "claim/clm_1/x/legal/0", "/sibyl/legal", 2),
	} {
		lost := rescue(l)
		if len(lost) != 2 || lost[0].Type() != "activity.reported" || lost[1].Type() != "finding.unable" {
			t.Fatalf("%s: got %+v", l.Record.Subject, lost)
		}
		if u := lost[1].Payload.(events.Inability); u.Agent != events.Legal || u.ClaimID != "clm_1" || u.Iteration != 2 || !strings.Contains(u.Reason, "no JSON") {
			t.Errorf("%s: inability %+v", l.Record.Subject, u)
		}
		if a := lost[0].Payload.(events.Activity); a.Event != "error" || strings.Join(keys(a.Data), " ") != "claim_id message" {
			t.Errorf("%s: activity %+v", l.Record.Subject, a)
		}
	}
	for _, subject := range []string{"run/legal/0", "claim//i1/legal/0"} {
		if got := rescue(letter("finding.produced", subject, "/sibyl/legal", 1)); len(got) != 0 {
			t.Errorf("%s: the judge does not wait for report-level work, but got %+v", subject, got)
		}
	}
	if got := rescue(letter("finding.produced", "claim/clm_1/i1/somebody/0", "/sibyl/somebody", 1)); len(got) != 1 || got[0].Type() != "activity.reported" {
		t.Errorf("nobody waits for somebody, but got %+v", got)
	}
	if got := rescue(letter("verdict.overridden", "claim/clm_1/override/ovr_1", "/sibyl/intent", 1)); len(got) != 1 || got[0].Type() != "activity.reported" ||
		!strings.Contains(fmt.Sprint(got[0].Payload.(events.Activity).Data["message"]), "a ruling on claim clm_1 could not be heard: no JSON") {
		t.Errorf("a ruling that cannot be heard: got %+v", got)
	}
	if got := rescue(letter("case.opened", "claim/clm_1/i1/opened", "/sibyl/router", 1)); len(got) != 1 || got[0].Type() != "run.failed" {
		t.Errorf("a case that cannot be opened: got %+v", got)
	}
}

func TestAnAnswerThatCannotBeAscribedIsRefused(t *testing.T) {
	b := bench{DefaultRubric()}
	c, _ := run(t, events.Quantitative, 1, []string{"data_metrics! legal"}, []string{"data_metrics + high computed"})
	for name, spoil := range map[string]func(*events.Finding){
		"no id":      func(f *events.Finding) { f.ID = "" },
		"no agent":   func(f *events.Finding) { f.Agent = "" },
		"who is it":  func(f *events.Finding) { f.Agent = "astrology" },
		"no pass":    func(f *events.Finding) { f.Iteration = 0 },
		"wrong pass": func(f *events.Finding) { f.Iteration = -1 },
	} {
		h := parseLine(t, 2, "legal + high external:regulator.gov/a")
		spoil(h.finding)
		if _, err := b.listen(c, h, 1); !stream.Rejected(err) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	h := parseLine(t, 2, "legal ! down")
	h.unable.Agent = "astrology"
	if _, err := b.listen(c, h, 1); !stream.Rejected(err) {
		t.Errorf("an unknown agent's inability: error %v", err)
	}
}

func TestAnAgentAskedAgainIsToldOfItsEarlierFindings(t *testing.T) {
	_, drafts := run(t, events.Quantitative, 3, []string{"data_metrics! academic", "data_metrics! academic"}, []string{
		"data_metrics - high computed more", "data_metrics 0 low", "academic + high external:doi.org/x",
		"data_metrics - high computed refers:1 i2", "academic ! down i2",
	})
	asked := requests(drafts)
	if len(asked) != 2 {
		t.Fatalf("%d requests", len(asked))
	}
	for i, want := range []string{"data_metrics fnd_01 fnd_02, academic fnd_03", "data_metrics fnd_01 fnd_02 fnd_04, academic fnd_03"} {
		var got []string
		for _, a := range asked[i].Agents {
			got = append(got, string(a.Agent)+" "+strings.Join(a.Earlier, " "))
		}
		if g := strings.Join(got, ", "); g != want {
			t.Errorf("request %d: %s, want %s", i+1, g, want)
		}
	}
}

func TestActivitiesHaveTheFieldsOfTheContract(t *testing.T) {
	_, drafts := run(t, events.Geographic, 2, []string{"geography! legal", "geography!"}, []string{
		"geography ! timed out", "legal 0 high S2.29=fully_addressed exhausted", "geography + high imagery i2",
	})
	want := map[string]string{
		"evidence_evaluation": "claim_id evaluation_summary",
		"reinvestigation":     "claim_ids cycle evidence_gaps refined_queries_count target_agents",
		"verdict_issued":      "claim_id confidence cycle_count ifrs_mapping iteration reasoning verdict",
	}
	got := map[string]string{}
	for _, a := range payloads[events.Activity](drafts, events.ActivityReported.Type) {
		got[a.Event] = strings.Join(keys(a.Data), " ")
	}
	for event, fields := range want {
		if got[event] != fields {
			t.Errorf("%s has %q, want %q", event, got[event], fields)
		}
	}
	if len(got) != len(want) {
		t.Errorf("activities %v", got)
	}
	if n := uniqueSubjects(t, drafts); n != len(drafts) {
		t.Errorf("%d drafts have %d subjects", len(drafts), n)
	}
}

func keys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
