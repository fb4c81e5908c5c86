package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// A sentence that gives two years of a row, one of them as the row does, has to give the other one so, too.
func TestASentenceAndTheRowItSpeaksOf(t *testing.T) {
	table := grid("People and safety", "", []string{"2023", "2022", "2021"}, []string{"Women in management (%)", "27.6", "25.4", "24.1"},
		[]string{"Lost-time injuries per million hours", "2.7", "3.1", "3.4"}, []string{"Waste recycled (t)", "43,811.9", "40,212.6", "39,870.2"},
		[]string{"Investment (thousand)", "8,412", "7,955", "6,310"}, []string{"of which solar plants (thousand)", "1,846", "1,102", "318"})
	for text, says := range map[string]string{
		"Women hold 27.6 % of management positions, compared with 25.9 % a year ago.":                        "25.9 % in a sentence, 25.4",
		"Women hold 27.6 % of management positions, compared with 25.4 % a year ago.":                        "",
		"Women hold 27.6 % of management positions, compared with 24.1 % a year ago.":                        "",
		"Women hold 27.6 % of management positions, compared with 25.9 % as previously reported for 2022.":   "",
		"Women hold 27.6 % of management positions, compared with 25.9 % a year ago in Europe, 25.4 % here.": "",
		"Women in management made up 28.6 % (2022: 25.4 %).":                                                 "28.6 % in a sentence, 27.6",
		"We recycled 95.0 % of our waste (43,811.9 t), after 41,202.6 t in 2022.":                            "41,202.6 t in a sentence",
		"We recycled 95.0 % of our waste (43,811.9 t), after 38,119.4 t in 2019.":                            "",
		"Of the investment of 8,412 thousand, 1,486 thousand went into solar plants.":                        "Two digits are exchanged",
		"Of the investment of 8,412 thousand, 1,846 thousand went into solar plants.":                        "",
		"Of the profit of 9,311 thousand, 1,486 thousand went into pensions.":                                "",
	} {
		t.Run(text, func(t *testing.T) {
			var failed []string
			for _, r := range said([]string{text}, table) {
				if r.Result == events.CheckFail && r.Name == "duplicate_figure" {
					failed = append(failed, r.Message)
				}
			}
			if says == "" && len(failed) > 0 || says != "" && !strings.Contains(strings.Join(failed, "; "), says) {
				t.Errorf("failures %q, want %q", failed, says)
			}
		})
	}
}

// Figures drawn over the bars of a chart are those of the row that all but one of them are of.
func TestAChartAndTheRowThatItDraws(t *testing.T) {
	table := grid("Emissions", "t CO2e", []string{"2023", "2022", "2021"}, []string{"Road and rail", "495.4", "532.8", "561.2"})
	for text, want := range map[string]bool{
		"Emissions of transport\n\n588.0\n561.2\n523.8\n495.4\n\nThat is it.": true,
		"Emissions of transport\n\n588.0\n561.2\n532.8\n495.4\n\nThat is it.": false,
		"Emissions of transport\n\n588.0\n561.2\n611.7\n495.4\n\nThat is it.": false,
	} {
		found := false
		for _, r := range said([]string{text}, table) {
			found = found || r.Result == events.CheckFail && strings.Contains(r.Message, "drawing")
		}
		if found != want {
			t.Errorf("%q: %v", text, found)
		}
	}
}

// What a sentence says of a row over the years, and of its own figures, is held against them; what is said of another row is not.
func TestWhatASentenceSaysOfYearsAndParts(t *testing.T) {
	table := grid("Energy and people", "", []string{"2023", "2022", "2021", "2020"},
		[]string{"Waste landfilled (t)", "298", "365", "412", "430"}, []string{"Solar electricity (MWh)", "1,620", "1,180", "640", "610"},
		[]string{"Accident frequency (per million hours)", "8.4", "9.1", "8.6", "10.8"})
	targets := grid("Targets", "%", []string{"2027", "2030", "2040"}, []string{"Renewable share of generation (%)", "22", "30", "55"})
	for text, says := range map[string]string{
		"Waste landfilled has fallen by more than 35% since 2021.":                                     "makes -27.7 %",
		"Waste landfilled has fallen by more than 25% since 2021.":                                     "",
		"Waste recycled has fallen by more than 35% since 2021.":                                       "",
		"The accident frequency has come down every year since 2020.":                                  "9.1",
		"The accident frequency has come down every year since 2022.":                                  "",
		"Solar electricity has increased every year since 2020.":                                       "",
		"The renewable share shall be 22% in 2027, 35% in 2030 and 55% in 2040.":                       "other years agree",
		"The renewable share shall be 22% in 2027, 30% in 2030 and 55% in 2040.":                       "",
		"The share of women shall be 12% in 2027, 35% in 2030 and 55% in 2040.":                        "",
		"We had outages of 5.8 hours, an improvement of 1.9 hours on the 6.9 hours of 2022.":           "beyond",
		"We had outages of 5.8 hours, an improvement of 1.1 hours on the 6.9 hours of 2022.":           "",
		"We ran 214 electric tractors; 241 of them work in California.":                                "more than its whole",
		"We ran 214 electric tractors; 124 of them work in California.":                                "",
		"We ran 12 plants with their people; 240 of them work in California.":                          "",
		"The share is 41 %, after 33 % in 2022, an increase of 18 percentage points.":                  "beyond",
		"The share is 41 %, after 33 % in 2022, an increase of 8 percentage points.":                   "",
		"In all 2,486 people worked here, 74 more than a year ago: 2,214 full-time and 372 part-time.": "beyond",
		"In all 2,586 people worked here, 74 more than a year ago: 2,214 full-time and 372 part-time.": "",
	} {
		t.Run(text, func(t *testing.T) {
			var failed []string
			for _, r := range said([]string{text}, table, targets) {
				if r.Result == events.CheckFail {
					failed = append(failed, r.Message)
				}
			}
			if says == "" && len(failed) > 0 || says != "" && !strings.Contains(strings.Join(failed, "; "), says) {
				t.Errorf("failures %q, want %q", failed, says)
			}
		})
	}
}

// A row without a figure of the table's last year has lost it, and says nothing of what changed in that year.
func TestARowThatEndsBeforeItsTable(t *testing.T) {
	for last, want := range map[string]bool{"18,511": true, "18,204 A": false} {
		table := grid("Emissions", "t CO2e", []string{"2023", "2022", "2021"}, []string{"Scope 1", last, "18,911", "19,350"},
			[]string{"Scope 2", "6,115", "7,208", "9,640"})
		failed := false
		for _, r := range said([]string{"Scope 1 emissions fell by 3.7% in the year."}, table) {
			failed = failed || r.Result == events.CheckFail && r.Name == "yoy_percentage"
		}
		if failed != want {
			t.Errorf("a last figure of %q: failed %t, want %t", last, failed, want)
		}
	}
}

// What stands behind "of which" is a part of a figure and does not name it.
func TestAFigureWithItsPart(t *testing.T) {
	table := grid("Emissions", "t CO2e", []string{"2023", "2022"}, []string{"Gross emissions", "323,286", "331,002"},
		[]string{"Scope 1", "79,479", "81,120"}, []string{"Scope 3", "243,807", "249,882"})
	for _, r := range said([]string{"Gross emissions were 323,286 tCO2e, of which Scope 3 made up 75.4%."}, table) {
		if r.Name == "duplicate_figure" && r.Result != events.CheckPass {
			t.Errorf("%s: %s", r.Result, r.Message)
		}
	}
}
