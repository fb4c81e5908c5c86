package checks_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// worded is one of the short reports of testdata/wordings.
type worded struct {
	name   string
	tables []document.Table
	right  []string
	slips  []wordedSlip
}

// wordedSlip is what one of its sentences becomes with a mistake.
type wordedSlip struct {
	at           int
	wrong, words string
	left         bool // no check tells it
}

func readWorded(t *testing.T) []worded {
	t.Helper()
	files, err := filepath.Glob("testdata/wordings/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no wordings: %v", err)
	}
	var all []worded
	var caption, unit string
	var cols []string
	var rows [][]string
	table := func() {
		if len(rows) > 0 {
			r := &all[len(all)-1]
			r.tables = append(r.tables, grid(caption, unit, cols, rows...))
		}
		rows = nil
	}
	cells := func(line string) []string {
		out := strings.Split(line, "|")
		for i := range out {
			out[i] = strings.TrimSpace(out[i])
		}
		return out
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			kind, rest, _ := strings.Cut(line, " ")
			switch kind {
			case "", "#":
			case "report":
				table()
				all = append(all, worded{name: rest})
			case "table":
				table()
				c := cells(rest)
				caption, unit, cols = c[0], c[1], c[2:]
			case "=", "~":
				table()
				r := &all[len(all)-1]
				r.right = append(r.right, rest)
			case "!", "?":
				r := &all[len(all)-1]
				c := cells(rest)
				r.slips = append(r.slips, wordedSlip{len(r.right) - 1, c[0], c[1], kind == "?"})
			default:
				rows = append(rows, cells(strings.TrimPrefix(line, "row ")))
			}
		}
		table()
	}
	return all
}

func (w worded) failed(text []string) []string {
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: strings.Join(text, " ")}}}
	for i, t := range w.tables {
		d.Pages = append(d.Pages, document.Page{Number: i + 2, Tables: []document.Table{t}})
	}
	var out []string
	for _, r := range checks.Run(extract.Read(d, extract.Options{Year: 2024}), checks.Options{Document: d}) {
		if r.Result == events.CheckFail {
			out = append(out, r.Name+": "+r.Message+" ["+r.Words+"]")
		}
	}
	return out
}

// What an author who knew no check wrote: a slip in a sentence is told, and no right sentence is called wrong beside the others of its report.
func TestReportsInOtherWords(t *testing.T) {
	for _, w := range readWorded(t) {
		t.Run(w.name, func(t *testing.T) {
			for _, f := range w.failed(w.right) {
				t.Errorf("called wrong although it is right: %s", f)
			}
			for _, s := range w.slips {
				text := slices.Clone(w.right)
				text[s.at] = s.words
				if found := w.failed(text); s.left != (len(found) == 0) {
					t.Errorf("%s in %q: failures %q, known to be missed: %v", s.wrong, s.words, found, s.left)
				}
			}
		})
	}
}
