package vocabulary

import "testing"

func TestScopesWithTheirMethodBeforeThem(t *testing.T) {
	for text, want := range map[string]string{
		"Scope 1 and market-based Scope 2": "1+2", "Scope 1, location-based Scope 2 and Scope 3": "1+2+3", "Scope 1 and the market": "1",
		"Scope 1, 2, and 3": "1+2+3", "Scopes 1, and 2": "1+2", "Scope 1, and 24 sites": "1",
	} {
		if got := ScopeOf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A year that a heading only compares with is not its own.
func TestYearOfAHeading(t *testing.T) {
	for heading, want := range map[string]int{
		"2024 vs 2023": 2024, "Change since 2019": 0, "Cut against FY2020": 0, "31 December 2023": 2023, "Compared with the base year 2018": 0, "2023/24": 2024,
		"20152 (base year)": 2015, "20231": 2023, "20231 tonnes": 0, "20,231": 0, "20230": 0,
	} {
		if got := YearOf(heading); got != want {
			t.Errorf("%q: %d, want %d", heading, got, want)
		}
	}
}

// A unit narrows nothing, nor does it that a total is said to be of what matters; a part of that is still a part.
func TestWhatNarrowsALabel(t *testing.T) {
	for label, want := range map[string]string{
		"Total Scope 3 GHG emissions, Total emissions tCO2-eq": "", "Significant Scope 3 total emissions": "",
		"Significant Scope 3 emissions": "Significant", "Total Scope 3 emissions of significant suppliers": "suppliers",
	} {
		if got := Rest(label, true); got != want {
			t.Errorf("%s: %q", label, got)
		}
	}
}
