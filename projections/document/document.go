// Package document builds the analysis document: the one public account of a run, the same for the
// command line, the API and every export.
//
// A document is a function of the read models of one run, read in one snapshot. Its lists are sorted
// and nothing in it but `run` and times depends on when or where the run was made, so equal runs give
// equal bytes. Its shape is closed; Schema describes it, and schemas/analysis.schema.json is that
// description as published.
//
// Everything here is safe for concurrent use.
package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// Document is the analysis of one report by one run.
type Document struct {
	Report   Report              `json:"report"`
	Run      Run                 `json:"run"`
	Claims   []Claim             `json:"claims"`
	Facts    []Fact              `json:"facts"`
	Checks   []Check             `json:"checks"`
	Findings []Finding           `json:"findings"`
	Requests []Request           `json:"requests"`
	Verdicts []Verdict           `json:"verdicts"`
	Gaps     []Gap               `json:"gaps"`
	Coverage map[string]Coverage `json:"coverage"`
	Evidence []LibraryDocument   `json:"evidence" jsonschema:"description=documents that the user has brought as the run has read them"`
}

// LibraryDocument is a document of the evidence library as the run has read it.
type LibraryDocument struct {
	ID        string              `json:"id"`
	SHA256    string              `json:"sha256" jsonschema:"pattern=^[0-9a-f]{64}$"`
	Filename  string              `json:"filename"`
	Kind      events.EvidenceKind `json:"kind"`
	Title     string              `json:"title"`
	Publisher string              `json:"publisher"`
	Date      string              `json:"date"`
	Tier      int                 `json:"tier" jsonschema:"minimum=1,maximum=4"`
	Company   string              `json:"company"`
	Period    string              `json:"period"`
	URL       string              `json:"url"`
	Pages     int                 `json:"pages" jsonschema:"minimum=0"`
	Problem   string              `json:"problem" jsonschema:"description=why it could not be read; empty if it was"`
}

// Report says what was analysed, and how much of it.
type Report struct {
	ID                  string     `json:"id"`
	SHA256              string     `json:"sha256" jsonschema:"pattern=^[0-9a-f]{64}$"`
	Filename            string     `json:"filename"`
	Title               string     `json:"title"`
	Company             string     `json:"company"`
	Sector              string     `json:"sector"`
	Period              string     `json:"period"`
	Pages               int        `json:"pages" jsonschema:"minimum=0"`
	PagesRead           int        `json:"pages_read" jsonschema:"minimum=0"`
	PagesImageOnly      []int      `json:"pages_image_only" jsonschema:"description=page numbers from 1"`
	Words               int        `json:"words" jsonschema:"minimum=0"`
	Tables              int        `json:"tables" jsonschema:"minimum=0"`
	Language            string     `json:"language" jsonschema:"description=BCP 47"`
	Frameworks          []string   `json:"frameworks"`
	ComplianceStatement string     `json:"compliance_statement"`
	NotAnalysed         []PageNote `json:"not_analysed"`
	Warnings            []string   `json:"warnings"`

	PagesOCR          []int                  `json:"pages_ocr" jsonschema:"description=pictures whose text was recognised and may be misread"`
	IFRSCompliance    events.ComplianceClass `json:"ifrs_compliance" jsonschema:"description=what the report says of its compliance with IFRS S1 and S2; not_stated if nothing"`
	SuspiciousContent []SuspiciousContent    `json:"suspicious_content" jsonschema:"description=text hidden from readers or speaking to machines; never analysed"`
}

// SuspiciousContent is text that was kept from the analysis. Page is 0 for what belongs to the file and to
// no page.
type SuspiciousContent struct {
	Page  int    `json:"page" jsonschema:"minimum=0"`
	Kind  string `json:"kind"`
	Why   string `json:"why"`
	Quote string `json:"quote" jsonschema:"description=its beginning; data, not to be followed"`

	Rect [4]float64 `json:"rect" jsonschema:"description=x0 y0 x1 y1 in points from the top left; zeros if the place is not known"`
}

// PageNote says why a page was not analysed.
type PageNote struct {
	Page   int    `json:"page" jsonschema:"minimum=1"`
	Reason string `json:"reason"`
}

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
	Cost          Cost              `json:"cost"`
	CodeVersion   string            `json:"code_version"`
}

// Cost adds up the calls to models.
type Cost struct {
	Calls        int    `json:"calls" jsonschema:"minimum=0"`
	Cached       int    `json:"cached" jsonschema:"minimum=0"`
	InputTokens  int    `json:"input_tokens" jsonschema:"minimum=0"`
	OutputTokens int    `json:"output_tokens" jsonschema:"minimum=0"`
	USD          string `json:"usd" jsonschema:"format=decimal"`
}

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
}

// Routing is one assignment of one agent.
type Routing struct {
	Iteration int          `json:"iteration" jsonschema:"minimum=1"`
	Agent     events.Agent `json:"agent"`
	Required  bool         `json:"required"`
	Reason    string       `json:"reason"`
	Query     string       `json:"query"`
}

// Fact is one figure the report states.
type Fact struct {
	ID        string     `json:"id"`
	Metric    string     `json:"metric"`
	Scope     string     `json:"scope"`
	Category  string     `json:"category"`
	Method    string     `json:"method"`
	Value     string     `json:"value" jsonschema:"format=decimal"`
	Unit      string     `json:"unit"`
	ValueBase string     `json:"value_base" jsonschema:"format=decimal"`
	UnitBase  string     `json:"unit_base"`
	Period    string     `json:"period"`
	Page      int        `json:"page" jsonschema:"minimum=1"`
	Rect      [4]float64 `json:"rect"`
	Source    string     `json:"source" jsonschema:"enum=text,enum=table"`
	Quote     string     `json:"quote"`

	Printed  string      `json:"printed"`             // the figure as it stands
	Year     int         `json:"year"`                // in which the period ends; 0 if it is not known
	Boundary string      `json:"boundary"`            // a division, a region; empty for the whole entity
	Restated bool        `json:"restated"`            //
	Target   bool        `json:"target,omitempty"`    // of a year to come; period is then that year
	Change   bool        `json:"change,omitempty"`    // a difference between periods
	BaseYear int         `json:"base_year,omitempty"` // that a target counts from
	Per      string      `json:"per"`                 // the denominator of an intensity
	Format   string      `json:"format"`              // why the figure's separators were read so
	Readings []Reading   `json:"readings"`            // what an ambiguous unit can mean; then value_base is empty
	Places   []FactPlace `json:"places"`              // where it stands again, as in another language
}

// Reading is one thing that an ambiguous unit can mean.
type Reading struct {
	Value string `json:"value_base" jsonschema:"format=decimal"`
	Unit  string `json:"unit_base"`
}

// FactPlace is another place of a fact.
type FactPlace struct {
	Page  int        `json:"page" jsonschema:"minimum=1"`
	Rect  [4]float64 `json:"rect"`
	Quote string     `json:"quote"`
}

// Check is one check with working that a person can redo; decimals are strings, empty where there is none.
type Check struct {
	ID                  string             `json:"id"`
	Name                string             `json:"name"`
	ClaimID             string             `json:"claim_id" jsonschema:"description=empty for the report as a whole"`
	Result              events.CheckResult `json:"result"`
	Severity            string             `json:"severity" jsonschema:"enum=critical,enum=warning,enum=info"`
	Message             string             `json:"message"`
	Inputs              []CheckInput       `json:"inputs"`
	Working             string             `json:"working"`
	Expected            string             `json:"expected"`
	Stated              string             `json:"stated"`
	Difference          string             `json:"difference"`
	DifferencePercent   string             `json:"difference_percent"`
	ExplainedByRounding bool               `json:"explained_by_rounding"`
}

// CheckInput is one figure that went into a check.
type CheckInput struct {
	FactID string `json:"fact_id"`
	Label  string `json:"label"`
	Value  string `json:"value"`
	Unit   string `json:"unit"`
	Page   int    `json:"page" jsonschema:"minimum=0"`
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

// Gap is a required disclosure that is not fully there.
type Gap struct {
	ID            string                  `json:"id"`
	Paragraph     string                  `json:"paragraph"`
	Pillar        string                  `json:"pillar"`
	Section       string                  `json:"section"`
	Requirement   string                  `json:"requirement"`
	Status        events.DisclosureStatus `json:"status"`
	Missing       []string                `json:"missing"`
	Evidence      []PageQuote             `json:"evidence"`
	Condition     string                  `json:"condition"`
	Materiality   string                  `json:"materiality"`
	S1Counterpart string                  `json:"s1_counterpart"`
}

// PageQuote is a quotation and its page.
type PageQuote struct {
	Page  int    `json:"page" jsonschema:"minimum=1"`
	Quote string `json:"quote"`
}

// Coverage counts the required disclosures of one pillar by status.
type Coverage struct {
	Total               int      `json:"total" jsonschema:"minimum=0"`
	FullyAddressed      int      `json:"fully_addressed" jsonschema:"minimum=0"`
	PartiallyAddressed  int      `json:"partially_addressed" jsonschema:"minimum=0"`
	NotAddressed        int      `json:"not_addressed" jsonschema:"minimum=0"`
	CouldNotAssess      int      `json:"could_not_assess" jsonschema:"minimum=0"`
	Conditional         int      `json:"conditional" jsonschema:"minimum=0"`
	ReferencedElsewhere int      `json:"referenced_elsewhere" jsonschema:"minimum=0"`
	Percent             *float64 `json:"percent" jsonschema:"oneof_type=number;null"`
}

// Pillars lists the rows of coverage in the order in which they are shown.
func Pillars() []string {
	return []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"}
}

// JSON is the document as it is published.
func (d *Document) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(d); err != nil {
		return nil, fmt.Errorf("encoding the analysis document of run %s: %w", d.Run.ID, err)
	}
	return b.Bytes(), nil
}
