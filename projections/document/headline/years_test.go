package headline_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/headline"
)

func TestYearsAreCalledAsColumnsCallThem(t *testing.T) {
	years := headline.YearsOf(func(yield func(string, int) bool) {
		for _, h := range []struct {
			heading string
			year    int
		}{{"2024/25", 2025}, {"Target 2024/25", 2025}, {"2023/24", 2024}, {"2024/25", 2025}, {"2022", 2022}, {"2022/23", 2022}, {"FY21", 2021}} {
			if !yield(h.heading, h.year) {
				return
			}
		}
	})
	for text, want := range map[string]string{
		"13 % less than in 2024 (31 per overflow); aimed at: 28 in 2025":   "13 % less than in 2023/24 (31 per overflow); aimed at: 28 in 2024/25",
		"Page 2 gives 142.9 for 2025 under “Consumption in 2025”":          "Page 2 gives 142.9 for 2024/25 under “Consumption in 2025”",
		"from 205.1 in 2021 to 178.3 in 2022":                              "from 205.1 in FY21 to 178.3 in 2022",
		"Two pages give different figures: Water withdrawal, 2025":         "Two pages give different figures: Water withdrawal, 2024/25",
		"the sum of 2025 t and of 2025 employees, 2025 pieces, in 2025/26": "the sum of 2025 t and of 2025 employees, 2025 pieces, in 2025/26",
		"aimed at by 2030": "aimed at by 2030",
	} {
		if got := years.Call(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
