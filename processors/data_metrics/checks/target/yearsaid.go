package target

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
)

// yearsDiffer finds one target - so many per cent of one thing, from one base year - that is to be reached by two different years, one of which a
// table gives. Where a place gives both years, or there are three of them, these are several targets.
func yearsDiffer(all []basedAim) []sheet.Finding {
	var out []sheet.Finding
	for _, a := range all {
		if !a.listed || a.percent == "" {
			continue
		}
		alike := func(b basedAim) bool { return b.percent == a.percent && b.base == a.base && a.ofWhat(b) }
		years := map[int]bool{}
		var other *basedAim
		for i, b := range all {
			if alike(b) {
				years[b.year] = true
				if b.year != a.year && !b.listed {
					other = &all[i]
				}
			}
		}
		if other == nil || len(years) != 2 || slices.ContainsFunc(all, func(b basedAim) bool {
			return alike(b) && b.page == other.page && b.words == other.words && b.year == a.year
		}) {
			continue
		}
		year := func(x basedAim) events.CheckInput {
			return events.CheckInput{Label: "target year", Value: strconv.Itoa(x.year), Page: x.page}
		}
		out = append(out, sheet.Finding{Check: events.Check{
			Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{a.input, year(a), other.input, year(*other)},
			Working: fmt.Sprintf("page %d: %s %% from %d by %d; page %d: %s %% from %d by %d",
				a.page, a.percent, a.base, a.year, other.page, other.percent, other.base, other.year),
			Message: fmt.Sprintf("One target, %s %% from %d, is to be reached by %d on page %d and by %d on page %d.",
				a.percent, a.base, a.year, a.page, other.year, other.page),
		}, Page: other.page})
	}
	return out
}

// printed is how much a target asks for.
func (a basedAim) printed() string {
	if a.percent == "" {
		return a.input.Value + " " + a.input.Unit
	}
	return a.percent + " %"
}

// ofWhat reports whether what a sentence promises is of the thing that a row names: of the same scopes, of what the row abbreviates, or of
// all its words.
func (a basedAim) ofWhat(b basedAim) bool {
	if a.scope != b.scope {
		return false
	}
	if a.scope != "" {
		return a.per == b.per
	}
	return sheet.SharesWord(a.short, b.short) || len(a.about) > 1 && sheet.Within(a.about, b.about)
}
