package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A percentage that a sentence derives is wrong where an amount beside it makes it but for a slip, and nothing around it makes it as it stands.
func TestPercentagesDerivedFromWhatStandsBeside(t *testing.T) {
	for text, want := range map[string]string{
		"We lent GBP 2,840 million for homes, of which GBP 639 million went to efficient ones. They made up 25.2 per cent of lending.": "22.5 per cent computed",
		"We lent GBP 2,840 million for homes, of which GBP 639 million went to efficient ones. They made up 22.5 per cent of lending.": "",
		"We lent GBP 2,840 million for homes, of which GBP 639 million went to efficient ones. They made up 31.8 per cent of lending.": "",
		"The board has eleven directors. Five are women, a share of 54 %.":                                                             "45 % computed",
		"The board has eleven directors. Five are women, a share of 45 %.":                                                             "",
	} {
		expectSaid(t, text, "percentage_calculation", want, func() []string { return failuresOf(said([]string{text}), "percentage_calculation") })
	}
}

// A change is what its two figures make, in per cent or in points.
func TestChangesDerivedFromWhatStandsBeside(t *testing.T) {
	for text, want := range map[string]string{
		"Survival at sea was 94.2% this year compared with 93.1%, an improvement of 2.1 percentage points.": "1.1 percentage points computed",
		"Survival at sea was 94.2% this year compared with 93.1%, an improvement of 1.1 percentage points.": "",
		"Green bonds reached EUR 864 million, 22.0 per cent up on the EUR 720 million of before.":           "20",
		"Green bonds reached EUR 864 million, 20.0 per cent up on the EUR 720 million of before.":           "",
	} {
		expectSaid(t, text, "yoy_percentage", want, func() []string { return failuresOf(said([]string{text}), "yoy_percentage") })
	}
}

// So much for each of something is what the amounts of the passage make; what is driven in a year, or costs more, is no rate of them.
func TestRatesDerivedFromWhatStandsBeside(t *testing.T) {
	for text, want := range map[string]string{
		"We sold 318 thousand tonnes of paint. Making it took 402,600 MWh, which is 1.72 MWh for every tonne sold.": "1.266 MWh computed",
		"We sold 318 thousand tonnes of paint. Making it took 402,600 MWh, which is 1.27 MWh for every tonne sold.": "",
		"The harvest reached 74,800 tonnes. Feed use was 92,750 tonnes, giving a feed factor of 1.42.":              "1.24 computed",
		"The harvest reached 74,800 tonnes. Feed use was 92,750 tonnes, giving a feed factor of 1.24.":              "",
		"They emit 76.0 tonnes over the next three years, if 15,000 km are driven per year in 19 countries.":        "",
		"Tankers of water for five hotels cost EUR 4.7 million, or EUR 640,000 more than in a normal year.":         "",
	} {
		expectSaid(t, text, "intensity", want, func() []string { return failuresOf(said([]string{text}), "intensity") })
	}
}

// The first or the last of several amounts of a sentence is what the others come to; in brackets stand those of the year before.
func TestSumsOfASentence(t *testing.T) {
	for text, want := range map[string]string{
		"Of the wagons we own, 5,213 carry aggregates, 2,948 containers and 1,156 steel: 9,137 wagons in all.":            "9317 computed",
		"Of the wagons we own, 5,213 carry aggregates, 2,948 containers and 1,156 steel: 9,317 wagons in all.":            "",
		"Of the wagons we own, 5,213 carry aggregates, 2,948 containers and 1,156 steel, and 9,137 are let.":              "",
		"Bought: 84.2 GWh (2022: 86.9 GWh), made: 21.8 GWh (2022: 19.6 GWh), used in total: 160.0 GWh (2022: 106.5 GWh).": "106 GWh computed",
		"Bought: 84.2 GWh (2022: 86.9 GWh), made: 21.8 GWh (2022: 19.6 GWh), used in total: 106.0 GWh (2022: 106.5 GWh).": "",
	} {
		expectSaid(t, text, "table_total", want, func() []string { return failuresOf(said([]string{text}), "table_total") })
	}
}

// What a tile says is what a sentence says of the same.
func TestATileAndASentence(t *testing.T) {
	tile := func(figure string) document.Table {
		return document.Table{HeaderCols: 1, Format: document.Format{Decimal: ".", Group: ",", Reason: "for the test."}, Rows: [][]document.Cell{
			{{Text: "lost through leakage"}, {Text: figure, Value: figure, RowPath: []string{"lost through leakage"}, Unit: "million m3"}},
			{{Text: "water supplied"}, {Text: "96.4", Value: "96.4", RowPath: []string{"water supplied"}, Unit: "million m3"}}}}
	}
	rest := "We supplied 96.4 million m3 of water to 812,345 residents. The network is 7,423 km long. Pumps took 21.8 GWh of power. " +
		"The treatment works need 384 t of lime. "
	for name, c := range map[string]struct{ text, figure, want string }{
		"exchanged":     {"Leakage was 14.1 million m3.", "41.1", "41.1"},
		"the same":      {"Leakage was 14.1 million m3.", "14.1", ""},
		"another thing": {"A dam holds 14.1 million m3.", "41.1", ""},
		"restated":      {"Restated, leakage was 14.1 million m3.", "41.1", ""},
	} {
		expectSaid(t, name, "duplicate_figure", c.want, func() []string { return failuresOf(said([]string{rest + c.text}, tile(c.figure)), "duplicate_figure") })
	}
}

// A column of changes with two slips is one all the same: those of the other rows show what it is of.
func TestTwoSlipsInAColumnOfChanges(t *testing.T) {
	rows := func(voc, waste string) document.Table {
		return grid("Solvent and waste", "t", []string{"2023", "2022", "Change"}, []string{"VOC", "1,482", "1,640", voc},
			[]string{"Hazardous", "6,215", "5,930", "+4.8%"},
			[]string{"Other waste", "20,385", "21,270", "-4.2%"}, []string{"All waste", waste, "27,200", "-2.2%"})
	}
	for name, c := range map[string]struct{ voc, waste, want string }{
		"two":   {"-6.9%", "26,060", "-9.6341"},
		"right": {"-9.6%", "26,600", ""},
	} {
		expectSaid(t, name, "yoy_percentage", c.want, func() []string { return failuresOf(checked(rows(c.voc, c.waste)), "yoy_percentage") })
	}
}
