package events

// The closed shapes of Finding.Details, one per agent. They are part of the public document; decimals are
// strings.

// LegalDetails is what the legal agent says of a claim: how its own words answer the paragraphs.
type LegalDetails struct {
	Mappings    []ParagraphMapping `json:"ifrs_mappings"`
	CrossDomain []CrossDomain      `json:"cross_domain,omitempty"`
}

// ParagraphMapping assesses one paragraph of IFRS S1 or S2 against a claim.
type ParagraphMapping struct {
	Paragraph       string           `json:"paragraph_id"`
	Pillar          string           `json:"pillar"`
	Section         string           `json:"section"`
	Requirement     string           `json:"requirement"` // in our own words
	Status          DisclosureStatus `json:"compliance_status"`
	Note            string           `json:"note,omitempty"` // why the status is what it is, where the rows do not show it
	SubRequirements []SubRequirement `json:"sub_requirements"`
	S1Counterparts  []string         `json:"s1_counterparts"`
	Materiality     string           `json:"materiality,omitempty"`
	Confidence      Confidence       `json:"confidence,omitempty"` // of the status
	Relevance       float64          `json:"relevance,omitempty"`  // of the paragraph to the claim, 0-1; 1 where the claim was linked to it
	Criteria        *Criteria        `json:"criteria,omitempty"`
	Searched        *ReportSearch    `json:"searched,omitempty"` // in later passes
}

// Criterion is how far a disclosure meets one criterion.
type Criterion string

// The closed set of criteria's outcomes.
const (
	CriterionMet           Criterion = "met"
	CriterionPartly        Criterion = "partly_met"
	CriterionNotMet        Criterion = "not_met"
	CriterionNotApplicable Criterion = "not_applicable"
	CriterionNotAssessed   Criterion = "could_not_assess"
)

// Criteria are the sides from which a disclosure is looked at.
type Criteria struct {
	Presence     Criterion `json:"presence"`     // is the subject there at all
	Completeness Criterion `json:"completeness"` // all that is asked
	Specificity  Criterion `json:"specificity"`  // figures, dates, names rather than general words
	Method       Criterion `json:"method"`       // of metrics: a recognised method is named
	Granularity  Criterion `json:"granularity"`  // of metrics: broken down as asked
}

// ReportSearch is what a later pass searched the report for.
type ReportSearch struct {
	Queries  []string `json:"queries"`
	Passages int      `json:"passages"`  // how many were compared with them
	Pages    []int    `json:"pages"`     // of those that come closest
	Found    []string `json:"found"`     // ids of sub-requirements that the first pass had not found
	NotFound []string `json:"not_found"` // ids that stay open
}

// SubRequirement is one atomic thing that a paragraph asks for, with what stands for it.
type SubRequirement struct {
	ID          string `json:"id"` // paragraph#key
	Requirement string `json:"requirement"`
	Addressed   bool   `json:"addressed"`
	Origin      Origin `json:"origin,omitempty"`
	Page        int    `json:"page,omitempty"`
	Quote       string `json:"quote,omitempty"`
	Heads       string `json:"heads,omitempty"` // what stands over the quotation on its page, as the heads of a row's table; places are parted by " | "
	GapReason   string `json:"gap_reason,omitempty"`
	Seems       bool   `json:"seems,omitempty"` // less than addressed: it seems to be said on its page, and no sentence was found that surely says it

	Near    float64        `json:"near,omitempty"`   // of a part that was not found: how likely the passage that comes nearest speaks of it or says where it is
	Nearest NearestPassage `json:"nearest,omitzero"` // that passage

	// Elsewhere is of a part that was not found, and whose nearest passage stands on a page that names another document, which may say it: Here is then
	// how near anything of this document comes, which Near no longer says.
	Elsewhere bool    `json:"elsewhere,omitempty"`
	Here      float64 `json:"here,omitempty"`

	Read []PassageRead `json:"read,omitempty"` // what a language model says of passages of which the trained judge was not sure
}

// NearestPassage is the passage that comes nearest to what was not found; its page is 0 where none was judged.
type NearestPassage struct {
	Page  int    `json:"page"`
	Quote string `json:"quote"`
}

// PassageRead is what a language model takes a passage to be to a sub-requirement: answers, names_only, points_elsewhere or not. It stands
// here where it decides, or where the rules would have taken the passage for something else.
type PassageRead struct {
	Page      int    `json:"page"`
	Quote     string `json:"quote"`
	Verdict   string `json:"verdict"`
	Rules     string `json:"rules"` // what the rules take it to be
	Disagrees bool   `json:"disagrees"`
	Missing   string `json:"missing,omitempty"` // what it leaves open
	Model     string `json:"model"`
	Prompt    string `json:"prompt"` // with its version
}

// MetricsDetails is what the data_metrics agent says of a claim, or of the report.
type MetricsDetails struct {
	CheckIDs             []string             `json:"check_ids"`
	UnitValidation       *UnitValidation      `json:"unit_validation"`
	BenchmarkComparison  *BenchmarkComparison `json:"benchmark_comparison"` // null without a benchmark
	TargetAchievability  *TargetAssessment    `json:"target_achievability"`
	MissingData          []string             `json:"missing_data"` // what a further check would need
	BenchmarkUnavailable bool                 `json:"benchmark_data_unavailable"`
	BenchmarkInvalid     bool                 `json:"benchmark_data_invalid,omitempty"` // one was sent that cannot be right
	CrossDomain          []CrossDomain        `json:"cross_domain,omitempty"`
	Targets              []TargetFields       `json:"targets,omitempty"`    // as the claim states them
	FactSheet            string               `json:"fact_sheet,omitempty"` // artefact hash of what the report states in figures
	Facts                int                  `json:"facts,omitempty"`      // how many

	// Beside arithmetic; of claims only.
	FinancialImpact *FinancialImpact       `json:"financial_impact,omitempty"`
	UnitsAcross     *UnitsAcross           `json:"units_across,omitempty"`
	TargetPath      *TargetPath            `json:"target_path,omitempty"`
	History         *HistoricalConsistency `json:"historical_consistency,omitempty"`
	Conversions     []ConversionValue      `json:"conversion_values,omitempty"`
	Compliance      *MetricsCompliance     `json:"ifrs_compliance,omitempty"`
	IndustryMetrics []IndustryMetric       `json:"industry_metrics,omitempty"`
	Elsewhere       *Elsewhere             `json:"elsewhere,omitempty"`
}

// Elsewhere is where else the report gives the figures of a claim. It is evidence of nothing: that a report repeats a figure does not
// make it right.
type Elsewhere struct {
	Figures int          `json:"figures"` // of the claim, that were looked for
	Again   []SameFigure `json:"again"`   // those that another page gives for the same thing
	Alone   []string     `json:"alone"`   // those, as printed, that no other page prints; empty unless they have three digits
	Pages   int          `json:"pages"`   // that were looked at besides the claim's own
	Unread  int          `json:"unread"`  // pages that could not be read, or have a picture whose words are not read
}

// SameFigure is a figure of a claim as another page gives it.
type SameFigure struct {
	Figure string `json:"figure"` // as that page prints it, with its unit
	Label  string `json:"label"`  // of its row; empty of a sentence
	Year   int    `json:"year,omitempty"`
	Page   int    `json:"page"`
}

// TargetFields is what a target for emissions states of itself. What it does not state is empty and listed as missing.
type TargetFields struct {
	Kind        string   `json:"kind"` // absolute, intensity, net_zero, neutral
	Scopes      []int    `json:"scopes"`
	Percent     string   `json:"percent"`
	BaseYear    int      `json:"base_year"`
	BaseYearAge int      `json:"base_year_age"` // in years before the report's
	TargetYear  int      `json:"target_year"`
	Horizon     string   `json:"horizon"` // near_term: up to ten years from the report; long_term
	Denominator string   `json:"denominator"`
	Coverage    string   `json:"coverage"`
	Offsets     bool     `json:"offsets"`  // it speaks of credits or removals
	Residual    bool     `json:"residual"` // it speaks of what remains
	Missing     []string `json:"missing"`

	// By the report's own figures: what was emitted in the base year, and what would be at the target.
	BaseValue   string `json:"base_value,omitempty"`
	TargetValue string `json:"target_value,omitempty"`
	ValueUnit   string `json:"value_unit,omitempty"`
	BasePage    int    `json:"base_page,omitempty"`
}

// UnitValidation lists the units of a claim's figures.
type UnitValidation struct {
	Valid  bool     `json:"units_valid"`
	Units  []string `json:"units"`
	Issues []string `json:"issues"`
}

// BenchmarkComparison relates a reported figure to a named data set.
type BenchmarkComparison struct {
	Metric     string `json:"metric"`
	Reported   string `json:"reported"`
	Unit       string `json:"unit"`
	Benchmark  string `json:"benchmark"`
	Source     string `json:"source"`
	Assessment string `json:"assessment"` // plausible, high, low, outlier_high, outlier_low, inconclusive

	Range        *BenchmarkRange `json:"benchmark_range,omitempty"`
	Plausibility string          `json:"plausibility,omitempty"` // plausible, high, low, outlier, unknown
	Limitations  []string        `json:"limitations,omitempty"`
}

// BenchmarkRange is what is published of a metric, in the base unit of the reported figure. Decimals are strings; the
// median is empty where fewer than three figures are published and no source states one.
type BenchmarkRange struct {
	Min     string `json:"min"`
	Median  string `json:"median"`
	Max     string `json:"max"`
	Unit    string `json:"unit"`
	Sector  string `json:"sector"`
	Year    string `json:"year"` // or years
	Source  string `json:"source"`
	Figures int    `json:"figures"` // that it is made of
}

// TargetAssessment is the arithmetic of a reduction target.
type TargetAssessment struct {
	BaseYear     int    `json:"base_year"`
	TargetYear   int    `json:"target_year"`
	Percent      string `json:"target_percentage"`
	LinearRate   string `json:"required_annual_points"`     // percentage points of the base year a year
	CompoundRate string `json:"required_annual_percentage"` // of each year before
	Assessment   string `json:"assessment"`                 // achievable, challenging, questionable, inconclusive
	Reason       string `json:"reason"`

	// What has been achieved a year since the base year, and what has to be from now on, in points of the base year.
	HistoricalRate string `json:"historical_annual_points,omitempty"`
	RemainingRate  string `json:"remaining_annual_points,omitempty"`

	BenchmarkRate   string `json:"benchmark_annual_points,omitempty"` // what recognised criteria ask for
	BenchmarkSource string `json:"benchmark_source,omitempty"`
}

// NoSourceDetails says what an agent had not at hand and what would let it work.
type NoSourceDetails struct {
	NotConfigured []string `json:"not_configured"`
	WouldHelp     []string `json:"would_help"`
	Observations  []string `json:"observations"` // what the claim itself says about such sources; supports nothing

	WhyNot []NotFound `json:"why_not,omitempty"` // what was looked for and not found
	Site   *GeoSite   `json:"site,omitempty"`    // of a claim about a place
}

// NotFound is one thing that an agent has looked for, where, and why it has nothing from there. It is evidence of nothing.
type NotFound struct {
	Where string `json:"where"`
	For   string `json:"for"`
	Why   string `json:"why"`
}

// LibraryDetails is what an agent found in the documents that the user has brought.
type LibraryDetails struct {
	Searched    []EvidenceKind  `json:"searched"`  // the kinds of document that were looked at
	Documents   int             `json:"documents"` // of these kinds
	Relations   []LibraryPlace  `json:"relations"`
	Unreadable  []string        `json:"unreadable"`        // documents that could not be read, with the reason
	Partial     []string        `json:"partial,omitempty"` // documents that were not read to their end: the rest was compared with nothing
	Other       NoSourceDetails `json:"other"`             // sources beyond the library
	CrossDomain []CrossDomain   `json:"cross_domain,omitempty"`
	Searches    []Search        `json:"searches,omitempty"` // what was searched beyond the library, also without result
	Asked       *Asked          `json:"asked,omitempty"`    // set where a model was asked about places that the rules leave open
}

// LibraryPlace is a place in a document and what it says of a claim. Subject, place, period and figure are what both
// have in common, empty where the claim names none.
type LibraryPlace struct {
	Document      string       `json:"document"` // id
	Title         string       `json:"title"`
	Kind          EvidenceKind `json:"kind"`
	Publisher     string       `json:"publisher"`
	Tier          int          `json:"tier"`
	PublishedDate string       `json:"published_date"`
	URL           string       `json:"url"`
	Page          int          `json:"page,omitempty"`
	Row           int          `json:"row,omitempty"`
	Snippet       string       `json:"snippet"`
	Relation      string       `json:"relation"`           // supports, contradicts, neutral
	Contradiction string       `json:"contradiction_kind"` // direct, contextual, timeline or empty
	Subject       string       `json:"subject"`
	Place         string       `json:"place"`
	Period        string       `json:"period"`
	Figure        string       `json:"figure"`
	Why           string       `json:"why"`
	Domain        string       `json:"domain,omitempty"`       // of an article: registrable domain of its publisher
	Story         string       `json:"story,omitempty"`        // what it counts as: articles of one story are one source
	RetrievedAt   string       `json:"retrieved_at,omitempty"` // when it was fetched
	Window        string       `json:"window,omitempty"`       // recent, historical
	Read          *ModelRead   `json:"read,omitempty"`         // what a model takes it to say, where the rules leave it open
}

// ModelRead is how a language model relates a place in a document to a claim. It is shown and takes no side: only what the rules find
// supports or contradicts.
type ModelRead struct {
	Relation string `json:"relation"` // supports, contradicts, neutral
	Quote    string `json:"quote"`    // words of the place that it rests on
	Why      string `json:"why"`
}
