package sets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/deploy/eval/prose"
)

// reportsOfProse, heldProse and othersProse measure the document that a user gets of reports whose authors put answers into unusual words. Of those held nobody
// looks at what is answered wrong: they are measured by counts.
var (
	reportsOfProse = proseSet("prose", "reports", "whole analyses of ten reports of prose, three of them hard, against what their authors say of them")
	heldProse      = proseSet("prose_held", "held", "the same of four that nothing was learnt from and whose misses nobody has looked at, by counts alone")
	othersProse    = Set{
		Name: "prose_others", Data: "prose", About: "the same of reports that are not in the repository, each beside its NAME.truth.json",
		Run: func(ctx context.Context, _, data string) (Report, error) { return proseOf(ctx, data) },
	}
)

func proseSet(name, folder, about string) Set {
	return Set{
		Name: name, Data: "reports", About: about,
		Run: func(ctx context.Context, _, _ string) (Report, error) {
			pages, _, err := checkout()
			if err != nil {
				return Report{Skipped: err.Error()}, nil
			}
			return proseOf(ctx, filepath.Join(pages, "..", "..", "prose", folder))
		},
	}
}

func proseOf(ctx context.Context, folder string) (Report, error) {
	_, program, err := checkout()
	if err != nil {
		return Report{Skipped: err.Error()}, nil
	}
	truths, err := prose.Load(folder)
	if err != nil {
		return Report{}, err
	}
	return measureProse(ctx, program, truths)
}

type count struct {
	of string
	n  int
}

func counts(r prose.Result) []count {
	return []count{
		{"claims", r.Claims}, {"found", r.Found}, {"no claims", r.NotClaims}, {"taken", r.Taken}, {"asked", r.Asked}, {"right", r.Right}, {"none", r.None},
		{"paragraphs", r.Paragraphs}, {"exact", r.Exact}, {"accepted", r.Accepted}, {"not addressed", r.Accused}, {"rightly", r.Rightly}, {"allowed", r.Allowed},
		{"matters", r.Matters}, {"first", r.First},
	}
}

func measureProse(ctx context.Context, program string, truths []prose.Truth) (Report, error) {
	var r Report
	for _, c := range counts(prose.Result{}) {
		r.Columns = append(r.Columns, c.of)
	}
	r.Columns = append(r.Columns, "report")
	home, err := os.MkdirTemp("", "sibyl-prose-")
	if err != nil {
		return r, fmt.Errorf("making a data directory: %w", err)
	}
	defer os.RemoveAll(home)
	var sum prose.Result
	for _, t := range truths {
		var d prose.Document
		if err := analysed(ctx, program, home, t.Path, &d); err != nil {
			return r, err
		}
		one := prose.Compare(t, d)
		sum = sum.Plus(one)
		row := []string{}
		for _, c := range counts(one) {
			row = append(row, fmt.Sprint(c.n))
		}
		r.Rows = append(r.Rows, append(row, t.Report))
	}
	if len(r.Rows) == 0 {
		return Report{Skipped: "none of the reports is there"}, nil
	}
	r.Figures = []Figure{
		{Name: fmt.Sprintf("found, of %d claims", sum.Claims), Value: part(sum.Found, sum.Claims)},
		{Name: fmt.Sprintf("taken for claims, of %d sentences that are none", sum.NotClaims), Value: part(sum.Taken, sum.NotClaims)},
		{Name: fmt.Sprintf("states as the author has them, of %d paragraphs", sum.Paragraphs), Value: part(sum.Exact, sum.Paragraphs)},
		{Name: "the same, or another state that the author allows", Value: part(sum.Accepted, sum.Paragraphs)},
		{Name: fmt.Sprintf("rightly, of %d paragraphs called not addressed", sum.Accused), Value: part(sum.Rightly, sum.Accused)},
		{Name: "of these, rightly or as the author allows", Value: part(sum.Allowed, sum.Accused)},
		{Name: fmt.Sprintf("quoted among the first ten, of %d matters of most consequence", sum.Matters), Value: part(sum.First, sum.Matters)},
	}
	if sum.Asked > 0 {
		r.Figures = append(r.Figures,
			Figure{Name: fmt.Sprintf("first paragraph one of the author's, of %d claims found", sum.Asked), Value: part(sum.Right, sum.Asked)},
			Figure{Name: "the same, or none", Value: part(sum.Right+sum.None, sum.Asked)})
	}
	return r, nil
}
