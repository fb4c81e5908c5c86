package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/feed"
	"github.com/sibyl-project/sibyl/projections/reports"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// maxPDF is the largest file that is read, in bytes.
const maxPDF = events.MaxFileBytes

// AnalyzeCmd takes one report from PDF to verdicts.
type AnalyzeCmd struct {
	File       string   `arg:"" placeholder:"FILE.pdf" help:"The report."`
	Company    string   `placeholder:"NAME" help:"The company's name, if the report does not say it clearly."`
	Sector     string   `placeholder:"CODE" help:"Its SASB sector code."`
	Period     string   `placeholder:"YEAR" help:"The reporting period."`
	Evidence   string   `type:"path" placeholder:"DIR" help:"A folder of documents to hold the report against, with a manifest.json that says what they are."`
	Iterations int      `placeholder:"N" help:"Most passes over a claim (default 3)."`
	Format     string   `enum:"text,json,md,html" default:"text" help:"What is printed: ${enum}."`
	JSON       bool     `help:"The same as --format json."`
	Output     string   `short:"o" type:"path" placeholder:"FILE" help:"Write there instead of to stdout."`
	FailOn     []string `enum:"contradicted,critical" help:"Exit with 4 if a claim is contradicted, or a check of critical severity fails."`
	Place
	Dependencies

	documents []localDocument // of the folder
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
	if err := hasFolder(c.Output); err != nil {
		return err
	}
	pdf, err := readPDF(ctx, c.File)
	if err != nil {
		return err
	}
	if c.documents, err = readEvidence(c.Evidence); err != nil {
		return err
	}
	show := newProgress(os.Stderr)
	show.live("  starting ...")
	o, err := c.open(ctx, c.Dependencies)
	if err != nil {
		show.clear()
		return err
	}
	defer func() {
		show.clear()
		err = errors.Join(err, o.close(ctx))
	}()
	doc, raw, err := c.analyse(ctx, o, pdf, show)
	if err != nil {
		return err
	}
	if err := c.print(ctx, o, doc, raw); err != nil {
		return err
	}
	return c.gate(doc)
}

// readPDF reads a file and refuses, before anything is started, what cannot be a report.
func readPDF(ctx context.Context, name string) ([]byte, error) {
	pdf, err := readFile(name)
	if err != nil {
		return nil, err
	}
	parser, err := Reading{}.parser()
	if err != nil {
		return nil, err
	}
	err = parser.Check(ctx, pdf)
	if _, ofTheFile := parse.ProblemOf(err); ofTheFile {
		return nil, usage("%s: %v", name, err)
	}
	return pdf, err
}

// readFile reads a regular file of at most the size that is accepted.
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, usage("%s cannot be opened: %v", name, errors.Unwrap(err))
	}
	return readRegular(name, info, func() (*os.File, error) { return os.Open(name) })
}

// readRegular opens and reads what info describes.
func readRegular(name string, info os.FileInfo, open func() (*os.File, error)) ([]byte, error) {
	switch {
	case !info.Mode().IsRegular():
		return nil, usage("%s is not a file; give a PDF", name) // opening a pipe would wait for its writer
	case info.Size() > maxPDF:
		return nil, usage("%s is too large (%d MB, at most %d MB are read); split it", name, info.Size()>>20, maxPDF>>20)
	}
	f, err := open()
	if err != nil {
		return nil, usage("%s cannot be opened: %v", name, errors.Unwrap(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPDF+1))
	if err != nil {
		return nil, usage("%s cannot be read: %v", name, err)
	}
	return data, nil
}

// analyse uploads, starts, follows and fetches.
func (c AnalyzeCmd) analyse(ctx context.Context, o *opened, pdf []byte, show *progress) (doc document.Document, raw []byte, err error) {
	name := filepath.Base(c.File)
	show.say("%s", name)
	show.live("  reading ...")
	// The analysis is ours to start, with our options, whatever the server does with uploads.
	about := map[string]string{"company": c.Company, "sector": c.Sector, "period": c.Period, "auto_start": "false"}
	report, err := o.upload(ctx, name, pdf, about)
	if gone(err) { // the process that was joined ended; handing the same file in again is harmless
		if err = o.again(ctx, c.Place, c.Dependencies); err == nil {
			report, err = o.upload(ctx, name, pdf, about)
		}
	}
	if err != nil {
		return doc, nil, err
	}
	if report.Preview != nil && report.Preview.Status == events.PreviewError {
		return doc, nil, usage("%s: %s", c.File, report.Preview.Error)
	}
	for _, d := range c.documents {
		if _, err := o.addEvidence(ctx, report.ID, d); err != nil {
			return doc, nil, err
		}
	}
	if n := len(c.documents); n > 0 {
		show.say("  evidence     %d documents of %s", n, nearby(c.Evidence))
	}
	run, err := c.begin(ctx, o, report)
	if gone(err) {
		if err = o.again(ctx, c.Place, c.Dependencies); err == nil {
			run, err = c.begin(ctx, o, report)
		}
	}
	if err != nil {
		return doc, nil, err
	}
	if run, err = follow(ctx, o, run, show, func() error { return o.again(ctx, c.Place, c.Dependencies) }); err != nil {
		return doc, nil, err
	}
	err = o.do(ctx, http.MethodGet, "/runs/"+run+"/document", "", nil, &raw)
	if gone(err) {
		if err = o.again(ctx, c.Place, c.Dependencies); err == nil {
			err = o.do(ctx, http.MethodGet, "/runs/"+run+"/document", "", nil, &raw)
		}
	}
	if err != nil {
		return doc, nil, err
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return doc, nil, fmt.Errorf("reading the document of run %s: %w", run, err)
	}
	show.total(doc)
	return doc, raw, nil
}

// nearby is a path as a person would write it here: relative to the working directory where it lies within.
func nearby(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if within, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(within) {
		return within
	}
	return path
}

// begin starts a run, or joins the one that is under way for this report: it may be one that was cut
// short when the last process ended.
func (c AnalyzeCmd) begin(ctx context.Context, o *opened, report reports.Report) (string, error) {
	options := map[string]any{}
	for name, value := range map[string]string{"company": c.Company, "sector": c.Sector, "period": c.Period} {
		if value != "" {
			options[name] = value
		}
	}
	if c.Iterations > 0 {
		options["iterations"] = c.Iterations
	}
	run, err := o.start(ctx, report.ID, options)
	var p problemError
	if !errors.As(err, &p) || p.Status != http.StatusConflict {
		return run, err
	}
	if err := o.do(ctx, http.MethodGet, "/reports/"+report.ID, "", nil, &report); err != nil {
		return "", err
	}
	if report.LatestRun == "" {
		return "", p
	}
	fmt.Fprintf(os.Stderr, "sibyl: an analysis of this report is under way; following run %s\n", report.LatestRun)
	return report.LatestRun, nil
}

// follow shows a run until it ends, and goes on to its successor when the run was lost with its broker.
// It returns the run that completed. again makes the server answer once more when it has gone.
func follow(ctx context.Context, c *opened, run string, show *progress, again func() error) (string, error) {
	var seen int64
	for {
		var end *events.Completion
		var err error
		seen, err = c.watch(ctx, run, seen, func(e feed.Event) (bool, error) {
			if err := show.event(e.Type, e.Data); err != nil {
				return false, err
			}
			if e.Type == events.AnalysisCompleted.Type {
				end = new(events.Completion)
				return false, json.Unmarshal(e.Data, end)
			}
			return true, nil
		})
		switch {
		case errors.Is(err, errAway):
			if err := again(); err != nil {
				return "", err
			}
			continue
		case err != nil:
			return "", err
		case end.Status == events.RunCompleted:
			return run, nil
		}
		next, err := c.successor(ctx, run)
		if err != nil {
			return "", err
		}
		if next == "" {
			return "", fmt.Errorf("the analysis failed: %s", end.Error)
		}
		show.say("  run %s ended (%s); following its successor", run, end.Error)
		run, seen = next, 0
	}
}

// print writes the document in the format asked for.
func (c AnalyzeCmd) print(ctx context.Context, o *opened, doc document.Document, raw []byte) (err error) {
	out := raw
	switch c.Format {
	case "json":
	case "text":
		if out, err = doc.Render(document.FormatText); err != nil {
			return err
		}
	default:
		if err := o.do(ctx, http.MethodGet, "/runs/"+doc.Run.ID+"/export."+c.Format, "", nil, &out); err != nil {
			return err
		}
	}
	return writeOut(c.Output, out)
}

// gate turns findings into an exit code for scripts.
func (c AnalyzeCmd) gate(doc document.Document) error {
	if slices.Contains(c.FailOn, "contradicted") {
		for _, v := range doc.Verdicts {
			if v.Verdict == events.Contradicted {
				return exitError{exitGate, fmt.Errorf("claim %s is contradicted", v.ClaimID)}
			}
		}
	}
	if slices.Contains(c.FailOn, "critical") {
		for _, k := range doc.Checks {
			if k.Result == events.CheckFail && k.Severity == "critical" {
				return exitError{exitGate, fmt.Errorf("check %s failed: %s", k.ID, k.Message)}
			}
		}
	}
	return nil
}
