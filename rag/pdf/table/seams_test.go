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
