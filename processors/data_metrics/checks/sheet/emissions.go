package sheet

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// NamedScopes are the scopes that a text names in one breath: "Scopes 1, 2 and 3".
var NamedScopes = pattern.Compile(`(?i)\bscopes?\s*[123](?:\s*(?:,|and|&|\+|/)\s*(?:and\s+)?(?:scopes?\s*)?[123])*`)

// LastYear is the last year that a whole scope is given for.
func (s *Sheet) LastYear(scope string) int {
	last := 0
	for i := range s.Facts {
		if f := &s.Facts[i]; f.Metric == facts.GHGEmissions && f.Scope == scope && f.Category == "" && !f.Target && !f.Change {
			last = max(last, f.Year)
		}
	}
	return last
}

// Emitted are the amounts that an intensity can be of: the scopes that the words name, by each method.
func (s *Sheet) Emitted(words string, year int) [][]Entry {
	m := NamedScopes.FindAllString(words, -1)
	if len(m) == 0 || pattern.Compile(`(?i)\bscope\s*3\b.{0,40}\bcategor`).MatchString(words) {
		return nil
	}
	numbers := DigitsOf.FindAllString(strings.Join(m, " "), -1)
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	lower := strings.ToLower(words)
	var out [][]Entry
	for _, method := range []string{"location", "market"} {
		other := map[string]string{"location": "market", "market": "location"}[method]
		if strings.Contains(lower, other+"-based") && !strings.Contains(lower, method+"-based") {
			continue
		}
		var parts []Entry
		for _, n := range numbers {
			q := facts.Query{Metric: facts.GHGEmissions, Scope: n, Year: year}
			if n == "2" {
				q.Method = method
			}
			all := s.Find(q)
			if len(all) == 0 || !sameAmount(all) || all[0].Ambiguous() || all[0].Category != "" || all[0].Boundary != "" {
				break
			}
			parts = append(parts, Entry{Fact: all[0], At: &all[0].Place})
		}
		if len(parts) == len(numbers) {
			out = append(out, parts)
		}
	}
	return out
}

// sameAmount says that facts give one amount: a table and its summary in another language.
func sameAmount(all []*facts.Fact) bool {
	for _, f := range all[1:] {
		if f.Ambiguous() || f.Quantity().Base().Cmp(all[0].Quantity().Base()) != 0 {
			return false
		}
	}
	return true
}

// DigitsOf are the numbers of scopes and categories.
var DigitsOf = pattern.Compile(`\d{1,2}`)
