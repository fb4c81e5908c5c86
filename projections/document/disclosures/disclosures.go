// Package disclosures is what a report has on the paragraphs of IFRS S1 and S2, arranged for those who read it: what is missing before what is said
// in part, before what hangs on a condition, and how much of what counts as said there are words for.
package disclosures

import (
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

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
	Heads string `json:"heads,omitempty" jsonschema:"description=what stands over it on its page, as the heads of a row's table; places are parted by a bar"`
	Note  string `json:"note,omitempty" jsonschema:"description=why it is shown where it does not surely say what is asked for"`
}

// SpokenOf is how likely a passage may at most be taken to speak of a part, or to say where it stands, that is told of as missing. Of the 196
// labelled parts in which nothing comes nearer three are spoken of after all, of the 246 up to 0.25 six, of the 334 up to 0.30 ten
// (`make eval SETS=legal_answers`, each report judged by nets that have not seen it).
const SpokenOf = 0.22

// MaySpeak is the same where what comes nearest is told with it, and that another document may say so: whoever reads it sees what was taken for no answer.
const MaySpeak = 0.30

// Lacking is a part that surely is missing, and what comes nearest to it.
type Lacking struct {
	ID, Requirement string  // no ID in analyses that do not say how near something comes
	Near            float64 // of this document
	Nearest         events.NearestPassage
	Of              *Gap
}

// Lacking are the parts that are missing: those that nothing comes near to, and not those that are named, given elsewhere or that a passage
// comes near to. What answers a paragraph in part may hold the rest without saying so: an amount is gross where nobody speaks of credits.
// Of analyses that do not say how near something comes the first have all.
func (g *Gap) Lacking() (surely []Lacking) {
	if len(g.Parts) == 0 {
		for _, need := range g.Missing {
			surely = append(surely, Lacking{Requirement: need, Of: g})
		}
		return surely
	}
	for _, p := range g.Parts {
		near := p.Near
		if p.Elsewhere { // that another document may say it is told with it
			near = p.Here
		}
		if !p.Addressed && g.Status == events.NotAddressed && strings.HasPrefix(p.GapReason, "not found") && near < MaySpeak {
			surely = append(surely, Lacking{p.ID, p.Requirement, near, p.Nearest, g})
		}
	}
	return surely
}

// Missed is a part that a gap lacks, and what was looked at for it: who is told that something is missing can see what came nearest.
type Missed struct{ What, Looked string }

// Missed are what a gap lacks. Of what follows from another gap it goes without saying that nothing was found.
func (g Gap) Missed() (out []Missed) {
	for _, what := range g.Missing {
		m := Missed{What: what}
		for _, p := range g.Parts {
			if !p.Addressed && g.Under == "" && strings.HasPrefix(what, p.Requirement) {
				m.Looked = strings.TrimPrefix(strings.TrimPrefix(p.GapReason, "not found: "), "named, not described: ")
			}
		}
		out = append(out, m)
	}
	return out
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

// Quoted counts the paragraphs that are fully there for which every part that is said has words of the report: of the others a passage is likely
// to say it, which whoever relies on it has to read first.
func (c Coverage) Quoted() (n int) {
	for _, a := range c.Addressed {
		quoted := len(a.Parts) > 0
		for _, p := range a.Parts {
			quoted = quoted && (!p.Addressed || p.Quote != "")
		}
		if quoted {
			n++
		}
	}
	return n
}

// Pillars lists the rows of coverage in the order in which they are shown.
func Pillars() []string {
	return []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"}
}
