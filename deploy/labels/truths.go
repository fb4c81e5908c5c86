package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/deploy/eval/drawn"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// truthLabels makes labels of what was written down of reports that were made for the evaluation and are given over to learning (package
// drawn): of figures in tables with the headings that stand around them, and of figures in sentences, marked as those of labels/written.
func truthLabels(ctx context.Context, folders []string, cellsOut, sentencesOut string) error {
	var cells, sentences []map[string]any
	for _, folder := range folders {
		truths, err := drawn.Load(folder, folder) // public reports lie elsewhere: their texts are their companies'
		if err != nil {
			return err
		}
		for _, t := range truths {
			if t.Path() == "" || len(t.Figures) == 0 || !t.Learnt {
				continue
			}
			c, s, err := labelsOfTruth(ctx, t)
			if err != nil {
				return fmt.Errorf("labels of %s: %w", t.Report, err)
			}
			cells, sentences = append(cells, c...), append(sentences, s...)
		}
	}
	if err := writeLines(cellsOut, cells); err != nil {
		return err
	}
	return writeLines(sentencesOut, sentences)
}

func labelsOfTruth(ctx context.Context, t drawn.Truth) (cells, sentences []map[string]any, err error) {
	d, err := read(ctx, t.Path())
	if err != nil {
		return nil, nil, err
	}
	said, err := statement.ReadBundled(ctx, "", d)
	if err != nil {
		return nil, nil, err
	}
	sheet := extract.Read(d, extract.Options{Year: t.Year, Said: said})
	known := figuresKnown(t.Figures)
	for i := range sheet.Facts {
		f := &sheet.Facts[i]
		truth, ok := known[placed{"table", f.Page, drawn.Digits(f.Printed)}]
		if f.Source != facts.FromTable || !ok || len(f.RowPath)+len(f.ColPath) == 0 {
			continue
		}
		cells = append(cells, map[string]any{
			"file": t.Report, "caption": f.Caption, "rows": some(f.RowPath), "cols": some(f.ColPath), "unit": f.Unit, "printed": f.Printed,
			"metric": truth.Metric, "kind": kindOfCell(truth), "scope": truth.Scope,
		})
	}
	for _, page := range said.Pages {
		for i := range page {
			if row := markedSentence(&page[i], known, t.Year); row != nil {
				row["report"] = t.Report
				sentences = append(sentences, row)
			}
		}
	}
	return cells, sentences, nil
}

// kindOfCell is what labels of cells call the kind of a figure.
func kindOfCell(f drawn.Figure) string {
	switch facts.Metric(f.Metric) {
	case facts.GHGIntensity, facts.EnergyIntensity, facts.CarbonPrice:
		if f.Kind == "value" {
			return "rate"
		}
	}
	return cmp.Or(map[string]string{"value": "amount"}[f.Kind], f.Kind)
}

// placed is where a figure stands, and its digits.
type placed struct {
	where  string
	page   int
	digits string
}

// figuresKnown lists figures by place, without those of which two of a place mean different things.
func figuresKnown(figures []drawn.Figure) map[placed]drawn.Figure {
	out, differ := map[placed]drawn.Figure{}, map[placed]bool{}
	for _, f := range figures {
		at := placed{f.Where, f.Page, drawn.Digits(f.Text)}
		if o, there := out[at]; there && (o.Metric != f.Metric || o.Kind != f.Kind || o.Year != f.Year) {
			differ[at] = true
		}
		out[at] = f
	}
	for at := range differ {
		delete(out, at)
	}
	return out
}

// amountRoles are the roles of figures that a truth calls values.
var amountRoles = []string{"value", "from", "to", "prior", "rate", "limit", "factor"}

// notAsked stands where a truth does not say what a label asks.
const notAsked = "9999"

// markedSentence is a sentence with the figures that a truth knows marked in it; nil if it knows none.
func markedSentence(x *statement.Said, known map[placed]drawn.Figure, reporting int) map[string]any {
	var b strings.Builder
	at, n := 0, 0
	for k, figure := range x.Sentence.Figures {
		text := x.Text[figure.Start:figure.End]
		f, ok := known[placed{"sentence", x.Page, drawn.Digits(text)}]
		if !ok || figure.Start < at || strings.ContainsAny(text, "|⟦⟧") {
			continue
		}
		reading := x.Reading.Figures[k]
		role, metric := f.Kind, reading.Metric.Value
		if f.Kind == "value" {
			if role = reading.Role.Value; !slices.Contains(amountRoles, role) {
				role = "value"
			}
		}
		if metric == "" || metric == "none" {
			metric = "other"
		}
		year := strconv.Itoa(f.Year)
		switch {
		case f.Year == 0 || f.Year == reporting && !strings.Contains(x.Text, year):
			year = ""
		case !strings.Contains(x.Text, year) && !strings.Contains(x.Before, year):
			year = notAsked
		}
		b.WriteString(x.Text[at:figure.Start])
		fmt.Fprintf(&b, "⟦%s|%s|%s|%s|%s|entity|%s⟧", text, role, metric, year, notAsked, f.Metric)
		at = figure.End
		n++
	}
	if n == 0 {
		return nil
	}
	b.WriteString(x.Text[at:])
	return map[string]any{"headings": some(x.Headings), "before": x.Before, "text": b.String()}
}
