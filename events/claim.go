package events

import "slices"

// ClaimType is the domain of a claim.
type ClaimType string

// The closed set of claim types.
const (
	Geographic      ClaimType = "geographic"
	Quantitative    ClaimType = "quantitative"
	LegalGovernance ClaimType = "legal_governance"
	Strategic       ClaimType = "strategic"
	Environmental   ClaimType = "environmental"
)

// Priority ranks claims by materiality and verifiability.
type Priority string

// The closed set of priorities.
const (
	High   Priority = "high"
	Medium Priority = "medium"
	Low    Priority = "low"
)

// Rank orders priorities, high first.
func (p Priority) Rank() int {
	switch p {
	case High:
		return 0
	case Medium:
		return 1
	}
	return 2
}

// Quote is an exact piece of a page's text. Start and End count Unicode code points of the page's text
// as served; Rects are points from the top left, rotation applied, empty where not yet known.
type Quote struct {
	Text  string       `json:"text"`
	Start int          `json:"start"`
	End   int          `json:"end"`
	Rects [][4]float64 `json:"rects"`
}

// ParagraphLink maps a claim to a paragraph of IFRS S1 or S2, preliminarily.
type ParagraphLink struct {
	ID        string `json:"id"`
	Pillar    string `json:"pillar"`
	Relevance string `json:"relevance"`

	Sure float64 `json:"sure,omitempty"` // that the claim is evidence for it; 0 of what a search found near
}

// Entities are the surface forms a claim names, each list in order of appearance without repeats.
type Entities struct {
	Subject    string   `json:"subject"` // "company" or the third party's name
	Figures    []string `json:"figures"`
	Units      []string `json:"units"`
	Periods    []string `json:"periods"`
	Places     []string `json:"places"`
	Bodies     []string `json:"bodies"`
	Standards  []string `json:"standards"`
	Commitment bool     `json:"commitment"`

	// EnvironmentalBenefit is whether the claim says that the environment gains, or is harmed less: what rules on green
	// claims ask evidence for.
	EnvironmentalBenefit bool `json:"environmental_benefit,omitempty"`

	// Kind is what sort of statement a reader takes the claim for, as a level, a target or a definition, and Claimed how likely it is a
	// claim at all. Voice is who is said to do or have it, as the entity or a unit of it, and Standing how far it is done. All are empty of
	// rows of tables, and where nobody has read the sentence.
	Kind     string  `json:"kind,omitempty"`
	Claimed  float64 `json:"claimed,omitempty"`
	Voice    string  `json:"voice,omitempty"`
	Standing string  `json:"standing,omitempty"`

	// Aim is what the claim says that somebody wants emissions to be; empty if it says nothing of the kind.
	Aim Aim `json:"aim,omitempty"`
}

// Aim is what emissions are to be.
type Aim string

// What emissions are to be: none on balance (also called carbon neutral, whatever is done to get there), or fewer.
const (
	AimNetZero   Aim = "net_zero"
	AimReduction Aim = "reduction"
)

// Claim is one verifiable assertion of a report, in its exact place.
type Claim struct {
	ID         string          `json:"id"`
	ReportID   string          `json:"report_id"`
	Parse      string          `json:"parse,omitempty"`      // artefact hash of the report's parse
	Statements string          `json:"statements,omitempty"` // artefact hash of what the report's sentences say
	Text       string          `json:"text"`
	Type       ClaimType       `json:"type"`
	Priority   Priority        `json:"priority"`
	Page       int             `json:"page"`       // from 1
	PageLabel  string          `json:"page_label"` // as printed, empty if none
	Quote      Quote           `json:"quote"`
	Anchored   bool            `json:"anchored"` // the quote stands on the page, word for word
	Context    string          `json:"context"`
	Reasoning  string          `json:"reasoning"`
	Source     string          `json:"source"` // text or table
	Paragraphs []ParagraphLink `json:"paragraphs"`
	Entities   Entities        `json:"entities"`
	Issuer     *Issuer         `json:"issuer,omitempty"`  // whose report it stands in, as far as known
	Library    string          `json:"library,omitempty"` // artefact hash of the evidence library of the run
	Reach      *Reach          `json:"reach,omitempty"`   // what may be asked beyond the report in its run; nil for nothing
}

// Issuer is whose report a claim stands in: benchmarks and searches are chosen by it.
type Issuer struct {
	Company string `json:"company,omitempty"`
	Sector  string `json:"sector,omitempty"` // SASB code
	Period  string `json:"period,omitempty"`

	// How others may call the company, and where it publishes itself.
	Aliases []string `json:"aliases,omitempty"` // names beside Company
	Tickers []string `json:"tickers,omitempty"` // as exchanges list it
	Domains []string `json:"domains,omitempty"` // registrable domains of its own sites
}

// Equal reports whether two issuers say the same.
func (i Issuer) Equal(o Issuer) bool {
	return i.Company == o.Company && i.Sector == o.Sector && i.Period == o.Period &&
		slices.Equal(i.Aliases, o.Aliases) && slices.Equal(i.Tickers, o.Tickers) && slices.Equal(i.Domains, o.Domains)
}

// Reach is what a run may ask beyond its report.
type Reach struct {
	AsOf     string   `json:"as_of"`    // the day that stands for today, such as 2025-03-01
	Services []string `json:"services"` // by name: news, ...
}

// Asks reports whether a service may be asked.
func (r *Reach) Asks(service string) bool { return r != nil && slices.Contains(r.Services, service) }

// AgentTask assigns one agent, with the reason a person is shown.
type AgentTask struct {
	Agent    Agent  `json:"agent"`
	Required bool   `json:"required"` // else helpful
	Reason   string `json:"reason"`
	Query    string `json:"query,omitempty"` // the judge's refined question in later passes

	// Earlier lists the agent's findings of earlier passes, which its answer can refer to.
	Earlier []string `json:"earlier,omitempty"`
}

// Assignment is one pass over a claim: the agents named answer, the others pass it over.
type Assignment struct {
	Claim            Claim       `json:"claim"`
	Iteration        int         `json:"iteration"`
	Agents           []AgentTask `json:"agents"`
	EvidenceGap      string      `json:"evidence_gap,omitempty"`
	RequiredEvidence string      `json:"required_evidence,omitempty"`
}

// For returns the task of an agent, if it has one.
func (a Assignment) For(agent Agent) (AgentTask, bool) {
	for _, t := range a.Agents {
		if t.Agent == agent {
			return t, true
		}
	}
	return AgentTask{}, false
}

// Case tells the judge what to wait for in one pass.
type Case struct {
	Claim     Claim       `json:"claim"`
	Iteration int         `json:"iteration"`
	Agents    []AgentTask `json:"agents"`
}

// Reinvestigation sends a thin case round again; the event's iteration is the pass asked for.
type Reinvestigation struct {
	Claim            Claim       `json:"claim"`
	Gap              string      `json:"gap"`
	Agents           []AgentTask `json:"agents"` // with refined queries
	RequiredEvidence string      `json:"required_evidence"`
}
