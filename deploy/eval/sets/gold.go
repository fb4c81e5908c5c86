package sets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sibyl-project/sibyl/deploy/eval/gold"
	"github.com/sibyl-project/sibyl/events"
)

// goldVerdicts measures verdicts and confidence where it is known what holds.
var goldVerdicts = Set{
	Name:  "gold",
	About: "312 statements of made-up reports of which it is known what holds, half of them held back: verdicts, and confidence against being right",
	Run: func(ctx context.Context, _, _ string) (Report, error) {
		_, program, err := checkout()
		if err != nil {
			return Report{Skipped: err.Error()}, nil
		}
		return measureGold(ctx, program)
	},
}

func measureGold(ctx context.Context, program string) (Report, error) {
	r := Report{Columns: []string{"treatment", "open", "right", "held", "right"}}
	home, err := os.MkdirTemp("", "sibyl-gold-")
	if err != nil {
		return r, fmt.Errorf("making a data directory: %w", err)
	}
	defer os.RemoveAll(home)
	answers := map[bool][]gold.Answer{}
	for n := range gold.Reports {
		report, said, err := goldAnswers(ctx, program, home, n)
		if err != nil {
			return r, err
		}
		answers[report.Held] = append(answers[report.Held], said...)
		for _, a := range said {
			if !a.Right() && !report.Held { // the held ones are not looked at
				got := "no claim states it"
				if a.Found {
					got = fmt.Sprintf("%s with %s confidence", a.Said, a.Confidence)
				}
				r.Misses = append(r.Misses, Miss{Asked: fmt.Sprintf("report %d, %s: %s", n, a.Treatment, a.Text), Got: got})
			}
		}
	}
	open, held := gold.Measure(answers[false]), gold.Measure(answers[true])
	for _, t := range gold.Treatments() {
		o, h := open.ByTreatment[t], held.ByTreatment[t]
		r.Rows = append(r.Rows, []string{string(t), fmt.Sprint(o.All), fmt.Sprint(o.Right), fmt.Sprint(h.All), fmt.Sprint(h.Right)})
	}
	r.Figures = goldFigures(held)
	return r, nil
}

// goldFigures are those of the held half. Words of confidence are held to what they say.
func goldFigures(m gold.Measures) []Figure {
	least := func(v float64) *float64 { return &v }
	out := []Figure{
		{Name: "statements", Value: float64(m.Statements), Least: least(100)},
		{Name: "coverage", Value: float64(m.Found) / float64(max(1, m.Statements))},
		{Name: "accuracy", Value: m.Accuracy},
		{Name: "brier", Value: m.Brier},
		{Name: "calibration error", Value: m.Calibration},
		{Name: "accuracy of the surest quarter", Value: m.Surest[0]},
		{Name: "accuracy of the surest half", Value: m.Surest[1]},
		{Name: "accuracy of the surest three quarters", Value: m.Surest[2]},
	}
	for _, w := range []events.Confidence{events.ConfidenceHigh, events.ConfidenceMedium, events.ConfidenceLow} {
		s := m.ByWord[w]
		f := Figure{Name: fmt.Sprintf("%s of %d is right", w, s.All), Value: s.Of()}
		if w == events.ConfidenceHigh {
			f.Least = least(0.9)
		}
		out = append(out, f)
	}
	return out
}

// goldAnswers makes a report, analyses it with the documents beside it and reads the verdicts.
func goldAnswers(ctx context.Context, program, home string, number int) (gold.Report, []gold.Answer, error) {
	report, pdf, evidence, err := gold.Make(number, home)
	if err != nil {
		return report, nil, err
	}
	var d struct {
		Claims   []gold.Claim  `json:"claims"`
		Verdicts []gold.Ruling `json:"verdicts"`
	}
	if err := analysed(ctx, program, home, pdf, &d, "--evidence", evidence, "--company", report.Company); err != nil {
		return report, nil, fmt.Errorf("asking about gold report %d: %w", number, err)
	}
	if err := os.RemoveAll(filepath.Join(home, "data")); err != nil { // each report is analysed without the others
		return report, nil, err
	}
	return report, gold.Answers(report, d.Claims, d.Verdicts), nil
}
