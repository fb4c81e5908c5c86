package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// told is a fact of a sentence in one line: metric, scope, year, base year, value in the base unit, boundary.
func told(f *facts.Fact) string {
	out := string(f.Metric)
	for _, s := range []string{f.Scope, f.Category} {
		if s != "" {
			out += " " + s
		}
	}
	if f.Target {
		out += " target"
	}
	if f.Year > 0 {
		out += fmt.Sprintf(" %d", f.Year)
	}
	if f.BaseYear > 0 {
		out += fmt.Sprintf(" from %d", f.BaseYear)
	}
	out += " = " + strings.TrimSpace(f.ValueBase+" "+f.UnitBase)
	if f.Boundary != "" {
		out += " (" + f.Boundary + ")"
	}
	return strings.TrimSpace(out)
}

func TestFactsOfSentences(t *testing.T) {
	for text, want := range map[string]string{
		"Scope 1 emissions were 412.3 t CO2e in 2023 (2022: 430.6 t CO2e).": "ghg_emissions 1 2023 = 412.3 tCO2e; " +
			"ghg_emissions 1 2022 = 430.6 tCO2e",
		"Scope 1 emissions were 412.3 t CO2e in 2023 and 430.6 t CO2e in 2022.": "ghg_emissions 1 2023 = 412.3 tCO2e; " +
			"ghg_emissions 1 2022 = 430.6 tCO2e",
		"Scope 1 emissions were 412.3 t CO2e in 2023 and Scope 2 emissions 430.6 t CO2e in 2022.": "ghg_emissions 1 2023 = 412.3 tCO2e; " +
			"ghg_emissions 2 2022 = 430.6 tCO2e",
		"Scope 1 emissions were 412.3 t CO2e (2022: Scope 1 went up in 14 plants).": "ghg_emissions 1 = 412.3 tCO2e",
		"The kilns ran longer in 2023 than in any year since 2019, " +
			"and Scope 1 emissions fell by 4.5 % to 412,300 t CO2e.": "ghg_emissions 1 2023 = 412300 tCO2e; ghg_reduction 1 2023 = -4.5 %",
		"Against the base year 2020, in which we emitted 621,400 t CO2e in Scope 1 " +
			"and Scope 2, we are on our way.": "ghg_emissions 1+2 2020 = 621400 tCO2e",
		"In 2023, we welcomed 456 new hires and saw an overall workforce increase " +
			"from 4,210 employees in 2022 to 4,364 employees in 2023.": "headcount 2022 = 4210; headcount 2023 = 4364",
		"In 2023 we counted 72 nationalities, achieved 26% women in management and a pay gap of 1.56%, " +
			"and 75.8% of our leaders completed diversity trainings.": "headcount_share women 2023 = 26 %; training 2023 = 75.8 %",
		"We are proud to have reduced our CO2 footprint from our operations by 50% (without offsetting) since 2019.": "ghg_reduction from 2019 = -50 %",
		// what changed, shares of people, lists of figures
		"Compared to the base year 2021, we reduced our landfill waste by 15%.":                   "waste landfill from 2021 = -15 %",
		"Our primary energy consumption declined 16.5% in fiscal 2023.":                           "energy primary 2023 = -16.5 %",
		"In 2023 the consumption of secondary energy rose by 2.8% compared to the previous year.": "energy secondary 2023 from 2022 = 2.8 %",
		"Since 2018, Scope 1 and 2 emissions have fallen by 34.9%.":                               "ghg_reduction 1+2 from 2018 = -34.9 %",
		"In 2023 we achieved a 12% reduction in water consumption compared with 2020.":            "water consumption 2023 from 2020 = -12 %",
		"Our energy costs fell by 20% in 2023.":                                                   "",
		"Our customers reduced their energy consumption by 20% in 2023.":                          "",
		"Energy efficiency increased by 39% in 2023.":                                             "",
		"We plan to have reduced emissions by 20%.":                                               "",
		"At the end of 2023, 36.1% of management positions were held by women.":                   "headcount_share women 2023 = 36.1 %",
		"Women made up 41% of our workforce in 2023.":                                             "headcount_share women 2023 = 41 %",
		"The share of women in management rose to 25% in 2023.":                                   "headcount_share women 2023 = 25 %",
		"The share of women in management is to reach 40% by 2030.":                               "",
		"In 2023, 96% of all employees completed the training on compliance.":                     "training 2023 = 96 %",
		"In 2023 taxonomy-aligned turnover accounted for 16.5% of the total.":                     "exposed_assets taxonomy-aligned turnover 2023 = 16.5 %",
		"52% of customers who answered were women.":                                               "",
		"In 2023 Scope 1 and Scope 2 emissions were 100 t CO2e and 200 t CO2e, respectively.": "ghg_emissions 1 2023 = 100 tCO2e; " +
			"ghg_emissions 2 2023 = 200 tCO2e",
		"In 2022 Scope 1, 2 and 3 emissions were 100, 200 and 3,000 t CO2e, respectively.": "ghg_emissions 1 2022 = 100 tCO2e; ghg_emissions 2 2022 = 200 tCO2e; " +
			"ghg_emissions 3 2022 = 3000 tCO2e",
		"Scope 1 emissions in 2022 and 2023 were 10 t and 12 t CO2e, respectively.":  "ghg_emissions 1 2022 = 10 tCO2e; ghg_emissions 1 2023 = 12 tCO2e",
		"Energy consumption in 2022 and 2023 was 100 GWh and 120 GWh, respectively.": "energy 2022 = 360000 GJ; energy 2023 = 432000 GJ",
		"Water use and energy use were 10 m3 and 12 GWh, respectively.":              "",
		"In 2022, we emitted 1,234 tonnes of CO2e (Scope 1) and 5,678 tonnes of CO2e (Scope 2).": "ghg_emissions 1 2022 = 1234 tCO2e; " +
			"ghg_emissions 2 2022 = 5678 tCO2e",
		"In 2019 our Scope 3 emissions totalled 8.7 million t of CO2e, lower than in 2018 (10.3 million t of CO2e).": "ghg_emissions 3 2019 = 8700000 tCO2e; " +
			"ghg_emissions 3 2018 = 10300000 tCO2e",
		"In 2023, Scope 1 emissions were 412 t CO2e (2022: 430 t CO2e).": "ghg_emissions 1 2023 = 412 tCO2e; ghg_emissions 1 2022 = 430 tCO2e",
		// amounts
		"In 2023, our total energy consumption was 1,250 GWh.": "energy 2023 = 4500000 GJ",
		"Total electricity consumption in 2023 amounted to 310 GWh (2022: 295 GWh, 2021: 280 GWh).": "electricity 2023 = 1116000 GJ; " +
			"electricity 2022 = 1062000 GJ; electricity 2021 = 1008000 GJ",
		"Our natural gas consumption fell to 12 TJ in 2023.":           "energy natural gas 2023 = 12000 GJ",
		"In 2022, we used 3.5 GWh of electricity in our data centers.": "electricity 2022 = 12600 GJ (data centers)",
		"In 2023 water withdrawal was 14.3 million m³, compared with 15.1 million m³ in 2019.": "water withdrawal 2023 = 14300000 m3; " +
			"water withdrawal 2019 = 15100000 m3",
		"In 2023 we generated 20,500 tonnes of hazardous waste.":                               "waste hazardous 2023 = 20500 t",
		"In 2023 our greenhouse gas emissions totalled 76,591 tonnes of CO2e.":                 "ghg_emissions 2023 = 76591 tCO2e",
		"Revenue for fiscal 2023 was €77.8 billion.":                                           "revenue 2023 = 77800000000 EUR",
		"In 2023, capital expenditure amounted to US$1.2 billion.":                             "capex 2023 = 1200000000 USD",
		"As of December 31, 2023, the company employed 41,200 people.":                         "headcount 2023 = 41200",
		"In 2023 we applied an internal carbon price of €85 per tonne of CO2e.":                "carbon_price 2023 = 85 EUR",
		"In 2023, 82% of our electricity came from renewable sources.":                         "renewable_share 2023 = 82 %",
		"The share of renewable energy in 2023 was 41.5 %.":                                    "renewable_share 2023 = 41.5 %",
		"In 2023, 20% of the annual bonus of executives was linked to climate targets.":        "remuneration_share 2023 = 20 %",
		"The sustainability component of the LTI is linked to emissions and weighted at 15 %.": "remuneration_share = 15 %",
		"In our base year 2019, total energy consumption was 900 MWh.":                         "energy 2019 = 3240 GJ",
		"Our energy consumption fell by 4.5 % to 412 GWh in 2023.":                             "energy 2023 = -4.5 %; energy 2023 = 1483200 GJ",
		"Scope 1 emissions fell by 4.5 % to 412,300 t CO2e in 2023.": "ghg_emissions 1 2023 = 412300 tCO2e; " +
			"ghg_reduction 1 2023 = -4.5 %",
		"In 2023, 1,200 acre-feet of water were withdrawn.":                                                 "water 2023 = 1480178.205057024 m3",
		"In 2023 our water withdrawal was 3 thousand acre-feet.":                                            "water withdrawal 2023 = 3700445.51264256 m3",
		"In 2023 we generated 1,200 short tons of waste.":                                                   "waste 2023 = 1088.621688 t",
		"In 2023, 500 m3 of water were withdrawn.":                                                          "water 2023 = 500 m3",
		"An ESG target accounts for 20% of the Group target in the remuneration of the board.":              "",
		"We aim at a 55% reduction in diesel lifecycle emissions by 2030.":                                  "ghg_reduction diesel lifecycle target 2030 = 55 %",
		"Energy savings of 5,000 MWh were made in 2023.":                                                    "",
		"We will need 500 MWh of electricity in 2030.":                                                      "",
		"Our products avoided 190 million tonnes of CO2e emissions in 2023.":                                "",
		"Our energy consumption could be 500 MWh.":                                                          "",
		"Taxonomy-aligned revenue was €12.8 billion.":                                                       "",
		"Employee turnover was 12 %.":                                                                       "",
		"In 2023 we trained 20,000 employees.":                                                              "",
		"We have 27,000 employees who are covered by collective agreements.":                                "",
		"The EU ETS carbon price was €85 per tonne of CO2e.":                                                "",
		"Energy consumption per employee was 5 MWh.":                                                        "",
		"Last year, water consumption was 5 million m3.":                                                    "",
		"The gender pay gap of our sustainability team is 5 %.":                                             "",
		"These emissions totalled 500 t CO2e in 2023.":                                                      "",
		"The plant has a capacity of 200 MWh of electricity.":                                               "",
		"In 2023, waste fell by 500 tonnes.":                                                                "",
		"Water consumption is enough to supply 500 m3 of water for households.":                             "",
		"Renewable energy, which in 2022 represented 19% of our global purchased energy, is to reach 100%.": "renewable_share 2022 = 19 %",
		"The average electricity mix has 40% renewable electricity, which our customers use.":               "",
		"Our own operations emitted 12 Mt CO2e.":                                                            "",
		"Our carbon footprint was 78 MT CO2e in 2023.":                                                      "ghg_emissions 2023 =",
		"We reduced emissions from 700 kt CO2e to 500 kt CO2e.":                                             "",
		"In 2023 our VOC emissions were 250 t.":                                                             "",
		"Emissions of nitrogen oxides were 512 tonnes in 2023.":                                             "",
		"In 2023 we emitted 12 t of SOx emissions.":                                                         "",
		"Scope 1 emissions of 2023 were restated from 428,900 t CO2e to 431,800 t CO2e.":                    "ghg_emissions 1 2023 = 431800 tCO2e",
		"In 2023 Scope 2 emissions, corrected from about 12,000 to 13,000 t CO2e, were market-based.":       "ghg_emissions 2 2023 = 13000 tCO2e",
		// targets
		"We aim to reduce our Scope 1 and 2 emissions by 42% by 2030 compared with 2020.":                "ghg_reduction 1+2 target 2030 from 2020 = 42 %",
		"Our target is a 50% reduction in absolute Scope 1 emissions by 2030 from a 2019 base year.":     "ghg_reduction 1 target 2030 from 2019 = 50 %",
		"Harrow commits to reduce absolute scope 1 and 2 emissions 56% by 2030 from a FY2020 base year.": "ghg_reduction 1+2 target 2030 from 2020 = 56 % (Harrow)",
		"As part of our target to be net zero by 2035, we have an interim target " +
			"to reduce Scope 1 emissions by 15% from 2022.": "target_year target 2035 = 2035",
		"We will reduce our absolute Scope 1 emissions by 56% from FY20 to FY30.": "ghg_reduction 1 target 2030 from 2020 = 56 %",
		"We are committed to reducing Scope 3 emissions per tonne of cement " +
			"by 25 % by 2030 from a 2021 baseline.": "ghg_intensity 3 target 2030 from 2021 = 25 %",
		"We will reduce own operations (Scope 1 and 2) by 50% and value chain emissions (Scope 3) " +
			"by 15% by 2030 versus 2019.": "ghg_reduction 1+2 target 2030 from 2019 = 50 %; ghg_reduction 3 target 2030 from 2019 = 15 %",
		"Net Zero operations by 2030, with 55% emissions reduction by 2025 and 90% by 2030": "target_year operations target 2030 = 2030; " +
			"ghg_reduction target 2025 = 55 %; ghg_reduction target 2030 = 90 %",
		"We are committed to net zero across our value chain by 2050.":                            "target_year value chain target 2050 = 2050",
		"Baltbank plans to become completely carbon neutral – with its loan portfolio – by 2050.": "target_year portfolio target 2050 = 2050 (Baltbank)",
		"In 2010 we cut emissions by 66%, and we have a reduction target of 70% by 2030.":         "ghg_reduction target 2030 = 70 %; ghg_reduction 2010 = -66 %",
		"Net zero operations by 2030 (scope 1 and 2 emissions), and a 50% reduction in scope 3 emissions by 2030.": "target_year operations target 2030 = 2030; " +
			"ghg_reduction 3 target 2030 = 50 %",
		"We aim to cut carbon emissions per dollar of gross profit by 70% by 2030.":        "ghg_intensity target 2030 = 70 %",
		"We aim for a 24% reduction in energy and lower emissions by 2030.":                "",
		"We aim to reduce Scope 1 emissions by 12.5% by 2025, using 2020 as the baseline.": "ghg_reduction 1 target 2025 from 2020 = 12.5 %",
		"A net-zero carbon economy by 2050 needs all of us.":                               "",
		"In 2022 solar panels generated 200 MWh of electricity.":                           "electricity generated 2022 = 720 GJ",
		"The coils have an energy consumption of 1,198 kWh each day.":                      "",
		"We aim to use 100% renewable electricity by 2030.":                                "renewable_share target 2030 = 100 %",
		"Our target is to cut landfill waste by 50% by 2025 compared to fiscal 2021.":      "waste target 2025 from 2021 = 50 %",
		"By 2030 we want to lower water consumption by 20 % compared to 2021.":             "water target 2030 from 2021 = 20 %",
		"We will reduce absolute Scope 1 emissions " +
			"by 42 % between 2020 and 2030, which is 4.2 points a year.": "ghg_reduction 1 target 2030 from 2020 = 42 %",
		"Scope 1 emissions fell by 42 % between 2019 and 2022.":                              "ghg_reduction 1 2022 from 2019 = -42 %",
		"We reduced our Scope 1 emissions by 42 % by 2022 compared with 2019.":               "",
		"The European Green Deal aims to reduce emissions by 55 % by 2030.":                  "",
		"We expect our suppliers to be climate-neutral by 2040.":                             "",
		"We aim to reduce emissions by 5 % each year until 2030.":                            "",
		"Reducing emissions, we are targeting a 100% electric fleet by 2030.":                "",
		"We aim to increase the share of women by 30 % by 2025 and cut emissions.":           "",
		"We plan to reduce Scope 1 emissions and Scope 3 emissions, in all by 42 % by 2030.": "",
		"We have been carbon neutral since 2020 and plan more by 2030.":                      "",
		"We aim to reduce accidents and emissions, the accident rate by 30% by 2025.":        "",
	} {
		s := extract.Read(page(text), extract.Options{})
		var got []string
		for i := range s.Facts {
			f := &s.Facts[i]
			got = append(got, told(f))
			if f.Source != facts.FromText || f.Page != 1 || f.Quote == "" || !strings.Contains(text, f.Printed) {
				t.Errorf("%q: %+v", text, f)
			}
		}
		if g := strings.Join(got, "; "); !sameSet(g, want) {
			t.Errorf("%q:\n read %q\n want %q", text, g, want)
		}
	}
}

// sameSet compares lists without their order, which is that of the figures' labels on a sheet.
func sameSet(a, b string) bool {
	x, y := strings.Split(a, "; "), strings.Split(b, "; ")
	if len(x) != len(y) {
		return false
	}
	for _, s := range x {
		if !strings.Contains("; "+b+";", "; "+s+";") {
			return false
		}
	}
	return true
}

// A unit with two readings keeps both, in a sentence as in a table.
func TestAnAmbiguousAmountStaysSo(t *testing.T) {
	s := extract.Read(page("Our carbon footprint was 78 MT CO2e in 2023."), extract.Options{})
	if len(s.Facts) != 1 || !s.Facts[0].Ambiguous() || s.Facts[0].ValueBase != "" {
		t.Errorf("%+v", s.Facts)
	}
}

// Paragraphs that reading put below one another are not one sentence.
func TestASentenceEndsWithItsParagraph(t *testing.T) {
	if s := extract.Read(page("Our total water withdrawal\n\nwas 500 m3 in 2023"), extract.Options{}); len(s.Facts) != 0 {
		t.Errorf("%+v", s.Facts)
	}
	if s := extract.Read(page("In 2023, our total water\nwithdrawal was 500 m3."), extract.Options{}); len(s.Facts) != 1 {
		t.Errorf("%+v", s.Facts)
	}
}

// A column of targets in words, a column of a base year.
func TestTargetsAndBaseYearsOfTables(t *testing.T) {
	cell := func(text, value string, path ...string) document.Cell {
		return document.Cell{Text: text, Value: value, RowPath: path[:1], ColPath: path[1:], Unit: "kt CO2e"}
	}
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{
		{HeaderRows: 1, HeaderCols: 1, Rows: [][]document.Cell{
			{{Text: "Topic"}, {Text: "Targets"}},
			{{Text: "Climate"}, {Text: "30 % lower Scope 1 emissions than in 2020 (2030)", RowPath: []string{"Climate"}, ColPath: []string{"Targets"}}},
		}},
		{HeaderRows: 1, HeaderCols: 1, Rows: [][]document.Cell{
			{{}, {Text: "Base year (2019)"}, {Text: "2023"}, {Text: "+/–"}},
			{{Text: "Scope 1"}, cell("900", "900", "Scope 1", "Base year (2019)"), cell("600", "600", "Scope 1", "2023"), cell("33%", "33", "Scope 1", "+/–")},
		}},
	}}}}
	s := extract.Read(d, extract.Options{Year: 2023})
	var got []string
	for i := range s.Facts {
		f := &s.Facts[i]
		got = append(got, told(f))
		if f.Source != facts.FromTable || f.Printed == "33%" && !f.Change {
			t.Errorf("%+v", f)
		}
	}
	want := "ghg_reduction 1 target 2030 from 2020 = 30 %; ghg_emissions 1 2019 = 900000 tCO2e; ghg_emissions 1 2023 = 600000 tCO2e; ghg_reduction 1 2023 = 33 %"
	if g := strings.Join(got, "; "); !sameSet(g, want) {
		t.Errorf("read %q\nwant %q", g, want)
	}
}

// A table of targets says in columns from which year and until when.
func TestATableOfTargets(t *testing.T) {
	row := func(label, base, until, value, goal string) []document.Cell {
		path := func(col string) document.Cell {
			return document.Cell{RowPath: []string{label}, ColPath: []string{col}}
		}
		b, u, g := path("Base year"), path("Target year"), path("Goal")
		b.Text, u.Text, g.Text, g.Value = base, until, goal, value
		return []document.Cell{{Text: label}, b, u, g}
	}
	d := &document.Document{SHA256: "s", Version: document.Version,
		Pages: []document.Page{{Number: 1, Tables: []document.Table{{HeaderRows: 1, HeaderCols: 3, Rows: [][]document.Cell{
			{{Text: "Topic"}, {Text: "Base year"}, {Text: "Target year"}, {Text: "Goal"}},
			row("Scope 1 and 2 emissions", "2020", "2030", "-42", "-42 %"),
			row("Scope 3 emissions per tonne of product", "2021", "2030", "-25", "-25 %"),
			row("Renewable electricity", "2020", "2028", "80", "80 %"),
			row("Waste to landfill", "2020", "2028", "5", "5 %"), // of what is left, or less by so much: not said
			row("Women in management", "2020", "2028", "30", "30 %"),
		}}}}}}
	s := extract.Read(d, extract.Options{Year: 2023})
	var got []string
	for i := range s.Facts {
		if s.Facts[i].Target && s.Facts[i].BaseYear > 0 {
			got = append(got, told(&s.Facts[i]))
		}
	}
	want := "ghg_reduction 1+2 target 2030 from 2020 = -42 %; ghg_intensity 3 target 2030 from 2021 = -25 %; renewable_share target 2028 from 2020 = 80 %"
	if g := strings.Join(got, "; "); !sameSet(g, want) {
		t.Errorf("read %q\nwant %q", g, want)
	}
}

// What was reached of a target counts from the base year of its row, unless its column says that it counts from the year before.
func TestWhatWasReachedCountsFromTheBaseYearOfItsRow(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		want int
	}{"the state of a year": {"State in 2023", 2020}, "against the year before": {"Change on the previous year, 2023", 0}} {
		t.Run(name, func(t *testing.T) {
			label := "Scope 1 and 2 emissions, absolute"
			cell := func(text, value, head string) document.Cell {
				return document.Cell{Text: text, Value: value, RowPath: []string{label}, ColPath: []string{head}}
			}
			d := &document.Document{SHA256: "s", Version: document.Version,
				Pages: []document.Page{{Number: 1, Tables: []document.Table{{HeaderRows: 1, HeaderCols: 3, Rows: [][]document.Cell{
					{{Text: "Target"}, {Text: "Base year"}, {Text: "Horizon"}, {Text: "Goal"}, {Text: c.head}},
					{{Text: label}, cell("2020", "", "Base year"), cell("2030", "", "Horizon"), cell("-42 %", "-42", "Goal"), cell("-16.9 %", "-16.9", c.head)},
				}}}}}}
			for _, f := range extract.Read(d, extract.Options{Year: 2023}).Facts {
				if f.Value == "-16.9" && (!f.Change || f.BaseYear != c.want) {
					t.Errorf("change: %v, from %d, want one from %d", f.Change, f.BaseYear, c.want)
				}
			}
		})
	}
}

// Whatever amount a sentence states, it is read with its year, its scale and its base unit; in another unit it is the same.
func TestAmountsAreExact(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := int64(rapid.IntRange(2, 99999).Draw(r, "thousandths"))
		year := rapid.IntRange(2005, 2030).Draw(r, "year")
		v := apd.New(n, -3)
		forms := []struct {
			unit  string
			shift int32
		}{{"TWh", -3}, {"GWh", 0}, {"MWh", 3}, {"million kWh", 0}, {"kWh", 6}}
		var bases []string
		for _, f := range forms {
			printed := new(apd.Decimal).Set(v)
			printed.Exponent += f.shift
			text := fmt.Sprintf("In %d, our total energy consumption was %s %s.", year, printed.Text('f'), f.unit)
			s := extract.Read(page(text), extract.Options{})
			if len(s.Facts) != 1 || s.Facts[0].Year != year || s.Facts[0].Metric != facts.Energy {
				r.Fatalf("%q: %+v", text, s.Facts)
			}
			bases = append(bases, s.Facts[0].ValueBase)
			x, _, _ := apd.NewFromString(s.Facts[0].ValueBase)
			y, _, _ := apd.NewFromString(bases[0])
			if x.Cmp(y) != 0 {
				r.Fatalf("%q: %s, in %s %s", text, bases[len(bases)-1], forms[0].unit, bases[0])
			}
		}
	})
}

// FuzzSentences: whatever a sentence says, a target has its year, a share lies within the whole, nothing fails.
func FuzzSentences(f *testing.F) {
	for _, s := range []string{
		"We aim to cut emissions by 42 % by 2030 compared with 2020, and by 90 % by 2050.", "79.8 % (2022: 83.6 %) of our electricity was renewable electricity.",
		"internal carbon price of €85 per tonne", "Net zero by 2050.", "energy consumption was 5 (2019: 4 MWh", "water use of ≈ 1’000 m³, ;(",
		"by 20% by 20% by 2030 by 2030 reduction",
		"100% renewable electricity by 2030\n\n• 50 % of bonus linked to ESG", "ſcope 1 by 5 % by 2030 compared to 199",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		sheet := extract.Read(page(s), extract.Options{})
		for i := range sheet.Facts {
			x := &sheet.Facts[i]
			if x.Table > 0 {
				continue
			}
			if x.Target && (x.Year < 2020 || x.BaseYear >= x.Year) || x.Value == "" || x.Quantity().Value == nil {
				t.Fatalf("%q: %+v", s, x)
			}
			if (x.Metric == facts.RenewableShare || x.Metric == facts.Remuneration) && x.Quantity().Value.Cmp(apd.New(100, 0)) > 0 {
				t.Fatalf("%q: %+v", s, x)
			}
		}
	})
}

// A company that speaks of itself by its name sets targets of its own.
func TestACompanysNameIsNoBoundaryOfItsTargets(t *testing.T) {
	const text = "Harrow commits to reduce absolute scope 1 and 2 emissions 56% by 2030 from a 2020 base year."
	for company, want := range map[string]string{
		"Harrow plc":  "ghg_reduction 1+2 target 2030 from 2020 = 56 %",
		"Meridian NV": "ghg_reduction 1+2 target 2030 from 2020 = 56 % (Harrow)",
		"":            "ghg_reduction 1+2 target 2030 from 2020 = 56 % (Harrow)",
	} {
		s := extract.Read(page(text), extract.Options{Company: company})
		if len(s.Facts) != 1 || told(&s.Facts[0]) != want {
			t.Errorf("of %q: %d facts, %q", company, len(s.Facts), told(&s.Facts[0]))
		}
	}
}
