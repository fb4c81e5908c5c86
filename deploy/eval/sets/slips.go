package sets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/deploy/eval/drawn"
	"github.com/sibyl-project/sibyl/deploy/eval/slips"
)

// slipsTold measures how many slips of the pen the checks tell, made in the generated reports that have no mistake.
var slipsTold = Set{
	Name:  "slips",
	About: "two digits exchanged, and movements turned round, in sentences of reports that are right",
	Run: func(ctx context.Context, root, _ string) (Report, error) {
		folder, _, err := checkout()
		if err != nil {
			return Report{Skipped: err.Error()}, nil
		}
		truths, err := drawn.Load(folder, filepath.Join(root, "reports"))
		if err != nil {
			return Report{}, fmt.Errorf("loading the drawn pages: %w", err)
		}
		return measureSlips(ctx, truths)
	},
}

func measureSlips(ctx context.Context, truths []drawn.Truth) (Report, error) {
	r := Report{Columns: []string{"slips", "told", "report"}}
	reports, err := selfReader("")
	if err != nil {
		return r, err
	}
	tried, told := map[slips.Kind]int{}, map[slips.Kind]int{}
	for _, t := range truths {
		if !t.Twin || t.Path() == "" {
			continue
		}
		pdf, err := os.ReadFile(t.Path())
		if err != nil {
			return r, fmt.Errorf("reading %s: %w", t.Report, err)
		}
		doc, err := reports.parser.Parse(ctx, pdf)
		if err != nil {
			return r, fmt.Errorf("parsing %s: %w", t.Report, err)
		}
		all, err := slips.Try(ctx, doc)
		if err != nil {
			return r, fmt.Errorf("trying slips in %s: %w", t.Report, err)
		}
		n := 0
		for _, s := range all {
			tried[s.Kind]++
			if s.Told {
				n++
				told[s.Kind]++
				continue
			}
			r.Misses = append(r.Misses, Miss{Asked: fmt.Sprintf("%s, page %d: %s for %s in %q", t.Report, s.Page, s.To, s.From, s.Sentence), Got: "no check failed"})
		}
		r.Rows = append(r.Rows, []string{fmt.Sprint(len(all)), fmt.Sprint(n), t.Report})
	}
	for _, k := range []slips.Kind{slips.Exchanged, slips.Turned} {
		r.Figures = append(r.Figures, Figure{Name: fmt.Sprintf("told, of %d times %s", tried[k], k), Value: part(told[k], tried[k])})
	}
	return r, nil
}
