package reason

import (
	"encoding/json"
	"errors"

	"github.com/sibyl-project/sibyl/events"
)

// Outcome is how asking has ended.
type Outcome = events.AskOutcome

// The outcomes.
const (
	Answered        = events.AskAnswered
	Unusable        = events.AskUnusable
	Unavailable     = events.AskUnavailable
	Refused         = events.AskRefused
	BudgetExhausted = events.AskBudgetExhausted
)

// Reply is what came of a question.
type Reply struct {
	Outcome  Outcome         `json:"outcome"`
	Answer   json.RawMessage `json:"answer,omitempty"`
	Problem  string          `json:"problem,omitempty"` // why there is none, in a line
	Model    string          `json:"model"`
	Prompt   string          `json:"prompt"`
	Repaired bool            `json:"repaired,omitempty"` // the first answer was not accepted
	Dropped  int             `json:"dropped,omitempty"`  // items of its list that did not fit and are left out
}

// Told is the reply as events tell of it.
func (r Reply) Told() *events.Asked {
	return &events.Asked{Outcome: r.Outcome, Model: r.Model, Prompt: r.Prompt, Problem: r.Problem, Repaired: r.Repaired}
}

// ErrNotRecorded refuses a question that a run has not asked when it first ran.
var ErrNotRecorded = errors.New("no answer is recorded")
