package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// One figure in two sentences, or in a sentence and a table, with two digits exchanged or off by a thousand, is a slip of the
// pen. A sentence that merely differs speaks of another part of the entity.
func TestSaidTwice(t *testing.T) {
	ghg := grid("Greenhouse gas emissions", "t CO2e", []string{"2023", "2022"}, []string{"Scope 1", "84,310", "90,125"}, []string{"Scope 2", "51,270", "55,490"})
	energy := grid("Energy", "MWh", []string{"2023", "2022"}, []string{"Electricity", "305,120", "310,000"},
		[]string{"Total energy consumption", "405,450", "412,000"})
	for _, c := range []struct {
		first, second string
		table         document.Table // stands in place of the second
		says          string         // of the failure; empty for none
	}{
		{"In 2023 our Scope 1 emissions were 83,410 t CO2e.", "Scope 1 emissions were 84,310 t CO2e in 2023.", document.Table{}, "Two digits are exchanged"},
		{"In 2023 our Scope 1 emissions were 83,410 t CO2e.", "", ghg, "Two digits are exchanged"},
		{"In 2023 our Scope 1 emissions were 84,310 t CO2e.", "", ghg, ""},
		{"In 2023 our Scope 1 emissions were 79,022 t CO2e.", "", ghg, "stated twice differently"},
		{"In 2022 our Scope 1 emissions were 83,410 t CO2e.", "", ghg, "stated twice differently"},
		{"We used 405,540 MWh of energy in 2023.", "", energy, "Two digits are exchanged"},
		{"We used 361,207 MWh of energy in 2023.", "", energy, "stated twice differently"},
		{"We used 405,540 MWh of energy in 2023.", "Total energy consumption was 405,450 MWh in 2023.", document.Table{}, "Two digits are exchanged"},
		{"At the end of 2023 we employed 8,214 people.", "",
			grid("Employees", "", []string{"2023", "2022"}, []string{"Women", "3,012", "2,900"}, []string{"Total employees", "8,124", "8,000"}),
			"Two digits are exchanged"},
		{"At the end of 2023 we employed 8,214 people.", "On 31 December 2023, Veldmark had 8,124 employees.", document.Table{}, "Two digits are exchanged"},
		{"At the end of 2023 we employed 8,214 people.", "On 31 December 2023, Veldmark had 8,377 employees.", document.Table{}, ""},
		{"At the end of 2023 we employed 8,214 people.", "On 31 December 2022, Veldmark had 8,124 employees.", document.Table{}, ""},
		{"Our revenue in 2023 was EUR 2,153 million.", "Our revenue was EUR 2,513 million in 2023.", document.Table{}, "Two digits are exchanged"},
		{"Our revenue in 2023 was EUR 2,153 million.", "Our revenue was USD 2,513 million in 2023.", document.Table{}, ""},
		{"Our revenue in 2023 was EUR 2,153 million.", "Our revenue was EUR 2,478 million in 2023.", document.Table{}, ""},
	} {
		second := document.Page{Number: 2, Text: c.second}
		if c.second == "" {
			second.Tables = []document.Table{c.table}
		}
		d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: c.first}, second}}
		var failed []string
		for _, r := range checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{Document: d}) {
			if r.Result == events.CheckFail {
				failed = append(failed, r.Name+": "+r.Message)
			}
		}
		if c.says == "" && len(failed) > 0 || c.says != "" && (len(failed) != 1 || !strings.Contains(failed[0], c.says)) {
			t.Errorf("%q and %q: failures %q, want %q", c.first, c.second, failed, c.says)
		}
	}
}

// What a sentence says with figures of its own, or of a table's rows, each mistake beside its right twin and beside what only looks like one.
func TestPlantedInSentences(t *testing.T) {
	five := []string{"2023", "2022", "2021", "2020", "2019"}
	power := grid("Energy", "GWh", five, []string{"Electricity", "1,002", "987", "1,009", "995", "978"}, []string{"Fuels", "2,140", "2,201", "2,317",
		"2,402", "2,455"})
	water := grid("Water by source", "thousand m3", five, []string{"Rivers", "9,871", "9,950", "10,020", "9,800", "9,700"},
		[]string{"Wells", "5,041", "4,980", "5,100", "5,200", "5,300"}, []string{"Total withdrawal", "14,912", "14,930", "15,120", "15,000", "15,000"})
	staff := grid("Employees by group", "%", []string{"2023", "2022"}, []string{"Share of women", "47.2", "46.8"}, []string{"Part-time rate", "11.9", "12.4"})
	scopes := grid("GHG emissions", "t CO2e", []string{"2023", "2022"}, []string{"Scope 1", "412", "462"}, []string{"Scope 2 (market-based)", "4,630", "5,285"},
		[]string{"Scope 3", "38,520", "45,080"})
	staffed := grid("Water", "thousand m3", []string{"2023", "2022"}, []string{"Water intake", "7,765", "8,019"})
	for name, c := range map[string]struct {
		table       document.Table
		text, check string
		says        string // of the failure; empty for none
	}{
		"lowest that is not":         {power, "We used 1,002 GWh of electricity, the lowest in five years.", "direction", "978 GWh in 2019"},
		"lowest":                     {power, "We used 2,140 GWh of fuels, the lowest in five years.", "direction", ""},
		"a rise by what it fell":     {water, "Total withdrawal rose by 18 thousand m3, or 0.1 %.", "direction", ""}, // of two digits
		"a rise, by what it fell":    {staffed, "Water intake of plants rose by 254 thousand m3, or 3.2 %.", "direction", "8,019"},
		"a fall by what it fell":     {staffed, "Water intake of plants fell by 254 thousand m3, or 3.2 %.", "direction", ""},
		"a rise by something else":   {staffed, "Water intake of plants rose by 271 thousand m3, or 3.2 %.", "direction", ""},
		"a fall that was a rise":     {power, "Fuels rose by 2.8 % to 2,140 GWh, after 2,202 GWh in 2022.", "direction", "a rise"},
		"counts of two years":        {power, "Injuries rose to 11 (2022: 12).", "direction", "a rise"},
		"a rank of two years":        {power, "We rose to rank 11 (2022: 12).", "direction", ""},
		"of several rows that fell":  {scopes, "Scope 3 emissions rose by 14.6 %.", "direction", "Scope 3"},
		"of several rows that do so": {scopes, "Scope 3 emissions fell by 14.6 %.", "direction", ""},
		"digits in front":            {staffed, "Water intake was 7,756 thousand m3.", "duplicate_figure", "7,765"},
		"lowest, with a verb":        {power, "Electricity of 1,002 GWh is the highest figure in five years.", "direction", "1,009 GWh in 2021"},
		"highest of fewer years":     {power, "Electricity of 1,002 GWh was the highest figure in two years.", "direction", ""},
		"no best of its years": {power, "We used 1,002 GWh of electricity. That is 15 points less than planned and the best result of the last four years.",
			"direction", "1,009 GWh in 2021"},
		"best of its years":        {power, "We used 2,140 GWh of fuels. That is the best result of the last four years.", "direction", ""},
		"second lowest":            {power, "We used 1,002 GWh of electricity, the second lowest in five years.", "direction", ""},
		"lowest of fewer years":    {power, "In 2020 we used 995 GWh of electricity, the highest in two years.", "direction", ""},
		"lowest of another figure": {power, "The new mill used 1,003 GWh of electricity, the lowest in five years.", "direction", ""},
		"more than tripled":        {power, "Sales of heat more than tripled, from 16,900 MWh in 2022 to 38,200 MWh in 2023.", "direction", "2.26"},
		"more than doubled":        {power, "Sales of heat more than doubled, from 16,900 MWh in 2022 to 38,200 MWh in 2023.", "direction", ""},
		"an increase that falls":   {power, "We saw an increase of Scope 1 and 2 emissions, from 16,203 t CO2e to 14,806 t CO2e.", "direction", "fall"},
		"a change of a pair": {power, "The airline carried 19,870 thousand passengers in 2023 (2022: 18,760 thousand), an increase of 9.5 %.",
			"yoy_percentage", "5.9168 %"},
		"a right change of a pair": {power, "The airline carried 19,870 thousand passengers in 2023 (2022: 18,760 thousand), an increase of 5.9 %.",
			"yoy_percentage", ""},
		"a change that is adjusted": {power, "The airline carried 19,870 thousand passengers in 2023 (2022: 18,760 thousand), an organic increase of 9.5 %.",
			"yoy_percentage", ""},
		"a change since another year": {power, "The airline carried 19,870 thousand passengers in 2023 (2022: 18,760 thousand), an increase of 9.5 % since 2019.",
			"yoy_percentage", ""},
		"points": {power, "We drew 15.2 % of our power from the sun, up 5.9 percentage points from 11.8 % in 2022.", "yoy_percentage",
			"3.4 percentage points"},
		"right points":       {power, "We drew 15.2 % of our power from the sun, up 3.4 percentage points from 11.8 % in 2022.", "yoy_percentage", ""},
		"below a base year":  {power, "We used 2,140 GWh of fuels, 18.2 % below our base year 2019.", "yoy_percentage", "-12.831 %"},
		"rightly below":      {power, "We used 2,140 GWh of fuels, 12.8 % below our base year 2019.", "yoy_percentage", ""},
		"below another year": {power, "We used 2,140 GWh of fuels, 18.2 % below our base year 2015.", "yoy_percentage", ""},
		"a share that is told": {power, "Of our expenditure of EUR 612 million, EUR 148 million or 42.2 % went into heat.",
			"percentage_calculation", "24.183 %"},
		"a share of so many":       {power, "Among supervisors there are 96 women of 360, or 31.4 %.", "percentage_calculation", "26.6667 %"},
		"a right share of so many": {power, "Among supervisors there are 96 women of 360, or 26.7 %.", "percentage_calculation", ""},
		"a change on a year before": {power, "Turnover was EUR 148.62 million, against EUR 141.27 million a year before, an increase of 6.2 %.",
			"yoy_percentage", "5.2"},
		"a share of people": {power, "The board counts 12 members; 5 of them are women (47.1 %).", "percentage_calculation", "41.6667 %"},
		"shares side by side": {power, "Of 11,742 people, 5,518 of them (47.0 %) work part-time and 1,526 (13.0 %) on a fixed term.",
			"percentage_calculation", ""},
		"a share of this year's": {power, "Expenditure was EUR 284 million (2022: EUR 266 million), of which EUR 47 million or 16.5 % for heat.",
			"percentage_calculation", ""},
		"a share that is a change": {power, "We have 612 sites, of which 148 (42.2 % more) are certified.", "percentage_calculation", ""},
		"a share of another whole": {power, "We have 612 suppliers, of which 148 (42.2 % of spend) are certified.", "percentage_calculation", ""},
		"a remainder":              {power, "Of our waste 88.9 % was recycled (2022: 86.0 %); the remaining 13.1 % went to landfill.", "percentage_sum", "102"},
		"a right remainder":        {power, "Of our waste 88.9 % was recycled (2022: 86.0 %); the remaining 11.1 % went to landfill.", "percentage_sum", ""},
		"a remainder of something": {power, "Costs rose by 12 %, and the remaining 43 % of the plan is open.", "percentage_sum", ""},
		"a remainder of counts":    {power, "Of 214 calls; 171 were about dust and the remaining 34 about noise.", "percentage_sum", "205"},
		"a remainder of more":      {power, "Crews are 1,020 people, plants 388, engineers 417 and offices the remaining 389.", "percentage_sum", ""},
		"where a thing went":       {power, "8,940 t of waste arose: 6 % was reused, 79 % recycled, 20 % burned and 3 % landfilled.", "percentage_sum", "108 %"},
		"a price times a number": {power, "We bought 1,310,000 allowances at an average price of EUR 66.8, for EUR 8.75 million in all.",
			"intensity", "87508000"},
		"a right price": {power, "We bought 1,310,000 allowances at an average price of EUR 66.8, for EUR 87.5 million in all.", "intensity", ""},
		"points that are missing": {power, "They are 6.8 % lower. Our target is 15 % by 2030, so 5.2 percentage points are still missing.",
			"target_progress", "8.2"},
		"a share out of line": {power, "On 30 September 653 people worked for us. 121 of them are younger than 30 (18.5 %), " +
			"338 are between 30 and 50 (57.8 %) and 194 are older (29.7 %).", "percentage_calculation", "51.76"},
		"shares in line": {power, "On 30 September 653 people worked for us. 121 of them are younger than 30 (18.5 %), " +
			"338 are between 30 and 50 (51.8 %) and 194 are older (29.7 %).", "percentage_calculation", ""},
		"a share of something else": {power, "Of 653 people 121 are younger than 30 (18.5 %), 194 are older than 50 (29.7 %) and 40 left (5.9 %).",
			"percentage_calculation", ""},
		"shares with those of the year before": {power, "By weight, paper was 71 % virgin fibre (66 %), 27 % recycled (18 %) and 10 % from other sources (16 %).",
			"percentage_sum", "108"},
		"right shares with those of the year before": {power, "By weight, paper was 63 % virgin fibre (66 %), 27 % recycled (18 %) and 10 % other (16 %).",
			"percentage_sum", ""},
		"shares of which nothing is all": {power, "In 2023, 71 % were trained (66 %), 27 % part-timers (17 %) and 10 % abroad (16 %).", "percentage_sum", ""},
		"an amount less":                 {power, "We used 2,140 GWh of fuels (oil and gas), 86 GWh less than in 2022.", "yoy_percentage", "-219600 GJ"},
		"rightly an amount less":         {power, "We used 2,140 GWh of fuels (oil and gas), 61 GWh less than in 2022.", "yoy_percentage", ""},
		"what a pair differs by":         {power, "The number of women at sea rose from 19 to 28, an increase of 46.", "yoy_percentage", "28 - 19 = 9"},
		"what a pair rightly differs by": {power, "The number of women at sea rose from 19 to 28, an increase of 9.", "yoy_percentage", ""},
		"what it differs by in part":     {power, "The number of women at sea rose from 19 to 28, an increase of 3 in Spain.", "yoy_percentage", ""},
		"what may have lost its sign":    {power, "Sites with a plan rose from 20 to 30, an increase of 50.", "yoy_percentage", ""},
		"tonnes that a pair differs by":  {power, "Waste rose from 1,400 t to 1,520 t, an increase of 130 t.", "yoy_percentage", "120 t computed"},
		"tonnes rightly rounded":         {power, "Waste rose from 1.40 kt to 1.52 kt, an increase of 124 t.", "yoy_percentage", ""},
		"more than a plan":               {power, "We used 2,140 GWh of fuels in 2023, 5.8 % less than planned.", "yoy_percentage", ""},
		"a mean":                         {power, "They spent 61,320 hours in training, an average of 38.0 hours for each of 2,190 people.", "intensity", "28"},
		"a right mean":                   {power, "They spent 61,320 hours in training, an average of 28.0 hours for each of the 2,190 employees.", "intensity", ""},
		"a mean of others":               {power, "They spent 61,320 hours in training, an average of 41.5 hours for each of the 2,190 employees.", "intensity", ""},
		"halves of a board":              {power, "The board has 13 directors, 3 executive and 9 non-executive.", "table_total", "12"},
		"parts behind a colon": {power, "We gave EUR 27.2 million: EUR 13.9 million as food, EUR 5.2 million in cash and EUR 3.6 million raised.",
			"table_total", "22700000"},
		"right parts behind a colon": {power, "We gave EUR 22.7 million: EUR 13.9 million as food, EUR 5.2 million in cash and EUR 3.6 million raised.",
			"table_total", ""},
		"some parts behind a colon": {power, "We gave EUR 31.5 million: EUR 13.9 million as food, EUR 5.2 million in cash and EUR 3.6 million raised.",
			"table_total", ""},
		"a year behind a bracket": {power, "We sold 31.7 million books (2023: 30.9 million) and 5.2 million downloads.", "table_total", ""},
		"what two make together":  {power, "We had 17,840 employees and 6,920 contractors, together 24,670 people.", "table_total", "24760"},
		"what two rightly make":   {power, "We had 17,840 employees and 6,920 contractors, together 24,760 people.", "table_total", ""},
		"groups of a board":       {power, "The board has 13 directors, 3 executive and 9 independent.", "table_total", ""},
		"a decimal slip":          {water, "We withdrew 1.49 million m3 of water in 2023.", "duplicate_figure", "off by 10^1"},
		"in its scale":            {water, "We withdrew 14.9 million m3 of water in 2023.", "duplicate_figure", ""},
		"a slip of a share":       {staff, "The share of women was 42.7 % in 2023.", "duplicate_figure", "Two digits are exchanged"},
		"a share of others":       {staff, "The share of managers was 42.7 % in 2023.", "duplicate_figure", ""},
		"an amount it fell by":    {water, "The withdrawal fell by 1.49 million m3.", "duplicate_figure", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := failuresOf(said([]string{c.text}, c.table), c.check)
			if c.says == "" && len(got) > 0 || c.says != "" && (len(got) == 0 || !strings.Contains(strings.Join(got, "; "), c.says)) {
				t.Errorf("failures %q, want %q", got, c.says)
			}
		})
	}
}
