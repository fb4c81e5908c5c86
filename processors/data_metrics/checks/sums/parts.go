package sums

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	outOf   = pattern.Compile(`(?i)^\s*(?:[\p{L}-]+\s+){0,2}?(?:of|out of)\s+(?:(?:our|the|its|all|a total of|these)\s+)*$`)
	orShare = pattern.Compile(
		`(?i)(?:,\s*or|\(|,\s*i\.e\.|,\s*that is|,\s*which is|,\s*equal to|,\s*equivalent to)\s*(?:about|around|approximately|some)?\s*$`)
	ofFirst   = pattern.Compile(`(?i)\b(?:of|out of)\s+(?:(?:our|the|its|all|a total of|these)\s+)*$`)
	thenShare = pattern.Compile(`^\s*(?:[\p{L}-]+\s+){0,2}\(\s*$`)
	ofThis    = pattern.Compile(`(?i)^(?:Of this(?: amount| sum| total)?|Of these|Of that)\b,?`)
	ofWhich   = pattern.Compile(`(?i),\s+of\s+which\s+$`)
)

// partCue says that what follows is a part of what stood before, ofThese the same behind it.
var partCue = pattern.Compile(`(?i)\b(?:of\s+(?:which|whom|them|these|it|that|this)|includ\w+|thereof)\b`)

var ofThese = pattern.Compile(`(?i)^\s*(?:of|among)\s+(?:them|these|which|whom|this)\b`)

// ofOtherYear stands before a figure in brackets that is of the year before.
var ofOtherYear = pattern.Compile(`\([^()]*(?:19|20)\d\d(?:/\d\d(?:\d\d)?)?\s*:?[^()\d]*$`)

var startsPart = pattern.Compile(`(?i)^(?:of\s+(?:this|these|that|it|them)\b[^.;:\d]{0,20},?|thereof,?)\s+$`)

// wholeCue leads to a whole whose part follows: "Of our capital expenditure of".
var wholeCue = pattern.Compile(`(?i)(?:^|[.;:]\s+)(?:out\s+)?of\s+[^.;:,\d]{0,80}$`)

// shareOf leads from a part to its share: "[548] were women (", "[148 million] or".
var shareOf = pattern.Compile(`(?i)^\s*(?:of\s+this\b\s*)?(?:[\p{L}-]+\s+){0,5}(?:\(\s*|,?\s*(?:or|i\.e\.|that\s+is|which\s+is|equal\s+to|equivalent\s+to|` +
	`representing|corresponding\s+to)\s*,?\s+)` + sheet.Hedges + `$`)

// noShare says behind a percentage that it is none of a whole.
var noShare = pattern.Compile(`(?i)^\s*(?:` + sheet.FallNouns + `|` + sheet.RiseNouns + `|points?|a\s+year|per\s+(?:year|annum)|annually|target|by)\b`)

var startsOf = pattern.Compile(`(?i)^(?:Of this(?: amount| sum| total)?|Of these|Of that),?\s+$`)

// CountedShares reads a share with both of its figures beside it: "214 of 823 positions, or 26.0 %", "of whom 548 were women (17.6 %)", "Of our
// expenditure of 612 million, 148 million or 24.2 %". The whole may stand in the sentence before, if that has one such figure.
func CountedShares(s *sheet.Sheet) []sheet.Utterance {
	out := fractionsSaid(s)
	for _, x := range s.Statements() {
		for i, p := range x.Figures {
			if p.Unit.Dimension != quantity.Percent || p.Range || p.Signed || p.Value.Cmp(compare.Hundred) > 0 || noShare.MatchString(x.Text[p.End:]) {
				continue
			}
			if a, w, ok := shareFirst(x, i); ok && w.Value.Sign() > 0 && a.Value.Sign() >= 0 && a.Comparable(w) && a.Base().Cmp(w.Base()) <= 0 {
				out = append(out, x.Utter(countedShare(x, a, w, p), p.Text, true))
				continue
			}
			if i == 0 || sheet.OfAnother(x.Text[:p.Start], x.Text[p.End:]) {
				continue
			}
			a := x.Figures[i-1]
			w, ok := namedWhole(x, &a, i-1, p)
			if !ok && sheet.Amount(a) && shareOf.MatchString(x.Text[a.End:p.Start]) && !sheet.Movement.MatchString(x.Text[a.End:p.Start]) {
				w, ok = wholeOf(x, i-1, p)
			}
			if ok && w.Value.Sign() > 0 && a.Value.Sign() >= 0 && a.Comparable(w) && a.Base().Cmp(w.Base()) <= 0 {
				out = append(out, x.Utter(countedShare(x, a, w, p), p.Text, true))
			}
		}
	}
	return out
}

// namedWhole is the whole of "214 of 823 positions, or 26.0 %" and of "of our 1,240 suppliers, 868 (70 %)", of which the part becomes a.
func namedWhole(x sheet.Statement, a *quantity.Quantity, i int, p quantity.Quantity) (w quantity.Quantity, ok bool) {
	if i == 0 || len(x.Percents()) != 1 && !shareOf.MatchString(x.Text[a.End:p.Start]) || !orShare.MatchString(x.Text[:p.Start]) || a.Range || a.Per != "" {
		return w, false
	}
	b := x.Figures[i-1]
	switch {
	case ofFirst.MatchString(x.Text[:b.Start]) && thenShare.MatchString(x.Text[a.End:p.Start]):
		return b, sheet.Amount(b)
	case outOf.MatchString(x.Text[b.End:a.Start]):
		w, *a = *a, b
		return w, sheet.Amount(b)
	}
	return w, false
}

// countedShare holds a share against its part and its whole. What is counted is as it is printed, what is measured is rounded.
func countedShare(x sheet.Statement, a, w, p quantity.Quantity) events.Check {
	share, _ := quantity.PercentOf(a.Base(), w.Base())
	low, high := share, share
	if a.Unit.Dimension != quantity.Count || a.Scale != nil {
		if l, ok := quantity.PercentOf(a.Interval().Low, w.Interval().High); ok {
			low = l
		}
		if h, ok := quantity.PercentOf(a.Interval().High, w.Interval().Low); ok {
			high = h
		}
	}
	c := events.Check{Inputs: []events.CheckInput{x.Input("part", a), x.Input("whole", w), x.Input(sheet.StatedLabel+" share", p)}}
	c.Working = compare.Show(a.Base()) + " / " + compare.Show(w.Base()) + " x 100 = " + quantity.Print(share, compare.Places) + " %"
	span := quantity.Interval{Low: quantity.Sub(p.Value, p.Half), High: quantity.Sum(p.Value, p.Half)}
	compare.Settle(&c, share, p.Value, "%", span.Overlaps(quantity.Interval{Low: low, High: high}))
	compare.Conclude(&c, quantity.Abs(quantity.Sub(p.Value, share)).Cmp(compare.TenthPoint) <= 0, p.Bound, "0.1 percentage points")
	if c.Result == events.CheckFail {
		c.Message += fmt.Sprintf(" The sentence says %s of %s.", a.Text, w.Text)
	}
	return c
}

// wholeOf is what a figure with a share is said to be a part of: the nearest one before it that is larger and that words make the whole, or that of
// the sentence before, which it begins with.
func wholeOf(x sheet.Statement, i int, share quantity.Quantity) (w quantity.Quantity, ok bool) {
	a := x.Figures[i]
	if x.Renewed() {
		return w, false
	}
	larger := func(q quantity.Quantity) bool {
		return sheet.Amount(q) && q.Comparable(a) && q.Base().Cmp(a.Base()) > 0
	}
	for k := i - 1; k >= 0; k-- {
		if w = x.Figures[k]; larger(w) && !ofThese.MatchString(x.Text[w.End:]) && !ofOtherYear.MatchString(x.Text[:w.Start]) {
			between := x.Text[w.End:a.Start]
			return w, partCue.MatchString(between) || ofThese.MatchString(x.Text[a.End:]) || wholeCue.MatchString(x.Text[:w.Start]) && strings.Contains(between, ",")
		}
	}
	if i > 0 || !ofThese.MatchString(x.Text[a.End:]) && !ofThese.MatchString(x.Text[share.End:]) && !startsPart.MatchString(x.Text[:a.Start]) {
		return w, false
	}
	n := 0
	for _, q := range x.Earlier().Figures {
		if larger(q) {
			w = q
			n++
		}
	}
	return w, n == 1
}

// spentOn adds up what "Of this, 11.2 went here, 4.9 there and 1.3 there" says of the one amount of the sentence
// before. Parts that leave something over are no mistake, parts that exceed the whole are.
func spentOn(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if !ofThis.MatchString(x.Text) || len(x.Figures) < 2 || !startsOf.MatchString(x.Text[:x.Figures[0].Start]) {
			continue
		}
		var wholes []quantity.Quantity
		for _, q := range x.Earlier().Figures {
			if !q.Range && q.Comparable(x.Figures[0]) {
				wholes = append(wholes, q)
			}
		}
		if len(wholes) != 1 || wholes[0].Value.Sign() <= 0 || x.Figures[0].Unit.Dimension == quantity.Percent || wholes[0].Bound != quantity.Exactly {
			continue
		}
		whole := wholes[0]
		sum := quantity.Int(0)
		possible := quantity.Interval{Low: quantity.Int(0), High: quantity.Int(0)}
		c := events.Check{}
		var terms []string
		for _, q := range x.Figures {
			if !q.Comparable(whole) || q.Range || q.Bound != quantity.Exactly || ofWhich.MatchString(x.Text[:q.Start]) {
				terms = nil
				break
			}
			sum, possible = quantity.Sum(sum, q.Base()), possible.Plus(q.Interval())
			terms = append(terms, compare.Show(q.Base()))
			c.Inputs = append(c.Inputs, x.Input("part", q))
		}
		if terms == nil {
			continue
		}
		c.Inputs = append(c.Inputs, events.CheckInput{Label: sheet.StatedLabel + " whole", Value: quantity.Print(whole.Value, 12), Unit: whole.Unit.Symbol,
			Page: x.Page})
		c.Working = strings.Join(terms, " + ") + " = " + compare.Show(sum) + " " + whole.Unit.Base()
		compare.Settle(&c, sum, whole.Base(), whole.Unit.Base(), possible.Overlaps(whole.Interval()))
		compare.Conclude(&c, compare.WithinPercent(whole.Base(), sum, compare.OnePercent), whole.Bound, "1 % of the total")
		if c.Result == events.CheckFail && sum.Cmp(whole.Base()) < 0 {
			continue
		}
		out = append(out, x.Utter(c, x.Figures[0].Text, true))
	}
	return out
}

// composition is two kinds of which a thing consists that exclude each other and leave no third: "3 executive and 9 non-executive directors".
var composition = pattern.Compile(`(?i)^\s*(?:are\s+|were\s+|is\s+)?((?:non[- ]?)?[\p{L}-]+)(?:\s+\p{L}+)?,?\s*(?:and|,)\s*$`)

// composed holds "13 directors, 3 executive and 9 non-executive" against itself.
func composed(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i := 2; i < len(x.Figures); i++ {
			n, a, b := x.Figures[i-2], x.Figures[i-1], x.Figures[i]
			m := composition.FindStringSubmatch(x.Text[a.End:b.Start])
			if m != nil && i > 2 && besideBefore.MatchString(x.Text[n.End:a.Start]) && n.Value.Cmp(a.Value) < 0 {
				n = x.Figures[i-3] // "2,486 people, 74 more than a year ago: 2,214"
				n.End = x.Figures[i-2].End
			}
			if m == nil || !consistsOf.MatchString(x.Text[n.End:a.Start]) || !sheet.Amount(n) || !sheet.Amount(a) || !sheet.Amount(b) || !n.Comparable(a) ||
				!n.Comparable(b) ||
				n.Unit.Dimension != quantity.Count || n.Value.Cmp(a.Value) <= 0 || n.Value.Cmp(b.Value) <= 0 {
				continue
			}
			other := hyphened.FindString(strings.TrimSpace(x.Text[b.End:]))
			if rest := strings.TrimSpace(x.Text[b.End:]); nonWord.MatchString(rest) {
				other = "non" + nonWord.FindStringSubmatch(rest)[1]
			}
			if !opposite(m[1], other) {
				continue
			}
			sum := quantity.Sum(a.Value, b.Value)
			c := events.Check{Inputs: []events.CheckInput{x.Input("part", a), x.Input("part", b), x.Input(sheet.StatedLabel+" whole", n)}}
			c.Working = fmt.Sprintf("%s + %s = %s; stated: %s", a.Text, b.Text, compare.Show(sum), n.Text)
			compare.Settle(&c, sum, n.Value, "", false)
			compare.Conclude(&c, false, quantity.Exactly, "nothing")
			out = append(out, x.Utter(c, n.Text, true))
		}
	}
	return out
}

var (
	// besideBefore leads from a change of the whole to its parts.
	besideBefore = pattern.Compile(`(?i)^\s*(?:more|fewer|less)\s+than\b[^.;:\d]{0,30}:\s*$`)
	consistsOf   = pattern.Compile(`(?i)^\s*[\p{L} -]{3,40}(?:,|:|\()\s*(?:of\s+(?:whom|which)\s+|namely\s+)?$`)
	hyphened     = pattern.Compile(`^\p{L}+(?:-\p{L}+)?`)
	nonWord      = pattern.Compile(`(?i)^non[- ]?(\p{L}+)`)
)

// opposite reports whether two words halve a thing: one is the other with "non", or they are men and women and the like.
func opposite(a, b string) bool {
	a, b = strings.ToLower(strings.ReplaceAll(a, "-", "")), strings.ToLower(b)
	if a == "non"+b || b == "non"+a {
		return true
	}
	x, y := sheet.Halves(a), sheet.Halves(b)
	return x != "" && y != "" && x != y && x[0] == y[0]
}

// exceeding finds the part that is more than its whole: "214 electric tractors; 241 of them work in California". That the two have
// the same digits shows that they are meant to be of one thing; another whole may stand in no figure.
func exceeding(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		var counts []quantity.Quantity
		for _, q := range x.Figures {
			if !sheet.Amount(q) || q.Unit.Dimension != quantity.Count {
				continue
			}
			if len(counts) == 1 && ofThese.MatchString(x.Text[q.End:]) && q.Base().Cmp(counts[0].Base()) > 0 &&
				len(compare.DigitsIn(q.Number)) > 1 && compare.InOrder(compare.DigitsIn(q.Number)) == compare.InOrder(compare.DigitsIn(counts[0].Number)) {
				w := counts[0]
				c := events.Check{
					Result: events.CheckFail, Severity: "critical", Inputs: []events.CheckInput{x.Input("part", q), x.Input("whole", w)},
					Working: fmt.Sprintf("%s > %s", q.Text, w.Text), Expected: "no more than " + w.Text, Stated: q.Text,
					Message: fmt.Sprintf("A part is more than its whole: %s of %s.", q.Text, w.Text),
				}
				out = append(out, x.Utter(c, q.Text, true))
			}
			counts = append(counts, q)
		}
	}
	return out
}
