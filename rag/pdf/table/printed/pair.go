package printed

import "strings"

// pair reports whether a cell prints two figures, as its heading says: "1,127 / 33.6" below "thousand m³ / % of total". Either may be
// missing, but not both; two years are a period.
func pair(s string) bool {
	first, second, ok := strings.Cut(s, " / ")
	if !ok || strings.Contains(second, " / ") {
		return false
	}
	a, b := singleKind(strings.TrimSpace(first)), singleKind(strings.TrimSpace(second))
	return a == Number && (b == Number || b == Absent) || a == Absent && b == Number
}
