package conductor_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// step hands one record, from a random queue, to its consumer; it reports whether there was one.
func (w *world) step() bool {
	type queue struct {
		c   *consumer
		key string
	}
	var ready, inLine []queue
	for _, c := range w.consumers {
		if c.away || w.paused[events.Agent(c.name)] {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(c.queues)) {
			switch {
			case c.stands[key]:
			case w.queues(c, c.queues[key][0]):
				inLine = append(inLine, queue{c, key})
			default:
				ready = append(ready, queue{c, key})
			}
		}
	}
	if len(ready) == 0 && len(inLine) > 0 {
		w.clock.Advance(4 * time.Second) // something else is done meanwhile
		if w.rng.IntN(w.line) > 0 {
			return true
		}
		ready = inLine
	}
	if len(ready) == 0 {
		return false
	}
	q := ready[w.rng.IntN(len(ready))]
	if w.temper[events.Agent(q.c.name)] == slow && w.rng.IntN(4) == 0 {
		q.c.stands[q.key] = true
		return true
	}
	w.hand(q.c, q.key)
	return true
}

// queues reports whether a record has to stand in line: in a busy world the questions to those who ask nobody do.
func (w *world) queues(c *consumer, r events.Record) bool {
	return w.line > 0 && r.Type == events.RequestRouted.Type && !w.agents.curious[events.Agent(c.name)]
}

func (w *world) hand(c *consumer, key string) {
	r := c.queues[key][0]
	w.clock.Advance(time.Duration(w.rng.Int64N(2 * int64(w.pace))))
	h, err := c.local.Handle(context.Background(), r)
	if stream.Paused(err) {
		w.pause(events.Agent(c.name), r)
		return
	}
	if err != nil || h.Err != nil && !errors.Is(h.Err, errRiddle) {
		w.t.Fatalf("%s on %s %s: %v %v", c.name, r.Type, r.Subject, err, h.Err)
	}
	if c.queues[key] = c.queues[key][1:]; len(c.queues[key]) == 0 {
		delete(c.queues, key)
	}
	w.append(h.Published...)
	switch {
	case c.name == judge.Name:
		w.rule(h.Published)
	case w.temper[events.Agent(c.name)] == silent:
		c.away = true
	}
}

// down says whether a dependency of a faltering agent is broken just now.
func (w *world) down(a events.Agent, _ string) bool {
	return w.temper[a] == faltering && w.pauses < 40 && w.rng.IntN(4) == 0
}

// pause and resume are what the runtime says of an agent that waits for a dependency.
func (w *world) pause(a events.Agent, r events.Record) {
	w.pauses++
	w.paused[a] = true
	w.publish(r.Envelope, string(a),
		events.AgentPaused.Draft(events.RunSubject("pause", string(a), fmt.Sprint(w.pauses)), events.Pause{Agent: string(a), Reason: "down"}))
}

// resume lets the agents go on that wait for a dependency or take their time.
func (w *world) resume() bool {
	resumed := false
	for _, c := range w.consumers {
		a := events.Agent(c.name)
		resumed = resumed || len(c.stands) > 0
		clear(c.stands)
		if w.paused[a] {
			w.paused[a], resumed = false, true
			w.publish(events.Envelope{Run: theRun, Iteration: 1, IterationCap: w.limit}, c.name,
				events.AgentResumed.Draft(events.RunSubject("pause", c.name, fmt.Sprint(w.pauses), "over"), events.Pause{Agent: c.name}))
		}
	}
	return resumed
}

// comeBack starts those again that were killed and are missed no longer than that.
func (w *world) comeBack() bool {
	back := false
	for _, c := range w.consumers {
		if a := events.Agent(c.name); c.away && w.returns[a] {
			c.away, back = false, true
			w.temper[a] = prompt
		}
	}
	return back
}

// play runs until nothing is left to do, waking who asked for it. Whoever was killed comes back at the end.
func (w *world) play() {
	for steps := 0; ; steps++ {
		if steps > 200_000 {
			w.t.Fatal("the run does not come to rest")
		}
		switch {
		case w.step():
		case w.rng.IntN(3) == 0 && w.resume():
		case w.wake():
		case w.resume():
		case w.comeBack():
		default:
			return
		}
	}
}

// wake moves the clock to the next wake and publishes it.
func (w *world) wake() bool {
	var first time.Time
	for _, c := range w.consumers {
		if c.away {
			continue
		}
		for _, k := range c.local.Keys() {
			if at, ok := c.local.Wake(k[0], k[1]); ok && (first.IsZero() || at.Before(first)) {
				first = at
			}
		}
	}
	if first.IsZero() {
		return false
	}
	w.clock.Set(first)
	if !w.ring() {
		w.t.Fatalf("a wake at %v was asked for again after it had come", first)
	}
	return true
}

// ring publishes the wakes whose time has come, and reports whether there were any.
func (w *world) ring() (woken bool) {
	for _, c := range w.consumers {
		if c.away {
			continue
		}
		due, err := c.local.Due()
		if err != nil {
			w.t.Fatal(err)
		}
		woken = woken || len(due) > 0
		w.append(due...)
	}
	return woken
}
