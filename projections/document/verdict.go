package document

import "github.com/sibyl-project/sibyl/events"

// Verdict is the current verdict on one claim. Where a person has ruled, verdict is theirs, and everything
// but override speaks of the evidence.
type Verdict struct {
	ID                   string              `json:"id"`
	ClaimID              string              `json:"claim_id"`
	Verdict              events.VerdictClass `json:"verdict"`
	Confidence           events.Confidence   `json:"confidence"`
	ConfidenceScore      float64             `json:"confidence_score" jsonschema:"minimum=0,maximum=1"`
	Score                float64             `json:"score" jsonschema:"minimum=0,maximum=1"`
	Iteration            int                 `json:"iteration" jsonschema:"minimum=1"`
	Dimensions           Dimensions          `json:"dimensions"`
	Origins              []string            `json:"origins"`
	InternallyConsistent *bool               `json:"internally_consistent" jsonschema:"oneof_type=boolean;null"`
	Reasoning            string              `json:"reasoning"`
	FindingIDs           []string            `json:"finding_ids"`
	Paragraphs           []ParagraphStatus   `json:"paragraphs"`
	Cycles               []Cycle             `json:"cycles"`
	MissingAgents        []MissingAgent      `json:"missing_agents"`
	Rubric               string              `json:"rubric"`
	Revision             int                 `json:"revision" jsonschema:"minimum=0"`
	Final                bool                `json:"final"`
	Supersedes           string              `json:"supersedes"`
	Override             *Override           `json:"override"`
}

// Dimensions are the four scores of the rubric.
type Dimensions struct {
	Sufficiency  Dimension `json:"sufficiency"`
	Consistency  Dimension `json:"consistency"`
	Quality      Dimension `json:"quality"`
	Completeness Dimension `json:"completeness"`
}

// Dimension is a word and its number.
type Dimension struct {
	Level string  `json:"level"`
	Score float64 `json:"score" jsonschema:"minimum=0,maximum=1"`
}

// Cycle is one re-investigation.
type Cycle struct {
	Iteration        int            `json:"iteration" jsonschema:"minimum=1"`
	Gap              string         `json:"gap"`
	Queries          []string       `json:"queries"`
	Agents           []events.Agent `json:"agents"`
	RequiredEvidence string         `json:"required_evidence"`

	VerdictBefore events.VerdictClass `json:"verdict_before" jsonschema:"description=what would have been ruled without this pass"`
}

// MissingAgent is an expected agent that gave no finding.
type MissingAgent struct {
	Agent  events.Agent `json:"agent"`
	Reason string       `json:"reason"`
}
