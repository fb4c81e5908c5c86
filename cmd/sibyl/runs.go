package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/document/compare"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Help is shown by `sibyl runs --help`.
func (RunsCmd) Help() string { return "Example: sibyl runs --json" }

// RunsCmd lists runs.
type RunsCmd struct {
	asking
}

// Run implements `sibyl runs`.
func (c RunsCmd) Run(ctx context.Context) error {
	return tell(ctx, c.asking, http.MethodGet, "/runs", nil, printRuns)
}

// runList is what is read of the list of runs.
type runList struct {
	Runs []struct {
		client.Run
		RequestedAt string `json:"requested_at"`
	} `json:"runs"`
}

func printRuns(list runList) error {
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
	Costs  bool   `help:"What language models have cost the run, instead of its document."`
	Format string `enum:"text,json,md,html,csv,xlsx" default:"text" help:"What is printed: ${enum}."`
	JSON   bool   `help:"The same as --format json."`
	Output string `short:"o" type:"path" placeholder:"FILE" help:"Write there instead of to stdout."`
	stack.Place
	settings.Dependencies
}

// Help is shown by `sibyl show --help`.
func (ShowCmd) Help() string { return "Example: sibyl show run_01m2... --format json" }

// Run implements `sibyl show`.
func (c ShowCmd) Run(ctx context.Context) (err error) {
	if c.JSON {
		c.Format = "json"
	}
	if c.Why && (c.Claim == "" || c.Format != "text" && c.Format != "json") {
		return exit.Usage("--why is about one claim, as text or JSON: name it with --claim")
	}
	if c.Costs && (c.Claim != "" || c.Format != "text" && c.Format != "json") {
		return exit.Usage("--costs is about the run as a whole, as text or JSON")
	}
	if err := hasFolder(c.Output); err != nil {
		return err
	}
	o, err := c.Open(ctx, c.Dependencies)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close(ctx)) }()
	if c.Why {
		return c.why(ctx, o)
	}
	if c.Costs {
		return c.costs(ctx, o)
	}
	var raw []byte
	if err := o.Do(ctx, http.MethodGet, "/runs/"+c.RunID+"/document", "", nil, &raw); err != nil {
		return unknown(err, "there is no run %s here; `sibyl runs` lists them", c.RunID)
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
			return writeOut(c.Output, terminal.Claim(doc))
		}
		if c.Format != "json" {
			text, err := doc.Render(document.Format(c.Format))
			if err != nil {
				return err
			}
			return writeOut(c.Output, text)
		}
	}
	return AnalyzeCmd{Format: c.Format, Output: c.Output}.print(&doc, raw)
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
		return out, exit.Usage("run %s has no claim %s", doc.Run.ID, id)
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
	out.Matters = nil
	for _, m := range doc.Matters {
		if slices.Contains(m.ClaimIDs, id) {
			out.Matters = append(out.Matters, m)
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

// why prints the sentence that a claim stands in and what was read in it.
func (c ShowCmd) why(ctx context.Context, o *stack.Opened) error {
	var raw []byte
	if err := o.Do(ctx, http.MethodGet, "/runs/"+c.RunID+"/claims/"+c.Claim+"/statement", "", nil, &raw); err != nil {
		var p client.Problem
		if errors.As(err, &p) && p.Status == http.StatusNotFound {
			return exit.Usage("%s", p.Detail)
		}
		return err
	}
	if c.Format == "json" {
		return writeOut(c.Output, raw)
	}
	var v api.StatementView
	if err := json.Unmarshal(raw, &v); err != nil {
		return fmt.Errorf("reading the statement of claim %s: %w", c.Claim, err)
	}
	return writeOut(c.Output, whyText(v))
}

// whyText shows what was read in a sentence, a line for each question.
func whyText(v api.StatementView) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n  %s\n\n", v.Claim, v.Why)
	under := ""
	if len(v.Headings) > 0 {
		under = fmt.Sprintf(", under %q", strings.Join(v.Headings, " > "))
	}
	fmt.Fprintf(&b, "the sentence, p. %d%s\n", v.Page, under)
	if v.Before != "" {
		fmt.Fprintf(&b, "  (behind) %s\n", v.Before)
	}
	fmt.Fprintf(&b, "  %s\n\nread by %s\n", v.Text, v.Reader)
	line := func(question, answer string, sure float64) {
		fmt.Fprintf(&b, "  %-22s %-14s %.2f\n", question, answer, sure)
	}
	r := v.Reading
	line("a claim", "yes", r.Claim)
	for _, q := range []struct {
		question string
		statement.Answer
	}{
		{"who does or has it", r.Voice}, {"what is said", r.Kind}, {"how it stands", r.Standing}, {"what about", r.Topic}, {"evidence on", r.Area},
		{"environment better off", r.Benefit}, {"emissions are to be", r.Aim},
	} {
		if q.Value == "" {
			continue // was not asked when the report was read
		}
		line(q.question, strings.ReplaceAll(q.Value, "_", " "), q.Sure)
	}
	for _, p := range r.Paragraphs {
		line("for paragraph", p.Value, p.Sure)
	}
	for i, f := range r.Figures {
		if i >= len(v.Figures) || f.Role.Value == "" {
			continue
		}
		fmt.Fprintf(&b, "  %q: %s\n", v.Figures[i], figureText(f))
	}
	return b.Bytes()
}

// figureText says what a figure is.
func figureText(f statement.FigureReading) string {
	if f.Role.Value == "none" {
		return fmt.Sprintf("no figure %.2f", f.Role.Sure)
	}
	said := []string{fmt.Sprintf("%s %.2f", f.Role.Value, f.Role.Sure), fmt.Sprintf("of %s %.2f", strings.ReplaceAll(f.Metric.Value, "_", " "), f.Metric.Sure)}
	if y := f.Year; y.Value != "unsaid" {
		said = append(said, fmt.Sprintf("year %s %.2f", y.Value, y.Sure))
	}
	if y := f.Base; y.Value != "unsaid" {
		said = append(said, fmt.Sprintf("from %s %.2f", y.Value, y.Sure))
	}
	return strings.Join(said, ", ")
}

// CompareCmd holds two reports of one company against each other. It is a client of GET /runs/{run}/compare/{later}.
type CompareCmd struct {
	Earlier string `arg:"" placeholder:"RUN" help:"Run of the earlier report."`
	Later   string `arg:"" placeholder:"RUN" help:"Run of the later report."`
	asking
}

// Help is shown by `sibyl compare --help`.
func (CompareCmd) Help() string { return `Example: sibyl compare run_01m2... run_01m7...` }

// Run implements `sibyl compare`.
func (c CompareCmd) Run(ctx context.Context) error {
	err := tell(ctx, c.asking, http.MethodGet, "/runs/"+c.Earlier+"/compare/"+c.Later, nil, func(found compare.Comparison) error {
		return writeOut("", []byte(found.Text()))
	})
	return unknown(err, "there is no run %s or %s here; `sibyl runs` lists them", c.Earlier, c.Later)
}
