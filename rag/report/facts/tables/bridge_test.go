package tables

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func TestChangesThatLeadFromOneAmountToAnother(t *testing.T) {
	for _, c := range []struct {
		column []string
		want   []bool
	}{
		{[]string{"648", "−62", "−48", "+13", "551"}, []bool{false, true, true, true, false}},
		{[]string{"648", "−62", "−48", "+13", "540"}, make([]bool, 5)},
		{[]string{"648", "−62", "−48", "13", "551"}, make([]bool, 5)},
		{[]string{"648", "−97", "551"}, make([]bool, 3)},
	} {
		var cells []cell.Cell
		for i, s := range c.column {
			q, err := quantity.Parse(s, quantity.Point)
			if err != nil {
				t.Fatal(err)
			}
			cells = append(cells, cell.Cell{Q: q, Printed: s, Row: i, Col: 1})
		}
		bridge(cells)
		var got []bool
		for i := range cells {
			got = append(got, cells[i].Moves)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %v", c.column, got)
		}
	}
}
