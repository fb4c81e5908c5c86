package document

import (
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// Run says how the analysis was made. It is the part in which equal runs differ.
type Run struct {
	ID            string            `json:"id"`
	Parent        string            `json:"parent"`
	Mode          events.RunMode    `json:"mode"`
	StartedAt     time.Time         `json:"started_at"`
	FinishedAt    *time.Time        `json:"finished_at" jsonschema:"oneof_type=string;null"`
	Status        events.RunStatus  `json:"status"`
	Error         string            `json:"error"`
	IterationsMax int               `json:"iterations_max" jsonschema:"minimum=1"`
	Reasoner      string            `json:"reasoner" jsonschema:"enum=rules,enum=model"`
	Models        map[string]string `json:"models" jsonschema:"description=model by role"`
	Prompts       map[string]string `json:"prompts" jsonschema:"description=prompt version by role"`
	Index         map[string]string `json:"index" jsonschema:"description=what the knowledge base was"`
	Sources       map[string]string `json:"sources" jsonschema:"description=services beyond this machine that could be asked\\, by name; none offline"`
	Names         []IssuerName      `json:"names" jsonschema:"description=how others may call the company"`
	Cost          Cost              `json:"cost"`
	CodeVersion   string            `json:"code_version"`
}

// IssuerName is one way in which others may call the company; page 0 is what the user has said.
type IssuerName struct {
	Kind  events.NameKind `json:"kind" jsonschema:"enum=alias,enum=ticker,enum=domain"`
	Value string          `json:"value"`
	Page  int             `json:"page" jsonschema:"minimum=0"`
	Quote string          `json:"quote"`
	Why   string          `json:"why"`
}

// Cost adds up the calls to models.
type Cost struct {
	Calls        int    `json:"calls" jsonschema:"minimum=0"`
	Cached       int    `json:"cached" jsonschema:"minimum=0"`
	InputTokens  int    `json:"input_tokens" jsonschema:"minimum=0"`
	OutputTokens int    `json:"output_tokens" jsonschema:"minimum=0"`
	USD          string `json:"usd" jsonschema:"format=decimal"`
	Lost         int    `json:"lost" jsonschema:"minimum=0,description=calls without a whole answer: they may have been charged and are in no other figure"`
}
