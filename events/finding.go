package events

import "encoding/json"

// Origin is where evidence comes from. Sources are counted by origin, never by agent (decision 19).
type Origin string

// The closed set of origins. claim and standard corroborate nothing; report, computed and
// prior_report are one issuer; benchmark and external are refined by data set and publisher.
const (
	OriginClaim       Origin = "claim"
	OriginStandard    Origin = "standard"
	OriginReport      Origin = "report"
	OriginComputed    Origin = "computed"
	OriginPriorReport Origin = "prior_report"
	OriginCompany     Origin = "company"
	OriginBenchmark   Origin = "benchmark"
	OriginExternal    Origin = "external"
	OriginImagery     Origin = "imagery"
	OriginRegistry    Origin = "registry"
)

// Origins lists the closed set of origins.
func Origins() []Origin {
	return []Origin{
		OriginClaim, OriginStandard, OriginReport, OriginComputed, OriginPriorReport, OriginCompany,
		OriginBenchmark, OriginExternal, OriginImagery, OriginRegistry,
	}
}

// Confidence is a word for people beside a number from 0 to 1.
type Confidence string

// The closed set of confidences.
const (
	ConfidenceHigh   Confidence = "high"
	ConfidenceMedium Confidence = "medium"
	ConfidenceLow    Confidence = "low"
)

// EvidenceNoSource is the evidence type of a finding by which an agent answers that it had nowhere to
// look: the wait ends, but its angle counts as not investigated.
const EvidenceNoSource = "no_source"

// Evidence is one citation. Quote stands in its source word for word, or is empty.
type Evidence struct {
	Origin Origin `json:"origin"`
	Source string `json:"source"` // data set, registrable domain and story, file; refines the origin
	Page   int    `json:"page,omitempty"`
	Quote  string `json:"quote,omitempty"`
	URL    string `json:"url,omitempty"`
	Date   string `json:"date,omitempty"`
	Tier   int    `json:"tier,omitempty"` // 1-4 for news

	Row       int    `json:"row,omitempty"`       // of a table, as counted in the file, from 1
	Publisher string `json:"publisher,omitempty"` // of a document of the evidence library
	Document  string `json:"document,omitempty"`  // its id there

	RetrievedAt string `json:"retrieved_at,omitempty"` // when it was fetched from outside

	Bears *Borne `json:"bears,omitempty"` // on which amounts of the claim; null where who cites it does not part them
}

// Borne is which of a claim's amounts a piece of evidence is of. Evidence of something else than the claim counts, as an index of the plants of
// a place is of hectares, bears on none: it goes the claim's way, and verifies no amount.
type Borne struct {
	Figures []string `json:"figures"`      // as the claim prints them
	Of      string   `json:"of,omitempty"` // what else it is of
}

// Finding is what one agent found for a claim, or for the report when ClaimID is empty.
type Finding struct {
	ID            string          `json:"id"`
	Agent         Agent           `json:"agent"`
	ClaimID       string          `json:"claim_id,omitempty"`
	Iteration     int             `json:"iteration"`
	EvidenceType  string          `json:"evidence_type"`
	Summary       string          `json:"summary"`
	SupportsClaim *bool           `json:"supports_claim"` // null: neither
	Confidence    Confidence      `json:"confidence"`
	Score         float64         `json:"score"` // confidence as a number, 0-1, four places
	Origins       []Origin        `json:"origins"`
	Evidence      []Evidence      `json:"evidence"`
	Details       json.RawMessage `json:"details" jsonschema:"type=object"` // closed schema per agent
	Exhausted     bool            `json:"exhausted"`                        // nothing new would come of asking again
	Last          bool            `json:"last"`                             // the agent's last finding of this pass
	RefersTo      string          `json:"refers_to,omitempty"`              // earlier finding that this one updates
	// Paragraphs are the statuses an agent gives to paragraphs, an axis apart from truth.
	Paragraphs []ParagraphStatus `json:"paragraphs"`
	// InternallyConsistent says whether the report agrees with itself about the claim where SupportsClaim
	// cannot: two statements that disagree leave it null on both (decision 18).
	InternallyConsistent *bool `json:"internally_consistent,omitempty"`
}

func (f Finding) claim() string { return f.ClaimID }

// Inability says that an agent will give no finding in this pass.
type Inability struct {
	Agent     Agent  `json:"agent"`
	ClaimID   string `json:"claim_id,omitempty"`
	Iteration int    `json:"iteration"`
	Reason    string `json:"reason"`
	GivenUp   bool   `json:"given_up,omitempty"` // said on the agent's behalf: it may still answer late
}

func (u Inability) claim() string { return u.ClaimID }

// CheckResult is how a check ended.
type CheckResult string

// The closed set of check results.
const (
	CheckPass         CheckResult = "pass"
	CheckFail         CheckResult = "fail"
	CheckInconclusive CheckResult = "inconclusive"
)

// CheckInput is one figure that went into a check.
type CheckInput struct {
	FactID string `json:"fact_id"`
	Label  string `json:"label"`
	Value  string `json:"value"` // exact decimal
	Unit   string `json:"unit"`
	Page   int    `json:"page"`
}

// Check is one check with working that a person can redo. Decimals are strings.
type Check struct {
	ID                  string       `json:"id"`
	Name                string       `json:"name"`
	ClaimID             string       `json:"claim_id,omitempty"`
	Result              CheckResult  `json:"result"`
	Severity            string       `json:"severity"` // critical, warning, info
	Message             string       `json:"message"`
	Inputs              []CheckInput `json:"inputs"`
	Working             string       `json:"working"`
	Expected            string       `json:"expected"`
	Stated              string       `json:"stated"`
	Difference          string       `json:"difference"`
	DifferencePercent   string       `json:"difference_percent"`
	ExplainedByRounding bool         `json:"explained_by_rounding"`
	Quote               string       `json:"quote,omitempty"` // the sentence that states what does not hold, where no claim may have it
}

func (c Check) claim() string { return c.ClaimID }

// DisclosureStatus is the state of a required disclosure (decisions 2a, 3, 24b).
type DisclosureStatus string

// The closed set of disclosure statuses.
const (
	FullyAddressed      DisclosureStatus = "fully_addressed"
	PartiallyAddressed  DisclosureStatus = "partially_addressed"
	NotAddressed        DisclosureStatus = "not_addressed"
	CouldNotAssess      DisclosureStatus = "could_not_assess"
	Conditional         DisclosureStatus = "conditional"
	ReferencedElsewhere DisclosureStatus = "referenced_elsewhere"
)

// ParagraphStatus is a paragraph with its status for one claim.
type ParagraphStatus struct {
	ID     string           `json:"id"`
	Status DisclosureStatus `json:"status"`
}

// PageQuote is a quotation and its page.
type PageQuote struct {
	Page  int    `json:"page"`
	Quote string `json:"quote"`
	Heads string `json:"heads,omitempty"` // what stands over it on its page, as the heads of a row's table; places are parted by " | "
	Note  string `json:"note,omitempty"`  // why it is shown where it does not surely say what is asked for
}

// Gap is a required disclosure that is not fully there.
type Gap struct {
	ID            string           `json:"id"`
	Paragraph     string           `json:"paragraph"`
	Pillar        string           `json:"pillar"`
	Section       string           `json:"section"`
	Requirement   string           `json:"requirement"` // in our own words
	Status        DisclosureStatus `json:"status"`
	Missing       []string         `json:"missing"`
	Evidence      []PageQuote      `json:"evidence"`
	Condition     string           `json:"condition"`
	Materiality   string           `json:"materiality"`
	S1Counterpart string           `json:"s1_counterpart"`

	Parts        []SubRequirement `json:"parts,omitempty"`        // what it asks for, with a quotation or what was looked for and came nearest
	Under        string           `json:"under,omitempty"`        // the paragraph whose gap this one follows from
	Consequences []string         `json:"consequences,omitempty"` // the paragraphs whose gaps follow from this one
}

// AddressedDisclosure is a disclosure that is there, with a quotation for each part.
type AddressedDisclosure struct {
	Paragraph   string           `json:"paragraph"`
	Requirement string           `json:"requirement"` // in our own words
	Parts       []SubRequirement `json:"parts"`
}

// Coverage counts the required disclosures of one pillar by status.
type Coverage struct {
	Pillar              string   `json:"pillar"`
	Total               int      `json:"total"`
	FullyAddressed      int      `json:"fully_addressed"`
	PartiallyAddressed  int      `json:"partially_addressed"`
	NotAddressed        int      `json:"not_addressed"`
	CouldNotAssess      int      `json:"could_not_assess"`
	Conditional         int      `json:"conditional"`
	ReferencedElsewhere int      `json:"referenced_elsewhere"`
	Percent             *float64 `json:"percent"` // fully / (fully + partially + not), null when none could be assessed

	Addressed []AddressedDisclosure `json:"addressed,omitempty"` // those that are fully there
}
