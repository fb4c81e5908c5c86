// Package runs is the read model of runs: their state, and how far each part of the work is.
//
// The feed holds the topics of a run side by side, in no order among one another: the end of a run may
// be folded before its last verdicts. The fold therefore only counts, in ways that do not depend on
// order, and a run is shown as completed when everything that its end speaks of is there. So whoever
// sees the status sees the whole document.
package runs

import (
	"slices"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
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

// Apply folds one event of the run. Events of one topic come in its order, topics in any.
func (r *Run) Apply(e *projections.Entry) error {
	if err := r.apply(e); err != nil {
		return err
	}
	r.settle()
	return nil
}

func (r *Run) apply(e *projections.Entry) error {
	if e.Time.After(r.UpdatedAt) {
		r.UpdatedAt = e.Time
	}
	p := &r.Progress
	switch e.Type {
	case events.AnalysisRequested.Type:
		return on(e, events.AnalysisRequested, func(q events.AnalysisRequest) {
			r.ReportID, r.SHA256, r.Filename, r.Parent, r.Mode = q.ReportID, q.SHA256, q.Filename, q.Parent, q.Mode
			r.RequestedAt, r.AsOf, r.Iterations = e.Time, q.AsOf, q.Iterations
		})
	case events.RunOpened.Type:
		return on(e, events.RunOpened, func(o events.Opening) {
			r.Company, r.Sector, r.Period, r.Pages, p.Sections = o.Company, o.Sector, o.Period, o.Pages, o.Sections
			r.Evidence, r.Warnings, r.Models, r.Prompts = o.Evidence, o.Warnings, o.Models, o.Prompts
			r.Names, r.Sources = o.Names, o.Sources
		})
	case events.RunFailed.Type:
		return on(e, events.RunFailed, func(f events.RunFailure) { r.Failure = f.Error })
	case events.ReportParsed.Type:
		return on(e, events.ReportParsed, func(s events.Section) {
			p.SectionPages = append(p.SectionPages, SectionPages{s.Section, s.PageFrom, s.PageTo})
			slices.SortFunc(p.SectionPages, func(a, b SectionPages) int { return a.Section - b.Section })
		})
	case events.SectionExtracted.Type:
		return on(e, events.SectionExtracted, func(s events.SectionClaims) {
			p.SectionsExtracted++
			p.failed(s.Section, "extraction", s.Error)
		})
	case events.SectionIndexed.Type:
		return on(e, events.SectionIndexed, func(s events.SectionPassages) {
			p.SectionsIndexed++
			p.failed(s.Section, "indexing", s.Error)
		})
	case events.ClaimExtracted.Type:
		p.Claims++
	case events.ClaimsCompleted.Type:
		return on(e, events.ClaimsCompleted, func(t events.ClaimTotals) { p.ClaimsTotal, p.Duplicates = &t.Claims, t.Duplicates })
	case events.AgentStarted.Type:
		return on(e, events.AgentStarted, func(a events.AgentRef) { p.agent(a.Agent).Started = true })
	case events.ClaimRouted.Type:
		r.Routed++
	case events.CaseRegistered.Type:
		return on(e, events.CaseRegistered, func(c events.Registration) {
			p.Assigned += len(c.Agents)
			for _, a := range c.Agents {
				p.agent(a).Assigned++
			}
		})
	case events.FindingReported.Type:
		return on(e, events.FindingReported, func(f events.Receipt) {
			if f.ClaimID != "" {
				p.Answered++
				p.agent(f.Agent).Answered++
			}
		})
	case events.AgentPaused.Type:
		return on(e, events.AgentPaused, func(a events.Pause) { p.Paused[a.Agent] = PauseNote{a.Reason, e.Time} })
	case events.AgentResumed.Type:
		return on(e, events.AgentResumed, func(a events.Pause) { delete(p.Paused, a.Agent) })
	case events.GapsAssessed.Type:
		return on(e, events.GapsAssessed, func(g events.GapTotals) { p.GapsTotal = &g.Gaps })
	case events.ReinvestigationRequested.Type:
		p.Reinvestigations++
	case events.VerdictIssued.Type:
		return on(e, events.VerdictIssued, func(v events.Verdict) {
			if v.Supersedes == "" { // later revisions are of claims that are counted already
				p.ClaimsClosed++
			}
		})
	case events.DeadLettered.Type:
		r.DeadLetters++
	case events.AnalysisCompleted.Type:
		return on(e, events.AnalysisCompleted, func(c events.Completion) {
			r.Completion, r.CodeVersion = &c, c.CodeVersion
			at := e.Time
			r.FinishedAt = &at
		})
	default:
		return r.applyOutput(e)
	}
	return nil
}

// applyOutput folds what agents publish about claims and about the report, which Folded counts by agent.
func (r *Run) applyOutput(e *projections.Entry) error {
	p := &r.Progress
	switch e.Type {
	case events.FindingProduced.Type:
		r.Folded[e.Agent()]++
		return on(e, events.FindingProduced, func(f events.Finding) {
			p.Findings++
			p.agent(f.Agent).Findings++
		})
	case events.FindingUnable.Type:
		r.Folded[e.Agent()]++
		return on(e, events.FindingUnable, func(u events.Inability) {
			p.agent(u.Agent).Unable++
			r.undone(u)
		})
	case events.CheckPerformed.Type:
		r.Folded[e.Agent()]++
		p.Checks++
	case events.GapFound.Type:
		r.Folded[e.Agent()]++
		p.Gaps++
	case events.CoverageAssessed.Type:
		r.Folded[e.Agent()]++
	case events.RequestClosed.Type:
		r.Folded[e.Agent()]++
		return on(e, events.RequestClosed, func(c events.RequestClosure) {
			p.Requests++
			if c.Status == events.InquiryAnswered {
				p.RequestsAnswered++
			}
		})
	}
	return nil
}

// undone notes what the whole report goes without, where an agent could not do its work on it: without that a
// reader takes an empty list of facts for a report that has none.
func (r *Run) undone(u events.Inability) {
	if u.ClaimID != "" {
		return
	}
	missing := map[events.Agent]string{
		events.DataMetrics: "the figures of the report were not read, and nothing was calculated with them",
		events.Legal:       "the report as a whole was not compared with the standards",
	}[u.Agent]
	if missing == "" {
		missing = string(u.Agent) + " did no work on the report as a whole"
	}
	if at, told := slices.BinarySearch(r.Undone, missing+": "+u.Reason); !told {
		r.Undone = slices.Insert(r.Undone, at, missing+": "+u.Reason)
	}
}

// settle decides the status. A run that has ended stays ended, whatever still arrives.
func (r *Run) settle() {
	if r.Status != events.RunAnalyzing || r.Completion == nil || r.ReportID == "" {
		return
	}
	if r.Completion.Status == events.RunError {
		r.Status, r.Error = events.RunError, r.Completion.Error
		return
	}
	switch {
	case r.whole():
		r.Status = events.RunCompleted
	case r.Failure != "":
		// It was told to fail after its end was published: what is missing was lost and will not come.
		r.Status, r.Error = events.RunError, r.Failure
	}
}

// whole reports whether everything that the run's end counts has been folded.
func (r *Run) whole() bool {
	verdicts := 0
	for _, n := range r.Completion.Verdicts {
		verdicts += n
	}
	if r.Progress.Claims < r.Completion.Claims || r.Progress.ClaimsClosed < verdicts || r.Progress.Gaps < r.Completion.Gaps {
		return false
	}
	if r.Routed < r.Completion.Passes || r.Progress.Requests < r.Completion.Requests {
		return false
	}
	for agent, n := range r.Completion.Records {
		if r.Folded[agent] < n {
			return false
		}
	}
	return true
}

func (p *Progress) failed(section int, step, why string) {
	if why == "" {
		return
	}
	p.SectionsFailed = append(p.SectionsFailed, SectionFailure{section, step, why})
	slices.SortFunc(p.SectionsFailed, func(a, b SectionFailure) int {
		if a.Section != b.Section {
			return a.Section - b.Section
		}
		return len(a.Step) - len(b.Step)
	})
}

func on[E any](e *projections.Entry, k events.Kind[E], then func(E)) error {
	payload, err := projections.Decode(e, k)
	if err != nil {
		return err
	}
	then(payload)
	return nil
}
