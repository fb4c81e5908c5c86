package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// rowsOf draws a table with lines between its rows: labels at the left, figures at the right.
func rowsOf(rows ...[]string) *sheet {
	s := newSheet()
	s.across(60, 540, 90)
	for i, r := range rows {
		y := 102 + 16*float64(i)
		s.text(64, y, r[0])
		for c, text := range r[1:] {
			s.right(540-90*float64(len(r)-2-c), y, text)
		}
		s.across(60, 540, y+4)
	}
	return s
}

// What reads as a figure may name the columns: a year of which something is said, or the classes of a distribution.
func TestRowsOfYearsAndClassesNameColumns(t *testing.T) {
	for _, test := range []struct {
		name                       string
		head                       []string
		figure, column, unit, year string
	}{
		{"a year that was restated", []string{"in EUR million", "2022 (adjusted)", "2023"}, "144.6", "2022 (adjusted)", "EUR million", "2022"},
		{"a year before and after it was restated", []string{"in EUR million", "2022", "2022 (adjusted)"}, "144.6", "2022", "EUR million", "2022"},
		{"a unit with a hyphen", []string{"Withdrawal in thousand acre-feet", "2022", "2023"}, "144.6", "2022", "thousand acre-feet", "2022"},
		{"years with a unit with a hyphen", []string{"Withdrawal", "2023 acre-feet", "2022 acre-feet"}, "120.9", "2022 acre-feet", "acre-feet", "2022"},
		{"years with their unit", []string{"Income", "2023 K€", "2022 K€"}, "120.9", "2022 K€", "K€", "2022"},
		{"years with the mass of a gas", []string{"", "2024 tCO2e", "2023 tCO2e"}, "120.9", "2023 tCO2e", "tCO2e", "2023"},
		{"years with cubic metres", []string{"", "2024 m3", "2023 m3"}, "144.6", "2024 m3", "m3", "2024"},
		{"years with thousands of money", []string{"", "2024 £'000", "2023 £'000"}, "120.9", "2023 £'000", "£'000", "2023"},
		{"years with a gas for each square metre", []string{"", "2024 kg CO2e/m2", "2023 kg CO2e/m2"}, "144.6", "2024 kg CO2e/m2", "kg CO2e/m2", "2024"},
		{"a year with the mark of a note close behind", []string{"in EUR million", "20231", "2022"}, "144.6", "2023", "EUR million", "2023"},
		{"a year to be reached", []string{"in %", "2015", "2025 target"}, "120.9", "2025 target", "%", "2025"},
		{"classes of age", []string{"31.12.2023", "<30", "30-50", ">50", "Total"}, "144.6", "<30", "", "31.12.2023"},
	} {
		t.Run(test.name, func(t *testing.T) {
			figures := [][]string{{"Letting", "144.6", "120.9", "13.4", "16.2"}, {"Sales", "42.3", "35.1", "12.5", "17.1"}, {"Other", "7.5", "6.8", "3.3", "9.9"}}
			rows := [][]string{test.head}
			for _, f := range figures {
				rows = append(rows, f[:len(test.head)])
			}
			got := one(t, rowsOf(rows...))
			if got.HeaderRows != 1 {
				t.Fatalf("%d header rows\n%s", got.HeaderRows, show(got))
			}
			wantCell(t, got, test.figure, "Letting", test.column, test.unit, test.year, test.figure)
		})
	}
	t.Run("figures that look like years stay figures", func(t *testing.T) {
		got := one(t, rowsOf([]string{"Trucks", "2012", "2044"}, []string{"Cars", "2019", "2021"}, []string{"Bikes", "1994", "2003"}))
		if got.Rows[0][1].Value == "" {
			t.Errorf("no value\n%s", show(got))
		}
	})
}

func TestUnitOfAHead(t *testing.T) {
	for text, want := range map[string]string{
		"2023 K€": "K€", "01.01.-31.12.2023 K€": "K€", "31 December 2023 in EUR": "EUR",
		"2024 % of total": "% of total", "In EUR million/as indicated": "EUR million", "In EUR million or as indicated": "EUR million",
		"in t CO2e, unless otherwise stated": "t CO2e", "2022 (adjusted)": "", "2025 target": "",
		"Male % (B/A)":                                                   "%",
		"kg CO2e (Scope 1 and 2) per passenger":                          "kg CO2e per passenger",
		"£ million 2024":                                                 "£ million",
		"Sales in £ in 2024":                                             "",
		"Change 2024/2023, %":                                            "%",
		"Renewable electricity, % (base 2017)":                           "%",
		"Fuel burnt, in litres of diesel":                                "litres",
		"Balance (thousand tonnes CO2e; removals are negative)":          "thousand tonnes CO2e",
		"Balance (a remark; thousand tonnes CO2e are given in brackets)": "",
	} {
		if got := printed.UnitIn(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Only the rows of a table are drawn, as a grid; the heads of its columns stand above it.
func TestHeadsAboveADrawnGridAreItsOwn(t *testing.T) {
	s := newSheet()
	s.text(60, 70, "The revenue of the group can be broken down as follows:")
	s.text(64, 96, "Revenue")
	s.right(395, 96, "2023")
	s.right(485, 96, "2022")
	s.right(395, 107, "K€")
	s.right(485, 107, "K€")
	s.lattice([]float64{60, 320, 400, 490}, []float64{112, 128, 144, 160})
	for i, r := range [][3]string{{"Construction and delivery", "94,409", "83,389"}, {"Services and parts", "24,371", "22,129"}, {"Total", "118,780", "105,518"}} {
		y := 124 + 16*float64(i)
		s.text(64, y, r[0])
		s.right(395, y, r[1])
		s.right(485, y, r[2])
	}
	got := one(t, s)
	wantCell(t, got, "24,371", "Services and parts", "2023 K€", "K€", "2023", "24371")
}

// The figures of the last row stand at half the height of its label, whose second line lies below them.
func TestTheLastLabelKeepsItsSecondLine(t *testing.T) {
	s := rowsOf([]string{"in K€", "2023", "2022"}, []string{"Current taxes", "671", "1,305"}, []string{"Deferred taxes", "726", "741"})
	s.text(64, 150, "Taxes reported in the consolidated")
	s.right(450, 156, "1,397")
	s.right(540, 156, "2,046")
	s.text(64, 162, "statement of comprehensive income")
	s.across(60, 540, 168)
	if got := show(one(t, s)); !strings.Contains(got, "Taxes reported in the consolidated statement of comprehensive income|1,397|2,046") {
		t.Errorf("the label is cut:\n%s", got)
	}
}

// A column of base years between labels and figures is no column of labels.
func TestLabelsStandInFrontOfBaseYears(t *testing.T) {
	s := newSheet()
	rows := [][]string{{"Target", "Base year", "Base", "2024", "Target (%)"}, {"Scope 1 and 2, market-based (t CO2e)", "2019", "5,420", "2,794", "-60"},
		{"Financed emissions per C$ million (t CO2e)", "2019", "107.1", "60.9", "-50"}, {"Office energy (kWh per m²)", "2019", "231", "182", "-25"},
		{"Business travel (t CO2e)", "2019", "3,175", "1,975", "-30"}}
	for i, r := range rows {
		y := 100 + 14*float64(i)
		s.text(64, y, r[0])
		for c, x := range []float64{330, 390, 450, 540} {
			s.right(x, y, r[c+1])
		}
	}
	if got := show(one(t, s)); !strings.Contains(got, "Business travel (t CO2e)|2019|3,175|1,975|-30") {
		t.Errorf("the labels are missing:\n%s", got)
	}
}

// In a column of units "1’000 m³" is one, and no figure.
func TestThousandsInAColumnOfUnits(t *testing.T) {
	s := newSheet()
	for i, r := range [][]string{{"", "Unit", "2023", "2024"}, {"Groundwater", "1’000 m³", "842", "818"}, {"Municipal water", "1’000 m³", "388", "379"},
		{"Hazardous waste", "t", "7’139", "6’982"}} {
		y := 100 + 14*float64(i)
		s.text(64, y, r[0])
		s.text(250, y, r[1])
		s.right(430, y, r[2])
		s.right(520, y, r[3])
	}
	got := one(t, s)
	wantCell(t, got, "818", "Groundwater", "2024", "1’000 m³", "2024", "818")
	wantCell(t, got, "6’982", "Hazardous waste", "2024", "t", "2024", "6982")
}

// Below the heads and close above the rows stands what is said of all of them: the unit, or what the labels are.
func TestTextUnderTheHeadsBelongsToThem(t *testing.T) {
	for under, unit := range map[string]string{"in K€": "K€", "Item": ""} {
		t.Run(under, func(t *testing.T) {
			s := newSheet()
			s.text(64, 92, "Breakdown of other provisions")
			s.right(360, 92, "01.01.2023")
			s.right(450, 92, "Additions")
			s.right(540, 92, "31.12.2023")
			s.text(64, 104, under)
			s.across(60, 540, 110)
			for i, r := range [][4]string{{"Warranties", "1,099", "204", "1,303"}, {"Anniversaries", "477", "34", "511"}, {"Total", "1,576", "238", "1,814"}} {
				y := 122 + 16*float64(i)
				s.text(64, y, r[0])
				for c, x := range []float64{360, 450, 540} {
					s.right(x, y, r[c+1])
				}
				s.across(60, 540, y+4)
			}
			wantCell(t, one(t, s), "34", "Anniversaries", "Additions", unit, "", "34")
		})
	}
}

// Lines across that are drawn cell by cell leave gaps at the borders of the columns. Where the gaps go on below the head of a group and what
// is said once more of single columns, the table goes on too, with its units.
func TestAGroupInATableDrawnCellByCellEndsNoTable(t *testing.T) {
	s := newSheet()
	edges := []float64{40, 180, 230, 300, 340, 395, 450, 505, 560}
	rule := func(y float64) {
		for c := 1; c < len(edges); c++ {
			s.across(edges[c-1]+1, edges[c]-2, y)
		}
	}
	line := func(y float64, label string, cells ...string) {
		s.text(44, y, label)
		for c, text := range cells {
			s.right(edges[c+2]-6, y, text)
		}
		rule(y + 4)
	}
	rule(90)
	s.strong(func() { line(102, "Activities", "Code", "CapEx", "Share", "Climate", "Water", "Waste", "Soil") })
	line(118, "", "", "EUR", "%", "Y; N/EL", "Y; N/EL", "Y; N/EL", "Y; N/EL")
	line(134, "Sustainable activities", "", "0", "0", "0", "0", "0", "0")
	s.strong(func() { line(150, "A.2 Eligible activities that are not sustainable") })
	line(166, "", "", "", "", "EL; N/EL", "EL; N/EL", "EL; N/EL", "EL; N/EL")
	line(182, "Electronic equipment", "CE 1.2", "1,534,761", "46", "N/EL", "N/EL", "N/EL", "EL")
	line(198, "Carriage by passenger cars", "CCM 6.5", "1,252,936", "37", "EL", "N/EL", "N/EL", "N/EL")
	line(214, "Total", "", "2,787,697", "83", "")
	wantCell(t, one(t, s), "1,534,761", "A.2 Eligible activities that are not sustainable/Electronic equipment/CE 1.2", "CapEx/EUR", "EUR", "", "1534761")
}

// A note may give one unit to most figures and others to some; what it says is taken only if all of it is understood.
func TestNotesThatNameSeveralUnits(t *testing.T) {
	for note, want := range map[string]string{
		"thousand tonnes CO2e, intensity in tonnes CO2e per petabyte": "thousand tonnes CO2e [{intensity tonnes CO2e per petabyte}]",
		"Unit: kt (production: t; energy: MWh)":                       "kt [{production t} {energy MWh}]",
		"Amounts in EUR million, shares in %":                         " []",
		"in EUR million":                                              " []",
		"thousand tonnes CO2e, restated in 2023":                      " []",
		"t, without biogenic carbon":                                  " []",
	} {
		t.Run(note, func(t *testing.T) {
			main, some := printed.NamedUnits(note)
			if got := fmt.Sprintf("%s %v", main, some); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
	s := newSheet()
	s.text(64, 80, "Emissions of our network")
	s.text(64, 92, "thousand tonnes CO2e, intensity in kg CO2e per guest")
	rows := [][]string{{"Year", "Generators", "Vehicles", "Intensity"}, {"2022", "575.1", "21.9", "213"}, {"2023", "540.8", "22.6", "151"},
		{"2024", "502.0", "23.1", "113"}}
	for i, r := range rows {
		y := 110 + 14*float64(i)
		s.text(64, y, r[0])
		for c, x := range []float64{280, 400, 520} {
			s.right(x, y, r[c+1])
		}
		s.across(60, 540, y+4)
	}
	got := one(t, s)
	wantCell(t, got, "21.9", "2022", "Vehicles", "thousand tonnes CO2e", "2022", "21.9")
	wantCell(t, got, "151", "2023", "Intensity", "kg CO2e per guest", "2023", "151")
}
