package keyfigures

import (
	"fmt"
	"slices"
	"strings"
)

// LaterPassed tells of the last of the targets that the report gives for the same row and a later year than the one beside it, on whatever page, of those that
// are passed as that one is. Zero is no amount that can be passed.
func (r *Aimed) LaterPassed(targets []Figure, year int) string {
	now := r.In(year)
	if now == nil {
		return ""
	}
	way := now.Value.Cmp(r.Target.Value)
	var later *Figure
	for i := range targets {
		t := &targets[i]
		if t.Year <= r.Target.Year || t.Value.IsZero() || t.Unit != now.Unit || t.Family != now.Family || !sameLabel(t.RowPath, now.RowPath) {
			continue
		}
		if passed := now.Value.Cmp(t.Value); (passed == 0 || passed == way) && (later == nil || t.Year > later.Year) {
			later = t
		}
	}
	if later == nil {
		return ""
	}
	return fmt.Sprintf("that of %d, %s, is passed, too (page %d)", later.Year, later.Printed, later.Page)
}

// sameLabel reports whether two rows have a label of several words in common: a code or "Total" is that of many.
func sameLabel(a, b []string) bool {
	return slices.ContainsFunc(a, func(label string) bool { return len(strings.Fields(label)) > 1 && slices.Contains(b, label) })
}
