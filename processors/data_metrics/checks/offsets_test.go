package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// What is left after offsets is the total less these, whatever else comes about to it in two years of three.
func TestNetOfOffsetsIsNoSumOfOthersByChance(t *testing.T) {
	tb := grid("Greenhouse gas emissions", "t CO2e", []string{"2023", "2022 (restated)", "2022 (as reported)"},

		[]string{"Scope 1", "1005", "1012", "1059"}, []string{"of which fleet", "1", "4", "4"},
		[]string{"Scope 2 (location-based)", "1000", "1009", "1009"}, []string{"Scope 2 (market-based)", "1000", "1005", "1005"},
		[]string{"Scope 3", "1000", "1011", "1011"},
		[]string{"Total (location-based)", "3005", "3032", "3079"},
		[]string{"Total (market-based)", "3005", "3028", "3075"}, []string{"Carbon offsets", "-3", "-5", "-5"},
		[]string{"Net emissions after offsets (market-based)", "3002", "3023", "3070"}, []string{"Biogenic emissions outside of the scopes", "5", "7", "7"})
	for _, r := range checkedPages([]document.Table{tb}) {
		if r.Result == "fail" {
			t.Errorf("%s: %s %s", r.Name, r.Message, r.Working)
		}
	}
}

// A row and the part of it that stands below it are no parts of a third, even where the three add up in one year by chance.
func TestARowAndWhatIsOfItMakeNoSumByChance(t *testing.T) {
	tb := grid("Greenhouse gas emissions", "t CO2e", []string{"2023", "2022 (restated)", "2022 (as reported)"},
		[]string{"Scope 1", "1003", "1010", "1021"}, []string{"of which fleet", "1", "4", "4"},
		[]string{"Scope 2 (location-based)", "1005", "1014", "1014"}, []string{"Scope 2 (market-based)", "1005", "1010", "1010"},
		[]string{"Scope 3", "1000", "1011", "1011"},
		[]string{"Total (location-based)", "3008", "3035", "3046"},
		[]string{"Total (market-based)", "3008", "3031", "3042"}, []string{"Carbon offsets", "-1", "-3", "-3"},
		[]string{"Net emissions after offsets (market-based)", "3007", "3028", "3039"}, []string{"Biogenic emissions outside of the scopes", "5", "7", "7"})
	for _, r := range checkedPages([]document.Table{tb}) {
		if r.Result == "fail" {
			t.Errorf("%s: %s %s", r.Name, r.Message, r.Working)
		}
	}
}
