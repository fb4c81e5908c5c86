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
		"Women among all of those who lead, % (base year 2020)":  "%",
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

// A heading may begin with a unit of several words, which goes as far as it is one.
func TestHeadingsThatBeginWithAUnitOfSeveralWords(t *testing.T) {
	for heading, want := range map[string]string{
		"kt CO2e given off in running our works": "kt CO2e", "million m³ drawn from rivers": "million m³", "GWh made from biogas": "GWh",
		"people at work": "", "EUR million spent on roads": "", "% of suppliers that answered": "%",
	} {
		if got := cell.LeadingUnit(heading); got != want {
			t.Errorf("%q begins with %q, want %q", heading, got, want)
		}
	}
}
