package sets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/sibyl-project/sibyl/deploy/eval/drawn"
)

// drawnPages measures the document that a user gets against pages that somebody read first.
var drawnPages = drawnSet("drawn", "whole analyses against pages whose figures were written down first, and mistakes planted in twins",
	func(drawn.Truth) bool { return true })

// drawnHalves are the two halves of the drawn pages: nobody looks at what is answered wrong of the second.
func drawnHalves() []Set {
	development := drawnSet("drawn-development", "the half of the drawn pages whose misses are looked at", func(t drawn.Truth) bool { return !t.Validation() })
	validation := drawnSet("drawn-validation", "the half of the drawn pages whose misses are not looked at", func(t drawn.Truth) bool { return t.Validation() })
	all := validation.Run
	validation.Run = func(ctx context.Context, root, data string) (Report, error) {
		r, err := all(ctx, root, data)
		r.Misses = nil
		return r, err
	}
	return []Set{development, validation}
}

func drawnSet(name, about string, has func(drawn.Truth) bool) Set {
	return Set{Name: name, About: about, Data: "reports", Run: func(ctx context.Context, root, _ string) (Report, error) {
		folder, program, err := checkout()
		if err != nil {
			return Report{Skipped: err.Error()}, nil
		}
		truths, err := drawn.Load(folder, filepath.Join(root, "reports"))
		if err != nil {
			return Report{}, fmt.Errorf("loading the drawn pages: %w", err)
		}
		return measureDrawn(ctx, program, slices.DeleteFunc(truths, func(t drawn.Truth) bool { return !has(t) }))
	}}
}

// errNoCheckout says that the pages, or the program, are not to be had from where this runs.
var errNoCheckout = errors.New("needs a checkout with bin/sibyl (make build)")

// checkout is the folder of the drawn pages and the program of the checkout above the working directory.
func checkout() (folder, program string, err error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", "", fmt.Errorf("looking for the checkout: %w", err)
	}
	for ; ; dir = filepath.Dir(dir) {
		folder, program = filepath.Join(dir, "deploy", "eval", "drawn", "pages"), filepath.Join(dir, "bin", "sibyl")
		_, noFolder := os.Stat(folder)
		_, noProgram := os.Stat(program)
		if noFolder == nil && noProgram == nil {
			return folder, program, nil
		}
		if dir == filepath.Dir(dir) {
			return "", "", errNoCheckout
		}
	}
}

func measureDrawn(ctx context.Context, program string, truths []drawn.Truth) (Report, error) {
	r := Report{Columns: []string{"tables", "there", "right", "sentences", "there", "right", "scopes", "right", "planted", "found", "alarms", "report"}}
	home, err := os.MkdirTemp("", "sibyl-drawn-")
	if err != nil {
		return r, fmt.Errorf("making a data directory: %w", err)
	}
	defer os.RemoveAll(home)
	var sum, held drawn.Result
	twins, alarms := 0, 0
	worst := map[string]float64{"tables": 1, "sentences": 1}
	for _, t := range truths {
		if t.Path() == "" {
			continue
		}
		var d drawn.Document
		if err := analysed(ctx, program, home, t.Path(), &d); err != nil {
			return r, err
		}
		one := drawn.Compare(t, d)
		r.Rows = append(r.Rows, drawnRow(t, one))
		for _, m := range one.Misses {
			r.Misses = append(r.Misses, Miss{Asked: t.Report + ", " + m.Asked, Got: m.Got})
		}
		for _, c := range one.Alarms {
			r.Misses = append(r.Misses, Miss{Asked: t.Report + ", no mistake planted", Got: c.Name + ": " + c.Message})
		}
		sum = sum.Plus(one)
		if t.Held && !t.Learnt {
			held = held.Plus(one)
		}
		if t.Twin {
			twins, alarms = twins+1, alarms+len(one.Alarms)
		}
		for name, c := range map[string]drawn.Count{"tables": one.Tables, "sentences": one.Sentences} {
			if c.Asked >= fewFigures {
				worst[name] = min(worst[name], part(c.Right, c.Asked))
			}
		}
	}
	if len(r.Rows) == 0 {
		return Report{Skipped: "none of the reports is there"}, nil
	}
	r.Figures = drawnFigures(sum, "")
	if held.Tables.Asked > 0 {
		r.Figures = append(r.Figures, drawnFigures(held, "held back: ")...)
	}
	r.Figures = append(r.Figures,
		Figure{Name: "tables, wholly right in the worst report", Value: worst["tables"]},
		Figure{Name: "sentences, wholly right in the worst report", Value: worst["sentences"]},
		Figure{Name: fmt.Sprintf("false alarms on %d reports without a mistake", twins), Value: float64(alarms)})
	return r, nil
}

// fewFigures is how many figures of a kind a report must have for its own share to say anything.
const fewFigures = 8

func drawnRow(t drawn.Truth, one drawn.Result) []string {
	count := func(c drawn.Count) []string {
		return []string{fmt.Sprint(c.Asked), three(part(c.Present, c.Asked)), three(part(c.Right, c.Asked))}
	}
	row := append(count(one.Tables), count(one.Sentences)...)
	return append(row, fmt.Sprint(one.Scopes.Asked), three(part(one.Scopes.Right, one.Scopes.Asked)),
		fmt.Sprint(one.Planted), fmt.Sprint(one.Found), fmt.Sprint(len(one.Alarms)), t.Report)
}

func drawnFigures(sum drawn.Result, of string) []Figure {
	return []Figure{
		{Name: fmt.Sprintf("%sthere, of %d figures in tables", of, sum.Tables.Asked), Value: part(sum.Tables.Present, sum.Tables.Asked)},
		{Name: of + "wholly right, in tables", Value: part(sum.Tables.Right, sum.Tables.Asked)},
		{Name: fmt.Sprintf("%sthere, of %d figures in sentences", of, sum.Sentences.Asked), Value: part(sum.Sentences.Present, sum.Sentences.Asked)},
		{Name: of + "wholly right, in sentences", Value: part(sum.Sentences.Right, sum.Sentences.Asked)},
		{Name: fmt.Sprintf("%sfacts wholly right, of %d with the digits of a figure", of, sum.Drawn.Asked), Value: part(sum.Drawn.Right, sum.Drawn.Asked)},
		{Name: fmt.Sprintf("%stotals of Scope 1, 2, 3 found, of %d", of, sum.Scopes.Asked), Value: part(sum.Scopes.Right, sum.Scopes.Asked)},
		{Name: fmt.Sprintf("%sfound, of %d planted mistakes", of, sum.Planted), Value: part(sum.Found, sum.Planted)},
	}
}

// analysed reads the document that the product makes of a report.
func analysed(ctx context.Context, program, home, report string, document any, options ...string) error {
	out, name := filepath.Join(home, "document.json"), filepath.Base(report)
	asked := append([]string{"analyze", report, "--json", "-o", out, "--data-dir", filepath.Join(home, "data"), "--ocr", "off"}, options...)
	if said, err := exec.CommandContext(ctx, program, asked...).CombinedOutput(); err != nil {
		return fmt.Errorf("analysing %s: %w: %s", name, err, said)
	}
	data, err := os.ReadFile(out)
	if err == nil {
		err = json.Unmarshal(data, document)
	}
	if err != nil {
		return fmt.Errorf("reading the document of %s: %w", name, err)
	}
	return nil
}
