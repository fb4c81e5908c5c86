package checks_test

import "testing"

// What came and went leads from what one year left to what the next did.
func TestStocksLeadFromYearToYear(t *testing.T) {
	for name, c := range map[string]struct {
		rows [][2]string
		want string
	}{
		"a digit that is another": {[][2]string{{"Sold", "-113,640"}, {"Lost", "-1,322"}, {"Handed to the mill", "-7,700"}}, "leads to 5770, 6,270 is stated"},
		"a sign turned round": {[][2]string{{"Sold", "-113,640"}, {"Lost", "-1,322"}, {"Handed to the mill", "7,200"}},
			"With -7200 for 7,200 it would be right"},
		"all as it was":            {[][2]string{{"Sold", "-113,640"}, {"Lost", "-1,322"}, {"Handed to the mill", "-7,200"}}, ""},
		"what no slip explains":    {[][2]string{{"Sold", "-113,640"}, {"Lost", "-1,322"}, {"Handed to the mill", "-2,111"}}, ""},
		"nothing that went":        {[][2]string{{"Sold", "113,640"}, {"Lost", "1,322"}, {"Handed to the mill", "7,700"}}, ""},
		"a row between has no sum": {[][2]string{{"Sold", "-113,640"}, {"Total", "-1,322"}, {"Handed to the mill", "-7,700"}}, ""},
	} {
		rows := [][]string{{"Stock on 1 October 2022", "8,412"}, {"Bought", "120,020"}}
		for _, r := range c.rows {
			rows = append(rows, r[:])
		}
		table := grid("Stock ledger", "t", []string{"Tonnes"}, append(rows, []string{"Stock on 30 September 2023", "6,270"})...)
		expectSaid(t, name, "table_total", c.want, func() []string { return failuresOf(checked(table), "table_total") })
	}
}
