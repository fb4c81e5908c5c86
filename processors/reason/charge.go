package reason

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sibyl-project/sibyl/rag/ledger"
)

// order is a call that is to be made.
type order struct {
	prompt       *Prompt
	model        string
	digest       string
	by           about
	conversation []message
	repair       bool
}

// complete makes one call, in the mode that the endpoint is known to understand, or that is found out now.
func (a *Asker) complete(ctx context.Context, o order) (completion, *failure, error) {
	as, known, err := a.mode(ctx, o.model)
	if err != nil {
		return completion{}, nil, err
	}
	if !known {
		var done func()
		if as, known, done, err = a.findOut(ctx, o.model); err != nil {
			return completion{}, nil, err
		}
		defer done()
	}
	for {
		c, f, err := a.endpoint.call(ctx, func(ctx context.Context) (completion, *failure, error) { return a.charged(ctx, o, as) })
		switch {
		case err != nil:
			return c, f, err
		case f != nil && f.shape && as.next() != "" && (!known || ofFormat(f.err.Error())):
			as, known = as.next(), false
			if ofFormat(f.err.Error()) { // another refusal, as of a text too long, says nothing for others
				a.learn(o.model, func(l *learned) { l.next = as })
			}
			continue
		case f == nil && !known:
			a.note(ctx, o.model, as)
		}
		return c, f, nil
	}
}

// settling is how long writing the end of a call may take, also when its caller has ended.
const settling = 10 * time.Second

// charged makes one request: what it may cost at most is set aside in the ledger before it is sent, and what it has cost is written
// when its answer is there.
func (a *Asker) charged(ctx context.Context, o order, as mode) (completion, *failure, error) {
	price, priced := a.Prices.of(o.model, a.Endpoint.BaseURL)
	in, out := mostInput(o), o.prompt.MaxOutput
	call := ledger.Call{
		Run: o.by.run, Agent: o.by.agent, Claim: o.by.claim, Role: string(o.prompt.Role), Model: o.model, Prompt: o.prompt.ID(),
		Request: o.digest, Repair: o.repair, MostTokens: in + out,
	}
	if priced {
		call.USD = price.most(in, out)
	}
	if err := a.hold(ctx, &call); err != nil {
		return completion{}, nil, err
	}
	began := time.Now()
	c, f := a.endpoint.send(ctx, o.model, o.prompt, o.conversation, as)
	call.Took = time.Since(began)
	switch {
	case f != nil && f.lost:
		call.State, call.Problem = ledger.Lost, clip(f.err.Error(), 300)
	case f != nil:
		call.State, call.Problem = ledger.Returned, clip(f.err.Error(), 300)
	default:
		call.State = ledger.Paid
		if !c.counted { // the server does not say: the most that it can be
			c.in, c.out = in, max(c.out, min(len(c.text), out))
		}
		call.InputTokens, call.OutputTokens, call.PromptCached = c.in, c.out, c.cached
		if priced {
			call.USD = price.cost(c.in, c.cached, c.out)
		}
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), settling)
	defer cancel()
	err := a.Book.Settle(bounded, &call)
	a.over(o.by.run)
	measure(call)
	if err != nil {
		return completion{}, nil, fmt.Errorf("writing what a call has cost: %w", err)
	}
	return c, f, nil
}

// framing is how many tokens may stand around a message beside its text.
const framing = 64

// mostInput is a bound of the tokens of a request that holds for every tokenizer: none makes more of a text than it has bytes. Some
// servers count the schema as well.
func mostInput(o order) int {
	n := len(o.prompt.schema.whole) + framing
	for _, m := range o.conversation {
		n += len(m.text) + framing
	}
	return n
}

// underWay counts the calls of one run that have set something aside and are not settled, as far as this process makes them.
type underWay struct {
	calls int
	ended chan struct{} // closed when one of them has
}

// hold sets aside what a call may cost. What calls that are under way have set aside too much comes back: as long as there are any,
// a budget that is too small for one more is waited for.
func (a *Asker) hold(ctx context.Context, call *ledger.Call) error {
	for {
		a.mu.Lock()
		w := a.open[call.Run]
		if w == nil {
			w = &underWay{ended: make(chan struct{})}
			a.open[call.Run] = w
		}
		ended := w.ended // of the calls that are under way before the ledger is asked
		a.mu.Unlock()
		limit := a.Budget
		limit.Percent = Role(call.Role).share()
		err := a.Book.Hold(ctx, call, limit)
		if err != nil && !errors.Is(err, ledger.ErrExhausted) {
			return err
		}
		a.mu.Lock()
		if err == nil {
			w.calls++
		}
		others := w.calls
		a.mu.Unlock()
		if err == nil {
			return nil
		}
		select {
		case <-ended: // meanwhile, or since the ledger was asked
			continue
		default:
		}
		if others == 0 {
			return err
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return fmt.Errorf("waiting for what is left of the budget: %w", ctx.Err())
		}
	}
}

// over ends a call of a run.
func (a *Asker) over(run string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := a.open[run]
	w.calls--
	close(w.ended)
	w.ended = make(chan struct{})
}
