package replay_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/feed"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

const run = "run_0000000000aaaaaaaaaa"

// The processors of these tests are a small orchestra of the real one's shape: an opener publishes claims, a
// finder answers each (and writes its rows at length, if told to), a referee joins the answers of a claim in
// a state and waits for one that never comes until a wake, a closer counts verdicts and ends the run.

type findings struct {
	Texts []string `json:"texts"`
	Woken bool     `json:"woken"`
}

type count struct {
	Claims, Verdicts int
}

func opener() stream.Declaration {
	return stream.Processor[stream.None]{
		Name: "opener",
		Routes: []stream.Route[stream.None]{stream.Each(events.AnalysisRequested,
			func(_ context.Context, e events.Event[events.AnalysisRequest]) ([]events.Draft, error) {
				drafts := []events.Draft{events.RunOpened.Draft("run/opened", events.Opening{
					ReportID: e.Data.ReportID, Mode: e.Data.Mode, Parent: e.Data.Parent, AsOf: e.Data.AsOf,
				})}
				for i := range 3 {
					id := fmt.Sprintf("clm_%d", i)
					drafts = append(drafts, events.ClaimExtracted.Draft(events.ClaimSubject(id), events.Claim{ID: id, Text: fmt.Sprintf("claim %d", i)}))
				}
				return drafts, nil
			})},
		Emits: []*events.Definition{events.RunOpened.Definition, events.ClaimExtracted.Definition},
	}
}

// answer is what the finder finds; impure variants replace it.
type answer func(events.Claim) (string, error)

func pure(c events.Claim) (string, error) { return "found for " + c.Text, nil }

func finder(a answer, also ...func(events.Claim) []events.Draft) stream.Declaration {
	return stream.Processor[stream.None]{
		Name: "finder",
		Routes: []stream.Route[stream.None]{stream.Each(events.ClaimExtracted, func(_ context.Context, e events.Event[events.Claim]) ([]events.Draft, error) {
			text, err := a(e.Data)
			if err != nil {
				return nil, stream.Reject(err)
			}
			drafts := []events.Draft{
				events.FindingProduced.Draft(events.PassSubject(e.Data.ID, 1, "finder", "0"), events.Finding{
					ID: "fnd_" + e.Data.ID, ClaimID: e.Data.ID, Summary: text, Details: []byte("{}"),
				}),
				events.ActivityReported.Draft(events.PassSubject(e.Data.ID, 1, "finder", "shown"), events.Activity{
					Agent: "finder", Event: "evidence_found", Data: map[string]any{"claim_id": e.Data.ID},
				}),
			}
			for _, f := range also {
				drafts = append(drafts, f(e.Data)...)
			}
			return drafts, nil
		})},
		Rescue: func(l stream.Letter) []events.Draft {
			return []events.Draft{events.FindingUnable.Draft(events.PassSubject(l.Record.Key, 1, "finder", "unable"),
				events.Inability{Agent: "finder", ClaimID: l.Record.Key, Reason: l.Err.Error()})}
		},
		Emits: []*events.Definition{
			events.FindingProduced.Definition, events.FindingUnable.Definition, events.ActivityReported.Definition, events.CheckPerformed.Definition,
		},
	}
}

// referee rules on a claim when it is woken, by what it has heard in the order in which it heard it.
func referee() stream.Declaration {
	wait := func(s findings, at time.Time) stream.Step[findings] {
		return stream.Step[findings]{State: s, Wake: at.Add(time.Minute)}
	}
	return stream.Processor[findings]{
		Name: "referee",
		Routes: []stream.Route[findings]{
			stream.On(events.FindingProduced, func(_ context.Context, s findings, e events.Event[events.Finding]) (stream.Step[findings], error) {
				s.Texts = append(s.Texts, e.Data.Summary)
				return wait(s, e.Time), nil
			}),
			stream.On(events.FindingUnable, func(_ context.Context, s findings, e events.Event[events.Inability]) (stream.Step[findings], error) {
				s.Texts = append(s.Texts, "none: "+e.Data.Reason)
				return wait(s, e.Time), nil
			}),
			stream.Due(func(_ context.Context, s findings, e events.Event[events.Due]) (stream.Step[findings], error) {
				s.Woken = true
				v := events.Verdict{ID: "vrd", ClaimID: e.Data.Key, Reasoning: strings.Join(s.Texts, "; "), Revision: 1}
				return stream.Step[findings]{State: s, Publish: []events.Draft{
					events.VerdictIssued.Draft(events.ClaimSubject(e.Data.Key, "r1", "verdict"), v),
					events.CaseClosed.Draft(events.ClaimSubject(e.Data.Key, "r1", "closed"), events.Closure{ClaimID: e.Data.Key, Revision: 1}),
				}}, nil
			}),
		},
		Emits: []*events.Definition{events.VerdictIssued.Definition, events.CaseClosed.Definition},
	}
}

// closer ends the run by its own wake, so that one wake's key is the run.
func closer() stream.Declaration {
	return stream.Processor[count]{
		Name: "closer",
		Routes: []stream.Route[count]{
			stream.On(events.RunOpened, func(_ context.Context, s count, e events.Event[events.Opening]) (stream.Step[count], error) {
				s.Claims = 3
				return stream.Step[count]{State: s, Wake: e.Time.Add(time.Hour)}, nil
			}),
			stream.On(events.CaseClosed, func(_ context.Context, s count, e events.Event[events.Closure]) (stream.Step[count], error) {
				s.Verdicts++
				return stream.Step[count]{State: s, Wake: e.Time.Add(time.Hour)}, nil
			}),
			stream.Due(func(_ context.Context, s count, e events.Event[events.Due]) (stream.Step[count], error) {
				if s.Verdicts < s.Claims {
					return stream.Step[count]{State: s}, nil
				}
				return stream.Step[count]{State: s, Publish: []events.Draft{events.AnalysisCompleted.Draft("run/completed", events.Completion{
					Status: events.RunCompleted, Claims: s.Verdicts, Verdicts: map[string]int{}, CodeVersion: "then",
				})}}, nil
			}),
		},
		Emits: []*events.Definition{events.AnalysisCompleted.Definition},
	}
}

// hasty is a referee that waits for nobody.
func hasty() stream.Declaration {
	return stream.Processor[findings]{
		Name: "referee",
		Routes: []stream.Route[findings]{
			stream.On(events.FindingProduced, func(_ context.Context, s findings, e events.Event[events.Finding]) (stream.Step[findings], error) {
				s.Texts = append(s.Texts, e.Data.Summary)
				return stream.Step[findings]{State: s, Publish: []events.Draft{
					events.VerdictIssued.Draft(events.ClaimSubject(e.Data.ClaimID, "r1", "verdict"),
						events.Verdict{ID: "vrd", ClaimID: e.Data.ClaimID, Reasoning: s.Texts[0], Revision: 1}),
					events.CaseClosed.Draft(events.ClaimSubject(e.Data.ClaimID, "r1", "closed"), events.Closure{ClaimID: e.Data.ClaimID, Revision: 1}),
				}}, nil
			}),
		},
		Emits: []*events.Definition{events.VerdictIssued.Definition, events.CaseClosed.Definition},
	}
}

// last ends the run with the third verdict.
func last() stream.Declaration {
	return stream.Processor[count]{
		Name: "closer",
		Routes: []stream.Route[count]{
			stream.On(events.CaseClosed, func(_ context.Context, s count, e events.Event[events.Closure]) (stream.Step[count], error) {
				if s.Verdicts++; s.Verdicts < 3 {
					return stream.Step[count]{State: s}, nil
				}
				return stream.Step[count]{State: s, Publish: []events.Draft{events.AnalysisCompleted.Draft("run/completed", events.Completion{
					Status: events.RunCompleted, Claims: s.Verdicts, Verdicts: map[string]int{},
				})}}, nil
			}),
		},
		Emits: []*events.Definition{events.AnalysisCompleted.Definition},
	}
}

func orchestra(find stream.Declaration) []stream.Declaration {
	return []stream.Declaration{opener(), find, referee(), closer(), feed.New()}
}

// recorded lets processors work on a request until nothing is left to do, wakes included, and returns what
// a log would hold.
func recorded(t *testing.T, decls []stream.Declaration) []replay.Entry {
	t.Helper()
	clock := streamtest.NewClock(streamtest.Start)
	locals := make([]*stream.Local, len(decls))
	inputs := make([][]events.Topic, len(decls))
	for i, d := range decls {
		l, err := stream.NewLocal(d, clock)
		if err != nil {
			t.Fatal(err)
		}
		locals[i], inputs[i] = l, d.Describe().Inputs
	}
	var log []replay.Entry
	offsets := map[string]int64{}
	write := func(records ...events.Record) {
		for _, r := range records {
			n := int32(len(r.Key) % 3) // some partitioner
			at := fmt.Sprint(r.Topic, n)
			log = append(log, replay.Entry{Record: r, Partition: n, Offset: offsets[at]})
			offsets[at]++
		}
	}
	request := events.AnalysisRequest{Run: run, ReportID: "rep_1", Mode: events.ModeLive, AsOf: streamtest.Start, Iterations: 3}
	first, err := events.AnalysisRequested.Draft("run/requested", request).Seal(events.Envelope{Run: run, Iteration: 1, IterationCap: 3}, "intent", clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	write(first)
	for next, idle := 0, 0; idle < 2; {
		for ; next < len(log); next++ {
			idle = 0
			clock.Set(clock.Now().Add(time.Millisecond))
			for i, l := range locals {
				if !slices.Contains(inputs[i], log[next].Topic) {
					continue
				}
				h, err := l.Handle(t.Context(), log[next].Record)
				if err != nil {
					t.Fatal(err)
				}
				write(h.Published...)
			}
		}
		idle++
		clock.Set(clock.Now().Add(2 * time.Hour))
		for _, l := range locals {
			due, err := l.Due()
			if err != nil {
				t.Fatal(err)
			}
			write(due...)
		}
	}
	return log
}

func history(t *testing.T, log []replay.Entry) *replay.History {
	t.Helper()
	h, err := replay.NewHistory(run, slices.Clone(log))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// counting answers with a number that is not in the log.
func counting() answer {
	var n atomic.Int64
	return func(c events.Claim) (string, error) { return fmt.Sprintf("%s, case %d", c.Text, n.Add(1)), nil }
}
