package document

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/wording"
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

// cited lists where a finding's evidence stands, for Markdown.
func cited(f Finding) string {
	var places []string
	for _, e := range f.Evidence {
		switch {
		case e.Publisher != "":
			where := wording.Markdown(e.Publisher)
			if e.Date != "" {
				where += ", " + wording.Markdown(e.Date)
			}
			if e.Row != nil {
				where += fmt.Sprintf(", row %d", *e.Row)
			}
			places = append(places, where)
		case e.URL != "":
			places = append(places, wording.Markdown(e.URL))
		case e.Page != nil:
			places = append(places, fmt.Sprintf("p. %d", *e.Page))
		}
	}
	if len(places) == 0 {
		return ""
	}
	return " (" + strings.Join(places, ", ") + ")"
}

// bothSentences adds the two sentences of a check that holds one against the other; false where one of them is no claim.
func (v *view) bothSentences(m *Matter, c shownCheck) bool {
	told := c.Inputs[len(c.Inputs)-1]
	var found []*Claim
	for _, is := range []func(*Claim) bool{
		func(x *Claim) bool { return denies(x, c) },
		func(x *Claim) bool {
			return x.Page == told.Page && strings.Contains(spaceless(x.Text), spaceless(told.Label))
		},
	} {
		at := slices.IndexFunc(v.claimed, is)
		if at < 0 {
			return false
		}
		found = append(found, v.claimed[at])
	}
	for _, x := range found {
		m.Places, m.ClaimIDs = append(m.Places, v.place(x)), append(m.ClaimIDs, x.ID)
		m.Paragraphs = append(m.Paragraphs, paragraphsOf(x)...)
	}
	slices.Sort(m.Paragraphs)
	m.Paragraphs = slices.Compact(m.Paragraphs)
	m.FindingIDs = append(m.FindingIDs, v.findingsOf(c.ID)...)
	return true
}
