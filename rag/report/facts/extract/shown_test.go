package extract_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// What a column is by how it goes with those beside it: the unit of its table is not always its own.
func TestColumnsAreWhatTheirNeighboursShow(t *testing.T) {
	amounts := []string{"Scope 1|1,204|1,368|", "Scope 2, market-based|880|1,428|", "Scope 1 and 2|2,084|2,796|"}
	with := func(last ...string) (out []string) {
		for i, a := range amounts {
			out = append(out, a+last[i])
		}
		return out
	}
	t.Run("changes in per cent under the table's tonnes", func(t *testing.T) {
		hasLine(t, rowsOf("t CO2e", "2023|2022|2023 vs 2022", with("-12.0", "-38.4", "-25.5")...),
			`ghg_reduction 1 "" 2023 = -12 % change`, `ghg_reduction 1+2 "" 2023 = -25.5 % change`)
	})
	t.Run("changes in tonnes", func(t *testing.T) {
		hasLine(t, rowsOf("t CO2e", "2023|2022|2023 vs 2022", with("-164", "-548", "-712")...), `ghg_reduction 1 "" 2023 = -164 tCO2e change`)
	})
	t.Run("neither", func(t *testing.T) {
		hasLine(t, rowsOf("t CO2e", "2023|2022|2021", with("-12.0", "-38.4", "-21.5")...), `ghg_emissions 1 "" 2021 = -12 tCO2e`)
	})
	t.Run("shares under the table's money", func(t *testing.T) {
		hasLine(t, rowsOf("EUR million", "Amount|Share of total", "Bonds|281|28.1", "Shares|333|33.3", "Land|386|38.6", "Total|1,000|100.0"),
			`other  "" 2023 = 28.1 %`)
	})
}

func TestABaseYearUnderTheHeadOfChangesIsALevel(t *testing.T) {
	rows := func(base ...string) *document.Document {
		var all [][]document.Cell
		for i, l := range []string{"Scope 1", "Scope 2", "Scope 3"} {
			now := []string{"1,204", "880", "5,310"}[i]
			all = append(all, []document.Cell{
				cellOf(l, "2023", now, strings.ReplaceAll(now, ",", ""), "t CO2e"), cellOf(l, "Change > 2019", base[i], strings.ReplaceAll(base[i], ",", ""), "t CO2e"),
			})
		}
		return tableOf(all...)
	}
	t.Run("as large as the amounts", func(t *testing.T) {
		hasLine(t, rows("1,368", "1,428", "6,200"), `ghg_emissions 1 "" 2019 = 1368 tCO2e`)
	})
	t.Run("smaller", func(t *testing.T) {
		hasLine(t, rows("164", "548", "890"), `ghg_reduction 1 "" 2019 = 164 tCO2e change`)
	})
}

func TestWhatAddsUpToElectricityIsElectricity(t *testing.T) {
	hasLine(t, rowsOf("MWh", "Energy 2023|Energy 2022", "Japan|14,260|14,910", "Mexico|11,840|12,320", "Electricity, Group|26,100|27,230"),
		`electricity  "" 2023 = 51336 GJ`, `electricity  "" 2023 = 93960 GJ`)
}

func TestTotalsHoldTheScopesThatTheyAddUpFrom(t *testing.T) {
	rows := []string{"Scope 1|2,415|2,590", "Scope 2, market-based|1,180|1,655", "Scope 3, business travel|3,000|3,100", "Scope 3, paper|1,862|1,837"}
	t.Run("of all scopes", func(t *testing.T) {
		s := extract.Read(rowsOf("t CO2e", "2023|2022", append(rows, "Total|8,457|9,182")...), extract.Options{Year: 2023})
		if f := s.Facts[len(s.Facts)-1]; f.Scope != "1+2+3" || f.Method != "market" {
			t.Errorf("scope %q by method %q", f.Scope, f.Method)
		}
	})
	t.Run("of something else", func(t *testing.T) {
		s := extract.Read(rowsOf("t CO2e", "2023|2022", append(rows, "Total|8,957|9,182")...), extract.Options{Year: 2023})
		if f := s.Facts[len(s.Facts)-1]; f.Scope == "1+2+3" {
			t.Errorf("scope %q", f.Scope)
		}
	})
}

// Five years of "Scope 1 and 2" are by the method by which another table has this year's.
func TestARowIsByTheMethodOfTheSameFigureElsewhere(t *testing.T) {
	d := rowsOf("t CO2e", "2023|2022", "Scope 1 and 2 (location-based)|4,877|5,560")
	years := rowsOf("t CO2e", "2023|2021", "Scope 1 and 2|4,877|6,220")
	d.Pages[0].Tables = append(d.Pages[0].Tables, years.Pages[0].Tables...)
	for _, f := range extract.Read(d, extract.Options{Year: 2023}).Facts {
		if f.Method != "location" {
			t.Errorf("%s of %d is by method %q", f.Printed, f.Year, f.Method)
		}
	}
}

func TestATotalOfSeveralFormsOfEnergyIsEnergy(t *testing.T) {
	hasLine(t, rowsOf("MWh", "2023|2022", "Electricity, grid|14,260|14,910", "District heat|11,840|12,320", "Electricity and heat|26,100|27,230"),
		`energy  "" 2023 = 93960 GJ`)
}
