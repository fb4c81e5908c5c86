package target

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	// allAims begins a sentence that says something of every target: "All climate targets have 2019 as their base year".
	allAims = pattern.Compile(`(?i)\ball\s+(?:of\s+)?(?:\p{L}+\s+){0,3}(?:targets?|goals?|steps?|commitments?|milestones?)\b`)
	asBase  = pattern.Compile(`(?i)\b((?:19|20)\d{2})(?:/\d{2})?\s+as\s+(?:their|the|our|its)\s+base`)
	butSome = pattern.Compile(`(?i)\b(?:except|unless|other\s+than|apart\s+from|otherwise|where\s+not|but)\b`)
)

// saidOfAll is the base year that a sentence gives all targets.
type saidOfAll struct {
	page, base int
	words      string
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
		} else if m := aimBase.FindStringSubmatch(text); m != nil {
			base = aimYear(m[1]+m[3], m[2]+m[4])
		} else if m := fromYear.FindStringSubmatch(text); m != nil {
			base = aimYear(m[1], m[2])
		}
		if base > 0 && len(out) < mostPledges {
			out = append(out, saidOfAll{page, base, sheet.Shorten(text)})
		}
	})
	return out
}

// oneCountsOtherwise finds the target of a page that counts from another year than the page says of all its targets.
func oneCountsOtherwise(s *sheet.Sheet, all []basedAim) []sheet.Finding {
	var out []sheet.Finding
	said := basesOfAll(s)
	for _, a := range all {
		for _, o := range said {
			if a.page != o.page || a.base == o.base || a.words == o.words {
				continue
			}
			own := events.CheckInput{Label: sheet.StatedLabel + " base year", Value: strconv.Itoa(a.base), Page: a.page}
			if slices.ContainsFunc(out, func(f sheet.Finding) bool { return f.Page == a.page && f.Inputs[1].Label == a.input.Label }) {
				break // another target of the same row
			}
			out = append(out, sheet.Finding{Check: events.Check{
				Result: events.CheckFail, Severity: "warning", Stated: strconv.Itoa(a.base), Expected: strconv.Itoa(o.base),
				Inputs:  []events.CheckInput{{Label: "base year of all", Value: strconv.Itoa(o.base), Page: o.page}, a.input, own},
				Working: fmt.Sprintf("page %d: \"%s\": %d; %s %% by %d: %d", o.page, o.words, o.base, a.percent, a.year, a.base),
				Message: fmt.Sprintf("Page %d says of all targets that they count from %d, but \"%s\" counts from %d.", o.page, o.base, a.words, a.base),
			}, Page: a.page})
			break
		}
	}
	return out
}
