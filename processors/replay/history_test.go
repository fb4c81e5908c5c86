package replay_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

func TestBadHistoriesFail(t *testing.T) {
	log := recorded(t, orchestra(finder(pure)))
	find := func(log []replay.Entry, topic events.Topic, typ string) int {
		i := slices.IndexFunc(log, func(e replay.Entry) bool { return e.Topic == topic && e.Type == typ })
		if i < 0 {
			t.Fatalf("no %s on %s", typ, topic)
		}
		return i
	}
	for name, c := range map[string]struct {
		spoil func(log []replay.Entry) []replay.Entry
		says  string
	}{
		"a verdict that was altered": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicVerdictsIssued, "verdict.issued")
			log[i].Data = []byte(strings.Replace(string(log[i].Data), "found for", "lost for", 1))
			return log
		}, `output verdict.issued claim/clm_0/r1/verdict differs at data.reasoning: recorded "lost for claim 0", replayed "found for claim 0"`},
		"a number that was altered": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicAnalysisCompleted, "analysis.completed")
			log[i].Data = []byte(strings.Replace(string(log[i].Data), `"claims":3`, `"claims":4`, 1))
			return log
		}, "at data.claims: recorded 4, replayed 3"},
		"a verdict that was removed": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicVerdictsIssued, "verdict.issued")
			j := slices.IndexFunc(log, func(e replay.Entry) bool { return e.Topic == events.TopicRunsFeed && e.ID == log[i].ID })
			return slices.Delete(slices.Delete(log, j, j+1), i, i+1)
		}, "output verdict.issued claim/clm_0/r1/verdict is new"},
		"a copy that was removed": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicRunsFeed, "verdict.issued")
			return slices.Delete(log, i, i+1)
		}, "feed on verdict.issued"},
		"a copy that was altered": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicRunsFeed, "claim.extracted")
			log[i].Data = []byte(strings.Replace(string(log[i].Data), "claim 0", "claim 9", 1))
			return log
		}, "feed on claim.extracted claim/clm_0"},
		"a copy of nothing": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicVerdictsIssued, "verdict.issued")
			return slices.Delete(log, i, i+1)
		}, "is damaged: verdict.issued claim/clm_0/r1/verdict"},
		"a wake that was removed": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicFindingsProduced, "referee.due")
			return slices.Delete(log, i, i+1)
		}, "is damaged: "},
		"an answer to nothing": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicVerdictsIssued, "verdict.issued")
			log[i].Causation = "nothing"
			return log
		}, `it answers event "nothing", which referee has not read`},
		"another pass": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicFindingsProduced, "finding.produced")
			log[i].Iteration = 2
			return log
		}, `in its iteration: recorded "2", replayed "1"`},
		"another name": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicClaimsExtracted, "claim.extracted")
			log[i].Subject = "claim/another"
			return log
		}, "its id should be "},
		"no request": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicAnalysisRequested, "analysis.requested")
			return slices.Delete(log, i, i+1)
		}, "analysis.requested: the log does not hold it"},
		"no end": {func(log []replay.Entry) []replay.Entry {
			i := find(log, events.TopicAnalysisCompleted, "analysis.completed")
			return slices.Delete(log, i, i+1)
		}, "cannot be replayed yet: it has not ended"},
	} {
		t.Run(name, func(t *testing.T) {
			h, err := replay.NewHistory(run, c.spoil(slices.Clone(log)))
			if err == nil {
				_, err = replay.Again(t.Context(), h, orchestra(finder(pure)), "")
			}
			if err == nil {
				t.Fatal("the history was repeated")
			}
			var diverged replay.DivergedError
			if errors.As(err, &diverged) {
				err = errors.New(fmt.Sprint(diverged.All))
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("the error does not say %q: %v", c.says, err)
			}
		})
	}
}

// TestTheOrderOfAPartitionIsPartOfTheHistory: two findings that a referee joins, exchanged.
func TestTheOrderOfAPartitionIsPartOfTheHistory(t *testing.T) {
	two := finder(pure, func(c events.Claim) []events.Draft {
		return []events.Draft{events.FindingProduced.Draft(events.PassSubject(c.ID, 1, "finder", "1"),
			events.Finding{ID: "b", ClaimID: c.ID, Summary: "second", Details: []byte("{}")})}
	})
	log := recorded(t, orchestra(two))
	var at []int
	for i, e := range log {
		if e.Topic == events.TopicFindingsProduced && e.Key == "clm_1" && e.Type == events.FindingProduced.Type {
			at = append(at, i)
		}
	}
	if len(at) != 2 {
		t.Fatalf("%d findings for clm_1, want two", len(at))
	}
	log[at[0]].Offset, log[at[1]].Offset = log[at[1]].Offset, log[at[0]].Offset
	_, err := replay.Again(t.Context(), history(t, log), orchestra(two), "")
	var diverged replay.DivergedError
	if !errors.As(err, &diverged) || !strings.Contains(fmt.Sprint(diverged.All), "verdict.issued claim/clm_1/r1/verdict") {
		t.Errorf("exchanged inputs went unnoticed: %v", err)
	}
}

// TestWhatARuntimeSaysItselfIsAnInputOnly: a pause depends on what was broken then; it is carried over, and
// nobody is expected to pause again.
func TestWhatARuntimeSaysItselfIsAnInputOnly(t *testing.T) {
	decls := orchestra(finder(pure))
	log := recorded(t, decls)
	i := slices.IndexFunc(log, func(e replay.Entry) bool { return e.Type == events.ClaimExtracted.Type })
	paused, err := events.AgentPaused.Draft(events.RunSubject("paused", "finder", log[i].ID), events.Pause{Agent: "finder", Reason: "the store is away"}).
		Seal(log[i].Envelope, "finder", streamtest.Start)
	if err != nil {
		t.Fatal(err)
	}
	copied, err := events.CopyTo(events.TopicRunsFeed, paused).Seal(events.Envelope{}, "", streamtest.Start)
	if err != nil {
		t.Fatal(err)
	}
	log = append(log, replay.Entry{Record: paused, Offset: 1000}, replay.Entry{Record: copied, Offset: 1000})
	made, err := replay.Again(t.Context(), history(t, log), decls, "")
	if err != nil {
		t.Fatal(err)
	}
	list, feed, err := made.Records(request(t, "run_new"), streamtest.Start)
	if err != nil {
		t.Fatal(err)
	}
	is := func(r events.Record) bool { return r.Type == events.AgentPaused.Type }
	if !slices.ContainsFunc(list, is) || !slices.ContainsFunc(feed, is) {
		t.Error("the pause is not in the new run")
	}
}
