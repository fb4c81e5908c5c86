// Package ledger is the book of what language models were asked and what that costs: a line for each request that was
// sent, written before it is sent, so that no end of a process makes a call that nobody knows of.
//
// A line begins as held: what the answer may cost at most is set aside from its run's budget. It ends as paid (the
// server said how many tokens it took), returned (the server refused: nothing was made) or lost (no whole answer came,
// so the most that it may have cost stays counted). What is still held when its process has ended counts as lost. Lines of
// answers that were there already are cached and cost nothing.
//
// The book is no event and no read model: money that was spent stays spent, whatever becomes of the step that spent it.
// Postgres keeps it in schema ledger; Memory keeps it for tests. Both are safe for concurrent use by any number of processes.
package ledger

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/cockroachdb/apd/v3"
)

// ErrExhausted says that a call was not made since it might have cost more than is left of its run's budget.
var ErrExhausted = errors.New("the run's budget for models is used up")

// State is how a call stands.
type State string

// The closed set of states.
const (
	Held     State = "held"
	Paid     State = "paid"
	Returned State = "returned"
	Lost     State = "lost"
	Cached   State = "cached"
)

// Call is one line.
type Call struct {
	ID      int64  `json:"-"`
	Run     string `json:"-"`
	Agent   string `json:"agent"`           // the processor that asked
	Claim   string `json:"claim,omitempty"` // that it asked about; empty for the report
	Role    string `json:"role"`
	Model   string `json:"model"`
	Prompt  string `json:"prompt"`  // with its version
	Request string `json:"request"` // digest of the question
	Repair  bool   `json:"repair"`  // the model was told what was wrong with its answer
	State   State  `json:"state"`

	InputTokens  int `json:"input_tokens"`
	OutputTokens int `json:"output_tokens"`
	PromptCached int `json:"prompt_cached"` // of the input tokens, those that the server had at hand

	// USD is what a paid call cost, and what a held or lost one may cost at most; nil where the model has no known price.
	USD        *apd.Decimal `json:"usd,omitempty"`
	MostTokens int          `json:"-"` // of a held or lost call, in and out

	Took    time.Duration `json:"took"`
	Problem string        `json:"problem,omitempty"` // why there was no answer
	At      time.Time     `json:"at"`
}

// Limit is what one run may spend; nil and 0 are no limit.
type Limit struct {
	USD    *apd.Decimal
	Tokens int

	// Percent is how much of it a call may use up, with all that the run has spent before; 0 is all of it. Work that others do
	// without can leave them something.
	Percent int
}

// within reports whether a run may have spent this.
func (l Limit) within(usd *apd.Decimal, tokens int) bool {
	percent := int64(cmp.Or(l.Percent, 100))
	if l.USD != nil && Times(usd, 100).Cmp(Times(l.USD, int(percent))) > 0 {
		return false
	}
	return l.Tokens == 0 || int64(tokens)*100 <= int64(l.Tokens)*percent
}

// least are the stricter ones of two limits.
func (l Limit) least(o Limit) Limit {
	if o.USD != nil && (l.USD == nil || o.USD.Cmp(l.USD) < 0) {
		l.USD = o.USD
	}
	if o.Tokens > 0 && (l.Tokens == 0 || o.Tokens < l.Tokens) {
		l.Tokens = o.Tokens
	}
	return l
}

// Book is where calls are written.
type Book interface {
	// Allow keeps what a run may spend by its own request. Said again, the last word counts.
	Allow(ctx context.Context, run string, l Limit) error
	// Hold writes a call that is about to be made, or fails with ErrExhausted if the run's calls so far and this one may
	// together cost more than the limit, or than the run's own. It sets ID.
	Hold(ctx context.Context, c *Call, l Limit) error
	// Settle writes how a held call has ended: its state, tokens, cost and problem. What was set aside and is not spent
	// is free again.
	Settle(ctx context.Context, c *Call) error
	// Reuse writes that an answer was there already, once for each agent, claim and request of a run.
	Reuse(ctx context.Context, c *Call) error
	// Calls lists the lines of a run, the first one first.
	Calls(ctx context.Context, run string) ([]Call, error)
	// Mode returns what was noted of an endpoint and model, empty if nothing was.
	Mode(ctx context.Context, endpoint, model string) (string, error)
	// Note keeps how an endpoint wants to be asked for answers of a model.
	Note(ctx context.Context, endpoint, model, mode string) error
}
