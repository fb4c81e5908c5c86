package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"text/tabwriter"

	"github.com/sibyl-project/sibyl/projections/document"
)

// Help is shown by `sibyl runs --help`.
func (RunsCmd) Help() string { return "Example: sibyl runs --json" }

// RunsCmd lists runs.
type RunsCmd struct {
	JSON bool `help:"Print JSON."`
	Place
	Dependencies
}

// Run implements `sibyl runs`.
func (c RunsCmd) Run(ctx context.Context) (err error) {
	o, err := c.open(ctx, c.Dependencies)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close(ctx)) }()
	var raw []byte
	if err := o.do(ctx, http.MethodGet, "/runs", "", nil, &raw); err != nil {
		return err
	}
	if c.JSON {
		return writeOut("", raw)
	}
	var list struct {
		Runs []struct {
			runSummary
			RequestedAt string `json:"requested_at"`
		} `json:"runs"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return fmt.Errorf("reading the list of runs: %w", err)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "RUN\tREPORT\tSTATUS\tREQUESTED\tPARENT\tERROR")
	for _, r := range list.Runs {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.ReportID, r.Status, r.RequestedAt, r.Parent, r.Error)
	}
	return w.Flush()
}

// ShowCmd prints the analysis document of a run, or what it says of one claim.
type ShowCmd struct {
	RunID  string `arg:"" name:"run" placeholder:"RUN" help:"A run's id, from sibyl runs."`
	Claim  string `placeholder:"ID" help:"Only this claim, with its findings and verdict."`
	Why    bool   `help:"With --claim: the sentence it stands in, what was read in it, by whom and how surely."`
	Format string `enum:"text,json,md,html" default:"text" help:"What is printed: ${enum}."`
	JSON   bool   `help:"The same as --format json."`
	Output string `short:"o" type:"path" placeholder:"FILE" help:"Write there instead of to stdout."`
	Place
	Dependencies
}

// Help is shown by `sibyl show --help`.
func (ShowCmd) Help() string { return "Example: sibyl show run_01m2... --format json" }

// Run implements `sibyl show`.
func (c ShowCmd) Run(ctx context.Context) (err error) {
	if c.JSON {
		c.Format = "json"
	}
	if c.Why && (c.Claim == "" || c.Format != "text" && c.Format != "json") {
		return usage("--why is about one claim, as text or JSON: name it with --claim")
	}
	if err := hasFolder(c.Output); err != nil {
		return err
	}
	o, err := c.open(ctx, c.Dependencies)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close(ctx)) }()
	if c.Why {
		return c.why(ctx, o)
	}
	var raw []byte
	if err := o.do(ctx, http.MethodGet, "/runs/"+c.RunID+"/document", "", nil, &raw); err != nil {
		var p problemError
		if errors.As(err, &p) && p.Status == http.StatusNotFound {
			return usage("there is no run %s here; `sibyl runs` lists them", c.RunID)
		}
		return err
	}
	var doc document.Document
	if err := json.Unmarshal(raw, &doc); err != nil {
		return fmt.Errorf("reading the document of run %s: %w", c.RunID, err)
	}
	if c.Claim != "" {
		if doc, err = onlyClaim(doc, c.Claim); err != nil {
			return err
		}
		if raw, err = json.MarshalIndent(doc, "", "  "); err != nil {
			return err
		}
		if c.Format == "text" {
			return writeOut(c.Output, claimText(doc))
		}
		if c.Format != "json" {
			text, err := doc.Render(document.Format(c.Format))
			if err != nil {
				return err
			}
			return writeOut(c.Output, text)
		}
	}
	return AnalyzeCmd{Format: c.Format, Output: c.Output}.print(ctx, o, doc, raw)
}

// onlyClaim narrows a document to what concerns one claim.
func onlyClaim(doc document.Document, id string) (document.Document, error) {
	keep := func(of string) bool { return of == id }
	out := doc
	out.Claims, out.Checks, out.Findings, out.Requests, out.Verdicts = nil, nil, nil, nil, nil
	for _, c := range doc.Claims {
		if keep(c.ID) {
			out.Claims = append(out.Claims, c)
		}
	}
	if len(out.Claims) == 0 {
		return out, usage("run %s has no claim %s", doc.Run.ID, id)
	}
	for _, k := range doc.Checks {
		if keep(k.ClaimID) {
			out.Checks = append(out.Checks, k)
		}
	}
	for _, f := range doc.Findings {
		if keep(f.ClaimID) {
			out.Findings = append(out.Findings, f)
		}
	}
	for _, r := range doc.Requests {
		if keep(r.ClaimID) {
			out.Requests = append(out.Requests, r)
		}
	}
	for _, v := range doc.Verdicts {
		if keep(v.ClaimID) {
			out.Verdicts = append(out.Verdicts, v)
		}
	}
	return out, nil
}
