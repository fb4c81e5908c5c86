package document

import (
	"fmt"
	"slices"
	"strings"
)

// shownCheck is a check as people are shown it.
type shownCheck struct {
	Check
	Pages  []int    // of its figures, or of the claim where they have none
	Claims []string // for which it was made, in the order of the checks
}

// Where names the pages, empty where nobody knows them.
func (c shownCheck) Where() string {
	switch len(c.Pages) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("p. %d", c.Pages[0])
	}
	return "pp. " + strings.Trim(strings.ReplaceAll(fmt.Sprint(c.Pages), " ", ", "), "[]")
}

// once lists the checks each once: one that was made for several claims, or for a claim and the report, is the same
// piece of arithmetic on the same figures of the same pages. By page, those of no page first.
func (d *Document) once() []shownCheck {
	pageOf := make(map[string]int, len(d.Claims))
	for _, c := range d.Claims {
		pageOf[c.ID] = c.Page
	}
	seen := map[string]int{}
	var out []shownCheck
	for _, c := range d.Checks {
		s := shownCheck{Check: c}
		for _, in := range c.Inputs {
			if in.Page > 0 && !slices.Contains(s.Pages, in.Page) {
				s.Pages = append(s.Pages, in.Page)
			}
		}
		if page := pageOf[c.ClaimID]; len(s.Pages) == 0 && page > 0 {
			s.Pages = []int{page}
		}
		slices.Sort(s.Pages)
		key := fmt.Sprint(c.Name, "\x00", c.Result, "\x00", c.Message, "\x00", c.Working, "\x00", c.Stated, "\x00", c.Expected, "\x00", s.Pages)
		at, known := seen[key]
		if !known {
			at = len(out)
			seen[key] = at
			out = append(out, s)
		}
		if c.ClaimID != "" && !slices.Contains(out[at].Claims, c.ClaimID) {
			out[at].Claims = append(out[at].Claims, c.ClaimID)
		}
	}
	slices.SortStableFunc(out, func(a, b shownCheck) int { return slices.Compare(a.Pages, b.Pages) })
	return out
}
