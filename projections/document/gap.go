package document

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
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

// SpokenOf is how likely a passage may at most be taken to speak of a part, or to say where it stands, that is told of as missing. Of the 196
// labelled parts in which nothing comes nearer three are spoken of after all, of the 246 up to 0.25 six, of the 334 up to 0.30 ten
// (`make eval SETS=legal_answers`, each report judged by nets that have not seen it).
const SpokenOf = 0.22

// lackingPart is a part that surely is missing, and what comes nearest to it.
type lackingPart struct {
	id, requirement string // no id in analyses that do not say how near something comes
	near            float64
	nearest         events.NearestPassage
	of              *Gap
}

// lacking are the parts that are missing: those that nothing comes near to, and not those that are named, given elsewhere or that a passage
// comes near to. What answers a paragraph in part may hold the rest without saying so: an amount is gross where nobody speaks of credits.
// Of analyses that do not say how near something comes the first have all.
func (g *Gap) lacking() (surely []lackingPart) {
	if len(g.Parts) == 0 {
		for _, need := range g.Missing {
			surely = append(surely, lackingPart{requirement: need, of: g})
		}
		return surely
	}
	for _, p := range g.Parts {
		if !p.Addressed && g.Status == events.NotAddressed && strings.HasPrefix(p.GapReason, "not found") && p.Near < SpokenOf {
			surely = append(surely, lackingPart{p.ID, p.Requirement, p.Near, p.Nearest, g})
		}
	}
	return surely
}

// PageQuote is a quotation and its page.
type PageQuote struct {
	Page  int    `json:"page" jsonschema:"minimum=1"`
	Quote string `json:"quote"`
	Heads string `json:"heads,omitempty" jsonschema:"description=what stands over it on its page, as the heads of a row's table; places are parted by a bar"`
	Note  string `json:"note,omitempty" jsonschema:"description=why it is shown where it does not surely say what is asked for"`
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

// addressedParagraph is what was found of one paragraph: each part that it asks for with the words that answer it.
type addressedParagraph struct {
	Paragraph, Pillar, Requirement string
	Parts                          []addressedPart
}

type addressedPart struct {
	ID, Requirement string
	Page            int    // 0 where nothing is quoted
	Heads           string // what stands over the quotation
	Quote           string // empty where the part is likely answered, but not surely enough to be quoted
	Likely          string // then where
}

// reference is a paragraph of S2 with its counterparts in S1 and what answers it.
type reference struct {
	Paragraph, Title, Pillar string
	Counterparts             []string
	Status                   string
	Claims                   int
	Pages                    []int
}

// addressed gathers the quotations by which paragraphs are answered, and who answers which paragraph. It comes from the legal
// agent's details, so that nothing is shown as addressed that has no words of the report for it.
func (d *Document) addressed() ([]addressedParagraph, []reference, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, nil, err
	}
	found := map[string]*addressedParagraph{}
	answering := map[string]*reference{}
	pageOf := map[string]int{}
	for _, c := range d.Claims {
		pageOf[c.ID] = c.Page
	}
	for _, f := range d.Findings {
		var details events.LegalDetails
		if f.Agent != events.Legal || json.Unmarshal(f.Details, &details) != nil {
			continue
		}
		for _, m := range details.Mappings {
			for _, s := range m.SubRequirements {
				quoted := s.Quote != "" && s.Page > 0
				if !s.Addressed || !quoted && s.GapReason == "" {
					continue
				}
				p := found[m.Paragraph]
				if p == nil {
					p = &addressedParagraph{Paragraph: m.Paragraph, Pillar: m.Pillar, Requirement: m.Requirement}
					found[m.Paragraph] = p
				}
				part := addressedPart{ID: s.ID, Requirement: s.Requirement, Likely: tidy(s.GapReason, "")}
				if quoted {
					part.Page, part.Heads, part.Quote, part.Likely = s.Page, tidy(s.Heads, ""), tidy(s.Quote, ""), ""
				}
				if n := slices.IndexFunc(p.Parts, func(o addressedPart) bool { return o.ID == part.ID }); n < 0 {
					p.Parts = append(p.Parts, part)
				} else if old := p.Parts[n]; quoted && (old.Quote == "" || part.Page < old.Page) { // the first place that answers it
					p.Parts[n] = part
				}
				if !quoted {
					continue // what is not quoted has no place of its own
				}
				r := answering[m.Paragraph]
				if r == nil {
					r = &reference{}
					answering[m.Paragraph] = r
				}
				if f.ClaimID != "" {
					r.Claims++
				}
				if !slices.Contains(r.Pages, s.Page) {
					r.Pages = append(r.Pages, s.Page)
				}
			}
		}
	}
	gaps := map[string]Gap{}
	for _, g := range d.Gaps {
		gaps[g.Paragraph] = g
	}
	var out []addressedParagraph
	var refs []reference
	for _, p := range registry.Paragraphs { // in the order of the standards
		if x := found[p.ID]; x != nil {
			slices.SortFunc(x.Parts, func(a, b addressedPart) int { return strings.Compare(a.ID, b.ID) })
			out = append(out, *x)
		}
		if p.Standard != "S2" || len(p.S1Counterparts) == 0 {
			continue
		}
		r := reference{Paragraph: p.ID, Title: p.Title, Pillar: p.Pillar, Counterparts: p.S1Counterparts}
		if x := answering[p.ID]; x != nil {
			r.Claims, r.Pages, r.Status = x.Claims, x.Pages, string(events.FullyAddressed)
			slices.Sort(r.Pages)
		}
		if g, there := gaps[p.ID]; there {
			r.Status = string(g.Status)
		}
		refs = append(refs, r)
	}
	return out, refs, nil
}
