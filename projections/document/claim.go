package document

import (
	"github.com/sibyl-project/sibyl/events"
)

// Claim is one verifiable assertion in its exact place, with the agents that were asked about it.
type Claim struct {
	ID         string             `json:"id"`
	Text       string             `json:"text"`
	Type       events.ClaimType   `json:"type"`
	Priority   events.Priority    `json:"priority"`
	Page       int                `json:"page" jsonschema:"minimum=1"`
	PageLabel  string             `json:"page_label" jsonschema:"description=as printed; empty if none"`
	Quote      Quote              `json:"quote"`
	Anchored   bool               `json:"anchored" jsonschema:"description=the quote stands on the page word for word"`
	Context    string             `json:"context"`
	Reasoning  string             `json:"reasoning"`
	Source     string             `json:"source" jsonschema:"enum=text,enum=table"`
	Paragraphs []ClaimedParagraph `json:"paragraphs"`
	Entities   Entities           `json:"entities"`
	Agents     []events.Agent     `json:"agents"`
	Routing    []Routing          `json:"routing" jsonschema:"description=why each agent was asked in each pass"`
}

// Quote locates text on a page: code points of its text, points from the top left.
type Quote struct {
	Text  string       `json:"text"`
	Start int          `json:"start" jsonschema:"minimum=0"`
	End   int          `json:"end" jsonschema:"minimum=0"`
	Rects [][4]float64 `json:"rects" jsonschema:"description=x0 y0 x1 y1"`
}

// ClaimedParagraph is a preliminary mapping of a claim to a paragraph.
type ClaimedParagraph struct {
	ID        string `json:"id"`
	Pillar    string `json:"pillar"`
	Relevance string `json:"relevance"`

	Sure float64 `json:"sure,omitempty" jsonschema:"minimum=0,maximum=1"` // that the claim is evidence for it; 0 of what a search found near
}

// Entities are the surface forms a claim names.
type Entities struct {
	Subject    string   `json:"subject"`
	Figures    []string `json:"figures"`
	Units      []string `json:"units"`
	Periods    []string `json:"periods"`
	Places     []string `json:"places"`
	Bodies     []string `json:"bodies"`
	Standards  []string `json:"standards"`
	Commitment bool     `json:"commitment"`

	EnvironmentalBenefit bool `json:"environmental_benefit"` // it says that the environment gains, or is harmed less

	Kind    string  `json:"kind,omitempty" jsonschema:"description=what sort of statement it was taken for; absent of rows of tables"`
	Claimed float64 `json:"claimed,omitempty" jsonschema:"minimum=0,maximum=1,description=how likely it is a claim; absent of rows of tables"`

	Voice    string `json:"voice,omitempty" jsonschema:"description=who is said to do or have it\\, as the entity or a unit of it; absent of rows of tables"`
	Standing string `json:"standing,omitempty" jsonschema:"description=how far it is done; absent of rows of tables"`

	Aim events.Aim `json:"aim,omitempty"` // what it says that somebody wants emissions to be
}

// Routing is one assignment of one agent.
type Routing struct {
	Iteration int          `json:"iteration" jsonschema:"minimum=1"`
	Agent     events.Agent `json:"agent"`
	Required  bool         `json:"required"`
	Reason    string       `json:"reason"`
	Query     string       `json:"query"`
}

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

	Basis     string     `json:"basis" jsonschema:"description=what the rules say of the verdict where a model has worded the reasoning; else empty"`
	Narration *Narration `json:"narration"`
}

// Narration is what came of asking a model to word a verdict; null where none was asked.
type Narration struct {
	Outcome   events.AskOutcome    `json:"outcome"`
	Model     string               `json:"model"`
	Prompt    string               `json:"prompt"`
	Problem   string               `json:"problem"`
	Repaired  bool                 `json:"repaired"`
	Proposed  *events.VerdictClass `json:"proposed" jsonschema:"description=what the model would have ruled; the rubric holds"`
	Disagrees bool                 `json:"disagrees"`
}

func narration(n *events.Narration) *Narration {
	if n == nil {
		return nil
	}
	a := n.Asked
	out := &Narration{Outcome: a.Outcome, Model: a.Model, Prompt: a.Prompt, Problem: a.Problem, Repaired: a.Repaired, Disagrees: n.Disagrees}
	if n.Proposed != "" {
		out.Proposed = &n.Proposed
	}
	return out
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
