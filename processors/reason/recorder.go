package reason

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// Port is the name of the port in answers.recorded.
const Port = "model"

// Recorder is the port by which one step of one run asks. The answer to a question is an artefact under run and question before
// the step uses it; the same question has the same answer, however often and in whatever order it is asked.
//
// A Recorder belongs to one step and may be used by several goroutines of it.
type Recorder struct {
	store  artefact.Store
	models Models
	asker  *Asker // nil: recorded answers only
	by     about

	counter *Counter // counts instead of asking; mostly nil

	mu   sync.Mutex
	used map[string]string // artefact by question
}

// Recording makes the handlers of processors ask by recorders. Without an asker, as in a replay, there are only the answers that
// the run has recorded.
func Recording(store artefact.Store, models Models, asker *Asker) stream.Learner {
	return stream.Learner{
		Emits: []*events.Definition{events.AnswerRecorded.Definition},
		Limit: handling,
		Begin: func(ctx context.Context, processor string, e events.Envelope) (context.Context, func() []events.Draft) {
			r := &Recorder{store: store, models: models, asker: asker, by: about{e.Run, processor, claimOf(e.Subject)}, used: map[string]string{}}
			return context.WithValue(ctx, recorderKey{}, r), r.drafts
		},
	}
}

// handling is how long a handler may take that waits for a model: a machine of two cores that runs one itself answers at five
// words a second.
const handling = time.Hour

type recorderKey struct{}

// From returns the port of the step that a context belongs to; nil where no model is asked.
func From(ctx context.Context) *Recorder {
	r, _ := ctx.Value(recorderKey{}).(*Recorder)
	return r
}

// Asks reports whether there is a model for a role.
func (r *Recorder) Asks(role Role) bool { return r != nil && r.models[role] != "" }

// Allow keeps what the run may spend on models by its own request, before anything is asked. Where nobody is asked, nothing is kept. A
// budget in dollars that cannot be held, as a model has no known price, is refused.
func (r *Recorder) Allow(ctx context.Context, b *events.ModelBudget) error {
	if r == nil || r.asker == nil || b == nil {
		return nil
	}
	limit := ledger.Limit{Tokens: b.Tokens}
	if b.USD != "" {
		d, _, err := apd.NewFromString(b.USD)
		if err != nil {
			return stream.Reject(fmt.Errorf("the budget %q of run %s is no amount of dollars", b.USD, r.by.run))
		}
		if limit.USD = d; r.asker.unpriced() != nil {
			return stream.Reject(r.asker.unpriced())
		}
	}
	return r.asker.Book.Allow(ctx, r.by.run, limit)
}

// claimOf is the claim that an event is about, by its subject.
func claimOf(subject string) string {
	rest, is := strings.CutPrefix(subject, "claim/")
	if !is {
		return ""
	}
	id, _, _ := strings.Cut(rest, "/")
	return id
}

// Ask answers from the record, or has the question answered and records that. accept refuses what the agent cannot use, in words for
// the model; it must be a function of the answer. Every outcome is recorded, so that a step that is repeated goes by the same.
// Errors are those of the store, of a context, of an endpoint that is down (stream.Pause), and ErrNotRecorded.
func (r *Recorder) Ask(ctx context.Context, q Question, accept func([]byte) error) (Reply, error) {
	model := r.models[q.Prompt.Role]
	if r.counter != nil {
		r.counter.add(q)
		return Reply{Outcome: Unavailable, Model: nameOf(model), Prompt: q.Prompt.ID(), Problem: "it is only counted"}, nil
	}
	digest := q.digest(model)
	name := events.RecordedAnswer{Port: Port, Request: digest}.Name(r.by.run)
	hash, err := r.store.Resolve(ctx, name)
	switch {
	case err == nil:
	case !errors.Is(err, artefact.ErrNotFound):
		return Reply{}, fmt.Errorf("looking for the recorded answer to %s: %w", q.Prompt.ID(), err)
	case r.asker == nil:
		return Reply{}, fmt.Errorf("asking %s as %s (question %.12s about %s): %w", model, q.Prompt.ID(), digest, cmp.Or(r.by.claim, "the report"), ErrNotRecorded)
	default:
		if hash, err = r.first(ctx, q, model, digest, name, accept); err != nil {
			return Reply{}, err
		}
	}
	reply, err := r.read(ctx, hash)
	if err != nil {
		return Reply{}, err
	}
	if reply.Outcome == Answered {
		if err := accept(reply.Answer); err != nil { // recorded by another version of the agent, or altered
			reply.Outcome, reply.Answer, reply.Problem = Unusable, nil, clip(err.Error(), 300)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used[digest] = hash
	return reply, nil
}

func (r *Recorder) read(ctx context.Context, hash string) (Reply, error) {
	data, err := r.store.Get(ctx, hash)
	if err != nil {
		return Reply{}, fmt.Errorf("reading a recorded answer: %w", err)
	}
	var reply Reply
	if err := json.Unmarshal(data, &reply); err != nil {
		return Reply{}, stream.Reject(fmt.Errorf("decoding a recorded answer: %w", err))
	}
	return reply, nil
}

// shared names an answer for the questions of other runs.
func shared(digest string) string { return "answer/" + Port + "/" + digest }

// first finds what another run was answered, or asks, and records it. When another instance of the step was faster, its answer
// stands: that one may have been used.
func (r *Recorder) first(ctx context.Context, q Question, model, digest, name string, accept func([]byte) error) (hash string, err error) {
	hash, err = r.store.Resolve(ctx, shared(digest))
	switch {
	case err == nil:
		if err := r.reuse(ctx, q, model, digest); err != nil {
			return "", err
		}
		return r.link(ctx, name, hash)
	case !errors.Is(err, artefact.ErrNotFound):
		return "", fmt.Errorf("looking for an answer to %s: %w", q.Prompt.ID(), err)
	}
	reply, mine, err := r.asker.ask(ctx, q, model, digest, r.by, accept)
	var down *outage
	switch {
	case errors.As(err, &down):
		return "", stream.Pause(err)
	case err != nil:
		return "", err
	}
	if !mine && reply.Outcome == Answered {
		if err := r.reuse(ctx, q, model, digest); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(reply)
	if err != nil {
		return "", fmt.Errorf("encoding the answer to %s: %w", q.Prompt.ID(), err)
	}
	if hash, err = r.store.Put(ctx, "answer", data); err != nil {
		return "", fmt.Errorf("recording the answer to %s: %w", q.Prompt.ID(), err)
	}
	if reply.Outcome == Answered { // anything else may be otherwise another time
		if hash, err = r.link(ctx, shared(digest), hash); err != nil {
			return "", err
		}
	}
	return r.link(ctx, name, hash)
}

// reuse writes that an answer was there already.
func (r *Recorder) reuse(ctx context.Context, q Question, model, digest string) error {
	call := ledger.Call{
		Run: r.by.run, Agent: r.by.agent, Claim: r.by.claim, Role: string(q.Prompt.Role), Model: nameOf(model), Prompt: q.Prompt.ID(), Request: digest,
	}
	err := r.asker.Book.Reuse(ctx, &call)
	measure(call)
	return err
}

func (r *Recorder) link(ctx context.Context, name, hash string) (string, error) {
	switch err := r.store.Link(ctx, name, hash); {
	case errors.Is(err, artefact.ErrLinked):
		return r.store.Resolve(ctx, name)
	case err != nil:
		return "", fmt.Errorf("recording an answer: %w", err)
	}
	return hash, nil
}

// drafts name the answers that the step has used, so that a replay finds them. They go out with what the step concluded, and do not
// depend on the order in which its parts asked.
func (r *Recorder) drafts() []events.Draft {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]events.Draft, 0, len(r.used))
	for digest, hash := range r.used {
		a := events.RecordedAnswer{Port: Port, Request: digest, Artefact: hash}
		out = append(out, events.AnswerRecorded.Draft(events.RunSubject("answer", Port, digest, strconv.Itoa(a.Ordinal)), a))
	}
	slices.SortFunc(out, func(a, b events.Draft) int { return cmp.Compare(a.Subject, b.Subject) })
	return out
}

// Ask asks for an answer of a Go type. reply is nil where no model has the role: then nothing was asked.
func Ask[T any](ctx context.Context, q Question, accept func(*T) error) (answer T, reply *Reply, err error) {
	r := From(ctx)
	if !r.Asks(q.Prompt.Role) {
		return answer, nil, nil
	}
	decode := func(data []byte) (T, error) {
		var v T
		if err := json.Unmarshal(data, &v); err != nil {
			return v, fmt.Errorf("it cannot be read: %w", err)
		}
		return v, accept(&v)
	}
	got, err := r.Ask(ctx, q, func(data []byte) error { _, err := decode(data); return err })
	if err != nil {
		return answer, nil, err
	}
	if got.Outcome == Answered {
		if answer, err = decode(got.Answer); err != nil {
			return answer, nil, stream.Reject(fmt.Errorf("reading an answer that was accepted: %w", err))
		}
	}
	return answer, &got, nil
}
