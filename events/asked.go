package events

// AskOutcome is how asking a language model has ended.
type AskOutcome string

// The closed set of outcomes. In all but the first, what the rules say stands.
const (
	AskAnswered        AskOutcome = "answered"
	AskUnusable        AskOutcome = "unusable"         // the answer was not accepted, and its repair was not either
	AskUnavailable     AskOutcome = "unavailable"      // the endpoint gave no answer, however often it was asked
	AskRefused         AskOutcome = "refused"          // the endpoint refuses such questions: the key, the model, the question's size
	AskBudgetExhausted AskOutcome = "budget_exhausted" // the run's budget does not allow for the call
)

// Asked says that a model was asked for a part of something, and what came of it.
type Asked struct {
	Outcome  AskOutcome `json:"outcome"`
	Model    string     `json:"model"`
	Prompt   string     `json:"prompt"` // with its version
	Problem  string     `json:"problem,omitempty"`
	Repaired bool       `json:"repaired,omitempty"` // the model's first answer was not accepted
}
