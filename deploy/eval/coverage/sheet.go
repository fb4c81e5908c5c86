package coverage

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/sample"
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

	pdf []byte // of a report that comes with its sheet
}

// Sample is the sheet of the sample report, which comes with it.
func Sample() (Sheet, error) {
	var s struct {
		Report string
		Items  []Item
	}
	if err := json.Unmarshal(sample.Coverage, &s); err != nil {
		return Sheet{}, fmt.Errorf("decoding the sample's sheet: %w", err)
	}
	return Sheet{File: s.Report, Items: s.Items, pdf: sample.Report}, nil
}

// Draw is the rule by which the items of public reports were drawn.
type Draw struct {
	Rule     string         `json:"rule"`
	ByPillar map[string]int `json:"items_per_pillar"`
}

//go:embed sheet.json
var reports []byte

//go:embed blind.json
var blind []byte

// Reports are the sheets of the public reports that were in sight when the cues were written.
func Reports() ([]Sheet, Draw, error) { return decode(reports) }

// Blind are the sheets of other public reports, decided before the agent was asked about them.
func Blind() ([]Sheet, Draw, error) { return decode(blind) }

func decode(sheets []byte) ([]Sheet, Draw, error) {
	var s struct {
		Draw    Draw
		Reports []Sheet
	}
	if err := json.Unmarshal(sheets, &s); err != nil {
		return nil, Draw{}, fmt.Errorf("decoding the sheets of public reports: %w", err)
	}
	return s.Reports, s.Draw, nil
}
