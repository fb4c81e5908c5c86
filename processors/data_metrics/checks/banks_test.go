package checks_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/pdf/layout"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// report is a real report with its sheet and checks.
type report struct {
	doc    *document.Document
	sheet  *facts.Sheet
	checks []checks.Result
}

var (
	reading sync.Mutex
	reports = map[string]*report{}
)

// readReport reads a report of the folder of real reports, which are not part of the repository.
func readReport(t testing.TB, name, sha string) *report {
	t.Helper()
	reading.Lock()
	defer reading.Unlock()
	if r := reports[name]; r != nil {
		return r
	}
	folder := os.Getenv("SIBYL_EVAL")
	if folder == "" {
		folder = "../../../../shared/eval"
	}
	data, err := os.ReadFile(filepath.Join(folder, "reports", name))
	if err != nil {
		t.Skipf("real reports are not here (%v); SIBYL_EVAL names their folder", err)
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != sha {
		t.Skipf("%s is another version of the file than the one that was looked at", name)
	}
	doc, err := layout.Read(data, sha, layout.Options{})
	if err != nil {
		t.Fatalf("reading %s: %v", name, err)
	}
	r := &report{doc: doc, sheet: extract.Read(doc, extract.Options{})}
	r.checks = checks.Run(r.sheet, checks.Options{Document: doc, Country: checks.Country(doc)})
	reports[name] = r
	return r
}

// mistake is what is wrong on the pages of a filing.
type mistake struct {
	Kind    string   `json:"kind"`
	Checks  []string `json:"checks"`
	Result  string   `json:"result"`
	Pages   []int    `json:"pages"`
	Figures []string `json:"figures"`
	Why     string   `json:"why"`
}

func list[T any](t testing.TB, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var l struct {
		Filings []T `json:"filings"`
	}
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	return l.Filings
}

// tells says whether a check is about a mistake: by name, page and figures.
func tells(c checks.Result, m mistake) bool {
	if !slices.Contains(m.Checks, c.Name) {
		return false
	}
	there := slices.Contains(m.Pages, c.Page)
	values := []string{strings.Fields(c.Stated + " -")[0], strings.Fields(c.Expected + " -")[0]}
	for _, in := range c.Inputs {
		there = there || slices.Contains(m.Pages, in.Page)
		values = append(values, in.Value)
	}
	for _, f := range m.Figures {
		if !slices.Contains(values, f) {
			return false
		}
	}
	return there
}

// Every mistake that was written down from the pages before the checks were made is reported, with its page and
// working, and no other alarm is raised.
func TestBankFilingsMistakes(t *testing.T) {
	type filing struct {
		File     string    `json:"file"`
		SHA256   string    `json:"sha256"`
		Mistakes []mistake `json:"mistakes"`
	}
	filings := list[filing](t, "banks_mistakes.json")
	if len(filings) != 7 {
		t.Fatalf("%d filings", len(filings))
	}
	for _, f := range filings {
		t.Run(f.File, func(t *testing.T) {
			r := readReport(t, "idx-banks-fy2025/"+f.File, f.SHA256)
			known := make([]bool, len(r.checks))
			found := 0
			for _, m := range f.Mistakes {
				told := false
				for i, c := range r.checks {
					if c.Result != events.CheckPass && tells(c, m) {
						known[i] = true
						told = told || string(c.Result) == m.Result || c.Result == events.CheckFail
						if c.Working == "" || c.Message == "" {
							t.Errorf("%s on page %d has no working or sentence", c.Name, c.Page)
						}
					}
				}
				if told {
					found++
				} else {
					t.Errorf("not told: %s, pages %v: %s", m.Kind, m.Pages, m.Why)
				}
			}
			alarms := 0
			for i, c := range r.checks {
				if c.Result == events.CheckFail && !known[i] {
					alarms++
					t.Errorf("another alarm: %s, page %d: %s (%s)", c.Name, c.Page, c.Message, c.Working)
				}
			}
			t.Logf("%d of %d mistakes told, %d other alarms, %d checks", found, len(f.Mistakes), alarms, len(r.checks))
		})
	}
}
