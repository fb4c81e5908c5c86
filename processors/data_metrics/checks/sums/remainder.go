package sums

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// mostParts bounds the figures of a sentence of which all sums are tried.
const mostParts = 8

// leftOver leads to what is left of a whole: "the remaining 34 %".
var leftOver = pattern.Compile(`(?i)\b(?:remaining|remainder|rest|balance)\b[^.;:%\d]{0,40}$`)

// Remainders holds "88.9 % was recycled; the remaining 13.1 % went to landfill" and "214 calls; 171 were about dust and the remaining 43 about
// other matters" against the other parts: some of the figures beside the remainder make the whole with it.
func Remainders(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i, left := range x.Figures {
			if !leftOver.MatchString(x.Text[:left.Start]) || left.Range || left.Bound != quantity.Exactly || left.Value.Sign() <= 0 {
				continue
			}
			c, ok := leftOf(x, x.Figures[:i], left)
			if y := x.Earlier(); !ok && i == 0 && len(y.Percents()) == 1 {
				c, ok = leftOf(y, y.Percents(), left)
			}
			if ok {
				out = append(out, x.Utter(c, left.Text, true))
			}
		}
	}
	return out
}

// leftOf holds a remainder against the figures before it: percentages against 100, amounts against the whole that the sentence divides.
func leftOf(x sheet.Statement, before []quantity.Quantity, left quantity.Quantity) (c events.Check, ok bool) {
	parts := slices.DeleteFunc(slices.Clone(before), func(q quantity.Quantity) bool {
		return q.Range || q.Bound != quantity.Exactly || !q.Comparable(left) || ofOtherYear.MatchString(x.Text[:q.Start])
	})
	whole, of, slack := compare.Hundred, "100 %", halfOf(left)
	if left.Unit.Dimension != quantity.Percent {
		if len(parts) < 2 || !divided.MatchString(x.Text[parts[0].End:parts[1].Start]) || givesPart.MatchString(x.Text[:parts[0].Start]) {
			return c, false
		}
		whole, of, slack = parts[0].Base(), parts[0].Text, quantity.Sum(slack, halfOf(parts[0]))
		c.Inputs = append(c.Inputs, x.Input("whole", parts[0]))
		parts = parts[1:]
	}
	if len(parts) == 0 || len(parts) > mostParts {
		return c, false
	}
	var terms []string
	nested := false
	for _, q := range parts {
		slack = quantity.Sum(slack, halfOf(q))
		terms = append(terms, q.Text)
		c.Inputs = append(c.Inputs, x.Input("part", q))
		nested = nested || nestedPart.MatchString(x.Text[:q.Start])
	}
	makes := func(some []quantity.Quantity) bool {
		return quantity.Abs(quantity.Sub(sumWith(left, some), whole)).Cmp(slack) <= 0
	}
	sum := sumWith(left, parts)
	c.Inputs = append(c.Inputs, x.Input(sheet.StatedLabel+" remainder", left))
	c.Working = fmt.Sprintf("%s + %s = %s; whole: %s", strings.Join(terms, " + "), left.Text, compare.Show(sum), of)
	for from := range parts {
		if makes(parts[from:]) {
			c.Result, c.Severity, c.Message = events.CheckPass, "info", "The parts and the remainder make the whole."
			return c, true
		}
	}
	// What is far off is the remainder of something else, and of parts of parts it is open which are meant.
	if nested && len(parts) > 1 || !compare.WithinPercent(whole, sum, aQuarter) {
		return c, false
	}
	c.Result, c.Severity = events.CheckFail, "critical"
	c.Expected, c.Stated = compare.Show(quantity.Sub(quantity.Sum(whole, left.Base()), sum)), left.Text
	c.Message = fmt.Sprintf("The remainder of %s does not fit: with the other parts (%s) it makes %s of %s.", left.Text, strings.Join(terms, ", "),
		compare.Show(sum), of)
	return c, true
}

var (
	aQuarter = apd.New(25, 0)
	// divided leads from a whole to its parts.
	divided = pattern.Compile(`(?i)[;:]|\b(?:of\s+(?:which|whom|them|these)|thereof)\b`)
	// givesPart leads to a part, also where it comes first: "the six features accounted for 3,072 tonnes; the series for 2,940".
	givesPart = pattern.Compile(`(?i)\b(?:account\w*\s+for|mak(?:es?|ing)\s+up|made\s+up|contribut\w+|caused|came\s+from)\s+` + sheet.Hedges + `$`)
	// nestedPart leads to a part of a part, or to one that stands apart.
	nestedPart = pattern.Compile(`(?i)\b(?:of\s+which|of\s+whom|including|includes|thereof)\b[^.;,\d]{0,40}$|\([^()]{2,40}$`)
)

func halfOf(q quantity.Quantity) *apd.Decimal { return quantity.Sub(q.Interval().High, q.Base()) }

func sumWith(q quantity.Quantity, others []quantity.Quantity) *apd.Decimal {
	sum := q.Base()
	for _, o := range others {
		sum = quantity.Sum(sum, o.Base())
	}
	return sum
}

var (
	// atPrice leads from a number of things to the price of one, cost from there to what they cost.
	atPrice = pattern.Compile(`(?i)\bat\s+(?:(?:an?|the|our)\s+)?(?:(?:average|mean|internal|unit|fixed|weighted)\s+)*(?:price|cost|rate|` +
		`fee)\s+of\s+` + sheet.Hedges + `$`)
	cost = pattern.Compile(`(?i)^(?:[\s,(=]|\b(?:each|apiece|per\s+\p{L}+(?:\s+CO2e?)?|a\s+\p{L}+|this|that|which|it|they|for|or|i\.e\.|is|was|` +
		`were|made|makes|` +
		`cost\w*|worth|total\w*|in\s+total|a\s+total\s+of|in\s+all|altogether|amount\w*\s+to|came\s+to|equal\s+to)\b)*` + sheet.Hedges + `$`)
)

// Paid holds "1,310 allowances at an average price of EUR 66.8, for EUR 87,508 in all" against itself.
func Paid(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i := 2; i < len(x.Figures); i++ {
			n, price, sum := x.Figures[i-2], x.Figures[i-1], x.Figures[i]
			if price.Unit.Dimension != quantity.Money || !sum.Unit.Comparable(price.Unit) || sum.Per != "" || !atPrice.MatchString(x.Text[n.End:price.Start]) ||
				!cost.MatchString(x.Text[price.End:sum.Start]) || n.Range || price.Range || sum.Range ||
				n.Unit.Dimension == quantity.Percent || price.Value.Sign() <= 0 || n.Value.Sign() <= 0 {
				continue
			}
			c := events.Check{Inputs: []events.CheckInput{x.Input("number", n), x.Input("price", price), x.Input(sheet.StatedLabel+" sum", sum)}}
			value := quantity.Mul(n.Base(), price.Base())
			low := quantity.Mul(n.Interval().Low, price.Interval().Low)
			high := quantity.Mul(n.Interval().High, price.Interval().High)
			c.Working = fmt.Sprintf("%s x %s = %s; stated: %s", n.Text, price.Text, compare.Show(value), sum.Text)
			compare.Settle(&c, value, sum.Base(), sum.Unit.Base(), sum.Interval().Overlaps(quantity.Interval{Low: low, High: high}))
			// A price that is an average, and figures said to be about, leave some per cent open, no power of ten.
			bound := sum.Bound
			if power := thousandsOrTens(value, sum.Base()); power != 0 {
				bound = quantity.Exactly
			}
			compare.Conclude(&c, compare.WithinPercent(value, sum.Base(), compare.OnePercent), bound, "1 %")
			out = append(out, x.Utter(c, sum.Text, true))
		}
	}
	return out
}

// thousandsOrTens is the power of ten by which a is more than b, to a per cent; 0 if it is none but 0.
func thousandsOrTens(a, b *apd.Decimal) int {
	for _, power := range []int32{1, -1, 2, -2, 3, -3, 6, -6} {
		if compare.WithinPercent(a, quantity.Mul(b, apd.New(1, power)), compare.OnePercent) {
			return int(power)
		}
	}
	return 0
}

var (
	stillMissing = pattern.Compile(`(?i)^\s*(?:are|is)?\s*(?:still\s+)?(?:missing|to\s+go|outstanding|short|needed|left)\b`)
	targetSaid   = pattern.Compile(`(?i)\b(?:targets?|goals?|aims?)\b`)
)

// Missing holds "our target is 15 %, so 8.2 points are missing" against what the sentence before says to be achieved.
func Missing(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if !targetSaid.MatchString(x.Text) {
			continue
		}
		goals := x.Percents()
		done := sheet.Statement{Figures: x.Earlier().Figures}.Percents()
		if len(goals) == 2 {
			goals, done = goals[:1], goals[1:]
		}
		for _, q := range x.Figures {
			if q.Unit.Dimension != quantity.Points || !stillMissing.MatchString(x.Text[q.End:]) || len(goals) != 1 || len(done) != 1 || q.Start < goals[0].Start {
				continue
			}
			left := quantity.Abs(quantity.Sub(goals[0].Value, done[0].Value))
			slack := quantity.Sum(q.Half, goals[0].Half, done[0].Half)
			if exact := quantity.Abs(goals[0].Value); exact.Exponent >= 0 { // a target of 15 % is one of 15.0 %
				slack = quantity.Sum(q.Half, done[0].Half)
			}
			c := events.Check{Inputs: []events.CheckInput{x.Input("target", goals[0]), x.Input("achieved", done[0]), x.Input(sheet.StatedLabel+" points", q)}}
			c.Working = fmt.Sprintf("%s - %s = %s; stated: %s", goals[0].Text, done[0].Text, compare.Show(left), q.Text)
			compare.Settle(&c, left, q.Value, "percentage points", quantity.Abs(quantity.Sub(left, q.Value)).Cmp(slack) <= 0)
			compare.Conclude(&c, false, q.Bound, "rounding")
			out = append(out, x.Utter(c, q.Text, true))
		}
	}
	return out
}

var (
	together = pattern.Compile(`(?i)\btogether\b[^.;:\d]{0,40}$`)
	notAll   = pattern.Compile(`(?i)\b(?:includ\w+|such\s+as|e\.g\.|for\s+example|of\s+which|among|above\s+all|mainly|together\s+with|up\s+to|more\s+than)\b`)
	// inAllBehind says behind a figure that it is the sum of those before it.
	inAllBehind = pattern.Compile(`(?i)^\s*(?:[\p{L}]+\s+){0,2}?(?:in\s+all|in\s+total|altogether|together|combined)\s*(?:[.,;)]|$)`)
	commaBefore = pattern.Compile(`^[\p{L}\s³²/-]{0,40}[,(–-]\s*(?:(?:or|making|that\s+is|which\s+(?:is|makes))\s+)?$`)
	jointly     = pattern.Compile(`(?i)\b(?:and|plus)\b`)
	listPart    = pattern.Compile(`(?i)^[^.;:\d]{2,60}(?:,|\band\b|,\s*and)\s*$`)
)

// summed holds "17,840 employees and 6,920 contractors, together 24,760" and "gave 22.7 million: 13.9 million as food, 5.2 million in cash and
// 3.6 million raised" against themselves.
func summed(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if len(x.Figures) < 3 || notAll.MatchString(x.Text) || x.Renewed() {
			continue
		}
		for i := 2; i < len(x.Figures); i++ {
			a, b, c := x.Figures[i-2], x.Figures[i-1], x.Figures[i]
			if list := x.Figures[:i]; inAllBehind.MatchString(x.Text[c.End:]) && listable(x.Figures[:i+1]...) && len(list) <= mostParts && oneBehindTheOther(x, list) &&
				commaBefore.MatchString(x.Text[b.End:c.Start]) {
				out = append(out, makes(x, c, list, true)...)
				continue
			}
			if together.MatchString(x.Text[b.End:c.Start]) && jointly.MatchString(x.Text[a.End:b.Start]) && listable(a, b, c) && c.Base().Cmp(a.Base()) > 0 &&
				c.Base().Cmp(b.Base()) > 0 {
				out = append(out, makes(x, c, []quantity.Quantity{a, b}, true)...)
			}
		}
		whole, parts := x.Figures[0], x.Figures[1:]
		opened := strings.HasSuffix(strings.TrimSpace(x.Text[whole.End:parts[0].Start]), ":") && !ofOtherYear.MatchString(x.Text[:parts[0].Start])
		if opened && len(parts) <= mostParts && listable(x.Figures...) && lists(x, parts) {
			out = append(out, makes(x, whole, parts, false)...)
		}
	}
	return out
}

// listable reports whether figures are amounts that can be added.
func listable(all ...quantity.Quantity) bool {
	return !slices.ContainsFunc(all, func(q quantity.Quantity) bool {
		return !sheet.Amount(q) || !q.Comparable(all[0]) || q.Value.Sign() <= 0
	})
}

// beingSomething says of so many what they are or have, which may be true of others as well: "9 are independent and 4 are women".
var beingSomething = pattern.Compile(`(?i)^\s*(?:of\s+(?:them|whom)\s+)?(?:are|is|were|was|have|has|had)\b`)

// lists reports whether nothing but their names stands between the parts of a thing.
func lists(x sheet.Statement, parts []quantity.Quantity) bool {
	for i := 1; i < len(parts); i++ {
		between := x.Text[parts[i-1].End:parts[i].Start]
		if !listPart.MatchString(between) || beingSomething.MatchString(between) {
			return false
		}
	}
	return jointly.MatchString(x.Text[parts[len(parts)-2].End:parts[len(parts)-1].Start])
}

// makes holds a whole against its parts. What a list leaves over is no mistake, unless two digits exchanged explain it.
func makes(x sheet.Statement, whole quantity.Quantity, parts []quantity.Quantity, all bool) []sheet.Utterance {
	slack := halfOf(whole)
	var terms []string
	c := events.Check{}
	sum := quantity.Int(0)
	for _, q := range parts {
		slack, sum = quantity.Sum(slack, halfOf(q)), quantity.Sum(sum, q.Base())
		terms = append(terms, q.Text)
		c.Inputs = append(c.Inputs, x.Input("part", q))
	}
	if parts[0].Unit.Dimension == quantity.Count && parts[0].Scale == nil {
		slack = quantity.Int(0) // what is counted is not rounded
	}
	off := quantity.Sub(whole.Base(), sum)
	explained := all || off.Sign() < 0
	for _, q := range append(slices.Clone(parts), whole) {
		for _, e := range compare.Exchanges(q) {
			change := quantity.Sub(e.Base(), q.Base())
			if q.Start == whole.Start {
				change = new(apd.Decimal).Neg(change)
			}
			explained = explained || quantity.Abs(quantity.Sub(off, change)).Cmp(slack) <= 0
		}
	}
	fits := quantity.Abs(off).Cmp(slack) <= 0
	if !fits && (!explained || !compare.WithinPercent(whole.Base(), sum, aQuarter)) {
		return nil
	}
	c.Inputs = append(c.Inputs, x.Input(sheet.StatedLabel+" whole", whole))
	c.Working = fmt.Sprintf("%s = %s %s; stated: %s", strings.Join(terms, " + "), compare.Show(sum), whole.Unit.Base(), whole.Text)
	compare.Settle(&c, sum, whole.Base(), whole.Unit.Base(), fits)
	compare.Conclude(&c, fits, quantity.Exactly, "rounding")
	return []sheet.Utterance{x.Utter(c, whole.Text, true)}
}
