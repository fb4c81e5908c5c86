package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/profile"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/deploy/embedded/installed"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/feed"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// AnalyzeCmd takes one report from PDF to verdicts.
type AnalyzeCmd struct {
	File       string   `arg:"" placeholder:"FILE.pdf" help:"The report."`
	Company    string   `placeholder:"NAME" help:"The company's name, if the report does not say it clearly."`
	Sector     string   `placeholder:"CODE" help:"Its SASB sector code."`
	Period     string   `placeholder:"YEAR" help:"The reporting period."`
	Alias      []string `sep:"none" placeholder:"NAME" help:"Another name of the company; repeat it. By default those that the report gives."`
	Ticker     []string `placeholder:"CODE" help:"The company's ticker."`
	Domain     []string `placeholder:"NAME" help:"The domain of the company's own site."`
	Evidence   string   `type:"path" placeholder:"DIR" help:"A folder of documents to hold the report against, with a manifest.json that says what they are."`
	Iterations int      `placeholder:"N" help:"Most passes over a claim (default 3)."`
	Budget     string   `placeholder:"USD" help:"Dollars that this run may spend on language models; then the rules go on alone."`
	Tokens     int      `name:"budget-tokens" placeholder:"N" help:"The same in tokens."`
	Format     string   `enum:"text,json,md,html,csv,xlsx" default:"text" help:"What is printed: ${enum}."`
	JSON       bool     `help:"The same as --format json."`
	Estimate   bool     `help:"Only say what language models would be asked, at what cost and for how long; nothing is started."`
	Output     string   `short:"o" type:"path" placeholder:"FILE" help:"Write there instead of to stdout."`
	Profile    string   `type:"path" placeholder:"DIR" help:"Record there where the time goes: pprof files of each process and stages.json."`
	FailOn     []string `enum:"contradicted,critical" help:"Exit with 4 if a claim is contradicted, or a check of critical severity fails."`
	stack.Place
	settings.Dependencies

	documents []localDocument // of the folder
	watch     *profile.Watch  // nil unless a profile is recorded
}

// Help is shown by `sibyl analyze --help`.
func (AnalyzeCmd) Help() string {
	return "Example: sibyl analyze report-2024.pdf --format md -o verdicts.md"
}

// Run implements `sibyl analyze`.
func (c AnalyzeCmd) Run(ctx context.Context) (err error) {
	if c.JSON {
		c.Format = "json"
	}
	if c.Profile != "" {
		c.watch = profile.NewWatch()
	}
	if err := hasFolder(c.Output); err != nil {
		return err
	}
	if c.Estimate {
		pdf, err := readPDF(ctx, c.File)
		if err != nil {
			return err
		}
		return c.estimate(ctx, pdf)
	}
	pdf, err := readFile(c.File)
	if err != nil {
		return err
	}
	if c.documents, err = readEvidence(c.Evidence); err != nil {
		return err
	}
	if c.Profile != "" {
		return c.profiled(ctx, pdf)
	}
	_, err = c.whole(ctx, pdf)
	return err
}

// profiled is the whole analysis with a profile of it.
func (c AnalyzeCmd) profiled(ctx context.Context, pdf []byte) error {
	recording, err := profile.Record(c.Profile, profile.Main)
	if err != nil {
		return err
	}
	c.ProfileDir = c.Profile
	doc, err := c.whole(ctx, pdf)
	var gate exit.Error
	met := errors.As(err, &gate) && gate.Code == exit.CodeGate // all was done
	if stopped := recording.Stop(); stopped != nil || err != nil && !met {
		return errors.Join(err, stopped)
	}
	table, failed := c.watch.Finish(c.Profile, c.File, doc.Report.Pages, len(doc.Claims))
	if failed != nil {
		return errors.Join(err, failed)
	}
	return errors.Join(err, table.Print(os.Stderr))
}

// whole starts what is needed, analyses, prints and stops.
func (c AnalyzeCmd) whole(ctx context.Context, pdf []byte) (doc *document.Document, err error) {
	show := terminal.NewProgress(os.Stderr)
	reading, err := stack.ReadAhead(ctx, c.Reading, pdf, func(u parse.Usage) { c.watch.Read(u.CPU) }, c.watch.Page)
	if err != nil {
		return doc, err
	}
	defer reading.Drop()
	if c.Server == "" && c.DatabaseURL == "" {
		go installed.LookAhead(ctx)
	}
	if err := reading.Refused(); err != nil { // before a broker or a database is started
		return doc, exit.Usage("%s: %v", c.File, err)
	}
	show.Live("  starting ...")
	c.Loading = true
	o, err := c.Open(ctx, c.Dependencies)
	if err != nil {
		show.Clear()
		return doc, err
	}
	stop := sync.OnceValue(func() error { return o.Close(ctx) })
	defer func() {
		show.Clear()
		err = errors.Join(err, stop())
	}()
	if c.watch != nil && o.Stack == nil {
		return doc, exit.Usage("--profile measures processes of its own, and another one has the data directory; give another with --data-dir")
	}
	show.Live("  reading ...")
	if err := reading.Keep(ctx, o.Stack); err != nil {
		return doc, err
	}
	doc, raw, err := c.analyse(ctx, o, pdf, show)
	if err != nil {
		return doc, err
	}
	go stop() //nolint:errcheck // all has been read, and what is open ends while the document is written; the end waits for it
	if err := c.print(doc, raw); err != nil {
		return doc, err
	}
	return doc, c.gate(doc)
}

// readPDF reads a file and refuses, before a broker or a database is started, what cannot be a report.
func readPDF(ctx context.Context, name string) ([]byte, error) {
	pdf, err := readFile(name)
	if err != nil {
		return nil, err
	}
	parser, err := settings.Reading{}.Parser()
	if err != nil {
		return nil, err
	}
	err = parser.Check(ctx, pdf)
	if _, ofTheFile := parse.ProblemOf(err); ofTheFile {
		return nil, exit.Usage("%s: %v", name, err)
	}
	return pdf, err
}

// analyse uploads, starts, follows and fetches.
func (c AnalyzeCmd) analyse(ctx context.Context, o *stack.Opened, pdf []byte, show *terminal.Progress) (doc *document.Document, raw []byte, err error) {
	name := filepath.Base(c.File)
	show.Say("%s", name)
	show.Live("  reading ...")
	// The analysis is ours to start, with our options, whatever the server does with uploads.
	about := map[string]string{"company": c.Company, "sector": c.Sector, "period": c.Period, "auto_start": "false"}
	report, err := o.Upload(ctx, name, pdf, about)
	if client.Gone(err) { // the process that was joined ended; handing the same file in again is harmless
		if err = o.Again(ctx, c.Place, c.Dependencies); err == nil {
			report, err = o.Upload(ctx, name, pdf, about)
		}
	}
	if err != nil {
		return doc, nil, err
	}
	if report.Preview != nil && report.Preview.Status == events.PreviewError {
		return doc, nil, exit.Usage("%s: %s", c.File, report.Preview.Error)
	}
	for _, d := range c.documents {
		if _, err := addEvidence(ctx, o.Client, report.ID, d); err != nil {
			return doc, nil, err
		}
	}
	if n := len(c.documents); n > 0 {
		show.Say("  evidence     %d documents of %s", n, nearby(c.Evidence))
	}
	run, err := c.begin(ctx, o, report)
	if client.Gone(err) {
		if err = o.Again(ctx, c.Place, c.Dependencies); err == nil {
			run, err = c.begin(ctx, o, report)
		}
	}
	if err != nil {
		return doc, nil, err
	}
	if run, err = follow(ctx, o, run, show, c.watch, func() error { return o.Again(ctx, c.Place, c.Dependencies) }); err != nil {
		return doc, nil, err
	}
	whole := o.FinishAfter(ctx, run)
	doc, raw, err = o.Document(ctx, run, whole)
	if client.Gone(err) {
		if err = o.Again(ctx, c.Place, c.Dependencies); err == nil {
			doc, raw, err = o.Document(ctx, run, whole)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	show.Total(doc)
	return doc, raw, nil
}

// begin starts a run, or joins the one that is under way for this report: it may be one that was cut
// short when the last process ended.
func (c AnalyzeCmd) begin(ctx context.Context, o *stack.Opened, report reports.Report) (string, error) {
	options := map[string]any{}
	for name, value := range map[string]string{"company": c.Company, "sector": c.Sector, "period": c.Period} {
		if value != "" {
			options[name] = value
		}
	}
	for name, values := range map[string][]string{"aliases": c.Alias, "tickers": c.Ticker, "domains": c.Domain} {
		if len(values) > 0 {
			options[name] = values
		}
	}
	if c.Iterations > 0 {
		options["iterations"] = c.Iterations
	}
	if c.Budget != "" {
		options["budget_usd"] = c.Budget
	}
	if c.Tokens > 0 {
		options["budget_tokens"] = c.Tokens
	}
	run, err := o.Start(ctx, report.ID, options)
	var p client.Problem
	if !errors.As(err, &p) || p.Status != http.StatusConflict {
		return run, err
	}
	if err := o.Do(ctx, http.MethodGet, "/reports/"+report.ID, "", nil, &report); err != nil {
		return "", err
	}
	if report.LatestRun == "" {
		return "", p
	}
	fmt.Fprintf(os.Stderr, "sibyl: an analysis of this report is under way; following run %s\n", report.LatestRun)
	return report.LatestRun, nil
}

// shown are the types of events that are shown, or tell a profile when a stage begins and ends: a run has ten times as many others.
func shown() []string {
	return append(terminal.Shown(), events.SectionIndexed.Type, events.AgentStarted.Type, events.AnalysisCompleted.Type)
}

// follow shows a run until it ends, and goes on to its successor when the run was lost with its broker.
// It returns the run that completed. watch may be nil; again makes the server answer once more when it has gone.
func follow(
	ctx context.Context, c *stack.Opened, run string, show *terminal.Progress, watch *profile.Watch, again func() error,
) (string, error) {
	var seen int64
	for {
		var end *events.Completion
		var err error
		before := seen
		seen, err = c.Watch(ctx, run, seen, shown(), func(e feed.Event) (bool, error) {
			watch.See(e.Agent, e.Type, e.At)
			if err := show.Event(e.Type, e.Data); err != nil {
				return false, err
			}
			if e.Type == events.AnalysisCompleted.Type {
				end = new(events.Completion)
				return false, json.Unmarshal(e.Data, end)
			}
			return true, nil
		})
		watch.Count(seen - before)
		switch {
		case errors.Is(err, client.ErrAway):
			if err := again(); err != nil {
				return "", err
			}
			continue
		case err != nil:
			return "", err
		case end.Status == events.RunCompleted:
			return run, nil
		}
		next, err := c.Successor(ctx, run)
		if err != nil {
			return "", err
		}
		if next == "" {
			return "", fmt.Errorf("the analysis failed: %s", end.Error)
		}
		show.Say("  run %s ended (%s); following its successor", run, end.Error)
		run, seen = next, 0
	}
}

// print writes the document in the format asked for.
func (c AnalyzeCmd) print(doc *document.Document, raw []byte) (err error) {
	out := raw
	if c.Format == "json" && raw == nil {
		return writeAs(c.Output, doc.WriteJSON)
	}
	if c.Format != "json" {
		if out, err = doc.Render(document.Format(c.Format)); err != nil {
			return err
		}
	}
	return writeOut(c.Output, out)
}

// gate turns findings into an exit code for scripts.
func (c AnalyzeCmd) gate(doc *document.Document) error {
	if slices.Contains(c.FailOn, "contradicted") {
		for _, v := range doc.Verdicts {
			if v.Verdict == events.Contradicted {
				return exit.With(exit.CodeGate, fmt.Errorf("claim %s is contradicted", v.ClaimID))
			}
		}
	}
	if slices.Contains(c.FailOn, "critical") {
		for _, k := range doc.Checks {
			if k.Result == events.CheckFail && k.Severity == "critical" {
				return exit.With(exit.CodeGate, fmt.Errorf("check %s failed: %s", k.ID, k.Message))
			}
		}
	}
	return nil
}
