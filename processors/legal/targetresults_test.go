package legal

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A row of a table of targets is how far a target has come where the heads say that it has where it was measured from and where it stands.
func TestATableOfTargetsGivesTheirResults(t *testing.T) {
	for name, c := range map[string]struct {
		rows [][]string
		want string
	}{
		"by year":      {[][]string{{"Key targets", "Baseline", "2023"}, {"Renewable power", "80% (2022)", "82%"}}, "Renewable power\t80% (2022)\t82%"},
		"by status":    {[][]string{{"Target", "Base year", "Status"}, {"Halve emissions", "2019", "-31%"}}, "Halve emissions\t2019\t-31%"},
		"not begun":    {[][]string{{"Target", "Base year", "Status"}, {"Halve emissions", "2019", "begun"}}, ""},
		"of something": {[][]string{{"Target", "Base year", "Status"}, {"Women in management", "2019", "28%"}}, ""},
		"without base": {[][]string{{"Target", "Owner", "2030"}, {"Halve emissions", "3", "50%"}}, ""},
		"no target":    {[][]string{{"Scope 1 emissions", "Base year", "2023"}, {"Emissions", "112", "104"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			o := cut([]*document.Page{gridded(c.rows...)})
			ix := newIndex(standardOf(t).lex, o.passages)
			ix.tables = o.tables
			at, ok := targetResults(ix)
			if got := c.want != ""; ok != got {
				t.Fatalf("found: %t", ok)
			}
			if ok && ix.passages[at].text != c.want {
				t.Errorf("%q", ix.passages[at].text)
			}
		})
	}
}
