package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
)

func TestColumnsThatAreMadeOfOthers(t *testing.T) {
	shares := func(wrong string) []checks.Result {
		return checked(grid("Capital", "EUR million", []string{"All", "Aligned", "Aligned %", "Eligible", "Eligible %"},
			[]string{"Turnover", "1,284.6", "412.3", "32.1 %", "287.9", "22.4 %"}, []string{"Investment", "94.8", "38.6", "40.7 %", "24.2", wrong},
			[]string{"Expenses", "41.5", "13.7", "33.0 %", "9.4", "22.7 %"}))
	}
	named := func(wrong string) []checks.Result {
		return checked(grid("Energy", "MWh", []string{"2022", "2023"}, []string{"Renewable energy", "18,200", "22,100"},
			[]string{"Total energy", "34,000", "34,000"}, []string{"Share of renewable energy", "54 %", wrong}))
	}
	contracts := checked(grid("People", "people", []string{"2022", "2023", "Change of contracts"}, []string{"Spain", "1,840", "1,850", "10"},
		[]string{"France", "720", "740", "20"}, []string{"Italy", "410", "422", "9"}, []string{"Malta", "118", "131", "10"}))
	women := checked(grid("People", "people", []string{"2022", "2023"}, []string{"Women", "340", "350"},
		[]string{"Employees", "1,000", "1,000"}, []string{"Share of women in management", "34 %", "30 %"}))
	for name, c := range map[string]struct {
		check, want string
		all         []checks.Result
	}{
		"shares":                    {"percentage_calculation", "24.2 / 94.8", shares("27.5 %")},
		"shares that are right":     {"percentage_calculation", "", shares("25.5 %")},
		"a share by its name":       {"percentage_calculation", "22,100 / 34,000", named("61 %")},
		"that is right":             {"percentage_calculation", "", named("65 %")},
		"a share of a part of them": {"percentage_calculation", "", women},
		"another change":            {"yoy_percentage", "", contracts},
	} {
		t.Run(name, func(t *testing.T) {
			expectSaid(t, name, c.check, c.want, func() []string { return failuresOf(c.all, c.check) })
		})
	}
}

// A column of changes between the only two years of a table is of these, also where half of its figures are not what they make: two mistakes in
// a table of four rows do not hide one another. With a third year they may be of others, and of one that agrees the rest may be of something else.
func TestTwoMistakesInAColumnOfChanges(t *testing.T) {
	column := func(years []string, rows ...[]string) []checks.Result {
		return checked(grid("Water withdrawal", "m3", append(years, "Change"), rows...))
	}
	two := []string{"2023", "2022"}
	north, bought := []string{"North", "3,120", "3,260", "-4.3%"}, []string{"Bought", "640", "720", "-11.1%"}
	for name, c := range map[string]struct {
		want string
		all  []checks.Result
	}{
		"two of four": {"(1940 - 1880) / 1880", column(two, north, []string{"South", "1,940", "1,880", "2.3%"}, bought, []string{"East", "5,970", "5,860", "-2.7%"})},
		"three of four": {"", column(two, north, []string{"South", "1,940", "1,880", "2.3%"}, []string{"Bought", "640", "720", "-9.4%"},
			[]string{"East", "5,970", "5,860", "-2.7%"})},
		"all right": {"", column(two, north, []string{"South", "1,940", "1,880", "3.2%"}, bought, []string{"East", "5,700", "5,860", "-2.7%"})},
		"of three years": {"", column([]string{"2023", "2022", "2021"}, []string{"North", "3,120", "3,260", "3,300", "-4.3%"},
			[]string{"South", "1,940", "1,880", "1,896", "2.3%"}, []string{"Bought", "640", "720", "800", "-11.1%"},
			[]string{"East", "5,970", "5,860", "6,136", "-2.7%"})},
	} {
		expectSaid(t, name, "yoy_percentage", c.want, func() []string { return failuresOf(c.all, "yoy_percentage") })
	}
}
