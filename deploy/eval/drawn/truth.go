// Package drawn measures whole analyses on pages whose figures somebody wrote down from the page alone, before the program was
// asked: pages drawn by seed from public reports, and small reports made for the purpose, each with a twin in which mistakes are
// planted. What is measured is the document that a user gets.
package drawn

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/artefact"
)

// Truth is what stands on some pages of one report.
type Truth struct {
	Report string `json:"report"` // file name
	SHA256 string `json:"sha256"`
	Year   int    `json:"year"`             // the reporting year; of a fiscal year that in which it ends
	Held   bool   `json:"held,omitempty"`   // nobody who works on reading had looked at these pages when they were measured first
	Learnt bool   `json:"learnt,omitempty"` // the reader of sentences and headings has learnt from it since (labels truths)

	Figures []Figure  `json:"figures,omitempty"`
	Scopes  []Figure  `json:"scopes,omitempty"`  // totals of Scope 1, 2 and 3, wherever they stand
	Planted []Planted `json:"planted,omitempty"` // of a twin with mistakes
	Twin    bool      `json:"twin,omitempty"`    // a report whose figures all agree: no check may fail

	path string // of the PDF
}

// Figure is one printed figure as a careful reader of the page understands it.
type Figure struct {
	Page   int    `json:"page"`
	Where  string `json:"where,omitempty"` // table, sentence or chart
	Text   string `json:"text,omitempty"`  // as printed, without its unit
	Value  string `json:"value"`           // in Unit
	Unit   string `json:"unit"`            // of cell, row, column, caption or note; empty for a count
	Year   int    `json:"year"`            // 0 when nothing says one
	Kind   string `json:"kind,omitempty"`  // value, change, target, share or base
	Metric string `json:"metric,omitempty"`
	Scope  string `json:"scope,omitempty"`
	Method string `json:"method,omitempty"` // location or market
	Words  string `json:"words,omitempty"`  // of its caption, in an infographic
	Row    string `json:"row,omitempty"`    // for a reader of the list
}

// Planted is a mistake that a report alone shows.
type Planted struct {
	Page    int      `json:"page"`
	Kind    string   `json:"kind"`
	Figures []string `json:"figures"` // as printed, the wrong one first
	What    string   `json:"what"`
}

// Load reads the truths of a folder, sorted by name. The PDF of a truth lies beside it or in reports.
func Load(folder, reports string) ([]Truth, error) {
	all, err := Truths[Truth](folder)
	if err != nil {
		return nil, err
	}
	for i := range all {
		t := &all[i]
		for _, dir := range []string{folder, reports} {
			if path := filepath.Join(dir, t.Report); t.path == "" && t.isOf(path) {
				t.path = path
			}
		}
	}
	return all, nil
}

// Truths reads what was written down of the reports of a folder, NAME.truth.json each, sorted by name.
func Truths[T any](folder string) ([]T, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.truth.json"))
	if err != nil {
		return nil, fmt.Errorf("looking for truths of reports: %w", err)
	}
	slices.Sort(files)
	all := make([]T, len(files))
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading what is true of a report: %w", err)
		}
		if err := json.Unmarshal(data, &all[i]); err != nil {
			return nil, fmt.Errorf("reading %s: %w", filepath.Base(file), err)
		}
	}
	return all, nil
}

// Path is where the report's PDF lies; empty if it is not there.
func (t *Truth) Path() string { return t.path }

// Validation reports whether nobody looks at what is answered wrong of a report and its twin: its name decides.
func (t *Truth) Validation() bool {
	name := strings.TrimSuffix(strings.TrimSuffix(t.Report, ".pdf"), "-planted")
	return sha256.Sum256([]byte(name))[0]%2 == 1
}

// isOf reports whether a file is the one whose pages were read: another version of a report may print other figures.
func (t *Truth) isOf(path string) bool {
	pdf, err := os.ReadFile(path)
	return err == nil && (t.SHA256 == "" || artefact.Hash(pdf) == t.SHA256)
}

// Digits are what two prints of one figure share: its digits and separators, without spaces, signs and footnote marks.
func Digits(printed string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r == '.', r == ',':
			return r
		case r == '’', r == '\'':
			return '\''
		}
		return -1
	}, printed), ".,'")
}

// PrintedDigits are the digits of a fact as printed, but those of its unit: "412 t CO2e".
func PrintedDigits(printed, unit string) string {
	return Digits(strings.TrimSuffix(strings.TrimSpace(printed), unit))
}
