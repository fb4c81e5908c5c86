package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A row that says only what it divides by is the quotient of what the years show; one year that is not is told, and nothing where they show none.
func TestARowPerSomethingIsAQuotient(t *testing.T) {
	years := []string{"2021", "2022", "2023"}
	water := func(litres ...string) document.Table {
		return grid("Water drawn, thousand m3", "thousand m3", years, []string{"River", "412", "398", "371"}, []string{"Wells", "188", "205", "193"},
			[]string{"Total", "600", "603", "564"}, append([]string{"Litres per wagon wash"}, litres...))
	}
	washes := grid("Depots", "", years, []string{"Wagon washes, thousand", "812", "846", "829"})
	carbon := func(per ...string) document.Table {
		return grid("Greenhouse gases, t CO2e", "t CO2e", years, []string{"Scope 1", "40,210", "38,870", "36,120"}, []string{"Scope 2", "12,640", "11,980", "9,530"},
			[]string{"Scope 1 and 2", "52,850", "50,850", "45,650"}, append([]string{"Per EUR million of revenue"}, per...))
	}
	money := grid("The group in figures", "EUR million", years, []string{"Revenue", "1,918", "2,046", "2,133"})
	for name, c := range map[string]struct {
		tables []document.Table
		wrong  string
	}{
		"litres of a wash":               {[]document.Table{water("739", "713", "860"), washes}, "0.86"},
		"litres that are right":          {[]document.Table{water("739", "713", "680"), washes}, ""},
		"of another thing than washed":   {[]document.Table{water("512", "498", "530"), washes}, ""},
		"two years that do not fit":      {[]document.Table{water("739", "690", "860"), washes}, ""},
		"emissions per revenue":          {[]document.Table{carbon("27.6", "24.9", "24.1"), money}, "24.1"},
		"emissions per revenue, right":   {[]document.Table{carbon("27.6", "24.9", "21.4"), money}, ""},
		"of Scope 1 alone":               {[]document.Table{carbon("21.0", "19.0", "16.9"), money}, ""},
		"revenue of which nothing is in": {[]document.Table{carbon("27.6", "24.9", "24.1")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(failuresOf(said([]string{""}, c.tables...), "intensity"), "; ")
			if c.wrong == "" && got != "" || c.wrong != "" && !strings.Contains(got, c.wrong) {
				t.Errorf("failures %q, want one of %q", got, c.wrong)
			}
		})
	}
}

// What a sentence promises of "them" is of the scopes that the sentence before names.
func TestAPromiseOfThemHasTheirBaseYear(t *testing.T) {
	for text, want := range map[string]string{
		"Scope 1 and 2 emissions are those of our kilns. We will reduce them by 42 % by 2031, with 2018 as the base year.\n\n" +
			"Target: reduce Scope 1 and 2 emissions by 42 % by 2031 (base year 2020).": "from 2018 on page 1 and from 2020",
		"Scope 1 and 2 emissions are those of our kilns. We will reduce them by 42 % by 2031, with 2020 as the base year.\n\n" +
			"Target: reduce Scope 1 and 2 emissions by 42 % by 2031 (base year 2020).": "",
		"Scope 3 emissions are those of our suppliers. We will reduce them by 42 % by 2031, with 2018 as the base year.\n\n" +
			"Target: reduce Scope 1 and 2 emissions by 42 % by 2031 (base year 2020).": "",
		"Scope 1 and 2 emissions are those of our kilns. Losses of salt we will reduce by 42 % by 2031, with 2018 as the base year.\n\n" +
			"Target: reduce Scope 1 and 2 emissions by 42 % by 2031 (base year 2020).": "",
	} {
		expectSaid(t, text, "baseline_consistency", want, func() []string { return failuresOf(said([]string{text}), "baseline_consistency") })
	}
}

// The year that one sentence alone calls the base year is wrong where the change that it gives counts from the base year of all other places.
func TestABaseYearThatNoOtherPlaceNames(t *testing.T) {
	table := grid("Greenhouse gas emissions", "t CO2e", []string{"2017", "2019", "2022", "2023"},
		[]string{"Scope 1 and 2", "88,100", "84,300", "66,900", "61,700"})
	for text, want := range map[string]string{
		"By 2030 we will cut Scope 1 and 2 emissions by 50 % from 2019. They are 26.8 % lower than in 2016, our base year.":                         "2016",
		"By 2030 we will cut Scope 1 and 2 emissions by 50 % from 2019. They are 26.8 % lower than in 2019, our base year.":                         "",
		"By 2030 we will cut Scope 1 and 2 emissions by 50 % from 2019. They are 30.0 % lower than in 2017, the base year of the climate pact.":     "",
		"By 2030 we will cut Scope 1 and 2 emissions by 50 % from 2019. Emissions of our suppliers are 22.4 % lower than in 2016, our base year.":   "",
		"By 2030 we will cut Scope 1 and 2 emissions by 50 % from 2019. At one plant emissions are 26.8 % lower than in 2016, the new base year.":   "",
		"By 2030 we will cut emissions by 50 % from 2019. Base year for emissions of paper is 2016. Emissions are 26.8 % below the base year 2016.": "",
	} {
		expectSaid(t, text, "baseline_consistency", want, func() []string { return failuresOf(said([]string{text}, table), "baseline_consistency") })
	}
}
