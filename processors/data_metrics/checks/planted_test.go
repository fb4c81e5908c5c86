package checks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// onPages checks tables, each on a page of its own.
func onPages(tables ...document.Table) []checks.Result {
	d := &document.Document{SHA256: "s", Version: document.Version}
	for i, t := range tables {
		d.Pages = append(d.Pages, document.Page{Number: i + 1, Tables: []document.Table{t}})
	}
	return checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{Document: d})
}

// Mistakes planted in tables, each beside an innocent twin: the same table without the mistake must not fail, nor be
// doubted by the same check.
func TestPlantedInTables(t *testing.T) {
	y2, y3 := []string{"2023", "2022"}, []string{"2023", "2022", "2021"}
	row := func(cells ...string) []string { return cells }
	one := func(tables ...document.Table) []document.Table { return tables }
	for name, c := range map[string]struct {
		wrong, twin []document.Table
		check       string
		result      events.CheckResult
		says        string
	}{
		"categories of Scope 3": {
			one(grid("Scope 3 emissions by category", "t CO2e", y2, row("1 Purchased goods and services", "700", "650"),
				row("6 Business travel", "200", "200"), row("7 Employee commuting", "100", "150"), row("Total Scope 3", "1,200", "1,000"))),
			one(grid("Scope 3 emissions by category", "t CO2e", y2, row("1 Purchased goods and services", "700", "650"),
				row("6 Business travel", "200", "200"), row("7 Employee commuting", "100", "150"), row("Total Scope 3", "1,000", "1,000"))),
			"category_addition", events.CheckFail, "1200 tCO2e stated, 1000 tCO2e computed",
		},
		"categories that never add up": {
			one(grid("Scope 3 emissions by category", "t CO2e", y2, row("1 Purchased goods and services", "700", "650"),
				row("6 Business travel", "200", "200"), row("7 Employee commuting", "100", "150"), row("Total Scope 3", "1,200", "1,300"))),
			one(grid("Scope 3 emissions by category", "t CO2e", y2, row("1 Purchased goods and services", "700", "650"),
				row("6 Business travel", "200", "200"), row("7 Employee commuting", "100", "150"), row("Total Scope 3", "1,001", "999"))),
			"category_addition", events.CheckInconclusive, "left out",
		},
		"percentages with a total": {
			one(grid("Energy mix", "%", y2, row("Coal", "40 %", "50 %"), row("Gas", "30 %", "30 %"), row("Solar", "35 %", "20 %"), row("Total", "100 %", "100 %"))),
			one(grid("Energy mix", "%", y2, row("Coal", "40 %", "50 %"), row("Gas", "30 %", "30 %"), row("Solar", "30 %", "20 %"), row("Total", "100 %", "100 %"))),
			"percentage_sum", events.CheckFail, "105 % computed",
		},
		"percentages without a total": {
			one(grid("Energy mix", "%", y3, row("Coal", "40 %", "50 %", "60 %"), row("Gas", "30 %", "30 %", "30 %"), row("Solar", "35 %", "20 %", "10 %"))),
			one(grid("Shares", "%", y3, row("Women", "40 %", "50 %", "60 %"), row("Part time", "31 %", "32 %", "33 %"), row("Trainees", "35 %", "21 %", "11 %"))),
			"percentage_sum", events.CheckFail, "makes 105 %",
		},
		"subtotals": {
			one(grid("Waste", "t", y2, row("Paper", "10", "20"), row("Metal", "20", "30"), row("Subtotal non-hazardous waste", "30", "50"),
				row("Oil", "5", "6"), row("Batteries", "5", "4"), row("Subtotal hazardous waste", "10", "10"), row("Total waste", "45", "60"))),
			one(grid("Waste", "t", y2, row("Paper", "10", "20"), row("Metal", "20", "30"), row("Subtotal non-hazardous waste", "30", "50"),
				row("Oil", "5", "6"), row("Batteries", "5", "4"), row("Subtotal hazardous waste", "10", "10"), row("Total waste", "40", "60"))),
			"table_total", events.CheckFail, "45 t stated, 40 t computed",
		},
		"a total by the other method": {
			one(grid("GHG emissions", "t CO2e", y2, row("Scope 1", "100", "110"), row("Scope 2 (location-based)", "50", "60"), row("Scope 2 (market-based)", "20", "30"),
				row("Total Scope 1 and 2 (location-based)", "150", "170"), row("Total Scope 1 and 2 (market-based)", "150", "140"))),
			one(grid("GHG emissions", "t CO2e", y2, row("Scope 1", "100", "110"), row("Scope 2 (location-based)", "50", "60"), row("Scope 2 (market-based)", "20", "30"),
				row("Total Scope 1 and 2 (location-based)", "150", "170"), row("Total Scope 1 and 2 (market-based)", "120", "140"))),
			"scope_addition", events.CheckFail, "150 tCO2e stated, 120 tCO2e computed",
		},
		"a total under both methods": {
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2 (location-based)", "512", "554", "570"),
				row("Scope 2 (market-based)", "128", "211", "332"), row("Scope 3", "6,124", "6,348", "6,402"), row("Total", "7,479", "8,153", "7,906"))),
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2 (location-based)", "512", "554", "570"),
				row("Scope 2 (market-based)", "128", "211", "332"), row("Scope 3", "6,124", "6,348", "6,402"), row("Total", "7,479", "7,803", "7,906"))),
			"scope_addition", events.CheckFail, "8153 tCO2e stated, 7803 tCO2e computed",
		},
		"a total under both methods that is of the other": {
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2 (location-based)", "512", "554", "570"),
				row("Scope 2 (market-based)", "128", "211", "332"), row("Scope 3", "6,124", "6,348", "6,402"), row("Total", "7,095", "7,960", "7,668"))),
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2 (location-based)", "512", "554", "570"),
				row("Scope 2 (market-based)", "128", "211", "332"), row("Scope 3", "6,124", "6,348", "6,402"), row("Total", "7,095", "7,460", "7,668"))),
			"scope_addition", events.CheckFail, "None of the ways",
		},
		"a total that names its method": {
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2 (location-based)", "512", "554", "570"),
				row("Scope 2 (market-based)", "128", "211", "332"), row("Scope 3", "6,124", "6,348", "6,402"), row("Total (location-based)", "7,479", "8,153", "7,906"))),
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2 (location-based)", "512", "554", "570"),
				row("Scope 2 (market-based)", "128", "211", "332"), row("Scope 3", "6,124", "6,348", "6,402"), row("Total (location-based)", "7,479", "7,803", "7,906"))),
			"scope_addition", events.CheckFail, "7803 tCO2e computed",
		},
		"the second of two totals": {
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2 (location-based)", "512", "554", "570"),
				row("Scope 2 (market-based)", "128", "211", "332"), row("Scope 3", "6,124", "6,348", "6,402"),
				row("Total (location-based)", "7,479", "7,803", "7,906"), row("Total (market-based)", "7,095", "7,810", "7,668"))),
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2 (location-based)", "512", "554", "570"),
				row("Scope 2 (market-based)", "128", "211", "332"), row("Scope 3", "6,124", "6,348", "6,402"),
				row("Total (location-based)", "7,479", "7,803", "7,906"), row("Total (market-based)", "7,095", "7,460", "7,668"))),
			"scope_addition", events.CheckFail, "7460 tCO2e computed",
		},
		"a total of all emissions": {
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2", "512", "554", "570"),
				row("Scope 3", "6,124", "6,348", "6,402"), row("Total GHG emissions", "7,479", "8,153", "7,906"))),
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"), row("Scope 2", "512", "554", "570"),
				row("Scope 3", "6,124", "6,348", "6,402"), row("Total GHG emissions", "7,479", "7,803", "7,906"))),
			"scope_addition", events.CheckFail, "7803 tCO2e computed",
		},
		"a total of all emissions by a method": {
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"),
				row("Scope 2 (location-based)", "512", "554", "570"), row("Scope 2 (market-based)", "128", "211", "332"),
				row("Scope 3", "6,124", "6,348", "6,402"), row("Total emissions (location-based)", "7,479", "8,153", "7,906"))),
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"),
				row("Scope 2 (location-based)", "512", "554", "570"), row("Scope 2 (market-based)", "128", "211", "332"),
				row("Scope 3", "6,124", "6,348", "6,402"), row("Total emissions (location-based)", "7,479", "7,803", "7,906"))),
			"scope_addition", events.CheckFail, "7803 tCO2e computed",
		},
		"a total that names its scopes around a method": {
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"),
				row("Scope 2 (location-based)", "512", "554", "570"), row("Scope 2 (market-based)", "128", "211", "332"),
				row("Scope 3", "6,124", "6,348", "6,402"), row("Total Scope 1, 2 (location-based) and 3", "7,479", "8,153", "7,906"))),
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "843", "901", "934"),
				row("Scope 2 (location-based)", "512", "554", "570"), row("Scope 2 (market-based)", "128", "211", "332"),
				row("Scope 3", "6,124", "6,348", "6,402"), row("Total Scope 1, 2 (location-based) and 3", "7,479", "7,803", "7,906"))),
			"scope_addition", events.CheckFail, "7803 tCO2e computed",
		},
		"a year off by a thousand": {
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "412", "431,800", "448,500"))),
			one(grid("GHG emissions", "t CO2e", y3, row("Scope 1", "41,200", "431,800", "448,500"))),
			"magnitude", events.CheckInconclusive, "about a thousand times",
		},
		"two tables, off by a thousand": {
			one(grid("GHG emissions", "kt CO2e", y2, row("Scope 1", "412.3", "431.8")), grid("Key figures", "t CO2e", y2, row("Scope 1", "412.3", "431.8"))),
			one(grid("GHG emissions", "kt CO2e", y2, row("Scope 1", "412.3", "431.8")), grid("Key figures", "t CO2e", y2, row("Scope 1", "412,300", "431,800"))),
			"duplicate_figure", events.CheckFail, "differ by 10^3",
		},
		"two tables, digits exchanged": {
			one(grid("Energy", "MWh", y2, row("Total energy consumption", "51,203", "6,000")),
				grid("Key figures", "MWh", y2, row("Total energy consumption", "52,103", "6,000"))),
			one(grid("Energy", "MWh", y2, row("Total energy consumption", "51,203", "6,000")),
				grid("Key figures", "MWh", y2, row("Energy consumption of offices", "52,103", "6,000"))),
			"duplicate_figure", events.CheckFail, "Two digits are exchanged",
		},
		"two tables that differ": {
			one(grid("Water", "m3", y2, row("Water withdrawal", "5,000", "6,000")), grid("Key figures", "m3", y2, row("Water withdrawal", "5,500", "6,000"))),
			one(grid("Water", "m3", y2, row("Water withdrawal", "5,000", "6,000")), grid("Rivers", "m3", y2, row("Water withdrawal", "120", "130"))),
			"duplicate_figure", events.CheckInconclusive, "boundaries",
		},
		"an intensity by its own figures": {
			one(grid("Emissions", "t CO2e", y3, row("Total Scope 1 and 2", "500", "600", "700")),
				grid("Intensity", "t CO2e per million EUR revenue", y3, row("GHG intensity (Scope 1 and 2) per million EUR revenue", "5.0", "7.2", "7.0")),
				grid("Finance", "EUR million", y3, row("Revenue", "100", "100", "100"))),
			one(grid("Emissions", "t CO2e", y3, row("Total Scope 1 and 2", "500", "600", "700")),
				grid("Intensity", "t CO2e per million EUR revenue", y3, row("GHG intensity (Scope 1 and 2) per million EUR revenue", "5.0", "6.0", "7.0")),
				grid("Finance", "EUR million", y3, row("Revenue", "100", "100", "100"))),
			"intensity", events.CheckFail, "7.2 stated, 6 computed",
		},
		"electricity that no grid makes so clean": {
			one(grid("Emissions", "t CO2e", y2, row("Scope 2 (location-based)", "50", "60")),
				grid("Electricity", "MWh", y2, row("Electricity purchased", "500,000", "600,000"))),
			one(grid("Emissions", "t CO2e", y2, row("Scope 2 (location-based)", "200,000", "250,000")),
				grid("Electricity", "MWh", y2, row("Electricity purchased", "500,000", "600,000"))),
			"energy_plausibility", events.CheckInconclusive, "on any grid",
		},
		"Scope 3 under the name of Scope 1 and 2": {
			one(grid("GHG emissions", "t CO2e", y2, row("Scope 1", "100", "110"), row("Scope 2", "50", "60"),
				row("Total Scope 1 and 2", "150", "170"), row("Total Scope 1 and 2", "300", "330"), row("Total Scope 1, 2 and 3", "450", "500"))),
			one(grid("GHG emissions", "t CO2e", y2, row("Scope 1", "100", "110"), row("Scope 2", "50", "60"),
				row("Total Scope 1 and 2", "150", "170"), row("Scope 3", "300", "330"), row("Total Scope 1, 2 and 3", "450", "500"))),
			"row_label", events.CheckFail, "is the total of Scope 3",
		},
		"gas without equivalent": {
			one(grid("GHG emissions", "tonnes CO2", y2, row("Scope 1", "100", "110"))), one(grid("GHG emissions", "tonnes CO2e", y2, row("Scope 1", "100", "110"))),
			"unit_validity", events.CheckInconclusive, "CO2 only",
		},
		"methane in CO2": {
			one(grid("Emissions", "tonnes CO2", y2, row("CO2", "700", "650"), row("Methane (CH4)", "100", "110"))),
			one(grid("Emissions", "tonnes CO2e", y2, row("CO2", "700", "650"), row("Methane (CH4)", "100", "110"))),
			"unit_validity", events.CheckFail, "is stated in tonnes CO2",
		},
		"methane in CO2, and by its own mass": {
			one(grid("Emissions", "tonnes CO2", y2, row("CO2", "700", "650"), row("Methane (CH4)", "100", "110"))),
			one(grid("Emissions by gas", "kg", y2, row("Nitrous oxide (N2O)", "700", "650"), row("Methane (CH4)", "100", "110"))),
			"unit_validity", events.CheckFail, "is stated in tonnes CO2",
		},
		"energy in megawatts": {
			one(grid("Energy", "MW", y2, row("Electricity consumption", "700", "650"))), one(grid("Energy", "MW", y2, row("Installed solar capacity", "700", "650"))),
			"unit_validity", events.CheckFail, "a unit of power",
		},
		"a fall printed as a rise": {
			one(grid("Waste", "t", []string{"2023", "2022", "Change"}, row("Paper waste", "90", "100", "10 %"),
				row("Metal waste", "50", "100", "-50 %"), row("Wood waste", "60", "100", "-40 %"), row("Glass waste", "70", "100", "-30 %"))),
			one(grid("Waste", "t", []string{"2023", "2022", "Change"}, row("Paper waste", "90", "100", "-10 %"),
				row("Metal waste", "50", "100", "-50 %"), row("Wood waste", "60", "100", "-40 %"), row("Glass waste", "70", "100", "-30 %"))),
			"yoy_percentage", events.CheckFail, "10 % stated, -10 % computed",
		},
	} {
		t.Run(name, func(t *testing.T) {
			found := slices.ContainsFunc(onPages(c.wrong...), func(r checks.Result) bool {
				return r.Name == c.check && r.Result == c.result && strings.Contains(r.Message, c.says)
			})
			if !found {
				t.Errorf("not found: %+v", onPages(c.wrong...))
			}
			for _, r := range onPages(c.twin...) {
				if r.Result == events.CheckFail || r.Name == c.check && r.Result != events.CheckPass {
					t.Errorf("the twin: %s %s, %s", r.Name, r.Result, r.Message)
				}
			}
		})
	}
}

// A wrong total of a row breaks the column that it stands in: only the row is told, and the right total below is not.
func TestOneWrongFigureIsToldOnce(t *testing.T) {
	table := grid("Employees", "", []string{"Male", "Female", "Total"}, []string{"Staff", "1,500", "1,500", "3,000"},
		[]string{"Managers", "333", "333", "0"}, []string{"Directors", "66", "66", "132"}, []string{"Total employees", "1,899", "1,899", "3,798"})
	var failed []checks.Result
	for _, r := range checked(table) {
		if r.Result == events.CheckFail {
			failed = append(failed, r)
		}
	}
	if len(failed) != 1 || failed[0].Stated != "0" || !strings.Contains(failed[0].Message, "3,798 adds up too") {
		t.Errorf("%+v", failed)
	}
}

// A total above its parts is held against them where other columns show that it is one.
func TestATotalAboveItsParts(t *testing.T) {
	years := []string{"2023", "2022", "2021"}
	rows := func(first string) [][]string {
		return [][]string{{"Total waste", first, "60", "50"}, {"Paper", "10", "20", "20"}, {"Metal", "30", "40", "30"}}
	}
	for first, fails := range map[string]int{"40": 0, "45": 1} {
		n := 0
		for _, r := range checked(grid("Waste", "t", years, rows(first)...)) {
			if r.Name == "table_total" && r.Result == events.CheckFail {
				n++
			}
		}
		if n != fails {
			t.Errorf("a total of %s: %d failures, want %d", first, n, fails)
		}
	}
	// Rows above it leave open what it is the total of.
	for _, r := range checked(grid("Waste", "t", years, []string{"Glass", "5", "5", "5"},
		[]string{"Total waste", "45", "60", "50"}, []string{"Paper", "10", "20", "20"}, []string{"Metal", "30", "40", "30"})) {
		if r.Result == events.CheckFail {
			t.Errorf("%s", r.Message)
		}
	}
}

// Two halves leave out what the table counts beside them: one relation is told once, by all its parts.
func TestHalvesOfAWholeThatHasMore(t *testing.T) {
	cols := []string{"Male", "Female", "Gender unspecified", "Total"}
	var got []string
	for _, r := range checked(grid("Employees by gender", "", cols,
		[]string{"Total employees", "2,961", "1,402", "1", "4,364"}, []string{"Part-time employees", "215", "301", "0", "516"})) {
		if r.Name == "table_total" && (r.Stated == "4364" || r.Stated == "516") {
			got = append(got, r.Working)
		}
	}
	slices.Sort(got)
	if want := []string{"215 + 301 + 0 = 516", "2961 + 1402 + 1 = 4364"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// Without the rest the halves speak.
	for _, r := range checked(grid("Employees by gender", "", []string{"Male", "Female", "Total"}, []string{"Total employees", "2,961", "1,402", "4,363"})) {
		if r.Working == "2961 + 1402 = 4363" && r.Result == events.CheckPass {
			return
		}
	}
	t.Error("the halves were not added")
}

// A change of more than what is printed is what is printed.
func TestAChangeBeyondItsBound(t *testing.T) {
	years := []string{"2023", "2022", "Change"}
	for _, r := range checked(grid("Waste", "t", years, []string{"Paper waste", "120", "100", "20 %"},
		[]string{"Metal waste", "90", "100", "-10 %"}, []string{"Wood waste", "500", "100", "> 100 %"}, []string{"Glass waste", "44", "40", "10 %"})) {
		if r.Name == "yoy_percentage" && strings.Contains(r.Working, "= 400 %") {
			if r.Result != events.CheckPass || !strings.Contains(r.Message, "> 100 % stated, 400 % computed") || strings.Contains(r.Message, "within") {
				t.Errorf("%s: %s", r.Result, r.Message)
			}
			return
		}
	}
	t.Error("the change was not looked at")
}

// A person redoes a check from what it prints: what a share is of is among its inputs, and a total that is all of
// itself is not told.
func TestSharesNameTheirWhole(t *testing.T) {
	table := grid("Employees", "", []string{"Number of employees", "Percentage of employees"},
		[]string{"Entry-level", "929", "18 %"}, []string{"Mid-level", "3,179", "61.8 %"}, []string{"Senior-level", "904", "17.6 %"},
		[]string{"Executive-level", "136", "2.6 %"}, []string{"Total employees", "5,148", "100 %"})
	n := 0
	for _, r := range checked(table) {
		if r.Name != "percentage_calculation" {
			continue
		}
		n++
		if strings.Contains(r.Working, "5148 / 5148") || len(r.Inputs) != 3 ||
			r.Inputs[1].Value != "5148" || !strings.HasPrefix(r.Inputs[1].Label, "whole: Total employees") {
			t.Errorf("%s: %+v", r.Working, r.Inputs)
		}
	}
	if n != 4 {
		t.Errorf("%d shares", n)
	}
}

// Figures whose unit is open are added as they are printed.
func TestSumsOfAnOpenUnit(t *testing.T) {
	table := grid("Electricity", "kWh or J", []string{"2023", "2022"}, []string{"Energy directly consumed", "763,822", "700,000"},
		[]string{"Energy indirectly consumed", "849,889", "800,000"}, []string{"Total energy consumption", "1,613,711", "1,500,000"})
	for _, r := range checked(table) {
		if r.Name == "table_total" && strings.HasPrefix(r.Working, "763822 + 849889 = 1613711 kWh or J") &&
			r.Stated == "1613711 kWh or J" && r.Result == events.CheckPass {
			return
		}
	}
	t.Errorf("%v", checked(table))
}

// A total that lies among its parts is an average, a rate or a multiple, whatever the amounts beside it do.
func TestRatesAreNoSums(t *testing.T) {
	portfolio := grid("Portfolio", "", []string{"Fair value (EUR million)", "Multiple", "Vacancy (in %)"}, []string{"North", "3,500", "25.1", "7.6 %"},
		[]string{"South", "4,900", "17.9", "10.2 %"}, []string{"West", "7,700", "22.5", "5.5 %"}, []string{"Total", "16,100", "24.2", "7.7 %"})
	growth := grid("Customers", "", []string{"2023", "2022", "Growth (in %)"}, []string{"Postpaid", "200", "180", "11.1 %"},
		[]string{"Television", "50", "40", "25.0 %"}, []string{"Total", "250", "220", "13.6 %"})
	hours := grid("Average training hours", "", []string{"2023", "2022"},
		[]string{"Women", "28", "26"}, []string{"Men", "30", "27"}, []string{"Total", "29", "26"})
	within := grid("Materials bought", "", []string{"Tonnes", "Share of all", "of which certified"}, []string{"Fleece", "1,200", "30 %", "74 %"},
		[]string{"Flax", "1,600", "40 %", "66 %"}, []string{"Hemp", "1,200", "30 %", "21 %"}, []string{"Total", "4,000", "100 %", "55 %"})
	equal := grid("Training", "", []string{"Total", "Employees", "Managers"}, []string{"Total hours of training per year", "17,768", "14,747", "3,021"},
		[]string{"Average training time per employee", "13", "13", "13"}, []string{"Courses held", "174", "119", "55"})
	for name, table := range map[string]document.Table{
		"a portfolio": portfolio, "growth": growth, "hours": hours, "a share of each row beside its share of all": within, "equal averages": equal,
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range onPages(table) {
				if r.Result == events.CheckFail {
					t.Errorf("%s: %s; %s", r.Name, r.Message, r.Working)
				}
			}
		})
	}
}

// Sentences in thousands beside a table whose scale was not read accuse neither.
func TestATableWhoseScaleIsOpen(t *testing.T) {
	provisions := grid("Provisions", "EUR", []string{"2023", "2022"}, []string{"Pensions", "86,658", "84,102"},
		[]string{"Warranties", "12,779", "11,903"}, []string{"Litigation", "3,387", "2,204"})
	magnitudes := func(sentences ...string) (out []checks.Result) {
		for _, r := range said(sentences, provisions) {
			if r.Name == "magnitude" && r.Result == events.CheckFail {
				out = append(out, r)
			}
		}
		return out
	}
	for name, c := range map[string]struct {
		sentences []string
		want      int
	}{
		"one figure, and nothing that shows the scale": {[]string{"Pensions in 2023 came to EUR 86,658 thousand."}, 0},
		"all figures off alike": {
			[]string{"Pensions in 2023 came to EUR 86,658 thousand.", "Warranties in 2023 were EUR 12,779 thousand."}, 0,
		},
		"one off, another as the table has it": {[]string{"Pensions in 2023 came to EUR 86,658 thousand.", "Warranties in 2023 were EUR 12,779."}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := magnitudes(c.sentences...); len(got) != c.want {
				t.Errorf("got %v, want %d", got, c.want)
			}
		})
	}
}

// Targets that cannot all hold fail; those that may be of different programmes do not.
func TestTargetsThatCannotAllHold(t *testing.T) {
	table := grid("Waste", "t", []string{"2023"}, []string{"Paper", "10"})
	for name, c := range map[string]struct {
		sentences []string
		check     string
		want      events.CheckResult
	}{
		"less by a later year": {[]string{"We will cut Scope 1 emissions by 25 % by 2026 and by 20 % by 2028 against 2019."},
			"interim_targets", events.CheckFail},
		"more by a later year": {[]string{"We will cut Scope 1 emissions by 20 % by 2026 and by 25 % by 2028 against 2019."},
			"interim_targets", events.CheckPass},
		"less by a later year, said apart": {
			[]string{"We will cut Scope 1 emissions by 25 % by 2026 against 2019.", "Our plant in Turin aims to reduce Scope 1 emissions by 20 % by 2028 against 2019."},
			"interim_targets", events.CheckInconclusive,
		},
		"a further reduction": {[]string{"We will cut Scope 1 emissions by 50 % by 2030 and by a further 40 % by 2040 compared with 2019."},
			"interim_targets", events.CheckInconclusive},
		"targets of two places": {[]string{"We will cut Scope 1 emissions by 50 % by 2030 in Europe and by 30 % by 2035 in Asia compared with 2019."},
			"interim_targets", events.CheckInconclusive},
		"one target from two base years": {[]string{"By 2030 we will cut Scope 1 emissions by 42 % compared to 2020.",
			"Our target is a 42 % reduction of Scope 1 emissions by 2030 from a 2019 baseline."}, "baseline_consistency", events.CheckFail},
		"a target that replaces another": {[]string{"By 2030 we will cut Scope 1 emissions by 42 % compared to 2020.",
			"Our previous target was a 42 % reduction of Scope 1 emissions by 2030 from a 2019 baseline."}, "baseline_consistency", events.CheckInconclusive},
		"a target of a subsidiary": {[]string{"By 2030 we will cut Scope 1 emissions by 42 % compared to 2020.",
			"Our subsidiary Norpack aims to reduce Scope 1 emissions by 42 % by 2030 compared with 2021."}, "baseline_consistency", events.CheckInconclusive},
		"two targets with bases of their own": {[]string{"By 2030 we will cut Scope 1 emissions by 42 % compared to 2020.",
			"Our target is a 30 % reduction of Scope 1 emissions by 2030 from a 2019 baseline."}, "baseline_consistency", events.CheckInconclusive},
	} {
		t.Run(name, func(t *testing.T) {
			got := events.CheckResult("")
			for _, r := range said(c.sentences, table) {
				if r.Name == c.check {
					got = r.Result
				}
			}
			if got != c.want {
				t.Errorf("%s is %q, want %q", c.check, got, c.want)
			}
		})
	}
}

// Totals whose labels or parts say more than "total", each with the reading that clears it.
func TestTotalsOfWhatTheirLabelsName(t *testing.T) {
	one, two := []string{"2023"}, []string{"2023", "2022"}
	row := func(cells ...string) []string { return cells }
	hazardous := func(total string) document.Table {
		return grid("Waste", "t", two, row("Hazardous waste - recycling", "18,420", "10,000"), row("Hazardous waste - burned", "26,310", "10,000"),
			row("Hazardous waste - landfill", "4,870", "5,000"), row("Total hazardous waste", total, "25,000"))
	}
	people := func(years []string, total ...string) document.Table {
		return grid("Employees", "", years, row("Women", "1,204", "1,190")[:len(years)+1],
			row("Men", "4,386", "4,310")[:len(years)+1], append(row("Total number"), total...))
	}
	for name, c := range map[string]struct {
		table document.Table
		check string
		want  events.CheckResult // of the worst
	}{
		"hazardous waste":              {hazardous("53,600"), "table_total", events.CheckFail},
		"hazardous waste that adds up": {hazardous("49,600"), "table_total", events.CheckPass},
		"a mix of more than all": {grid("Energy mix", "%", one, row("Wind", "48.2 %"), row("Sun", "29.6 %"), row("Water", "29.1 %"), row("Total", "100.0 %")),
			"percentage_sum", events.CheckFail},
		"shares that overlap": {grid("Training", "%", one, row("Managers", "90 %"), row("Employees", "85 %"), row("Temps", "20 %"), row("Total", "100 %")),
			"percentage_sum", ""},
		"a total that is as small as its parts": {
			grid("Waste", "t", two, row("Paper", "1,200", "1,100"), row("Metal", "1,500", "1,400"), row("Total", "1,270", "2,500")),
			"table_total", events.CheckFail,
		},
		"a total of one column with digits exchanged": {grid("Spending", "EUR million", one, row("Plants", "1,284"), row("Grids", "846"), row("Heat", "251"),
			row("Total", "2,831")),
			"table_total", events.CheckFail},
		"a total of one column of more": {grid("Spending", "EUR million", one, row("Plants", "1,284"), row("Grids", "846"), row("Heat", "251"),
			row("Total", "2,905")),
			"table_total", ""},
		"all of them": {grid("Audits", "", two, row("Asia", "148", "31"), row("Europe", "112", "21"), row("Africa", "64", "10"), row("All", "324", "68")),
			"table_total", events.CheckFail},
		"emissions net of credits": {grid("Emissions", "t CO2e", two, row("Scope 1", "72,600", "72,350"), row("Scope 2", "38,450", "71,220"),
			row("Credits", "20,000", "15,000"), row("Net Scope 1 and 2", "91,050", "128,570")), "scope_addition", ""},
		"people of neither sex":                           {people(one, "5,680"), "table_total", events.CheckInconclusive},
		"fewer people than men and women":                 {people(one, "5,480"), "table_total", events.CheckFail},
		"more, where another year has men and women only": {people(two, "5,680", "5,500"), "table_total", events.CheckFail},
	} {
		t.Run(name, func(t *testing.T) {
			got := events.CheckResult("")
			for _, r := range onPages(c.table) {
				if r.Name == c.check && (got == "" || r.Result == events.CheckFail || r.Result == events.CheckInconclusive && got == events.CheckPass) {
					got = r.Result
				}
			}
			if got != c.want {
				t.Errorf("%s is %q, want %q", c.check, got, c.want)
			}
		})
	}
}
