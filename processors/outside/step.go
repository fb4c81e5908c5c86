package outside

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// Recording makes the handlers of processors ask by recorders (From). Without an asker, as in a replay, there are only
// the answers that the run has recorded. Steps of one process that have the same question at once ask it once.
func Recording(store artefact.Store, ask Asker) stream.Learner {
	flights := &singleflight.Group{}
	return stream.Learner{
		Emits: []*events.Definition{events.AnswerRecorded.Definition},
		Limit: handling,
		Begin: func(ctx context.Context, _ string, e events.Envelope) (context.Context, func() []events.Draft) {
			r := NewRecorder(e.Run, store, ask)
			r.flights = flights
			return context.WithValue(ctx, recorderKey{}, r), r.drafts
		},
	}
}

// handling is how long a handler may take that waits for services: one of them may want five seconds between two
// questions, and all claims of a report wait for the same turn.
const handling = 30 * time.Minute

type recorderKey struct{}

// From returns the port of the step that a context belongs to; nil where nobody outside may be asked.
func From(ctx context.Context) *Recorder {
	r, _ := ctx.Value(recorderKey{}).(*Recorder)
	return r
}

// drafts are Drafts in an order that does not depend on who answered first, each answer once.
func (r *Recorder) drafts() []events.Draft {
	all := r.Drafts()
	slices.SortFunc(all, func(a, b events.Draft) int { return cmp.Compare(a.Subject, b.Subject) })
	return slices.CompactFunc(all, func(a, b events.Draft) bool { return a.Subject == b.Subject })
}

// Settle asks like Ask, but what may pass is recorded, too, once the client has tried as often as it does: for the run
// the service has not answered, and a refusal is the answer. For what a claim can do without: a run that waited for a
// search engine that is down would never end. Another run asks anew.
func (r *Recorder) Settle(ctx context.Context, q Request) (Answer, error) {
	return r.answer(ctx, q, true)
}

// together has one of several steps ask. Who only waited asks by itself if the other one's time was up.
func (r *Recorder) together(ctx context.Context, q Request, name string, settle bool) (string, error) {
	if r.flights == nil {
		return r.first(ctx, q, name, settle)
	}
	hash, err, shared := r.flights.Do(name, func() (any, error) { return r.first(ctx, q, name, settle) })
	if shared && err != nil && ctx.Err() == nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return r.first(ctx, q, name, settle)
	}
	if err != nil {
		return "", err
	}
	return hash.(string), nil
}
