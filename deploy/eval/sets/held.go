package sets

import (
	"context"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/deploy/eval/held"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// heldBack measures claims and the figures of sentences where the trained reader has not been.
var heldBack = Set{
	Name:  "held_back",
	About: "labelled sentences of reports that the statement reader was not trained on: clear claims, and figures with metric, year and kind",
	Data:  "reports",
	Run: func(ctx context.Context, root, _ string) (Report, error) {
		wanted, err := held.Labelled()
		if err != nil {
			return Report{}, err
		}
		reports, err := newReader(root)
		if err != nil {
			return Report{}, err
		}
		r := Report{Columns: []string{"claims", "found", "others", "false", "first paragraph", "of", "figures", "there", "right", "none", "taken", "report"}}
		var sum held.Result
		worstFound, mostFalse := 1.0, 0.0
		labelled := func(sha string) bool { return slices.Contains(wanted, sha) }
		err = reports.each(ctx, "*.pdf", labelled, func(name string, d *document.Document) error {
			one, err := held.Measure(ctx, d)
			if err != nil {
				return fmt.Errorf("measuring %s: %w", name, err)
			}
			r.Rows = append(r.Rows, []string{
				fmt.Sprint(one.Claims), three(part(one.Found, one.Claims)), fmt.Sprint(one.Others), three(part(one.False, one.Others)),
				three(part(one.First, one.Placed)), fmt.Sprint(one.Placed), fmt.Sprint(one.Figures), three(part(one.There, one.Figures)),
				three(part(one.Right, one.Figures)), fmt.Sprint(one.None), three(part(one.Taken, one.None)),
				name,
			})
			worstFound, mostFalse = min(worstFound, part(one.Found, one.Claims)), max(mostFalse, part(one.False, one.Others))
			for _, m := range one.Misses {
				r.Misses = append(r.Misses, Miss{Asked: m.Asked, Got: m.Got})
			}
			sum.Claims, sum.Found, sum.Others, sum.False = sum.Claims+one.Claims, sum.Found+one.Found, sum.Others+one.Others, sum.False+one.False
			sum.Placed, sum.First, sum.Unplaced = sum.Placed+one.Placed, sum.First+one.First, sum.Unplaced+one.Unplaced
			sum.Figures, sum.There, sum.Right = sum.Figures+one.Figures, sum.There+one.There, sum.Right+one.Right
			sum.None, sum.Taken = sum.None+one.None, sum.Taken+one.Taken
			return nil
		})
		if err != nil {
			return Report{}, err
		}
		if len(r.Rows) == 0 {
			return Report{Skipped: "none of the reports that were held back is there"}, nil
		}
		r.Figures = []Figure{
			{Name: fmt.Sprintf("found, of %d clear claims", sum.Claims), Value: part(sum.Found, sum.Claims)},
			{Name: "found, in the worst report", Value: worstFound},
			{Name: fmt.Sprintf("taken for claims, of %d clear non-claims", sum.Others), Value: part(sum.False, sum.Others)},
			{Name: "taken for claims, in the worst report", Value: mostFalse},
			{Name: fmt.Sprintf("first paragraph right, of %d claims found", sum.Placed), Value: part(sum.First, sum.Placed)},
			{Name: "first paragraph right or none", Value: part(sum.First+sum.Unplaced, sum.Placed)},
			{Name: fmt.Sprintf("facts, of %d figures of sentences", sum.Figures), Value: part(sum.There, sum.Figures)},
			{Name: "facts with the right metric, year and kind", Value: part(sum.Right, sum.Figures)},
			{Name: fmt.Sprintf("facts, of %d numbers that are no figures", sum.None), Value: part(sum.Taken, sum.None)},
		}
		return r, nil
	},
}

func part(n, of int) float64 { return float64(n) / float64(max(1, of)) }
