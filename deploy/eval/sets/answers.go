package sets

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/deploy/eval/answers"
	"github.com/sibyl-project/sibyl/rag/report/document"
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
		reports, err := newReader(root)
		if err != nil {
			return Report{}, err
		}
		r := Report{Columns: []string{"pairs", "answers", "called so", "right", "or named", "found", "cues", "right", "or named", "report"}}
		var sum answers.Result
		labelled := func(sha string) bool { return judges[sha] != nil }
		err = reports.each(ctx, "*.pdf", labelled, func(name string, d *document.Document) error {
			got, err := answers.Measure(ctx, judges[d.SHA256], d)
			if err != nil {
				return fmt.Errorf("measuring %s: %w", name, err)
			}
			r.Rows = append(r.Rows, answersRow(got, name))
			for _, m := range got.Misses {
				r.Misses = append(r.Misses, Miss{Asked: m, Want: "not", Got: "answers"})
			}
			sum.Pairs, sum.Lost, sum.Answers = sum.Pairs+got.Pairs, sum.Lost+got.Lost, sum.Answers+got.Answers
			sum.Said, sum.Right, sum.Names = sum.Said+got.Said, sum.Right+got.Right, sum.Names+got.Names
			sum.Cued, sum.CuedRight, sum.CuedNames = sum.Cued+got.Cued, sum.CuedRight+got.CuedRight, sum.CuedNames+got.CuedNames
			sum.Missing, sum.Spoken = sum.Missing+got.Missing, sum.Spoken+got.Spoken
			return nil
		})
		if err != nil {
			return Report{}, err
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
