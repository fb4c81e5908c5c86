package across

import (
	"slices"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// reader has the groups of a sheet, by the words that name their things.
type reader struct {
	*sheet.Sheet
	groups []group
	named  map[string][]int
}

// ofSeveral are words of what is said of several things.
var ofSeveral = pattern.Compile(`(?i)\b(?:` + extremes + `)\b|\b(?:each|every|all|both|no|none)\b|` +
	`\bthan\b|\b(?:above|below|over|under)\b|\bexceed(?:s|ed)?\b|\bof\b`)

// readerOf reads the groups of a sheet once, and of which of them each word begins the name of a thing.
func readerOf(s *sheet.Sheet) reader {
	return sheet.Once(s, func() reader {
		r := reader{Sheet: s, groups: groupsOf(s), named: map[string][]int{}}
		for i, g := range r.groups {
			for _, t := range g.things {
				for _, name := range t.names {
					if !slices.Contains(r.named[name[0]], i) {
						r.named[name[0]] = append(r.named[name[0]], i)
					}
				}
			}
		}
		return r
	})
}

// Ranks holds the place that a sentence gives one of several things, and what it says of two of them, against their figures.
func Ranks(s *sheet.Sheet) []sheet.Utterance {
	r := readerOf(s)
	return r.heard(r.ranked, r.compared)
}

// Moves holds what a sentence says all things of a table, or so many of them, to have done since the year before.
func Moves(s *sheet.Sheet) []sheet.Utterance {
	r := readerOf(s)
	return r.heard(r.each, r.limited)
}

// Counts holds what a sentence says of all of a thing at one place against the number of those of which it is so.
func Counts(s *sheet.Sheet) []sheet.Utterance {
	r := readerOf(s)
	return r.heard(r.ofEach)
}

// Shares holds the share that a sentence gives some things of a table of them all.
func Shares(s *sheet.Sheet) []sheet.Utterance {
	r := readerOf(s)
	return r.heard(r.shareOf)
}

func (r reader) heard(reads ...func(clause) (sheet.Utterance, bool)) []sheet.Utterance {
	var out []sheet.Utterance
	if len(r.groups) == 0 {
		return nil
	}
	for _, c := range r.clauses() {
		for _, read := range reads {
			if u, ok := read(c); ok && !slices.ContainsFunc(out, func(o sheet.Utterance) bool { return o.Page == u.Page && o.Words == u.Words }) {
				out = append(out, u)
				break
			}
		}
	}
	return out
}

// near are the groups of which a clause names a thing.
func (r reader) near(c clause) []int {
	var out []int
	for _, w := range c.words {
		if w.stem != "" {
			out = append(out, r.named[w.stem]...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
