package target

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// asTold holds the dated targets of sentences against those of the report's table of targets: of one thing, from one base year, the same percentage is
// asked for by one year, and a later row of the same name asks for no less.
func asTold(s *sheet.Sheet) []sheet.Finding {
	all := aims(s)
	return append(yearsDiffer(all), rowsGoBack(s, all)...)
}

// yearsDiffer finds a target that a sentence dates otherwise than the row of it does: so many per cent of what all words of the row name. Where the
// report has the target of the sentence in a row of its own, or the row's in another sentence, they are two.
func yearsDiffer(all []basedAim) []sheet.Finding {
	var out []sheet.Finding
	for _, said := range all {
		if said.listed || said.percent == "" {
			continue
		}
		var found []basedAim
		told := false
		for _, row := range all {
			switch {
			case row.words == said.words || row.percent != said.percent || row.base != said.base || !said.of(row):
			case row.year == said.year:
				told = true
			case row.listed:
				found = append(found, row)
			default:
				told = true // another sentence
			}
		}
		if told || len(found) != 1 {
			continue
		}
		year := func(a basedAim) events.CheckInput {
			return events.CheckInput{Label: "until", Value: strconv.Itoa(a.year), Page: a.page}
		}
		row := found[0]
		out = append(out, sheet.Finding{Check: events.Check{
			Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{said.input, year(said), row.input, year(row)},
			Working: fmt.Sprintf("page %d: %s %% by %d from %d; page %d: %s %% by %d from %d", said.page, said.percent, said.year, said.base,
				row.page, row.percent, row.year, row.base),
			Message: fmt.Sprintf("One target, %s %% from %d, is for %d on page %d and for %d in the table on page %d.", said.percent, said.base,
				said.year, said.page, row.year, row.page),
		}, Page: said.page})
	}
	return out
}

// of reports whether a sentence's target is the one of a row: of the scope of the row or, where it has none, of what both spell by one
// abbreviation.
func (a basedAim) of(row basedAim) bool {
	if a.per != row.per && len(row.short) == 0 {
		return false
	}
	if row.scope != "" || a.scope != "" {
		return a.scope == row.scope && len(row.short) == 0
	}
	return slices.ContainsFunc(row.short, func(w string) bool { return slices.Contains(a.short, w) })
}

// asksReduction is in the headings of a column of what is to be cut.
var asksReduction = pattern.Compile(`(?i)\breduc\w+|\bcut\b|\bdecrease\b|\bless\b`)

// rowsGoBack finds two rows of one name and one base year in a table of reductions of which the later asks for less.
func rowsGoBack(s *sheet.Sheet, all []basedAim) []sheet.Finding {
	var out []sheet.Finding
	rows := slices.DeleteFunc(slices.Clone(all), func(a basedAim) bool {
		f := s.ByID[a.input.FactID]
		return !a.listed || a.percent == "" || f == nil || !asksReduction.MatchString(fmt.Sprint(f.ColPath, f.Caption))
	})
	slices.SortStableFunc(rows, func(a, b basedAim) int { return cmp.Compare(a.year, b.year) })
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			first, _, err := apd.NewFromString(a.percent)
			later, _, other := apd.NewFromString(b.percent)
			f, g := s.ByID[a.input.FactID], s.ByID[b.input.FactID]
			if err != nil || other != nil || f.Table != g.Table || a.words != b.words || a.base != b.base || a.year == b.year || later.Cmp(first) >= 0 {
				continue
			}
			out = append(out, sheet.Finding{Check: events.Check{
				Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{a.input, b.input}, Stated: b.printed(), Expected: "no less than " + a.printed(),
				Working: fmt.Sprintf("%d: %s, %d: %s", a.year, a.printed(), b.year, b.printed()),
				Message: fmt.Sprintf("The target for %d asks for less than the one for %d of the same thing.", b.year, a.year),
			}, Page: b.page})
		}
	}
	return out
}
