package outside

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// Asker asks the outside: a Client, or nobody in a replay.
type Asker interface {
	Ask(context.Context, Request) (Answer, error)
}

// ErrNotRecorded refuses a question that a run has not asked when it first ran.
var ErrNotRecorded = errors.New("no answer is recorded")

// kept is an answer as it is stored. A refusal that will not pass is an answer, too: a replay is refused the same.
type kept struct {
	Answer  *Answer `json:"answer,omitempty"`
	Reason  Reason  `json:"reason,omitempty"`
	Status  int     `json:"status,omitempty"`
	Detail  string  `json:"detail,omitempty"`
	Service string  `json:"service"`
	URL     string  `json:"url"`
}

// Recorder is the port by which one step of one run learns of the outside. The answer to a question is an artefact
// under run, question and ordinal before the step uses it; a step that is repeated, by a retry or in a replay, finds it
// there and asks nobody. Recorded lists what the step has used, for answers.recorded.
//
// A Recorder belongs to one step and may be used by several goroutines of it; equal questions of one step are told
// apart by their ordinal, so they must be asked in an order that repeats.
type Recorder struct {
	run   string
	store artefact.Store
	ask   Asker // nil: recorded answers only

	flights *singleflight.Group // of the process; nil for a recorder by itself

	mu   sync.Mutex
	used []events.RecordedAnswer
	seen map[string]int
}

// NewRecorder makes the port of one step.
func NewRecorder(run string, store artefact.Store, ask Asker) *Recorder {
	return &Recorder{run: run, store: store, ask: ask, seen: map[string]int{}}
}

// Port is the name of the port in answers.recorded.
const Port = "outside"

// Ask answers from the record, or asks and records. Its errors are a *Refusal, ErrNotRecorded, or the store's. What may
// pass - a service that is down - is not recorded: the step is tried again.
func (r *Recorder) Ask(ctx context.Context, q Request) (Answer, error) {
	return r.answer(ctx, q, false)
}

func (r *Recorder) answer(ctx context.Context, q Request, settle bool) (Answer, error) {
	digest := q.Digest()
	r.mu.Lock()
	ordinal := r.seen[digest]
	r.seen[digest]++
	r.mu.Unlock()
	name := events.RecordedAnswer{Port: Port, Request: digest, Ordinal: ordinal}.Name(r.run)
	hash, err := r.store.Resolve(ctx, name)
	switch {
	case err == nil:
	case !errors.Is(err, artefact.ErrNotFound):
		return Answer{}, fmt.Errorf("looking for the recorded answer of %s: %w", q.Service, err)
	case r.ask == nil:
		return Answer{}, fmt.Errorf("asking %s (%s): %w", q.Service, shown(q.URL), ErrNotRecorded)
	default:
		if hash, err = r.together(ctx, q, name, settle); err != nil {
			return Answer{}, err
		}
	}
	data, err := r.store.Get(ctx, hash)
	if err != nil {
		return Answer{}, fmt.Errorf("reading the recorded answer of %s: %w", q.Service, err)
	}
	var k kept
	if err := json.Unmarshal(data, &k); err != nil {
		return Answer{}, fmt.Errorf("decoding the recorded answer of %s: %w", q.Service, err)
	}
	r.mu.Lock()
	r.used = append(r.used, events.RecordedAnswer{Port: Port, Request: digest, Ordinal: ordinal, Artefact: hash})
	r.mu.Unlock()
	if k.Answer == nil {
		return Answer{}, &Refusal{Service: k.Service, URL: k.URL, Reason: k.Reason, Status: k.Status, Detail: k.Detail}
	}
	return *k.Answer, nil
}

// first asks and records. When another instance of the step was faster its answer stands: that one may have been used.
func (r *Recorder) first(ctx context.Context, q Request, name string, settle bool) (hash string, err error) {
	if hash, err := r.store.Resolve(ctx, name); err == nil {
		return hash, nil // another step of the run has asked meanwhile
	}
	k := kept{Service: q.Service, URL: shown(q.URL)}
	answer, err := r.ask.Ask(ctx, q)
	var refusal *Refusal
	switch {
	case err == nil:
		answer.RetrievedAt = answer.RetrievedAt.UTC().Truncate(time.Millisecond)
		k.Answer = &answer
	case errors.As(err, &refusal) && (settle && ctx.Err() == nil || !refusal.MayPass()):
		k.Reason, k.Status, k.Detail = refusal.Reason, refusal.Status, refusal.Detail
	default:
		return "", err
	}
	data, err := json.Marshal(k)
	if err != nil {
		return "", fmt.Errorf("encoding the answer of %s: %w", q.Service, err)
	}
	if hash, err = r.store.Put(ctx, "answer", data); err != nil {
		return "", fmt.Errorf("recording the answer of %s: %w", q.Service, err)
	}
	switch err := r.store.Link(ctx, name, hash); {
	case errors.Is(err, artefact.ErrLinked):
		return r.store.Resolve(ctx, name)
	case err != nil:
		return "", fmt.Errorf("recording the answer of %s: %w", q.Service, err)
	}
	return hash, nil
}

// Recorded lists the answers that the step has used, in the order in which they came; Drafts publishes them.
func (r *Recorder) Recorded() []events.RecordedAnswer {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]events.RecordedAnswer(nil), r.used...)
}

// Drafts are the events that name the answers, so that a replay finds them. They go out with what the step concluded.
func (r *Recorder) Drafts() []events.Draft {
	var out []events.Draft
	for _, a := range r.Recorded() {
		out = append(out, events.AnswerRecorded.Draft(events.RunSubject("answer", a.Port, a.Request, strconv.Itoa(a.Ordinal)), a))
	}
	return out
}
