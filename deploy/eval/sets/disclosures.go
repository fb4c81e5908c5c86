package sets

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/sibyl-project/sibyl/deploy/eval/coverage"
)

// sampleDisclosures compares what the legal agent says of the sample report with what was decided by reading it.
var sampleDisclosures = Set{
	Name:  "legal_sample",
	About: "states of 125 paragraphs and parts of IFRS S1 and S2 in the sample report, decided by reading it",
	Run: func(ctx context.Context, _, _ string) (Report, error) {
		sheet, err := coverage.Sample()
		if err != nil {
			return Report{}, err
		}
		return compareDisclosures(ctx, "", coverage.LeastSample, sheet)
	},
}

// disclosures does it for public reports.
var disclosures = Set{
	Name:  "legal_sheet",
	About: "states of sixty paragraphs and parts in three public reports, drawn by a rule and decided by reading",
	Data:  "reports",
	Run: func(ctx context.Context, _, data string) (Report, error) {
		sheets, _, err := coverage.Reports()
		if err != nil {
			return Report{}, err
		}
		return compareDisclosures(ctx, data, coverage.LeastReports, sheets...)
	},
}

// blindDisclosures does it for other public reports, of which the cues knew nothing.
var blindDisclosures = Set{
	Name:  "legal_sheet_blind",
	About: "states of thirty-six paragraphs in three other public reports, decided before the agent was asked",
	Data:  "reports",
	Run: func(ctx context.Context, _, data string) (Report, error) {
		sheets, _, err := coverage.Blind()
		if err != nil {
			return Report{}, err
		}
		return compareDisclosures(ctx, data, coverage.LeastReports, sheets...)
	},
}

func compareDisclosures(ctx context.Context, folder string, limit float64, sheets ...coverage.Sheet) (Report, error) {
	r := Report{Columns: []string{"right", "accused", "invented", "items", "report"}}
	var all, byModel []coverage.Result
	unquoted := 0
	for _, s := range sheets {
		got, err := coverage.Run(ctx, s, folder)
		if err != nil {
			return Report{}, err
		}
		all = append(all, got)
		unquoted += len(got.Unquoted)
		r.Rows = append(r.Rows, row(got, filepath.Base(s.File)))
		if got.ByModel != nil {
			byModel = append(byModel, *got.ByModel)
			r.Rows = append(r.Rows, row(*got.ByModel, filepath.Base(s.File)+" with the model"))
		}
		for _, l := range got.Lines {
			if !l.Right() {
				r.Misses = append(r.Misses, Miss{Asked: s.File + " " + l.Item.ID, Want: string(l.Item.State), Got: string(l.Got)})
			}
		}
	}
	none := 0.0
	r.Figures = []Figure{
		{Name: "right", Value: coverage.Share(all, coverage.Line.Right), Least: least(limit)},
		{Name: "as the reader chose", Value: coverage.Share(all, coverage.Line.Exact)},
		{Name: "less what is there and called missing", Value: 0 - float64(coverage.Count(all, coverage.Line.Accuses))},
		{Name: "less gaps where there can be none", Value: 0 - float64(coverage.Count(all, coverage.Line.Invents)), Least: &none},
		{Name: "less quotations off their page", Value: 0 - float64(unquoted), Least: &none},
	}
	if len(byModel) > 0 { // beside those of the rules, and without a limit: it is the user's model
		r.Figures = append(r.Figures,
			Figure{Name: "right with the model", Value: coverage.Share(byModel, coverage.Line.Right)},
			Figure{Name: "as the reader chose, with the model", Value: coverage.Share(byModel, coverage.Line.Exact)},
			Figure{Name: "less what is there and called missing, with the model", Value: 0 - float64(coverage.Count(byModel, coverage.Line.Accuses))},
		)
	}
	if folder == "" { // every statement of the sample is known
		r.Figures[2].Least = &none
	}
	return r, nil
}

func row(got coverage.Result, name string) []string {
	one := []coverage.Result{got}
	return []string{
		three(coverage.Share(one, coverage.Line.Right)), fmt.Sprint(coverage.Count(one, coverage.Line.Accuses)),
		fmt.Sprint(coverage.Count(one, coverage.Line.Invents)), fmt.Sprint(len(got.Lines)), name,
	}
}

// pillars says which pillar a passage is about.
var pillars = Set{
	Name:  "climate_tcfd_recommendations",
	About: "macro F1 of the pillar of labelled passages (governance, strategy, risk, metrics, none)",
	Data:  "labels/climate_tcfd_recommendations_dev.jsonl",
	Run: func(ctx context.Context, _, data string) (Report, error) {
		passages, err := coverage.Passages(data)
		if err != nil {
			return Report{}, err
		}
		var r Report
		var want, got []string
		for _, p := range passages {
			label, err := coverage.Pillar(ctx, p.Text)
			if err != nil {
				return Report{}, err
			}
			want, got = append(want, p.Label), append(got, label)
			if label != p.Label {
				r.Misses = append(r.Misses, Miss{Asked: p.Text, Want: p.Label, Got: label})
			}
		}
		f1, table := coverage.MacroF1(want, got)
		labels := []string{"governance", "strategy", "risk", "metrics", "none"}
		r.Columns = append(append(r.Columns, labels...), "read; labelled")
		for _, w := range labels {
			var row []string
			for _, g := range labels {
				row = append(row, fmt.Sprint(table[[2]string{w, g}]))
			}
			r.Rows = append(r.Rows, append(row, w))
		}
		r.Figures = []Figure{{Name: "macro F1", Value: f1, Least: least(coverage.LeastPillars)}}
		return r, nil
	},
}
