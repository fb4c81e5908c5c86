package sets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/deploy/eval/prose"
)

// reportsOfProse and heldProse measure the document that a user gets of reports whose authors put answers into unusual words. Of those held nobody
// looks at what is answered wrong: they are measured by counts.
var (
	reportsOfProse = proseSet("prose", "reports", "whole analyses of ten reports of prose, three of them hard, against what their authors say of them")
	heldProse      = proseSet("prose_held", "held", "the same of four that nothing was learnt from and whose misses nobody has looked at, by counts alone")
)

func proseSet(name, folder, about string) Set {
	return Set{
		Name: name, Data: "reports", About: about,
		Run: func(ctx context.Context, _, _ string) (Report, error) {
			pages, program, err := checkout()
			if err != nil {
				return Report{Skipped: err.Error()}, nil
			}
			truths, err := prose.Load(filepath.Join(pages, "..", "..", "prose", folder))
			if err != nil {
				return Report{}, err
			}
			return measureProse(ctx, program, truths)
		},
	}
}

func measureProse(ctx context.Context, program string, truths []prose.Truth) (Report, error) {
	r := Report{Columns: []string{"claims", "found", "none", "taken", "paragraphs", "exact", "not addressed", "rightly", "matters", "first", "report"}}
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
		for _, n := range []int{one.Claims, one.Found, one.NotClaims, one.Taken, one.Paragraphs, one.Exact, one.Accused, one.Rightly, one.Matters, one.First} {
			row = append(row, fmt.Sprint(n))
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
		{Name: fmt.Sprintf("rightly, of %d paragraphs called not addressed", sum.Accused), Value: part(sum.Rightly, sum.Accused)},
		{Name: fmt.Sprintf("quoted among the first ten, of %d matters of most consequence", sum.Matters), Value: part(sum.First, sum.Matters)},
	}
	return r, nil
}
