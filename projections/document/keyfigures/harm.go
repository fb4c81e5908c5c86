package keyfigures

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	deaths = pattern.Compile(`(?i)\b(?:fatal\w*|deaths?|died|killed)\b`)
	harms  = pattern.Compile(`(?i)\b(?:bribery|corruption|child\s+labou?r|forced\s+labou?r|discrimination|harassment|data\s+(?:breach|leak|loss)\w*|` +
		`violations?|breaches|infringements|non-?compliance|fines?|penalt(?:y|ies)|spills?|lawsuits?)\b`)
	// harmless are counts of what is done about harm, or of harm that was not found.
	harmless = pattern.Compile(`(?i)\b(?:train\w*|rate|per|hours?|prevent\w*|anti|no|zero|without|share|percentage|trained|` +
		`polic(?:y|ies)|risk|excluding|except|average|GRI|non-discrimination)\b|%`)
)

// Harms are the rows that count harm, of which there was some in a year, deaths first, totals before others, and then those that grew most: each stands
// for itself, also where others are larger.
func Harms(figures []Figure, year int) []Row {
	var out []Row
	for _, r := range Rows(figures) {
		now := r.In(year)
		if now == nil || now.Value.Sign() <= 0 || r.Unit != "" || harmless.MatchString(r.Name) || !deaths.MatchString(r.Name) && !harms.MatchString(r.Name) ||
			r.part {
			continue
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(rank(&a), rank(&b)), cmp.Compare(partly(&a), partly(&b)), grown(&b, year).Cmp(grown(&a, year)),
			cmp.Compare(a.In(year).Page, b.In(year).Page), cmp.Compare(a.Name, b.Name))
	})
	var each []Row // of rows of a page the first: others are its parts, or counts of the same; and of a row that stands on another page again none
	for i, r := range out {
		if !slices.ContainsFunc(each, func(o Row) bool { return o.In(year).Page == r.In(year).Page && o.Deadly() == r.Deadly() }) &&
			!slices.ContainsFunc(out, func(o Row) bool { // its name goes on where another's ends: it is of a part of that
				return strings.HasPrefix(r.Name, o.Name+" ") && o.In(year).Page == r.In(year).Page && o.In(year).Value.Cmp(r.In(year).Value) >= 0
			}) && !slices.ContainsFunc(out, func(o Row) bool {
			return o.In(year).Page < r.In(year).Page && o.Deadly() == r.Deadly() && sameYears(&o, &out[i])
		}) {
			each = append(each, r)
		}
	}
	return each
}

// sameYears reports whether two rows give the same figures for the same years, of which there are several.
func sameYears(a, b *Row) bool {
	return len(a.Figures) > 1 && slices.EqualFunc(a.Figures, b.Figures, func(x, y Figure) bool { return x.Year == y.Year && x.Value.Cmp(y.Value) == 0 })
}

// rank puts deaths first, and what is done to people or bought with money before what a rule or a permit was not kept in.
func rank(r *Row) int {
	switch {
	case r.Deadly():
		return 0
	case grave.MatchString(r.Name):
		return 1
	}
	return 2
}

var grave = pattern.Compile(`(?i)\b(?:bribery|corruption|child\s+labou?r|forced\s+labou?r|discrimination|harassment)\b`)

// partly orders rows that name a total before the others, which are its parts.
func partly(r *Row) int {
	if total.MatchString(r.Name) {
		return 0
	}
	return 1
}

var total = pattern.Compile(`(?i)\b(?:total|overall|all)\b`)

// Deadly reports whether a row counts deaths.
func (r *Row) Deadly() bool { return Deadly(r.Name) }

// Harmful reports whether words tell of a breach or the like.
func Harmful(words string) bool { return harms.MatchString(words) }

// Deadly reports whether words tell of deaths.
func Deadly(words string) bool { return deaths.MatchString(words) }

// grown is the change of a row since the year before; nought where it cannot be said.
func grown(r *Row, year int) *apd.Decimal {
	if change := r.Change(year); change != nil {
		return change
	}
	return new(apd.Decimal)
}
