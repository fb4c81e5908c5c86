package table_test

import (
	"strings"
	"testing"
)

// Letters count the columns of a template. One that is empty in all rows is a column too, and takes nothing from the
// heads of its neighbour.
func TestLetteredColumnsStandForThemselves(t *testing.T) {
	s := newSheet()
	s.across(60, 540, 90)
	for i, letter := range []string{"a", "b", "c", "d"} {
		s.right(300+80*float64(i), 100, letter)
	}
	s.across(60, 540, 105)
	for i, head := range [][]string{{"Of all", "assets"}, {"Of which", "use"}, {"Of which", "transitional"}, {"Of which", "enabling"}} {
		for k, line := range head {
			s.right(300+80*float64(i), 118+10*float64(k), line)
		}
	}
	s.across(60, 540, 134)
	for i, r := range [][4]string{{"Guarantees", "1.2", "0", "0.4"}, {"Managed assets", "46.5", "6", "0.3"}, {"Loans", "12.0", "2", "0.1"}} {
		y := 148 + 16*float64(i)
		s.text(64, y, r[0])
		s.right(300, y, r[1])
		s.right(380, y, r[2])
		s.right(540, y, r[3])
		s.across(60, 540, y+4)
	}
	table := one(t, s)
	wantCell(t, table, "6", "Managed assets", "b/Of which use", "", "", "6")
	wantCell(t, table, "0.3", "Managed assets", "d/Of which enabling", "", "", "0.3")
}

// The head of a group stands over all columns on a ground of its own, between the heads of columns and what is said of
// some of them once more. It belongs to the rows below it.
func TestGroupsAmongTheHeadsNameRows(t *testing.T) {
	s := newSheet()
	s.across(60, 540, 90)
	s.strong(func() {
		s.text(64, 102, "Economic activities")
		s.right(320, 102, "Turnover")
		s.right(420, 102, "Proportion")
		s.right(520, 102, "Mitigation")
	})
	s.across(60, 540, 108)
	s.fill(60, 108, 540, 124, 0xdddddd)
	s.strong(func() {
		s.text(64, 119, "A.2 Eligible activities that are not sustainable in the sense of the regulation (not aligned) (g)")
	})
	s.across(60, 540, 124)
	s.right(520, 136, "EL; N/EL")
	s.across(60, 540, 142)
	for i, r := range [][4]string{
		{"Batteries", "4.5", "0.3 %", "EL"},
		{"Other low carbon technologies", "3,401.5", "29.7 %", "EL"},
		{"Sale of spare parts", "774.7", "6.8 %", "N/EL"},
	} {
		y := 154 + 16*float64(i)
		s.text(70, y, r[0])
		s.right(320, y, r[1])
		s.right(420, y, r[2])
		s.right(520, y, r[3])
		s.across(60, 540, y+4)
	}
	table := one(t, s)
	group := "A.2 Eligible activities that are not sustainable in the sense of the regulation (not aligned) (g)"
	wantCell(t, table, "3,401.5", group+"/Other low carbon technologies", "Turnover", "", "", "3401.5")
	wantCell(t, table, "6.8 %", group+"/Sale of spare parts", "Proportion", "%", "", "6.8")
}

// A table may be named only where its labels and its heads meet.
func TestCornerNamesATable(t *testing.T) {
	for corner, want := range map[string]string{"Energy consumption": "Energy consumption", "Indicator": "", "in MWh": "", "Key indicators": ""} {
		t.Run(corner, func(t *testing.T) {
			s := newSheet()
			s.across(60, 400, 90)
			s.text(60, 102, corner)
			s.right(300, 102, "2024")
			s.right(390, 102, "2023")
			s.across(60, 400, 106)
			for i, label := range []string{"Electricity", "District heating", "Natural gas"} {
				y := 118 + 14*float64(i)
				s.text(60, y, label)
				s.right(300, y, []string{"120", "310", "98"}[i])
				s.right(390, y, []string{"130", "320", "99"}[i])
				s.across(60, 400, y+4)
			}
			if table := one(t, s); table.Caption != want {
				t.Errorf("caption %q, want %q", table.Caption, want)
			}
		})
	}
}

// Where the only row begins with a figure under a head of its own, that is no label.
func TestOneRowOfFiguresHasNoLabel(t *testing.T) {
	s := newSheet()
	s.lattice([]float64{60, 200, 340, 480}, []float64{100, 130, 150})
	s.text(64, 118, "Hours per employee")
	s.text(204, 118, "Employees trained")
	s.text(344, 118, "Share trained (%)")
	s.text(64, 142, "78,1 hours")
	s.text(204, 142, "9.678")
	s.text(344, 142, "99,56 %")
	table := one(t, s)
	wantCell(t, table, "78,1 hours", "", "Hours per employee", "hours", "", "78.1")
	wantCell(t, table, "9.678", "", "Employees trained", "", "", "9678")
	if table.Caption != "" || table.HeaderCols != 0 {
		t.Errorf("caption %q, %d columns of labels", table.Caption, table.HeaderCols)
	}
}

// A head in the middle of the columns of years is over all of them, though their figures stand at the right of their columns; below
// shaded rows, heads on the ground of the first ones begin another table.
func TestHeadOverAllYears(t *testing.T) {
	s := newSheet()
	s.page.Width = 842
	ends := []float64{516, 584, 652, 720, 788}
	years := []string{"2020", "2021", "2022", "2023", "2024"}
	y := 100.0
	for _, part := range []string{"A1 Business", "A2 Emissions"} {
		s.fill(50, y-12, 792, y+17, 0x104080)
		s.text(54, y, part)
		s.centre(620, y, "Year ended 31 December")
		s.text(280, y+13, "GRI")
		s.text(335, y+13, "Unit")
		s.row(54, y+13, "", ends, years...)
		y += 28
		for i, label := range []string{"Power devices", "Image sensors", "Memory", "Other", "Total"} {
			if i%2 == 1 {
				s.fill(50, y-11, 792, y+2, 0xE8F0F8)
			}
			s.text(280, y, "201-1")
			s.text(335, y, "million")
			s.row(54, y, label, ends, "31,240", "36,480", "46,110", "42,305", "48,320")
			y += 13
		}
		s.across(50, 792, y-10)
		y += 12
	}
	for i, table := range several(t, s, 2) {
		wantTable(t, table,
			[]string{"A1 Business", "A2 Emissions"}[i]+"{2,1}|GRI{2,1}|Unit{2,1}|Year ended 31 December{1,5}||||", "|||2020|2021|2022|2023|2024",
			"Power devices|201-1|million|31,240|36,480|46,110|42,305|48,320", "Image sensors|201-1|million|31,240|36,480|46,110|42,305|48,320",
			"Memory|201-1|million|31,240|36,480|46,110|42,305|48,320", "Other|201-1|million|31,240|36,480|46,110|42,305|48,320",
			"Total|201-1|million|31,240|36,480|46,110|42,305|48,320")
	}
}

// The first line of one column's head stands flush with its year: it is not over the next year.
func TestFirstLineOfAHeadIsNotOverTheNext(t *testing.T) {
	s := newSheet()
	s.text(400, 100, "Fiscal year")
	s.text(400, 112, "2023")
	s.text(460, 112, "2022")
	s.across(50, 500, 116)
	for i, label := range []string{"Europe", "Americas", "Asia"} {
		y := 128 + 13*float64(i)
		s.text(50, y, label)
		s.text(400, y, "1,122")
		s.text(460, y, "1,147")
		s.across(50, 500, y+3)
	}
	wantCell(t, one(t, s), "1,147", "Europe", "2022", "", "2022", "1147")
}

// Years that repeat below as many heads are theirs in turn, wherever over them the heads stand and whatever stands beside them.
func TestHeadsOverYearsThatRepeat(t *testing.T) {
	s := newSheet()
	ends := []float64{230, 300, 370, 440, 495}
	s.right(ends[1], 100, "Energy")
	s.right(ends[3], 100, "Waste")
	s.right(ends[4], 100, "Share")
	s.across(50, 500, 104)
	s.row(54, 115, "", ends, "2024", "2023", "2024", "2023")
	s.across(50, 500, 119)
	for i, r := range [][]string{{"Germany", "12,480", "3,211", "20 %"}, {"Poland", "15,302", "11,840", "75 %"}, {"Other", "2,217", "864", "5 %"}} {
		y := 131 + 15*float64(i)
		s.row(54, y, r[0], ends, r[1], "12,990", r[2], "3,404", r[3])
		s.across(50, 500, y+4)
	}
	table := one(t, s)
	wantCell(t, table, "15,302", "Poland", "Energy/2024", "", "2024", "15302")
	wantCell(t, table, "11,840", "Poland", "Waste/2024", "", "2024", "11840")
}

// Heads that end with the figures below them are heads, however close they stand.
func TestHeadsSetClose(t *testing.T) {
	s := newSheet()
	ends := []float64{660, 744, 796}
	s.page.Width = 842
	s.strong(func() {
		s.text(480, 100, "Region")
		s.right(660, 100, "Sites audited")
		s.right(744, 100, "with major finding")
		s.right(796, 100, "without, %")
	})
	for i, label := range []string{"Asia", "Europe", "Africa", "All"} {
		s.row(480, 114+13*float64(i), label, ends, "148", "31", "79.1")
	}
	wantTable(t, one(t, s), "Region|Sites audited|with major finding|without, %",
		"Asia|148|31|79.1", "Europe|148|31|79.1", "Africa|148|31|79.1", "All|148|31|79.1")
}

// A unit over columns whose figures stand at their right is over all of them, not over those whose texts it is in the middle of.
func TestUnitOverColumnsFlushRight(t *testing.T) {
	s := newSheet()
	ends := []float64{165, 252, 326, 377, 419, 480}
	s.centre(246, 100, "MWh")
	s.right(480, 100, "Area")
	s.across(50, 480, 103)
	s.row(50, 112, "Year", ends, "District heating", "Bought", "Cooling", "Solar", "Total", "m²")
	s.across(50, 480, 116)
	for i, year := range []string{"2022", "2023", "2024"} {
		s.row(50, 128+13*float64(i), year, ends, "111,300", "54,900", "12,480", "3,950", "182,630", "1,598")
	}
	s.across(50, 480, 158)
	wantCell(t, one(t, s), "182,630", "2022", "MWh/Total", "MWh", "2022", "182630")
}

// Of the units that a caption names the table's is not that of the shares, which columns say again.
func TestCaptionOfAmountsAndShares(t *testing.T) {
	s := newSheet()
	s.strong(func() { s.text(50, 90, "Amounts in EUR million, shares in %") })
	s.across(50, 400, 95)
	s.row(50, 106, "", []float64{220, 310, 400}, "Total", "aligned", "aligned %")
	s.across(50, 400, 110)
	for i, label := range []string{"Turnover", "CapEx", "OpEx"} {
		s.row(50, 122+13*float64(i), label, []float64{220, 310, 400}, "142.8", "31.4", "22.0")
	}
	s.across(50, 400, 152)
	got := one(t, s)
	wantCell(t, got, "31.4", "Turnover", "aligned", "EUR million", "", "31.4")
	wantCell(t, got, "22.0", "Turnover", "aligned %", "%", "", "22.0")
}

// The page is set in two columns of text, and a table over both follows: the last lines of the columns stand side by side like
// heads, and are none.
func TestTextInColumnsHeadsNoTable(t *testing.T) {
	s := newSheet()
	for i, l := range [][2]string{
		{"offered to all. Another example is the greening of offices", "The table below shows how the key figures of fair work"},
		{"of one company, which improves the quality of the air.", "have developed over the financial years that it covers:"},
	} {
		y := 80 + 11*float64(i)
		s.text(60, y, l[0])
		s.text(310, y, l[1])
	}
	s.fill(60, 98, 540, 112, 0x88aacc)
	s.strong(func() { s.text(64, 108, "KEY FIGURES OF FAIR WORK") })
	s.across(60, 540, 112)
	s.text(64, 123, "Key figure")
	s.text(240, 123, "Unit")
	s.right(400, 123, "2022")
	s.right(500, 123, "2023")
	s.across(60, 540, 128)
	for i, r := range [][4]string{{"Accidents", "per 100 FTE", "2.6", "2.3"}, {"Trainees", "number", "346", "313"}, {"Permanent contracts", "%", "95.9", "97.8"}} {
		y := 140 + 16*float64(i)
		s.text(64, y, r[0])
		s.text(240, y, r[1])
		s.right(400, y, r[2])
		s.right(500, y, r[3])
		s.across(60, 540, y+4)
	}
	got := one(t, s)
	if got.HeaderRows != 1 || got.Caption != "KEY FIGURES OF FAIR WORK" {
		t.Errorf("%d header rows, caption %q\n%s", got.HeaderRows, got.Caption, show(got))
	}
	wantCell(t, got, "2.3", "Accidents", "2023", "per 100 FTE", "2023", "2.3")
}

// The second line of heads may hold a unit that counts in thousands, which is no figure.
func TestHeadsWithAUnitOfThousands(t *testing.T) {
	s := newSheet()
	s.across(60, 540, 96)
	s.right(300, 106, "Scope 2")
	s.right(400, 106, "Scope 1 + 2")
	s.right(520, 106, "kg per")
	s.text(64, 118, "Year")
	s.right(300, 118, "(location)")
	s.right(400, 118, "(market)")
	s.right(520, 118, "1,000 litres")
	s.across(60, 540, 122)
	for i, r := range [][4]string{{"2022", "20,950", "89,350", "61.4"}, {"2023", "19,600", "79,020", "55.2"}, {"2024", "18,450", "72,900", "49.1"}} {
		y := 134 + 14*float64(i)
		s.text(64, y, r[0])
		s.right(300, y, r[1])
		s.right(400, y, r[2])
		s.right(520, y, r[3])
	}
	s.across(60, 540, 168)
	got := one(t, s)
	if cols := strings.Join(got.Rows[len(got.Rows)-1][3].ColPath, " "); cols != "kg per 1,000 litres" {
		t.Errorf("the last column is %q\n%s", cols, show(got))
	}
}

// A column without a figure in any row has a head of its own, which says nothing of its neighbours.
func TestTheHeadOfAnEmptyColumnIsNotItsNeighbours(t *testing.T) {
	s := newSheet()
	ends := []float64{240, 310, 420, 520}
	s.row(57, 100, "Property", ends, "Lettable area, m2", "Year built", "Energy, kWh/m2", "Occupancy, %")
	s.across(57, 520, 104)
	for i, r := range [][]string{
		{"Kingsgate", "18,420", "", "118", "96.4"}, {"Harbour Yard", "12,905", "", "151", "91.0"}, {"Tower Nine", "31,210", "", "129", "98.2"},
	} {
		s.row(57, 115+14*float64(i), r[0], ends, r[1:]...)
	}
	got := one(t, s)
	wantCell(t, got, "12,905", "Harbour Yard", "Lettable area, m2", "m2", "", "12905")
	wantCell(t, got, "151", "Harbour Yard", "Energy, kWh/m2", "kWh/m2", "", "151")
}

// Heads of two lines of which the second holds numerals, and a unit by itself.
func TestNumeralsInTheLastLineOfHeads(t *testing.T) {
	s := newSheet()
	ends := []float64{220, 280, 330, 380, 430, 480}
	s.strong(func() {
		s.row(50, 100, "", ends, "Head", "", "Women", "Under", "30 to", "Over")
		s.row(50, 111, "Site", ends, "count", "FTE", "%", "30", "50", "50")
	})
	s.across(50, 490, 116)
	for i, label := range []string{"Coburg", "Sonneberg", "Jihlava", "Ningbo"} {
		s.row(50, 127+14*float64(i), label, ends, "486", "451.5", "47.5", "98", "241", "147")
	}
	got := one(t, s)
	if got.HeaderRows != 2 && got.HeaderRows != 1 || len(got.Rows)-got.HeaderRows != 4 {
		t.Fatalf("%d header rows of %d", got.HeaderRows, len(got.Rows))
	}
	wantCell(t, got, "98", "Coburg", "Under/30", "", "", "98")
	wantCell(t, got, "47.5", "Coburg", "Women/%", "%", "", "47.5")
}

// Heads at the right of the columns they are of, which begin anew under each.
func TestHeadsOfGroupsWhoseColumnsBeginAnew(t *testing.T) {
	s := newSheet()
	ends := []float64{220, 260, 320, 360, 420, 460, 520}
	s.strong(func() {
		s.row(50, 100, "", ends, "", "Aligned", "", "Eligible, not aligned", "", "Not eligible", "Total")
		s.row(50, 112, "", ends, "PLN m", "%", "PLN m", "%", "PLN m", "%", "PLN m")
	})
	for i, label := range []string{"Turnover", "Capital expenditure", "Operating expenditure"} {
		s.row(50, 124+12*float64(i), label, ends, "1,190.0", "58.9", "642.4", "31.8", "186.3", "9.2", "2,018.7")
	}
	got := one(t, s)
	wantCell(t, got, "1,190.0", "Turnover", "Aligned/PLN m", "PLN m", "", "1190.0")
	wantCell(t, got, "642.4", "Turnover", "Eligible, not aligned/PLN m", "PLN m", "", "642.4")
	wantCell(t, got, "2,018.7", "Turnover", "Total/PLN m", "PLN m", "", "2018.7")
}

// The first row below the heads has two figures in some cells: "76 (-19%)" beside "113". None of them is a word of a head, though "113" stands below
// "(Base year)".
func TestARowOfTwoFiguresACellIsNoHead(t *testing.T) {
	s := newSheet()
	s.across(60, 540, 90)
	s.strong(func() {
		s.text(64, 102, "Key figure")
		s.text(230, 102, "Unit")
		s.right(370, 96, "2018")
		s.right(370, 106, "(Base year)")
		s.right(450, 102, "2022")
		s.right(530, 102, "2023")
	})
	s.across(60, 540, 110)
	for i, r := range [][5]string{
		{"Emissions per value added", "t CO2e / EUR million", "113", "76 (-19%)", "49 (-56%)"},
		{"Emissions", "t CO2e", "79,586", "48,636", "41,101"},
		{"Waste per value added", "t / EUR million", "22.7", "22.5", "13.7"},
		{"Water withdrawn", "m³", "937", "1,179", "892"},
	} {
		y := 124 + 16*float64(i)
		s.text(64, y, r[0])
		s.text(230, y, r[1])
		s.right(370, y, r[2])
		s.right(450, y, r[3])
		s.right(530, y, r[4])
		s.across(60, 540, y+4)
	}
	table := one(t, s)
	wantCell(t, table, "113", "Emissions per value added", "2018 (Base year)", "t CO2e / EUR million", "2018", "113")
	wantCell(t, table, "48,636", "Emissions", "2022", "t CO2e", "2022", "48636")
}

// A head of two lines that begins with a year, "2023 against" above "2019", is no figure, and its column is of neither year alone.
func TestAYearAgainstAnotherIsAHead(t *testing.T) {
	s := newSheet()
	ends := []float64{240, 320, 400, 490}
	s.strong(func() {
		s.right(240, 88, "Base year")
		s.right(490, 88, "2023 against")
		s.row(50, 100, "tCO2e", ends, "2019", "2022", "2023", "2019")
	})
	s.across(50, 490, 105)
	for i, r := range [][]string{{"Scope 1", "14,800", "12,950", "12,420", "-16.1%"}, {"Scope 2", "22,600", "16,100", "13,340", "-41.0%"},
		{"Total", "37,400", "29,050", "25,760", "-31.1%"}} {
		s.row(50, 118+15*float64(i), r[0], ends, r[1:]...)
	}
	s.across(50, 490, 155)
	got := one(t, s)
	wantCell(t, got, "13,340", "Scope 2", "2023", "tCO2e", "2023", "13340")
	wantCell(t, got, "-31.1%", "Total", "2023 against 2019", "%", "", "-31.1")
}

// Figures without a label that are bold as the heads above them are heads, too; those that only stand alone, and a first row that is as
// bold as its heads but has a label, are none.
func TestBoldFiguresBelowHeadsAreHeads(t *testing.T) {
	s := newSheet()
	ends := []float64{240, 320, 400, 490}
	s.strong(func() {
		s.text(50, 88, "Hazard")
		s.centre(270, 88, "2030")
		s.centre(430, 88, "2050")
		for i, degrees := range []string{"1.5 °C", "4 °C", "1.5 °C", "4 °C"} {
			s.right(ends[i], 100, degrees)
		}
	})
	rows := [][]string{{"River flood", "210", "240", "260", "410"}, {"Coastal flood", "95", "120", "180", "390"}, {"Heat", "40", "65", "75", "210"}}
	for i, r := range rows {
		s.row(50, 115+15*float64(i), r[0], ends, r[1:]...)
		s.across(50, 490, 119+15*float64(i))
	}
	wantCell(t, one(t, s), "390", "Coastal flood", "2050/4 °C", "", "2050", "390")

	for name, label := range map[string]string{"a total in front": "Total", "plain": ""} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			first := func() {
				s.row(50, 105, label, ends, "345", "425", "515", "1,010")
			}
			s.strong(func() { s.row(50, 88, "Hazard", ends, "2024", "2023", "2022", "2021") })
			s.across(50, 490, 92)
			if label == "" {
				first()
			} else {
				s.strong(first)
			}
			for i, r := range rows {
				s.row(50, 120+15*float64(i), r[0], ends, r[1:]...)
				s.across(50, 490, 124+15*float64(i))
			}
			if c := cell(t, one(t, s), "1,010"); c.Value != "1010" {
				t.Errorf("%+v", c)
			}
		})
	}
}

// Heads of two lines stand over the years of two columns each, above one line that all of them share: it is drawn for none of them alone.
func TestHeadsAboveOneLineStandOverTheirOwnYears(t *testing.T) {
	s := newSheet()
	s.across(60, 560, 86)
	s.across(190, 560, 114)
	s.text(64, 105, "Division")
	for i, head := range [][2]string{{"Gross tonne-km", "(billion)"}, {"Diesel fuel", "(million litres)"}, {"Fuel efficiency", "(litres per km)"}} {
		middle := 252 + 120*float64(i)
		s.text(middle-float64(len(head[0]))*2.4, 99, head[0])
		s.text(middle-float64(len(head[1]))*2.4, 111, head[1])
		s.right(middle-20, 125, "2021")
		s.right(middle+40, 125, "2022")
	}
	for i, r := range [][7]string{
		{"Prairie", "61.4", "62.8", "190.3", "188.4", "3.10", "3.00"},
		{"Mountain", "38.2", "39.5", "164.3", "164.7", "4.30", "4.17"},
		{"Northern", "12.6", "11.9", "47.9", "46.4", "3.80", "3.90"},
	} {
		y := 146 + 15*float64(i)
		s.text(64, y, r[0])
		for k, v := range r[1:] {
			s.right(232+120*float64(k/2)+60*float64(k%2), y, v)
		}
		s.across(60, 560, y+4)
	}
	table := one(t, s)
	wantCell(t, table, "11.9", "Northern", "Gross tonne-km/(billion)/2022", "billion", "2022", "11.9")
	wantCell(t, table, "46.4", "Northern", "Diesel fuel/(million litres)/2022", "million litres", "2022", "46.4")
	wantCell(t, table, "3.90", "Northern", "Fuel efficiency/(litres per km)/2022", "litres per km", "2022", "3.90")
}
