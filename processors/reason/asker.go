package reason

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// Config is what a process asks models with.
type Config struct {
	Endpoint EndpointConfig
	Models   Models
	Budget   ledger.Limit // of one run
	Prices   Prices
	Book     ledger.Book
	Patience time.Duration // with an endpoint that is down, before agents go on by their rules; 2 min
}

const defaultPatience = 2 * time.Minute

// Asker asks for all agents of a process. It is safe for concurrent use.
type Asker struct {
	Config
	endpoint *endpoint
	log      *slog.Logger
	finding  chan struct{} // held by the call that finds out how a model is asked
	turns    chan struct{} // held by the questions that are being asked

	mu      sync.Mutex
	asking  map[string]*asked    // by digest: equal questions at one time are asked once
	learned map[string]learned   // by model
	open    map[string]*underWay // by run
}

// asked is a question that is being asked.
type asked struct {
	done  chan struct{}
	reply Reply
	err   error
}

// New checks the configuration. It asks nothing yet.
func New(c Config) (*Asker, error) {
	e, err := newEndpoint(c.Endpoint)
	if err != nil {
		return nil, err
	}
	if c.Book == nil {
		return nil, errors.New("models are asked with a ledger")
	}
	if c.Patience <= 0 {
		c.Patience = defaultPatience
	}
	if _, err := Prompts(); err != nil {
		return nil, err
	}
	for _, role := range Roles() {
		if model := c.Models[role]; model != "" {
			if _, err := readModel(model); err != nil {
				return nil, err
			}
		}
	}
	a := &Asker{
		Config: c, endpoint: e, log: e.Log, finding: make(chan struct{}, 1), asking: map[string]*asked{}, learned: map[string]learned{},
		open: map[string]*underWay{}, turns: make(chan struct{}, questionsForASlot*e.Concurrent),
	}
	if c.Budget.USD != nil {
		return a, a.unpriced()
	}
	return a, nil
}

// unpriced is the error of a budget in dollars where a model has no known price: it would never be used up.
func (a *Asker) unpriced() error {
	for _, role := range Roles() {
		model := nameOf(a.Models[role])
		if _, priced := a.Prices.of(model, a.Endpoint.BaseURL); model != "" && !priced {
			return fmt.Errorf("a budget in dollars needs a price of %s (%s): put it into a price table, or give the budget in tokens", model, role)
		}
	}
	return nil
}

// questionsForASlot is how many questions are begun for each call that may be under way. Where hundreds wait and the budget is small, a
// question that has begun must come to its repair before others begin: money for first answers that nobody may put right is lost. More than
// one, since a question that waits to be tried again leaves its slot to another.
const questionsForASlot = 2

// AtOnce is how many questions are begun at one time; more would wait.
func (a *Asker) AtOnce() int { return cap(a.turns) }

// about says for whom a call is made.
type about struct{ run, agent, claim string }

// errAbandoned is what others hear of a question whose asker was stopped in the midst of it.
var errAbandoned = errors.New("the same question was given up by who asked it")

// ask has a question answered by a model. Equal questions at one time are asked once. The error is the context's or an outage;
// all else is an outcome.
func (a *Asker) ask(ctx context.Context, q Question, model, digest string, by about, accept func([]byte) error) (Reply, bool, error) {
	for {
		a.mu.Lock()
		other := a.asking[digest]
		if other == nil {
			mine := &asked{done: make(chan struct{}), err: errAbandoned}
			a.asking[digest] = mine
			a.mu.Unlock()
			defer func() { // also when accepting the answer panics: others wait for it
				a.mu.Lock()
				delete(a.asking, digest)
				a.mu.Unlock()
				close(mine.done)
			}()
			mine.reply, mine.err = a.answer(ctx, q, model, digest, by, accept)
			return mine.reply, true, mine.err
		}
		a.mu.Unlock()
		select {
		case <-other.done:
		case <-ctx.Done():
			return Reply{}, false, fmt.Errorf("waiting for the answer to the same question: %w", ctx.Err())
		}
		if other.err == nil && other.reply.Outcome == Answered {
			return other.reply, false, nil
		}
		if other.err == nil && other.reply.Outcome != BudgetExhausted {
			return other.reply, false, nil
		}
		// Whoever asked was broken off, or had no budget: this is another run, or another moment.
	}
}

// answer asks, and asks once more for what is not accepted.
func (a *Asker) answer(ctx context.Context, q Question, model, digest string, by about, accept func([]byte) error) (Reply, error) {
	m, err := readModel(model)
	if err != nil {
		return Reply{}, stream.Reject(err)
	}
	select {
	case a.turns <- struct{}{}:
		defer func() { <-a.turns }()
	case <-ctx.Done():
		return Reply{}, fmt.Errorf("waiting for the turn to ask the model: %w", ctx.Err())
	}
	prompt, err := m.of(q.Prompt).asking(q.names())
	if err != nil {
		return Reply{}, stream.Reject(err)
	}
	r := Reply{Model: m.name, Prompt: q.Prompt.ID()}
	conversation := q.messages()
	for round := range 2 {
		c, f, err := a.complete(ctx, order{prompt, m.name, digest, by, conversation, round > 0})
		var down *outage
		switch {
		case errors.Is(err, ledger.ErrExhausted):
			r.Outcome, r.Problem = BudgetExhausted, "the run's budget for models is used up"
			return r, nil
		case errors.As(err, &down) && time.Since(down.since) > a.Patience:
			r.Outcome, r.Problem = Unavailable, clip(down.Error(), 300)
			return r, nil
		case err != nil:
			return r, err
		case f != nil && f.again:
			r.Outcome, r.Problem = Unavailable, clip(f.err.Error(), 300)
			return r, nil
		case f != nil:
			r.Outcome, r.Problem = Refused, clip(f.err.Error(), 300)
			return r, nil
		}
		data, dropped, wrong := judged(prompt, c, q.names(), accept)
		if wrong == nil {
			r.Outcome, r.Answer, r.Repaired, r.Dropped, r.Problem = Answered, data, round > 0, dropped, ""
			return r, nil
		}
		r.Outcome, r.Problem = Unusable, clip(wrong.Error(), 300)
		a.log.DebugContext(ctx, "an answer of a model is not accepted", "prompt", r.Prompt, "model", model, "problem", wrong)
		conversation = append(q.messages(), message{"assistant", clipped(c.text)}, message{"user",
			"This answer is not accepted: " + r.Problem + ". Answer the same question again: one JSON object that fits the schema, nothing else."})
	}
	return r, nil
}

// clipped bounds what a model is shown of its own answer.
func clipped(text string) string {
	const most = 4_000
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}

// judged returns the answer in canonical form, if it may be used, and how many items were left out of it.
func judged(p *Prompt, c completion, names []string, accept func([]byte) error) ([]byte, int, error) {
	v, whole, err := read(p, c.text)
	switch {
	case err != nil && c.cut:
		return nil, 0, fmt.Errorf("it is cut off after %d tokens", p.MaxOutput)
	case err != nil:
		return nil, 0, err
	}
	data, err := json.Marshal(p.eased(v, names))
	if err != nil {
		return nil, 0, err
	}
	data, dropped, err := p.schema.fitting(p.Each, data)
	if err != nil {
		return nil, 0, err
	}
	if err := p.schema.check(data); err != nil {
		return nil, 0, err
	}
	if !whole {
		dropped++
	}
	return data, dropped, accept(data)
}
