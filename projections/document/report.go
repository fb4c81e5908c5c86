package document

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
)

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
	Partial   string              `json:"partial,omitempty" jsonschema:"description=how far it was read\\, where that is not to its end"`
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

	PagesPictures     []int                  `json:"pages_pictures,omitempty" jsonschema:"description=large pictures beside the text\\, whose words are not read"`
	PagesOCR          []int                  `json:"pages_ocr" jsonschema:"description=pictures whose text was recognised and may be misread"`
	IFRSCompliance    events.ComplianceClass `json:"ifrs_compliance" jsonschema:"description=what the report says of its compliance with IFRS S1 and S2; not_stated if nothing"` //nolint:lll // a struct tag cannot be split
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
	Sources       map[string]string `json:"sources" jsonschema:"description=services beyond this machine that could be asked\\, by name; none offline"`
	Names         []IssuerName      `json:"names" jsonschema:"description=how others may call the company"`
	Cost          Cost              `json:"cost"`
	CodeVersion   string            `json:"code_version"`
}

// IssuerName is one way in which others may call the company; page 0 is what the user has said.
type IssuerName struct {
	Kind  events.NameKind `json:"kind" jsonschema:"enum=alias,enum=ticker,enum=domain"`
	Value string          `json:"value"`
	Page  int             `json:"page" jsonschema:"minimum=0"`
	Quote string          `json:"quote"`
	Why   string          `json:"why"`
}

// Cost adds up the calls to models.
type Cost struct {
	Calls        int    `json:"calls" jsonschema:"minimum=0"`
	Cached       int    `json:"cached" jsonschema:"minimum=0"`
	InputTokens  int    `json:"input_tokens" jsonschema:"minimum=0"`
	OutputTokens int    `json:"output_tokens" jsonschema:"minimum=0"`
	USD          string `json:"usd" jsonschema:"format=decimal"`
	Lost         int    `json:"lost" jsonschema:"minimum=0,description=calls without a whole answer: they may have been charged and are in no other figure"`
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
