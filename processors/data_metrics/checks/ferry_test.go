package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// ferries are the tables of a small report.
func ferries() []document.Table {
	years := []string{"2023", "2022", "2021"}
	return []document.Table{
		grid("Greenhouse gas emissions", "t CO2e", append(years, "2019"), []string{"Scope 1", "18,460", "19,870", "20,110", "24,300"},
			[]string{"Scope 2 (market-based)", "4,215", "5,140", "5,960", "8,150"}, []string{"Total emissions", "22,675", "25,010", "26,070", "32,450"}),
		grid("Energy use", "MWh", years, []string{"Marine diesel", "61,240", "65,310", "66,800"}, []string{"Shore power", "8,730", "7,980", "7,120"},
			[]string{"District heat", "2,640", "2,710", "2,950"}, []string{"Total energy use", "72,610", "76,000", "76,870"}),
		grid("People at year end", "", years, []string{"Crew", "412", "398", "405"}, []string{"Office staff", "96", "101", "104"},
			[]string{"Workshop", "134", "129", "131"}, []string{"Total employees", "642", "628", "640"}),
		grid("Diversity", "%", years, []string{"Share of women", "31.4", "30.1", "28.9"}),
		grid("Safety", "", years, []string{"Lost-time injuries", "7", "9", "12"}, []string{"Hours worked (thousand)", "1,084", "1,061", "1,079"},
			[]string{"Lost-time injuries per million hours", "6.5", "8.5", "11.1"}),
		grid("Water", "m³", years, []string{"Harbour water", "31,480", "33,950", "35,200"}, []string{"Tap water", "12,310", "12,870", "13,040"},
			[]string{"Total water", "43,790", "46,820", "48,240"}),
		grid("Traffic", "", years, []string{"Passengers (thousand)", "8,214", "7,936", "7,402"},
			[]string{"Emissions per passenger (kg CO2e)", "2.76", "3.15", "3.52"}),
		grid("Finance", "EUR million", years, []string{"Revenue", "148.6", "139.2", "131.5"}, []string{"Capital expenditure", "21.7", "18.4", "16.9"}),
	}
}

// Sentences beside the tables of one report, each right and with one slip; a dash before it says that nothing is told of the slip yet.
func TestSlipsBesideTheTablesOfAReport(t *testing.T) {
	for _, c := range [][2]string{
		{"Shore power now covers 12.0 % of our energy.", "Shore power now covers 21.0 % of our energy."},
		{"Marine diesel was down 6.2 % on the year.", "Marine diesel was down 2.6 % on the year."},
		{"Together, Scope 1 and Scope 2 came to 22,675 t CO2e in 2023.", "Together, Scope 1 and Scope 2 came to 26,275 t CO2e in 2023."},
		{"Compared with 2019, our total emissions are 30.1 % lower.", "- Compared with 2019, our total emissions are 36.1 % lower."},
		{
			"Of the 642 people we employ, 412 sail with the ferries and 230 work ashore.",
			"- Of the 642 people we employ, 412 sail with the ferries and 240 work ashore.",
		},
		{"The injury rate improved to 6.5 per million hours (2022: 8.5).", "The injury rate improved to 6.5 per million hours (2022: 5.8)."},
		{
			"We carried 8.2 million passengers, 278,000 more than in the year before.",
			"- We carried 8.2 million passengers, 287,000 more than in the year before.",
		},
		{"Each passenger caused 2.76 kg CO2e.", "- Each passenger caused 2.67 kg CO2e."},
		{"Revenue grew by 6.8 % to EUR 148.6 million.", "Revenue grew by 8.6 % to EUR 148.6 million."},
		{
			"Women make up 31.4 % of our people, 1.3 points more than a year ago.",
			"- Women make up 31.4 % of our people, 3.1 points more than a year ago.",
		},
		{"Water use fell for the second year running, to 43,790 m³.", "Water use rose for the second year running, to 43,790 m³."},
		{"Harbour water accounts for 72 % of all the water that we use.", "Harbour water accounts for 27 % of all the water that we use."},
		{
			"By 2030 we want to be at 16,225 t CO2e, half of what we emitted in 2019.",
			"- By 2030 we want to be at 12,225 t CO2e, half of what we emitted in 2019.",
		},
		{"Office staff is smaller than at any time in these three years.", "- Office staff is larger than at any time in these three years."},
		{"Our workshop employs 134 people, five more than in 2022.", "Our workshop employs 134 people, eight more than in 2022."},
		{"The ferries burned 61,240 MWh of marine diesel.", "The ferries burned 64,120 MWh of marine diesel."},
		{"District heat fell by 70 MWh to 2,640 MWh.", "- District heat fell by 170 MWh to 2,640 MWh."},
		{"Shore power has risen by 22.6 % since 2021.", "Shore power has risen by 26.2 % since 2021."},
		{"Total energy use was 72.6 GWh in 2023 and 76.0 GWh in 2022.", "Total energy use was 72.6 GWh in 2023 and 67.0 GWh in 2022."},
		{"Seven injuries on 1.084 million hours make a rate of 6.5.", "- Seven injuries on 1.084 million hours make a rate of 5.6."},
		{"Scope 2 emissions have almost halved since 2019.", "Scope 2 emissions have more than halved since 2019."},
		{"We cut Scope 1 by 1,410 t CO2e in 2023.", "We cut Scope 1 by 1,140 t CO2e in 2023."},
		{"The crew grew by 14 people to 412.", "The crew grew by 41 people to 412."},
		{
			"Of the total of 43,790 m³, 31,480 m³ came from the harbour and 12,310 m³ from the tap.",
			"Of the total of 43,790 m³, 31,480 m³ came from the harbour and 13,210 m³ from the tap.",
		},
		{
			"Our goal was 23,000 t CO2e by 2023; with 22,675 t we have reached it.",
			"- Our goal was 22,000 t CO2e by 2023; with 22,675 t we have reached it.",
		},
		{"Capital expenditure rose by EUR 3.3 million.", "Capital expenditure fell by EUR 3.3 million."},
		{"We spent EUR 33,800 of capital for each employee.", "- We spent EUR 38,300 of capital for each employee."},
	} {
		t.Run(c[0], func(t *testing.T) {
			if failed := besideFerries(c[0]); failed != "" {
				t.Errorf("right, but told of: %s", failed)
			}
			wrong, open := strings.CutPrefix(c[1], "- ")
			if failed := besideFerries(wrong); open != (failed == "") {
				t.Errorf("%s: told %q, want something told: %t", wrong, failed, !open)
			}
		})
	}
}

// What looks like a slip and has another reading is told of by nobody.
func TestWhatHasAnInnocentReadingIsNotTold(t *testing.T) {
	for name, c := range map[string][]string{
		"a number of two words":                 {"The fleet grew from nine to two hundred vessels."},
		"dozens":                                {"The fleet grew from ten to two dozen vessels."},
		"a ratio":                               {"The pay ratio narrowed from one to twelve to one to nine."},
		"a target behind the part of the way":   {"Women hold 45 % of posts.", "We have cut emissions by 30 %, which is 60 % of the way to 50 % by 2030."},
		"two cuts":                              {"Having cut Scope 1 by 50 % and Scope 3 by 20 %, we are 80 % of the way."},
		"a share whose way began above nothing": {"We aim at 80 % renewable power.", "We are at 60 %, which is 50 % of the way."},
		"rows that were rounded":                {"Together, Scope 1 and Scope 2 came to 22,676 t CO2e in 2023."},
		"a difference from the year before":     {"Capital expenditure was EUR 12.0 million below the previous year (EUR 18.4 million)."},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range said(c, ferries()...) {
				if r.Result == events.CheckFail {
					t.Errorf("%s: %s", r.Name, r.Message)
				}
			}
		})
	}
}

// besideFerries are the failed checks of a sentence beside the tables of ferries.
func besideFerries(text string) string {
	var failed []string
	for _, r := range said([]string{text}, ferries()...) {
		if r.Result == events.CheckFail {
			failed = append(failed, r.Name+": "+r.Message)
		}
	}
	return strings.Join(failed, "; ")
}
