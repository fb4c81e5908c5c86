package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
)

// A column that a total leaves out is 0 in most rows: those where it is not show that it is none of the parts.
func TestATotalThatLeavesOneColumnOut(t *testing.T) {
	heads := []string{"Goodwill", "Patents", "Software", "Development costs", "Total intangible assets"}
	rows := func(last string) [][]string {
		return [][]string{
			{"Additions", "0", "10", "55", "3,193", "3,258"}, {"Exchange rates", "0", "1", "2", "3", "6"}, {"Reclassified", "0", "5", "6", "7", "18"},
			{"Disposals", "0", "2", "433", "4", "439"}, {"Carrying amounts", "202", "12", "130", "14,974", last},
		}
	}
	for last, fails := range map[string]int{"15,116": 0, "15,318": 0, "16,116": 1} {
		n := 0
		for _, r := range checked(grid("Intangible assets in K€", "K€", heads, rows(last)...)) {
			if r.Result == events.CheckFail {
				n++
			}
		}
		if n != fails {
			t.Errorf("a total of %s: %d failures, want %d", last, n, fails)
		}
	}
}

// Amounts in millions with one place leave their shares some room.
func TestSharesOfRoundedAmounts(t *testing.T) {
	rows := func(share string) [][]string {
		return [][]string{
			{"Aligned", "2.1", "6.7 %"}, {"Eligible", "0.6", "1.8 %"}, {"Not eligible", "29.2", share}, {"Total", "31.9", "100.0 %"},
		}
	}
	for share, fails := range map[string]int{"91.5 %": 0, "91.8 %": 0, "95.1 %": 1} {
		n := 0
		for _, r := range checked(grid("CapEx", "€ million", []string{"2023", "Share 2023"}, rows(share)...)) {
			if r.Name == "percentage_calculation" && r.Result == events.CheckFail {
				n++
			}
		}
		if n > fails || fails > 0 && n == 0 {
			t.Errorf("a share of %s: %d failures, want %d", share, n, fails)
		}
	}
}

// Payments that are not discounted add up to more than the carrying amount beside them wherever discounting tells: that column is no total of
// theirs. One row alone that misses is a mistake in a total.
func TestACarryingAmountIsNoTotalOfItsPayments(t *testing.T) {
	paths := [][]string{{"Carrying amount"}, {"Remaining terms", "< 1 year"}, {"Remaining terms", "1 to 5 years"}, {"Remaining terms", "> 5 years"}}
	rows := func(leases string) [][]string {
		return [][]string{
			{"Loans", "30,943", "30,000", "943", "0"}, {"Payables", "3,854", "3,854", "0", "0"}, {"Other", "2,305", "2,005", "200", "100"},
			{"Bonds", "4,100", "1,100", "2,000", "1,000"}, {"Non-current loans", "904", "10", "850", "60"}, {"Leases", leases, "300", "7,107", "1,351"},
		}
	}
	for name, test := range map[string]struct {
		leases, loans string
		fails         int
	}{
		"discounted": {"8,239", "904", 0},
		"one slip":   {"8,578", "920", 1},
	} {
		t.Run(name, func(t *testing.T) {
			all := rows(test.leases)
			all[4][1] = test.loans
			table := grid("Liabilities", "K€", []string{"Carrying amount", "< 1 year", "1 to 5 years", "> 5 years"}, all...)
			for i := range table.Rows {
				for j := 1; j < len(table.Rows[i]); j++ {
					table.Rows[i][j].ColPath = paths[j-1]
				}
			}
			n := 0
			for _, r := range checked(table) {
				if r.Name == "table_total" && r.Result == events.CheckFail {
					n++
				}
			}
			if n != test.fails {
				t.Errorf("%d failures, want %d", n, test.fails)
			}
		})
	}
}

// What is left beside kinds that have rows of their own is no half of all of it.
func TestOtherKindsAreNoHalves(t *testing.T) {
	for label, half := range map[string]bool{
		"Hazardous waste": true, "Non-hazardous waste (t)": true, "Other hazardous waste, incl. sludge (D)": false, "- other non-hazardous waste": false,
		"Remaining female employees": false, "Another renewable source": true,
	} {
		t.Run(label, func(t *testing.T) {
			if got := sheet.Halves(label) != ""; got != half {
				t.Errorf("a half: %v, want %v", got, half)
			}
		})
	}
}

// Two halves make what is named as they are, or their total: what stands beside them in another unit's words is another thing, though it can be compared and is
// about as large.
func TestHalvesMakeWhatIsNamedAsTheyAre(t *testing.T) {
	for whole, fails := range map[string]bool{
		"Fuel consumption, stationary combustion": false, "Heat consumption": false,
		"Electricity consumption": true, "Total": true, "Total energy consumption": true, "Electricity, total": true,
	} {
		t.Run(whole, func(t *testing.T) {
			table := grid("Energy", "MWh", []string{"2021", "2022", "2023"},
				[]string{"Electricity consumption, renewable", "10,230", "10,350", "10,480"},
				[]string{"Electricity consumption, non-renewable", "53,100", "53,600", "53,980"},
				[]string{whole, "63,330", "63,950", "66,840"})
			if failed := failuresOf(checked(table), "table_total"); len(failed) > 0 != fails {
				t.Errorf("fails %q, want a failure: %t", failed, fails)
			}
		})
	}
}

// A part without a figure counts as nothing where the same parts make another column's total to the last digit, and may be what is left elsewhere.
func TestPartsWithoutAFigure(t *testing.T) {
	for name, c := range map[string]struct {
		last, total []string
		want        string
	}{
		"another column adds up without it":      {[]string{"–", "–"}, []string{"693,000", "671,000"}, "693000 tCO2e stated, 683000 tCO2e computed"},
		"no column adds up without it":           {[]string{"–", "–"}, []string{"693,000", "682,000"}, ""},
		"another column has a figure for it":     {[]string{"–", "9,000"}, []string{"693,000", "680,000"}, ""},
		"both columns add up without it":         {[]string{"–", "–"}, []string{"683,000", "671,000"}, ""},
		"both are short by what is not given":    {[]string{"–", "–"}, []string{"703,000", "691,000"}, ""},
		"a column within the rounding of others": {[]string{"–", "–"}, []string{"693,000", "671,900"}, ""},
	} {
		table := grid("Financed emissions", "t CO2e", []string{"2021", "2022", "2023"},
			[]string{"Homes", "130,000", "121,000", "118,000"}, []string{"Shops", "44,000", "43,000", "41,000"}, []string{"Farms", "520,000", "519,000", "512,000"},
			append([]string{"Small firms", "9,000"}, c.last...), append([]string{"Total", "703,000"}, c.total...))
		expectSaid(t, name, "table_total", c.want, func() []string { return failuresOf(checked(table), "table_total") })
	}
}

// A row without any figure may be what is left; where another column adds up without it, it is none of the parts.
func TestARowWithoutAnyFigureAmongTheParts(t *testing.T) {
	for name, c := range map[string]struct{ before, want string }{
		"no column adds up":   {"702,000", ""},
		"another one adds up": {"694,000", "693000 tCO2e stated, 683000 tCO2e computed"},
	} {
		table := grid("Financed emissions", "t CO2e", []string{"2022", "2023"},
			[]string{"Homes", "130,000", "121,000"}, []string{"Shops", "44,000", "43,000"}, []string{"Small firms", "–", "–"},
			[]string{"Farms", "520,000", "519,000"},
			[]string{"Total", c.before, "693,000"})
		expectSaid(t, name, "table_total", c.want, func() []string { return failuresOf(checked(table), "table_total") })
	}
}

// What is printed as 100 % is the whole of its block; a share that is of nothing else there is wrong beside one that is right, or under a heading
// that calls it one of what is counted.
func TestSharesOfWhatIsPrintedAsAll(t *testing.T) {
	blocks := func(share string) [][]string {
		return [][]string{
			{"Revenue", "11,433.7", "100.0 %", "11,135.6", "100.0 %"}, {"Eligible revenue", "6,856.1", "60.0 %", "3,770.4", "33.8 %"},
			{"Operating expenses", "951.5", "100.0 %", "215.2", "100.0 %"}, {"Eligible expenses", "919.3", share, "186.5", "86.7 %"},
		}
	}
	two := func(share string) [][]string {
		return [][]string{{"Not eligible", "32.2", share}, {"Everything", "951.5", "100.0 %"}}
	}
	years, named := []string{"2023", "2023 in %", "2022", "2022 in %"}, []string{"OpEx", "Proportion of OpEx"}
	for name, c := range map[string]struct {
		heads []string
		rows  [][]string
		fails int
	}{
		"of its block":           {years, blocks("96.6 %"), 0},
		"of nothing there":       {years, blocks("69.6 %"), 1},
		"of another row":         {years, blocks("13.4 %"), 0},
		"named and right":        {named, two("3.4 %"), 0},
		"named and wrong":        {named, two("4.3 %"), 1},
		"not named, one alone":   {[]string{"Sites", "Certified"}, two("4.3 %"), 0},
		"a change":               {[]string{"OpEx", "Change in OpEx"}, two("4.3 %"), 0},
		"below zero, as no part": {named, two("-3.4 %"), 0},
		"under a unit":           {[]string{"OpEx (3)\x1f€ million", "Proportion of OpEx (4)\x1f%"}, two("4.3 %"), 1},
		"below another heading":  {[]string{"Year\x1fOpEx", "Proportion of OpEx"}, two("4.3 %"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			table := grid("Taxonomy", "€ million", c.heads, c.rows...)
			for _, r := range table.Rows[1:] {
				for i, head := range c.heads {
					r[i+1].ColPath = strings.Split(head, "\x1f")
				}
			}
			if got := failuresOf(checked(table), "percentage_calculation"); len(got) != c.fails {
				t.Errorf("failures %q, want %d", got, c.fails)
			}
		})
	}
}

// Where the unit was read of one row alone, its amount is no part of the others.
func TestAShareIsOfNoWholeInOtherUnits(t *testing.T) {
	table := grid("Milk by country", "", []string{"2023", "Share"},
		[]string{"Ireland", "1,204", "63 %"}, []string{"United Kingdom", "498", "26 %"}, []string{"Denmark", "213", "11 %"}, []string{"Total", "1,915", "100 %"})
	table.Rows[1][1].Unit = "million litres"
	if got := failuresOf(checked(table), "percentage_calculation"); len(got) > 0 {
		t.Errorf("failures %q", got)
	}
}

// A total within 1 % of its parts is held to rounding where the other year's is right to the last digit.
func TestATotalWithinItsToleranceBesideOneThatIsExact(t *testing.T) {
	for name, c := range map[string]struct {
		chain, before string
		fails         int
	}{
		"both exact":          {"214", "3,109", 0},
		"a part is a slip":    {"241", "3,109", 1},
		"off by rounding":     {"216", "3,109", 0},
		"neither to the last": {"241", "3,111", 0},
	} {
		t.Run(name, func(t *testing.T) {
			table := grid("Findings", "", []string{"2023", "2022"}, []string{"Compliance", "1,698", "915"}, []string{"Rights", "1,362", "644"},
				[]string{"Safety", "1,103", "879"}, []string{"Environment", "1,116", "546"}, []string{"Supply chain", c.chain, "125"},
				[]string{"Total", "5,493", c.before})
			if got := failuresOf(checked(table), "table_total"); len(got) != c.fails {
				t.Errorf("failures %q, want %d", got, c.fails)
			}
		})
	}
}

// Where a small part makes the sum no telling relation, the totals of the other columns still show it.
func TestATotalWithinItsToleranceBesideSeveral(t *testing.T) {
	for sweden, fails := range map[string]int{"348.3": 0, "384.3": 1} {
		table := grid("Segments", "€ million", []string{"Revenue 2022", "Revenue 2023", "Assets 2022", "Assets 2023"},
			[]string{"Germany", "4,644.2", "4,643.6", "84,426.0", "73,702.5"}, []string{"Austria", "474.4", "236.6", "3,512.8", "3,148.9"},
			[]string{"Sweden", "360.6", sweden, "7,074.3", "6,569.3"}, []string{"Other countries", "3.7", "0.0", "0.2", "0.0"},
			[]string{"Total", "5,482.9", "5,228.5", "95,013.3", "83,420.7"})
		all := checked(table)
		if got := append(failuresOf(all, "table_total"), failuresOf(all, "table_relation")...); len(got) != fails {
			t.Errorf("%s: failures %q, want %d", sweden, got, fails)
		}
	}
}

// Of two rows of changes one shows which years they are between, if the other is so but for two digits.
func TestChangesOfTwoRows(t *testing.T) {
	for name, c := range map[string]struct {
		before, change string
		fails          int
	}{
		"right":                   {"423", "-9.7 %", 0},
		"the year before a slip":  {"432", "-9.7 %", 1},
		"the change a slip":       {"423", "-7.9 %", 0}, // of two digits, as any change may be
		"a long change a slip":    {"501", "-27.3 %", 1},
		"of something else":       {"455", "-9.7 %", 0},
		"adjusted for currencies": {"423", "-12.4 %", 0},
	} {
		t.Run(name, func(t *testing.T) {
			table := grid("Safety", "", []string{"2023", "2022", "Change"}, []string{"Injuries", "382", c.before, c.change},
				[]string{"Days lost", "8,561", "8,574", "-0.2 %"})
			if got := failuresOf(checked(table), "yoy_percentage"); len(got) != c.fails {
				t.Errorf("failures %q, want %d", got, c.fails)
			}
		})
	}
}

// Two rows that make what a row named as a total gives in one column of several, and nothing like it in the others, are not its parts.
func TestTwoRowsThatMakeATotalInOneColumnByChance(t *testing.T) {
	heads := []string{"2023", "2022", "2021", "2020"}
	for name, c := range map[string]struct {
		rows   [][]string
		passes bool
	}{
		"by chance": {[][]string{{"Parental leave taken", "7", "19", "33", "32"}, {"Returned to work", "7", "17", "32", "13"},
			{"Total returned and still employed a year later", "14", "12", "28", "6"}}, false},
		"in most columns": {[][]string{{"Men", "7", "19", "33", "32"}, {"Women", "7", "17", "32", "13"}, {"Total employees", "14", "36", "65", "54"}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			passes := false
			for _, r := range checked(grid("Employees", "", heads, c.rows...)) {
				passes = passes || r.Name == "table_total" && r.Result == events.CheckPass
			}
			if passes != c.passes {
				t.Errorf("a total that is said to hold: %v, want %v", passes, c.passes)
			}
		})
	}
}
