package extract_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// byColumn takes the figures of a column for what is listed with its heading.
type byColumn map[string]string

func (b byColumn) ReadCells(_ context.Context, cells []statement.Cell) ([]statement.CellReading, error) {
	out := make([]statement.CellReading, len(cells))
	for i, c := range cells {
		if m := b[strings.Join(c.Cols, " ")]; m != "" {
			out[i] = statement.CellReading{Metrics: []statement.Answer{surely(m)}, Kind: surely("value")}
		}
	}
	return out, nil
}

// The figures of a row that differ by their years measure one thing: what most of them are taken for, and nothing where none has most. In columns
// that are no years they may measure several.
func TestTheYearsOfARowMeasureOneThing(t *testing.T) {
	for name, c := range map[string]struct {
		cols []string
		is   byColumn
		want string
	}{
		"one of three": {[]string{"2023", "2022", "2021"}, byColumn{"2023": "headcount", "2022": "headcount", "2021": "accidents"},
			"headcount headcount headcount"},
		"three of three": {[]string{"2023", "2022", "2021"}, byColumn{"2023": "headcount", "2022": "other", "2021": "accidents"}, "other other other"},
		"one of two":     {[]string{"2023", "2022"}, byColumn{"2023": "headcount", "2022": "accidents"}, "other other"},
		"columns of regions": {[]string{"Spain", "Peru", "2021"}, byColumn{"Spain": "headcount", "Peru": "headcount", "2021": "accidents"},
			"headcount headcount accidents"},
	} {
		t.Run(name, func(t *testing.T) {
			var row []document.Cell
			for i, col := range c.cols {
				row = append(row, cellOf("Seafarers", col, fmt.Sprint(900-i), fmt.Sprint(900-i), ""))
			}
			s, err := extract.ReadWith(t.Context(), c.is, tableOf(row), extract.Options{Year: 2023})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range s.Facts {
				got = append(got, string(f.Metric))
			}
			if said := strings.Join(got, " "); said != c.want {
				t.Errorf("%q, want %q", said, c.want)
			}
		})
	}
}
