package events

import "time"

// MaxFileBytes is the size of the largest file that is accepted, wherever it is handed in.
const MaxFileBytes = 50 << 20

// Submission announces a file. Document is the artefact hash of the PDF itself.
type Submission struct {
	ReportID string `json:"report_id"`
	SHA256   string `json:"sha256"`   // of the file, hex; also its artefact hash
	Filename string `json:"filename"` // as given, base name only
	Bytes    int64  `json:"bytes"`
	Attempt  int    `json:"attempt"` // counts parses of this report, from 1

	// What the user says about the report; empty means: find out.
	Company string `json:"company,omitempty"`
	Sector  string `json:"sector,omitempty"`
	Period  string `json:"period,omitempty"`
}

// PreviewStatus is how reading a file ended.
type PreviewStatus string

// The closed set of preview statuses.
const (
	PreviewParsed PreviewStatus = "parsed"
	PreviewError  PreviewStatus = "error"
)

// Preview is what can be said of a report before its analysis.
type Preview struct {
	ReportID string        `json:"report_id"`
	SHA256   string        `json:"sha256"`
	Filename string        `json:"filename"`
	Attempt  int           `json:"attempt"`
	Status   PreviewStatus `json:"status"`
	Error    string        `json:"error,omitempty"` // one line for people: what happened, what to do

	Parse string `json:"parse,omitempty"` // artefact hash of the parse

	Title               string           `json:"title"`
	Company             string           `json:"company"`
	Sector              string           `json:"sector"`
	Period              string           `json:"period"`
	Language            string           `json:"language"` // BCP 47 of most pages
	Pages               int              `json:"pages"`
	PagesRead           int              `json:"pages_read"`
	PagesImageOnly      []int            `json:"pages_image_only"`
	Words               int              `json:"words"`
	Tables              int              `json:"tables"`
	Frameworks          []string         `json:"frameworks"`
	ComplianceStatement string           `json:"compliance_statement"`
	Outline             []OutlineSection `json:"outline"`
	NotAnalysed         []PageNote       `json:"not_analysed"`
	Warnings            []string         `json:"warnings"`

	SectorName     string              `json:"sector_name,omitempty"`     // of the SASB industry that Sector is the code of
	PeriodFrom     string              `json:"period_from,omitempty"`     // first day, where the report states it: 2022-10-01
	PeriodTo       string              `json:"period_to,omitempty"`       // last day
	IFRSCompliance ComplianceClass     `json:"ifrs_compliance,omitempty"` // what the report says of IFRS S1 and S2
	Evidence       []PreviewEvidence   `json:"evidence,omitempty"`        // where what was found out stands
	Languages      []LanguagePages     `json:"languages,omitempty"`       // the most frequent first
	PagesOCR       []int               `json:"pages_ocr,omitempty"`       // pictures whose text was recognised
	PagesPictures  []int               `json:"pages_pictures,omitempty"`  // large pictures beside the text, whose words are not read
	Suspicious     []SuspiciousContent `json:"suspicious_content,omitempty"`
	SuspiciousHits int                 `json:"suspicious_hits,omitempty"` // how many there are in all; not all of many are listed
}

// ComplianceClass is what a report says of its compliance with the ISSB's standards (IFRS S1.72).
type ComplianceClass string

// The closed set of compliance classes.
const (
	ComplianceStated    ComplianceClass = "stated"     // explicitly and without reserve
	ComplianceQualified ComplianceClass = "qualified"  // with exceptions, in part, or only alignment
	ComplianceNotStated ComplianceClass = "not_stated" // the report makes no such statement
)

// PreviewEvidence is where something that a preview says stands in the report, or why it says so. Quote is
// Start..End of the page's text, in code points, word for word; Page is 0 for what the file says of itself.
type PreviewEvidence struct {
	Field string `json:"field"` // title, company, sector, period, framework, compliance_statement
	Value string `json:"value"` // what it speaks for
	Why   string `json:"why"`   // for people
	Page  int    `json:"page,omitempty"`
	Start int    `json:"start,omitempty"`
	End   int    `json:"end,omitempty"`
	Quote string `json:"quote,omitempty"`
}

// LanguagePages are the pages in one language (BCP 47, "und" where it cannot be told), as ranges from..to.
type LanguagePages struct {
	Language string   `json:"language"`
	Pages    int      `json:"pages"`
	Ranges   [][2]int `json:"ranges"`
}

// SuspiciousContent is text that stands in the file but not before a reader's eyes, or that speaks to a
// machine. It is shown to people and never analysed. Page is 0 for what belongs to the file and to no page.
type SuspiciousContent struct {
	Page  int    `json:"page,omitempty"`
	Kind  string `json:"kind"`
	Why   string `json:"why"`   // for people
	Quote string `json:"quote"` // its beginning

	Rect [4]float64 `json:"rect,omitzero"` // where it stands: x0, y0, x1, y1 in points from the top left; zero if not known
}

// OutlineSection is an entry of the report's section tree, in reading order; Level counts from 1.
type OutlineSection struct {
	Title     string `json:"title"`
	Level     int    `json:"level"`
	PageStart int    `json:"page_start"`
	PageEnd   int    `json:"page_end"`
}

// PageNote says why a page was not analysed.
type PageNote struct {
	Page   int    `json:"page"`
	Reason string `json:"reason"`
}

// RunMode says where a run's answers come from.
type RunMode string

// The closed set of run modes.
const (
	ModeLive   RunMode = "live"
	ModeExact  RunMode = "exact"
	ModeWhatIf RunMode = "what-if"
	ModeFresh  RunMode = "fresh"
)

// AnalysisRequest asks for one run over a parsed report.
type AnalysisRequest struct {
	Run        string    `json:"run"`
	ReportID   string    `json:"report_id"`
	SHA256     string    `json:"sha256"`
	Filename   string    `json:"filename"`
	Parent     string    `json:"parent,omitempty"` // run this one replays or succeeds
	Mode       RunMode   `json:"mode"`
	AsOf       time.Time `json:"as_of"`      // stands for "now" in every judgement of the run
	Iterations int       `json:"iterations"` // cap on passes
	Company    string    `json:"company,omitempty"`
	Sector     string    `json:"sector,omitempty"`
	Period     string    `json:"period,omitempty"`

	// What the user says of how others call the company; each goes before what the report says.
	Aliases []string `json:"aliases,omitempty"`
	Tickers []string `json:"tickers,omitempty"`
	Domains []string `json:"domains,omitempty"`

	Evidence []LibraryItem `json:"evidence,omitempty"` // what the library held for this report when the run was asked for

	Budget *ModelBudget `json:"budget,omitempty"` // what the run may spend on language models, beside what its processes are allowed
}

// ModelBudget is what a run may spend on language models. When it is used up, the rules go on alone.
type ModelBudget struct {
	USD    string `json:"usd,omitempty"`    // decimal; empty for no limit
	Tokens int    `json:"tokens,omitempty"` // in and out; 0 for no limit
}

// Section announces consecutive pages to be read together. Parse is the artefact hash of the whole
// parse; the section's own pages are PageFrom..PageTo, counted from 1, both included.
type Section struct {
	ReportID string `json:"report_id"`
	Section  int    `json:"section"` // from 1
	Of       int    `json:"of"`
	PageFrom int    `json:"page_from"`
	PageTo   int    `json:"page_to"`
	Parse    string `json:"parse"`

	Statements string `json:"statements,omitempty"` // artefact hash of what the report's sentences say
}
