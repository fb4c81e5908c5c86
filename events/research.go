package events

// AcademicDetails is what research, methods and registries say of a claim's matter. It says of the matter what is known,
// and of the company only what names it.
type AcademicDetails struct {
	Kinds       []string          `json:"kinds"` // of work: methodology_alignment, certificates_offsets, sbti_status, research_support
	References  []Reference       `json:"references"`
	Methods     []MethodNamed     `json:"methods"`
	Target      *RegisteredTarget `json:"sbti"`    // null where no list of the library has the company
	Credits     *CreditReview     `json:"credits"` // null where the claim speaks of none
	Limitations []string          `json:"limitations"`
	Searches    []Search          `json:"searches"`
	Other       NoSourceDetails   `json:"other"`
}

// Reference is a work that can be looked up.
type Reference struct {
	Title   string   `json:"title"`
	Authors []string `json:"authors"`
	Year    int      `json:"year"`
	Venue   string   `json:"venue"`
	DOI     string   `json:"doi"`
	URL     string   `json:"url"`
	Quote   string   `json:"quote"` // of its abstract
}

// MethodNamed is a method that a claim names.
type MethodNamed struct {
	Name       string `json:"name"`
	Recognised bool   `json:"recognised"`
	About      string `json:"about"`
}

// RegisteredTarget is a company's entry in a list of the Science Based Targets initiative.
type RegisteredTarget struct {
	Status         string `json:"status"`
	Classification string `json:"classification"`
	TargetYear     string `json:"target_year"`
	NetZero        string `json:"net_zero"`
	ListedOn       string `json:"listed_on"` // the list's date
	Document       string `json:"document"`
}

// CreditReview says which of the things that make a carbon credit good a claim states, and what a registry's list has.
type CreditReview struct {
	Registry     bool   `json:"registry"`
	Additional   bool   `json:"additionality"`
	Permanent    bool   `json:"permanence"`
	Leakage      bool   `json:"leakage"`
	Vintage      bool   `json:"vintage"`
	Retired      string `json:"retired"` // by the lists of the library, for the company in the year; empty where none has it
	RetiredUnits int    `json:"retired_entries"`
}
