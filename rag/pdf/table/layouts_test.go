package table_test

import "testing"

// figuresAt prints rows of figures that end at some places.
func (s *sheet) figuresAt(y float64, ends []float64, rows ...[]string) {
	for i, r := range rows {
		s.row(60, y+16*float64(i), r[0], ends, r[1:]...)
	}
}

var (
	threeEnds = []float64{330, 430, 530}
	gasOil    = [][]string{{"Natural gas", "41,230", "40,120", "39,870"}, {"Heating oil", "3,120", "2,980", "2,710"},
		{"District heating", "1,940", "1,870", "1,790"}}
)

// Heads at the left of cells whose figures stand at the right are heads of those, as are heads over them that begin where they do.
func TestHeadsAtTheLeftOfTheirCells(t *testing.T) {
	s := newSheet()
	for i, head := range []string{"2024", "2023", "2022"} {
		s.text(245+100*float64(i), 100, head)
	}
	s.figuresAt(118, threeEnds, gasOil...)
	got := one(t, s)
	wantCell(t, got, "40,120", "Natural gas", "2023", "", "2023", "40120")
	wantCell(t, got, "1,790", "District heating", "2022", "", "2022", "1790")
}

// A unit alone on a line is that of all columns: above their heads, below heads that are periods, or below the table.
func TestAUnitAloneIsOfAllColumns(t *testing.T) {
	for name, draw := range map[string]func(s *sheet){
		"above the last head":   func(s *sheet) { s.right(530, 84, "in MWh") },
		"below the middle head": func(s *sheet) { s.centre(400, 111, "MWh") },
		"below the table":       func(s *sheet) { s.text(60, 174, "All figures in MWh") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			for i, head := range []string{"2024", "2023", "2022"} {
				s.right(threeEnds[i], 100, head)
			}
			draw(s)
			s.figuresAt(124, threeEnds, gasOil...)
			got := one(t, s)
			for i := range got.Rows[got.HeaderRows][1:] {
				if c := &got.Rows[got.HeaderRows][i+1]; c.Unit != "MWh" || c.Value == "" {
					t.Errorf("%s in %q\n%s", c.Text, c.Unit, show(got))
				}
			}
		})
	}
}

// Running text and the name of a table part two that the same lines would join.
func TestRunningTextPartsTablesBetweenLines(t *testing.T) {
	s := newSheet()
	draw := func(y float64, ends []float64, heads []string, rows [][]string) float64 {
		for i, h := range heads {
			s.right(ends[i], y, h)
		}
		s.across(60, 540, y+5)
		s.figuresAt(y+18, ends, rows...)
		s.across(60, 540, y+7+16*float64(len(rows)))
		return y + 16*float64(len(rows))
	}
	y := draw(100, threeEnds, []string{"2024", "2023", "2022"}, gasOil)
	s.text(60, y+26, "We measure what we use at every site and look for ways to use less of it wherever that can be done at all.")
	s.text(60, y+42, "Table 2: Waste")
	draw(y+58, []float64{280, 360, 450, 538}, []string{"2024", "2023", "2022", "Target 2030"},
		[][]string{{"Recycled", "812", "790", "755", "900"}, {"Landfilled", "120", "131", "150", "60"}})
	if got := s.tables(); len(got) != 2 {
		t.Errorf("%d tables", len(got))
	}
}

// Dashes painted as small areas are lines, however many there are, and the grounds of the heads are seen beside them.
func TestDashesAreLines(t *testing.T) {
	s := newSheet()
	s.fill(60, 86, 540, 104, 0x204060)
	for i, head := range []string{"2024", "2023", "2022"} {
		s.right(threeEnds[i], 98, head)
	}
	s.fill(60, 104, 540, 120, 0xf0c040)
	s.strong(func() { s.text(64, 115, "Energy by source") })
	s.figuresAt(131, threeEnds, gasOil...)
	for row := range 60 {
		y := 135.3 + 16*float64(row%3) + 200*float64(row/3)
		for x := 60.0; x < 240; x += 3 {
			s.fill(x, y, x+1.5, y+0.7, 0x808080)
		}
	}
	for row := range 3 {
		y := 135.3 + 16*float64(row)
		for x := 240.0; x < 540; x += 3 {
			s.fill(x, y, x+1.5, y+0.7, 0x808080)
		}
	}
	s.across(60, 540, 151)
	s.across(60, 540, 167)
	wantCell(t, one(t, s), "2,980", "Heating oil", "2023", "", "2023", "2980")
}

// The label of the last row goes on below its figures, though its next line begins with a capital: what stands above ends with "due to".
func TestTheLastLabelGoesOnInCapitals(t *testing.T) {
	s := newSheet()
	s.right(260, 100, "FY 2023")
	s.right(330, 100, "FY 2022")
	for i, r := range [][3]string{{"Power (MWh)", "118.4", "121.9"}, {"Steam (MWh)", "64.7", "61.2"}, {"Power saved due to", "9.3", "9.8"}} {
		y := 116 + 14*float64(i)
		s.text(64, y, r[0])
		s.right(260, y, r[1])
		s.right(330, y, r[2])
	}
	s.text(64, 154, "Measures (Plants")
	s.text(64, 164, "One and Two; GJ)")
	s.text(64, 190, "Figures are rounded.")
	wantCell(t, one(t, s), "9.3", "Power saved due to Measures (Plants One and Two; GJ)", "FY 2023", "", "FY 2023", "9.3")
}
