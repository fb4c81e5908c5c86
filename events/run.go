package events

import (
	"strconv"
	"time"
)

// Agent names a specialist.
type Agent string

// The closed set of specialists, in the order in which they are shown.
const (
	Legal       Agent = "legal"
	DataMetrics Agent = "data_metrics"
	Geography   Agent = "geography"
	NewsMedia   Agent = "news_media"
	Academic    Agent = "academic"
)

// Agents lists the specialists in their display order.
func Agents() []Agent { return []Agent{Legal, DataMetrics, Geography, NewsMedia, Academic} }

// Opening starts a run's progress: intake publishes it with the sections.
type Opening struct {
	ReportID   string    `json:"report_id"`
	SHA256     string    `json:"sha256"`
	Parse      string    `json:"parse"`
	Sections   int       `json:"sections"`
	Pages      int       `json:"pages"`
	Iterations int       `json:"iterations"`
	Mode       RunMode   `json:"mode"`
	Parent     string    `json:"parent,omitempty"`
	AsOf       time.Time `json:"as_of"`
	Company    string    `json:"company"`
	Sector     string    `json:"sector"`
	Period     string    `json:"period"`

	Warnings   []string `json:"warnings,omitempty"`   // where the report itself says other than it was given
	Statements string   `json:"statements,omitempty"` // artefact hash of what the report's sentences say

	Library  string         `json:"library,omitempty"`  // artefact hash of the list of Evidence: what agents are given
	Evidence []LibraryEntry `json:"evidence,omitempty"` // the documents of the library, as they were read

	Tagged string `json:"tagged,omitempty"` // artefact hash of what the trained reader alone reads, where a model has looked again

	Names   []IssuerName `json:"names,omitempty"`   // how others may call the company, each with the place that says so
	Sources []Source     `json:"sources,omitempty"` // services beyond this machine that the run may ask; none where it is offline

	Budget *ModelBudget `json:"budget,omitempty"` // what the run may spend on them by its own request

	Models  map[string]string `json:"models,omitempty"`  // language model by role; none where rules alone judge
	Prompts map[string]string `json:"prompts,omitempty"` // prompts with their versions by role
}

// RunFailure ends a run without its verdicts.
type RunFailure struct {
	Error string `json:"error"` // one line for people

	// Set when the run failed before it was opened, so that its end can still name the report.
	ReportID string `json:"report_id,omitempty"`
	SHA256   string `json:"sha256,omitempty"`
}

// SectionClaims reports the map step of one section. Claims is the artefact hash of []Claim.
type SectionClaims struct {
	ReportID string `json:"report_id"`
	Section  int    `json:"section"`
	Of       int    `json:"of"`
	Count    int    `json:"count"`
	Claims   string `json:"claims,omitempty"`
	Error    string `json:"error,omitempty"` // why this section gave none
}

// SectionPassages reports that a section is in the index.
type SectionPassages struct {
	Section  int    `json:"section"`
	Of       int    `json:"of"`
	Passages int    `json:"passages"`
	Error    string `json:"error,omitempty"`
}

// ClaimTotals closes extraction: exactly Claims claims were published.
type ClaimTotals struct {
	ReportID       string         `json:"report_id"`
	Claims         int            `json:"claims"`
	Duplicates     int            `json:"duplicates"`      // removed by the reduce step
	FailedSections []int          `json:"failed_sections"` // counted and shown, never silent
	ByType         map[string]int `json:"by_type"`
	ByPriority     map[string]int `json:"by_priority"`
}

// AgentRef names an agent.
type AgentRef struct {
	Agent Agent `json:"agent"`
}

// Registration tells the conductor what one pass over a claim waits for.
type Registration struct {
	ClaimID   string  `json:"claim_id"`
	Iteration int     `json:"iteration"`
	Agents    []Agent `json:"agents"`
}

// Outcome is how an agent's work on a claim ended.
type Outcome string

// The closed set of outcomes.
const (
	OutcomeProduced Outcome = "produced"
	OutcomeUnable   Outcome = "unable"
)

// Receipt tells the conductor that an agent has answered; ClaimID is empty for report-level work.
type Receipt struct {
	ClaimID   string  `json:"claim_id,omitempty"`
	Iteration int     `json:"iteration"`
	Agent     Agent   `json:"agent"`
	Outcome   Outcome `json:"outcome"`

	// Records is how many events of this answer went to findings.produced: read models, which see the two
	// topics in any order, know by the totals when a run's document is whole.
	Records int `json:"records,omitempty"`

	// Heard lists who answered this agent's questions: an answer is a sign of life.
	Heard []Agent `json:"heard,omitempty"`

	// Totals for people; no decision depends on them.
	Findings     int `json:"findings,omitempty"`
	ChecksPassed int `json:"checks_passed,omitempty"`
	ChecksFailed int `json:"checks_failed,omitempty"`
	Requests     int `json:"requests,omitempty"`          // questions put to others
	Answered     int `json:"requests_answered,omitempty"` // of them, in time and not refused
}

// Closure tells the conductor that the judge is done with a claim.
type Closure struct {
	ClaimID   string       `json:"claim_id"`
	Iteration int          `json:"iteration"`
	Verdict   VerdictClass `json:"verdict"`
	Revision  int          `json:"revision"`
	Unable    int          `json:"unable,omitempty"` // answers of the case's passes that were given up on
}

// Pause says that an agent waits; Reason is one line for people, empty on resume.
type Pause struct {
	Agent  string `json:"agent"` // processor name
	Reason string `json:"reason,omitempty"`
}

// Work says that an agent is alive while it tells nothing else.
type Work struct {
	Agent string `json:"agent"` // processor name
	On    string `json:"on"`    // id of the event that it has had for longest
}

// GapTotals closes the comparison with the standards.
type GapTotals struct {
	Gaps   int            `json:"gaps"`
	ByKind map[string]int `json:"by_status"`
}

// RunStatus is the state of a run.
type RunStatus string

// The closed set of run statuses.
const (
	RunAnalyzing RunStatus = "analyzing"
	RunCompleted RunStatus = "completed"
	RunError     RunStatus = "error"
)

// Completion ends a run.
type Completion struct {
	ReportID    string         `json:"report_id"`
	SHA256      string         `json:"sha256"` // the document that was analysed
	Status      RunStatus      `json:"status"` // completed or error
	Error       string         `json:"error,omitempty"`
	Claims      int            `json:"claims"`
	Verdicts    map[string]int `json:"verdicts"` // by class
	Gaps        int            `json:"gaps"`
	Unable      int            `json:"unable"` // answers given up on
	CodeVersion string         `json:"code_version"`

	// Records sums Receipt.Records by agent. An agent that is not listed is not waited for.
	Records map[string]int `json:"records,omitempty"`
	// Passes counts the assignments of the run: read models wait for as many before they call it complete.
	Passes int `json:"passes,omitempty"`
	// Requests counts the questions between agents that ended before the run did; they are waited for, too.
	Requests int `json:"requests,omitempty"`
	Answered int `json:"requests_answered,omitempty"` // of them, in time and not refused
}

// ReportTask is a piece of work on the report as a whole.
type ReportTask string

// The closed set of report-level tasks.
const (
	TaskOpen   ReportTask = "open"   // say that you are there: answered by agent.started
	TaskAssess ReportTask = "assess" // work on the report itself, after all claims are known
)

// ReportWork is report-level work for one agent.
type ReportWork struct {
	Agent      Agent      `json:"agent"`
	Task       ReportTask `json:"task"`
	ReportID   string     `json:"report_id"`
	Parse      string     `json:"parse"`
	Statements string     `json:"statements,omitempty"` // artefact hash of what the report's sentences say
	Company    string     `json:"company"`
	Sector     string     `json:"sector"`
	Period     string     `json:"period"`
	AsOf       time.Time  `json:"as_of"`
}

// Activity is progress for people. Data has the fields that the contract lists for Event.
type Activity struct {
	Agent string         `json:"agent"`
	Event string         `json:"event"` // agent_started, agent_thinking, verdict_issued, ...
	Data  map[string]any `json:"data"`
}

// RecordedAnswer lists one answer from outside under what was asked.
type RecordedAnswer struct {
	Port     string `json:"port"`     // model, search, retrieval, ...
	Request  string `json:"request"`  // digest of the question
	Ordinal  int    `json:"ordinal"`  // the n-th time this question was asked, from 0
	Artefact string `json:"artefact"` // hash of the answer
}

// Name is what the artefact of an answer is linked under while the run goes on, for steps that are repeated.
func (a RecordedAnswer) Name(run string) string {
	return "answer/" + run + "/" + a.Port + "/" + a.Request + "/" + strconv.Itoa(a.Ordinal)
}

// DeadReason says why an event was given up on.
type DeadReason string

// The closed set of reasons.
const (
	DeadRejected     DeadReason = "rejected"      // its handler said that no retry cures it, or panicked
	DeadExhausted    DeadReason = "exhausted"     // it failed as often as it may be tried
	DeadUndecodable  DeadReason = "undecodable"   // the record is no event, or its payload not what its kind says
	DeadIterationCap DeadReason = "iteration_cap" // it is beyond its cap of iterations
	DeadCrashed      DeadReason = "crashed"       // handling it has ended the process twice
	DeadTimedOut     DeadReason = "timed_out"     // handling it took longer than its processor allows
	DeadUnfoldable   DeadReason = "unfoldable"    // read models cannot fold it
)

// DeadLetter is an event that no retry could cure, whole enough to be tried again.
type DeadLetter struct {
	Processor string            `json:"processor"` // who gave up on it; "projections" for read models
	Reason    DeadReason        `json:"reason,omitempty"`
	Topic     Topic             `json:"topic"`
	Partition int32             `json:"partition"`
	Offset    int64             `json:"offset"`
	Key       string            `json:"key"`
	Headers   map[string]string `json:"headers"`
	Data      []byte            `json:"data"` // base64 in JSON
	Error     string            `json:"error"`
	Attempts  int               `json:"attempts"`

	// Key and Headers byte for byte, in the order of the record, where text cannot carry them: they are no
	// UTF-8, hold zero bytes, or name a header twice.
	KeyBytes    []byte       `json:"key_bytes,omitempty"`
	HeaderBytes []DeadHeader `json:"header_bytes,omitempty"`
}

// DeadHeader is a header of a record that was given up on; both parts are base64 in JSON.
type DeadHeader struct {
	Name  []byte `json:"name"`
	Value []byte `json:"value"`
}
