package sets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/deploy/eval/drawn"
)

// infographics measures figures in tiles, rings, bars, lines, roads and maps, of made-up reports set as glossy ones are. Of infographicsHeld nobody who
// works on reading has looked at a page, and it gives nothing away but sums.
var (
	infographics = Set{
		Name: "infographics", About: "figures of tiles, rings, bars, lines, roads and maps in made-up reports: value, unit, year, kind, words of the caption",
		Run: func(ctx context.Context, _, _ string) (Report, error) {
			return measureInfographics(ctx, "infographics", leastOfCharts)
		},
	}
	infographicsHeld = Set{
		Name: "infographics-held", About: "the same in five whose pages nobody who works on reading has looked at: sums alone",
		Run: func(ctx context.Context, _, _ string) (Report, error) {
			r, err := measureInfographics(ctx, "infographics-held", leastOfHeldCharts)
			r.Columns, r.Rows, r.Misses = nil, nil, nil
			return r, err
		},
	}
)

func measureInfographics(ctx context.Context, name string, atLeast float64) (Report, error) {
	pages, program, err := checkout()
	if err != nil {
		return Report{Skipped: err.Error()}, nil
	}
	folder := filepath.Join(filepath.Dir(pages), name)
	truths, err := drawn.Load(folder, folder)
	if err != nil {
		return Report{}, fmt.Errorf("loading the infographics: %w", err)
	}
	r := Report{Columns: []string{"charts", "there", "right", "sentences", "there", "right", "alarms", "report"}}
	home, err := os.MkdirTemp("", "sibyl-infographics-")
	if err != nil {
		return r, fmt.Errorf("making a data directory: %w", err)
	}
	defer os.RemoveAll(home)
	var sum drawn.Result
	alarms, worst := 0, 1.0
	for _, t := range truths {
		if t.Path() == "" {
			return r, fmt.Errorf("measuring infographics: %s is not the file whose pages were read", t.Report)
		}
		var d drawn.Document
		if err := analysed(ctx, program, home, t.Path(), &d); err != nil {
			return r, err
		}
		one := drawn.Captioned(t, d)
		row := []string{}
		for _, c := range []drawn.Count{one.Charts, one.Sentences} {
			row = append(row, fmt.Sprint(c.Asked), three(part(c.Present, c.Asked)), three(part(c.Right, c.Asked)))
		}
		r.Rows = append(r.Rows, append(row, fmt.Sprint(len(one.Alarms)), t.Report))
		for _, m := range one.Misses {
			r.Misses = append(r.Misses, Miss{Asked: t.Report + ", " + m.Asked, Got: m.Got})
		}
		sum, alarms, worst = sum.Plus(one), alarms+len(one.Alarms), min(worst, part(one.Charts.Right, one.Charts.Asked))
	}
	r.Figures = []Figure{
		{Name: fmt.Sprintf("there, of %d figures in charts", sum.Charts.Asked), Value: part(sum.Charts.Present, sum.Charts.Asked)},
		{Name: "wholly right, in charts", Value: part(sum.Charts.Right, sum.Charts.Asked), Least: least(atLeast)},
		{Name: "wholly right, in the worst report", Value: worst},
		{Name: fmt.Sprintf("wholly right, of %d in the sentences beside them", sum.Sentences.Asked), Value: part(sum.Sentences.Right, sum.Sentences.Asked)},
		{Name: "failed checks, of no mistake", Value: float64(alarms)},
	}
	return r, nil
}

// leastOfCharts and leastOfHeldCharts are what was reached when the pages were first worked on, and once others had been, less what a change elsewhere
// may cost.
const (
	leastOfCharts     = 0.40
	leastOfHeldCharts = 0.40
)
