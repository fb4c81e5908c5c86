package sets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/deploy/eval/answers"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// answersFound measures what judges passages for the legal agent, each report by nets that were trained without it.
var answersFound = Set{
	Name:  "legal_answers",
	About: "passages that are called answers to a part of IFRS S1 and S2, each report judged by nets that have not seen it",
	Data:  "reports",
	Run: func(ctx context.Context, root, _ string) (Report, error) {
		judges, err := answers.Judges()
		if err != nil {
			return Report{}, err
		}
		parser, err := parse.NewParser(parse.ParserConfig{OCR: parse.OCR{Off: true}})
		if err != nil {
			return Report{}, fmt.Errorf("preparing the parser: %w", err)
		}
		files, err := filepath.Glob(filepath.Join(root, "reports", "*.pdf"))
		if err != nil {
			return Report{}, fmt.Errorf("looking for the reports: %w", err)
		}
		r := Report{Columns: []string{"pairs", "answers", "called so", "right", "or named", "found", "cues", "right", "or named", "report"}}
		var sum answers.Result
		for _, file := range files {
			pdf, err := os.ReadFile(file)
			if err != nil {
				return Report{}, fmt.Errorf("reading a report: %w", err)
			}
			judge := judges[artefact.Hash(pdf)]
			if judge == nil {
				continue
			}
			d, err := parser.Parse(ctx, pdf)
			if err != nil {
				return Report{}, fmt.Errorf("parsing %s: %w", filepath.Base(file), err)
			}
			d.SHA256 = artefact.Hash(pdf)
			got, err := answers.Measure(ctx, judge, d)
			if err != nil {
				return Report{}, fmt.Errorf("measuring %s: %w", filepath.Base(file), err)
			}
			r.Rows = append(r.Rows, answersRow(got, filepath.Base(file)))
			for _, m := range got.Misses {
				r.Misses = append(r.Misses, Miss{Asked: m, Want: "not", Got: "answers"})
			}
			sum.Pairs, sum.Lost, sum.Answers = sum.Pairs+got.Pairs, sum.Lost+got.Lost, sum.Answers+got.Answers
			sum.Said, sum.Right, sum.Names = sum.Said+got.Said, sum.Right+got.Right, sum.Names+got.Names
			sum.Cued, sum.CuedRight, sum.CuedNames = sum.Cued+got.Cued, sum.CuedRight+got.CuedRight, sum.CuedNames+got.CuedNames
			sum.Missing, sum.Spoken = sum.Missing+got.Missing, sum.Spoken+got.Spoken
		}
		if len(r.Rows) == 0 {
			return Report{Skipped: "none of the labelled reports is there"}, nil
		}
		r.Rows = append(r.Rows, answersRow(sum, "all"))
		right := part(sum.Right, sum.Said)
		r.Figures = []Figure{
			{Name: "right of what is called an answer", Value: right, Least: least(part(sum.CuedRight, sum.Cued))},
			{Name: "answers or names", Value: part(sum.Names, sum.Said), Least: least(0.80)},
			{Name: "answers found", Value: part(sum.Right, sum.Answers), Least: least(0.65)},
			{Name: "told of as missing, and no label says otherwise", Value: 1 - part(sum.Spoken, sum.Missing), Least: least(0.97)},
			{Name: "labels that are candidates", Value: 1 - part(sum.Lost, sum.Pairs), Least: least(0.97)},
		}
		return r, nil
	},
}

func answersRow(a answers.Result, name string) []string {
	return []string{
		fmt.Sprint(a.Pairs), fmt.Sprint(a.Answers), fmt.Sprint(a.Said), three(part(a.Right, a.Said)), three(part(a.Names, a.Said)),
		three(part(a.Right, a.Answers)), fmt.Sprint(a.Cued), three(part(a.CuedRight, a.Cued)), three(part(a.CuedNames, a.Cued)), name,
	}
}
