package sets

import (
	"context"
	"fmt"

	"github.com/sibyl-project/sibyl/deploy/eval/figures"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
)

const failuresLeastReal = 0.9

// failedChecks says how many of the mistakes that checks find in public reports are mistakes.
var failedChecks = Set{
	Name:  "failed_checks",
	About: "what checks call a mistake in seventeen public reports, ruled by looking at the pages",
	Data:  "reports",
	Run: func(ctx context.Context, root, _ string) (Report, error) {
		list, err := figures.RuledReports()
		if err != nil {
			return Report{}, err
		}
		reports, err := newReader(root)
		if err != nil {
			return Report{}, err
		}
		var sum figures.Result
		there := 0
		for _, one := range list {
			doc, sheet, err := reports.lookedAt(ctx, one.File, one.SHA256)
			if err != nil {
				return Report{}, err
			}
			if doc == nil {
				continue
			}
			there++
			got := one.FailedChecks(checks.Run(sheet.Ruled(), checks.Options{Document: doc, Country: checks.Country(doc)}))
			sum.Right, sum.Wrong, sum.Total = sum.Right+got.Right, sum.Wrong+got.Wrong, sum.Total+got.Total
			sum.Misses, sum.Notes = append(sum.Misses, got.Misses...), append(sum.Notes, got.Notes...)
		}
		if there == 0 {
			return Report{Skipped: "none of the reports that were ruled on is there"}, nil
		}
		r := numbers(sum)
		real := float64(sum.Total-len(sum.Misses)) / float64(max(1, sum.Total))
		r.Figures = []Figure{
			{Name: fmt.Sprintf("real among %d failures", sum.Right+sum.Wrong), Value: sum.Precision(), Least: least(failuresLeastReal)},
			{Name: fmt.Sprintf("told, of %d mistakes that are known", sum.Total), Value: real, Least: least(1)},
		}
		return r, nil
	},
}
