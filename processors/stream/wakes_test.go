package stream_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

func TestWakes(t *testing.T) {
	var woken []time.Duration
	p := on(nil)
	wakeIn := func(s tally, e claimEvent) (tallyStep, error) {
		step := tallyStep{State: seen(s, e)}
		if d, err := time.ParseDuration(e.Data.Text); err == nil {
			step.Wake = e.Time.Add(d)
		}
		return step, nil
	}
	p.Routes = []stream.Route[tally]{
		stream.On(events.ClaimExtracted, func(_ context.Context, s tally, e claimEvent) (tallyStep, error) { return wakeIn(s, e) }),
		stream.Due(func(_ context.Context, s tally, e events.Event[events.Due]) (tallyStep, error) {
			woken = append(woken, e.Time.Sub(streamtest.Start))
			if e.Run != "run_1" || e.Iteration != 1 || e.IterationCap != 3 || e.Data.Key != "clm_1" {
				return tallyStep{}, stream.Reject(fmt.Errorf("wake %+v", e))
			}
			return tallyStep{State: s, Publish: []events.Draft{events.FindingUnable.Draft("silent", events.Inability{ClaimID: e.Data.Key})}}, nil
		}),
	}
	d := streamtest.New(t, p)
	d.Given(claim("run_1", "clm_1", "10s"))
	d.Advance(9 * time.Second).ThenPublishes()
	d.Advance(time.Second).ThenPublishes("finding.unable")
	d.Advance(time.Hour).ThenPublishes() // once
	if _, armed := d.Wake("run_1", "clm_1"); armed {
		t.Error("the wake is still armed after it was handled")
	}

	// A later step replaces the wake, or clears it.
	at := func(text string) events.Record {
		return streamtest.Event(events.ClaimExtracted, "run_1", "claim/"+text, events.Claim{ID: "clm_1", Text: text}, streamtest.At(d.Clock.Now()))
	}
	d.Given(at("11s"), at("20s"))
	d.Advance(19 * time.Second).ThenPublishes()
	d.Advance(time.Second).ThenPublishes("finding.unable")
	d.Given(at("12s"), at("none"))
	d.Advance(time.Hour).ThenPublishes()
	if want := []time.Duration{10 * time.Second, 10*time.Second + time.Hour + 20*time.Second}; fmt.Sprint(woken) != fmt.Sprint(want) {
		t.Errorf("woken at %v, want %v", woken, want)
	}
}

// A wake that is already on its way when a step replaces it does not reach the handler.
func TestReplacedWakeInFlightIsIgnored(t *testing.T) {
	wakes := 0
	p := on(nil)
	p.Routes = []stream.Route[tally]{
		stream.On(events.ClaimExtracted, func(_ context.Context, s tally, e claimEvent) (tallyStep, error) {
			step := tallyStep{State: seen(s, e)}
			if e.Data.Text == "wake me" {
				step.Wake = e.Time.Add(time.Second)
			}
			return step, nil
		}),
		stream.Due(func(_ context.Context, s tally, e events.Event[events.Due]) (tallyStep, error) {
			wakes++
			return tallyStep{State: s}, nil
		}),
	}
	clock := streamtest.NewClock(streamtest.Start)
	l, err := stream.NewLocal(p, clock)
	if err != nil {
		t.Fatal(err)
	}
	hand := func(r events.Record) {
		t.Helper()
		if h, err := l.Handle(t.Context(), r); err != nil || h.Err != nil {
			t.Fatal(err, h.Err)
		}
	}
	hand(claim("run_1", "clm_1", "wake me"))
	clock.Advance(time.Second)
	due, err := l.Due()
	if err != nil || len(due) != 1 {
		t.Fatalf("due: %v, %v", due, err)
	}
	hand(claim("run_1", "clm_1", "never mind"))
	hand(due[0])
	if wakes != 0 {
		t.Error("the replaced wake reached the handler")
	}
}
