// Package sets has the evaluations: each is labelled data, what is measured on it, and what it must reach.
//
// One evaluation is one Set, which stands in All; make eval and sibyl eval then know it. Labels that may not be part of
// the repository lie in a folder beside it; a set whose labels are not there says so and fails nothing. Measuring is deterministic.
package sets

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Set is one evaluation.
type Set struct {
	Name  string // as of its labels
	About string // one line: what is asked, and of how much
	Data  string // its labels below the folder of evaluations; empty if the program carries them
	// Run measures. root is the folder of evaluations and data the path of the labels, empty for those of the program.
	Run func(ctx context.Context, root, data string) (Report, error)
}

// All lists the sets in the order in which they are printed.
func All() []Set {
	all := []Set{retrievalSet, diras, climretrieve, sampleDisclosures, disclosures, blindDisclosures, answersFound, pillars, claimsFound}
	return append(append(all, sentences()...), gist, griqa, filings, sentenceFacts, failedChecks, drawnPages, infographics, infographicsHeld, reportsOfProse,
		heldProse, othersProse, slipsTold, heldBack, goldVerdicts, twoYears)
}

// Figure is one number. One without a limit is reported and can miss nothing.
type Figure struct {
	Name  string   `json:"name"`
	Value float64  `json:"value"`
	Least *float64 `json:"least,omitempty"`
}

func (f Figure) passed() bool { return f.Least == nil || f.Value >= *f.Least }

// Report is what was measured.
type Report struct {
	Set     string     `json:"set"`
	About   string     `json:"about"`
	Skipped string     `json:"skipped,omitempty"` // why nothing was measured
	Columns []string   `json:"columns,omitempty"`
	Rows    [][]string `json:"rows,omitempty"`
	Figures []Figure   `json:"figures,omitempty"`
	Seconds float64    `json:"seconds"`

	Unanswered string `json:"unanswered,omitempty"` // what a configured model was asked in vain: figures with it are the rules' there

	Misses []Miss `json:"-"` // what was answered wrong, as far as it may be looked at
}

// Passed says whether no figure misses its limit.
func (r Report) Passed() bool {
	for _, f := range r.Figures {
		if !f.passed() {
			return false
		}
	}
	return true
}

// Print writes a report for people.
func (r Report) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Set, r.About)
	if r.Skipped != "" {
		fmt.Fprintf(&b, "  not measured: %s\n", r.Skipped)
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if len(r.Columns) > 0 {
		fmt.Fprintf(t, "  %s\n", strings.Join(r.Columns, "\t"))
	}
	for _, row := range r.Rows {
		fmt.Fprintf(t, "  %s\n", strings.Join(row, "\t"))
	}
	if err := t.Flush(); err != nil { // the figures are a table of their own
		return fmt.Errorf("printing a table: %w", err)
	}
	for _, f := range r.Figures {
		limit := ""
		if f.Least != nil {
			limit = fmt.Sprintf("at least %.3f: ok", *f.Least)
			if !f.passed() {
				limit = fmt.Sprintf("at least %.3f: MISSED", *f.Least)
			}
		}
		fmt.Fprintf(t, "  %s\t%.3f\t%s\n", f.Name, f.Value, limit)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("printing a table: %w", err)
	}
	if r.Unanswered != "" {
		fmt.Fprintf(&b, "  with the model: %s\n", r.Unanswered)
	}
	fmt.Fprintf(&b, "  (%.1f s)\n\n", r.Seconds)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("printing a report: %w", err)
	}
	return nil
}

func least(x float64) *float64 { return &x }

// short is the beginning of a text, for a column.
func short(s string) string {
	const most = 72
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

func three(x float64) string { return fmt.Sprintf("%.3f", x) }
