package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// why prints the sentence that a claim stands in and what was read in it.
func (c ShowCmd) why(ctx context.Context, o *opened) error {
	var raw []byte
	if err := o.do(ctx, http.MethodGet, "/runs/"+c.RunID+"/claims/"+c.Claim+"/statement", "", nil, &raw); err != nil {
		var p problemError
		if errors.As(err, &p) && p.Status == http.StatusNotFound {
			return usage("%s", p.Detail)
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
		{"environment better off", r.Benefit},
	} {
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
