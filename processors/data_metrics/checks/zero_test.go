package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// A unit that was taken from a row above makes an intensity of what is none: that must be no accusation.
func TestAnIntensityOfZeroIsOneOfEmissions(t *testing.T) {
	for name, c := range map[string]struct {
		row   string
		fails bool
	}{
		"a row of emissions":             {"Emissions intensity", true},
		"a row with the unit of another": {"Fatal accidents", false},
	} {
		t.Run(name, func(t *testing.T) {
			g := grid("Key figures", "t CO2e/EUR million", []string{"2023"}, []string{"Total Scope 1 and 2 emissions (t CO2e)", "79,586"}, []string{c.row, "0"})
			failed := false
			for _, r := range onPages(g) {
				failed = failed || r.Name == "intensity" && r.Result == events.CheckFail
			}
			if failed != c.fails {
				t.Errorf("an intensity of 0 is told: %v", failed)
			}
		})
	}
}
