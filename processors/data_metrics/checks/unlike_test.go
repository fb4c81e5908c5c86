package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Figures that seem to stand twice differently and are of different things: of another row, of what was restated, of some of the sites.
func TestFiguresThatAreNotOfTheSameThing(t *testing.T) {
	years := grid("GHG emissions", "t CO2e", []string{"2023", "2022"},
		[]string{"Scope 1", "22,240", "23,630"}, []string{"Scope 2", "206,016", "200,544"}, []string{"Total Scope 1 and 2", "228,256", "224,174"})
	for name, c := range map[string]struct {
		text   string
		tables []document.Table
	}{
		"each scope by itself": {"Scope 1 emissions were 22,240 tonnes of CO2e and Scope 2 emissions 206,016 tonnes.", []document.Table{years}},
		"what was published before": {"The Scope 1 emissions of 2022, which we had published as 24,890 tonnes CO2e, have been restated to 23,630 tonnes CO2e.",
			[]document.Table{years}},
		"some of the sites": {"The three largest sites, Visp with 9,000 tonnes CO2e, Cork with 6,100 tonnes CO2e and Tuas with 4,300 tonnes CO2e, " +
			"together emitted 19,400 tonnes CO2e of Scope 1 in 2023.", []document.Table{years}},
		"a numbered name":         {"The inventory has Scope 1, Scope 2 and selected Scope 3 categories: flights, commuting, logistics and data centres.", nil},
		"shares of three years":   {"Suppliers with targets stand for 29 per cent of our spending, after 21 per cent in FY23; we want 50 per cent in FY26.", nil},
		"a level beside a target": {"Absence fell from 5.1 % to 4.4 %, which means that the target of 4.5 % was reached.", nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range said([]string{"", c.text}, c.tables...) {
				if r.Result == events.CheckFail || strings.Contains(r.Message, "stated twice") || r.Name == "percentage_sum" {
					t.Errorf("%s %s: %s", r.Name, r.Result, r.Message)
				}
			}
		})
	}
}

// A restatement whose sentence goes on to why it was made has its reason, in whatever words; a year or a figure behind it is none.
func TestARestatementGivesItsReason(t *testing.T) {
	for text, want := range map[string]events.CheckResult{
		"Emissions of 2022 have been restated for the sale of two mills; the figure was 211,900 tonnes.":                   events.CheckPass,
		"Scope 1 emissions were recalculated to take account of the sale of our business in Poland.":                       events.CheckPass,
		"The figure for Scope 3 emissions was restated from 902,000 to 948,300 tonnes after the factors had been renewed.": events.CheckPass,
		"Leases were moved from Scope 2 to Scope 3; emissions of 2019 to 2021 were recalculated accordingly.":              events.CheckPass,
		"Scope 3 emissions were restated from 902,000 to 948,300 tonnes.":                                                  events.CheckInconclusive,
		"Scope 1 emissions have been restated for the year 2022.":                                                          events.CheckInconclusive,
	} {
		t.Run(text, func(t *testing.T) {
			for _, r := range said([]string{text}) {
				if strings.Contains(r.Message, "reason") && r.Result != want {
					t.Errorf("%s: %s, want %s", r.Message, r.Result, want)
				}
			}
		})
	}
}
