package extract_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// gridOf is a table with a head over each column, of which the first names rows; the figures of a row are in the unit that its list begins with.
func gridOf(caption string, head []string, rows ...[]string) *document.Document {
	t := document.Table{HeaderRows: 1, HeaderCols: 1, Caption: caption, Format: document.Format{Decimal: "."}, Rows: [][]document.Cell{{}}}
	for _, h := range head {
		t.Rows[0] = append(t.Rows[0], document.Cell{Text: h})
	}
	for _, r := range rows {
		row := []document.Cell{{Text: r[1]}}
		for j, text := range r[2:] {
			c := document.Cell{Text: text, RowPath: []string{r[1]}, ColPath: []string{head[j+1]}}
			if text != "" && text[0] >= '0' && text[0] <= '9' {
				c.Value, c.Unit = text, r[0]
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{t}}}}
}

func wantSaid(t *testing.T, d *document.Document, want ...string) {
	t.Helper()
	var got []string
	s := extract.Read(d, extract.Options{Year: 2023})
	for i := range s.Facts {
		f := &s.Facts[i]
		got = append(got, fmt.Sprintf("%s %s %s %d", f.Metric, f.ValueBase, f.UnitBase, f.Year))
	}
	if !slices.Equal(got, want) {
		t.Errorf("said %q\nwant %q", got, want)
	}
}

// The number of a note is no figure, whatever unit its row has; a figure below a head that speaks of notes and has a unit is one.
func TestNotesBesideUnitsAreNoFigures(t *testing.T) {
	wantSaid(t, gridOf("", []string{"", "Note", "2023"}, []string{"t CO2e", "Scope 1", "2", "810"}, []string{"t CO2e", "Scope 2", "3", "511"}),
		"ghg_emissions 810 tCO2e 2023", "ghg_emissions 511 tCO2e 2023")
	wantSaid(t, gridOf("", []string{"", "2023", "Ref."}, []string{"t", "Waste", "88", "12"}, []string{"GWh", "Energy", "71", "14"}),
		"waste 88 t 2023", "energy 255600 GJ 2023")
	wantSaid(t, gridOf("", []string{"", "Reference site, t"}, []string{"t", "Waste", "88"}, []string{"t", "Sludge", "71"}),
		"waste 88 t 2023", "other 71 t 2023")
}

// A figure of the base year is of the year that another column or its own label says, and of none that is known where neither does.
func TestFiguresOfABaseAreNotOfTheReportsYear(t *testing.T) {
	wantSaid(t, gridOf("", []string{"Aim", "Base year value", "Base year", "2023"}, []string{"t", "Waste", "910", "FY21", "730"},
		[]string{"t", "Sludge", "22", "", "21"}),
		"waste 910 t 2021", "waste 730 t 2023", "other 22 t 0", "other 21 t 2023")
	wantSaid(t, gridOf("", []string{"Goal", "Baseline", "2022", "2023"},
		[]string{"t", "Waste to landfill at all works of the group (base 2017)", "51", "33", "29"}),
		"waste 51 t 2017", "waste 33 t 2022", "waste 29 t 2023")
	wantSaid(t, gridOf("", []string{"Goal", "Base year", "2023"}, []string{"t", "Waste", "640", "533"}), "waste 640 t 0", "waste 533 t 2023")
	wantSaid(t, gridOf("", []string{"Goal", "Base year 2019", "2023"}, []string{"t", "Waste", "640", "533"}), "waste 640 t 2019", "waste 533 t 2023")
	wantSaid(t, gridOf("", []string{"Goal", "Customer base", "2023"}, []string{"t", "Waste", "640", "533"}), "waste 640 t 2023", "waste 533 t 2023")
}

// What a table says of the gas is not said of its rows that count hours and people, or weigh a fuel.
func TestRowsOfOtherThingsBesideEmissions(t *testing.T) {
	const kt = "thousand tonnes CO2e"
	wantSaid(t, gridOf("Emissions, "+kt, []string{"", "2023"}, []string{kt, "Scope 1", "81"}, []string{"million", "Hours worked, million", "3.2"},
		[]string{kt, "Employees at 31 December", "1790"}, []string{kt, "Employee commuting", "4"}),
		"ghg_emissions 81000 tCO2e 2023", "other 3200000  2023", "headcount 1790  2023", "ghg_emissions 4000 tCO2e 2023")
	wantSaid(t, gridOf("Emissions by group, "+kt, []string{"", "2023"}, []string{kt, "Employees", "81"}, []string{kt, "Kilns", "12"}),
		"ghg_emissions 81000 tCO2e 2023", "ghg_emissions 12000 tCO2e 2023")
	wantSaid(t, gridOf("Fuel and CO2", []string{"", "2023"}, []string{"t", "Heavy oil, t", "790"}, []string{"t", "CO2 from ships, t", "2611"}),
		"other 790 t 2023", "ghg_emissions 2611 tCO2 2023")
	wantSaid(t, gridOf("Energy and emissions", []string{"", "2023"}, []string{"t", "Kilns", "790"}, []string{"t", "Total emissions, t", "790"}),
		"ghg_emissions 790 tCO2 2023", "ghg_emissions 790 tCO2 2023")
}
