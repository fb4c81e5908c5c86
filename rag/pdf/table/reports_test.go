package table_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// seen is a cell as the page image shows it; nil is not checked.
type seen struct {
	page                 int
	row                  string // the end of its row path
	column, unit, period *string
	printed, value       string
}

func (s *seen) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&s.page, &s.row, &s.column, &s.unit, &s.period, &s.printed, &s.value})
}

// Cells of more than twenty tables of five reports, of different making, were looked up on the page images.
func TestReportTables(t *testing.T) {
	data, err := os.ReadFile("testdata/reports.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Reports []struct {
			File   string `json:"file"`
			SHA256 string `json:"sha256"`
			Cells  []seen `json:"cells"`
		} `json:"reports"`
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Reports) != 5 {
		t.Fatalf("%d reports expected, want five", len(want.Reports))
	}
	for _, r := range want.Reports {
		t.Run(r.File, func(t *testing.T) {
			pdf := evalFile(t, filepath.Join("reports", r.File))
			if sum := sha256.Sum256(pdf); hex.EncodeToString(sum[:]) != r.SHA256 {
				t.Skipf("%s is another version of the file than the one that was looked at", r.File)
			}
			if len(r.Cells) < 5 {
				t.Errorf("only %d cells to check", len(r.Cells))
			}
			var pages []int
			for _, c := range r.Cells {
				pages = append(pages, c.page)
			}
			all := tables(scenes(t, pdf, pages...))
			for _, c := range r.Cells {
				if got := lookUp(all[c.page-1], c); got != "" {
					t.Errorf("page %d, %s, %s: %s", c.page, c.row, c.printed, got)
				}
			}
		})
	}
}

// lookUp finds a cell by its row and what is printed in it; some one must agree in everything.
func lookUp(tables []document.Table, want seen) string {
	problem := "not found"
	for _, t := range tables {
		for _, row := range t.Rows {
			for _, c := range row {
				if c.Text != want.printed || !strings.HasSuffix(strings.Join(c.RowPath, "/"), want.row) {
					continue
				}
				column := strings.Join(c.ColPath, "/")
				switch {
				case c.Value != want.value:
					problem = "value " + c.Value
				case want.column != nil && *want.column != column:
					problem = "column " + column
				case want.unit != nil && *want.unit != c.Unit:
					problem = "unit " + c.Unit
				case want.period != nil && *want.period != c.Period:
					problem = "period " + c.Period
				default:
					return ""
				}
			}
		}
	}
	return problem
}
