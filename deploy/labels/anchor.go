package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// anchor moves labels to where their sentences stand now: reading a page otherwise moves offsets, and a label says nothing without
// its place. texts are what join wrote with the program by which the labels were made. A label whose sentence is cut otherwise
// now is left out, and counted.
func anchor(ctx context.Context, reports string, texts, files []string) error {
	was := map[Place]string{}
	for _, f := range texts {
		joined, err := readLabels(f)
		if err != nil {
			return err
		}
		for _, l := range joined {
			var text string
			if err := json.Unmarshal(l.rest["text"], &text); err != nil {
				return fmt.Errorf("reading the text of a label of %s: %w", f, err)
			}
			l.Place.End = 0
			was[l.Place] = text
		}
	}
	now, err := standing(ctx, reports, was)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := moveLabels(f, was, now); err != nil {
			return err
		}
	}
	return nil
}

// standing lists the sentences of the pages that labels are of, by page.
func standing(ctx context.Context, reports string, was map[Place]string) (map[Place][]Sentence, error) {
	paths, err := pathsOf(reports)
	if err != nil {
		return nil, err
	}
	now, done := map[Place][]Sentence{}, map[string]bool{}
	for place := range was {
		path, there := paths[place.File]
		if done[place.File] || !there {
			continue
		}
		done[place.File] = true
		d, err := read(ctx, path)
		if err != nil {
			return nil, err
		}
		for _, page := range sentencesOf(d) {
			for _, s := range page {
				at := Place{File: s.File, Page: s.Page}
				now[at] = append(now[at], s)
			}
		}
	}
	return now, nil
}

// moveLabels writes a file of labels anew, each at its place of now.
func moveLabels(file string, was map[Place]string, now map[Place][]Sentence) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading labels: %w", err)
	}
	var out bytes.Buffer
	moved, lost := 0, 0
	for line := range strings.Lines(string(data)) {
		var at Place
		if err := json.Unmarshal([]byte(line), &at); err != nil {
			return fmt.Errorf("reading a label of %s: %w", file, err)
		}
		end := at.End
		at.End = 0
		text, known := was[at]
		if !known {
			out.WriteString(line)
			continue
		}
		to := nearest(now[Place{File: at.File, Page: at.Page}], text, at.Start)
		if to == nil {
			lost++
			continue
		}
		if to.Start != at.Start {
			moved++
			line = strings.Replace(line, fmt.Sprintf(`"start": %d`, at.Start), fmt.Sprintf(`"start": %d`, to.Start), 1)
			line = strings.Replace(line, fmt.Sprintf(`"start":%d`, at.Start), fmt.Sprintf(`"start":%d`, to.Start), 1)
			line = strings.Replace(line, fmt.Sprintf(`"end": %d`, end), fmt.Sprintf(`"end": %d`, to.End), 1)
			line = strings.Replace(line, fmt.Sprintf(`"end":%d`, end), fmt.Sprintf(`"end":%d`, to.End), 1)
		}
		out.WriteString(line)
	}
	fmt.Printf("%s: %d moved, %d left out\n", filepath.Base(file), moved, lost)
	if moved+lost == 0 {
		return nil
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing labels: %w", err)
	}
	return nil
}

// nearest is the sentence with a text that stands nearest to where it stood.
func nearest(all []Sentence, text string, start int) *Sentence {
	var best *Sentence
	for i := range all {
		s := &all[i]
		if s.Text == text && (best == nil || max(s.Start-start, start-s.Start) < max(best.Start-start, start-best.Start)) {
			best = s
		}
	}
	return best
}
