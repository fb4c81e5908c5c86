package events

// VerdictClass is the judge's answer to whether a claim holds.
type VerdictClass string

// The closed set of verdicts.
const (
	Verified             VerdictClass = "verified"
	Unverified           VerdictClass = "unverified"
	Contradicted         VerdictClass = "contradicted"
	InsufficientEvidence VerdictClass = "insufficient_evidence"
)

// Dimension is one of the four scores of the rubric: a word and its number.
type Dimension struct {
	Level string  `json:"level"`
	Score float64 `json:"score"`
}

// Dimensions are the four scores behind a verdict.
type Dimensions struct {
	Sufficiency  Dimension `json:"sufficiency"`
	Consistency  Dimension `json:"consistency"`
	Quality      Dimension `json:"quality"`
	Completeness Dimension `json:"completeness"`
}

// Cycle is one re-investigation the judge asked for.
type Cycle struct {
	Iteration        int      `json:"iteration"` // the pass that was asked for
	Gap              string   `json:"gap"`
	Queries          []string `json:"queries"`
	Agents           []Agent  `json:"agents"`
	RequiredEvidence string   `json:"required_evidence"`
}

// MissingAgent is an expected agent that gave no finding.
type MissingAgent struct {
	Agent  Agent  `json:"agent"`
	Reason string `json:"reason"`
}

// Verdict is the public result for one claim; a higher revision supersedes a lower one.
type Verdict struct {
	ID                   string            `json:"id"`
	ClaimID              string            `json:"claim_id"`
	ReportID             string            `json:"report_id"`
	Verdict              VerdictClass      `json:"verdict"`
	Confidence           Confidence        `json:"confidence"`
	ConfidenceScore      float64           `json:"confidence_score"` // 0-1
	Score                float64           `json:"score"`            // weighted sum of the dimensions, 0-1
	Iteration            int               `json:"iteration"`
	Dimensions           Dimensions        `json:"dimensions"`
	Origins              []string          `json:"origins"` // independent origins of corroboration
	InternallyConsistent *bool             `json:"internally_consistent"`
	Reasoning            string            `json:"reasoning"`
	FindingIDs           []string          `json:"finding_ids"`
	Paragraphs           []ParagraphStatus `json:"paragraphs"`
	Cycles               []Cycle           `json:"cycles"`
	MissingAgents        []MissingAgent    `json:"missing_agents"`
	Rubric               string            `json:"rubric"` // version
	Revision             int               `json:"revision"`
	Final                bool              `json:"final"` // no agent is outstanding
	Supersedes           string            `json:"supersedes,omitempty"`
}
