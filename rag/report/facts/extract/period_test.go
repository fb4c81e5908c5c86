package extract

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// A year that a sentence prints as the first half of a fiscal one stands for the second.
func TestYearsEndInTheirSecondHalf(t *testing.T) {
	for text, want := range map[string]int{
		"In FY 2023-24 our revenue reached 6,842.":    2024,
		"by 25 % in 2023/24":                          2024,
		"In 2023 and in 2023/24 it was the same.":     2023,
		"from 2023 to 2024":                           2023,
		"a plan for 2023-2026":                        2023,
		"in 2023-2024, our fiscal year":               2024,
		"nothing of it":                               2023,
		"12 sites (2023/24: 11) and 9 more (2023/24)": 2024,
	} {
		t.Run(text, func(t *testing.T) {
			if got := vocabulary.Ending(text, 2023); got != want {
				t.Errorf("%d, want %d", got, want)
			}
		})
	}
}

// Two years of a heading are a period, or one against the one before.
func TestYearsOfAHeading(t *testing.T) {
	for text, want := range map[string]int{
		"Change 2024/2023, %": 2024, "2023-2024": 2024, "2023/24": 2024, "2021–2024": 2024, "2024/23": 2024,
		"FY2024/2025": 2025, "FY23/24": 2024, "FY24 actual": 2024, "24/25": 2025,
		"18–25": 0, "FY2022- 23": 2023,
		"Dec-23": 2023, "31-Mar-24": 2024, "31 March 24": 2024, "June ’22": 2022, "Jan-24 to Dec-24": 2024, "Sept.-21 (restated)": 2021,
		"Dec 20": 0, "1-Dec": 0, "Grade-20": 0, "May-20-2": 0, "Tier-12": 0,
	} {
		t.Run(text, func(t *testing.T) {
			if got := vocabulary.YearIn(text); got != want {
				t.Errorf("%d, want %d", got, want)
			}
		})
	}
}

// A line that goes on with its figure is running text, and no row.
func TestRunningTextIsNoRow(t *testing.T) {
	const text = "In numbers 2023\nScope 1 emissions: 19,722 t CO2e, down 27.3% on 2022\nEnergy use 412 GWh\n"
	d := &document.Document{Pages: []document.Page{{Number: 1, Text: text}}}
	for _, f := range Read(d, Options{Year: 2023}).Facts {
		if f.Printed == "2022" {
			t.Errorf("%q is a figure of %q", f.Printed, f.RowPath)
		}
	}
}

func TestStartNumberedFiscalYears(t *testing.T) {
	for text, want := range map[string]bool{
		"FY2024: April 1, 2024 to March 31, 2025":                                               true,
		"fiscal year 2023 (April 1, 2023 through March 31, 2024)":                               true,
		"for the year ended March 31, 2025 (FY2024)":                                            true,
		"FY2024 (July 2023 – June 2024) and FY2023 (July 2022 – June 2023)":                     false,
		"for the year ended 31 March 2024 (FY2024)":                                             false,
		"for the year ended 31 March 2024 (FY2023-24)":                                          false,
		"In this report FY2022 means the year from 1 April 2022 to 31 March 2023.":              true,
		"FY22 refers to the fiscal year that ended on 31 March 2023.":                           true,
		"Fiscal years are named after the calendar year in which they begin, FY2023 as others.": true,
		"Our fiscal year 2023 began in April 2022 and ended in March 2023.":                     false,
		"FY2024 was a year of growth. We aim to halve emissions by 2025.":                       false,
		"Projects of fiscal 2023 run until the end of 2024, most to March 2024.":                false,
		"In fiscal 2023 we began what will be done from May 2023 to June 2024.":                 false,
		"FY2024 ended 30 June 2024. Targets run from FY2019 to the end of 2030.":                false,
	} {
		t.Run(text, func(t *testing.T) {
			d := &document.Document{Pages: []document.Page{{Number: 1, Text: text}}}
			if got := vocabulary.CalendarOf(d.Texts()).Ends("FY2023", 2023) == 2024; got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

// A sentence that its line breaks behind a figure goes on with the year; a label and its figure do not.
func TestALineThatGoesOnWithItsYearIsNoRow(t *testing.T) {
	for _, c := range []struct {
		name, text string
		row        bool
	}{
		{"by a year", "Cut absolute Scope 1 and 2 GHG emissions 55%\nby 2034 from a 2019 base year.\n", false},
		{"from a year", "Cut Scope 3 GHG emissions 30%\nfrom the level of 2019 until 2034.\n", false},
		{"a row under it", "Scope 1 GHG emissions reduced 55%\nScope 2 GHG emissions reduced 40%\n", true},
		{"a row that begins with such a word", "Scope 1 GHG emissions reduced 55%\nfrom combustion 40%\n", true},
		{"another paragraph", "Scope 1 GHG emissions reduced 55%\n\nby 2034 we want more.\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &document.Document{Pages: []document.Page{{Number: 1, Text: c.text}}}
			row := slices.ContainsFunc(Read(d, Options{Year: 2023}).Facts, func(f facts.Fact) bool { return f.Value == "55" || f.Value == "30" })
			if row != c.row {
				t.Errorf("read as a row: %v", row)
			}
		})
	}
}
