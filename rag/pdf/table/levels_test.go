package table_test

import "testing"

// A heading in capitals stands over headings that are not, also one that shares its cell with the next level; the
// next in capitals ends both.
func TestHeadingsInCapitalsStandOverOthers(t *testing.T) {
	s := newSheet()
	y := 100.0
	across := func() { s.across(40, 500, y-11) }
	row := func(label, now, before string) {
		across()
		s.text(50, y, label)
		s.right(400, y, now)
		s.right(480, y, before)
		y += 15
	}
	heading := func(label string) {
		across()
		s.strong(func() { s.text(50, y, label) })
		y += 15
	}
	row("", "2023", "2022")
	heading("ENVIRONMENT")
	row("Sites", "11", "12")
	heading("Energy")
	row("Electricity", "1,301", "1,402")
	across()
	s.strong(func() { s.text(50, y, "GOVERNANCE") })
	y += 11
	s.ink = 0x008080
	s.strong(func() { s.text(50, y, "Compliance") })
	s.ink = 0
	y += 15
	row("Cases", "41", "42")
	heading("Trainings")
	row("Persons", "5,100", "5,200")
	across()
	got := one(t, s)
	wantCell(t, got, "11", "ENVIRONMENT/Sites", "2023", "", "2023", "11")
	wantCell(t, got, "1,301", "ENVIRONMENT/Energy/Electricity", "2023", "", "2023", "1301")
	wantCell(t, got, "41", "GOVERNANCE/Compliance/Cases", "2023", "", "2023", "41")
	wantCell(t, got, "5,200", "GOVERNANCE/Trainings/Persons", "2022", "", "2022", "5200")
}

// Where ranges name the rows, the unit in the corner is theirs and not that of what is counted.
func TestUnitOfRowLabelsIsNotCarried(t *testing.T) {
	s := newSheet()
	s.simple(100, []string{"Age group (years)", "Men", "Women"},
		[]string{"18-25", "120", "142"},
		[]string{"26-35", "504", "391"},
		[]string{"> 35", "189", "154"},
		[]string{"Total", "813", "687"},
	)
	got := one(t, s)
	if got.Unit != "" {
		t.Errorf("the table is said to be in %q", got.Unit)
	}
	wantCell(t, got, "391", "26-35", "Women", "", "", "391")
}

// A unit is one without parentheses, too, where it cannot be anything else.
func TestPlainUnitsOfLabels(t *testing.T) {
	s := newSheet()
	s.simple(100, []string{"", "2023", "2022"},
		[]string{"Total emissions tCO2-eq", "1,092", "1,642"},
		[]string{"€m total spend", "1.55", "1.61"},
		[]string{"Heat GWh", "27", "29"},
		[]string{"Phase J", "3", "4"},
	)
	got := one(t, s)
	wantCell(t, got, "1,092", "Total emissions tCO2-eq", "2023", "tCO2-eq", "2023", "1092")
	wantCell(t, got, "1.61", "€m total spend", "2022", "€m", "2022", "1.61")
	wantCell(t, got, "27", "Heat GWh", "2023", "GWh", "2023", "27")
	wantCell(t, got, "4", "Phase J", "2022", "", "2022", "4")
}

// A figure in a cell over two columns of a year is of the year, and of none of the two.
func TestAFigureOverTheColumnsOfAGroup(t *testing.T) {
	s := newSheet()
	for _, y := range []float64{90, 106, 122, 138, 154} {
		s.across(60, 500, y)
	}
	for _, x := range []float64{60, 180, 340, 500} {
		s.down(x, 90, 154)
	}
	for _, x := range []float64{260, 420} {
		s.down(x, 106, 138)
	}
	s.centre(260, 101, "2023")
	s.centre(420, 101, "2022")
	for i, head := range []string{"Staff", "Contractors", "Staff", "Contractors"} {
		s.right(256+80*float64(i), 117, head)
	}
	s.text(64, 133, "Injuries")
	for i, n := range []string{"9", "13", "11", "7"} {
		s.right(256+80*float64(i), 133, n)
	}
	s.text(64, 149, "Near misses")
	s.right(336, 149, "1,048")
	s.right(496, 149, "331")
	table := one(t, s)
	wantCell(t, table, "13", "Injuries", "2023/Contractors", "", "2023", "13")
	wantCell(t, table, "1,048", "Near misses", "2023", "", "2023", "1048")
	wantCell(t, table, "331", "Near misses", "2022", "", "2022", "331")
}
