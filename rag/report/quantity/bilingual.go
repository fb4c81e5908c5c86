package quantity

import (
	"strings"
)

// twice reads a unit that a report in two languages prints in both, a slash between them: "ton / tons", "juta / million MWh". Each side is a unit
// by itself, or the first a multiplier that the other one begins with; the same letters on both sides are what is measured against itself.
func twice(s string) ([]Measure, bool) {
	first, second, found := strings.Cut(s, " / ")
	first, second = strings.TrimSpace(first), strings.TrimSpace(second)
	if !found || len(first) < 3 || len(second) < 3 || strings.EqualFold(first, second) || strings.Contains(second, "/") {
		return nil, false
	}
	all, err := Measures(second)
	if err != nil || len(all) != 1 || all[0].Per != "" {
		return nil, false
	}
	if by, n := multiplier(first, true); n == len(first) {
		again, m := multiplier(second, true)
		return all, m > 0 && again.Cmp(by) == 0
	}
	other, err := Measures(first)
	if err != nil || len(other) != 1 || other[0].Per != "" {
		return nil, false
	}
	return all, other[0].Unit.Dimension == all[0].Unit.Dimension && other[0].Unit.Factor.Cmp(all[0].Unit.Factor) == 0
}
