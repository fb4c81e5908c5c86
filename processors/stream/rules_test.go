package stream_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

type (
	claimEvent = events.Event[events.Claim]
	tallyStep  = stream.Step[tally]
)

// on makes a processor of one handler that may emit what the tests need.
func on(h func(tally, claimEvent) (tallyStep, error)) stream.Processor[tally] {
	return stream.Processor[tally]{
		Name:  "tested",
		Emits: []*events.Definition{events.ClaimRouted.Definition, events.FindingUnable.Definition},
		Routes: []stream.Route[tally]{
			stream.On(events.ClaimExtracted, func(_ context.Context, s tally, e claimEvent) (tallyStep, error) { return h(s, e) }),
		},
		Rescue: func(l stream.Letter) []events.Draft {
			return []events.Draft{events.FindingUnable.Draft("rescue/"+l.Record.Subject, events.Inability{
				ClaimID: l.Record.Key, Reason: fmt.Sprintf("%v after %d", l.Err, l.Attempts)})}
		},
	}
}

func routed(e claimEvent) events.Draft {
	return events.ClaimRouted.Draft(e.Subject+"/routed", events.Assignment{Claim: e.Data})
}

func seen(s tally, e claimEvent) tally {
	s.Seen = append(s.Seen, e.Data.Text)
	return s
}

func mustSee(t *testing.T, d *streamtest.Driver, want ...string) {
	t.Helper()
	s, _ := streamtest.State[tally](d, "run_1", "clm_1")
	if strings.Join(s.Seen, " ") != strings.Join(want, " ") {
		t.Errorf("the state has seen %v, want %v", s.Seen, want)
	}
}

func TestPlainErrorsAreRetried(t *testing.T) {
	calls := 0
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) {
		calls++
		s = seen(s, e) // even when it then fails: the next try must not see this
		if e.Data.Text == "b" && calls < 5 {
			return tallyStep{}, errors.New("not yet")
		}
		return tallyStep{State: s, Publish: []events.Draft{routed(e)}}, nil
	}))
	d.Given(claim("run_1", "clm_1", "a")).When(claim("run_1", "clm_1", "b")).ThenPublishes("claim.routed")
	if d.Attempts() != 4 {
		t.Errorf("the handler was called %d times, want 4", d.Attempts())
	}
	mustSee(t, d, "a", "b")
}

func TestExhaustionEndsInDeadLettersWithRescue(t *testing.T) {
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) { return tallyStep{}, errors.New("never") }))
	d.When(claim("run_1", "clm_1", "a")).ThenRefuses("never", "finding.unable")
	letter := streamtest.One(d, events.DeadLettered).Data
	if letter.Processor != "tested" || letter.Attempts != 5 || letter.Key != "clm_1" || letter.Topic != events.TopicClaimsExtracted ||
		letter.Headers["ce_type"] != "claim.extracted" || !strings.Contains(string(letter.Data), `"clm_1"`) || letter.Error != "never" {
		t.Errorf("dead letter %+v", letter)
	}
	if r := streamtest.One(d, events.FindingUnable); r.Data.Reason != "never after 5" || r.Run != "run_1" || r.Causation == "" {
		t.Errorf("rescue %+v", r)
	}
}

func TestRejectIsNotRetriedAndLeavesTheState(t *testing.T) {
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) {
		s = seen(s, e)
		if e.Data.Text == "bad" {
			return tallyStep{}, fmt.Errorf("judging: %w", stream.Reject(errors.New("nonsense")))
		}
		return tallyStep{State: s}, nil
	}))
	d.Given(claim("run_1", "clm_1", "a")).When(claim("run_1", "clm_1", "bad")).ThenRefuses("nonsense", "finding.unable")
	if d.Attempts() != 1 {
		t.Errorf("tried %d times", d.Attempts())
	}
	d.Given(claim("run_1", "clm_1", "c"))
	mustSee(t, d, "a", "c")
}

// A dead letter that is retried has the id it had: it must be decided anew, not taken for a repeat.
func TestRefusedEventsAreNotAbsorbed(t *testing.T) {
	broken := true
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) {
		if broken {
			return tallyStep{}, stream.Reject(errors.New("broken"))
		}
		return tallyStep{State: seen(s, e), Publish: []events.Draft{routed(e)}}, nil
	}))
	d.When(claim("run_1", "clm_1", "a")).ThenRefuses("broken", "finding.unable")
	broken = false
	d.When(claim("run_1", "clm_1", "a")).ThenPublishes("claim.routed")
	mustSee(t, d, "a")
}

func TestPanicsAreRejectedWithTheirPlace(t *testing.T) {
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) {
		one := []int{1}
		return tallyStep{}, fmt.Errorf("%d", one[len(e.Data.Text)+1])
	}))
	d.When(claim("run_1", "clm_1", "a")).ThenRefuses("index out of range", "finding.unable")
	letter := streamtest.One(d, events.DeadLettered).Data
	if letter.Attempts != 1 || !strings.Contains(letter.Error, "rules_test.go") || len(letter.Error) > 2_100 {
		t.Errorf("dead letter %+v", letter)
	}
}

func TestPanicInRescueIsReported(t *testing.T) {
	p := on(func(tally, claimEvent) (tallyStep, error) { return tallyStep{}, stream.Reject(errors.New("first")) })
	p.Rescue = func(stream.Letter) []events.Draft { panic("second") }
	streamtest.New(t, p).When(claim("run_1", "clm_1", "a")).ThenRefuses("first")
	d := streamtest.New(t, p).When(claim("run_1", "clm_1", "a"))
	if e := streamtest.One(d, events.DeadLettered).Data.Error; !strings.Contains(e, "second") {
		t.Errorf("the letter does not say that the rescue failed: %s", e)
	}
}

func TestPauseIsNotADeadLetter(t *testing.T) {
	down := true
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) {
		if down {
			return tallyStep{}, fmt.Errorf("asking: %w", stream.Pause(errors.New("model endpoint down")))
		}
		return tallyStep{State: seen(s, e)}, nil
	}))
	d.When(claim("run_1", "clm_1", "a")).ThenPauses("model endpoint down")
	if len(d.Published()) > 0 {
		t.Errorf("published %v", d.Published())
	}
	down = false
	d.When(claim("run_1", "clm_1", "a")).ThenPublishes()
	mustSee(t, d, "a")
}

func TestRepeatsAreRepublishedNotRedecided(t *testing.T) {
	calls := 0
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) {
		calls++
		s = seen(s, e)
		return tallyStep{State: s, Done: len(s.Seen) == 2, Publish: []events.Draft{
			events.ClaimRouted.Draft(e.Subject+"/routed", events.Assignment{Iteration: calls})}}, nil
	}))
	first := d.When(claim("run_1", "clm_1", "a")).ThenPublishes("claim.routed").Published()
	d.Given(claim("run_1", "clm_1", "b")) // the key is done
	again := d.When(claim("run_1", "clm_1", "a")).ThenPublishes("claim.routed").Published()
	if calls != 2 {
		t.Errorf("the handler ran %d times for two events", calls)
	}
	if fmt.Sprint(first) != fmt.Sprint(again) {
		t.Errorf("republished\n got %v\nwant %v", again, first)
	}
	if _, there := streamtest.State[tally](d, "run_1", "clm_1"); there {
		t.Error("a repeat revived the state of a finished key")
	}
	// The same claim in another run is another key.
	d.When(claim("run_2", "clm_1", "a")).ThenPublishes("claim.routed")
	if calls != 3 {
		t.Error("the other run's event was taken for a repeat")
	}
}

func TestIterationCap(t *testing.T) {
	next := 0
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) {
		draft := routed(e)
		draft.Iteration = next
		return tallyStep{State: seen(s, e), Publish: []events.Draft{draft}}, nil
	}))
	in := func(text string, iteration int) events.Record {
		return streamtest.Event(events.ClaimExtracted, "run_1", "claim/"+text, events.Claim{ID: "clm_1", Text: text}, streamtest.Pass(iteration, 3))
	}
	d.When(in("beyond", 4)).ThenRefuses("beyond the cap", "finding.unable")
	if !errors.Is(d.Err(), events.ErrIterationCap) {
		t.Errorf("error %v is not the cap's", d.Err())
	}
	for _, r := range d.Published() {
		if r.Iteration != 3 || r.IterationCap != 3 {
			t.Errorf("%s is of pass %d of %d; what answers a refused record must stay within the cap", r.Type, r.Iteration, r.IterationCap)
		}
	}
	next = 4
	d.When(in("would pass it", 3)).ThenRefuses("beyond the cap", "finding.unable")
	mustSee(t, d)
	next = 3
	if got := d.When(in("last", 2)).ThenPublishes("claim.routed").Published()[0]; got.Iteration != 3 {
		t.Errorf("published pass %d, want 3", got.Iteration)
	}
}

func TestRecordsWithoutRouteAreSkipped(t *testing.T) {
	d := streamtest.New(t, on(func(tally, claimEvent) (tallyStep, error) { return tallyStep{}, errors.New("must not run") }))
	d.When(streamtest.Event(events.ClaimExtracted, "run_1", "claim/x", events.Claim{ID: "clm_1"}, streamtest.ReplayOf("run_0"))).ThenPublishes()
	d.When(streamtest.Event(events.VerdictIssued, "run_1", "claim/x", events.Verdict{})).ThenPublishes()
}

func TestOnlyDeclaredKindsArePublished(t *testing.T) {
	p := on(func(s tally, e claimEvent) (tallyStep, error) {
		return tallyStep{Publish: []events.Draft{routed(e)}}, nil
	})
	p.Emits = p.Emits[1:]
	streamtest.New(t, p).When(claim("run_1", "clm_1", "a")).ThenRefuses("does not declare that it emits", "finding.unable")

	feed := stream.Processor[stream.None]{Name: "copying", Copies: events.TopicRunsFeed, Routes: []stream.Route[stream.None]{
		stream.Any(events.ClaimExtracted.Definition, func(_ context.Context, r events.Record) ([]events.Draft, error) {
			return []events.Draft{events.CopyTo(events.TopicRunsFeed, r)}, nil
		}),
	}}
	r := claim("run_1", "clm_1", "a")
	got := streamtest.New(t, feed).When(r).ThenPublishes("claim.extracted").Published()[0]
	if got.Envelope != r.Envelope || got.Topic != events.TopicRunsFeed || got.Key != "run_1" {
		t.Errorf("the copy is %+v", got)
	}
	feed.Copies = ""
	streamtest.New(t, feed).When(r).ThenRefuses("does not declare that it copies")
}

func TestLargeEventsAndStatesAreRefused(t *testing.T) {
	big := strings.Repeat("x", stream.MaxBytes)
	inState := false
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) {
		s = seen(s, e)
		switch {
		case e.Data.Text != "big":
		case inState:
			s.Seen = append(s.Seen, big)
		default:
			return tallyStep{State: s, Publish: []events.Draft{events.ClaimRouted.Draft("x", events.Assignment{EvidenceGap: big})}}, nil
		}
		return tallyStep{State: s}, nil
	}))
	d.Given(claim("run_1", "clm_1", "a"))
	d.When(claim("run_1", "clm_1", "big")).ThenRefuses("above the limit", "finding.unable")
	longPath := on(func(s tally, e claimEvent) (tallyStep, error) {
		return tallyStep{Publish: []events.Draft{events.ClaimRouted.Draft(big, events.Assignment{})}}, nil
	})
	streamtest.New(t, longPath).When(claim("run_1", "clm_1", "a")).ThenRefuses("above the limit", "finding.unable")
	inState = true
	d.When(claim("run_1", "clm_1", "big")).ThenRefuses("above the limit", "finding.unable")
	d.Given(claim("run_1", "clm_1", "b"))
	mustSee(t, d, "a", "b")
}

func TestUndecodablePayload(t *testing.T) {
	d := streamtest.New(t, on(func(s tally, e claimEvent) (tallyStep, error) { return tallyStep{State: seen(s, e)}, nil }))
	r := claim("run_1", "clm_1", "a")
	r.Data = []byte(`{"id": 7`)
	d.When(r).ThenRefuses("decoding claim.extracted", "finding.unable")
	r.Source = ""
	d.When(r).ThenRefuses("ce_source is missing") // no rescue: nobody knows for sure whose event it was
}

func TestTraces(t *testing.T) {
	p := on(func(s tally, e claimEvent) (tallyStep, error) {
		return tallyStep{Publish: []events.Draft{routed(e)}}, nil
	})
	trace := func(run, parent string) string {
		r := claim(run, "clm_1", "a")
		r.TraceParent = parent
		return streamtest.New(t, p).When(r).Published()[0].TraceParent
	}
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	got := trace("run_1", parent)
	if len(got) != len(parent) || got[:36] != parent[:36] || got == parent {
		t.Errorf("the trace of %s goes on as %s", parent, got)
	}
	root := trace("run_1", "")
	if root != trace("run_1", "") || root[:36] == trace("run_2", "")[:36] || len(root) != len(parent) {
		t.Errorf("a root trace is a function of the run: %s, %s, %s", root, trace("run_1", ""), trace("run_2", ""))
	}
	for _, bad := range []string{"nonsense", "00-00000000000000000000000000000000-b7ad6b7169203331-01", strings.Replace(parent, "0af", "xyz", 1)} {
		if trace("run_1", bad) != root {
			t.Errorf("the unreadable parent %q was continued", bad)
		}
	}
}

func TestTopologyRefusesDuplicateNames(t *testing.T) {
	p := counting()
	if _, err := stream.Topology([]stream.Declaration{p, p}); err == nil || !strings.Contains(err.Error(), `named "counting"`) {
		t.Errorf("error = %v", err)
	}
	specs, err := stream.TopicSpecs([]stream.Declaration{p})
	if err != nil {
		t.Fatal(err)
	}
	if last := specs[len(specs)-1]; last.Name != "counting.state" || last.Retention != events.Compacted || last.Partitions != 6 ||
		len(specs) != len(events.Topics())+1 {
		t.Errorf("specs end in %+v", last)
	}
}
