package ledger

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/cockroachdb/apd/v3"
)

// Memory is a Book that lives as long as its process, for tests.
type Memory struct {
	mu    sync.Mutex
	calls []Call
	modes map[[2]string]string
	own   map[string]Limit // of runs
}

var _ Book = (*Memory)(nil)

// NewMemory returns an empty book.
func NewMemory() *Memory { return &Memory{modes: map[[2]string]string{}, own: map[string]Limit{}} }

// Allow implements Book.
func (m *Memory) Allow(ctx context.Context, run string, l Limit) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.own[run] = l
	return ctx.Err()
}

// Hold implements Book.
func (m *Memory) Hold(ctx context.Context, c *Call, l Limit) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	spent, tokens := new(apd.Decimal), 0
	for i := range m.calls {
		if o := &m.calls[i]; o.Run == c.Run {
			spent, tokens = Add(spent, o.cost()), tokens+o.tokens()
		}
	}
	if !l.least(m.own[c.Run]).within(Add(spent, c.USD), tokens+c.MostTokens) {
		return ErrExhausted
	}
	c.ID, c.State, c.At = int64(len(m.calls)+1), Held, time.Now().UTC()
	m.calls = append(m.calls, *c)
	return nil
}

// cost is what the call counts for in the budget.
func (c *Call) cost() *apd.Decimal {
	switch c.State {
	case Held, Lost, Paid:
		return c.USD
	}
	return nil
}

func (c *Call) tokens() int {
	switch c.State {
	case Held, Lost:
		return c.MostTokens
	case Paid:
		return c.InputTokens + c.OutputTokens
	}
	return 0
}

// Settle implements Book.
func (m *Memory) Settle(_ context.Context, c *Call) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	c.At = m.calls[c.ID-1].At
	m.calls[c.ID-1] = *c
	return nil
}

// Reuse implements Book.
func (m *Memory) Reuse(ctx context.Context, c *Call) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if slices.ContainsFunc(m.calls, func(o Call) bool {
		return o.State == Cached && o.Run == c.Run && o.Agent == c.Agent && o.Claim == c.Claim && o.Request == c.Request
	}) {
		return nil
	}
	c.ID, c.State, c.At = int64(len(m.calls)+1), Cached, time.Now().UTC()
	m.calls = append(m.calls, *c)
	return nil
}

// Calls implements Book.
func (m *Memory) Calls(_ context.Context, run string) ([]Call, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Call
	for _, c := range m.calls {
		if c.Run == run {
			out = append(out, c)
		}
	}
	return out, nil
}

// Mode implements Book.
func (m *Memory) Mode(_ context.Context, endpoint, model string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.modes[[2]string{endpoint, model}], nil
}

// Note implements Book.
func (m *Memory) Note(_ context.Context, endpoint, model, mode string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.modes[[2]string{endpoint, model}] = mode
	return nil
}
