package target

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// pledge is a target of lower emissions, as a sentence states it: one reduction until one year.
type pledge struct {
	sheet.Spot
	scope      string // "1", "1+2" ...; empty if the sentence names none
	percent    quantity.Quantity
	base, year int // base is 0 where none is named
	sentence   string
}

// mostPledges bounds what is read of one report.
const mostPledges = 60

var (
	planned = pattern.Compile(`(?i)\b(?:will|aims?|aiming|targets?|goals?|plan(?:s|ned|ning)?|commit\w*|pledge\w*|intend\w*|ambitions?|want|seek|` +
		`(?:is|are)\s+to\s+(?:be\s+)?(?:fall|drop|shrink|reduc|cut|lower|decreas|declin|halv)\w*)\b`)
	offsetting = pattern.Compile(
		`(?i)\b(?:intensit\w*|per\s+(?:employee|tonne|ton|unit|euro|m2|million)|offset\w*|compensat\w*|annually|per\s+(?:year|annum)|each\s+year|a\s+year|p\.a\.)\b`)
	ofOthers = pattern.Compile(`\bGreen Deal\b|\bEuropean (?:Union|Commission|Climate|Council)\b|` +
		`\bEU\b|(?i:\bgovernments?\b|\bnational\b|\bcountries\b|\bsuppliers? (?:aim|commit|plan|pledge))`)
	betweenBoth = pattern.Compile(`(?i)\b(?:between|from)\s+(20\d{2}|199\d)\s+(?:and|to)\s+(20\d{2})\b`)
	yearlyRate  = pattern.Compile(`(?i)[\d.,]+\s*(?:%|per ?cent|percentage points)` +
		`(?:\s+of\s+(?:the\s+)?base(?:line)?[\s-]year(?:'s)?(?:\s+emissions)?)?\s+(?:each\s+year|every\s+year|a\s+year|per\s+(?:year|annum)|annually|p\.a\.)`)
)

// pledges reads the report's targets, each once, where it first stands.
func pledges(s *sheet.Sheet) []pledge {
	return sheet.Once(s, func() []pledge { return readPledges(s) })
}

func readPledges(s *sheet.Sheet) []pledge {
	all := []pledge{}
	s.EachSentence(func(page int, text string) {
		sentence := text
		text = yearlyRate.ReplaceAllString(text, " ") // what a target asks for a year is no target of its own
		if len(all) >= mostPledges || !strings.ContainsAny(text, "%") && !strings.Contains(text, "hal") ||
			!sheet.UntilYear.MatchString(text) && !betweenBoth.MatchString(text) || !sheet.AboutCarbon.MatchString(text) ||
			!planned.MatchString(text) || !prose.ToLower(text) || prose.Raising.MatchString(text) ||
			ofOthers.MatchString(text) || offsetting.MatchString(text) {
			return
		}
		for _, p := range pledgesIn(text) {
			p.Page, p.Words, p.sentence = page, sheet.Shorten(text), sentence
			if !slices.ContainsFunc(all, p.same) {
				all = append(all, p)
			}
		}
	})
	for i := range s.Facts { // and those that tables of targets state
		f := &s.Facts[i]
		if len(all) >= mostPledges || f.Source != facts.FromTable || f.Metric != facts.GHGReduction ||
			!f.Target || f.BaseYear == 0 || f.Category != "" || f.Boundary != "" {
			continue
		}
		q := f.Quantity()
		if q.Unit.Dimension != quantity.Percent || q.Value.IsZero() || f.Year <= f.BaseYear {
			continue
		}
		q.Value = quantity.Abs(q.Value)
		p := pledge{Spot: sheet.Spot{Page: f.Page, Words: sheet.Shorten(f.Own() + " " + f.Printed)}, scope: f.Scope, percent: q, base: f.BaseYear, year: f.Year}
		if q.Value.Cmp(compare.Hundred) <= 0 && !slices.ContainsFunc(all, p.same) {
			all = append(all, p)
		}
	}
	return all
}

func (p pledge) same(o pledge) bool {
	return p.scope == o.scope && p.base == o.base && p.year == o.year && p.percent.Value.Cmp(o.percent.Value) == 0
}

// pledgesIn reads one sentence: each percentage with the year that follows it, or the only one with the only year.
// A sentence that names scopes apart does not say which of them a percentage is of.
func pledgesIn(text string) []pledge {
	labels := sheet.NamedScopes.FindAllString(text, -1)
	if len(labels) > 1 {
		return nil
	}
	scope := ""
	if len(labels) == 1 {
		scope = vocabulary.ScopeOf(labels[0])
	}
	both := betweenBoth.FindStringSubmatch(text)
	var all []quantity.Quantity
	figures := quantity.Find(text, quantity.Detect(text, quantity.Point))
	for _, q := range figures {
		if q.Unit.Dimension == quantity.Percent && !q.Range && q.Value.Sign() > 0 && q.Value.Cmp(compare.Hundred) <= 0 {
			all = append(all, q)
		}
	}
	if q, ok := prose.Halves(text, figures); ok {
		all = append(all, q)
	}
	base := 0
	switch {
	case both != nil:
		base = sheet.YearNumber(both[1])
	case len(all) > 0:
		base = sheet.BaseYear(text, figures, all[0])
	}
	var out []pledge
	for _, q := range all {
		if m := sheet.ThenUntil.FindStringSubmatch(text[q.End:]); m != nil {
			out = append(out, pledge{scope: scope, percent: q, base: base, year: sheet.YearNumber(m[1])})
		}
	}
	if years := sheet.UntilYear.FindAllStringSubmatch(text, -1); len(out) == 0 && len(all) == 1 && len(years) == 1 {
		out = append(out, pledge{scope: scope, percent: all[0], base: base, year: sheet.YearNumber(years[0][1])})
	} else if len(out) == 0 && len(all) == 1 && both != nil && len(years) == 0 && !sheet.HasGone(text) {
		out = append(out, pledge{scope: scope, percent: all[0], base: base, year: sheet.YearNumber(both[2])})
	}
	return slices.DeleteFunc(out, func(p pledge) bool { return p.base >= p.year })
}

func (p pledge) inputs() []events.CheckInput {
	out := []events.CheckInput{{Label: "target: " + p.Words, Value: compare.Show(p.percent.Value), Unit: "%", Page: p.Page}}
	if p.base > 0 {
		out = append(out, events.CheckInput{Label: "base year", Value: strconv.Itoa(p.base), Page: p.Page})
	}
	return append(out, events.CheckInput{Label: "target year", Value: strconv.Itoa(p.year), Page: p.Page})
}

func (p pledge) of() string {
	if p.scope == "" {
		return "emissions"
	}
	return "Scope " + p.scope + " emissions"
}

// path is what a target asks for a year, in points of the base year and as a constant rate of each year before.
func (p pledge) path() (linear, compound *apd.Decimal) {
	years := int64(p.year - p.base)
	linear, _ = quantity.Ratio(p.percent.Value, quantity.Int(years))
	return linear, CompoundRate(p.percent.Value, years)
}

// CompoundRate is the constant yearly reduction that makes the whole one: 100 (1 - (1 - p/100)^(1/years)).
func CompoundRate(percent *apd.Decimal, years int64) *apd.Decimal {
	left, _ := quantity.Ratio(quantity.Sub(compare.Hundred, percent), compare.Hundred)
	if left.Sign() <= 0 {
		return compare.Hundred
	}
	exponent, _ := quantity.Ratio(quantity.Int(1), quantity.Int(years))
	root := new(apd.Decimal)
	if _, err := apd.BaseContext.WithPrecision(20).Pow(root, left, exponent); err != nil {
		return compare.Hundred // no root of a number between 0 and 1 fails
	}
	return quantity.Mul(compare.Hundred, quantity.Sub(quantity.Int(1), root))
}

// course is how far a pledge has come: what was emitted in its base year and in the last year that the report gives.
type course struct {
	then, now emission
	last      int          // the year of now
	reduced   *apd.Decimal // per cent of the base year, negative for a rise
}

// emission is what was emitted in a year: one figure, or the sum of those of its scopes.
type emission struct {
	amount *apd.Decimal
	inputs []events.CheckInput
}

// courseOf finds what was emitted then and now, of one scope and by one method. Without both, or with two answers,
// there is none.
func courseOf(s *sheet.Sheet, p pledge) (course, bool) {
	if p.scope == "" || p.base == 0 {
		return course{}, false
	}
	last := s.LastYear(p.scope)
	for _, n := range strings.Split(p.scope, "+") {
		last = max(last, s.LastYear(n))
	}
	if last <= p.base || last > p.year {
		return course{}, false
	}
	var found *course
	for _, method := range []string{"market", "location", ""} {
		then, ok := emittedIn(s, p.scope, method, p.base)
		now, there := emittedIn(s, p.scope, method, last)
		if !ok || !there || then.amount.Sign() <= 0 {
			continue
		}
		c := course{then: then, now: now, last: last}
		c.reduced, _ = quantity.PercentOf(quantity.Sub(then.amount, now.amount), then.amount)
		switch {
		case method != "" && strings.Contains(strings.ToLower(p.sentence), method+"-based"):
			return c, true
		case found == nil:
			found = &c
		case method != "" && found.reduced.Cmp(c.reduced) != 0:
			return course{}, false // the target does not say by which method
		}
	}
	if found == nil {
		return course{}, false
	}
	return *found, true
}

// emittedIn is what was emitted of a scope in a year: a figure of its own, the sum of its scopes, or what a sentence
// says of the base year. Two figures that differ are no answer.
func emittedIn(s *sheet.Sheet, scope, method string, year int) (emission, bool) {
	var said *baseAmount
	for _, b := range baseAmounts(s) {
		if b.scope != scope || b.year != year || b.method != "" && b.method != method {
			continue
		}
		if said != nil && !said.amount.Interval().Overlaps(b.amount.Interval()) {
			return emission{}, false
		}
		said = &b
	}
	if f := one(s, scope, method, year); usable(f, method) {
		if said != nil && !said.amount.Interval().Overlaps(f.Quantity().Interval()) {
			return emission{}, false
		}
		return emission{f.Quantity().Base(), []events.CheckInput{sheet.Input(sheet.Entry{Fact: f, At: &f.Place}, "")}}, true
	}
	if said != nil {
		return emission{said.amount.Base(), []events.CheckInput{said.Input(fmt.Sprintf("Scope %s, %d", scope, year), said.amount)}}, true
	}
	parts := strings.Split(scope, "+")
	if len(parts) < 2 {
		return emission{}, false
	}
	sum := emission{amount: quantity.Int(0)}
	for _, n := range parts {
		f := one(s, n, method, year)
		if !usable(f, method) && !(n != "2" && usable(f, "")) {
			return emission{}, false
		}
		sum.amount = quantity.Sum(sum.amount, f.Quantity().Base())
		sum.inputs = append(sum.inputs, sheet.Input(sheet.Entry{Fact: f, At: &f.Place}, ""))
	}
	return sum, true
}

// usable says that a fact is of a whole scope, measured by the method if one is asked for.
func usable(f *facts.Fact, method string) bool {
	return f != nil && f.Method == method && f.Category == "" && f.Boundary == "" && !f.Ambiguous() && f.Bound == "" &&
		(f.Dimension == string(quantity.Emissions) || f.Dimension == string(quantity.Mass))
}

func one(s *sheet.Sheet, scope, method string, year int) *facts.Fact {
	all := s.Find(facts.Query{Metric: facts.GHGEmissions, Scope: scope, Method: method, Year: year})
	if len(all) != 1 {
		return nil
	}
	return all[0]
}
