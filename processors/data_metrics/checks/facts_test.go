package checks_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// lookedAt is one figure as seen on a page.
type lookedAt struct {
	page                       int
	metric, scope, label       string
	year                       int
	printed, value, unit, base string
}

func (l *lookedAt) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&l.page, &l.metric, &l.scope, &l.label, &l.year, &l.printed, &l.value, &l.unit, &l.base})
}

// At least 95 % of the figures that were looked at on the page images are on the sheets, with metric, scope, year,
// value and unit.
func TestFactsOfReports(t *testing.T) {
	data, err := os.ReadFile("testdata/facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Reports []struct {
			File   string     `json:"file"`
			SHA256 string     `json:"sha256"`
			Facts  []lookedAt `json:"facts"`
		} `json:"reports"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	right, total := 0, 0
	for _, r := range list.Reports {
		sheet := readReport(t, r.File, r.SHA256).sheet
		for _, want := range r.Facts {
			total++
			if why := missing(sheet, want); why != "" {
				t.Logf("%s page %d, %s %d %s: %s", r.File, want.page, want.label, want.year, want.printed, why)
				continue
			}
			right++
		}
	}
	t.Logf("%d of %d figures right (%.1f %%)", right, total, 100*float64(right)/float64(total))
	if total < 80 || right*100 < 95*total {
		t.Errorf("%d of %d figures right, want 95 %% of at least 80", right, total)
	}
}

// missing says what is wrong with the fact that should be there; empty if it is right.
func missing(sheet *facts.Sheet, want lookedAt) string {
	best := "no such figure"
	value, _, err := apd.NewFromString(want.value)
	if err != nil {
		return "the list has no figure: " + err.Error()
	}
	for i := range sheet.Facts {
		f := &sheet.Facts[i]
		if f.Page != want.page || f.Quantity().Value.Cmp(value) != 0 {
			continue
		}
		heads := strings.Join(append(slices.Clone(f.RowPath), f.ColPath...), " > ") + " " + f.Caption + " " + f.Quote
		named := true
		for _, w := range strings.Split(want.label, "|") {
			named = named && strings.Contains(heads, w)
		}
		if !named || want.year != f.Year {
			continue
		}
		switch {
		case string(f.Metric) != want.metric:
			best = "metric " + string(f.Metric)
		case want.scope != "" && f.Scope != want.scope:
			best = "scope " + f.Scope
		case f.UnitBase != want.base:
			best = fmt.Sprintf("unit %s, base %q", f.Unit, f.UnitBase)
		default:
			return ""
		}
	}
	return best
}

// failure is a failed check of the six reports, looked at on the page.
type failure struct {
	file, name string
	page       int
	stated     string
	real       bool
	why        string
}

// failures lists what the checks of the six reports say is wrong, with what the page image shows.
var failures = []failure{
	{"siemens-fy2023.pdf", "yoy_percentage", 121, "-16.6 %", true,
		"the row of modules in the learning platform prints 136,000 for 2023, 116,600 for 2022 and a change of –16.6 %: it rose by 16.6 %"},
	{"ionos-2023-encrypted.pdf", "table_total", 39, "69", true,
		"Austria prints 69 employees, 60 permanent and 9 temporary (69), 59 full-time and 18 part-time (77); " +
			"Germany's 1962 and 417 are 8 short of 2387, so that Europe's sum in the table below holds"},
	{"ct-reit-2022.pdf", "table_relation", 30, "112952.3 eMWh", true,
		"11,500.7 and 101,476.9 make 112,977.6, printed as 112,952.3; the 25.3 that are missing are in the total of the first row, which has no such part"},
}

// Each failed check on the six reports has been looked at; at most one in ten is false.
func TestFailuresOfReports(t *testing.T) {
	data, err := os.ReadFile("testdata/facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Reports []struct {
			File   string `json:"file"`
			SHA256 string `json:"sha256"`
		} `json:"reports"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	failed, wrong := 0, 0
	for _, r := range list.Reports {
		for _, c := range readReport(t, r.File, r.SHA256).checks {
			if c.Result != events.CheckFail {
				continue
			}
			failed++
			i := slices.IndexFunc(failures, func(f failure) bool {
				return f.file == r.File && f.name == c.Name && f.page == c.Page && f.stated == c.Stated
			})
			if i < 0 {
				t.Errorf("nobody has looked at %s, %s on page %d: %s (%s)", r.File, c.Name, c.Page, c.Message, c.Working)
				continue
			}
			if !failures[i].real {
				wrong++
			}
		}
	}
	if 10*wrong > failed {
		t.Errorf("%d of %d failures are false", wrong, failed)
	}
}
