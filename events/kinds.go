package events

import "strconv"

// The kinds of event, in the order of the flow. byRun keys by run; claim-level kinds fall back to the
// run for report-level work, whose payloads carry no claim.
var (
	ReportSubmitted = newKind("report.submitted", TopicReportSubmitted, 1, "a file was handed in", func(_ string, e Submission) string { return e.ReportID })
	ReportPreviewed = newKind("report.previewed", TopicReportPreviewed, 1, "a file was read, or could not be",
		func(_ string, e Preview) string { return e.ReportID })
	ReportDeleted = newKind("report.deleted", TopicReportSubmitted, 1, "a report was removed with all that derives from it",
		func(_ string, e Deletion) string { return e.ReportID })
	AnalysisRequested = newKind("analysis.requested", TopicAnalysisRequested, 1, "a run was asked for", byRun[AnalysisRequest])
	AnalysisCompleted = newKind("analysis.completed", TopicAnalysisCompleted, 1, "a run has ended", byRun[Completion])
	ReportParsed      = newKind("report.parsed", TopicReportParsed, 1, "one section of the report is ready to be read",
		func(run string, e Section) string { return run + "/" + strconv.Itoa(e.Section) })

	RunOpened        = newKind("run.opened", TopicRunsProgress, 1, "the run's report is parsed; this many sections follow", byRun[Opening])
	RunFailed        = newKind("run.failed", TopicRunsProgress, 1, "the run cannot go on", byRun[RunFailure])
	RunDeleted       = newKind("run.deleted", TopicRunsProgress, 1, "the run's report was removed: nothing of the run is shown any more", byRun[RunDeletion])
	SectionExtracted = newKind("section.extracted", TopicRunsProgress, 1, "claims of one section were extracted", byRun[SectionClaims])
	SectionIndexed   = newKind("section.indexed", TopicRunsProgress, 1, "passages of one section can be searched", byRun[SectionPassages])
	ClaimsCompleted  = newKind("claims.completed", TopicRunsProgress, 1, "all claims of the run are published", byRun[ClaimTotals])
	AgentStarted     = newKind("agent.started", TopicRunsProgress, 1, "an agent has seen the run", byRun[AgentRef])
	CaseRegistered   = newKind("case.registered", TopicRunsProgress, 1, "agents were assigned to a claim for one pass", byRun[Registration])
	FindingReported  = newKind("finding.reported", TopicRunsProgress, 1, "an agent has answered for a claim, or for the report", byRun[Receipt])
	RequestWaiting   = newKind("request.waiting", TopicRunsProgress, 1, "an agent still waits for answers to what it has asked about a claim", byRun[Waiting])
	CaseClosed       = newKind("case.closed", TopicRunsProgress, 1, "a claim has its verdict", byRun[Closure])
	AgentPaused      = newKind("agent.paused", TopicRunsProgress, 1, "an agent waits for a broken dependency", byRun[Pause])
	AgentResumed     = newKind("agent.resumed", TopicRunsProgress, 1, "the dependency is back", byRun[Pause])
	AgentWorking     = newKind("agent.working", TopicRunsProgress, 1, "an agent has had an event of the run for a while and is still at it", byRun[Work])
	GapsAssessed     = newKind("gaps.assessed", TopicRunsProgress, 1, "the report was compared with the standards", byRun[GapTotals])

	ClaimExtracted = newKind("claim.extracted", TopicClaimsExtracted, 1, "one verifiable claim", func(_ string, e Claim) string { return e.ID })

	ClaimRouted = newKind("claim.routed", TopicClaimsRouted, 1, "who works on a claim in this pass, and why",
		func(_ string, e Assignment) string { return e.Claim.ID })
	ReportRouted    = newKind("report.routed", TopicClaimsRouted, 1, "report-level work for one agent", byRun[ReportWork])
	RequestRouted   = newKind("request.routed", TopicClaimsRouted, 1, "a question handed to the agent that can answer it", byClaim(InfoRequest.claim))
	RequestAnswered = newKind("request.answered", TopicClaimsRouted, 1, "an answer handed to the agent that asked", byClaim(InfoAnswer.claim))
	ClaimResumed    = newKind("claim.resumed", TopicClaimsRouted, 1, "what an agent has asked about a claim has ended, so that it can answer",
		func(_ string, e Resumption) string { return e.Assignment.Claim.ID })

	CaseOpened      = newKind("case.opened", TopicFindingsProduced, 1, "the judge waits for these agents", func(_ string, e Case) string { return e.Claim.ID })
	FindingProduced = newKind("finding.produced", TopicFindingsProduced, 1, "what one agent found", byClaim(Finding.claim))
	FindingUnable   = newKind("finding.unable", TopicFindingsProduced, 1, "an agent will not answer for a claim, and why", byClaim(Inability.claim))
	CheckPerformed  = newKind("check.performed", TopicFindingsProduced, 1, "one arithmetic or plausibility check with its working", byClaim(Check.claim))
	GapFound        = newKind("gap.found", TopicFindingsProduced, 1, "a required disclosure that is missing or only partly there", byRun[Gap])
	RequestClosed   = newKind("request.closed", TopicFindingsProduced, 1, "how a question between agents ended for the one that asked",
		byClaim(RequestClosure.claim))
	CoverageAssessed = newKind("coverage.assessed", TopicFindingsProduced, 1, "disclosure coverage of one pillar", byRun[Coverage])

	ReinvestigationRequested = newKind("reinvestigation.requested", TopicReinvestigationRequested, 1, "the judge sends a thin case round again",
		func(_ string, e Reinvestigation) string { return e.Claim.ID })
	InfoRequested     = newKind("info.requested", TopicInfoRequested, 1, "one agent asks another", byClaim(InfoRequest.claim))
	InfoProvided      = newKind("info.provided", TopicInfoProvided, 1, "the answer to an information request", byClaim(InfoAnswer.claim))
	VerdictOverridden = newKind("verdict.overridden", TopicFindingsProduced, 1, "a person has ruled on a claim; the judge issues a revision",
		func(_ string, e Override) string { return e.ClaimID })
	ReviewRecorded = newKind("review.recorded", TopicRunsProgress, 1, "a person has commented on a part of the run, assigned, resolved or signed it off",
		byRun[Review])
	VerdictIssued = newKind("verdict.issued", TopicVerdictsIssued, 1, "the judge's verdict on one claim",
		func(_ string, e Verdict) string { return e.ClaimID })

	ActivityReported = newKind("activity.reported", TopicAgentActivity, 1, "progress for people", byRun[Activity])
	AnswerRecorded   = newKind("answer.recorded", TopicAnswersRecorded, 1, "what a model, service or search answered", byRun[RecordedAnswer])
	DeadLettered     = newKind("dead.letter", TopicDeadLetters, 1, "an event that was given up on", func(_ string, e DeadLetter) string { return e.Key })
	DeadRetried      = newKind("dead.retried", TopicDeadLetters, 1, "the event of a dead letter was put back on its topic", byLetter)
	DeadDiscarded    = newKind("dead.discarded", TopicDeadLetters, 1, "a dead letter will not be retried", byLetter)
)

func byRun[E any](run string, _ E) string { return run }

func byLetter(_ string, d DeadDecision) string { return d.Letter }

// byClaim keys by the claim, or by the run when the payload speaks of the whole report.
func byClaim[E any](claim func(E) string) func(string, E) string {
	return func(run string, e E) string {
		if c := claim(e); c != "" {
			return c
		}
		return run
	}
}

var allKinds = []*Definition{
	ReportSubmitted.Definition, ReportPreviewed.Definition, AnalysisRequested.Definition, AnalysisCompleted.Definition,
	ReportParsed.Definition, RunOpened.Definition, RunFailed.Definition, SectionExtracted.Definition,
	SectionIndexed.Definition, ClaimsCompleted.Definition, AgentStarted.Definition, CaseRegistered.Definition,
	FindingReported.Definition, RequestWaiting.Definition, CaseClosed.Definition, AgentPaused.Definition, AgentResumed.Definition, AgentWorking.Definition,
	GapsAssessed.Definition, ClaimExtracted.Definition, ClaimRouted.Definition, ReportRouted.Definition,
	RequestRouted.Definition, RequestAnswered.Definition, ClaimResumed.Definition, CaseOpened.Definition, FindingProduced.Definition,
	FindingUnable.Definition, RequestClosed.Definition, VerdictOverridden.Definition, ReviewRecorded.Definition,
	CheckPerformed.Definition, GapFound.Definition, CoverageAssessed.Definition,
	ReinvestigationRequested.Definition, InfoRequested.Definition, InfoProvided.Definition, VerdictIssued.Definition,
	ActivityReported.Definition, AnswerRecorded.Definition, DeadLettered.Definition,
	DeadRetried.Definition, DeadDiscarded.Definition, ReportDeleted.Definition, RunDeleted.Definition,
}
