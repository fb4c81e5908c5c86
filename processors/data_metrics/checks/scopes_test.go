package checks_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// seenScope is a scope of a filing as seen on a page.
type seenScope struct {
	page                              int
	scope, year, printed, value, unit string
}

func (s *seenScope) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&s.page, &s.scope, &s.year, &s.printed, &s.value, &s.unit})
}

// Every Scope 1, 2, 3 and total of seven filings is read on both of its pages, with unit and year; pages in two
// languages are one fact with two places.
func TestBankFilingsScopes(t *testing.T) {
	type filing struct {
		File   string      `json:"file"`
		SHA256 string      `json:"sha256"`
		Facts  []seenScope `json:"facts"`
	}
	read := 0
	for _, f := range list[filing](t, "banks_scopes.json") {
		sheet := readReport(t, "idx-banks-fy2025/"+f.File, f.SHA256).sheet
		places := map[string][]int{} // pages by fact
		for _, want := range f.Facts {
			i := slices.IndexFunc(sheet.Facts, func(x facts.Fact) bool {
				return x.Metric == facts.GHGEmissions && x.Scope == want.scope && x.Category == "" && x.Printed == want.printed && x.Value == want.value &&
					x.UnitBase == want.unit && x.PeriodText() != "" && x.Year == 2025 &&
					(x.Page == want.page || slices.ContainsFunc(x.Places, func(p facts.Place) bool { return p.Page == want.page }))
			})
			if i < 0 {
				t.Errorf("%s page %d: scope %s, %s is not read", f.File, want.page, want.scope, want.printed)
				continue
			}
			read++
			places[sheet.Facts[i].ID] = append(places[sheet.Facts[i].ID], want.page)
		}
		if len(places) != 5 {
			t.Errorf("%s: %d facts for five figures in two languages", f.File, len(places))
		}
	}
	t.Logf("%d of 70 read", read)
}
