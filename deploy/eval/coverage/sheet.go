package coverage

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// Item is what a sheet says of one paragraph or, with "#", of one of its sub-requirements.
type Item struct {
	ID        string                    `json:"id"`
	State     events.DisclosureStatus   `json:"state,omitempty"` // empty: only that it is never a gap
	Also      []events.DisclosureStatus `json:"also,omitempty"`  // as right, where honest readers differ
	NeverAGap bool                      `json:"never_a_gap,omitempty"`
	Page      int                       `json:"page,omitempty"` // of the file, from 1
	Printed   string                    `json:"printed,omitempty"`
	Quote     string                    `json:"quote,omitempty"`
	Why       string                    `json:"why"`
}

// Paragraph is the paragraph of an item.
func (i Item) Paragraph() string {
	p, _, _ := strings.Cut(i.ID, "#")
	return p
}

// accepts says whether a state is right.
func (i Item) accepts(s events.DisclosureStatus) bool {
	if i.State == "" {
		return !isGap(s)
	}
	return s == i.State || slices.Contains(i.Also, s)
}

// isGap says whether a state accuses the report.
func isGap(s events.DisclosureStatus) bool {
	return s == events.NotAddressed || s == events.PartiallyAddressed
}

// Sheet is what was decided about one report.
type Sheet struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256,omitempty"`
	Items  []Item `json:"items"`
}

// Sample reads the sheet of the sample report.
func Sample(path string) (Sheet, error) {
	var s struct {
		Report string
		Items  []Item
	}
	if err := read(path, &s); err != nil {
		return Sheet{}, err
	}
	return Sheet{File: s.Report, Items: s.Items}, nil
}

// Draw is the rule by which the items of public reports were drawn.
type Draw struct {
	Rule     string         `json:"rule"`
	ByPillar map[string]int `json:"items_per_pillar"`
}

// Reports reads the sheets of the public reports.
func Reports(path string) ([]Sheet, Draw, error) {
	var s struct {
		Draw    Draw
		Reports []Sheet
	}
	if err := read(path, &s); err != nil {
		return nil, Draw{}, err
	}
	return s.Reports, s.Draw, nil
}

func read(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading a sheet: %w", err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("decoding %s: %w", path, err)
	}
	return nil
}
