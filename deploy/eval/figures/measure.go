// Package figures says how well the numbers of reports are read and checked, on labelled sets that are not part
// of the repository: pages with the values of their scopes, tables with questions, bank filings with
// questions. A set whose labels are absent is an error that os.IsNotExist knows, so that a caller can pass it over.
package figures

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Result is how a set came out.
type Result struct {
	Set    string
	Right  int // labels that were found
	Wrong  int // statements that contradict a label
	Total  int // labels asked for
	Misses []string
	Notes  []string
}

// Recall is the share of labels that were found.
func (r Result) Recall() float64 { return share(r.Right, r.Total) }

// Precision is the share of statements about labelled things that are right.
func (r Result) Precision() float64 { return share(r.Right, r.Right+r.Wrong) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

func load(folder, name string, into any) error {
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return fmt.Errorf("reading labels: %w", err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("reading labels %s: %w", name, err)
	}
	return nil
}
