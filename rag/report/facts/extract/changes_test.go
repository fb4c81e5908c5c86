package extract

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// Rows of one table may count from years of their own: a change is of the later year in each, whichever row is looked at first.
func TestAChangeCountsFromTheYearOfItsRow(t *testing.T) {
	column := func(years ...int) map[int]*facts.Fact {
		out := map[int]*facts.Fact{}
		for row, year := range years {
			out[row] = &facts.Fact{Year: year}
		}
		return out
	}
	for range 20 { // maps have no order
		c := &ofColumns{facts: map[int]map[int]*facts.Fact{0: column(2019, 2021, 2019), 1: column(2024, 2024, 2024), 2: column(2019, 2021, 2019)}}
		c.makeChange(2, 1, 0, false)
		for row, f := range c.facts[2] {
			if f.Year != 2024 || !f.Change {
				t.Fatalf("row %d: %d, a change: %v", row, f.Year, f.Change)
			}
		}
	}
}
