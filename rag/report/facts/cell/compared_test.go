package cell

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// What a tile's label compares its figure with is the year that it counts from.
func TestTheYearThatATileIsComparedWith(t *testing.T) {
	for label, want := range map[string]int{
		"less CO2 per passenger than in 2019":                    2019,
		"less waste compared with 2020":                          2020,
		"of the members since 2021 are women, of those in 2022 ": 0,
		"of sailings in 2023":                                    0,
		"less CO2 than in 2030":                                  0,
	} {
		c := &Cell{Rows: []string{label}, Source: facts.FromTable}
		if got := c.comparedWith(2023); got != want {
			t.Errorf("%s: %d, want %d", label, got, want)
		}
	}
	if c := (&Cell{Rows: []string{"less than in 2019"}, Cols: []string{"2022"}, Source: facts.FromTable}); c.comparedWith(2023) != 0 {
		t.Error("a column heads it")
	}
}
