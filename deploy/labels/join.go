package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sibyl-project/sibyl/rag/artefact"
)

// labelled is a label as it is kept: its place, and whatever else its line says.
type labelled struct {
	Place
	rest map[string]json.RawMessage
}

// join writes labels with the texts of their places, in the order of the labels.
func join(ctx context.Context, reports, out string, files []string) error {
	var labels []labelled
	for _, f := range files {
		more, err := readLabels(f)
		if err != nil {
			return err
		}
		labels = append(labels, more...)
	}
	paths, err := pathsOf(reports)
	if err != nil {
		return err
	}
	texts := map[Place]Sentence{}
	done := map[string]bool{}
	for _, l := range labels {
		if done[l.File] {
			continue
		}
		done[l.File] = true
		path, there := paths[l.File]
		if !there {
			return fmt.Errorf("the report %s is not in %s", l.File, reports)
		}
		d, err := read(ctx, path)
		if err != nil {
			return err
		}
		for _, page := range sentencesOf(d) {
			for _, s := range page {
				texts[s.Place] = s
			}
		}
	}
	joined := make([]map[string]any, 0, len(labels))
	var gone []string
	for _, l := range labels {
		s, there := texts[l.Place]
		if !there {
			gone = append(gone, fmt.Sprintf("%s page %d at %d-%d", filepath.Base(paths[l.File]), l.Page, l.Start, l.End))
			continue
		}
		row := map[string]any{"role": s.Role, "item": s.Item, "headings": s.Headings, "before": s.Before, "text": s.Text}
		for k, v := range l.rest {
			row[k] = v
		}
		joined = append(joined, row)
	}
	if len(gone) > 0 {
		return fmt.Errorf("of %d labels, %d have no sentence any more: %s", len(labels), len(gone), strings.Join(gone, "; "))
	}
	return writeLines(out, joined)
}

func readLabels(path string) (out []labelled, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading labels: %w", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var l labelled
		if err := errors.Join(json.Unmarshal(lines.Bytes(), &l.Place), json.Unmarshal(lines.Bytes(), &l.rest)); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		out = append(out, l)
	}
	return out, lines.Err()
}

// pathsOf finds the reports of a folder by their hashes.
func pathsOf(dir string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".pdf") {
			return err
		}
		pdf, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		out[artefact.Hash(pdf)] = path
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking for reports: %w", err)
	}
	return out, nil
}
