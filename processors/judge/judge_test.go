package judge

import (
	"errors"
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
	letter := func(typ, subject string) stream.Letter {
		return stream.Letter{Record: events.Record{Envelope: events.Envelope{ID: "e1", Type: typ, Subject: subject}, Key: "clm_1"}, Err: errors.New("no JSON")}
	}
	lost := rescue(letter("finding.produced", "claim/clm_1/i2/legal/0"))
	if len(lost) != 1 || lost[0].Type() != "finding.unable" {
		t.Fatalf("got %+v", lost)
	}
	if u := lost[0].Payload.(events.Inability); u.Agent != events.Legal || u.ClaimID != "clm_1" || u.Iteration != 2 || !strings.Contains(u.Reason, "no JSON") {
		t.Errorf("inability %+v", u)
	}
	for _, subject := range []string{"run/legal/0", "claim//i1/legal/0"} {
		if got := rescue(letter("finding.produced", subject)); len(got) != 0 {
			t.Errorf("%s: the judge does not wait for report-level work, but got %+v", subject, got)
		}
	}
	for _, l := range []stream.Letter{letter("case.opened", "claim/clm_1/i1/opened"), letter("finding.produced", "claim/clm_1/i1/somebody/0"), letter("finding.unable", "claim/clm_1/x/legal/0")} {
		if got := rescue(l); len(got) != 1 || got[0].Type() != "run.failed" {
			t.Errorf("%s %s: got %+v", l.Record.Type, l.Record.Subject, got)
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
