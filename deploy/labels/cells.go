package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// cellLabel is what a figure of a table was said to be: data/models/labels/CELLS.md.
type cellLabel struct {
	File   string     `json:"file"`
	Page   int        `json:"page"`
	Rect   [4]float64 `json:"rect"`
	Metric string     `json:"metric"`
	Kind   string     `json:"kind"`
	Scope  string     `json:"scope"`
}

// nearRect is how far the middle of a label's place may lie outside of its figure's, in points.
const nearRect = 0.5

// joinCells writes labels of cells with the headings that stand around them now, in the order of the labels.
func joinCells(ctx context.Context, reports, out string, files []string) error {
	paths, err := pathsOf(reports)
	if err != nil {
		return err
	}
	sheets := map[string]*facts.Sheet{}
	var joined []map[string]any
	var lost []error
	for _, file := range files {
		labels, err := readCellLabels(file)
		if err != nil {
			return err
		}
		for _, l := range labels {
			sheet := sheets[l.File]
			if sheet == nil {
				path, there := paths[l.File]
				if !there {
					return fmt.Errorf("the report %s is not in %s", l.File, reports)
				}
				d, err := read(ctx, path)
				if err != nil {
					return err
				}
				sheet = extract.Read(d, extract.Options{})
				sheets[l.File] = sheet
			}
			f := figureAt(sheet, l)
			if f == nil {
				lost = append(lost, fmt.Errorf("no figure of a table stands on page %d of %.12s at %v any more", l.Page, l.File, l.Rect))
				continue
			}
			joined = append(joined, map[string]any{
				"file": l.File, "page": l.Page, "caption": f.Caption, "rows": some(f.RowPath), "cols": some(f.ColPath), "unit": f.Unit, "printed": f.Printed,
				"metric": l.Metric, "kind": l.Kind, "scope": l.Scope,
			})
		}
	}
	return errors.Join(append(lost, writeLines(out, joined))...)
}

// some is a list that JSON writes as one, empty or not.
func some(s []string) []string { return append([]string{}, s...) }

func figureAt(sheet *facts.Sheet, l cellLabel) *facts.Fact {
	for i := range sheet.Facts {
		f := &sheet.Facts[i]
		if f.Source != facts.FromTable || f.Page != l.Page {
			continue
		}
		x, y := (l.Rect[0]+l.Rect[2])/2, (l.Rect[1]+l.Rect[3])/2
		if f.Rect[0]-nearRect < x && x < f.Rect[2]+nearRect && f.Rect[1]-nearRect < y && y < f.Rect[3]+nearRect {
			return f
		}
	}
	return nil
}

func readCellLabels(path string) (out []cellLabel, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading labels: %w", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var l cellLabel
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		out = append(out, l)
	}
	return out, lines.Err()
}
