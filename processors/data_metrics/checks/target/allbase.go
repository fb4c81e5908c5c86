package target

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

var (
	// allAims begins a sentence that says something of every target: "All climate targets have 2019 as their base year".
	allAims     = pattern.Compile(`(?i)\ball\s+(?:of\s+)?(?:\p{L}+\s+){0,3}(?:targets?|goals?|steps?|commitments?|milestones?)\b`)
	asBase      = pattern.Compile(`(?i)\b((?:19|20)\d{2}(?:[/–-]\d{2})?)\s+as\s+(?:their|the|our|its)\s+base`)
	joinsScopes = pattern.Compile(`(?i)^\s*(?:,|and|\+|&)?\s*$`)
	butSome     = pattern.Compile(`(?i)\b(?:except|unless|other\s+than|apart\s+from|otherwise|where\s+not|but)\b`)
)

// saidOfAll is the base year that a sentence gives all targets.
type saidOfAll struct {
	page, base int
	words      string
	from       string // the year as it is printed
}

// basesOfAll lists the sentences that give all targets one base year.
func basesOfAll(s *sheet.Sheet) []saidOfAll {
	var out []saidOfAll
	s.EachSentence(func(page int, text string) {
		if !allAims.MatchString(text) || butSome.MatchString(text) {
			return
		}
		base := 0
		if m := asBase.FindStringSubmatch(text); m != nil {
			base = aimYear("", m[1])
		} else if said := basesSaid(text); len(said) > 0 {
			base = said[0].year()
		} else if m := fromYear.FindStringSubmatch(text); m != nil {
			base = aimYear(m[1], m[2])
		}
		if base > 0 && len(out) < mostPledges {
			out = append(out, saidOfAll{page, base, sheet.Shorten(text), strconv.Itoa(base)})
		}
	})
	return out
}

// basesOfOne lists the sentences that give the emissions of a scope a base year: "with FY 2018-19 as the base year, when the Scope 1 and 2
// intensity was".
func basesOfOne(s *sheet.Sheet) []basedAim {
	var out []basedAim
	s.EachSentence(func(page int, text string) {
		bases := basesSaid(text)
		labels := sheet.NamedScopes.FindAllStringIndex(text, -1)
		if len(bases) != 1 || len(labels) == 0 || len(out) >= mostPledges || aimDated.MatchString(text) || thenAim.MatchString(text) ||
			rebased.MatchString(text) || ofAPart.MatchString(text) || butSome.MatchString(text) {
			return
		}
		for i, l := range labels[1:] {
			if !joinsScopes.MatchString(text[labels[i][1]:l[0]]) {
				return // several things
			}
		}
		a := aimOf(page, text, "", 0, bases[0].year())
		a.from = bases[0].printed()
		if a.scope = vocabulary.ScopeOf(text[labels[0][0]:labels[len(labels)-1][1]]); a.scope != "" && a.base > 0 {
			out = append(out, a)
		}
	})
	return out
}

// oneCountsOtherwise finds the target of a page that counts from another year than the page says of all its targets.
func oneCountsOtherwise(s *sheet.Sheet, all []basedAim) []sheet.Finding {
	var out []sheet.Finding
	said := basesOfAll(s)
	for _, one := range basesOfOne(s) {
		// none of the targets of its page counts from its year, and those that a table gives for the same emissions count from another
		of := func(a basedAim) bool {
			return a.listed && a.page == one.page && a.scope == one.scope && a.per == one.per
		}
		if !slices.ContainsFunc(all, func(a basedAim) bool { return of(a) && a.base == one.base }) {
			for _, a := range all {
				if of(a) {
					out = append(out, countsFrom(a, saidOfAll{one.page, one.base, one.words, one.from}, "the same"))
					break
				}
			}
		}
	}
	for _, a := range all {
		for _, o := range said {
			if a.page != o.page || a.base == o.base || a.words == o.words {
				continue
			}
			if slices.ContainsFunc(out, func(f sheet.Finding) bool { return f.Page == a.page && f.Inputs[1].Label == a.input.Label }) {
				break // another target of the same row
			}
			out = append(out, countsFrom(a, o, "all its targets"))
			break
		}
	}
	return out
}

// countsFrom tells that a target counts from another year than its page says, of it or of all of them.
func countsFrom(a basedAim, o saidOfAll, of string) sheet.Finding {
	from := cmp.Or(a.from, strconv.Itoa(a.base))
	own := events.CheckInput{Label: sheet.StatedLabel + " base year", Value: strconv.Itoa(a.base), Page: a.page}
	return sheet.Finding{Check: events.Check{
		Result: events.CheckFail, Severity: "warning", Stated: from, Expected: o.from,
		Inputs:  []events.CheckInput{{Label: "base year of " + of, Value: strconv.Itoa(o.base), Page: o.page}, a.input, own},
		Working: fmt.Sprintf("page %d: \"%s\": %s; %s by %d: %s", o.page, o.words, o.from, a.printed(), a.year, from),
		Message: fmt.Sprintf("Page %d says of %s that they count from %s, but \"%s\" counts from %s.", o.page, of, o.from, a.words, from),
	}, Page: a.page}
}
