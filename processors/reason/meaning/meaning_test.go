package meaning_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/meaning"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// table is a document of one table whose rows have these headings, in this unit, and a figure each.
func table(unit string, rows ...string) *document.Document {
	t := document.Table{Unit: unit, HeaderRows: 1, HeaderCols: 1, Format: document.Format{Decimal: ".", Group: ",", Reason: "for the test."}}
	t.Rows = [][]document.Cell{{{}, {Text: "2024"}}}
	for i, r := range rows {
		figure := []string{"1,204", "87", "12.5"}[i%3]
		t.Rows = append(t.Rows, []document.Cell{{Text: r}, {
			Text: figure, Value: strings.ReplaceAll(figure, ",", ""), RowPath: []string{r}, ColPath: []string{"2024"}, Unit: unit,
		}})
	}
	return &document.Document{SHA256: "f", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{t}}}}
}

// asked lists the headings of a document that a model is asked about; says answers.
func asked(t *testing.T, d *document.Document, says func(reasontest.Request) string) (*reasontest.Server, *statement.Report, []string) {
	t.Helper()
	server := reasontest.New(t)
	server.Answer = says
	r, lines, err := meaning.Model{}.Revise(server.Step(t, reason.DataMetrics), d, &statement.Report{Pages: make([][]statement.Said, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return server, r, lines
}

// odd are headings that tell little by themselves.
var odd = []string{"Unit four", "Lot seven", "Sold to third parties"}

// TestTheModelSeesHeadingsAndNoFigure: it proposes what figures measure; it can neither read nor compute one.
func TestTheModelSeesHeadingsAndNoFigure(t *testing.T) {
	server, r, lines := asked(t, table("m3", odd...), func(q reasontest.Request) string {
		return `{"cells": [{"name": "c1", "metric": "water"}, {"name": "c9", "metric": "waste"}, {"name": "c2", "metric": "unclear"}]}`
	})
	all := server.Requests()
	if len(all) != 1 || len(lines) != 0 {
		t.Fatalf("%d requests, people are told %q", len(all), lines)
	}
	for _, figure := range []string{"1,204", "12.5"} {
		if strings.Contains(all[0].User, figure) {
			t.Errorf("the model sees %s:\n%s", figure, all[0].User)
		}
	}
	if len(r.Cells) != 1 || r.Cells[0].Metric != "water" || r.Cells[0].Was == "" {
		t.Fatalf("said of headings: %+v", r.Cells)
	}
}

// A unit excludes what the model proposes, and rules that name a metric go before it.
func TestAProposalIsBoundByUnitsAndRules(t *testing.T) {
	d := table("m3", "Total water withdrawal", "Recovered")
	trained, err := statement.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	said := &statement.Report{Pages: make([][]statement.Said, 1)}
	before, err := extract.ReadBundled(t.Context(), d, extract.Options{Said: said})
	if err != nil {
		t.Fatal(err)
	}
	all := &everything{Trained: trained, metric: "headcount"}
	if _, err := extract.ReadWith(t.Context(), all, d, extract.Options{Said: said}); err != nil {
		t.Fatal(err)
	}
	said.Cells = all.said
	after, err := extract.ReadBundled(t.Context(), d, extract.Options{Said: said})
	if err != nil || len(after.Facts) != len(before.Facts) || len(after.Facts) == 0 || len(said.Cells) == 0 {
		t.Fatalf("%d facts, %d without the model, %d cells, %v", len(after.Facts), len(before.Facts), len(said.Cells), err)
	}
	for i := range after.Facts {
		// Cubic metres count no people.
		if b, a := before.Facts[i], after.Facts[i]; a.Metric != b.Metric || a.Printed != b.Printed {
			t.Errorf("%s in %s is of %s, without the model of %s", a.Printed, a.Unit, a.Metric, b.Metric)
		}
	}
	for i := range said.Cells {
		said.Cells[i].Metric = "water"
	}
	if after, err = extract.ReadBundled(t.Context(), d, extract.Options{Said: said}); err != nil || after.Facts[1].Metric != facts.Water {
		t.Errorf("what the unit allows is not taken: %+v, %v", after.Facts[1], err)
	}
}

// everything notes a metric for all headings that are read.
type everything struct {
	*statement.Trained
	metric string
	said   []statement.CellSaid
}

func (e *everything) ReadCells(ctx context.Context, cells []statement.Cell) ([]statement.CellReading, error) {
	for i := range cells {
		e.said = append(e.said, statement.CellSaid{Headings: cells[i].Key(), Metric: e.metric})
	}
	return e.Trained.ReadCells(ctx, cells)
}

// TestAnEndpointWithoutAnswersLeavesTheTrainedMeanings: FRD 7, 12.1 and 20.
func TestAnEndpointWithoutAnswersLeavesTheTrainedMeanings(t *testing.T) {
	for name, fail := range reasontest.Outages() {
		t.Run(name, func(t *testing.T) {
			server := reasontest.New(t)
			server.Always = fail
			r, lines, err := meaning.Model{}.Revise(server.Step(t, reason.DataMetrics), table("m3", odd...), &statement.Report{Pages: make([][]statement.Said, 1)})
			if err != nil || len(r.Cells) != 0 || len(lines) != 1 || !strings.Contains(lines[0], "1 of 1 questions") || len(server.Requests()) != 1 {
				t.Errorf("said %+v, %v after %d requests; people are told %q", r, err, len(server.Requests()), lines)
			}
		})
	}
}

// TestWhatIsNotAnsweredStays: FRD 7, 12.1: what is no JSON, and an answer none of whose items fits. One that fits is used beside one that does not.
func TestWhatIsNotAnsweredStays(t *testing.T) {
	_, r, lines := asked(t, table("m3", odd...), func(reasontest.Request) string {
		return `{"cells": [{"name": "c1", "metric": "happiness"}, {"name": "c1"}, {"name": "c2", "metric": "water"}]}`
	})
	if len(r.Cells) != 1 || r.Cells[0].Metric != "water" || len(lines) != 1 || !strings.Contains(lines[0], "2 answers") {
		t.Errorf("of three items one fits: said %+v, people are told %q", r.Cells, lines)
	}
	for name, says := range map[string]string{
		"no JSON": "Water, I suppose.", "a metric that there is not": `{"cells": [{"name": "c1", "metric": "happiness"}]}`,
		"cells that were not given": `{"cells": [{"name": "c77", "metric": "water"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, r, lines := asked(t, table("m3", odd...), func(reasontest.Request) string { return says })
			if len(r.Cells) != 0 || len(lines) != 1 || !strings.Contains(lines[0], "1 unusable") {
				t.Errorf("said %+v, people are told %q", r.Cells, lines)
			}
		})
	}
}
