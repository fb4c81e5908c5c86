// Package provenance says what was analysed and how: the report, the run, and the documents beside it.
package provenance

import (
	"slices"
	"time"

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

// Unread are the pages, or parts of them, whose words nobody has read, and why: those that were not analysed, and then the large pictures of others.
func (r Report) Unread() []PageNote {
	out := slices.Clone(r.NotAnalysed)
	for _, page := range r.PagesPictures {
		if !slices.ContainsFunc(r.NotAnalysed, func(n PageNote) bool { return n.Page == page }) {
			out = append(out, PageNote{page, "the words of a large picture beside the text are not read"})
		}
	}
	return out
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
