package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/course"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// leading are the totals of emissions that weigh most and are not told of with a target: the largest scope with its part of all, and what
// the entity emits itself.
func (v *view) leading(followed map[string]bool) []weighed {
	levels, _, _ := v.emitted()
	last := v.lastYear(levels)
	total := func(scope string) []course.Level { return course.Total(levels, scope, last) }
	all, sum := v.allEmissions(total, last)
	var out []weighed
	largest := "" // of the scopes that stand alone
	for _, scope := range []string{"1", "2", "3"} {
		if now := course.In(total(scope), last); now != nil && (largest == "" || now.Value.Cmp(course.In(total(largest), last).Value) > 0) {
			largest = scope
		}
	}
	for i, scope := range slices.Compact([]string{largest, "1+2"}) {
		row := total(scope)
		if row == nil && scope == "1+2" {
			row = course.Together("1+2", total("1"), total("2"))
		}
		now := course.In(row, last)
		if now == nil || followed[scope] || followed["1"] && scope == "1+2" {
			continue
		}
		m := Matter{Kind: MatterLeading, Page: now.Page, Quote: tidy(v.quoteOf(now.ID), "")}
		m.Title = fmt.Sprintf("%s: %s in %d", scopeName(scope), v.shown(now), last)
		m.Places = []MatterPlace{v.levelPlace(now)}
		var says []string
		if sum != nil && sum.Sign() > 0 {
			part, _ := quantity.PercentOf(now.Value, sum)
			whole := phrase.Amount(quantity.Print(sum, 6) + " " + v.facts[now.ID].UnitBase)
			says = append(says, fmt.Sprintf("%s %% of the %s that %s come to", quantity.Print(part, 1), whole, all))
		}
		if before := course.In(row, last-1); before != nil {
			change, _ := quantity.PercentOf(quantity.Sub(now.Value, before.Value), before.Value)
			says = append(says, fmt.Sprintf("%s than in %d (%s)", moreOrLess(change), last-1, v.shown(before)))
			m.Places = append(m.Places, v.levelPlace(before))
		}
		if part := v.largestPart(now); part != "" {
			says = append(says, part)
		}
		m.Gist = strings.Join(says, "; ")
		first := fmt.Sprintf("Page %d gives %s of %s for %d", now.Page, v.shown(now), strings.TrimPrefix(scopeName(scope), "Emissions of "), last)
		if one, two := course.In(total("1"), last), course.In(total("2"), last); total(scope) == nil && one != nil && two != nil {
			first = fmt.Sprintf("Page %d gives %s of Scope 1, page %d %s of Scope 2 for %d, which is %s together",
				one.Page, v.shown(one), two.Page, v.shown(two), last, v.shown(now))
			m.Places = []MatterPlace{v.levelPlace(one), v.levelPlace(two)}
		}
		if len(says) > 0 {
			first += ": " + strings.Join(says, ", and ")
		}
		m.Text = phrase.Paragraph(first, v.standing(v.agrees(now.ID))+v.reasonsFor(scope))
		m.ID = v.matterID(m.Kind, scope)
		out = append(out, weighed{m, leadingWeight - 3*float64(i)})
	}
	return out
}

// leadingWeight is that of the largest total of emissions.
const leadingWeight = 56

// allEmissions is what the scopes come to, as stated or as the sum of what is stated, and what that is called.
func (v *view) allEmissions(total func(string) []course.Level, last int) (name string, sum *apd.Decimal) {
	if now := course.In(total("1+2+3"), last); now != nil {
		return "Scopes 1 to 3", now.Value
	}
	three := course.In(total("3"), last)
	if three == nil {
		return "", nil
	}
	if own := course.In(total("1+2"), last); own != nil {
		return "Scopes 1 to 3", quantity.Sum(own.Value, three.Value)
	}
	one, two := course.In(total("1"), last), course.In(total("2"), last)
	if one == nil || two == nil {
		return "", nil
	}
	return "Scopes 1 to 3", quantity.Sum(one.Value, two.Value, three.Value)
}

// agrees reports whether a check that holds rests on a figure.
func (v *view) agrees(fact string) bool {
	return slices.ContainsFunc(v.checks, func(c shownCheck) bool {
		return c.Result == "pass" && slices.ContainsFunc(c.Inputs, func(in CheckInput) bool { return in.FactID == fact })
	})
}

// largestPart is the category that makes most of a scope, where one makes more than half.
func (v *view) largestPart(now *course.Level) string {
	if now == nil {
		return ""
	}
	var largest *Fact
	most := new(apd.Decimal)
	for i := range v.Facts {
		f := &v.Facts[i]
		if f.Scope != now.Scope || f.Category == "" || f.Metric != "ghg_emissions" || f.Year != now.Year || f.Source != "table" || f.Change || f.Target {
			continue
		}
		if f.Category == "upstream" || f.Category == "downstream" {
			continue // sums of categories
		}
		if value, _, err := apd.NewFromString(f.ValueBase); err == nil && f.UnitBase == v.facts[now.ID].UnitBase && value.Cmp(most) > 0 && value.Cmp(now.Value) < 0 {
			largest, most = f, value
		}
	}
	part, ok := quantity.PercentOf(most, now.Value)
	if largest == nil || !ok || part.Cmp(quantity.Int(50)) < 0 {
		return ""
	}
	share := quantity.Print(part, 1)
	if share == "100" {
		share = "more than 99.9"
	}
	return fmt.Sprintf("%s %% of it is “%s”", share, phrase.Words(v.nameOf(largest), 8))
}

// nameOf is what a row is called where it can be read, or the innermost of its headings that names its category.
func (v *view) nameOf(f *Fact) string {
	_, quote := v.readable(f)
	own, _, _ := strings.Cut(quote, f.Printed)
	heads := []string{strings.TrimSpace(own)}
	if v.unread(f.Page) {
		return heads[0]
	}
	for _, head := range slices.Backward(append(slices.Clone(f.RowPath), heads...)) {
		if slices.Contains(strings.Fields(strings.ToLower(head)), strings.ToLower(firstWord(f.Category))) {
			return head
		}
	}
	return f.Category
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return first
}
