package extract_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// byLabel takes the figures of a row for what is listed with its label, or with its column.
type byLabel map[string]string

func (b byLabel) ReadCells(_ context.Context, cells []statement.Cell) ([]statement.CellReading, error) {
	out := make([]statement.CellReading, len(cells))
	for i, c := range cells {
		for _, heading := range append(append([]string{}, c.Cols...), c.Rows...) {
			if m := b[heading]; m != "" {
				out[i] = statement.CellReading{Metrics: []statement.Answer{surely(m)}, Kind: surely("value")}
			}
		}
	}
	return out, nil
}

// Rows that add up to another are of one thing: where a reader of headings makes several of them, what they measure is not known. Columns may be of
// several, and what does not add up says nothing.
func TestRowsThatAddUpMeasureOneThing(t *testing.T) {
	years := []string{"2023", "2022", "2021"}
	for name, c := range map[string]struct {
		is    byLabel
		cols  []string
		total []string
		want  string
	}{
		"several": {byLabel{"Combed": "headcount", "Carded": "accidents", "All": "headcount"}, years, []string{"112", "119", "130"}, "other other other"},
		"one": {byLabel{"Combed": "headcount", "Carded": "headcount", "All": "headcount"}, years, []string{"112", "119", "130"},
			"headcount headcount headcount"},
		"no sum": {byLabel{"Combed": "headcount", "Carded": "accidents", "All": "headcount"}, years, []string{"212", "219", "230"},
			"headcount accidents headcount"},
		"in one year": {byLabel{"Combed": "headcount", "Carded": "accidents", "All": "headcount"}, years[:1], []string{"112"}, "headcount accidents headcount"},
		"more columns": {byLabel{"Injured": "accidents", "Members": "headcount", "Here": "headcount"}, []string{"Injured", "Members", "Here"},
			[]string{"112", "119", "130"},
			"accidents,headcount,headcount accidents,headcount,headcount accidents,headcount,headcount"},
	} {
		t.Run(name, func(t *testing.T) {
			row := func(label string, values ...string) []document.Cell {
				var out []document.Cell
				for i, col := range c.cols {
					out = append(out, cellOf(label, col, values[i], values[i], ""))
				}
				return out
			}
			s, err := extract.ReadWith(t.Context(), c.is, tableOf(row("Combed", "63", "66", "72"), row("Carded", "49", "53", "58"),
				row("All", c.total...)), extract.Options{Year: 2023})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string][]string{}
			for _, f := range s.Facts {
				if label := f.Own(); len(c.is["Injured"]) > 0 || len(got[label]) == 0 {
					got[label] = append(got[label], string(f.Metric))
				}
			}
			var all []string
			for _, label := range []string{"Combed", "Carded", "All"} {
				all = append(all, strings.Join(got[label], ","))
			}
			if said := strings.Join(all, " "); said != c.want {
				t.Errorf("%q, want %q", said, c.want)
			}
		})
	}
}
