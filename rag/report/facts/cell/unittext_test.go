package cell_test

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
)

func TestUnitsThatAHeadingSays(t *testing.T) {
	for heading, want := range map[string]string{
		"Average rent increase expected (in % p. a.)":            "%",
		"Net result of the company for the year € k Dec. 31, 24": "",
		"Net result of the company and others € k Dec. 31, 2024": "€ k",
		"Savings by all of them in t CO2e (only where marked)":   "t CO2e",
		"MWh from renewable sources of all kinds and places":     "MWh",
		"Emissions of all that was sold, per year (percentage)":  "percentage",
		"Ages of all members of the board in percentages":        "in percentages",
		"Euro bonds that were issued in the year of reporting":   "",
		"Water from wells that were drilled in earlier years":    "",
	} {
		t.Run(heading, func(t *testing.T) {
			units := slices.DeleteFunc(cell.BracketUnits(heading), func(u string) bool { return !cell.IsUnit(u) })
			if got := cell.FirstOf(units...); got != want {
				t.Errorf("read %q, want %q", got, want)
			}
		})
	}
}
