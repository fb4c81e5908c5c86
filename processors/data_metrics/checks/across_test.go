package checks_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// sideBySide are tables and what sentences say of several of their rows or columns: what the table refutes, is told, and what it does not, is right. What
// it refutes in words that are not understood is missed; it is there so that whoever reads more sees it.
type sideBySide struct {
	Tables []struct {
		Caption, Unit string
		Cols          []string
		Rows          [][]string
	}
	Sentences []struct {
		Table            int
		Kind, Text, Want string
	}
}

// document makes a report of a sentence and a table, whose units stand in heads and labels where the caption has none.
func (s sideBySide) document(table int, text string) *document.Document {
	t := s.Tables[table]
	g := grid(t.Caption, t.Unit, t.Cols, t.Rows...)
	for r := 1; r < len(g.Rows); r++ {
		for c := 1; c < len(g.Rows[r]); c++ {
			cell := &g.Rows[r][c]
			cell.Value = strings.TrimLeft(cell.Value, "≤≥ ")
			for _, heading := range []string{t.Cols[c-1], g.Rows[r][0].Text} {
				if _, unit, ok := strings.Cut(heading, "("); ok && t.Unit == "" {
					cell.Unit, _, _ = strings.Cut(unit, ")")
				}
			}
		}
	}
	return &document.Document{SHA256: "s", Version: document.Version,
		Pages: []document.Page{{Number: 1, Text: text}, {Number: 2, Tables: []document.Table{g}}}}
}

func TestWhatIsSaidOfRowsSideBySideIsHeldAgainstTheTable(t *testing.T) {
	raw, err := os.ReadFile("testdata/across.json")
	if err != nil {
		t.Fatal(err)
	}
	var all sideBySide
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	told, guilty := 0, 0
	for _, x := range all.Sentences {
		t.Run(x.Kind+"/"+x.Text, func(t *testing.T) {
			d := all.document(x.Table, x.Text)
			var failed []string
			for _, r := range checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{Document: d}) {
				if r.Result == events.CheckFail && r.Words != "" {
					failed = append(failed, r.Message)
				}
			}
			switch x.Want {
			case "told":
				guilty++
				told += min(1, len(failed))
				if len(failed) == 0 {
					t.Error("nothing is told of it")
				}
			case "missed":
				guilty++
				if len(failed) > 0 {
					t.Errorf("it is told now, and testdata/across.json says that it is missed: %s", failed)
				}
			case "right":
				if len(failed) > 0 {
					t.Errorf("it is accused: %s", failed)
				}
			default:
				t.Errorf("%q is none of told, missed and right", x.Want)
			}
		})
	}
	t.Logf("%d of %d that a table refutes are told", told, guilty)
}
