package events

// What is said of a claim's figures beside arithmetic. All of it is shown, and none of it speaks for or against a claim.

// FinancialImpact sets an amount of money against the size of the company, as its report gives it.
type FinancialImpact struct {
	Amount     string `json:"amount"` // as the claim states it
	Of         string `json:"of"`     // revenue, capex, or empty where the report gives neither beyond doubt
	Against    string `json:"against"`
	Year       int    `json:"year"`
	Page       int    `json:"page"`
	Percent    string `json:"percent"`    // of it
	Years      int    `json:"years"`      // that the amount is spread over, as far as the claim says; 1 otherwise
	Assessment string `json:"assessment"` // plausible, outlier_high, inconclusive
	Reason     string `json:"reason"`
}

// UnitsAcross are the units in which a report gives one kind of quantity, beside those of a claim.
type UnitsAcross struct {
	Dimension  string     `json:"dimension"`
	Claim      []string   `json:"claim"`
	Report     []UnitUsed `json:"report"`
	Consistent bool       `json:"consistent"` // the report uses one, and the claim the same
	Note       string     `json:"note"`
}

// UnitUsed is a unit with the number of figures that have it.
type UnitUsed struct {
	Unit    string `json:"unit"`
	Figures int    `json:"figures"`
}

// TargetPath is the way from a base year over interim targets to the last one.
type TargetPath struct {
	BaseYear int        `json:"base_year"`
	Steps    []PathStep `json:"steps"`
	Shape    string     `json:"shape"` // linear, accelerating, decelerating, uneven
	Reason   string     `json:"reason"`
}

// PathStep is one dated target. The pace is that from the step before, in points of the base year a year.
type PathStep struct {
	Year    int    `json:"year"`
	Percent string `json:"percent"`
	Pace    string `json:"annual_points"`
}

// HistoricalConsistency is how a claim's figure stands among those of other years.
type HistoricalConsistency struct {
	Metric      string           `json:"metric"`
	CurrentYear int              `json:"current_year"`
	Current     string           `json:"current_value"`
	Unit        string           `json:"unit"`
	Prior       []YearValue      `json:"prior_years"` // earliest first
	Calculated  string           `json:"yoy_change_calculated"`
	Reported    string           `json:"yoy_change_reported"`
	Trend       string           `json:"trend"` // falling, rising, mixed, flat
	Jumps       []string         `json:"unexplained_deviations"`
	Restated    []RestatedAmount `json:"restatements"`
	Assessment  string           `json:"assessment"` // consistent, partially_consistent, inconsistent, inconclusive
	Reason      string           `json:"reason"`
}

// YearValue is a figure of a year with its page.
type YearValue struct {
	Year     int    `json:"year"`
	Value    string `json:"value"`
	Page     int    `json:"page"`
	Restated bool   `json:"restated"`
}

// RestatedAmount is a figure that is said to have replaced another one.
type RestatedAmount struct {
	From    string `json:"from"`
	To      string `json:"to"`
	Percent string `json:"percent"` // by which it differs
	Reason  string `json:"reason"`  // as printed; empty where none is given
}

// ConversionValue is a warming potential or an emission factor that a claim states, beside those that are published.
type ConversionValue struct {
	Kind       string   `json:"kind"` // gwp, emission_factor
	Of         string   `json:"of"`   // gas or fuel
	Value      string   `json:"value"`
	Unit       string   `json:"unit"`
	Published  []string `json:"published"`  // editions that have it; for a factor, what is published
	Assessment string   `json:"assessment"` // current, older, plausible, unusual, unknown
	Reason     string   `json:"reason"`
}

// MetricsCompliance is how the report answers those paragraphs on metrics and targets that a claim bears on. It is an axis
// apart from truth.
type MetricsCompliance struct {
	Paragraphs []MetricsParagraph `json:"ifrs_paragraphs"`
	Status     DisclosureStatus   `json:"compliance_status"`
	Missing    []string           `json:"missing_requirements"`
}

// MetricsParagraph is one of them.
type MetricsParagraph struct {
	ID     string           `json:"paragraph_id"`
	Status DisclosureStatus `json:"compliance_status"`
}

// IndustryMetric is a metric of the company's industry that a claim bears on, by its topic's words and its unit.
type IndustryMetric struct {
	Industry string `json:"industry"`
	Topic    string `json:"topic"`
	Code     string `json:"code"`
	Unit     string `json:"unit"`
	By       string `json:"by"` // the words that say so
}
