package stream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/processors/stream/changelog"
	"github.com/sibyl-project/sibyl/processors/stream/clock"
)

type list struct {
	Texts []string `json:"texts"`
}

// batchOf runs one key's events as one lane over state.
func batchOf(t *testing.T, state string, h func(list, events.Event[events.Claim]) (Step[list], error), texts ...string) (*lane, error) {
	t.Helper()
	p := Processor[list]{
		Name: "laned", Emits: []*events.Definition{events.ClaimRouted.Definition},
		Routes: []Route[list]{On(events.ClaimExtracted, func(_ context.Context, s list, e events.Event[events.Claim]) (Step[list], error) { return h(s, e) })},
	}
	var items []*item
	for i, text := range texts {
		r, err := events.ClaimExtracted.Draft("claim/"+text, events.Claim{ID: "clm", Text: text}).
			Seal(events.Envelope{Run: "run", ID: "cause"}, "test", time.Unix(100, 0))
		if err != nil {
			t.Fatal(err)
		}
		k := wire.Encode(r)
		k.Offset = int64(10 + i)
		items = append(items, newItem(k))
	}
	l, err := NewLocal(p, clock.System{})
	if err != nil {
		t.Fatal(err)
	}
	if state != "" {
		l.keys[changelog.Key{Run: "run", Key: "clm"}] = changelog.State{Data: []byte(state)}
	}
	pol := &policy{clock: immediate{clock.System{}}, attempts: 3, backoff: func(int) time.Duration { return 0 }, retried: func() {}}
	lanes := p.compile().lanes(items, func(int32) memory { return l }, pol)
	if len(lanes) != 1 {
		t.Fatalf("%d lanes for one key", len(lanes))
	}
	return lanes[0], lanes[0].run(t.Context())
}

func adding(s list, e events.Event[events.Claim]) Step[list] {
	s.Texts = append(s.Texts, e.Data.Text)
	return Step[list]{State: s, Publish: []events.Draft{events.ClaimRouted.Draft(e.Subject+"/routed", events.Assignment{Iteration: len(s.Texts)})}}
}

// The state is decoded once and written once for a batch of a key.
func TestLaneFoldsABatchOnce(t *testing.T) {
	l, err := batchOf(t, `{"texts":["old"]}`, func(s list, e events.Event[events.Claim]) (Step[list], error) { return adding(s, e), nil }, "a", "b", "c")
	if err != nil {
		t.Fatal(err)
	}
	if got := string(l.now.Data); got != `{"texts":["old","a","b","c"]}` || l.next() != 13 || l.steps != 3 || !l.changed() {
		t.Errorf("state %s, next %d after %d steps", got, l.next(), l.steps)
	}
	if len(l.absorbed) != 3 || l.absorbed[1].next != 12 || len(l.items[2].out) != 1 {
		t.Errorf("absorbed %+v", l.absorbed)
	}
}

// A step that fails in the middle, after changing the state it was given, leaves no trace, however often
// it is tried; those before and after it count once.
func TestLaneSurvivesAFailureInTheMiddle(t *testing.T) {
	for _, c := range []struct {
		name     string
		failures int // how often b fails; 3 are too many
		want     string
		refused  bool
	}{{"in time", 2, `{"texts":["a","b","c"]}`, false}, {"too often", 9, `{"texts":["a","c"]}`, true}} {
		t.Run(c.name, func(t *testing.T) {
			failed := 0
			l, err := batchOf(t, "", func(s list, e events.Event[events.Claim]) (Step[list], error) {
				if e.Data.Text == "b" && failed < c.failures {
					failed++
					s.Texts = append(s.Texts, "spoilt")
					if len(s.Texts) > 1 {
						s.Texts[0] = "spoilt"
					}
					return Step[list]{}, errors.New("not yet")
				}
				return adding(s, e), nil
			}, "a", "b", "c")
			if err != nil {
				t.Fatal(err)
			}
			if got := string(l.now.Data); got != c.want || (l.items[1].refusal != nil) != c.refused {
				t.Errorf("state %s, refusal %v", got, l.items[1].refusal)
			}
			if c.refused && l.items[1].attempts != 3 {
				t.Errorf("tried %d times, want 3", l.items[1].attempts)
			}
		})
	}
}

// The step that makes the state too large is refused, not the batch.
func TestLaneFindsTheStepThatMadeTheStateTooLarge(t *testing.T) {
	l, err := batchOf(t, "", func(s list, e events.Event[events.Claim]) (Step[list], error) {
		step := adding(s, e)
		if e.Data.Text == "b" {
			step.State.Texts = append(step.State.Texts, fmt.Sprintf("%0*d", MaxBytes, 0))
		}
		return step, nil
	}, "a", "b", "c")
	if err != nil {
		t.Fatal(err)
	}
	if got := string(l.now.Data); got != `{"texts":["a","c"]}` || l.items[1].refusal == nil || l.items[0].refusal != nil || l.items[2].refusal != nil {
		t.Errorf("state %.60s, refusals %v, %v, %v", got, l.items[0].refusal, l.items[1].refusal, l.items[2].refusal)
	}
}

// A repeat within the batch is answered with the outputs from the batch itself.
func TestLaneRecognisesARepeatWithinTheBatch(t *testing.T) {
	l, err := batchOf(t, "", func(s list, e events.Event[events.Claim]) (Step[list], error) { return adding(s, e), nil }, "a", "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	if got := string(l.now.Data); got != `{"texts":["a","b"]}` || fmt.Sprint(recordsOf(l.items[0].out)) != fmt.Sprint(recordsOf(l.items[1].out)) ||
		len(l.items[1].out) != 1 {
		t.Errorf("state %s, out %v and %v", got, l.items[0].out, l.items[1].out)
	}
}

func TestLaneIsAbandonedWhenTheBatchIs(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := Processor[list]{Name: "laned", Routes: []Route[list]{On(events.ClaimExtracted,
		func(ctx context.Context, s list, e events.Event[events.Claim]) (Step[list], error) {
			cancel()
			return Step[list]{}, ctx.Err()
		})}}
	r, err := events.ClaimExtracted.Draft("claim/a", events.Claim{ID: "clm"}).Seal(events.Envelope{Run: "run"}, "test", time.Unix(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLocal(p, clock.System{})
	if err != nil {
		t.Fatal(err)
	}
	pol := &policy{clock: clock.System{}, attempts: 3, backoff: func(int) time.Duration { return time.Hour }, retried: func() {}}
	err = runLanes(ctx, p.compile().lanes([]*item{newItem(wire.Encode(r))}, func(int32) memory { return l }, pol), 2)
	if !errors.Is(err, errAbandoned) {
		t.Errorf("error = %v", err)
	}
}

// An overdue wake is armed for its full length, one in the future for its time; replaced ones do not fire.
func TestPartitionArmsWakes(t *testing.T) {
	start := time.Unix(1_000, 0)
	p := changelog.NewPartition(0, nil)
	set := func(key string, at, now time.Time, length time.Duration) {
		p.Keep(changelog.Key{Run: "r", Key: key}, changelog.State{Data: []byte("1"), Wake: &changelog.Wake{At: at.UnixMilli(), For: length}}, 1, now, true)
	}
	set("future", start.Add(5*time.Second), start, 5*time.Second)
	set("overdue", start.Add(-time.Hour), start, 30*time.Second)
	set("replaced", start.Add(time.Second), start, time.Second)
	set("replaced", start.Add(7*time.Second), start, time.Second)
	set("cleared", start.Add(time.Second), start, time.Second)
	p.Keep(changelog.Key{Run: "r", Key: "cleared"}, changelog.State{Data: []byte("1")}, 1, start, true)
	var order []string
	for s := range 60 {
		for _, a := range p.DueWakes(start.Add(time.Duration(s) * time.Second)) {
			order = append(order, fmt.Sprint(a.Key.Key, "@", s))
		}
	}
	if want := "[future@5 replaced@7 overdue@30]"; fmt.Sprint(order) != want {
		t.Errorf("fired %v, want %s", order, want)
	}
}

// Records that are handed in together lead to what they lead to one by one, whatever fails between them: outputs, letters, state. The
// state is decoded once for all of a key, and stays decoded for those that follow.
func TestRecordsHandedInTogetherLeadToTheSame(t *testing.T) {
	results := map[int]string{}
	for _, together := range []int{1, 2, 3, 7} {
		opened, told := 0, ""
		p := Processor[list]{
			Name: "together", Emits: []*events.Definition{events.ClaimRouted.Definition},
			Routes: []Route[list]{On(events.ClaimExtracted, func(_ context.Context, s list, e events.Event[events.Claim]) (Step[list], error) {
				if cap(s.Texts) > len(s.Texts) {
					opened++ // room that only a state has which was not stored since
				}
				switch e.Data.Text {
				case "rejected":
					s.Texts[0] = "spoilt"
					return Step[list]{}, Reject(errors.New("never"))
				case "exhausted":
					return Step[list]{}, errors.New("not now")
				}
				s.Texts = append(make([]string, 0, 9), s.Texts...)
				return adding(s, e), nil
			})},
		}
		l, err := NewLocal(p, clock.System{})
		if err != nil {
			t.Fatal(err)
		}
		var in []Input
		for i, text := range []string{"a", "rejected", "c", "exhausted", "other", "d", "a"} {
			run := "run"
			if text == "other" {
				run = "another"
			}
			r, err := events.ClaimExtracted.Draft("claim/"+text, events.Claim{ID: "clm", Text: text}).
				Seal(events.Envelope{Run: run, ID: fmt.Sprint("cause ", i)}, "test", time.Unix(100, 0))
			if err != nil {
				t.Fatal(err)
			}
			in = append(in, Input{Record: r, Last: i > 0})
		}
		for batch := range slices.Chunk(in, together) {
			handled, err := l.HandleAll(t.Context(), batch)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range handled {
				told += fmt.Sprint(h.Attempts, h.Err, " ")
				for _, r := range h.Published {
					told += r.ID + " "
					if r.Type != events.DeadLettered.Type {
						told += string(r.Data)
					}
				}
			}
		}
		told += string(l.State("run", "clm")) + string(l.State("another", "clm"))
		if results[together] = told; told != results[1] {
			t.Errorf("%d at once lead to\n%s\none by one to\n%s", together, told, results[1])
		}
		if !strings.HasSuffix(told, `{"texts":["a","c","d"]}{"texts":["other"]}`) {
			t.Errorf("the state is %s", told)
		}
		if opened == 0 {
			t.Errorf("%d at once: every record has its state decoded anew", together)
		}
		for key, past := range l.past {
			if len(past) > 1 || key.Run != "run" {
				t.Errorf("%d outputs of %v are kept, though their events do not come again", len(past), key)
			}
		}
	}
}

// One record at a time, the state is stored and decoded for each: what is lost there is noticed.
func TestARecordAloneFindsTheStoredState(t *testing.T) {
	p := Processor[list]{
		Name: "alone", Emits: []*events.Definition{events.ClaimRouted.Definition},
		Routes: []Route[list]{On(events.ClaimExtracted, func(_ context.Context, s list, e events.Event[events.Claim]) (Step[list], error) {
			if cap(s.Texts) > 5 {
				t.Errorf("%s finds the state that was not stored", e.Data.Text)
			}
			s.Texts = append(make([]string, 0, 9), s.Texts...)
			return adding(s, e), nil
		})},
	}
	l, err := NewLocal(p, clock.System{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a", "b", "c"} {
		r, err := events.ClaimExtracted.Draft("claim/"+text, events.Claim{ID: "clm", Text: text}).
			Seal(events.Envelope{Run: "run", ID: "cause"}, "test", time.Unix(100, 0))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Handle(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}
