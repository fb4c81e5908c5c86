package document

import "github.com/sibyl-project/sibyl/events"

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

	Printed  string      `json:"printed"`  // the figure as it stands
	Year     int         `json:"year"`     // in which the period ends; 0 if it is not known
	Boundary string      `json:"boundary"` // a division, a region; empty for the whole entity
	Restated bool        `json:"restated"`
	Target   bool        `json:"target,omitempty"`    // of a year to come; period is then that year
	Change   bool        `json:"change,omitempty"`    // a difference between periods
	BaseYear int         `json:"base_year,omitempty"` // that a target counts from
	Per      string      `json:"per"`                 // the denominator of an intensity
	Format   string      `json:"format"`              // why the figure's separators were read so
	Readings []Reading   `json:"readings"`            // what an ambiguous unit can mean; then value_base is empty
	Places   []FactPlace `json:"places"`              // where it stands again, as in another language

	// What the figure stands under, as printed: of a table the headings of its row and of its column from the outermost to
	// its own, and what the table is called. With metric "other" they are all that says what is measured.
	RowPath []string `json:"row_path"`
	ColPath []string `json:"col_path"`
	Caption string   `json:"caption"`
	Notes   []string `json:"notes"`            // how it was read, where that is not plain
	Engine  string   `json:"engine,omitempty"` // who said what the figure of a sentence is, if it was not the rules; no check rests on it
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
