package table_test

import "testing"

// printedTable draws a ruled table: the first column on the left, the others on the right.
func printedTable(s *sheet, rows [][]string) {
	s.across(60, 540, 90)
	for i, r := range rows {
		y := 104 + 16*float64(i)
		for j, text := range r {
			if j == 0 {
				s.text(64, y, text)
			} else if text != "" {
				s.right(180+360*float64(j)/float64(len(r)-1), y, text)
			}
		}
		s.across(60, 540, y+4)
	}
}

// A column of units says in what the figures of a row are of which their own column does not say it.
func TestAColumnOfUnitsIsForTheColumnsWithoutOne(t *testing.T) {
	s := newSheet()
	printedTable(s, [][]string{
		{"Sector", "Loans, $bn", "Intensity", "Unit"},
		{"Power", "7.3", "0.48", "t/MWh"},
		{"Cement", "0.9", "0.66", "t/t"},
		{"Coal", "0.6", "n/a", "n/a"},
	})
	table := one(t, s)
	wantCell(t, table, "7.3", "Power", "Loans, $bn", "$bn", "", "7.3")
	wantCell(t, table, "0.48", "Power", "Intensity", "t/MWh", "", "0.48")
	wantCell(t, table, "0.6", "Coal", "Loans, $bn", "$bn", "", "0.6")
}

// What stands over all columns of figures says less than the column of units.
func TestAColumnOfUnitsGoesBeforeAHeadOverAllColumns(t *testing.T) {
	s := newSheet()
	printedTable(s, [][]string{
		{"Item", "Unit", "2023 (t)", "2022 (t)"},
		{"Power", "MWh", "731", "748"},
		{"Water", "m³", "912", "966"},
		{"Dividend", "€", "61", "64"},
	})
	table := one(t, s)
	wantCell(t, table, "731", "Power", "2023 (t)", "MWh", "2023", "731")
	wantCell(t, table, "61", "Dividend", "2023 (t)", "€", "2023", "61")
}

// The first row of a table may head its columns with figures, where its corner says of which time and in which unit those below are.
func TestFiguresHeadColumnsBesideACornerOfPeriodAndUnit(t *testing.T) {
	for name, c := range map[string]struct{ corner, period, unit, column string }{
		"period and unit": {"2024, NOK million", "2024", "NOK million", "4 degrees"},
		"unit":            {"NOK million", "", "NOK million", "4 degrees"},
		"a label":         {"Warming", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			printedTable(s, [][]string{{c.corner, "4 degrees", "1.5 degrees"}, {"Floods", "310", "120"}, {"Carbon costs", "90", "260"}, {"Both", "400", "380"}})
			wantCell(t, one(t, s), "310", "Floods", c.column, c.unit, c.period, "310")
		})
	}
}
