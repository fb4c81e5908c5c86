package conductor

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// router is the one that hands questions on: a question that has not been handed on waits for it.
const router = events.Agent("router")

const (
	ticks       = 4 // of Config.Answer; the first of them passes before an agent says that it waits
	awaitedFor  = 6 // ticks after the last word of somebody who waits; a word comes at least every four
	roundsAsked = 2 // the second word of a pass comes when its question has had its time
	roundsLost  = 3 // a question that has not been handed on gets its time once more
)

// waiting hears that an agent waits for answers, and ends the questions to those that show no sign of life: a
// record of theirs in this run, or an answer that somebody has used. What is measured is silence and not how long
// the answer takes, so that a busy machine makes a run slower and not another one.
//
// Silence is counted in ticks, each of them a wake that has gone through the log and was handled before the next is
// asked for: however long a machine, a broker or this process stands still, it is one tick. After the end of a run
// nobody is awaited any more, and an agent that comes back goes on with what it has.
func (d desk) waiting(_ context.Context, s State, e events.Event[events.Waiting]) (stream.Step[State], error) {
	w := e.Data
	t := &turn{desk: d, State: &s, now: e.Time.UnixMilli() - s.Skew}
	if !s.Ended {
		t.agent(w.Agent).Started = true
		t.seen(w.Agent)
	}
	for _, q := range w.Requests {
		if t.hopeless(q, w.Round) {
			t.publish(t.unanswered(w, q))
		}
	}
	if s.Ended {
		return stream.Step[State]{State: s, Publish: t.drafts}, nil
	}
	if t.TickAt == 0 {
		t.TickAt = t.now + t.interval()
	}
	return t.settle(), nil
}

func (t *turn) interval() int64 { return t.Answer.Milliseconds() / ticks }

// hopeless notes that somebody is awaited and reports whether it is in vain.
func (t *turn) hopeless(q events.Awaited, round int) bool {
	who, rounds := q.To, roundsAsked
	if maskOf(who) == 0 {
		who, rounds = router, roundsLost
	}
	if t.Ended || t.LimitAt > 0 {
		return round >= roundsAsked
	}
	at := t.agent(who)
	if at.Awaited == 0 {
		at.Quiet = 0
		if at.Seen <= t.now-t.interval() {
			at.Quiet = 1 // the asker has waited for a tick
		}
	}
	at.Awaited = awaitedFor
	return round >= rounds && at.Quiet >= ticks
}

// unanswered is the end of a question for the one that asked it.
func (t *turn) unanswered(w events.Waiting, q events.Awaited) events.Draft {
	reason := fmt.Sprintf("No sign of life from %s for %v; going on without its answer.", q.To, t.Answer)
	switch {
	case t.Ended || t.LimitAt > 0:
		reason = "No answer while the run was going on; going on without one."
	case q.To == "":
		reason = fmt.Sprintf("The question was not handed on, and nothing else was for %v; going on without an answer.", t.Answer)
	}
	subject := events.ClaimSubject(w.ClaimID, "request", q.ID, "unanswered", strconv.Itoa(w.Round))
	return events.RequestAnswered.Draft(subject, events.InfoAnswer{
		RequestID: q.ID, From: q.To, To: w.Agent, ClaimID: w.ClaimID, Answer: reason, Evidence: []events.Evidence{}, Refused: true, Silent: true,
	})
}

// tick counts the silence of everybody who is awaited.
func (t *turn) tick() {
	if t.Ended || t.TickAt == 0 || t.now < t.TickAt {
		return
	}
	t.TickAt = 0
	for _, a := range append(slices.Clone(events.Agents()), router) {
		at := t.Agents[a]
		if at == nil || at.Awaited == 0 {
			continue
		}
		at.Quiet++
		at.Awaited--
		t.TickAt = t.now + t.interval()
	}
}
