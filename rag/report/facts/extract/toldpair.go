package extract

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

var (
	// respectiveYears are years in the order of the figures before them: "in 2022 and 2023, respectively".
	respectiveYears = pattern.Compile(`(?i)\b(?:in|for|of|during)\s+(` + anyYear + `(?:\s*,\s*(?:in\s+)?` + anyYear + `)*\s*,?\s*` +
		`(?:and|&)\s*(?:in\s+)?` + anyYear + `)\s*,?\s*respectively\b`)
	eachYear = pattern.Compile(`(?i)` + anyYear)
	// nextOfList stands between figures of one list: "23 % and 14 %", "23, 18 and 14 kt".
	nextOfList = pattern.Compile(`(?i)^\s*(?:,|,?\s*(?:and|&))\s*$`)
	// movedIn is a year in which something moved, right behind by how much: "7 % lower in 2022, despite".
	movedIn = pattern.Compile(`(?i)^\s+(?:lower|higher|less|more|fewer|down|up|increase|decrease|reduction|growth|rise|drop|fall|decline)\s+` +
		`(?:in|during)\s+` + anyYear + `(?:[.,;)]|$|\s+(?:than|compared|against|versus|vs|from|due|because|thanks|despite)\b)`)
)

// pairedYear is the year of a figure whose sentence lists figures and years that belong to one another in their order; 0 if it does not.
func (t *telling) pairedYear() int {
	text := t.said.Text
	for _, m := range respectiveYears.FindAllStringSubmatchIndex(text, -1) {
		years := eachYear.FindAllString(text[m[2]:m[3]], -1)
		var list []quantity.Quantity
		for _, o := range t.others {
			if o.End <= m[0] && !o.Year && !o.Range {
				list = append(list, o)
			}
		}
		if len(list) < len(years) {
			continue
		}
		list = list[len(list)-len(years):]
		i := slices.IndexFunc(list, func(o quantity.Quantity) bool { return o.Start == t.q.Start })
		if i >= 0 && oneList(text, list) {
			return vocabulary.YearIn(years[i])
		}
	}
	return 0
}

// oneList reports whether figures are enumerated with nothing else between them.
func oneList(text string, list []quantity.Quantity) bool {
	for i := 1; i < len(list); i++ {
		if !nextOfList.MatchString(text[list[i-1].End:list[i].Start]) {
			return false
		}
	}
	return true
}

func isGas(f *facts.Fact) bool {
	return f.Dimension == string(quantity.Emissions) || f.Dimension == string(quantity.CarbonGas)
}

// measured gives a fact the metric that the reader says, where its unit and the words beside it allow that.
func (t *telling) measured(f *facts.Fact, measure statement.Answer) {
	if measure.Sure >= sureMetric || measure.Sure >= sureOfGas && strings.HasPrefix(measure.Value, "ghg") && isGas(f) {
		f.Metric = t.money(Measured(facts.Metric(measure.Value), f))
	}
	t.named(f, measure)
	if f.Metric == facts.RenewableShare && cell.OnlyNonRenewable(t.said.Text) {
		f.Metric = facts.Other
	}
	if after := t.said.Text[t.q.End:]; f.Metric == facts.Remuneration && prose.OfWhat.MatchString(after) && !prose.OfPay.MatchString(after) {
		f.Metric = facts.Other // "20 % of Group target achievement" is no part of pay
	}
	if f.Metric == facts.Accidents && hoursWorked.MatchString(t.said.Text[t.q.End:]) {
		f.Metric = facts.Other // in which they happened
	}
}

// named takes what stands right behind a figure at its word, whatever the reader makes of the sentence: "a 19 % reduction in waste" beside one in emissions
// is none of them, and "50 sites" are no people. A reader that is not sure gives way to the only thing that the sentence names.
func (t *telling) named(f *facts.Fact, measure statement.Answer) {
	after := t.said.Text[t.q.End:]
	if m := changeIn.FindStringSubmatch(after); m != nil && quantity.Dimension(f.Dimension) == quantity.Percent {
		if of := cell.SubjectOf(m[1]); of != facts.Other {
			f.Metric = Measured(of, f)
		}
		return
	}
	if m := plainNoun.FindString(after); f.Metric == facts.Headcount && m != "" && wherePeople.MatchString(t.said.Text[:t.q.Start]) && !cell.CountsPeople(m) {
		f.Metric, t.renamed = facts.Other, true
	}
	weighed := f.Metric == facts.Waste || f.Metric == facts.Water
	if of := cell.SubjectOf(t.said.Text); weighed && measure.Sure < sureBeyondWords && of != facts.Other && f.Metric != of {
		f.Metric, t.renamed = facts.Other, true
	}
}

// sureBeyondWords is how sure a reader has to be of a metric that its sentence does not name while it names another.
const sureBeyondWords = 0.6

var (
	// changeIn is what a change is in, right behind it.
	changeIn = pattern.Compile(`(?i)^\s*(?:reduction|decrease|decline|fall|drop|cut|saving|increase|rise|growth)s?\s+(?:in|of)\s+` +
		`(?:(?:our|its|the|total|overall)\s+)*` +
		`((?:\p{L}[\p{L}-]*\s+){0,2}?\p{L}[\p{L}-]*(?:\s+(?:use|usage|consumption|emissions|withdrawal|intensity))?)`)
	// wherePeople leads to the number of places in which people work: "at over 50 sites".
	wherePeople = pattern.Compile(`(?i)\b(?:at|in|across|throughout)\s+(?:(?:over|more|than|about|around|approximately|some|nearly|almost|our|its|all)\s+){0,3}$`)
	// plainNoun is a plural right behind a number.
	plainNoun = pattern.Compile(`^\s+(?:\p{Ll}+\s+)?\p{Ll}{3,}s\b`)
)
