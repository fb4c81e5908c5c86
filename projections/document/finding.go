package document

import (
	"encoding/json"
	"fmt"

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

// reader is who finds suspicious content: none of the specialists, to whom it is never shown.
const reader events.Agent = "intake"

// SuspiciousDetails are the details of a finding of suspicious content.
type SuspiciousDetails struct {
	Kind string `json:"kind"`
	Page int    `json:"page" jsonschema:"minimum=0,description=0: the file and no page"`
}

// suspiciousFindings are the findings about what stands in a file but not before its readers. They come
// with the file, not from a run, and speak for no claim and against none.
func suspiciousFindings(report string, p events.Preview) ([]Finding, error) {
	out := make([]Finding, 0, len(p.Suspicious))
	for i, s := range p.Suspicious {
		details, err := json.Marshal(SuspiciousDetails{s.Kind, s.Page})
		if err != nil {
			return nil, fmt.Errorf("encoding the details of suspicious content: %w", err)
		}
		where, page := "The file holds", positive(s.Page)
		if page != nil {
			where = fmt.Sprintf("Page %d holds", s.Page)
		}
		out = append(out, Finding{
			ID: events.FindingID(report, "", 1, string(reader), i), Agent: reader, Iteration: 1, EvidenceType: "suspicious_content",
			Summary:    fmt.Sprintf("%s text that is kept from the analysis: %s.", where, s.Why),
			Confidence: events.ConfidenceHigh, Score: 1, Origins: []events.Origin{events.OriginReport},
			Evidence:   []Evidence{{Origin: events.OriginReport, Source: "report", Page: page, Quote: s.Quote}},
			Paragraphs: []ParagraphStatus{}, Exhausted: true, Details: details,
		})
	}
	return out, nil
}
