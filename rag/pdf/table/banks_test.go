package table_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	fitz "github.com/gen2brain/go-fitz"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/join"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// evalFile reads a file of the folder of real reports, which are not part of the repository.
func evalFile(t testing.TB, name string) []byte {
	t.Helper()
	folder := os.Getenv("SIBYL_EVAL")
	if folder == "" {
		folder = "../../../../shared/eval"
	}
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Skipf("real reports are not here (%v); SIBYL_EVAL names their folder", err)
	}
	return data
}

// scenes reads the pages of a PDF as they are painted; if some are named, from 1, the others stay empty.
func scenes(t testing.TB, pdf []byte, only ...int) []paint.Page {
	t.Helper()
	doc, err := fitz.NewFromMemory(pdf)
	if err != nil {
		t.Fatalf("opening: %v", err)
	}
	defer doc.Close()
	pages := make([]paint.Page, doc.NumPage())
	for i := range pages {
		if len(only) > 0 && !slices.Contains(only, i+1) {
			continue
		}
		svg, err := doc.SVG(i)
		if err != nil {
			t.Fatalf("painting page %d: %v", i+1, err)
		}
		html, err := doc.HTML(i, false)
		if err != nil {
			t.Fatalf("reading page %d: %v", i+1, err)
		}
		if pages[i], err = paint.Read(svg, html, paint.Options{}); err != nil {
			t.Fatalf("reading the scene of page %d: %v", i+1, err)
		}
	}
	return pages
}

// tables finds and completes the tables of all pages.
func tables(pages []paint.Page) [][]document.Table {
	in := make([]table.Page, len(pages))
	for i := range pages {
		words := paint.Words(&pages[i])
		in[i] = table.Page{Words: words, Width: pages[i].Width, Height: pages[i].Height, Tables: table.Find(words, &pages[i])}
	}
	return join.Pages(in)
}

// expectedRow is one row as seen on the page: page, heading above it, beginning of its label, unit, value as
// printed, value normalised.
type expectedRow struct {
	page                               int
	under, label, unit, printed, value string
}

func (r *expectedRow) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&r.page, &r.under, &r.label, &r.unit, &r.printed, &r.value})
}

type expectedFiling struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	Parts  []struct {
		Language string        `json:"language"`
		Period   string        `json:"period"`
		Rows     []expectedRow `json:"rows"`
	} `json:"parts"`
}

// Every row of the emission and energy tables of seven bilingual filings, written down from the page images,
// is found with its label, unit, period, printed and normalised value.
func TestBankFilings(t *testing.T) {
	data, err := os.ReadFile("testdata/banks.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Filings []expectedFiling `json:"filings"`
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Filings) != 7 {
		t.Fatalf("%d filings expected, want seven", len(want.Filings))
	}
	for _, f := range want.Filings {
		t.Run(f.File, func(t *testing.T) {
			pdf := evalFile(t, filepath.Join("reports/idx-banks-fy2025", f.File))
			if sum := sha256.Sum256(pdf); hex.EncodeToString(sum[:]) != f.SHA256 {
				t.Skipf("%s is another version of the file than the one that was looked at", f.File)
			}
			got := tables(scenes(t, pdf))
			right, rows := 0, 0
			for _, part := range f.Parts {
				used := map[string]bool{}
				for _, r := range part.Rows {
					rows++
					if problem := find(got, r, part.Period, used); problem != "" {
						t.Errorf("page %d, %q: %s", r.page, r.label, problem)
						continue
					}
					right++
				}
			}
			t.Logf("%s: %d of %d rows", f.File, right, rows)
			if rows != 78 {
				t.Errorf("%d rows expected, want 78", rows)
			}
		})
	}
}

// find looks for the row in the order of the page; a row that was found is not found again.
func find(all [][]document.Table, r expectedRow, period string, used map[string]bool) string {
	for n, table := range all[r.page-1] {
		for i, row := range table.Rows {
			for j, c := range row {
				if c.Value == "" || len(c.RowPath) == 0 || used[fmt.Sprint(r.page, n, i, j)] {
					continue
				}
				own := c.RowPath[len(c.RowPath)-1]
				if !strings.HasPrefix(own, r.label) {
					continue
				}
				above := strings.Join(c.RowPath[:len(c.RowPath)-1], " / ")
				used[fmt.Sprint(r.page, n, i, j)] = true
				switch {
				case c.Text != r.printed:
					return fmt.Sprintf("printed %q, want %q", c.Text, r.printed)
				case c.Value != r.value:
					return fmt.Sprintf("value %q, want %q (%s)", c.Value, r.value, table.Format.Reason)
				case c.Unit != r.unit:
					return fmt.Sprintf("unit %q, want %q", c.Unit, r.unit)
				case c.Period != period:
					return fmt.Sprintf("period %q, want %q", c.Period, period)
				case r.under == "" && above != "" || !strings.HasPrefix(above, r.under):
					return fmt.Sprintf("stands under %q, want %q", above, r.under)
				case table.Format.Decimal != "," || table.Format.Reason == "":
					return fmt.Sprintf("number format %+v", table.Format)
				}
				return ""
			}
		}
	}
	return "not found"
}
