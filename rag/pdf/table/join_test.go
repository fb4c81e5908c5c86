package table_test

import (
	"fmt"
	"strings"
	"testing"
)

// simple draws a table without lines: heads, then rows of label and figures; it returns where it ends.
func (s *sheet) simple(y float64, heads []string, rows ...[]string) float64 {
	put := func(cells []string) {
		for i, c := range cells {
			switch {
			case c == "":
			case i == 0:
				indent := len(c) - len(strings.TrimLeft(c, " "))
				s.text(50+5*float64(indent), y, c)
			default:
				s.right(300+70*float64(i), y, c)
			}
		}
		y += 15
	}
	put(heads)
	for _, r := range rows {
		put(r)
	}
	return y
}

func TestRowsStandUnderOneAnother(t *testing.T) {
	s := newSheet()
	s.simple(100, []string{"in t CO2e", "2023", "2022"},
		[]string{"Scope 1"},
		[]string{"  Stationary combustion", "1,200", "1,250"},
		[]string{"    of which natural gas", "1,100", "1,150"},
		[]string{"  Mobile combustion", "300", "310"},
		[]string{"Scope 2"},
		[]string{"  Electricity", "900", "1,050"},
		[]string{"Total", "2,400", "2,610"},
	)
	got := one(t, s)
	for text, path := range map[string]string{
		"1,200": "Scope 1/Stationary combustion",
		"1,100": "Scope 1/Stationary combustion/of which natural gas",
		"300":   "Scope 1/Mobile combustion",
		"900":   "Scope 2/Electricity",
		"2,400": "Total",
	} {
		if p := strings.Join(cell(t, got, text).RowPath, "/"); p != path {
			t.Errorf("%s stands under %s, want %s", text, p, path)
		}
	}
}

// A row of figures without a label that adds up those above it is their sum, and not more of the last of them.
func TestARowWithoutALabelThatAddsUpTheOthersIsTheirTotal(t *testing.T) {
	for name, c := range map[string]struct {
		last []string
		path string
	}{
		"their sums":    {[]string{"", "1,500", "1,561"}, "Total"},
		"other figures": {[]string{"", "1,600", "1,561"}, "Heating"},
	} {
		s := newSheet()
		s.simple(100, []string{"in MWh", "2023", "2022"},
			[]string{"Power", "1,100", "1,150"}, []string{"Steam", "300", "310"}, []string{"Heating", "100", "101"}, c.last)
		got := one(t, s)
		if p := strings.Join(cell(t, got, c.last[1]).RowPath, "/"); p != c.path {
			t.Errorf("%s: stands under %q, want %q\n%s", name, p, c.path, show(got))
		}
	}
}

// A bold label without figures heads the rows below it, also without any indent.
func TestBoldGroups(t *testing.T) {
	s := newSheet()
	y := 100.0
	s.right(400, y, "2023")
	s.right(480, y, "2022")
	for _, group := range []string{"People", "Planet"} {
		y += 15
		s.strong(func() { s.text(50, y, group) })
		for i, label := range []string{"First measure", "Second measure"} {
			y += 15
			s.text(50, y, label)
			s.right(400, y, fmt.Sprintf("%s%d.5", map[string]string{"People": "1", "Planet": "2"}[group], i))
			s.right(480, y, fmt.Sprintf("%s%d.7", map[string]string{"People": "3", "Planet": "4"}[group], i))
		}
	}
	got := one(t, s)
	wantCell(t, got, "11.5", "People/Second measure", "2023", "", "2023", "11.5")
	wantCell(t, got, "20.5", "Planet/First measure", "2023", "", "2023", "20.5")
}

func TestUnitsAreCarriedNearestFirst(t *testing.T) {
	s := newSheet()
	s.strong(func() { s.text(50, 80, "Table 4: Energy (in GWh)") })
	s.simple(100, []string{"", "FY 2023", "FY 2022", "Change in %"},
		[]string{"Electricity", "120", "130", "-7.7"},
		[]string{"Share of renewable energy (%)", "40", "35", "14.3"},
		[]string{"Fuel (thousand litres)", "77", "80", "-3.8"},
		[]string{"Heat sold", "15 MWh", "16 MWh", "-6.3"},
	)
	got := one(t, s)
	if got.Caption != "Table 4: Energy (in GWh)" || got.Unit != "GWh" {
		t.Errorf("caption %q, unit %q", got.Caption, got.Unit)
	}
	wantCell(t, got, "120", "Electricity", "FY 2023", "GWh", "FY 2023", "120")
	wantCell(t, got, "-7.7", "Electricity", "Change in %", "%", "", "-7.7")
	wantCell(t, got, "40", "Share of renewable energy (%)", "FY 2023", "%", "FY 2023", "40")
	wantCell(t, got, "-3.8", "Fuel (thousand litres)", "Change in %", "%", "", "-3.8")
	wantCell(t, got, "77", "Fuel (thousand litres)", "FY 2023", "thousand litres", "FY 2023", "77")
	wantCell(t, got, "15 MWh", "Heat sold", "FY 2023", "MWh", "FY 2023", "15")
}

// A column of units, a column that only numbers rows, and labels in a second language behind the figures.
func TestColumnsThatAreNoFigures(t *testing.T) {
	s := newSheet()
	y := 100.0
	s.text(50, y, "No.")
	s.text(80, y, "Uraian")
	s.text(250, y, "Satuan")
	s.right(350, y, "2025")
	s.right(410, y, "2024")
	s.text(430, y, "Description")
	for i, r := range [][]string{
		{"Konsumsi listrik", "kWh", "1.200.500", "1.100.250", "Electricity used"},
		{"Konsumsi air", "m3", "2.340", "2.100", "Water used"},
		{"Limbah", "ton", "12,5", "13,25", "Waste"},
	} {
		y += 15
		s.text(50, y, fmt.Sprint(i+1))
		s.text(80, y, r[0])
		s.text(250, y, r[1])
		s.right(350, y, r[2])
		s.right(410, y, r[3])
		s.text(430, y, r[4])
	}
	got := one(t, s)
	wantCell(t, got, "1.200.500", "Konsumsi listrik", "2025", "kWh", "2025", "1200500")
	wantCell(t, got, "2.100", "Konsumsi air", "2024", "m3", "2024", "2100")
	wantCell(t, got, "12,5", "Limbah", "2025", "ton", "2025", "12.5")
}

func TestFootnotes(t *testing.T) {
	s := newSheet()
	s.strong(func() { s.text(50, 80, "Own emissions") })
	y := s.simple(100, []string{"in t CO2e", "2023", "2022"}, []string{"Scope 1", "1,234*", "1,300"})
	s.text(50, y, "Scope 2")
	s.raised("1")
	s.right(370, y, "567")
	s.raised("2")
	s.right(440, y, "601")
	y += 15
	s.text(50, y, "Area in m")
	s.raised("2")
	s.right(370, y, "89")
	s.right(440, y, "90")
	s.size = 6
	y += 18
	s.text(50, y, "* Adjusted for the sale of two plants.")
	s.text(50, y+8, "1 Market-based method, with")
	s.text(50, y+16, "certificates of the grid.")
	s.text(50, y+24, "2 Includes heat.")
	got := one(t, s)
	if c := cell(t, got, "1,234"); c.Value != "1234" || strings.Join(c.Marks, " ") != "*" {
		t.Errorf("value %q, marks %q", c.Value, c.Marks)
	}
	if c := cell(t, got, "567"); c.Value != "567" || strings.Join(c.Marks, " ") != "2" || strings.Join(c.RowPath, "/") != "Scope 2" {
		t.Errorf("value %q, marks %q, row %q", c.Value, c.Marks, c.RowPath)
	}
	if c := cell(t, got, "Scope 2"); strings.Join(c.Marks, " ") != "1" {
		t.Errorf("marks %q", c.Marks)
	}
	cell(t, got, "Area in m²") // an exponent is no footnote
	want := []string{"* Adjusted for the sale of two plants.", "1 Market-based method, with certificates of the grid.", "2 Includes heat."}
	if fmt.Sprint(got.Notes) != fmt.Sprint(want) {
		t.Errorf("notes %q, want %q", got.Notes, want)
	}
	if got.Caption != "Own emissions" {
		t.Errorf("caption %q", got.Caption)
	}
}

// pageEnd fills a sheet with a table that reaches its foot.
func pageEnd(heads []string, rows ...[]string) *sheet {
	s := newSheet()
	s.size = 9
	s.simple(780-15*float64(len(rows)), heads, rows...)
	return s
}

func TestTablesGoOnAcrossPages(t *testing.T) {
	heads := []string{"in GJ", "2023", "2022"}
	first := pageEnd(heads, []string{"Fuels"}, []string{"  Diesel", "1,500", "1,600"}, []string{"  Petrol", "1,100", "1,200"})
	bare := newSheet()
	end := bare.simple(60, []string{"  Natural gas", "2,500", "2,600"}, []string{"  Coal", "3,500", "3,600"}, []string{"Electricity", "4,500", "4,600"})
	for ; end < 780; end += 30 {
		bare.simple(end, []string{"Other source", "10", "12"}, []string{"Yet another", "13", "14"})
	}
	repeated := newSheet()
	repeated.simple(60, heads, []string{"Heat", "5,500", "5,600"}, []string{"Steam", "6,500", "6,600"})
	other := newSheet()
	other.simple(60, []string{"in m3", "2023", "2022"}, []string{"Water", "7,500", "7,600"}, []string{"Rain", "8,500", "8,600"})

	all := joined(first, bare, repeated, other)
	for i, tables := range all {
		if len(tables) != 1 {
			t.Fatalf("page %d: %d tables", i+1, len(tables))
		}
	}
	for i, want := range []bool{false, true, true, false} {
		if all[i][0].Continues != want {
			t.Errorf("page %d continues: %v, want %v", i+1, all[i][0].Continues, want)
		}
	}
	// The group that was open goes on, and the headers are those of the first page.
	wantCell(t, all[1][0], "2,500", "Fuels/Natural gas", "2023", "GJ", "2023", "2500")
	wantCell(t, all[1][0], "4,600", "Electricity", "2022", "GJ", "2022", "4600")
	if all[1][0].HeaderRows != 0 || all[2][0].HeaderRows != 1 {
		t.Errorf("header rows %d and %d, want 0 and 1", all[1][0].HeaderRows, all[2][0].HeaderRows)
	}
	wantCell(t, all[2][0], "6,500", "Steam", "2023", "GJ", "2023", "6500")
	wantCell(t, all[3][0], "7,600", "Water", "2022", "m3", "2022", "7600")
}

// Rows right below a table that stand in its columns are its rest, though they were found apart.
func TestRowsBelowATableGoOnWithIt(t *testing.T) {
	s := newSheet()
	s.across(50, 590, 88)
	s.across(50, 590, 104)
	y := s.simple(100, []string{"Employees", "2024", "2023", "2022", "Change"},
		[]string{"Employees", "4.318", "4.402", "4.365", "–1,9"}, []string{"of whom women", "803", "788", "751", "+1,9"},
		[]string{"Proportion of women", "18,6", "17,9", "17,2", "–"}, []string{"Supervisory Board members", "12", "12", "12", "–"})
	s.simple(y+8, []string{"of whom women", "4", "4", "3", "–"}, []string{"Training days per employee", "2,4", "2,1", "1,9", "+14,3"})
	all := joined(s)[0]
	if len(all) != 2 {
		t.Fatalf("%d tables; one would be found whole, and this is no test", len(all))
	}
	wantCell(t, all[1], "2,1", "Training days per employee", "2023", "", "2023", "2.1")
}

// Text between two tables, or other columns, and they are two.
func TestTablesThatDoNotGoOn(t *testing.T) {
	first := pageEnd([]string{"in GJ", "2023", "2022"}, []string{"Diesel", "1,500", "1,600"}, []string{"Petrol", "1,100", "1,200"})
	apart := newSheet()
	apart.text(50, 100, "In the second half of the year we changed the way in which we measure heat.")
	apart.simple(130, []string{"Natural gas", "2,500", "2,600"}, []string{"Coal", "3,500", "3,600"})
	if all := joined(first, apart); len(all[1]) != 1 || all[1][0].Continues {
		t.Errorf("text between: %d tables, continues %v", len(all[1]), all[1][0].Continues)
	}
	wider := newSheet()
	wider.simple(60, []string{"Natural gas", "2,500", "2,600", "2,700"}, []string{"Coal", "3,500", "3,600", "3,700"})
	if all := joined(first, wider); len(all[1]) != 1 || all[1][0].Continues {
		t.Errorf("one more column: %d tables, continues %v", len(all[1]), all[1][0].Continues)
	}
}

// Heads in the middle of a table hold for what follows them.
func TestHeadsInTheMiddle(t *testing.T) {
	s := newSheet()
	s.simple(100, []string{"", "2019", "2020", "2021"},
		[]string{"Energy (MWh)", "1,500", "1,600", "1,700"},
		[]string{"Intensity (MWh/t)", "3.1", "3.2", "3.3"},
		[]string{"", "2022", "2023"},
		[]string{"Women in management (%)", "26.5", "27.5"},
		[]string{"Nationalities", "69", "72"},
	)
	got := one(t, s)
	wantCell(t, got, "1,600", "Energy (MWh)", "2020", "MWh", "2020", "1600")
	wantCell(t, got, "27.5", "Women in management (%)", "2023", "%", "2023", "27.5")
	if c := cell(t, got, "2022"); c.Value != "" {
		t.Errorf("a head has the value %q", c.Value)
	}
}

// A filing that says once which year it reports on says it for tables without any period.
func TestReportingPeriod(t *testing.T) {
	s := newSheet()
	s.text(50, 60, "The company submits its report for the period of 01 January 2025 to 31 December 2025 in English.")
	s.simple(100, []string{"Source", "Total (tCO2e)", "Share (%)"}, []string{"Scope 1", "1,500", "60"}, []string{"Scope 2", "1,000", "40"})
	s.simple(300, []string{"Source", "2030", "2050"}, []string{"Scope 1", "1,200", "0"}, []string{"Scope 2", "800", "0"})
	all := joined(s)[0]
	if len(all) != 2 {
		t.Fatalf("%d tables, want two", len(all))
	}
	wantCell(t, all[0], "1,500", "Scope 1", "Total (tCO2e)", "tCO2e", "01 January 2025 to 31 December 2025", "1500")
	wantCell(t, all[1], "1,200", "Scope 1", "2030", "", "2030", "1200")
}

func TestNumberFormats(t *testing.T) {
	table := func(rows ...[]string) *sheet {
		s := newSheet()
		s.simple(100, []string{"", "Number", "Share"}, rows...)
		return s
	}
	for _, c := range []struct {
		name    string
		sheets  []*sheet
		decimal string
		reason  []string
		values  string // of the first page's table
	}{
		{"decimal comma", []*sheet{table([]string{"A", "1.234,5", "12,5"}, []string{"B", "(7.000)", "-3,25"})}, ",",
			[]string{"decimal comma", "1.234,5"}, "1234.5 12.5 -7000 -3.25"},
		{"decimal point", []*sheet{table([]string{"A", "1,234.5", "12.5 %"}, []string{"B", "7,000", "–3.25 %"})}, ".",
			[]string{"decimal point", "1,234.5"}, "1234.5 12.5 7000 -3.25"},
		{"spaces and apostrophes", []*sheet{table([]string{"A", "1 234 567", "1'234.5"}, []string{"B", "12 345", "17.5"})}, ".",
			[]string{"decimal point"}, "1234567 1234.5 12345 17.5"},
		{"lakhs", []*sheet{table([]string{"A", "12,34,567", "1.5"}, []string{"B", "1,00,000", "2.5"})}, ".",
			[]string{"decimal point"}, "1234567 1.5 100000 2.5"},
		{"columns differ, the document decides", []*sheet{
			table([]string{"Entry", "5.066", "19.16 %"}, []string{"Middle", "5.097", "19.28 %"}, []string{"Senior", "116", "0.44 %"}),
			table([]string{"A", "193.043.553", "1,37"}, []string{"B", "1.124.000", "2,5"}),
		}, ",", []string{"columns differ", "19.16", "only with the other sign"}, "5066 19.16 5097 19.28 116 0.44"},
		{"open figures follow the document", []*sheet{
			table([]string{"A", "1.234", "5.678"}, []string{"B", "2.345", "6.789"}),
			table([]string{"A", "193.043.553", "1,37"}, []string{"B", "1.124.000", "2,5"}),
		}, ",", []string{"1.234 could be read either way", "the document writes a decimal comma"}, "1234 5678 2345 6789"},
		{"one impossible figure", []*sheet{table([]string{"A", "1.234.000", "45,46"}, []string{"B", "2.345", "0.74"}, []string{"C", "9.876.543", "1,85"})}, ",",
			[]string{"decimal comma", "0.74 cannot be read so"}, "1234000 45.46 2345 0.74 9876543 1.85"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := joined(c.sheets...)
			if len(all[0]) != 1 {
				t.Fatalf("%d tables, want one", len(all[0]))
			}
			got := all[0][0]
			if got.Format.Decimal != c.decimal {
				t.Errorf("decimal sign %q, want %q", got.Format.Decimal, c.decimal)
			}
			for _, part := range c.reason {
				if !strings.Contains(got.Format.Reason, part) {
					t.Errorf("reason %q does not say %q", got.Format.Reason, part)
				}
			}
			var values []string
			for _, row := range got.Rows {
				for _, c := range row {
					if c.Value != "" {
						values = append(values, c.Value)
					}
				}
			}
			if v := strings.Join(values, " "); v != c.values {
				t.Errorf("values %s, want %s", v, c.values)
			}
		})
	}
}

// Figures in parentheses are below zero, but not in a row that is an aside as a whole.
func TestParentheses(t *testing.T) {
	s := newSheet()
	s.simple(100, []string{"in t", "2023", "2022"},
		[]string{"Location-based", "188,231", "185,526"},
		[]string{"(Market-based)", "(146,107)", "(143,100)"},
		[]string{"Change of stock", "(1,200)", "1,100"},
	)
	got := one(t, s)
	if v := cell(t, got, "(146,107)").Value; v != "146107" {
		t.Errorf("an aside is %s", v)
	}
	if v := cell(t, got, "(1,200)").Value; v != "-1200" {
		t.Errorf("a loss is %s", v)
	}
}

// A year that a row names beside its label is a horizon where the columns are of years of their own.
func TestHorizonsAreNoPeriods(t *testing.T) {
	s := newSheet()
	put := func(y float64, cells ...string) {
		for i, c := range cells {
			if i == 0 {
				s.text(50, y, c)
			} else {
				s.right(260+90*float64(i), y, c)
			}
		}
	}
	s.lattice([]float64{45, 300, 370, 460, 550}, []float64{90, 110, 130, 150})
	put(103, "Target", "Horizon", "State in 2024", "State in 2023")
	put(123, "Renewable electricity", "2030", "68 %", "61 %")
	put(143, "Fewer emissions than in the base year", "2035", "17 %", "12 %")
	got := one(t, s)
	for text, want := range map[string]string{"68 %": "2024", "61 %": "2023", "17 %": "2024"} {
		if c := cell(t, got, text); c.Period != want {
			t.Errorf("%s is of %q, want %s (row %v, column %v)\n%s", text, c.Period, want, c.RowPath, c.ColPath, show(got))
		}
	}
}
