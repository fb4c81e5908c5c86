package claims

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// What accounts set off against each other are no carbon credits, whatever the row is called; credits that are bought are.
func TestRowsOfMoneySetOff(t *testing.T) {
	for name, c := range map[string]struct {
		caption, unit string
		claimed       bool
	}{
		"taxes":                  {"Deferred taxes", "EUR", false},
		"in a unit nobody knows": {"Offsetting of financial assets", "EUR ’000s", false},
		"tonnes":                 {"Deferred taxes", "tCO2e", true},
		"credits under carbon":   {"Cost of greenhouse gas emissions", "EUR", true},
	} {
		t.Run(name, func(t *testing.T) {
			const label, text = "Offsetting", "Offsetting 4376"
			p := &pageReader{page: &document.Page{Text: text}, runes: []rune(text), reported: "2023"}
			table := &document.Table{Caption: c.caption, HeaderRows: 1, Rows: [][]document.Cell{
				{{Text: ""}, {Text: "2023"}},
				{{Text: label, Start: 0, End: 10}, {Text: "4376", Value: "4376", Unit: c.unit, RowPath: []string{label}, ColPath: []string{"2023"}, Period: "2023",
					Start: 11, End: 15}},
			}}
			if r, ok := p.tableRow(table, 1, false); ok && r.label.has[cueCredits] != c.claimed || !ok && c.claimed {
				t.Errorf("claimed %t as %q", ok, r.text)
			}
		})
	}
}
