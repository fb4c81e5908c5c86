package events

// The kinds of question that one agent can put to another without naming it. The set is open in the payload, so
// that a question of an unknown kind can be refused instead of being lost.
const (
	AskBenchmark     = "benchmark"     // what is usual for a figure: unit, sector, year
	AskGeography     = "geography"     // what a place is like: where, how large
	AskHistory       = "history"       // what earlier reports say of a figure
	AskRegulation    = "regulation"    // what paragraphs ask for
	AskCorroboration = "corroboration" // what others say of a statement
	AskArithmetic    = "arithmetic"    // whether figures hold
	AskMethod        = "methodology"   // whether a method is recognised, and for what
)

// RequestKinds lists the kinds that can be asked for without naming an agent.
func RequestKinds() []string {
	return []string{AskBenchmark, AskGeography, AskHistory, AskRegulation, AskCorroboration, AskArithmetic, AskMethod}
}

// Answerer is who answers a kind of question that names nobody; false where nobody does.
func Answerer(kind string) (Agent, bool) {
	a, known := map[string]Agent{
		AskBenchmark: Academic, AskGeography: Geography, AskHistory: NewsMedia,
		AskRegulation: Legal, AskCorroboration: NewsMedia, AskArithmetic: DataMetrics,
		AskMethod: Academic,
	}[kind]
	return a, known
}

// InfoSubject says in figures and names what a question is about. Decimals are strings; whatever does not
// matter to the question is empty.
type InfoSubject struct {
	Metric     string   `json:"metric,omitempty"` // emission_intensity, energy_intensity, annual_reduction, area, ...
	Value      string   `json:"value,omitempty"`
	Unit       string   `json:"unit,omitempty"`
	Per        string   `json:"per,omitempty"`    // what an intensity is measured against, as printed
	Sector     string   `json:"sector,omitempty"` // SASB code
	Company    string   `json:"company,omitempty"`
	Period     string   `json:"period,omitempty"`
	Scopes     []int    `json:"scopes,omitempty"`
	Places     []string `json:"places,omitempty"`
	Paragraphs []string `json:"paragraphs,omitempty"`
}

// InfoRequest is a question from one agent to another.
type InfoRequest struct {
	ID       string `json:"id"`
	From     Agent  `json:"from"`
	To       Agent  `json:"to" jsonschema:"enum="` // empty: whoever answers the kind
	Kind     string `json:"kind"`                  // benchmark, geography, history, regulation, corroboration, arithmetic, methodology
	ClaimID  string `json:"claim_id"`
	Question string `json:"question"`
	Context  string `json:"context"`

	Iteration int          `json:"iteration,omitempty"` // the pass that waits for the answer
	Subject   *InfoSubject `json:"subject,omitempty"`
	Claim     *Claim       `json:"claim,omitempty"` // so that an answer needs no memory
}

func (r InfoRequest) claim() string { return r.ClaimID }

// Benchmark is a published figure of a sector, or a band of them, with what one has to know to use it.
// Decimals are strings.
type Benchmark struct {
	ID           string `json:"id"`
	Metric       string `json:"metric"`
	Sector       string `json:"sector"`
	Low          string `json:"low"`
	High         string `json:"high"`             // equal to low where one figure is published
	Median       string `json:"median,omitempty"` // where the source states one
	UnusualBelow string `json:"unusual_below,omitempty"`
	UnusualAbove string `json:"unusual_above,omitempty"`
	Unit         string `json:"unit"`
	Per          string `json:"per,omitempty"`
	Year         int    `json:"year,omitempty"`
	Basis        string `json:"basis"`
	Source       string `json:"source"`
	Certainty    string `json:"certainty"`
}

// InfoFigure is a figure that a document gives for what a question is about. Value is a decimal.
type InfoFigure struct {
	Subject  string   `json:"subject"`
	Place    string   `json:"place,omitempty"`
	Value    string   `json:"value"`
	Unit     string   `json:"unit"`
	Period   string   `json:"period,omitempty"`
	Evidence Evidence `json:"evidence"`
}

// InfoRequirement is one thing that a paragraph asks for, in our own words.
type InfoRequirement struct {
	ID        string `json:"id"` // paragraph#key
	Paragraph string `json:"paragraph"`
	Text      string `json:"text"`
}

// InfoAnswer answers an InfoRequest. A refusal is an answer, too: nobody could or would say more, and Answer
// holds why.
type InfoAnswer struct {
	RequestID string     `json:"request_id"`
	From      Agent      `json:"from" jsonschema:"enum="` // empty: nobody answers this
	To        Agent      `json:"to"`
	ClaimID   string     `json:"claim_id"`
	Answer    string     `json:"answer"`
	Evidence  []Evidence `json:"evidence"`

	Refused      bool              `json:"refused,omitempty"`
	Silent       bool              `json:"silent,omitempty"` // the conductor's word: who was asked shows no sign of life
	Benchmarks   []Benchmark       `json:"benchmarks,omitempty"`
	Figures      []InfoFigure      `json:"figures,omitempty"`
	Requirements []InfoRequirement `json:"requirements,omitempty"`
	Checks       []Check           `json:"checks,omitempty"`
}

func (r InfoAnswer) claim() string { return r.ClaimID }

// InquiryStatus is how a question between agents stands.
type InquiryStatus string

// The closed set of request statuses. open and late are for those who look on: the asker has not finished yet,
// or an answer came when it had.
const (
	InquiryOpen     InquiryStatus = "open"
	InquiryAnswered InquiryStatus = "answered"
	InquiryRefused  InquiryStatus = "refused"
	InquiryExpired  InquiryStatus = "expired"
	InquiryLate     InquiryStatus = "late"
)

// RequestClosure is the end of a question as its asker saw it: with the answer it used, or without one.
type RequestClosure struct {
	Request InfoRequest   `json:"request"` // without the claim itself; To is who was asked in the end
	Status  InquiryStatus `json:"status"`  // answered, refused or expired
	Answer  *InfoAnswer   `json:"answer,omitempty"`
	Reason  string        `json:"reason,omitempty"` // why there is no answer
}

func (c RequestClosure) claim() string { return c.Request.ClaimID }

// Waiting tells the conductor, who knows which agents show signs of life, that an agent still waits for answers.
type Waiting struct {
	Agent     Agent     `json:"agent"`
	ClaimID   string    `json:"claim_id"`
	Iteration int       `json:"iteration"`
	Round     int       `json:"round"` // how often this pass has said so, counted from 1
	Requests  []Awaited `json:"requests"`
}

// Awaited is a question without an answer yet.
type Awaited struct {
	ID string `json:"id"`
	To Agent  `json:"to" jsonschema:"enum="` // empty: the router has not handed it on yet
}

// Resumption lets an agent go on with a pass over a claim: what it asked has ended.
type Resumption struct {
	Agent      Agent            `json:"agent"`
	Assignment Assignment       `json:"assignment"`
	Inquiries  []RequestClosure `json:"inquiries"`
}

// CrossDomain is what an agent's finding has from another agent, or that it asked in vain.
type CrossDomain struct {
	RequestID string        `json:"request_id"`
	Kind      string        `json:"kind"`
	From      Agent         `json:"from" jsonschema:"enum="` // who was asked; empty: nobody answers the kind
	Question  string        `json:"question"`
	Status    InquiryStatus `json:"status"`
	Answer    string        `json:"answer"` // or why there is none
}
