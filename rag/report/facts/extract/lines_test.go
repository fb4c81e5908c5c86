package extract_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Where columns say what is measured, a row of changes is of what its columns are.
func TestChangesBelowTheirAmounts(t *testing.T) {
	row := func(label string, values ...string) []document.Cell {
		var out []document.Cell
		for i, column := range []string{"Scope 1 tCO2e", "Energy TJ", "Headcount"} {
			unit := []string{"tCO2e", "TJ", ""}[i]
			if strings.HasSuffix(values[i], "%") {
				unit = "%"
			}
			out = append(out, cellOf(label, column, values[i], strings.TrimSuffix(values[i], "%"), unit))
		}
		return out
	}
	hasLine(t, tableOf(row("FY2021-22", "9120", "185", "3944"), row("FY2022-23", "8870", "181", "4011"), row("Change from base year", "-8.5%", "-5.5%", "3.8%")),
		`energy  "" 2023 = -5.5 % change`, `headcount  "" 2023 = 3.8 % change`, `ghg_emissions 1 "" 2022 = 9120 tCO2e`)
}

func TestWhatHeadingsOfAllRowsSay(t *testing.T) {
	for name, c := range map[string]struct {
		d    *document.Document
		want string
	}{
		"per things of the corner": {
			headed(tableOf([]document.Cell{cellOf("Energy (MJ)", "2023", "12,050", "12050", "MJ")}), "Per 1,000 units sold"),
			`energy_intensity  "" 2023 = 12.05 GJ per 1,000 units`,
		},
		"per what its unit says": {
			tableOf([]document.Cell{cellOf("Energy intensity per rupee of turnover (GJ per Rs. crore)", "2023", "316", "316", "GJ")}),
			`energy_intensity  "" 2023 = 316 GJ per rs. crore`,
		},
		"what is produced is no gas": {
			tableOf([]document.Cell{cellOf("GHG emissions intensity > Production volume (t)", "2023", "141", "141", "t")}), `other  "" 2023 = 141 t`,
		},
		"a quarter is no part of what was emitted": {
			tableOf([]document.Cell{cellOf("2023", "Q2", "489", "489", "tCO2e")}), `ghg_emissions  "" 2023 = 489 tCO2e`,
		},
		"travel of employees is no headcount": {
			tableOf([]document.Cell{cellOf("Fuels, excluding employee commuting > Diesel", "2023", "73", "73", "")}), `other  "" 2023 = 73`,
		},
		"scopes joined in another language": {
			tableOf([]document.Cell{cellOf("Total scopes 1, 2 et 3", "2023", "5", "5", "t CO2e")}), `ghg_emissions 1+2+3 "" 2023 = 5 tCO2e`,
		},
		"a fiscal year is no part": {
			tableOf([]document.Cell{cellOf("FY2022-23", "Scope 1", "5", "5", "t CO2e")}), `ghg_emissions 1 "" 2023 = 5 tCO2e`,
		},
		"a period that has ended is no target": {
			tableOf([]document.Cell{cellOf("Employees", "Year ended 2 February 2024", "5", "5", "")}), `headcount  "" 2024 = 5`,
		},
	} {
		t.Run(name, func(t *testing.T) { hasLine(t, c.d, c.want) })
	}
}

// A fiscal year of two halves is that in which it ends, in sentences, too.
func TestScopesOfFiscalYears(t *testing.T) {
	hasLine(t, page("Emissions of Scope 1 were 11,988 t CO2e in FY2022-23."), `ghg_emissions 1 "" 2023 = 11988 tCO2e`)
	hasLine(t, page("Emissions of Scope 1 were 11,988 t CO2e in 2022."), `ghg_emissions 1 "" 2022 = 11988 tCO2e`)
}
