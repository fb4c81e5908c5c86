package figures

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// sentenceSheet has facts that sentences of real reports state, each looked up on its page.
//
//go:embed sentences.json
var sentenceSheet []byte

// LookedUp is one report with the facts of its sentences that were looked up.
type LookedUp struct {
	File   string     `json:"file"`
	SHA256 string     `json:"sha256"`
	Facts  []Sentence `json:"facts"`
}

// Sentence is a fact of a sentence, or, if not right, what a reader may not take for one.
type Sentence struct {
	Page         int
	Metric       facts.Metric
	Scope        string
	Year, Base   int // year 0: none but the report's own
	Printed      string
	Value, BaseU string
	Right        bool
}

// UnmarshalJSON reads a row of the sheet.
func (s *Sentence) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &[]any{&s.Page, &s.Metric, &s.Scope, &s.Year, &s.Base, &s.Printed, &s.Value, &s.BaseU, &s.Right}); err != nil {
		return fmt.Errorf("reading a row of the sheet of sentences: %w", err)
	}
	return nil
}

// LookedUpSentences is the sheet.
func LookedUpSentences() ([]LookedUp, error) {
	var list struct {
		Reports []LookedUp `json:"reports"`
	}
	if err := json.Unmarshal(sentenceSheet, &list); err != nil {
		return nil, fmt.Errorf("reading the sheet of sentences: %w", err)
	}
	return list.Reports, nil
}

// SentenceFacts compares sheets, by file, with what was looked up. Right are facts that are found with metric, scope, year,
// base year, value and unit; wrong is what was judged not to be a fact and is told all the same.
func SentenceFacts(list []LookedUp, sheets map[string]*facts.Sheet) (Result, error) {
	r := Result{Set: "facts_sheet"}
	for _, report := range list {
		sheet := sheets[report.File]
		if sheet == nil {
			continue
		}
		for _, want := range report.Facts {
			value, _, err := apd.NewFromString(want.Value)
			if err != nil {
				return r, fmt.Errorf("reading %q of %s: %w", want.Value, report.File, err)
			}
			told := slices.ContainsFunc(sheet.Facts, func(f facts.Fact) bool {
				return f.Page == want.Page && f.Table == 0 && f.Metric == want.Metric && f.Scope == want.Scope && f.Year == want.Year && f.BaseYear == want.Base &&
					f.Printed == want.Printed && (f.Quantity().Value.Cmp(value) == 0 || f.Quantity().Base().Cmp(value) == 0) && f.UnitBase == want.BaseU
			})
			say := fmt.Sprintf("%s page %d: %s %s, %d", report.File, want.Page, want.Metric, want.Printed, want.Year)
			switch {
			case want.Right:
				r.Total++
				if told {
					r.Right++
				} else {
					r.Misses = append(r.Misses, say)
				}
			case told:
				r.Wrong++
				r.Notes = append(r.Notes, say)
			}
		}
	}
	return r, nil
}
