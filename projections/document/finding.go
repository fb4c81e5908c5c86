package document

import (
	"encoding/json"

	"github.com/sibyl-project/sibyl/events"
)

// Finding is what one agent found for a claim, or for the report when claim_id is empty.
type Finding struct {
	ID                   string            `json:"id"`
	Agent                events.Agent      `json:"agent"`
	ClaimID              string            `json:"claim_id" jsonschema:"description=empty for the report as a whole"`
	Iteration            int               `json:"iteration" jsonschema:"minimum=1"`
	EvidenceType         string            `json:"evidence_type"`
	Summary              string            `json:"summary"`
	SupportsClaim        *bool             `json:"supports_claim" jsonschema:"oneof_type=boolean;null"`
	InternallyConsistent *bool             `json:"internally_consistent" jsonschema:"oneof_type=boolean;null"`
	Confidence           events.Confidence `json:"confidence"`
	Score                float64           `json:"score" jsonschema:"minimum=0,maximum=1"`
	Origins              []events.Origin   `json:"origins"`
	Evidence             []Evidence        `json:"evidence"`
	Paragraphs           []ParagraphStatus `json:"paragraphs"`
	Exhausted            bool              `json:"exhausted" jsonschema:"description=nothing new would come of asking again"`
	RefersTo             string            `json:"refers_to" jsonschema:"description=earlier finding that this one updates"`
	Details              json.RawMessage   `json:"details"`
}

// Evidence is one citation.
type Evidence struct {
	Origin events.Origin `json:"origin"`
	Source string        `json:"source"`
	Page   *int          `json:"page" jsonschema:"oneof_type=integer;null"`
	Quote  string        `json:"quote"`
	URL    string        `json:"url"`
	Date   string        `json:"date"`
	Tier   *int          `json:"tier" jsonschema:"oneof_type=integer;null"`

	Row       *int   `json:"row" jsonschema:"oneof_type=integer;null,description=of a table as counted in the file"`
	Publisher string `json:"publisher"`
	Document  string `json:"document" jsonschema:"description=id in evidence; empty for anything else"`

	RetrievedAt string `json:"retrieved_at" jsonschema:"description=when it was fetched from outside; empty for anything else"`
}

// ParagraphStatus is a paragraph with its status for one claim.
type ParagraphStatus struct {
	ID     string                  `json:"id"`
	Status events.DisclosureStatus `json:"status"`
}

// Request is a question from one agent to another, with what came of it: answer is what was answered, late answers
// and refusals included, or why there is none.
type Request struct {
	ID       string               `json:"id"`
	From     events.Agent         `json:"from"`
	To       events.Agent         `json:"to" jsonschema:"enum=,description=empty: nobody answers such questions"`
	Kind     string               `json:"kind"`
	ClaimID  string               `json:"claim_id"`
	Question string               `json:"question"`
	Answer   string               `json:"answer"`
	Evidence []Evidence           `json:"evidence"`
	Status   events.InquiryStatus `json:"status"`
}
