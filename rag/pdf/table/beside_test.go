package table_test

import (
	"fmt"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// row writes a row: its label from x, its figures so that they end at the given places.
func (s *sheet) row(x, base float64, label string, ends []float64, figures ...string) {
	s.text(x, base, label)
	for i, f := range figures {
		s.right(ends[i], base, f)
	}
}

// several completes a page that must hold a number of tables.
func several(t *testing.T, s *sheet, n int) []document.Table {
	t.Helper()
	all := joined(s)[0]
	if len(all) != n {
		for _, table := range all {
			t.Logf("%q %v", table.Caption, table.Rows)
		}
		t.Fatalf("%d tables found, want %d", len(all), n)
	}
	return all
}

// Two tables without lines, each with its title, a text below the shorter one and a paragraph under both.
func TestTitledTablesSideBySide(t *testing.T) {
	s := newSheet()
	left, right := []float64{170, 210, 250}, []float64{430, 470, 510}
	s.strong(func() {
		s.text(50, 100, "People on the payroll")
		s.text(300, 100, "Capital works, $ million")
		s.row(50, 118, "", left, "FY24", "FY23", "FY22")
		s.row(300, 118, "", right, "FY24", "FY23", "+/- %")
	})
	for i, label := range []string{"Employees", "Women", "Women, %", "Injuries", "Hours worked"} {
		s.row(50, 133+13*float64(i), label, left, "2,214", "2,168", "2,131")
	}
	for i, label := range []string{"Water", "Wastewater", "Total"} {
		s.row(300, 133+13*float64(i), label, right, "268.9", "240.3", "11.9")
	}
	s.text(300, 180, "Revenue was 1,486.2 million after 1,402.7 million")
	s.text(300, 191, "and renewals of old mains took 84.6 million of it.")
	s.text(50, 230, "Women now hold 821 of the 2,214 posts that we have, and the board has eight directors, four of them women.")
	all := several(t, s, 2)
	if all[0].Caption != "People on the payroll" || all[1].Caption != "Capital works, $ million" {
		t.Errorf("captions %q and %q", all[0].Caption, all[1].Caption)
	}
	wantTable(t, all[0],
		"|FY24|FY23|FY22", "Employees|2,214|2,168|2,131", "Women|2,214|2,168|2,131", "Women, %|2,214|2,168|2,131",
		"Injuries|2,214|2,168|2,131", "Hours worked|2,214|2,168|2,131")
	wantTable(t, all[1], "|FY24|FY23|+/- %", "Water|268.9|240.3|11.9", "Wastewater|268.9|240.3|11.9", "Total|268.9|240.3|11.9")
}

// Lines that end between two tables, under a wide one whose lines end with theirs.
func TestLinesEndBetweenTables(t *testing.T) {
	s := newSheet()
	ends := []float64{200, 290, 400, 545}
	s.row(50, 80, "", ends, "Total", "Aligned", "Eligible", "Other")
	s.across(50, 545, 84)
	for i, label := range []string{"Turnover", "CapEx", "OpEx"} {
		s.row(50, 96+13*float64(i), label, ends, "1,284", "31", "56", "54")
	}
	s.across(50, 545, 128)
	s.text(50, 142, "What is eligible comes from letting and from the sale of heat, and from nothing else that we do in our houses.")
	left, right := []float64{190, 270}, []float64{460, 545}
	s.strong(func() {
		s.text(50, 170, "Waste")
		s.text(310, 170, "Water")
	})
	s.row(50, 185, "", left, "t", "%")
	s.row(310, 185, "thousand m³", right, "2024", "2023")
	s.across(50, 270, 189)
	s.across(310, 545, 189)
	for i, label := range []string{"Paper", "Glass", "Food", "Total"} {
		s.row(50, 201+13*float64(i), label, left, "3,120", "47.6")
	}
	for i, label := range []string{"Drinking water", "Well water", "Total"} {
		s.row(310, 201+13*float64(i), label, right, "486.2", "502.7")
	}
	s.across(50, 270, 244)
	s.across(310, 545, 231)
	all := several(t, s, 3)
	wantTable(t, all[0], "|Total|Aligned|Eligible|Other", "Turnover|1,284|31|56|54", "CapEx|1,284|31|56|54", "OpEx|1,284|31|56|54")
	wantTable(t, all[1], "|t|%", "Paper|3,120|47.6", "Glass|3,120|47.6", "Food|3,120|47.6", "Total|3,120|47.6")
	wantTable(t, all[2], "thousand m³|2024|2023", "Drinking water|486.2|502.7", "Well water|486.2|502.7", "Total|486.2|502.7")
}

// Texts between figures are a column of one table: of units, of answers, of names under a head of their own.
func TestTextsBetweenFiguresPartNothing(t *testing.T) {
	for name, texts := range map[string][4]string{
		"units":   {"tonnes", "litres", "tonnes", "hectares"},
		"answers": {"Moderate growth", "Stable performance", "Moderate growth", "Stable performance"},
		"names":   {"Office of the chief", "Plant managers", "Fleet services", "Procurement team"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			s.row(50, 100, "Target", []float64{220, 400, 480}, "Base year", "2024", "2030")
			s.text(250, 100, "Measured by")
			s.across(50, 480, 104)
			for i, label := range []string{"Paper", "Diesel", "Landfill", "Forest"} {
				y := 118 + 13*float64(i)
				s.row(50, y, label, []float64{220, 400, 480}, "1,743", "1,584", "1,250")
				s.text(250, y, texts[i])
			}
			s.across(50, 480, 160)
			if got := one(t, s); len(got.Rows) != 5 || len(got.Rows[0]) != 5 {
				t.Errorf("%d rows of %d columns, want 5 of 5", len(got.Rows), len(got.Rows[0]))
			}
		})
	}
}

// A box beside running text, under rows of a table that reach over both: the rows are not its heads.
func TestRowsAboveABoxAreNotItsHeads(t *testing.T) {
	s := newSheet()
	ends := []float64{140, 220, 300, 380, 460, 545}
	s.row(50, 80, "Year", ends, "Crew", "Ashore", "All", "Injuries", "Rate", "Deaths")
	s.across(50, 545, 84)
	for i, year := range []string{"2021", "2022", "2023", "2024"} {
		s.row(50, 98+13*float64(i), year, ends, "1,486", "402", "1,888", "10", "1.04", "1")
	}
	for i := range 4 {
		s.text(50, 165+12*float64(i), "The injury rate went from 0.78 to 0.68 and has come")
	}
	s.across(340, 545, 150)
	s.down(340, 150, 220)
	s.down(545, 150, 220)
	s.strong(func() { s.text(345, 162, "Board of Directors 2024") })
	s.across(340, 545, 167)
	for i, label := range []string{"Members", "Women", "Meetings"} {
		s.row(345, 180+13*float64(i), label, []float64{540}, []string{"11", "4", "9"}[i])
	}
	s.across(340, 545, 220)
	all := several(t, s, 2)
	wantTable(t, all[0], "Year|Crew|Ashore|All|Injuries|Rate|Deaths", "2021|1,486|402|1,888|10|1.04|1", "2022|1,486|402|1,888|10|1.04|1",
		"2023|1,486|402|1,888|10|1.04|1", "2024|1,486|402|1,888|10|1.04|1")
}

// One row of figures under as many periods is a table, also between texts.
func TestOneRowUnderPeriods(t *testing.T) {
	s := newSheet()
	s.text(50, 90, "Our steps for Scope 1 and 2, all of them measured against the base year, are these:")
	s.strong(func() {
		s.text(55, 112, "Reduction of Scope 1 and 2")
		for i, by := range []string{"by FY2025", "by FY2027", "by FY2030"} {
			s.centre(280+85*float64(i), 112, by)
		}
	})
	s.text(55, 128, "% below FY2018")
	for i, v := range []string{"35", "42", "50"} {
		s.centre(280+85*float64(i), 128, v)
	}
	s.text(50, 150, "A separate target covers the farms: 30 less in each kilogram of milk solids by the year 2032.")
	wantTable(t, one(t, s), "Reduction of Scope 1 and 2|by FY2025|by FY2027|by FY2030", "% below FY2018|35|42|50")
}

// Rows without lines below the only line of a table belong to it, however many there are.
func TestRowsBelowTheLastLine(t *testing.T) {
	s := newSheet()
	s.across(50, 470, 90)
	s.across(50, 470, 104)
	rows := [][]string{{"Year", "Plastics", "Food", "Other"}}
	for _, year := range []string{"2018", "2019", "2020", "2021", "2022", "2023", "2024"} {
		rows = append(rows, []string{year, "2,140", "3,310", "2,795"})
	}
	s.simple(100, rows[0], rows[1:]...)
	if got := one(t, s); len(got.Rows) != 8 || got.HeaderRows != 1 {
		t.Errorf("%d rows, %d of them heads, want 8 and 1", len(got.Rows), got.HeaderRows)
	}
}

// Three tables abreast are three, whatever says so: titles, lines, or the same heads again.
func TestThreeTablesAbreast(t *testing.T) {
	for name, draw := range map[string]func(s *sheet, x float64, k int){
		"titles": func(s *sheet, x float64, k int) {
			s.strong(func() { s.text(x, 86, []string{"Energy used", "Water drawn", "Waste made"}[k]) })
		},
		"lines": func(s *sheet, x float64, _ int) {
			s.across(x, x+150, 103)
			s.across(x, x+150, 159)
		},
		"heads": func(*sheet, float64, int) {},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			for k, x := range []float64{40, 220, 400} {
				draw(s, x, k)
				s.row(x, 100, "", []float64{x + 110, x + 150}, "2024", "2023")
				for i, label := range [][]string{{"Gas", "Oil", "Heat", "Total"}, {"Wells", "River", "Mains", "Sum"}, {"Paper", "Glass", "Metal", "Sum"}}[k] {
					s.row(x, 114+14*float64(i), label, []float64{x + 110, x + 150}, "1,986", "1,941")
				}
			}
			for _, table := range several(t, s, 3) {
				if len(table.Rows) != 5 || len(table.Rows[0]) != 3 {
					t.Errorf("%d rows of %d columns, want 5 of 3: %v", len(table.Rows), len(table.Rows[0]), table.Rows)
				}
			}
		})
	}
}

// Rows named by years, beside rows named by texts that are not at their heights.
func TestTablesOfOtherPitchSideBySide(t *testing.T) {
	s := newSheet()
	for i := range 5 {
		s.row(50, 100+17*float64(i), fmt.Sprint(2020+i), []float64{150, 220}, "1,986", "31.5")
	}
	for i, label := range []string{"Members", "Women", "Meetings", "Attendance", "Age", "Tenure"} {
		s.row(320, 104+13*float64(i), label, []float64{450, 520}, "11.5", "10.5")
	}
	all := several(t, s, 2)
	if len(all[0].Rows) != 5 || len(all[1].Rows) != 6 {
		t.Errorf("%d and %d rows, want 5 and 6", len(all[0].Rows), len(all[1].Rows))
	}
}

// A sentence between rows and the heads of other columns ends a table, though lines of the same length close both.
func TestSentenceBetweenTables(t *testing.T) {
	s := newSheet()
	table := func(y float64, first string, at float64, ends []float64) {
		s.across(50, 520, y-12)
		s.text(ends[0]-20, y, "Age")
		s.text(ends[2]-20, y, "Gender")
		s.across(50, 520, y+4)
		s.row(50, y+16, first, append([]float64{at}, ends...), "Total number", "middle", "older", "male", "female")
		s.across(50, 520, y+20)
		for i, year := range []string{"2021", "2022", "2023"} {
			s.row(50, y+32+16*float64(i), year, append([]float64{at}, ends...), "2,157", "54 %", "31 %", "39 %", "61 %")
			s.across(50, 520, y+36+16*float64(i))
		}
	}
	table(100, "Year", 190, []float64{260, 330, 410, 515})
	s.text(50, 184, "The average age of the employees is currently 44 years (2022: 44).")
	table(212, "New recruitments", 210, []float64{290, 370, 440, 515})
	for _, table := range several(t, s, 2) {
		if len(table.Rows) != 5 || len(table.Rows[0]) != 6 {
			t.Errorf("%d rows of %d columns, want 5 of 6: %v", len(table.Rows), len(table.Rows[0]), table.Rows)
		}
	}
}

// Running text beside a table has its lines at the same heights, and a title that is as high as the heads: neither is a part of the table.
func TestATableBesideRunningText(t *testing.T) {
	s := newSheet()
	ends := []float64{430, 470, 510, 550}
	s.size *= 1.5
	s.text(50, 101, "More timber, less oil")
	s.size /= 1.5
	s.row(310, 100, "Fuels, GWh", ends, "2021", "2022", "2023", "2024")
	text := []string{
		"Bark and chips of our own yards heat the kilns in", "all four mills, and oil is burned only when one of", "them is down. The lorries that bring us the logs",
		"are counted at the gates since spring, and in two", "of the mills rain is used to wet the piles of logs.",
	}
	for i, label := range []string{"Bark", "Chips", "Oil", "Gas", "All fuels"} {
		s.text(50, 115+14*float64(i), text[i])
		s.row(310, 115+14*float64(i), label, ends, "212.4", "218.0", "220.9", "231.7")
	}
	all := several(t, s, 1)
	wantTable(t, all[0], "Fuels, GWh|2021|2022|2023|2024", "Bark|212.4|218.0|220.9|231.7", "Chips|212.4|218.0|220.9|231.7", "Oil|212.4|218.0|220.9|231.7",
		"Gas|212.4|218.0|220.9|231.7", "All fuels|212.4|218.0|220.9|231.7")
}

// Two tables set apart, whose rows happen to stand nearly beside one another, above a ground that lies under both.
func TestTablesWhoseRowsAreNotLevel(t *testing.T) {
	s := newSheet()
	left, right := []float64{190, 225, 265}, []float64{455, 485, 520}
	s.strong(func() {
		s.row(50, 100, "Employees", left, "Women", "Men", "Total")
		s.row(320, 103, "Safety", right, "2022", "2023", "2024")
	})
	for i, label := range []string{"Sea farms", "Hatcheries", "Head office", "Apprentices", "Total"} {
		s.row(50, 114+13*float64(i), label, left, "118", "402", "520")
	}
	for i, label := range []string{"Hours worked", "Injuries with absence", "Injuries per million hours", "Days lost"} {
		s.row(320, 117+13*float64(i), label, right, "14", "12", "7")
	}
	s.fill(48, 186, 530, 230, 0xeeeeee)
	s.text(60, 205, "The board has eight members, of whom five are elected by the shareholders and three by the employees.")
	all := several(t, s, 2)
	wantTable(t, all[0],
		"Employees|Women|Men|Total", "Sea farms|118|402|520", "Hatcheries|118|402|520", "Head office|118|402|520",
		"Apprentices|118|402|520", "Total|118|402|520")
	wantTable(t, all[1],
		"Safety|2022|2023|2024", "Hours worked|14|12|7", "Injuries with absence|14|12|7", "Injuries per million hours|14|12|7", "Days lost|14|12|7")
}

// The titles of two tables, each beside the unit of all its columns, hang over their labels, and the heads are not level.
func TestTablesUnderTitlesThatHangOverTheirLabels(t *testing.T) {
	s := newSheet()
	left, right := []float64{205, 250, 295}, []float64{455, 500, 545}
	years := []string{"FY2021/22", "FY2022/23", "FY2023/24"}
	s.text(44, 100, "Water, Group")
	s.right(300, 100, "Unit: million m3")
	s.row(50, 116, "", left, years...)
	s.text(324, 116, "Emissions to air, Group")
	s.right(550, 116, "Unit: t")
	s.row(330, 132, "", right, years...)
	for i, label := range []string{"Recirculated water", "Fresh water taken in", "Total water used", "Water let go"} {
		s.row(50, 132+16*float64(i), label, left, "768.2", "763.5", "758.4")
	}
	for i, label := range []string{"SOx", "NOx", "Soot and dust"} {
		s.row(330, 148+16*float64(i), label, right, "3,120", "2,980", "2,845")
	}
	all := several(t, s, 2)
	wantCell(t, all[0], "768.2", "Recirculated water", "FY2021/22", "million m3", "FY2021/22", "768.2")
	wantCell(t, all[1], "3,120", "SOx", "FY2021/22", "t", "FY2021/22", "3120")
	if all[1].Caption != "Emissions to air, Group" {
		t.Errorf("caption %q", all[1].Caption)
	}
}
