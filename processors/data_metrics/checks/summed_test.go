package checks_test

import "testing"

// Shares beside amounts whose total is not printed are those of their sum: all but one show it.
func TestSharesOfASumThatIsNotPrinted(t *testing.T) {
	cols := []string{"t", "Share (%)"}
	rows := func(second string, more ...[]string) [][]string {
		return append([][]string{{"Paper", "481.3", "48.1%"}, {"Glass", "241.9", second}, {"Metal", "186.5", "18.7%"}, {"Wood", "90.3", "9.0%"}}, more...)
	}
	for _, c := range []struct {
		name, want string
		rows       [][]string
	}{
		{"one is off", "24.19 % computed", rows("34.2%")},
		{"all are right", "", rows("24.2%")},
		{"one is a little off", "", rows("24.9%")},
		{"two are off", "", rows("34.2%", []string{"Cloth", "55.5", "9.1%"})},
		{"too few", "", rows("34.2%")[:3]},
		{"of another whole", "", [][]string{{"Paper", "481.3", "38.1%"}, {"Glass", "241.9", "34.2%"}, {"Metal", "186.5", "14.7%"}, {"Wood", "90.3", "7.1%"}}},
		{"of one digit", "", [][]string{{"Paper", "481.3", "93%"}, {"Glass", "11.9", "2%"}, {"Metal", "10.5", "2%"}, {"Wood", "10.3", "5%"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			expectFailure(t, c.want, said(nil, grid("Waste by material", "t", cols, c.rows...)))
		})
	}
}
