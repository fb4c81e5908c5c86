package document

import "github.com/sibyl-project/sibyl/events"

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
}

// Routing is one assignment of one agent.
type Routing struct {
	Iteration int          `json:"iteration" jsonschema:"minimum=1"`
	Agent     events.Agent `json:"agent"`
	Required  bool         `json:"required"`
	Reason    string       `json:"reason"`
	Query     string       `json:"query"`
}
