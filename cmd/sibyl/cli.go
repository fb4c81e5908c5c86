package main

// CLI is the command line of the contract.
type CLI struct {
	Up       UpCmd       `cmd:"" help:"Everything in one process, with a page to look at; no configuration needed."`
	Analyze  AnalyzeCmd  `cmd:"" help:"One report from PDF to verdicts, with progress."`
	Preview  PreviewCmd  `cmd:"" help:"What a report is and where it says so, before any analysis."`
	Run      RunCmd      `cmd:"" help:"Run single processors, to scale them apart."`
	Project  ProjectCmd  `cmd:"" help:"Fold the log into the read models."`
	Serve    ServeCmd    `cmd:"" help:"Serve the API, the live feed and the page."`
	Topology TopologyCmd `cmd:"" help:"Print the declared processors, topics, keys and state."`
	Topics   TopicsCmd   `cmd:"" help:"Create the topics of the catalogue, or compare."`
	Runs     RunsCmd     `cmd:"" help:"List runs."`
	Show     ShowCmd     `cmd:"" help:"Print the analysis document of a run."`
	Evidence EvidenceCmd `cmd:"" help:"The documents beside the reports: earlier reports, news, papers, filings, certificates, registers."`
	Override OverrideCmd `cmd:"" help:"Rule on a claim by hand; the machine's verdict stays beside it."`
	Replay   ReplayCmd   `cmd:"" help:"Run an analysis again from its events, into a new run."`
	Dead     DeadCmd     `cmd:"" help:"Events that were given up on: look at them, retry, discard."`
	Delete   DeleteCmd   `cmd:"" help:"Remove a report and all that derives from it."`
	Rebuild  RebuildCmd  `cmd:"" help:"Drop read models and fold them again from the log."`
	Rag      RagCmd      `cmd:"" help:"The knowledge base: search it, look paragraphs up, ingest."`
	Verdicts VerdictsCmd `cmd:"" help:"Verdict events as JSON lines, as a downstream consumer sees them."`
	Eval     EvalCmd     `cmd:"" help:"Measured quality on labelled sets, each with what it must reach."`
	Doctor   DoctorCmd   `cmd:"" help:"What is configured, reachable and installed, and what to do about what is not."`
	Version  VersionCmd  `cmd:"" help:"Print the version."`
}
