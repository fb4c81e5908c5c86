package table_test

import "testing"

// yearsTable writes a small table of two years below a place.
func yearsTable(s *sheet, y float64) {
	s.across(60, 340, y)
	s.right(260, y+12, "2024")
	s.right(330, y+12, "2023")
	s.across(60, 340, y+16)
	for i, r := range [][3]string{{"Purchased goods", "118.4", "121.9"}, {"Transport", "64.7", "61.2"}, {"Other", "9.3", "9.8"}} {
		row := y + 28 + 14*float64(i)
		s.text(64, row, r[0])
		s.right(260, row, r[1])
		s.right(330, row, r[2])
	}
	s.across(60, 340, y+62)
}

// What names a table may be longer than the table is wide, and go on with a sentence about its figures; its unit is the one that it names.
func TestCaptionNamesTheUnit(t *testing.T) {
	for caption, unit := range map[string]string{
		"Table A2 Scope 3 emissions, thousand t CO2e. Figures are rounded one by one, so sums may differ in the last digit.": "thousand t CO2e",
		"Table 4 Emissions in t CO2e; Scope 2 is location-based":                                                             "t CO2e",
		"Table 5 Waste in t, energy in MWh":                                                                                  "",
	} {
		t.Run(caption, func(t *testing.T) {
			s := newSheet()
			s.text(60, 92, caption)
			yearsTable(s, 100)
			table := one(t, s)
			if table.Caption != caption || table.Unit != unit {
				t.Errorf("caption %q, unit %q; want %q, %q", table.Caption, table.Unit, caption, unit)
			}
		})
	}
}

// The note under a title is set in italics: it is the caption's second line and says the unit.
func TestSlantedNoteUnderATitle(t *testing.T) {
	s := newSheet()
	s.strong(func() { s.text(60, 80, "Greenhouse gases") })
	from := len(s.words)
	s.text(60, 92, "t CO2e; Scope 2 is location-based")
	for i := from; i < len(s.words); i++ {
		s.words[i].Italic = true
	}
	yearsTable(s, 100)
	table := one(t, s)
	if table.Caption != "Greenhouse gases t CO2e; Scope 2 is location-based" || table.Unit != "t CO2e" {
		t.Errorf("caption %q, unit %q", table.Caption, table.Unit)
	}
}

// Of the heads above the first line one may take two lines, and hang below the others.
func TestHeadHangsAboveTheFirstLine(t *testing.T) {
	s := newSheet()
	for i, head := range []string{"Scope 1", "Scope 2", "Scopes", "Scope 3"} {
		s.right(200+90*float64(i), 88, head)
	}
	s.right(380, 98, "1+2")
	s.across(60, 480, 104)
	for i, head := range []string{"direct", "market", "market", "value chain"} {
		s.right(200+90*float64(i), 116, head)
	}
	s.text(64, 116, "Year")
	s.across(60, 480, 120)
	for i, r := range [][]string{{"2022", "31.0", "17.9", "48.9", "160.2"}, {"2023", "28.3", "15.2", "43.5", "157.7"}, {"2024", "25.9", "12.4", "38.3", "155.0"}} {
		y := 132 + 14*float64(i)
		s.text(64, y, r[0])
		for k, v := range r[1:] {
			s.right(200+90*float64(k), y, v)
		}
		s.across(60, 480, y+4)
	}
	table := one(t, s)
	wantCell(t, table, "38.3", "2024", "Scopes 1+2/market", "", "2024", "38.3")
	wantCell(t, table, "155.0", "2024", "Scope 3/value chain", "", "2024", "155.0")
}

// A title at the margin names a table that is set in.
func TestCaptionLeftOfItsTable(t *testing.T) {
	for caption, want := range map[string]string{
		"Table 1: Gross premiums written (EUR million)":                "Table 1: Gross premiums written (EUR million)",
		"Premiums of the lines of business are shown here without the": "",
	} {
		s := newSheet()
		s.text(5, 92, caption)
		yearsTable(s, 100)
		if got := one(t, s); got.Caption != want {
			t.Errorf("caption %q, want %q", got.Caption, want)
		}
	}
}

// Under the line below the head of a page stand a heading and running text in two columns, and then a table whose first line is that
// under its heads. What stands above its title is no part of it, and the text is no table's.
func TestTextInColumnsUnderTheHeadOfThePage(t *testing.T) {
	left := []string{
		"Our kilns burnt 9,840 MWh of natural gas, which", "is 12.3 % less than they took in the year before it.",
		"A new boiler heats the halls with offcuts, and solar", "power covers 19.6 % of all that we use.",
	}
	right := []string{
		"For every million of revenue we needed 146 MWh of", "energy, after 155 MWh. This ratio is to fall to 130",
		"MWh by 2027, and what we buy has had guarantees of", "origin since January 2023.",
	}
	draw := func(s *sheet, prose func()) {
		s.text(50, 40, "Works SE")
		s.right(545, 40, "Sustainability Report 2024")
		s.across(50, 545, 46)
		prose()
		s.strong(func() { s.text(50, 160, "Table 1: Energy consumption in MWh") })
		s.right(420, 182, "2024")
		s.right(500, 182, "2023")
		s.across(50, 545, 187)
		for i, row := range [][3]string{{"Natural gas", "9,840", "11,215"}, {"District heat", "3,120", "3,040"}, {"Total", "12,960", "14,255"}} {
			y := 200 + 17*float64(i)
			s.text(50, y, row[0])
			s.right(420, y, row[1])
			s.right(500, y, row[2])
			s.across(50, 545, y+5)
		}
	}
	for name, columns := range map[string]float64{"in two columns": 305, "in one": 0} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			draw(s, func() {
				s.strong(func() { s.text(50, 70, "Climate and energy") })
				for i := range left {
					y := 95 + 13*float64(i)
					s.text(50, y, left[i])
					if columns > 0 {
						s.text(columns, y, right[i])
					}
				}
			})
			got := one(t, s)
			if got.Caption != "Table 1: Energy consumption in MWh" || len(got.Rows) != 4 {
				t.Errorf("a table of %d rows named %q, want 4 rows under its own title", len(got.Rows), got.Caption)
			}
			for _, r := range got.Rows {
				for _, c := range r {
					if len(c.ColPath) > 1 {
						t.Errorf("%q stands under %q, want the year alone", c.Text, c.ColPath)
					}
				}
			}
		})
	}
}

// The cells of a table of texts are set in columns, too: its rows stay rows, though a group has a heading of its own.
func TestTextsInCellsStayRows(t *testing.T) {
	s := newSheet()
	s.across(50, 545, 90)
	y := 104.0
	for i, group := range []string{"Environment", "People", "Suppliers"} {
		s.strong(func() { s.text(50, y, group) })
		s.across(50, 545, y+5)
		y += 20
		for k := range 4 {
			s.text(50, y, "What the company says of its goals and of what is")
			s.text(305, y, "The group has set goals for all its sites and looks")
			y += 12
			if i == 1 && k == 2 {
				break
			}
		}
		s.across(50, 545, y-6)
		y += 10
	}
	rows := 0
	for _, found := range joined(s)[0] {
		rows += len(found.Rows)
	}
	if rows < 5 {
		t.Errorf("%d rows in tables, want three groups with a row each, the first group as a head", rows)
	}
}
