package extract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// otherAmounts has the longest first: of "cost of sales" and "cost" it finds the former.
var otherAmounts = func() string {
	names := slices.Clone(lexicon.Entries("facts.amounts but revenue"))
	slices.SortStableFunc(names, func(a, b string) int { return len(b) - len(a) })
	return strings.Join(names, "|")
}()

var (
	moneyNamed   = regexp.MustCompile(`(?i)\b(?:` + otherAmounts + `)\b`)
	revenueNamed = pattern.Compile(`(?i)\b(?:revenues?|sales|turnover)\b`)
	// spending are words of that list that may say what capital was spent on.
	spending = pattern.Compile(`(?i)^(?:costs?|expenditures?|investments?)$`)
)

// money is the metric m, or Other where the amount, or what changes, is named to be another one: the name nearest before the figure in its sentence
// says so, or the one right behind it. Readers of sentences know few kinds of money apart.
func (t *telling) money(m facts.Metric) facts.Metric {
	if m != facts.Revenue && m != facts.Capex || t.q.Unit.Dimension != quantity.Money && t.reading.Role.Value != "change" {
		return m
	}
	name, is := "", 0
	before := t.said.Text[:t.q.Start]
	for _, at := range moneyNamed.FindAllStringIndex(before, -1) {
		name, is = before[at[0]:at[1]], at[1]
	}
	if at := namedBehind.FindStringSubmatchIndex(t.said.Text[t.q.End:]); at != nil {
		name, is = t.said.Text[t.q.End+at[2]:t.q.End+at[3]], len(t.said.Text)
	}
	switch {
	case name == "" || m == facts.Capex && spending.MatchString(name):
		return m
	case m == facts.Capex:
		t.renamed = true
		return facts.Other
	}
	for _, at := range revenueNamed.FindAllStringIndex(before, -1) {
		if at[1] > is {
			return m
		}
	}
	t.renamed = true
	return facts.Other
}

// namedBehind is a name right behind an amount: "€ 12 million in taxes".
var namedBehind = regexp.MustCompile(`(?i)^\s+(?:in|of)\s+(?:\p{Ll}+\s+)?(` + otherAmounts + `)\b`)
