package passage

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// perThing reads what a quotient is per: "7.2 GWh for each turbine", "kWh per m2", "per million hours".
	perThing = pattern.Compile(`(?i)^\s*(?:[\p{L}³²]+\s+){0,4}?(?:of\s+[\p{L}³²\d]+\s+)?(?:for\s+(?:each|every)|per|each|a|je|pro)\s+` +
		`(?:thousand\s+|million\s+|billion\s+|square\s+)?([\p{L}²³]+\d?)`)
	eachBefore = pattern.Compile(`(?i)\beach\s+(?:of\s+our\s+(?:[\d.,]+\s+)?)?([\p{L}]+)\b[^.;:\d]{0,40}$`)
	// ofTime are words of what something is done in rather than done per.
	ofTime    = pattern.Compile(`(?i)^(?:day|week|month|year|hour|minute|second|annum|cent|tag|woche|monat|jahr|stunde|quarter|head|share)s?$`)
	scaledPer = pattern.Compile(`(?i)^\s*per\s+(?:thousand|million|billion)\s`)
	thing     = pattern.Compile(`^\s*(?:[\p{L}-]+\s+){0,2}?([\p{L}-]+)`)
	average   = pattern.Compile(`(?i)\b(?:average|each|apiece|every|per\s+(?:person|head|employee))\b`)
)

// perEach reads "120 turbines generated 864 GWh, 7.2 GWh for each turbine": one of two figures over the other, which is of what it is per.
func perEach(p passage) []claim {
	a, b, q, ok := p.third()
	if !ok || len(p.all) != 3 || q.Unit.Dimension == quantity.Percent || sheet.OfOtherBasis(perWords.ReplaceAllString(p.text, "")) {
		return nil
	}
	behind := p.text[q.End-len(unitOf(q)):]
	per := sheet.FirstOf(perThing.FindStringSubmatch(behind))
	if per == "" {
		per = sheet.FirstOf(eachBefore.FindStringSubmatch(p.text[b.End:q.Start]))
	}
	if per == "" || ofTime.MatchString(per) && !scaledPer.MatchString(behind) {
		return nil
	}
	if p.counts(a, per) {
		a, b = b, a // what it is per comes second
	}
	ofOne := a.Unit.Dimension != quantity.Count && (q.Unit.Comparable(a.Unit) || sheet.MassLike(q) && sheet.MassLike(a)) ||
		q.Unit.Comparable(a.Unit) && (scaledPer.MatchString(behind) || alikeThings(p, a, q))
	if !p.counts(b, per) || p.counts(a, per) || !sheet.Amount(a) || !sheet.Amount(b) || a.Value.Sign() <= 0 || b.Value.Sign() <= 0 || !ofOne {
		return nil
	}
	return quotient(q, a, b)
}

var perWords = pattern.Compile(`(?i)\b(?:per|intensit)\s*\w*`)

// unitOf is what of the text of a figure follows its number.
func unitOf(q quantity.Quantity) string {
	_, unit, _ := strings.Cut(q.Text, q.Number)
	return unit
}

// counts reports whether a figure is of a thing: the words behind it name it, or its unit does.
func (p passage) counts(q quantity.Quantity, thing string) bool {
	end := min(len(p.text), q.End+40)
	behind := p.text[q.End:end]
	if stop := strings.IndexAny(behind, ".,;:(0123456789"); stop >= 0 {
		behind = behind[:stop]
	}
	if words := strings.Fields(behind); len(words) > 3 {
		behind = strings.Join(words[:3], " ")
	}
	same := func(a, b string) bool {
		a, b = strings.ToLower(a), strings.ToLower(b)
		return a == b || len(a) > 2 && strings.TrimSuffix(a, "s") == strings.TrimSuffix(b, "s") ||
			min(len(a), len(b)) > 4 && sheet.FirstRunes(a, 5) == sheet.FirstRunes(b, 5)
	}
	for _, w := range strings.Fields(unitOf(q) + " " + behind) {
		if same(w, thing) {
			return true
		}
	}
	return false
}

// quotient claims that a figure is one over another, at the power of ten that brings them nearest.
func quotient(stated, over, under quantity.Quantity) []claim {
	v, ok := quantity.Ratio(over.Value, under.Value)
	low, okLow := quantity.Ratio(quantity.Sub(over.Value, over.Half), quantity.Sum(under.Value, under.Half))
	high, okHigh := quantity.Ratio(quantity.Sum(over.Value, over.Half), quantity.Sub(under.Value, under.Half))
	if !ok || !okLow || !okHigh {
		return nil
	}
	return scaled(claim{stated: stated, parts: []quantity.Quantity{over, under}, value: v, span: quantity.Interval{Low: low, High: high},
		working: over.Text + " / " + under.Text})
}

// scaled brings what is computed to the power of ten of what is stated: their units may differ by it.
func scaled(c claim) []claim {
	for power := int32(-9); power <= 9; power++ {
		by := apd.New(1, power)
		r, ok := quantity.Ratio(quantity.Mul(c.value, by), c.stated.Value)
		if ok && r.Cmp(apd.New(316, -3)) > 0 && r.Cmp(apd.New(316, -2)) <= 0 {
			c.value = quantity.Mul(c.value, by)
			c.span = quantity.Interval{Low: quantity.Mul(c.span.Low, by), High: quantity.Mul(c.span.High, by)}
			if power != 0 {
				c.working += fmt.Sprintf(" x 10^%d", power)
			}
			return []claim{c}
		}
	}
	return nil
}

// product reads "4,400 employees received 12 hours each on average, 52,800 hours in all".
func product(p passage) []claim {
	a, b, q, ok := p.third()
	if !ok || p.own > 0 || !sheet.Amount(q) || a.Unit.Dimension != quantity.Count || b.Unit.Dimension == quantity.Percent ||
		!inAllBefore.MatchString(p.text[b.End:q.Start]) && !inAllBehind.MatchString(p.text[q.End:]) ||
		!average.MatchString(p.text[a.Start:q.Start]) || !alikeThings(p, b, q) {
		return nil
	}
	return multiplied(q, a, b)
}

// alikeThings reports whether two figures are of one thing: by their units or by the word behind them.
func alikeThings(p passage, a, b quantity.Quantity) bool {
	if a.Unit.Dimension != quantity.Count || b.Unit.Dimension != quantity.Count {
		return a.Unit.Comparable(b.Unit)
	}
	one := sheet.FirstOf(thing.FindStringSubmatch(p.text[a.End:]))
	return one != "" && p.counts(b, one)
}

func multiplied(stated, a, b quantity.Quantity) []claim {
	return scaled(claim{stated: stated, parts: []quantity.Quantity{a, b}, value: quantity.Mul(a.Value, b.Value), working: a.Text + " x " + b.Text,
		span: quantity.Interval{
			Low:  quantity.Mul(quantity.Sub(a.Value, a.Half), quantity.Sub(b.Value, b.Half)),
			High: quantity.Mul(quantity.Sum(a.Value, a.Half), quantity.Sum(b.Value, b.Half)),
		}})
}

var (
	aUnit     = pattern.Compile(`(?i)^\s*(?:[\p{L}\d]+\s+){0,2}?(?:a|an|per|each|je|pro|/)\s*([\p{L}]+)`)
	resulting = pattern.Compile(`(?i)\b(?:made|makes|came\s+to|comes\s+to|cost|costs|gives|gave|resulting\s+in|which\s+is|that\s+is|thus|or|` +
		`ergibt|ergab)\b[^.;:\d]{0,40}$`)
)

// priced reads "38,000 tonnes at EUR 80 a tonne, which came to EUR 3.04 million" and "5,600 MWh at 0.35 t CO2e per MWh made 1,960 t CO2e".
func priced(p passage) []claim {
	var out []claim
	for i := max(2, p.own); i < len(p.all); i++ {
		n, price, q := p.all[i-2], p.all[i-1], p.all[i]
		per := sheet.FirstOf(aUnit.FindStringSubmatch(p.text[price.End-len(price.Text)+len(price.Number):]))
		if !sheet.Amount(q) || !q.Unit.Comparable(price.Unit) || n.Unit.Comparable(price.Unit) || !atOnly.MatchString(p.text[n.End:price.Start]) ||
			!resulting.MatchString(p.text[price.End:q.Start]) || price.Unit.Dimension == quantity.Percent || per == "" || ofTime.MatchString(per) || !p.counts(n, per) {
			continue
		}
		out = append(out, multiplied(q, n, price)...)
	}
	return out
}

var (
	atOnly  = pattern.Compile(`(?i)\bat\s+(?:[\p{L}]+\s+){0,4}$`)
	timesAs = pattern.Compile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|\d{1,2}(?:\.\d)?)\s+times\s+` +
		`(?:as\s+(?:much|many|high|large)\s+as|the)\s+(?:(?:in|the|our)\s+)*$`)
	nothing  = pattern.Compile(`^[^.;:]{0,60}$`)
	oneThird = apd.New(15, 0)
)

// manyTimes reads "4.2 million m3, three times as much as the 1.4 million m3 of 2018".
func manyTimes(p passage) []claim {
	var out []claim
	for i := max(1, p.own); i < len(p.all); i++ {
		a, b := p.all[i-1], p.all[i]
		m := timesAs.FindStringSubmatchIndex(p.text[a.End:b.Start])
		if m == nil || !alike(a, b) || b.Value.Sign() <= 0 || !nothing.MatchString(p.text[a.End:a.End+m[2]]) {
			continue
		}
		word := p.text[a.End+m[2] : a.End+m[3]]
		q := number(word, a.End+m[2])
		r, ok := quantity.Ratio(a.Base(), b.Base())
		if !ok || q.Value == nil || compare.WithinPercent(r, q.Value, oneThird) {
			continue // "three times" is round
		}
		out = append(out, claim{stated: q, parts: []quantity.Quantity{a, b}, value: r, span: exactly(r), working: a.Text + " / " + b.Text})
	}
	return out
}

// number is a number in words or digits as a figure at a place.
func number(word string, at int) quantity.Quantity {
	printed := word
	if n := sheet.SmallNumber(word); n > 0 {
		printed = fmt.Sprint(n)
	}
	q, err := quantity.Parse(printed, quantity.Point)
	if err != nil {
		return quantity.Quantity{}
	}
	q.Text, q.Number, q.Start, q.End = word, printed, at, at+len(word)
	return q
}
