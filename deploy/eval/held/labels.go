// Package held measures what the product reads in reports that its statement reader was not trained on, against what
// people said of their sentences (data/models/labels). Sentences and figures are found by their places: the texts are the
// companies' and no part of the repository.
package held

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"

	"github.com/sibyl-project/sibyl/data/models"
)

// label is what somebody said of a sentence, or of its figures.
type label struct {
	File    string          `json:"file"` // SHA-256 of the report
	Page    int             `json:"page"`
	Start   int             `json:"start"` // code points of the page's text
	End     int             `json:"end"`
	Claim   string          `json:"claim"`
	Figures json.RawMessage `json:"figures"` // of a label of figures, a list of figure

	Paragraphs []string `json:"paragraphs"` // of a label of paragraphs: any of them may come first
}

type figure struct {
	At     int    `json:"at"` // bytes of the sentence
	Text   string `json:"text"`
	Role   string `json:"role"`
	Metric string `json:"metric"`
	// Measure is the metric of facts, Metric that of the labels' own list.
	Measure string `json:"measure"`
	Year    string `json:"year"`
	Owner   string `json:"owner"`
}

func (l *label) figures() ([]figure, error) {
	var out []figure
	if err := json.Unmarshal(l.Figures, &out); err != nil {
		return nil, fmt.Errorf("reading the figures of a label on page %d: %w", l.Page, err)
	}
	return out, nil
}

// labelsOf are the labels of a folder, by report.
func labelsOf(folder string) (map[string][]label, error) {
	out := map[string][]label{}
	err := fs.WalkDir(models.Labels, folder, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Dir(name) != folder {
			return err
		}
		f, err := models.Labels.Open(name)
		if err != nil {
			return fmt.Errorf("opening labels: %w", err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var l label
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				return fmt.Errorf("reading %s: %w", name, err)
			}
			out[l.File] = append(out[l.File], l)
		}
		return lines.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("reading the labels: %w", err)
	}
	return out, nil
}
