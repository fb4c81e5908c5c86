package sheet

import (
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// NamedScopes are the scopes that a text names in one breath: "Scopes 1, 2 and 3".
var NamedScopes = pattern.Compile(`(?i)\bscopes?\s*[123](?:\s*(?:,|and|und|et|och|og|dan|[yei&+/])\s*(?:(?:and|und)\s+)?(?:scopes?\s*)?[123])*`)

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
			f := sameAmount(all)
			if f == nil || f.Category != "" || f.Boundary != "" {
				break
			}
			parts = append(parts, Entry{Fact: f, At: &f.Place})
		}
		if len(parts) == len(numbers) {
			out = append(out, parts)
		}
	}
	return out
}

// sameAmount is the one amount that facts give, a table and its summary in another language, as it is printed with the most places: a chart
// rounds what its table has. Nil if they differ.
func sameAmount(all []*facts.Fact) (finest *facts.Fact) {
	half := func(f *facts.Fact) *apd.Decimal { return quantity.Mul(f.Quantity().Half, f.Quantity().Unit.Factor) }
	for _, f := range all {
		if f.Ambiguous() {
			return nil
		}
		if finest == nil || half(f).Cmp(half(finest)) < 0 {
			finest = f
		}
	}
	for _, f := range all {
		if i := f.Quantity().Interval(); i.Low.Cmp(finest.Quantity().Base()) > 0 || i.High.Cmp(finest.Quantity().Base()) < 0 {
			return nil
		}
	}
	return finest
}

// DigitsOf are the numbers of scopes and categories.
var DigitsOf = pattern.Compile(`\d{1,2}`)
