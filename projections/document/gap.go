package document

import "github.com/sibyl-project/sibyl/events"

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

	Parts        []events.SubRequirement `json:"parts,omitempty"`        // what it asks for, with a quotation or what came nearest
	Under        string                  `json:"under,omitempty"`        // the paragraph whose gap this one follows from
	Consequences []string                `json:"consequences,omitempty"` // the paragraphs whose gaps follow from this one
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

	Addressed []events.AddressedDisclosure `json:"addressed,omitempty"` // those that are fully there, with a quotation for each part
}

// Pillars lists the rows of coverage in the order in which they are shown.
func Pillars() []string {
	return []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"}
}
