package checks_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/sample"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/pdf/layout"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// What sentences say of a table's figures, each mistake beside an innocent twin.
func TestStatements(t *testing.T) {
	energy := grid("Energy used by source", "TJ", []string{"2023", "2022", "2021"}, []string{"Coal", "2,140", "2,310", "2,480"},
		[]string{"Natural gas", "1,105", "1,120", "1,098"}, []string{"Electricity bought", "512", "520", "531"}, []string{"Total", "3,757", "3,950", "4,109"})
	water := grid("Water", "thousand m3", []string{"2023", "2022"}, []string{"Surface water", "1,980", "2,050"},
		[]string{"Groundwater", "1,432", "1,515"}, []string{"Water withdrawn", "3,412", "3,565"})
	lone := grid("Water", "thousand m3", []string{"2023", "2022"}, []string{"Water withdrawn", "3,412", "3,565"})
	waste := grid("Waste by treatment", "t", []string{"2023", "2022"}, []string{"Recycled", "50", "40"},
		[]string{"Burned with energy recovery", "30", "30"}, []string{"Landfilled", "20", "30"}, []string{"Total", "100", "100"})
	third := grid("Scope 3 emissions by category", "t CO2e", []string{"2023", "2022"}, []string{"1 Purchased goods and services", "700", "650"},
		[]string{"4 Upstream transport and distribution", "200", "200"}, []string{"6 Business travel", "100", "150"}, []string{"Total Scope 3", "1,000", "1,000"})
	scopes := grid("GHG emissions", "t CO2e", []string{"2023", "2022"}, []string{"Scope 1", "412,300", "431,800"},
		[]string{"Scope 2 (location-based)", "96,400", "101,200"}, []string{"Scope 3", "1,286,500", "1,311,400"}, []string{"Total", "1,795,200", "1,844,400"})
	const sales = " Our revenue was EUR 1,184 million in 2023."
	for name, c := range map[string]struct {
		table   document.Table
		text    string
		check   string
		result  events.CheckResult // empty: no such check of a sentence
		working string
		states  bool
	}{
		"rise of a row that falls": {energy, "Purchased electricity increased for the second year in a row, because the mills are electric.",
			"direction", events.CheckFail, "2021: 531 TJ, 2022: 520 TJ, 2023: 512 TJ", true},
		"fall of a row that falls": {energy, "Purchased electricity decreased in 2023.",
			"direction", events.CheckPass, "2022: 520 TJ, 2023: 512 TJ", true},
		"rise of a year before": {energy, "Natural gas increased in 2022.",
			"direction", events.CheckPass, "2021: 1,098 TJ, 2022: 1,120 TJ", true},
		"rise of a part of a row":  {energy, "Purchased electricity in Poland increased.", "direction", "", "", false},
		"rise at one site":         {energy, "Electricity bought increased at Gresik.", "direction", "", "", false},
		"rise between other years": {energy, "Coal increased compared with 2019 and 2020.", "direction", "", "", false},
		"thousand times too little": {water, "Our sites withdrew 3,412 m3 of water in 2023.",
			"magnitude", events.CheckFail, "page 1: 3,412 thousand m3 = 3412000 m3; page 1: 3,412 m3 = 3412 m3", true},
		"off, but the table is alone":      {lone, "Our sites withdrew 3,412 m3 of water in 2023.", "magnitude", events.CheckFail, "", false},
		"in its own scale":                 {water, "Our sites withdrew 3,412,000 m3 of water in 2023.", "magnitude", "", "", false},
		"the same digits of another thing": {water, "The new tank at Gresik holds 3,412 m3 of diesel.", "magnitude", "", "", false},
		"two units that differ": {energy, "We bought 512 TJ (124,200 MWh) of electricity.",
			"unit_validity", events.CheckFail, "512 TJ = 512000 GJ; 124,200 MWh = 447120 GJ", true},
		"two units of one amount": {energy, "We bought 512 TJ, equal to about 142,200 MWh.",
			"unit_validity", events.CheckPass, "512 TJ = 512000 GJ; 142,200 MWh = 511920 GJ", true},
		"an amount spelled out a thousand times off": {water, "Consumption came to 1,180 million m3 (1,180,000 m3), as much as a lake holds.",
			"unit_validity", events.CheckFail, "1,180 million m3 = 1180000000 m3; 1,180,000 m3 = 1180000 m3", true},
		"an amount spelled out": {water, "Consumption came to 1.18 million m3 (1,180,000 m3), as much as a lake holds.",
			"unit_validity", events.CheckPass, "1.18 million m3 = 1180000 m3; 1,180,000 m3 = 1180000 m3", true},
		"the year before in brackets": {water, "Consumption came to 1.18 million m3 (976,000 m3), as much as a lake holds.", "unit_validity", "", "", false},
		"two units of two amounts":    {energy, "We bought 512 TJ and sold 14 GWh.", "unit_validity", "", "", false},
		"parts of a table above 100 %": {waste, "Of the waste of 2023, 50 % was recycled, 30 % was burned with energy recovery and 24 % went to landfill.",
			"percentage_sum", events.CheckFail, "50 + 30 + 24 = 104 %", true},
		"parts of a table": {waste, "Of the waste of 2023, 50 % was recycled, 30 % was burned with energy recovery and 20 % went to landfill.",
			"percentage_sum", events.CheckPass, "50 + 30 + 20 = 100 %", true},
		"shares that are not apart": {waste, "Of our people, 60 % are men, 55 % work in shifts and 12 % are trainees.",
			"percentage_sum", "", "", false},
		"a part with another share": {waste, "Of the waste of 2023, 50 % was recycled, 30 % was burned with energy recovery and 24 % went to landfill.",
			"percentage_calculation", events.CheckFail, "20 / 100 x 100 = 20 %", true},
		"categories that make less": {third, "Transport in categories 4 and 6 together made up 40 % of Scope 3 emissions.",
			"percentage_calculation", events.CheckFail, "(200 + 100) / 1000 x 100 = 30 %", true},
		"categories that make it": {third, "Categories 4 and 6 together accounted for 30 % of Scope 3 emissions.",
			"percentage_calculation", events.CheckPass, "(200 + 100) / 1000 x 100 = 30 %", true},
		"a hedged share": {third, "Categories 4 and 6 together accounted for about 28 % of Scope 3 emissions.",
			"percentage_calculation", events.CheckInconclusive, "", true},
		"a category of another year": {third, "Category 1 accounted for 65 % of Scope 3 emissions in 2022.",
			"percentage_calculation", events.CheckPass, "650 / 1000 x 100 = 65 %", true},
		"a row's wrong share": {third, "Purchased goods and services, above all cement, made up 75 % of Scope 3 emissions.",
			"percentage_calculation", events.CheckFail, "700 / 1000 x 100 = 70 %", true},
		"a share of something else": {third, "Purchased goods and services made up 75 % of our costs.", "percentage_calculation", "", "", false},
		"a scope's wrong share": {scopes, "Scope 3 accounted for 82 % of our total emissions.",
			"percentage_calculation", events.CheckFail, "1286500 / 1795200 x 100 = 71.6633 %", true},
		"a scope's share": {scopes, "Scope 3 accounted for 72 % of our total emissions.",
			"percentage_calculation", events.CheckPass, "", true},
		"a share with both figures": {scopes, "Women held 214 of 823 management positions at the end of 2023, or 28.0 %.",
			"percentage_calculation", events.CheckFail, "214 / 823 x 100 = 26.0024 %", true},
		"a right share with both figures": {scopes, "Women held 214 of 823 management positions at the end of 2023, or 26.0 %.",
			"percentage_calculation", events.CheckPass, "", true},
		"an intensity with digits exchanged": {scopes, "Emissions of Scope 1 and location-based Scope 2 were 492.6 t CO2e per million euros of revenue." + sales,
			"intensity", events.CheckFail, "(412300 + 96400) / (1184000000 / 1000000) = 429.6453 tCO2e per million", true},
		"an intensity": {scopes, "Emissions of Scope 1 and location-based Scope 2 were 429.6 t CO2e per million euros of revenue." + sales,
			"intensity", events.CheckPass, "(412300 + 96400) / (1184000000 / 1000000) = 429.6453 tCO2e per million", true},
		"an intensity of another whole": {scopes, "Emissions of Scope 1 and location-based Scope 2 were 501.3 t CO2e per million euros of revenue." + sales,
			"intensity", events.CheckInconclusive, "", true},
		"an intensity without its scopes": {scopes, "Our kilns emitted 492.6 t CO2e per million euros of revenue." + sales, "intensity", "", "", false},
		"parts above their whole": {scopes,
			"Spending on the plan was EUR 17.4 million. Of this, EUR 12.2 million went into heat, EUR 4.9 million into fuel and EUR 1.3 million into trials.",
			"table_total", events.CheckFail, "12200000 + 4900000 + 1300000 = 18400000 EUR", true},
		"parts of nothing": {scopes, "Spending on the plan was EUR 0 million. Of this, EUR 11.2 million went into heat and EUR 1.3 million into trials.",
			"table_total", "", "", false},
		"parts of a whole": {scopes,
			"Spending on the plan was EUR 17.4 million. Of this, EUR 11.2 million went into heat, EUR 4.9 million into fuel and EUR 1.3 million into trials.",
			"table_total", events.CheckPass, "", true},
		"parts that leave a rest": {scopes, "Spending on the plan was EUR 17.4 million. Of this, EUR 11.2 million went into heat and EUR 1.3 million into trials.",
			"table_total", "", "", false},
		"scopes of a sentence": {energy,
			"In 2023, Scope 1 emissions were 2.3 million tCO2e, Scope 2 emissions were 1.1 million tCO2e, " +
				"Scope 3 emissions were 8.5 million tCO2e and total emissions were 12.0 million tCO2e.",
			"scope_addition", events.CheckPass, "2300000 + 1100000 + 8500000 = 11900000 tCO2e", true},
		"scopes that do not make the total": {energy,
			"Scope 1 emissions were 2.45 million tCO2e, Scope 2 emissions 1.2 million tCO2e and total emissions 14.0 million tCO2e.",
			"scope_addition", events.CheckFail, "2450000 + 1200000 = 3650000 tCO2e", true},
		"scopes of two years": {energy,
			"Scope 1 emissions were 2.3 million tCO2e (2022: 2.4 million tCO2e), Scope 2 emissions 1.1 million tCO2e and total emissions 14.0 million tCO2e.",
			"scope_addition", "", "", false},
		"a change that its amounts do not make": {scopes, "Our emissions were 0.62 million tonnes of CO2e, a 12.0% decrease from 0.65 million tonnes in 2022.",
			"yoy_percentage", events.CheckFail, "(620000 - 650000) / 650000 x 100 = -4.6154 %", true},
		"a change from a figure without a unit": {scopes, "Emissions were 0.62 million tonnes CO2e in 2023, a 12.0% decrease from 0.65.",
			"yoy_percentage", events.CheckFail, "", true},
		"a change that its amounts make": {scopes, "Our emissions were 0.62 million tonnes of CO2e, a 4.6% decrease from 0.65 million tonnes in 2022.",
			"yoy_percentage", events.CheckPass, "", true},
		"a rise that is a fall": {scopes, "Water use was 200,000 m3, which is up by 30 % from 260,000 m3.",
			"yoy_percentage", events.CheckFail, "= -23.0769 %", true},
		"a change within the printed places": {scopes, "Emissions were 0.6 million tonnes CO2e, 2 % less than before, down from 0.6 million tonnes.",
			"yoy_percentage", events.CheckPass, "", true},
		"a hedged change": {scopes, "Water use was 262,000 m3, about 30 % more, up from 200,000 m3.",
			"yoy_percentage", events.CheckInconclusive, "", true},
		"a change of something else": {scopes, "Water use was 200,000 m3 against 260,000 m3, and 30 % of it was recycled.",
			"yoy_percentage", "", "", false},
		"a change beside a third amount": {scopes,
			"Emissions fell by 12 % from 0.65 million tonnes to 0.57 million tonnes CO2e, of which 0.1 million tonnes CO2e were bought.",
			"yoy_percentage", events.CheckPass, "", true},
		"a share after its whole": {scopes, "Of our 1,240 direct suppliers, 868 (78 %) had signed.",
			"percentage_calculation", events.CheckFail, "868 / 1240 x 100 = 70 %", true},
		"a right share after its whole": {scopes, "Of our 1,240 direct suppliers, 868 (70 %) had signed.",
			"percentage_calculation", events.CheckPass, "", true},
		"a share of another whole": {scopes, "868 of our 1,240 direct suppliers (78 % of spend) had signed.",
			"percentage_calculation", "", "", false},
		"a change per something": {scopes, "Water use was 35.9 million m3, down from 38.4 million m3, a decrease of 9.5 % per tonne of product.",
			"yoy_percentage", "", "", false},
		"a change like for like": {scopes, "Waste was 13,200 t, up from 12,000 t, an increase of 4 % on a like-for-like basis.",
			"yoy_percentage", "", "", false},
		"scopes by one method, their total by another": {energy,
			"Scope 1 emissions of 226,600 tCO2e and location-based Scope 2 emissions of 44,100 tCO2e were reported; " +
				"the combined market-based Scope 1 and 2 footprint was 258,500 tCO2e.",
			"scope_addition", "", "", false},
		"an amount that is the difference": {scopes, "Scope 1 emissions fell by 120 tonnes, a 20 % decrease from 600 tonnes.",
			"yoy_percentage", "", "", false},
		"an amount that was saved": {scopes, "We saved 120 MWh in 2023, a 20 % reduction compared with 600 MWh in 2022.",
			"yoy_percentage", "", "", false},
		"an amount of something else": {scopes, "Scope 1 emissions fell by 20 % from 500 tCO2e, and we offset 50 tCO2e of them.",
			"yoy_percentage", "", "", false},
		"an amount that was avoided": {scopes, "We cut packaging by 12 %, avoiding 40 tonnes of plastic compared to 300 tonnes in 2022.",
			"yoy_percentage", "", "", false},
		"an investment beside a change": {scopes, "We invested EUR 5 million and lowered fuel costs by 10 % from EUR 40 million.",
			"yoy_percentage", "", "", false},
		"sites that a change comes from": {scopes, "We collected 900 tonnes of waste, 10 % less, from 12 sites.", "yoy_percentage", "", "", false},
		"a change in words per cent": {scopes, "Emissions were 0.62 million tonnes of CO2e, a 12.0 per cent decrease from 0.65 million tonnes.",
			"yoy_percentage", events.CheckFail, "", true},
		"answers of people who are several things": {waste, "Responses came from 60 % employees, 30 % managers and 20 % women.", "percentage_sum", "", "", false},
		"a whole beside its parts":                 {waste, "Our fuel mix was 100 % bio, 3 % biogas and 2 % hydrogen.", "percentage_sum", "", "", false},
		"waste that is several things":             {waste, "Waste is 60 % paper, 30 % plastic and 15 % hazardous.", "percentage_sum", "", "", false},
		"a share of the whole that is named again": {scopes, "868 of our 1,240 suppliers, or 60 % of our suppliers, had signed.",
			"percentage_calculation", events.CheckFail, "", true},
		"a list of parts above the whole": {waste, "Our electricity came from 61% hydro, 22% wind and 24% gas.",
			"percentage_sum", events.CheckFail, "61 + 22 + 24 = 107 %", true},
		"a list after a copula": {waste, "The electricity we use is 60 % wind, 30 % solar and 20 % grid.",
			"percentage_sum", events.CheckFail, "", true},
		"a list of parts": {waste, "Our electricity came from 54% hydro, 22% wind and 24% gas.",
			"percentage_sum", events.CheckPass, "", true},
		"a list that leaves a rest": {waste, "Our electricity came from 31% hydro, 22% wind and 24% gas.", "percentage_sum", "", "", false},
		"a list of qualities": {waste, "The electricity we use is 60 % renewable, 30 % certified and 20 % local.",
			"percentage_sum", "", "", false},
		"a list of people who are several things": {waste, "Our workforce is 60 % women, 30 % parents and 20 % trainees.", "percentage_sum", "", "", false},
		"dated targets that happen to make 100": {waste, "We target a reduction of Scope 1 and 2 emissions of 20 % by 2025, 38 % by 2027 and 42 % by 2030.",
			"percentage_sum", "", "", false},
		"a restatement that is used": {scopes, "Scope 1 emissions of 2022 were restated from 428,900 t CO2e to 431,800 t CO2e because a meter had been read wrongly.",
			"recalculation_consistency", events.CheckPass, "", false},
		"a restatement that is not used": {scopes,
			"Scope 1 emissions of 2022 were restated from 431,800 t CO2e to 434,100 t CO2e because a meter had been read wrongly.",
			"recalculation_consistency", events.CheckInconclusive, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			var all []checks.Result
			for _, r := range said([]string{c.text}, c.table) {
				if r.Name == c.check && r.Words != "" {
					all = append(all, r)
				}
			}
			if c.result == "" {
				if len(all) > 0 {
					t.Fatalf("got %s, want nothing", all[0].Message)
				}
				return
			}
			i := slices.IndexFunc(all, func(r checks.Result) bool { return r.Result == c.result })
			if i < 0 {
				t.Fatalf("got %v, want %s", all, c.result)
			}
			r := all[i]
			if !strings.Contains(r.Working, c.working) || r.States() != c.states || !strings.Contains(r.Words, r.Said) || r.Said == "" {
				t.Errorf("working %q, want %q; states its result: %v, want %v; said %q in %q", r.Working, c.working, r.States(), c.states, r.Said, r.Words)
			}
		})
	}
}

// A row that divides two others, a base year with two amounts, a total under scopes: each with its twin.
func TestRowsThatDivide(t *testing.T) {
	injuries := func(last string) document.Table {
		return grid("Safety", "", []string{"2023", "2022", "2021"}, []string{"Lost-time injuries", "14", "17", "19"},
			[]string{"Hours worked, million", "11.2", "10.9", "10.8"}, []string{"Lost-time injuries per million hours", "1.25", "1.56", last})
	}
	for last, want := range map[string]events.CheckResult{"1.76": events.CheckPass, "1.67": events.CheckFail} {
		results := map[events.CheckResult]int{}
		for _, r := range checked(injuries(last)) {
			if r.Name == "intensity" {
				results[r.Result]++
			}
		}
		if n := results[want]; n == 0 || results[events.CheckFail] > 1 {
			t.Errorf("%s: got %v, want %s", last, results, want)
		}
	}
	// Two years that disagree prove no relation.
	other := grid("Safety", "", []string{"2023", "2022"}, []string{"Lost-time injuries", "14", "17"},
		[]string{"Hours worked, million", "11.2", "10.9"}, []string{"Lost-time injuries per million hours", "2.13", "1.99"})
	for _, r := range checked(other) {
		if r.Name == "intensity" {
			t.Errorf("of rows that do not belong together: %s", r.Message)
		}
	}
}

func TestBaseYearAmounts(t *testing.T) {
	const first = "Since the base year 2020, when we emitted 621,400 t CO2e in Scope 1 and Scope 2, we have worked down a list."
	const aim = "We will reduce absolute Scope 1 and 2 emissions by 42 % between 2020 and 2030. "
	for name, c := range map[string]struct {
		pages  []string
		result events.CheckResult
		says   string
	}{
		"two amounts": {[]string{first, aim + "In the base year 2020 these emissions were 612,400 t CO2e; the target for 2030 is 355,200 t CO2e."},
			events.CheckFail, "With 612,400 t CO2e the target fits"},
		"one amount":       {[]string{first, aim + "In the base year 2020 these emissions were 621,400 t CO2e."}, events.CheckPass, ""},
		"of another scope": {[]string{first, "In the base year 2020 our Scope 3 emissions were 612,400 t CO2e."}, "", ""},
		"of another year":  {[]string{first, aim + "In the base year 2019 these emissions were 612,400 t CO2e."}, "", ""},
		"of another method": {[]string{"In the base year 2020, market-based Scope 1 and 2 emissions were 500 t CO2e.",
			"In the base year 2020, location-based Scope 1 and 2 emissions were 600 t CO2e."}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got []checks.Result
			for _, r := range said(c.pages) {
				if r.Name == "baseline_consistency" && strings.HasPrefix(r.Working, "page ") {
					got = append(got, r)
				}
			}
			switch {
			case c.result == "" && len(got) == 0:
			case len(got) != 1 || got[0].Result != c.result || !strings.Contains(got[0].Message, c.says):
				t.Errorf("got %v, want %q with %q", got, c.result, c.says)
			}
		})
	}
}

// The sample report's mistakes of figures are found, each on its page, and nothing else of it is called a mistake.
func TestSampleReport(t *testing.T) {
	sum := sha256.Sum256(sample.Report)
	doc, err := layout.Read(sample.Report, hex.EncodeToString(sum[:]), layout.Options{})
	if err != nil {
		t.Fatal(err)
	}
	options := checks.Options{Document: doc, Country: checks.Country(doc)}
	got := map[string]bool{}
	sheet := extract.Read(doc, extract.Options{Year: 2024})
	for i := range sheet.Facts {
		switch f := &sheet.Facts[i]; {
		// The labels of a chart above a table are none of its headings, numbers of categories no amounts, and what was
		// restated is no longer stated.
		case f.Page == 4 && f.Printed == "0.9" && (f.Unit != "PJ" || f.Boundary != ""), strings.Contains(f.Printed, "goods"), strings.Contains(f.Printed, "428,900"):
			t.Errorf("read as a figure: %+v", f)
		}
	}
	for _, r := range checks.Run(sheet, options) {
		if r.Result == events.CheckFail {
			got[fmt.Sprintf("%s on page %d: %s", r.Name, r.Page, r.Stated)] = true
		}
	}
	for _, want := range []string{
		"intensity on page 4: 492.6 tCO2e per million", "baseline_consistency on page 8: 612400 tCO2e", "scope_addition on page 10: 1926100 tCO2e",
		"percentage_calculation on page 11: 31 %", "direction on page 12: a rise", "magnitude on page 13: 3412 m3",
		"percentage_sum on page 13: 104 %", "percentage_calculation on page 13: 16 %", "yoy_percentage on page 10: -7.4 %", "duplicate_figure on page 3: none",
	} {
		if !got[want] {
			t.Errorf("not found: %s", want)
		}
		delete(got, want)
	}
	for more := range got {
		t.Errorf("called a mistake: %s", more)
	}
}
