package figures

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
)

//go:embed rulings.json
var rulingsSheet []byte

// RuledReport is a report whose failed checks were ruled on by looking at its pages.
type RuledReport struct {
	File    string   `json:"file"`
	SHA256  string   `json:"sha256"`
	Rulings []Ruling `json:"rulings"`
}

// Ruling says whether what a check calls a mistake on a page is one.
type Ruling struct {
	Check string `json:"check"`
	Page  int    `json:"page"`
	Real  bool   `json:"real"`
	Why   string `json:"why"`
}

// RuledReports is the sheet of rulings.
func RuledReports() ([]RuledReport, error) {
	var list struct {
		Reports []RuledReport `json:"reports"`
	}
	if err := json.Unmarshal(rulingsSheet, &list); err != nil {
		return nil, fmt.Errorf("reading the rulings on failed checks: %w", err)
	}
	return list.Reports, nil
}

// FailedChecks counts which failures of a report are real mistakes, each once however often it is told, and which real
// mistakes are not told. A failure that nobody has ruled on counts as false: whoever changes a check rules on what it says.
func (r RuledReport) FailedChecks(all []checks.Result) Result {
	out := Result{Set: r.File}
	told := map[string]bool{}
	found := make([]bool, len(r.Rulings))
	for _, c := range all {
		if c.Result != events.CheckFail || told[c.Name+"\x1f"+c.Working] {
			continue
		}
		told[c.Name+"\x1f"+c.Working] = true
		i := slices.IndexFunc(r.Rulings, func(k Ruling) bool { return k.Check == c.Name && k.Page == c.Page })
		if i >= 0 {
			found[i] = true
		}
		if i >= 0 && r.Rulings[i].Real {
			out.Right++
			continue
		}
		out.Wrong++
		out.Notes = append(out.Notes, fmt.Sprintf("%s, page %d, %s: %s", r.File, c.Page, c.Name, c.Working))
	}
	for i, k := range r.Rulings {
		if k.Real {
			out.Total++
			if !found[i] {
				out.Misses = append(out.Misses, fmt.Sprintf("%s, page %d, %s: %s", r.File, k.Page, k.Check, k.Why))
			}
		}
	}
	return out
}
