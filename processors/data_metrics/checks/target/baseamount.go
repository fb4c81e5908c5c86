package target

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// baseAmount is what a sentence says was emitted in a base year.
type baseAmount struct {
	sheet.Statement
	scope, method string
	year          int
	amount        quantity.Quantity
}

var (
	inBaseYear = pattern.Compile(
		`(?i)\bbase(?:line)?[\s-]+year\s*(?:\(|of\s+|,\s*)?(?:fiscal\s+(?:year\s+)?|FY\s?)?((?:19|20)\d\d)\b|\b((?:19|20)\d\d)\s+base(?:line)?(?:[\s-]+year)?\b`)
	ofBaseYear = pattern.Compile(`(?i)\bbase(?:line)?[\s-]+year\s+(?:amount|emissions|value|level)s?\s+(?:is|was|were|of|amounted to)\b`)
	partOf     = pattern.Compile(`(?i)\b(?:excluding|without|excl\.|only|of which|category|categories|sites? in|restated|originally|previously)\b`)
)

// baseAmounts reads "In the base year 2020 these emissions were 612,400 t CO2e", with the scopes that the sentence or
// the one before names, and what targets count from: "by 60 % by 2030 from 24,000 t CO2e in 2019".
func baseAmounts(s *sheet.Sheet) []baseAmount {
	return sheet.Once(s, func() []baseAmount { return readBaseAmounts(s) })
}

func readBaseAmounts(s *sheet.Sheet) []baseAmount {
	out := []baseAmount{}
	for _, x := range s.Statements() {
		m := inBaseYear.FindStringIndex(x.Text)
		year := 0
		if m != nil {
			year = sheet.YearNumber(sheet.AnyYear.FindString(x.Text[m[0]:m[1]]))
		} else if m = ofBaseYear.FindStringIndex(x.Text); m != nil {
			year = baseOf(x.Before) // "The base year amount is ...", of the target before
		}
		if b, ok := aimedFrom(x); ok && m == nil {
			out = append(out, b)
			continue
		}
		if m == nil || year == 0 || partOf.MatchString(x.Text) {
			continue
		}
		labels := sheet.NamedScopes.FindAllString(x.Text, -1)
		if len(labels) == 0 {
			labels = sheet.NamedScopes.FindAllString(x.Before, -1)
		}
		if len(labels) == 0 || len(labels) > 2 {
			continue
		}
		all := vocabulary.ScopeOf(strings.Join(labels, " and "))
		for _, q := range x.Figures {
			if q.Unit.Dimension != quantity.Emissions || q.Per != "" || q.Bound != quantity.Exactly || q.Start < m[1] {
				continue
			}
			scope, between := all, x.Text[m[1]:q.Start]
			if own := sheet.NamedScopes.FindAllString(between, -1); len(own) > 0 { // "Scope 1 91,450 t, Scope 2 112,870 t"
				scope = vocabulary.ScopeOf(strings.Join(own, " and "))
			}
			if len(between) < 100 && !strings.Contains(between, ";") && !sheet.AnyYear.MatchString(between) && scope != "" {
				method := ""
				for _, w := range []string{"location", "market"} {
					if strings.Contains(strings.ToLower(x.Text+" "+x.Before), w+"-based") {
						method += w
					}
				}
				out = append(out, baseAmount{x, scope, method, year, q})
			}
			break
		}
	}
	return out
}

// aimedFrom is the amount that the one target of a sentence counts from, of the scopes that the sentence names together.
func aimedFrom(x sheet.Statement) (baseAmount, bool) {
	if !sheet.UntilYear.MatchString(x.Text) || partOf.MatchString(x.Text) || offsetting.MatchString(x.Text) || !sheet.AboutCarbon.MatchString(x.Text) {
		return baseAmount{}, false // most set no target
	}
	all := pledgesIn(x.Text)
	if len(all) != 1 || all[0].scope == "" {
		return baseAmount{}, false
	}
	b, ok := prose.AimsFrom(x.Text, x.Figures, all[0].percent)
	weighs := b.Amount.Unit.Dimension == quantity.Emissions || b.Amount.Unit.Dimension == quantity.Mass
	if !ok || !weighs || b.Year != all[0].base || b.Amount.Per != "" || b.Amount.Bound != quantity.Exactly {
		return baseAmount{}, false
	}
	method := ""
	for _, w := range []string{"location", "market"} {
		if strings.Contains(strings.ToLower(x.Text), w+"-based") {
			method += w
		}
	}
	return baseAmount{x, all[0].scope, method, b.Year, b.Amount}, true
}

// baseAmountsAgree holds what the report says was emitted in one base year against one another. Which of two
// amounts is right, the sentences do not say: a target's own arithmetic may.
func baseAmountsAgree(s *sheet.Sheet) []sheet.Finding {
	groups := map[string][]baseAmount{}
	var order []string
	for _, b := range baseAmounts(s) {
		key := fmt.Sprintf("%s %s %d", b.scope, b.method, b.year)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], b)
	}
	var out []sheet.Finding
	for _, key := range order {
		all := groups[key]
		if len(all) < 2 {
			continue
		}
		first := all[0]
		c := events.Check{Result: events.CheckPass, Severity: "info",
			Message: fmt.Sprintf("The emissions of the base year %d are the same wherever they are given.", first.year)}
		var terms []string
		other := -1
		for i, b := range all {
			c.Inputs = append(c.Inputs, b.Input(fmt.Sprintf("Scope %s of the base year %d", b.scope, b.year), b.amount))
			terms = append(terms, fmt.Sprintf("page %d: %s", b.Page, b.amount.Text))
			if other < 0 && !b.amount.Interval().Overlaps(first.amount.Interval()) {
				other = i
			}
		}
		c.Working = strings.Join(terms, "; ")
		if other >= 0 {
			b := all[other]
			c.Result, c.Severity = events.CheckFail, ""
			c.Message = fmt.Sprintf("Scope %s of the base year %d is given twice differently: %s on page %d, %s on page %d.",
				first.scope, first.year, first.amount.Text, first.Page, b.amount.Text, b.Page)
			compare.Settle(&c, first.amount.Base(), b.amount.Base(), b.amount.Unit.Base(), false)
			for _, a := range []baseAmount{first, b} {
				c.Message += fitsTarget(s, a)
			}
		}
		out = append(out, sheet.Finding{Check: c, Page: all[max(other, 1)].Page})
	}
	return out
}

// fitsTarget says that a target of the base year, in per cent, and the amount that the report gives for it go with an
// amount of the base year.
func fitsTarget(s *sheet.Sheet, b baseAmount) string {
	for _, p := range pledges(s) {
		if p.scope != b.scope || p.base != b.year {
			continue
		}
		left, _ := quantity.Ratio(quantity.Mul(b.amount.Base(), quantity.Sub(compare.Hundred, p.percent.Value)), compare.Hundred)
		for _, x := range s.Statements() {
			if !strings.Contains(strings.ToLower(x.Text), "target") || !strings.Contains(x.Text, fmt.Sprint(p.year)) {
				continue
			}
			if i := slices.IndexFunc(x.Figures, func(q quantity.Quantity) bool {
				return q.Unit.Dimension == quantity.Emissions && q.Per == "" && compare.WithinPercent(left, q.Base(), compare.TenthPoint)
			}); i >= 0 {
				return fmt.Sprintf(" With %s the target fits: %s %% less is %s, page %d says %s.",
					b.amount.Text, compare.Show(p.percent.Value), compare.Show(left), x.Page, x.Figures[i].Text)
			}
		}
	}
	return ""
}

// baseOf is the base year that a sentence on a target names; 0 if it names none.
func baseOf(text string) int {
	if m := betweenBoth.FindStringSubmatch(text); m != nil {
		return sheet.YearNumber(m[1])
	}
	return sheet.BaseYear(text, nil, quantity.Quantity{})
}
