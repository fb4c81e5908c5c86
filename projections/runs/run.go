// Package runs is the read model of runs: their state, and how far each part of the work is.
//
// The feed holds the topics of a run side by side, in no order among one another: the end of a run may
// be folded before its last verdicts. The fold therefore only counts, in ways that do not depend on
// order, and a run is shown as completed when everything that its end speaks of is there. So whoever
// sees the status sees the whole document.
package runs

import (
	"time"

	"github.com/sibyl-project/sibyl/events"
)

// Run is one run with its progress.
type Run struct {
	ID          string           `json:"id"`
	ReportID    string           `json:"report_id"`
	SHA256      string           `json:"sha256"`
	Filename    string           `json:"filename"`
	Parent      string           `json:"parent,omitempty" doc:"the run that this one replays or succeeds"`
	Mode        events.RunMode   `json:"mode" enum:"live,exact,what-if,fresh"`
	Status      events.RunStatus `json:"status" enum:"analyzing,completed,error"`
	Error       string           `json:"error,omitempty"`
	RequestedAt time.Time        `json:"requested_at"`
	AsOf        time.Time        `json:"as_of" doc:"stands for now in every judgement of the run"`
	FinishedAt  *time.Time       `json:"finished_at,omitempty"`
	UpdatedAt   time.Time        `json:"updated_at"`
	Iterations  int              `json:"iterations" doc:"cap on passes over a claim"`
	Company     string           `json:"company"`
	Sector      string           `json:"sector"`
	Period      string           `json:"period"`
	Warnings    []string         `json:"warnings,omitempty" doc:"where the report itself says other than was given"`
	Undone      []string         `json:"undone,omitempty" doc:"what was not done on the report as a whole, and why"`
	Pages       int              `json:"pages"`
	CodeVersion string           `json:"code_version"`
	Progress    Progress         `json:"progress"`

	Evidence []events.LibraryEntry `json:"evidence,omitempty" doc:"documents of the evidence library as the run has read them"`

	Models  map[string]string `json:"models,omitempty" doc:"language model by role; none where rules alone judge"`
	Prompts map[string]string `json:"prompts,omitempty" doc:"prompts with their versions by role"`

	Names   []events.IssuerName `json:"names,omitempty" doc:"how others may call the company, with the place that says so"`
	Sources []events.Source     `json:"sources,omitempty" doc:"services beyond this machine that the run may ask"`

	Completion *events.Completion `json:"completion,omitempty"` // as published; totals that must be there
	Failure    string             `json:"failure,omitempty"`    // why the run was told to fail
	Folded     map[string]int     `json:"folded"`               // records of findings.produced by agent
	Routed     int                `json:"routed"`               // assignments, over all passes

	DeadLetters int `json:"dead_letters" doc:"readings of its events that were given up on; dead.letters has each with its reason"`
}

// Progress counts the work of a run.
type Progress struct {
	Sections          int                  `json:"sections" doc:"of the report; 0 until it is parsed"`
	SectionsExtracted int                  `json:"sections_extracted"`
	SectionsIndexed   int                  `json:"sections_indexed"`
	SectionsFailed    []SectionFailure     `json:"sections_failed"`
	SectionPages      []SectionPages       `json:"section_pages"`
	Claims            int                  `json:"claims" doc:"published so far"`
	ClaimsTotal       *int                 `json:"claims_total,omitempty" doc:"known once extraction is closed"`
	Duplicates        int                  `json:"duplicates" doc:"claims removed because they say the same"`
	Assigned          int                  `json:"assigned" doc:"answers expected from agents so far, over all passes"`
	Answered          int                  `json:"answered"`
	Findings          int                  `json:"findings"`
	Checks            int                  `json:"checks"`
	ClaimsClosed      int                  `json:"claims_closed" doc:"claims that have a verdict"`
	Gaps              int                  `json:"gaps"`
	GapsTotal         *int                 `json:"gaps_total,omitempty" doc:"known once the report is compared with the standards"`
	Reinvestigations  int                  `json:"reinvestigations"`
	Requests          int                  `json:"requests" doc:"questions between agents that have ended"`
	RequestsAnswered  int                  `json:"requests_answered" doc:"of them, in time and not refused"`
	Agents            map[string]*Agent    `json:"agents"`
	Paused            map[string]PauseNote `json:"paused" doc:"processors that wait for a dependency"`
}

// SectionPages says which pages a section covers.
type SectionPages struct {
	Section  int `json:"section"`
	PageFrom int `json:"page_from"`
	PageTo   int `json:"page_to"`
}

// SectionFailure says why a section gave no claims or no passages.
type SectionFailure struct {
	Section int    `json:"section"`
	Step    string `json:"step" enum:"extraction,indexing"`
	Error   string `json:"error"`
}

// Agent counts the work of one specialist.
type Agent struct {
	Started  bool `json:"started"`
	Assigned int  `json:"assigned"`
	Answered int  `json:"answered"`
	Unable   int  `json:"unable"`
	Findings int  `json:"findings"`
}

// PauseNote is why a processor waits. Pause and resumption come in order of one topic.
type PauseNote struct {
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

// New is a run of which nothing is known yet.
func New(id string) *Run {
	return &Run{
		ID: id, Status: events.RunAnalyzing, Folded: map[string]int{},
		Progress: Progress{
			SectionsFailed: []SectionFailure{}, SectionPages: []SectionPages{},
			Agents: map[string]*Agent{}, Paused: map[string]PauseNote{},
		},
	}
}

func (p *Progress) agent(name events.Agent) *Agent {
	a := p.Agents[string(name)]
	if a == nil {
		a = &Agent{}
		p.Agents[string(name)] = a
	}
	return a
}
