package conductor_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/conductor"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/projections"
	"github.com/sibyl-project/sibyl/projections/runs"
)

// check requires one end, one verdict for each claim, and one answer of each agent to each pass.
func (w *world) check() {
	t := w.t
	ends := streamtest.Decoded(t, events.AnalysisCompleted, w.topic(events.TopicAnalysisCompleted))
	if len(ends) != 1 {
		t.Fatalf("%d ends; tempers %v", len(ends), w.temper)
	}
	c := ends[0].Data
	sum := 0
	for _, n := range c.Verdicts {
		sum += n
	}
	if c.Status != events.RunCompleted || c.Claims != w.claims || sum != w.claims {
		t.Errorf("completion %+v for %d claims", c, w.claims)
	}
	if n := len(streamtest.Decoded(t, events.ClaimRouted, w.topic(events.TopicClaimsRouted))); c.Passes != n {
		t.Errorf("the end counts %d passes of %d", c.Passes, n)
	}
	latest := w.verdicts()
	for claim, class := range w.ruled {
		if v := latest[claim]; v.Verdict != class || v.Override == nil || v.Override.Verdict != class {
			t.Errorf("claim %s was ruled %s and stands as %s, %+v", claim, class, v.Verdict, v.Override)
		}
	}
	if len(latest) != w.claims {
		t.Errorf("%d claims of %d have a verdict", len(latest), w.claims)
	}
	answers := map[string]int{}
	for _, r := range streamtest.Decoded(t, events.FindingProduced, w.topic(events.TopicFindingsProduced)) {
		if r.Data.Last {
			answers[fmt.Sprint(r.Data.Agent, r.Data.ClaimID, r.Data.Iteration)]++
		}
	}
	for answer, n := range answers {
		if n != 1 {
			t.Errorf("%s has answered %d times", answer, n)
		}
	}
}

// verdicts are the latest by claim; each revision follows the one before.
func (w *world) verdicts() map[string]events.Verdict {
	latest := map[string]events.Verdict{}
	for _, v := range streamtest.Decoded(w.t, events.VerdictIssued, w.topic(events.TopicVerdictsIssued)) {
		old := latest[v.Data.ClaimID]
		if v.Data.Revision != old.Revision+1 || v.Data.Supersedes != old.ID {
			w.t.Errorf("revision %d of %s follows %d and supersedes %q", v.Data.Revision, v.Data.ClaimID, old.Revision, v.Data.Supersedes)
		}
		if v.Data.Iteration > w.limit || v.Iteration > w.limit {
			w.t.Errorf("verdict in pass %d of %d", v.Data.Iteration, w.limit)
		}
		latest[v.Data.ClaimID] = v.Data
	}
	return latest
}

// checkQuestions requires that every question has ended, as it had to.
func (w *world) checkQuestions() map[string]int {
	t := w.t
	count := map[string]int{}
	asked, given := map[string]events.InfoRequest{}, map[string]events.InfoAnswer{}
	passes := map[string]int{}
	for _, q := range streamtest.Decoded(t, events.InfoRequested, w.topic(events.TopicInfoRequested)) {
		asked[q.Data.ID] = q.Data
		pass := fmt.Sprint(q.Data.From, q.Data.ClaimID, q.Data.Iteration)
		if passes[pass]++; passes[pass] > 3 {
			t.Errorf("%s asks a fourth question", pass)
		}
		if q.Data.Kind == "opinion" {
			count["in a circle"]++
		}
	}
	for _, a := range streamtest.Decoded(t, events.InfoProvided, w.topic(events.TopicInfoProvided)) {
		given[a.Data.RequestID] = a.Data
	}
	closed := map[string]events.RequestClosure{}
	for _, e := range streamtest.Decoded(t, events.RequestClosed, w.topic(events.TopicFindingsProduced)) {
		c := e.Data
		if _, twice := closed[c.Request.ID]; twice {
			t.Errorf("request %s ends twice", c.Request.ID)
		}
		closed[c.Request.ID] = c
		answer, provided := given[c.Request.ID]
		nobody := asked[c.Request.ID].To == "oracle" || asked[c.Request.ID].To == c.Request.From || asked[c.Request.ID].To == "" && c.Request.Kind == "gossip"
		switch {
		case c.Status == events.InquiryAnswered && (!provided || answer.Refused || c.Answer.Answer != answer.Answer):
			t.Errorf("request %s was answered by %+v", c.Request.ID, answer)
		case nobody && c.Status != events.InquiryRefused && c.Status != events.InquiryExpired:
			t.Errorf("nobody answers request %+v, but it is %s", c.Request, c.Status)
		case c.Status == events.InquiryExpired && c.Reason == "":
			t.Errorf("request %s has expired for no reason", c.Request.ID)
		}
		count[string(c.Status)]++
		if c.Status == events.InquiryExpired && provided && !answer.Refused {
			count["late"]++
		}
		if to := w.temper[c.Request.To]; to == absent || to == silent {
			count["to one that is away"]++
			if c.Status == events.InquiryAnswered {
				t.Errorf("%s, which is %s, has answered %+v", c.Request.To, to, c.Answer)
			}
		}
	}
	for id, q := range asked {
		if _, ended := closed[id]; !ended && !w.gone(q.From) {
			t.Errorf("request %+v has no end; %s is %s", q, q.From, w.temper[q.From])
		}
	}
	return count
}

// checkAbsence requires that an agent that is away is named on the claims that it was asked about, and that the
// verdict on those no longer misses one that came back.
func (w *world) checkAbsence() (back int) {
	latest := w.verdicts()
	expected := map[string]map[events.Agent]bool{}
	for _, a := range streamtest.Decoded(w.t, events.ClaimRouted, w.topic(events.TopicClaimsRouted)) {
		for _, task := range a.Data.Agents {
			if expected[a.Data.Claim.ID] == nil {
				expected[a.Data.Claim.ID] = map[events.Agent]bool{}
			}
			expected[a.Data.Claim.ID][task.Agent] = true
		}
	}
	spoke := map[string]bool{}
	for _, f := range streamtest.Decoded(w.t, events.FindingProduced, w.topic(events.TopicFindingsProduced)) {
		spoke[string(f.Data.Agent)+f.Data.ClaimID] = true
	}
	for claim, v := range latest {
		missing := map[events.Agent]string{}
		for _, m := range v.MissingAgents {
			missing[m.Agent] = m.Reason
		}
		for a := range expected[claim] {
			reason, missed := missing[a]
			if missed == spoke[string(a)+claim] {
				w.t.Errorf("%s, which is %s, is missed on %s: %v (%s)", a, w.temper[a], claim, missed, reason)
			}
			if missed && reason == "" || w.temper[a] == absent && !strings.Contains(reason, "not started") && !strings.Contains(reason, "no answer") {
				w.t.Errorf("%s is %s and missed on %s because %q", a, w.temper[a], claim, reason)
			}
			if w.returns[a] && v.Revision > 1 && spoke[string(a)+claim] {
				back++
			}
		}
	}
	return back
}

// checkFeed requires that the feed holds every event of the run and nothing else, and that the run is shown as
// completed by it.
func (w *world) checkFeed() {
	want, got := map[string]bool{}, map[string]bool{}
	shown := runs.New(theRun)
	for _, e := range w.log {
		switch {
		case strings.HasSuffix(e.Type, ".due"):
		case e.Topic != events.TopicRunsFeed:
			want[e.ID] = true
		case !got[e.ID]:
			got[e.ID] = true
			if err := shown.Apply(&projections.Entry{Record: e.Record}); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	if !maps.Equal(got, want) {
		w.t.Errorf("the feed holds %d events of %d", len(got), len(want))
	}
	if shown.Status != events.RunCompleted {
		w.t.Errorf("the run is shown as %s: %+v of %+v", shown.Status, shown.Folded, shown.Completion)
	}
}

func (w *world) gone(a events.Agent) bool {
	return slices.ContainsFunc(w.consumers, func(c *consumer) bool { return c.name == string(a) && c.away })
}

// checkReplay takes every step of every processor again. What one that is away has not read cannot be repeated.
func (w *world) checkReplay() {
	for _, c := range w.consumers {
		if len(c.queues) > 0 {
			return
		}
	}
	h, err := replay.NewHistory(theRun, w.log)
	if err != nil {
		w.t.Fatal(err)
	}
	agents := w.agents
	agents.down = nil
	made, err := replay.Again(w.t.Context(), h, declared(agents, conductor.Config{Batch: 3}), "")
	if err != nil {
		w.t.Fatal(err)
	}
	if made.Compared == 0 {
		w.t.Error("nothing was compared")
	}
	w.replayed++
}
