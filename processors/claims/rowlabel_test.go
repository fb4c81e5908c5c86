package claims

import (
	"fmt"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func listing(unit string, column []string, values ...string) *document.Table {
	t := &document.Table{}
	at := 0
	for i, v := range values {
		label := fmt.Sprintf("Chapter %c", 'A'+i)
		t.Rows = append(t.Rows, []document.Cell{
			{Text: label, Start: at, End: at + 9},
			{Text: v, Value: v, Unit: unit, RowPath: []string{label}, ColPath: column, Start: at + 10, End: at + 12},
		})
		at += 20
	}
	return t
}

// A list of contents is no table of figures; one with units, headings or figures that fall is one.
func TestListsOfContents(t *testing.T) {
	for name, c := range map[string]struct {
		table *document.Table
		want  bool
	}{
		"contents":       {listing("", nil, "3", "4", "5", "6", "10", "17"), true},
		"too few":        {listing("", nil, "3", "4", "5", "6"), false},
		"with a unit":    {listing("t", nil, "3", "4", "5", "6", "10"), false},
		"under a year":   {listing("", []string{"2024"}, "3", "4", "5", "6", "10"), false},
		"going down":     {listing("", nil, "3", "4", "5", "2", "10"), false},
		"no whole pages": {listing("", nil, "3", "4", "5", "6.5", "10"), false},
		"beyond a book":  {listing("", nil, "3", "4", "5", "6", "1000"), false},
	} {
		if got := listsPages(c.table); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestFiguredLabels(t *testing.T) {
	for label, want := range map[string]bool{
		"EUR 1,184 m": true, "2.31 Mt": true, "78 %": true,
		"Scope 1 emissions": false, "Revenue of EUR 1,184 m": false, "Employees in 2024": false, "2024": false,
	} {
		if got := figured(label, quantity.Point); got != want {
			t.Errorf("%q: %t", label, got)
		}
	}
}
