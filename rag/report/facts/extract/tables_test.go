package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// cellOf is a cell with its headings, parted by ">".
func cellOf(rows, cols, text, value, unit string) document.Cell {
	split := func(s string) []string {
		if s == "" {
			return nil
		}
		return strings.Split(s, " > ")
	}
	return document.Cell{Text: text, Value: value, Unit: unit, RowPath: split(rows), ColPath: split(cols)}
}

// tableOf is a table of one row of cells for each list.
func tableOf(rows ...[]document.Cell) *document.Document {
	t := document.Table{HeaderRows: 1, HeaderCols: 1, Format: document.Format{Decimal: "."}}
	t.Rows = append(t.Rows, make([]document.Cell, len(rows[0])+1))
	for _, r := range rows {
		label := ""
		if n := len(r[0].RowPath); n > 0 {
			label = r[0].RowPath[n-1]
		}
		t.Rows = append(t.Rows, append([]document.Cell{{Text: label}}, r...))
	}
	return &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{t}}}}
}

func saidOf(d *document.Document) []string {
	var out []string
	s := extract.Read(d, extract.Options{Year: 2023})
	for i := range s.Facts {
		f := &s.Facts[i]
		line := fmt.Sprintf("%s %s %q %d = %s %s", f.Metric, f.Scope, f.Category, f.Year, f.ValueBase, f.UnitBase)
		if f.Per != "" {
			line += " per " + f.Per
		}
		if f.Target {
			line += " target"
		}
		if f.Change {
			line += " change"
		}
		out = append(out, line)
	}
	return out
}

func TestKindsOfTables(t *testing.T) {
	const kt, ghg = "1,000 metric tons of CO2e emissions", "Greenhouse gas emissions > "
	row := func(label, value string) []document.Cell {
		return []document.Cell{cellOf(ghg+label, "FY 2023", value, value, kt)}
	}
	for name, c := range map[string]struct {
		d    *document.Document
		want []string
	}{
		"a row that ends in its period is named by what stands before it": {
			tableOf(row("Scope 1 > Total > Fiscal Year", "387"), row("Scope 1 > CO2 emissions from LPG > Fiscal Year", "5"),
				row("Scope 1 > CO2 emissions from gas > Sept. 30th", "109")),
			[]string{`ghg_emissions 1 "" 2023 = 387000 tCO2e`, `ghg_emissions 1 "LPG" 2023 = 5000 tCO2e`, `ghg_emissions 1 "gas" 2023 = 109000 tCO2e`},
		},
		"one gas beside others is not all of the scope": {
			tableOf(row("Scope 1 > Total", "387"), row("Scope 1 > CO2 emissions", "342"), row("Scope 1 > SF6 emissions", "30")),
			[]string{`ghg_emissions 1 "" 2023 = 387000 tCO2e`, `ghg_emissions 1 "CO2" 2023 = 342000 tCO2e`, `ghg_emissions 1 "SF6" 2023 = 30000 tCO2e`},
		},
		"one gas alone may be all that is meant": {
			tableOf(row("Scope 1 > CO2 emissions", "342")), []string{`ghg_emissions 1 "" 2023 = 342000 tCO2e`},
		},
		"upstream is a part of Scope 3": {
			tableOf(row("Scope 3 > Total", "500"), row("Scope 3 upstream > Total", "100")),
			[]string{`ghg_emissions 3 "" 2023 = 500000 tCO2e`, `ghg_emissions 3 "upstream" 2023 = 100000 tCO2e`},
		},
		"what was not emitted": {
			tableOf(row("Reduced emissions through renewable energy > Scope 1", "13"), row("Scope 1+2 reduction to last year > Total", "32")),
			[]string{`ghg_reduction 1 "" 2023 = 13000 tCO2e`, `ghg_reduction 1+2 "" 2023 = 32000 tCO2e`},
		},
		"years within a cell": {
			tableOf([]document.Cell{cellOf("Mortgages", "CO2 reduction pathways", "2021: 45.8 kg CO2e /m² 2023: 44.4 kg CO2e /m² 2030: 19.8 kg CO2e /m²", "", "")}),
			[]string{`ghg_intensity  "Mortgages" 2021 = 0.0458 tCO2e per m²`, `ghg_intensity  "Mortgages" 2023 = 0.0444 tCO2e per m²`,
				`ghg_intensity  "Mortgages" 2030 = 0.0198 tCO2e per m² target`},
		},
		"no years within a cell": {
			tableOf([]document.Cell{cellOf("Plants", "Note", "2021: three plants 2023: 4 plants", "", "")}), nil,
		},
		"a column of which has the unit of the one it is of": {
			tableOf([]document.Cell{cellOf("Farming", "a > Gross amount > million €", "18.3", "18.3", "million €"),
				cellOf("Farming", "b > Gross amount > Of which sustainable (CCM)", "0.5", "0.5", "CCM")}),
			[]string{`other  "" 2023 = 18300000 EUR`, `other  "" 2023 = 500000 EUR`},
		},
		"scopes in other languages": {
			tableOf([]document.Cell{cellOf("Emisi langsung (Cakupan 1)", "2023", "12", "12", "ton CO2e")},
				[]document.Cell{cellOf("Lingkup 2 (berbasis lokasi)", "2023", "7", "7", "ton CO2e")},
				[]document.Cell{cellOf("Summe Scope 1 und 2", "2023", "19", "19", "t CO2e")},
				[]document.Cell{cellOf("Alcance 3", "2023", "5", "5", "t CO2e")}, []document.Cell{cellOf("Scope-3-Emissionen", "2023", "5", "5", "t CO2e")}),
			[]string{`ghg_emissions 1 "" 2023 = 12 tCO2e`, `ghg_emissions 2 "" 2023 = 7 tCO2e`, `ghg_emissions 1+2 "" 2023 = 19 tCO2e`,
				`ghg_emissions 3 "" 2023 = 5 tCO2e`, `ghg_emissions 3 "" 2023 = 5 tCO2e`},
		},
	} {
		if got := saidOf(c.d); !slices.Equal(got, c.want) {
			t.Errorf("%s: read\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// A fiscal year above a column narrows nothing, and the end of a sentence names no rows.
func TestWhatNarrowsNothing(t *testing.T) {
	for _, head := range []string{"FY2023", "FY 2023", "FY23", "2023", "FY2022/23"} {
		s := extract.Read(tableOf([]document.Cell{cellOf("Scope 1", head, "12", "12", "t CO2e")}), extract.Options{Year: 2023})
		if len(s.Facts) != 1 || s.Facts[0].Boundary != "" {
			t.Errorf("%s: %+v", head, s.Facts)
		}
	}
	text := "t CO2e 2022 2021\nThis was decided by the Board of Managing Directors.\n77 84\nScope 1 2 3\n"
	if s := extract.Read(page(text), extract.Options{Year: 2022}); len(s.Facts) != 2 || s.Facts[0].Scope != "1" {
		t.Errorf("%+v", s.Facts)
	}
}

// What a sentence calls its unit says nothing of the unit of a table that names its own.
func TestAUnitIsWhatItsOwnHeadingSays(t *testing.T) {
	for _, c := range []struct{ head, text, want string }{
		{"Waste (tons)", "Our yards moved 1,200 short tons of scrap.", `waste  "" 2023 = 190 t`},
		{"Waste (short tons)", "Our yards moved 1,200 tons of scrap.", `waste  "" 2023 = 172.3651006 t`},
		{"Land (acres)", "Our farms store 1,200 acre-feet of rain.", `other  "" 2023 = 76.8902720256 ha`},
	} {
		d := tableOf([]document.Cell{cellOf("All sites", "2023", "190", "190", "")})
		d.Pages[0].Tables[0].Rows[0][0] = document.Cell{Text: c.head}
		d.Pages[0].Text = c.text
		if got := saidOf(d); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: %q, want %q", c.head, got, c.want)
		}
	}
}

// What stands in the corner of a table without a caption is its name: its unit, what it counts, and that what it gives
// was not emitted.
// Where heads are repeated with another corner, the unit in the corner of the table is the first part's.
func TestAPartWithHeadsOfItsOwnHasNotTheUnitOfTheTable(t *testing.T) {
	d := tableOf(
		[]document.Cell{cellOf("Heating oil", "2023", "7.7", "7.7", "GWh")},
		[]document.Cell{cellOf("People > Employees", "2023", "836", "836", "")},
	)
	table := &d.Pages[0].Tables[0]
	table.Caption, table.Unit = "Energy, GWh", "GWh"
	want := []string{`energy  "" 2023 = 27720 GJ`, `headcount  "" 2023 = 836 `}
	if got := saidOf(d); !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}

// The same rows that come again below the same heads, as of another day, have the unit of the first.
func TestAPartWithTheSameRowsHasTheUnitOfTheTable(t *testing.T) {
	d := tableOf(
		[]document.Cell{cellOf("Male", "Board", "50", "50", "%")},
		[]document.Cell{cellOf("2022 > Male", "Board", "33", "33", "")},
	)
	table := &d.Pages[0].Tables[0]
	table.Caption, table.Unit = "Gender, %", "%"
	for _, f := range extract.Read(d, extract.Options{Year: 2023}).Facts {
		if f.Unit != "%" {
			t.Errorf("%s has the unit %q", f.Printed, f.Unit)
		}
	}
}

// How far a target is reached is none.
func TestHowFarATargetIsReached(t *testing.T) {
	for label, want := range map[string]bool{"Reduction target achieved": false, "Achievement of the target": false, "Reduction target": true} {
		d := tableOf([]document.Cell{cellOf(label, "2023", "25", "25", "%")})
		for _, f := range extract.Read(d, extract.Options{Year: 2023}).Facts {
			if f.Target != want {
				t.Errorf("%s: a target %v", label, f.Target)
			}
		}
	}
}

func TestTheCornerOfATable(t *testing.T) {
	corner := func(text string, cells ...document.Cell) *document.Document {
		d := tableOf(cells)
		d.Pages[0].Tables[0].Rows[0][0] = document.Cell{Text: text}
		return d
	}
	for text, want := range map[string]string{
		"Avoided emissions at our customers (in million t CO2-equivalent)": `ghg_reduction  "Siemens" 2023 = 190000000 tCO2e`,
		"Water withdrawal (acre-feet)":                                     `water  "" 2023 = 234361.5491340288 m3`,
		"Water withdrawal, thousand acre-feet":                             `water  "" 2023 = 234361549.1340288 m3`,
		"Fatal accidents":                                                  `accidents  "" 2023 = 190`,
		"Hirings (number of people)":                                       `other  "" 2023 = 190`,
		"Employees":                                                        `headcount  "" 2023 = 190`,
	} {
		if got := saidOf(corner(text, cellOf("Siemens", "2023", "190", "190", ""))); len(got) != 1 || strings.TrimSpace(got[0]) != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	index := corner("Governance", cellOf("Code of ethics", "304-305", "385", "385", ""))
	index.Pages[0].Tables[0].Rows[0][1] = document.Cell{Text: "304-305"}
	if got := saidOf(index); len(got) != 0 {
		t.Errorf("pages of an index: %q", got)
	}
	for row, want := range map[string]string{
		"Number of apartments completed": "= 2425", "Number of apartments completed > thereof sold": "= 2425",
		"Number of apartments completed > Costs (€ thousand)": "= 2425000 EUR", "Apartments > thereof sold": "= 2425000000 EUR",
	} {
		money := corner("In € million", cellOf(row, "2023", "2,425", "2425", "€ million"))
		money.Pages[0].Tables[0].Unit = "€ million"
		if got := saidOf(money); len(got) != 1 || !strings.HasSuffix(strings.TrimSpace(got[0]), want) {
			t.Errorf("%s in a table of money: %q", row, got)
		}
	}
	ages := corner("Employees by age", cellOf("Women", "30-50", "385", "385", ""))
	ages.Pages[0].Tables[0].Rows[0][1] = document.Cell{Text: "30-50"}
	if got := saidOf(ages); len(got) != 1 {
		t.Errorf("ages: %q", got)
	}
}

// A target and its year may stand in two lines of one row: the year in brackets is no amount.
func TestAYearInBracketsIsNoAmount(t *testing.T) {
	const label = "Emissions in tonnes CO2e"
	d := tableOf([]document.Cell{cellOf(label, "Goal", "(2030)", "-2030", ""), cellOf(label, "2023", "(230)", "-230", "")})
	if got := saidOf(d); len(got) != 1 || !strings.HasSuffix(strings.TrimSpace(got[0]), "2023 = -230 tCO2e") {
		t.Errorf("%q", got)
	}
}

// The mark of a note stands beside a figure as a negative one would; the note below the table tells them apart.
func TestTheMarkOfANoteIsNoFigure(t *testing.T) {
	for text, want := range map[string]int{"(7) The figures of the year before are estimated.": 1, "Others have fewer.": 2} {
		d := tableOf([]document.Cell{cellOf("Heating in MWh", "2023", "4,922.2", "4922.2", "MWh"), cellOf("Heating in MWh", "2022", "(7)", "-7", "MWh")})
		d.Pages[0].Text = "Heating in MWh\n" + text
		if got := saidOf(d); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestAnAmountWithItsChangeBehindItIsTheAmount(t *testing.T) {
	d := tableOf([]document.Cell{
		cellOf("GHG emissions (Scope 1+2)", "2023", "49 (-56%)", "", "t CO2e"), cellOf("GHG emissions (Scope 1+2)", "2022", "1,076 (+ 1.9 %)", "", "t CO2e")})
	d.Pages[0].Tables[0].Unit = "t CO2e"
	got := saidOf(d)
	if want := []string{`ghg_emissions 1+2 "" 2023 = 49 tCO2e`, `ghg_emissions 1+2 "" 2022 = 1076 tCO2e`}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
