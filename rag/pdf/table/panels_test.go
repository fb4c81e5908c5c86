package table_test

import (
	"testing"
)

// Short paragraphs in two columns between the line under the head of a page and a table are running text, though every other line of them is short.
func TestShortParagraphsInColumnsAboveATable(t *testing.T) {
	s := newSheet()
	s.text(60, 44, "Our year in figures")
	s.across(54, 542, 51)
	s.fill(54, 66, 59, 95, 0xc06a30)
	s.size = 20
	s.strong(func() { s.text(77, 88, "Our year in figures") })
	s.size = 9.5
	left := map[float64]string{116: "Scope 1 emissions came to 413,142 t CO2e in", 130: "2023.", 151: "We report electricity consumption of 137,614 MWh",
		165: "for 2023.",
		186: "Over the whole of 2023, water withdrawal totalled", 199: "4,512,300 cubic metres.", 220: "Hazardous waste reached 5,379 tonnes in 2023.",
		241: "Natural gas consumption dropped from 672,936 GJ", 255: "in 2022 to 612,835 GJ in 2023, a decrease of 8.9", 269: "%."}
	right := map[float64]string{116: "With 11,373 tonnes in 2023 after 12,884 tonnes in", 130: "2022, waste generated went down by 11.7 %.",
		151: "Compared with 2022, nitrogen oxide emissions", 165: "declined 6.8 % from 4,856 tonnes to 4,526 tonnes", 179: "in 2023.",
		199: "The number of employees came to 12,564", 213: "employees in 2023.", 234: "At the Halvorsen site, emissions of sulphur dioxide",
		248: "stood at 6,248 tonnes in 2023."}
	for x, column := range map[float64]map[float64]string{60: left, 312: right} {
		for y, l := range column {
			s.text(x, y, l)
		}
	}
	s.strong(func() { s.text(60, 302, "Waste water by site, cubic metres") })
	ends := []float64{465, 534}
	s.fill(54, 312, 542, 330, 0x16494f)
	s.row(60, 325, "Site", ends, "2022", "2023")
	for i, r := range [][]string{{"Castrel", "64,871", "44,818"}, {"Gravenau", "73,752", "57,997"}, {"Total", "138,623", "102,815"}} {
		if i == 1 {
			s.fill(54, 348, 542, 366, 0xe8eeee)
		}
		s.row(60, 343+18*float64(i), r[0], ends, r[1:]...)
	}
	s.across(54, 542, 384)
	got := one(t, s)
	wantTable(t, got, "Site|2022|2023", "Castrel|64,871|44,818", "Gravenau|73,752|57,997", "Total|138,623|102,815")
}

// Where a table stands close below text in columns, the text ends above what the table is called.
func TestATitleBelowTextInColumnsIsTheTables(t *testing.T) {
	s := newSheet()
	s.across(55, 540, 47)
	s.size = 18
	s.strong(func() { s.text(60, 82, "Our year in figures") })
	s.size = 10
	left := []string{"Packaging weight fell from 98,895 tonnes in 2022 to", "96,953 tonnes in 2023 because two lines were", "closed.",
		"Training hours was 76,032 hours in 2023, after", "82,021 hours in 2022.", "Water withdrawal came to 39,715 cubic metres in", "2023."}
	right := []string{"Diesel use came to 9,740 litres in 2023.", "Hazardous waste was 88,332 tonnes in 2023, after",
		"93,792 tonnes in 2022. Packaging weight was",
		"88,488 tonnes in 2023, after 94,663 tonnes in 2022.", "Steam demand was 63,343 MWh in 2023, after", "72,154 MWh in 2022. Dust emissions reached",
		"37,212 tonnes in 2023, mostly at our largest site."}
	for i := range left {
		s.text(60, 112+12.6*float64(i), left[i])
		s.text(310, 112+12.6*float64(i), right[i])
	}
	s.strong(func() { s.text(60, 212, "Waste water by site, cubic metres") })
	ends := []float64{342, 438, 534}
	rows := [][]string{{"Site", "2023", "2022", "2021"}, {"Lindhaven", "12,867", "24,425", "30,384"}, {"Gravenau", "14,851", "3,401", "15,438"},
		{"Eskerra", "52,366", "54,261", "50,839"}}
	for i, r := range rows {
		s.row(66, 228+16*float64(i), r[0], ends, r[1:]...)
		s.across(60, 540, 232+16*float64(i))
	}
	got := one(t, s)
	wantTable(t, got, "Site|2023|2022|2021", "Lindhaven|12,867|24,425|30,384", "Gravenau|14,851|3,401|15,438", "Eskerra|52,366|54,261|50,839")
	if got.Caption != "Waste water by site, cubic metres" {
		t.Errorf("caption %q", got.Caption)
	}
}

// The shaded head of a group that stands apart from the rows above it is no box: its rows are of the same table.
func TestAShadedHeadApartIsOfItsTable(t *testing.T) {
	s := newSheet()
	ends := []float64{438, 534}
	s.row(60, 118, "Activity", ends, "2022", "2023")
	s.across(54, 541, 124)
	draw := func(y float64, rows [][]string) {
		for i, r := range rows {
			s.row(60, y+18*float64(i), r[0], ends, r[1:]...)
			s.across(54, 541, y+5+18*float64(i))
		}
	}
	draw(137, [][]string{{"Turnover of what is aligned", "4,577", "4,120"}, {"Turnover of what is eligible", "1,718", "1,544"}})
	s.fill(54, 172, 541, 192, 0xd8e4e0)
	s.text(60, 186, "B. Activities that are not eligible")
	draw(208, [][]string{{"Turnover of other activities", "11,433", "10,980"}, {"Total", "17,728", "16,644"}})
	got := one(t, s)
	wantCell(t, got, "10,980", "B. Activities that are not eligible/Turnover of other activities", "2023", "", "2023", "10980")
}
