package runs

import (
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

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
