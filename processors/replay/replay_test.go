package replay_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

func TestAHistoryOfPureStepsIsRepeated(t *testing.T) {
	log := recorded(t, orchestra(finder(pure)))
	for _, c := range []struct {
		from   events.Topic
		again  map[string]int // without the feed
		copied []string       // types that stand in the new run without their step being taken
	}{
		{"", map[string]int{"opener": 1, "finder": 3, "referee": 6, "closer": 6}, []string{"analysis.requested", "referee.due", "closer.due"}},
		{"analysis.requested", map[string]int{"opener": 1, "finder": 3, "referee": 6, "closer": 6}, nil},
		{"claims.extracted", map[string]int{"finder": 3, "referee": 6, "closer": 6}, []string{"run.opened", "claim.extracted"}},
		{"findings.produced", map[string]int{"referee": 6, "closer": 6}, []string{"finding.produced", "activity.reported"}},
		{"runs.progress", map[string]int{"closer": 6}, []string{"case.closed", "verdict.issued"}},
	} {
		t.Run(string(c.from), func(t *testing.T) {
			made, err := replay.Again(t.Context(), history(t, log), orchestra(finder(pure)), c.from)
			if err != nil {
				t.Fatal(err)
			}
			delete(made.ByProcessor, "feed")
			if fmt.Sprint(made.ByProcessor) != fmt.Sprint(c.again) {
				t.Errorf("steps taken again: %v, want %v", made.ByProcessor, c.again)
			}
			list, feed, err := made.Records(request(t, "run_new"), streamtest.Start.Add(24*time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			if want := counted(log, func(e replay.Entry) bool { return e.Topic != events.TopicRunsFeed }); len(list) != want {
				t.Errorf("%d events in the new run, %d in the parent", len(list), want)
			}
			if want := counted(log, func(e replay.Entry) bool { return e.Topic == events.TopicRunsFeed }); len(feed) != want {
				t.Errorf("%d copies on the feed, %d in the parent", len(feed), want)
			}
			for _, typ := range c.copied {
				if !slices.ContainsFunc(list, func(r events.Record) bool { return r.Type == typ }) {
					t.Errorf("no %s in the new run", typ)
				}
			}
		})
	}
}

func counted(log []replay.Entry, which func(replay.Entry) bool) (n int) {
	for _, e := range log {
		if which(e) {
			n++
		}
	}
	return n
}

// request is what intent makes of a parent's request.
func request(t *testing.T, name string) events.Record {
	t.Helper()
	r, err := events.AnalysisRequested.Draft("run/requested", events.AnalysisRequest{
		Run: name, ReportID: "rep_1", Parent: run, Mode: events.ModeExact, AsOf: streamtest.Start, Iterations: 3,
	}).Seal(events.Envelope{Run: name, Iteration: 1, IterationCap: 3, ReplayOf: run}, "intent", streamtest.Start.Add(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestStepsThatAreNoFunctionsOfTheLogAreCaught: histories made by processors that look at something else
// than their events must fail, at the event and the output concerned.
func TestStepsThatAreNoFunctionsOfTheLogAreCaught(t *testing.T) {
	words := map[string]bool{}
	for i := range 64 {
		words[fmt.Sprint(i)] = true
	}
	var calls atomic.Int64
	second := func() bool { return calls.Add(1) > 3 } // the three claims of the recorded run come first
	for name, c := range map[string]struct {
		finder func() stream.Declaration
		says   []string
	}{
		"a counter": {func() stream.Declaration { return finder(counting()) },
			[]string{"finder on claim.extracted claim/clm_", "output finding.produced claim/clm_", "data.summary: recorded \"claim ", "case 4"}},
		"a clock": {func() stream.Declaration {
			return finder(func(c events.Claim) (string, error) { return time.Now().Format(time.RFC3339Nano), nil })
		}, []string{"finder on claim.extracted claim/clm_", "differs at data.summary"}},
		"the order of a map": {func() stream.Declaration {
			return finder(func(events.Claim) (string, error) {
				var b strings.Builder
				for w := range words {
					b.WriteString(w)
				}
				return b.String(), nil
			})
		}, []string{"differs at data.summary"}},
		"an output more": {func() stream.Declaration {
			return finder(pure, func(c events.Claim) []events.Draft {
				if !second() {
					return nil
				}
				return []events.Draft{events.FindingUnable.Draft(events.PassSubject(c.ID, 1, "more"), events.Inability{ClaimID: c.ID})}
			})
		}, []string{"finder on claim.extracted claim/clm_", "output finding.unable claim/clm_", "/i1/more is new"}},
		"an output less": {func() stream.Declaration {
			return finder(pure, func(c events.Claim) []events.Draft {
				if second() {
					return nil
				}
				return []events.Draft{events.FindingUnable.Draft(events.PassSubject(c.ID, 1, "less"), events.Inability{ClaimID: c.ID})}
			})
		}, []string{"output finding.unable claim/clm_", "/i1/less is missing"}},
		"a failure that comes": {func() stream.Declaration {
			return finder(func(c events.Claim) (string, error) {
				if second() {
					return "", errors.New("no such sheet")
				}
				return pure(c)
			})
		}, []string{"finder on claim.extracted claim/clm_", "was given up on: no such sheet"}},
		"a failure that goes": {func() stream.Declaration {
			return finder(func(c events.Claim) (string, error) {
				if second() {
					return pure(c)
				}
				return "", errors.New("no such sheet")
			})
		}, []string{"output finding.produced", "is new"}},
	} {
		t.Run(name, func(t *testing.T) {
			calls.Store(0)
			decls := orchestra(c.finder())
			_, err := replay.Again(t.Context(), history(t, recorded(t, decls)), decls, "")
			var diverged replay.DivergedError
			if !errors.As(err, &diverged) {
				t.Fatalf("the history was repeated; error: %v", err)
			}
			for _, d := range diverged.All {
				if d.Processor != "finder" {
					t.Errorf("%s was found to diverge, too: %v", d.Processor, d)
				}
			}
			all := fmt.Sprint(diverged.All)
			for _, say := range append(c.says, "replaying run "+run) {
				if !strings.Contains(all, say) {
					t.Errorf("the error does not say %q: %v", say, err)
				}
			}
		})
	}
}

// TestAStepThatFailedIsRepeatedAsAFailure: a dead letter and its rescue are outputs like any other.
func TestAStepThatFailedIsRepeatedAsAFailure(t *testing.T) {
	decls := orchestra(finder(func(c events.Claim) (string, error) {
		if c.ID == "clm_1" {
			return "", errors.New("illegible")
		}
		return pure(c)
	}))
	log := recorded(t, decls)
	if !slices.ContainsFunc(log, func(e replay.Entry) bool { return e.Topic == events.TopicDeadLetters }) {
		t.Fatal("the history holds no dead letter")
	}
	if _, err := replay.Again(t.Context(), history(t, log), decls, ""); err != nil {
		t.Error(err)
	}
}

// TestARunIsCarriedOverUnderItsOwnName looks at the records of the new run, and repeats the repetition.
func TestARunIsCarriedOverUnderItsOwnName(t *testing.T) {
	decls := orchestra(finder(pure))
	log := recorded(t, decls)
	made, err := replay.Again(t.Context(), history(t, log), decls, "claims.extracted")
	if err != nil {
		t.Fatal(err)
	}
	end := streamtest.Start.Add(25 * time.Hour)
	list, feed, err := made.Records(request(t, "run_new"), end)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	var again []replay.Entry
	for i, r := range append(slices.Clone(list), feed...) {
		ids[r.ID] = true
		again = append(again, replay.Entry{Record: r, Partition: 0, Offset: int64(i)})
		if r.Run != "run_new" || r.ReplayOf != run || r.ID != events.EventID("run_new", r.Type, r.Subject) {
			t.Errorf("%s %s is of run %q, replays %q, has id %s", r.Type, r.Subject, r.Run, r.ReplayOf, r.ID)
		}
		if text := r.Key + r.Subject; strings.Contains(text, run) {
			t.Errorf("%s is still keyed or named by the parent: %s %s", r.Type, r.Key, r.Subject)
		}
		if r.Iteration != 1 || r.IterationCap != 3 {
			t.Errorf("%s %s is in pass %d of %d", r.Type, r.Subject, r.Iteration, r.IterationCap)
		}
		switch r.Type {
		case events.AnalysisCompleted.Type:
			if !r.Time.Equal(end) {
				t.Errorf("the run ends at %v, want %v", r.Time, end)
			}
		case events.RunOpened.Type:
			e, err := events.RunOpened.Decode(r)
			if err != nil || e.Data.Mode != events.ModeExact || e.Data.Parent != run {
				t.Errorf("opened as %q with parent %q, %v", e.Data.Mode, e.Data.Parent, err)
			}
		case "closer.due":
			if r.Key != "run_new" || !strings.Contains(string(r.Data), `"key":"run_new"`) || !strings.HasPrefix(r.Subject, "due/run_new/") {
				t.Errorf("the run's wake is %s %s %s", r.Key, r.Subject, r.Data)
			}
		}
	}
	for _, r := range list {
		if r.Causation != "" && !ids[r.Causation] {
			t.Errorf("%s %s answers %s, which is not in the run", r.Type, r.Subject, r.Causation)
		}
	}
	for _, d := range decls {
		live, err := stream.NewLocal(d, streamtest.NewClock(streamtest.Start))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			if h, err := live.Handle(t.Context(), r); err != nil || len(h.Published) > 0 || len(live.Keys()) > 0 {
				t.Fatalf("a live %s works on %s %s of a replay: %v", d.Describe().Name, r.Type, r.Subject, err)
			}
		}
	}
	h, err := replay.NewHistory("run_new", again)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay.Again(t.Context(), h, decls, ""); err != nil {
		t.Errorf("the replay cannot be replayed: %v", err)
	}
}

// TestActivityIsTakenFromTheFeedWhereTheBrokerHasForgottenIt: its topic is kept for a week, the feed for good.
func TestActivityIsTakenFromTheFeedWhereTheBrokerHasForgottenIt(t *testing.T) {
	decls := orchestra(finder(pure))
	log := recorded(t, decls)
	n := 0
	log = slices.DeleteFunc(log, func(e replay.Entry) bool {
		if e.Topic == events.TopicAgentActivity {
			n++
		}
		return e.Topic == events.TopicAgentActivity && n < 3
	})
	made, err := replay.Again(t.Context(), history(t, log), decls, "")
	if err != nil {
		t.Fatal(err)
	}
	list, _, err := made.Records(request(t, "run_new"), streamtest.Start)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, r := range list {
		if r.Topic == events.TopicAgentActivity {
			shown++
		}
	}
	if shown != 3 {
		t.Errorf("%d activities in the new run, want 3", shown)
	}
}

// TestAnotherVersionOfTheProgramIsNoDivergence: the end of a run names the program that ran.
func TestAnotherVersionOfTheProgramIsNoDivergence(t *testing.T) {
	decls := orchestra(finder(pure))
	log := recorded(t, decls)
	for i, e := range log {
		if e.Type == events.AnalysisCompleted.Type {
			log[i].Data = []byte(strings.Replace(string(e.Data), `"then"`, `"before"`, 1))
		}
	}
	if _, err := replay.Again(t.Context(), history(t, log), decls, ""); err != nil {
		t.Error(err)
	}
}

// TestAnEventThatTwoStepsLeadToIsRepeatedTwice: a check is named by its claim, not by the pass, so a second
// look publishes it again, with another cause.
func TestAnEventThatTwoStepsLeadToIsRepeatedTwice(t *testing.T) {
	twice := func(extra string) stream.Declaration {
		return finder(pure, func(c events.Claim) []events.Draft {
			return []events.Draft{events.CheckPerformed.Draft("run/check/total", events.Check{
				ID: "chk_1", Name: "total" + extra, ClaimID: "clm_9", Inputs: []events.CheckInput{},
			})}
		})
	}
	decls := orchestra(twice(""))
	log := recorded(t, decls)
	made, err := replay.Again(t.Context(), history(t, log), decls, "")
	if err != nil {
		t.Fatal(err)
	}
	list, _, err := made.Records(request(t, "run_new"), streamtest.Start)
	if err != nil {
		t.Fatal(err)
	}
	causes := map[string]bool{}
	for _, r := range list {
		if r.Type == events.CheckPerformed.Type {
			causes[r.Causation] = true
		}
	}
	if len(causes) != 3 {
		t.Errorf("the check has %d causes in the new run, want 3", len(causes))
	}
	// A broker without atomic commits may hold whole steps twice.
	doubled := slices.Clone(log)
	for _, e := range log {
		e.Offset += 1_000
		doubled = append(doubled, e)
	}
	if _, err := replay.Again(t.Context(), history(t, doubled), decls, ""); err != nil {
		t.Errorf("a history with repeats: %v", err)
	}
	if _, err := replay.Again(t.Context(), history(t, log), orchestra(twice("s")), ""); err == nil ||
		!strings.Contains(err.Error(), "data.name: recorded \"total\", replayed \"totals\"") {
		t.Errorf("another check went unnoticed: %v", err)
	}
}
