package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// A table that goes on overleaf ends in the total of all of its rows.
func TestATotalOverleaf(t *testing.T) {
	for name, c := range map[string]struct {
		total string
		more  string // a row
		wrong bool
	}{
		"right":                  {total: "340,150"},
		"another digit":          {total: "349,150", wrong: true},
		"digits exchanged":       {total: "341,050", wrong: true},
		"of something else":      {total: "371,400"},
		"a row was not read":     {total: "349,150", more: "Quay | "},
		"rows of parts between":  {total: "347,150", more: "Logistics | 166,400"},
		"of the second page's":   {total: "156,500"},
		"what counts twice once": {total: "330,020"},
	} {
		t.Run(name, func(t *testing.T) {
			number := func(table document.Table) document.Table {
				for _, row := range table.Rows[1:] {
					for i := range row[1:] {
						row[i+1].Value = strings.ReplaceAll(row[i+1].Text, ",", "")
					}
				}
				return table
			}
			first := []string{"Property | Area (m²)", "Albion | 18,200", "Baker | 9,650", "Canal | 22,400", "Dock | 31,500", "East | 27,800", "Foundry | 44,100",
				"Granary | 12,300", "Harbour | 17,700"}
			second := []string{"Property | Area (m²)", "Ironside | 52,600", "Jubilee | 19,400", "Kingsway | 8,700", "Lime | 38,200", "Market | 14,100",
				"Northern | 23,500", "Total portfolio | " + c.total}
			if c.more != "" {
				first = append(first, c.more)
			}
			d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{
				{Number: 1, Text: "Properties", Tables: []document.Table{number(textTable("Properties", first...))}},
				{Number: 2, Text: "Properties", Tables: []document.Table{number(textTable("Properties (continued)", second...))}},
			}}
			var got []string
			for _, r := range checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{Document: d}) {
				if r.Result == events.CheckFail {
					got = append(got, r.Message)
				}
			}
			if c.wrong != (len(got) > 0) {
				t.Errorf("failures %q", strings.Join(got, "; "))
			}
		})
	}
}
