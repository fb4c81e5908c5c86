package quantity

import "github.com/sibyl-project/sibyl/rag/pattern"

// countOf begins or ends a label of a count.
var countOf = pattern.Compile(`(?i)^\W*(?:(?:total|average)\s+)?(?:numbers?|no\.|count)\s+of\b|\(numbers?(?:\s+of\s+\w+)?\)\W*$|` +
	`\bheadcount\W*$|\bFTEs?\)?\W*$|` +
	`^\W*full[\s-]*time\s+equivalents?(?:\s+\([^()]*\))?\W*$`)

// OfCount reports whether a label names a number of people or things, which a table's unit of money does not hold for.
func OfCount(label string) bool { return countOf.MatchString(label) }

// IsAmount reports whether a unit is one of amounts: of money, mass, energy.
func IsAmount(unit string) bool {
	m, err := Measures(unit)
	return err == nil && m[0].Per == "" && m[0].Unit.Dimension != Percent && m[0].Unit.Dimension != Points && m[0].Unit.Dimension != Count
}
