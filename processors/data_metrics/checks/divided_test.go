package checks_test

import "testing"

// One column of shares is held against all of its whole only where every unit of that is in one row, or where one digit makes exactly all of it.
func TestOneColumnOfShares(t *testing.T) {
	for name, c := range map[string]struct {
		caption, head string
		cells         [][]string
		want          string
	}{
		"of sales": {"Product family", "Share of net sales", [][]string{{"Bakery", "41 %"}, {"Dairy", "27 %"}, {"Sauces", "19 %"}, {"Snacks", "21 %"}}, "make 108 %"},
		"of sales, right": {"Product family", "Share of net sales",
			[][]string{{"Bakery", "41 %"}, {"Dairy", "27 %"}, {"Sauces", "19 %"}, {"Snacks", "13 %"}}, ""},
		"of sales that overlap": {"EU taxonomy", "Share of net sales",
			[][]string{{"Bakery", "41 %"}, {"Eligible", "27 %"}, {"Certified", "19 %"}, {"Snacks", "21 %"}}, ""},
		"of sites, which have several": {"Certificates", "Share of sites", [][]string{{"Quality", "41 %"}, {"Environment", "27 %"}, {"Energy", "39 %"}}, ""},
		"one digit": {"Cotton purchased by source", "% of weight",
			[][]string{{"Programme", "9.6 %"}, {"Bought", "41.0 %"}, {"Organic", "7.4 %"}, {"Conventional", "48.0 %"}}, "make 106 %"},
		"far more than all": {"Product family", "Share of net sales", [][]string{{"Bakery", "91 %"}, {"Dairy", "77 %"}, {"Sauces", "19 %"}}, ""},
	} {
		table := grid(c.caption, "", []string{c.head}, c.cells...)
		expectSaid(t, name, "percentage_sum", c.want, func() []string { return failuresOf(onPages(table), "percentage_sum") })
	}
}

// A tile with two digits exchanged.
func TestTilesWithDigitsExchanged(t *testing.T) {
	for name, c := range map[string]struct{ label, value, want string }{
		"exchanged":       {"employees in Mexico and the US", "18,460", "18,460 for \"employees"},
		"as in the table": {"employees in Mexico and the US", "18,640", ""},
		"of another name": {"suppliers in Mexico and the US", "18,460", ""},
		"another figure":  {"employees in Mexico and the US", "15,210", ""},
	} {
		tile := grid("", "", []string{""}, []string{c.label, c.value})
		table := grid("People", "", []string{"2023", "2022"}, []string{"Employees, end of year", "18,640", "18,310"}, []string{"Hours of training", "16.0", "15.3"})
		expectSaid(t, name, "duplicate_figure", c.want, func() []string { return failuresOf(onPages(tile, table), "duplicate_figure") })
	}
}
