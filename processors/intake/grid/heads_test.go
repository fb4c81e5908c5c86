package grid_test

import "testing"

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
