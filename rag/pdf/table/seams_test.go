package table_test

import "testing"

// seamed draws rows whose lines leave a wide gap before and behind the fourth column, as beside a year that is shaded from top to bottom.
func seamed(rows [][]string) *sheet {
	s := newSheet()
	s.size = 7
	columns := [][2]float64{{57, 201}, {207, 312}, {317, 360}, {366, 408}, {420, 462}, {473, 516}}
	for i, r := range rows {
		y := 120 + 14*float64(i)
		for k, c := range columns {
			s.across(c[0], c[1], y+4)
			switch {
			case k < 2 && r[k] != "":
				s.text(c[0], y, r[k])
			case r[k] != "":
				s.right(c[1], y, r[k])
			}
		}
	}
	return s
}

func TestAColumnBehindAWideGapBelongsToItsRows(t *testing.T) {
	s := seamed([][]string{
		{"Key figure", "Unit", "2018", "2022", "2023", "2025"},
		{"Scope 1", "t CO2e", "21,323", "18,326", "19,732", ""},
		{"Scope 2", "t CO2e", "58,264", "30,310", "21,369", "reduce"},
		{"Scope 3", "t CO2e", "1,162,786", "1,819,516", "1,762,938", ""},
		{"Recycling", "%", "58.9", "67.9", "69.0", "75.0"},
	})
	got := one(t, s)
	wantCell(t, got, "21,369", "Scope 2", "2023", "t CO2e", "2023", "21369")
	wantCell(t, got, "75.0", "Recycling", "2025", "%", "2025", "75.0")
}

// What stands behind the gap has labels of its own: two tables, as without the gap's being the same on every line.
func TestTablesSideBySideArePartedByAWideGap(t *testing.T) {
	s := newSheet()
	s.size = 7
	columns := [][2]float64{{57, 160}, {166, 208}, {220, 330}, {336, 378}}
	for i, r := range [][]string{
		{"Emissions", "2023", "Staff", "2023"}, {"Scope 1", "19,732", "Women", "1,204"}, {"Scope 2", "21,369", "Men", "3,310"},
		{"Scope 3", "1,762,938", "Trainees", "346"}, {"Offsets", "3,395", "Accidents", "23"},
	} {
		y := 120 + 14*float64(i)
		for k, c := range columns {
			s.across(c[0], c[1], y+4)
			if k%2 == 0 {
				s.text(c[0], y, r[k])
			} else {
				s.right(c[1], y, r[k])
			}
		}
	}
	if n := len(s.tables()); n != 2 {
		t.Fatalf("%d tables", n)
	}
}

// A table of words ends where the next one is named: its heads stand below the name, and its first line is drawn below them.
func TestATableBelowOneOfWords(t *testing.T) {
	s := newSheet()
	s.text(60, 60, "Table 4. Audits of last year")
	for i, r := range [][2]string{{"Audit", "Finding"}, {"Boilers in the north", "Passed"}, {"Chemicals store", "Passed with remarks"}, {"Fire doors", "Failed"}} {
		y := 76 + 14*float64(i)
		s.text(60, y, r[0])
		s.text(300, y, r[1])
		s.across(60, 500, y+4)
	}
	s.text(60, 150, "Table 5. Waste, tonnes")
	for i, r := range [][]string{{"", "2022", "2023", "2024"}, {"Ash", "412", "398", "377"}, {"Sludge", "96", "91", "88"}, {"Total", "508", "489", "465"}} {
		y := 164 + 14*float64(i)
		s.text(60, y, r[0])
		for k, v := range r[1:] {
			s.right(340+80*float64(k), y, v)
		}
		s.across(60, 500, y+4)
	}
	tables := s.tables()
	if len(tables) != 2 || tables[0].Rows != 4 || tables[1].Rows != 4 || tables[1].Cols != 4 {
		t.Fatalf("%d tables, want one of words and one of figures: %+v", len(tables), tables)
	}
}

// Rows below the last drawn line go on behind the heading of a group.
func TestGroupsBelowTheLastLineBelongToTheTable(t *testing.T) {
	s := newSheet()
	ends := []float64{380, 450, 520}
	s.across(50, 520, 90)
	s.row(50, 101, "tonnes CO2e", ends, "2024/25", "2023/24", "2019/20")
	s.across(50, 520, 105)
	s.row(50, 116, "Scope 1", ends, "121,340", "127,224", "168,902")
	s.strong(func() { s.text(50, 132, "Scope 2") })
	s.row(50, 148, "Location-based", ends, "244,030", "245,578", "310,450")
	s.row(50, 164, "Market-based", ends, "2,980", "21,516", "288,300")
	s.strong(func() { s.text(50, 180, "Scope 3") })
	s.row(50, 196, "Capital goods", ends, "188,400", "179,905", "201,330")
	got := one(t, s)
	wantCell(t, got, "21,516", "Scope 2/Market-based", "2023/24", "tonnes CO2e", "2023/24", "21516")
	wantCell(t, got, "201,330", "Scope 3/Capital goods", "2019/20", "tonnes CO2e", "2019/20", "201330")
}

// The same heads below each year: a year set flush with the last of them stands over all.
func TestAHeadFlushRightStandsOverTheWholeGroup(t *testing.T) {
	s := newSheet()
	ends := []float64{240, 300, 360, 420, 480, 540}
	s.across(50, 540, 88)
	s.right(360, 98, "Year to 31 March 2025")
	s.right(540, 98, "Year to 31 March 2024")
	s.across(180, 540, 102)
	s.row(50, 112, "", ends, "UK", "Overseas", "Total", "UK", "Overseas", "Total")
	s.across(50, 540, 116)
	s.row(50, 128, "Scope 1 (tCO2e)", ends, "112,430", "8,910", "121,340", "118,220", "9,004", "127,224")
	s.row(50, 141, "Energy (MWh)", ends, "1,640,210", "48,330", "1,688,540", "1,668,100", "49,020", "1,717,120")
	s.row(50, 154, "Waste (t)", ends, "12,210", "8,330", "20,540", "12,100", "9,020", "21,120")
	wantCell(t, one(t, s), "118,220", "Scope 1 (tCO2e)", "Year to 31 March 2024/UK", "tCO2e", "31 March 2024", "118220")
}

// A total behind the groups has fewer columns than they.
func TestAHeadFlushRightBeforeATotalOfOneColumn(t *testing.T) {
	s := newSheet()
	ends := []float64{220, 260, 330, 370, 430, 470, 540}
	s.right(260, 98, "Aligned")
	s.right(370, 98, "Eligible, not aligned")
	s.right(470, 98, "Not eligible")
	s.right(540, 98, "Total")
	s.row(50, 110, "", ends, "PLN million", "%", "PLN million", "%", "PLN million", "%", "PLN million")
	s.row(50, 122, "Turnover", ends, "1,190.0", "58.9", "642.4", "31.8", "186.3", "9.2", "2,018.7")
	s.row(50, 134, "Investment", ends, "289.1", "72.0", "68.2", "17.0", "44.2", "11.0", "401.5")
	s.row(50, 146, "Operation", ends, "116.0", "54.0", "71.5", "33.3", "27.3", "12.7", "214.8")
	wantCell(t, one(t, s), "44.2", "Investment", "Not eligible/PLN million", "PLN million", "", "44.2")
}

// "Measure" heads what is measured where another column is of units, and a German fiscal year is no gigajoule.
func TestHeadsThatAreUnitsElsewhere(t *testing.T) {
	s := newSheet()
	ends := []float64{440, 520}
	for i, r := range [][]string{
		{"Measure", "Unit", "GJ 2023/24", "GJ 2022/23"}, {"Diesel", "million litres", "42.8", "45.1"},
		{"Milk", "t", "318,400", "324,150"}, {"Staff", "", "7,412", "7,390"},
	} {
		y := 100 + 14*float64(i)
		s.across(50, 520, y+4)
		s.row(50, y, r[0], ends, r[2:]...)
		s.text(200, y, r[1])
	}
	got := one(t, s)
	wantCell(t, got, "45.1", "Diesel", "GJ 2022/23", "million litres", "2022/23", "45.1")
	wantCell(t, got, "7,390", "Staff", "GJ 2022/23", "", "2022/23", "7390")
}

// The rows of a wider table end above the lines of a narrower one that follows closely: cut off by its width they would look like heads.
func TestANarrowTableCloselyBelowAWiderOne(t *testing.T) {
	s := newSheet()
	ends := []float64{320, 400, 470}
	for i, r := range [][]string{
		{"Key figure", "Unit", "2023", "Change", "2022"}, {"Electricity", "MWh", "21,480", "-2.6", "22,053"}, {"Fresh water", "m3", "412,600", "-1.9", "420,590"},
		{"Waste", "tonnes", "1,932", "-3.5", "2,002"}, {"Scope 1", "t CO2e", "7,214", "-5.0", "7,594"}, {"Scope 2", "t CO2e", "612", "-2.2", "626"},
	} {
		y := 100 + 16*float64(i)
		s.row(57, y, r[0], ends, r[2:]...)
		s.text(200, y, r[1])
		s.across(57, 473, y+5)
	}
	s.across(57, 270, 193)
	for i, r := range [][]string{
		{"", "2021", "2022", "2023"}, {"Women", "402", "418", "431"}, {"Men", "611", "607", "612"}, {"Trainees", "48", "51", "52"},
		{"Accidents", "41", "37", "33"}, {"Lost days", "588", "540", "497"}, {"Visitors", "112", "118", "121"}, {"Courses", "12", "14", "15"},
	} {
		y := 204 + 16*float64(i)
		s.row(57, y, r[0], []float64{190, 230, 268}, r[1:]...)
		s.across(57, 270, y+5)
	}
	got := several(t, s, 2)
	wantCell(t, got[0], "612", "Scope 2", "2023", "t CO2e", "2023", "612")
	wantCell(t, got[1], "418", "Women", "2022", "", "2022", "418")
}

// Lines are drawn below the heads alone: heads over other columns than those of the rows above begin a table.
func TestTablesOfOtherColumnsCloselyBelowOneAnother(t *testing.T) {
	s := newSheet()
	s.row(57, 100, "Accounting metric", []float64{380, 534}, "Unit of measure", "2024")
	s.across(57, 538, 104)
	s.row(57, 115, "Total energy consumed", []float64{380, 534}, "Gigajoules", "43,468,000")
	s.row(57, 129, "Total wood fiber sourced", []float64{380, 534}, "Metric tons", "5,118,000")
	ends := []float64{390, 460, 534}
	s.row(57, 153, "Goal", ends, "2019 baseline", "2024 actual", "2030 target")
	s.across(57, 538, 157)
	s.row(57, 168, "Scope 1 and 2 (million t CO2e)", ends, "2.31", "1.79", "1.39")
	s.row(57, 182, "Women in management (%)", ends, "21.4", "26.9", "35.0")
	ends = []float64{330, 380, 480, 534}
	s.right(380, 206, "2024")
	s.right(534, 206, "2023")
	s.across(290, 538, 210)
	s.row(57, 219, "", ends, "tonnes", "%", "tonnes", "%")
	s.across(57, 538, 223)
	s.row(57, 234, "Recycled", ends, "301,220", "58.6", "288,940", "55.8")
	s.row(57, 248, "Landfilled", ends, "212,660", "41.4", "228,750", "44.2")
	got := several(t, s, 3)
	wantCell(t, got[0], "43,468,000", "Total energy consumed", "2024", "Gigajoules", "2024", "43468000")
	wantCell(t, got[1], "1.39", "Scope 1 and 2 (million t CO2e)", "2030 target", "million t CO2e", "2030", "1.39")
	wantCell(t, got[2], "288,940", "Recycled", "2023/tonnes", "tonnes", "2023", "288940")
}
