package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	outOf   = regexp.MustCompile(`(?i)^\s*(?:of|out of)\s+(?:(?:our|the|its|all|a total of|these)\s+)*$`)
	orShare = regexp.MustCompile(
		`(?i)(?:,\s*or|\(|,\s*i\.e\.|,\s*that is|,\s*which is|,\s*equal to|,\s*equivalent to)\s*(?:about|around|approximately|some)?\s*$`)
	ofWhat    = regexp.MustCompile(`(?i)^\s*(?:of|by|in\s+terms\s+of)\s+((?:[\p{L}-]+\s*){1,4})`)
	ofFirst   = regexp.MustCompile(`(?i)\b(?:of|out of)\s+(?:(?:our|the|its|all|a total of|these)\s+)*$`)
	thenShare = regexp.MustCompile(`^\s*(?:[\p{L}-]+\s+){0,2}\(\s*$`)
	ofThis    = regexp.MustCompile(`(?i)^(?:Of this(?: amount| sum| total)?|Of these|Of that)\b,?`)
	ofWhich   = regexp.MustCompile(`(?i),\s+of\s+which\s+$`)
	// partCue says that what follows is a part of what stood before, ofThese the same behind it.
	partCue = regexp.MustCompile(`(?i)\b(?:of\s+(?:which|whom|them|these|it|that|this)|includ\w+|thereof)\b`)
	ofThese = regexp.MustCompile(`(?i)^\s*(?:of|among)\s+(?:them|these|which|whom|this)\b`)
	// ofOtherYear stands before a figure in brackets that is of the year before.
	ofOtherYear = regexp.MustCompile(`\([^()]*(?:19|20)\d\d(?:/\d\d(?:\d\d)?)?\s*:?[^()\d]*$`)
	startsPart  = regexp.MustCompile(`(?i)^(?:of\s+(?:this|these|that|it|them)\b[^.;:\d]{0,20},?|thereof,?)\s+$`)
	// wholeCue leads to a whole whose part follows: "Of our capital expenditure of".
	wholeCue = regexp.MustCompile(`(?i)(?:^|[.;:]\s+)(?:out\s+)?of\s+[^.;:,\d]{0,80}$`)
	// shareOf leads from a part to its share: "[548] were women (", "[148 million] or".
	shareOf = regexp.MustCompile(`(?i)^\s*(?:of\s+this\b\s*)?(?:[\p{L}-]+\s+){0,5}(?:\(\s*|,?\s*(?:or|i\.e\.|that\s+is|which\s+is|equal\s+to|equivalent\s+to|` +
		`representing|corresponding\s+to)\s*,?\s+)` + hedges + `$`)
	// noShare says behind a percentage that it is none of a whole.
	noShare  = regexp.MustCompile(`(?i)^\s*(?:` + fallNouns + `|` + riseNouns + `|points?|a\s+year|per\s+(?:year|annum)|annually|target|by)\b`)
	startsOf = regexp.MustCompile(`(?i)^(?:Of this(?: amount| sum| total)?|Of these|Of that),?\s+$`)
)

// OfAnother reports whether what follows a share names a whole that what stands before it does not: "868 of 1,240 suppliers (78 %
// of spend)", but not "(78 % of our suppliers)".
func OfAnother(before, behind string) bool {
	m := ofWhat.FindStringSubmatch(behind)
	if m == nil {
		return false
	}
	known := stems(before)
	return !slices.ContainsFunc(stems(m[1]), func(w string) bool {
		_, there := slices.BinarySearch(known, w)
		return there || w == "them" || w == "these"
	})
}

// countedShares reads a share with both of its figures beside it: "214 of 823 positions, or 26.0 %", "of whom 548 were women (17.6 %)", "Of our
// expenditure of 612 million, 148 million or 24.2 %". The whole may stand in the sentence before, if that has one such figure.
func countedShares(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for i, p := range x.figures {
			if i == 0 || p.Unit.Dimension != quantity.Percent || p.Range || p.Signed || p.Value.Cmp(hundred) > 0 ||
				noShare.MatchString(x.text[p.End:]) || OfAnother(x.text[:p.Start], x.text[p.End:]) {
				continue
			}
			a := x.figures[i-1]
			w, ok := x.namedWhole(&a, i-1, p)
			if !ok && amount(a) && shareOf.MatchString(x.text[a.End:p.Start]) && !movement.MatchString(x.text[a.End:p.Start]) {
				w, ok = x.wholeOf(i - 1)
			}
			if ok && w.Value.Sign() > 0 && a.Value.Sign() >= 0 && a.Comparable(w) && a.Base().Cmp(w.Base()) <= 0 {
				out = append(out, x.utter(x.countedShare(a, w, p), p.Text, true))
			}
		}
	}
	return out
}

// namedWhole is the whole of "214 of 823 positions, or 26.0 %" and of "of our 1,240 suppliers, 868 (70 %)", of which the part becomes a.
func (x statement) namedWhole(a *quantity.Quantity, i int, p quantity.Quantity) (w quantity.Quantity, ok bool) {
	if i == 0 || len(x.percents()) != 1 && !shareOf.MatchString(x.text[a.End:p.Start]) || !orShare.MatchString(x.text[:p.Start]) || a.Range || a.Per != "" {
		return w, false
	}
	b := x.figures[i-1]
	switch {
	case ofFirst.MatchString(x.text[:b.Start]) && thenShare.MatchString(x.text[a.End:p.Start]):
		return b, amount(b)
	case outOf.MatchString(x.text[b.End:a.Start]):
		w, *a = *a, b
		return w, amount(b)
	}
	return w, false
}

// countedShare holds a share against its part and its whole. What is counted is as it is printed, what is measured is rounded.
func (x statement) countedShare(a, w, p quantity.Quantity) events.Check {
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
	c := events.Check{Inputs: []events.CheckInput{x.input("part", a), x.input("whole", w), x.input(statedLabel+" share", p)}}
	c.Working = show(a.Base()) + " / " + show(w.Base()) + " x 100 = " + quantity.Print(share, places) + " %"
	span := quantity.Interval{Low: quantity.Sub(p.Value, p.Half), High: quantity.Sum(p.Value, p.Half)}
	Settle(&c, share, p.Value, "%", span.Overlaps(quantity.Interval{Low: low, High: high}))
	Conclude(&c, quantity.Abs(quantity.Sub(p.Value, share)).Cmp(tenthPoint) <= 0, p.Bound, "0.1 percentage points")
	if c.Result == events.CheckFail {
		c.Message += fmt.Sprintf(" The sentence says %s of %s.", a.Text, w.Text)
	}
	return c
}

// amount reports whether a figure is one of something, as it stands.
func amount(q quantity.Quantity) bool {
	return !q.Range && q.Per == "" && q.Unit.Dimension != quantity.Percent && q.Unit.Dimension != quantity.Points && q.Bound == quantity.Exactly
}

// wholeOf is what a figure is said to be a part of: the nearest one before it that is larger and that words make the whole, or that of
// the sentence before, which it begins with.
func (x statement) wholeOf(i int) (w quantity.Quantity, ok bool) {
	a := x.figures[i]
	if renewedSay.MatchString(x.text) {
		return w, false
	}
	larger := func(q quantity.Quantity) bool { return amount(q) && q.Comparable(a) && q.Base().Cmp(a.Base()) > 0 }
	for k := i - 1; k >= 0; k-- {
		if w = x.figures[k]; larger(w) && !ofThese.MatchString(x.text[w.End:]) && !ofOtherYear.MatchString(x.text[:w.Start]) {
			between := x.text[w.End:a.Start]
			return w, partCue.MatchString(between) || ofThese.MatchString(x.text[a.End:]) || wholeCue.MatchString(x.text[:w.Start]) && strings.Contains(between, ",")
		}
	}
	if i > 0 || !ofThese.MatchString(x.text[a.End:]) && !startsPart.MatchString(x.text[:a.Start]) {
		return w, false
	}
	n := 0
	for _, q := range x.earlier().figures {
		if larger(q) {
			w = q
			n++
		}
	}
	return w, n == 1
}

// spentOn adds up what "Of this, 11.2 went here, 4.9 there and 1.3 there" says of the one amount of the sentence
// before. Parts that leave something over are no mistake, parts that exceed the whole are.
func spentOn(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		if !ofThis.MatchString(x.text) || len(x.figures) < 2 || !startsOf.MatchString(x.text[:x.figures[0].Start]) {
			continue
		}
		var wholes []quantity.Quantity
		for _, q := range x.earlier().figures {
			if !q.Range && q.Comparable(x.figures[0]) {
				wholes = append(wholes, q)
			}
		}
		if len(wholes) != 1 || wholes[0].Value.Sign() <= 0 || x.figures[0].Unit.Dimension == quantity.Percent || wholes[0].Bound != quantity.Exactly {
			continue
		}
		whole := wholes[0]
		sum := quantity.Int(0)
		possible := quantity.Interval{Low: quantity.Int(0), High: quantity.Int(0)}
		c := events.Check{}
		var terms []string
		for _, q := range x.figures {
			if !q.Comparable(whole) || q.Range || q.Bound != quantity.Exactly || ofWhich.MatchString(x.text[:q.Start]) {
				terms = nil
				break
			}
			sum, possible = quantity.Sum(sum, q.Base()), possible.Plus(q.Interval())
			terms = append(terms, show(q.Base()))
			c.Inputs = append(c.Inputs, x.input("part", q))
		}
		if terms == nil {
			continue
		}
		c.Inputs = append(c.Inputs, events.CheckInput{Label: statedLabel + " whole", Value: quantity.Print(whole.Value, 12), Unit: whole.Unit.Symbol, Page: x.page})
		c.Working = strings.Join(terms, " + ") + " = " + show(sum) + " " + whole.Unit.Base()
		Settle(&c, sum, whole.Base(), whole.Unit.Base(), possible.Overlaps(whole.Interval()))
		Conclude(&c, withinPercent(whole.Base(), sum, onePercent), whole.Bound, "1 % of the total")
		if c.Result == events.CheckFail && sum.Cmp(whole.Base()) < 0 {
			continue
		}
		out = append(out, x.utter(c, x.figures[0].Text, true))
	}
	return out
}

// composition is two kinds of which a thing consists that exclude each other and leave no third: "3 executive and 9 non-executive directors".
var composition = regexp.MustCompile(`(?i)^\s*(?:are\s+|were\s+|is\s+)?((?:non[- ]?)?[\p{L}-]+)(?:\s+\p{L}+)?,?\s*(?:and|,)\s*$`)

// composed holds "13 directors, 3 executive and 9 non-executive" against itself.
func composed(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for i := 2; i < len(x.figures); i++ {
			n, a, b := x.figures[i-2], x.figures[i-1], x.figures[i]
			m := composition.FindStringSubmatch(x.text[a.End:b.Start])
			if m != nil && i > 2 && besideBefore.MatchString(x.text[n.End:a.Start]) && n.Value.Cmp(a.Value) < 0 {
				n = x.figures[i-3] // "2,486 people, 74 more than a year ago: 2,214"
				n.End = x.figures[i-2].End
			}
			if m == nil || !consistsOf.MatchString(x.text[n.End:a.Start]) || !amount(n) || !amount(a) || !amount(b) || !n.Comparable(a) || !n.Comparable(b) ||
				n.Unit.Dimension != quantity.Count || n.Value.Cmp(a.Value) <= 0 || n.Value.Cmp(b.Value) <= 0 {
				continue
			}
			other := hyphened.FindString(strings.TrimSpace(x.text[b.End:]))
			if rest := strings.TrimSpace(x.text[b.End:]); nonWord.MatchString(rest) {
				other = "non" + nonWord.FindStringSubmatch(rest)[1]
			}
			if !opposite(m[1], other) {
				continue
			}
			sum := quantity.Sum(a.Value, b.Value)
			c := events.Check{Inputs: []events.CheckInput{x.input("part", a), x.input("part", b), x.input(statedLabel+" whole", n)}}
			c.Working = fmt.Sprintf("%s + %s = %s; stated: %s", a.Text, b.Text, show(sum), n.Text)
			Settle(&c, sum, n.Value, "", false)
			Conclude(&c, false, quantity.Exactly, "nothing")
			out = append(out, x.utter(c, n.Text, true))
		}
	}
	return out
}

var (
	// besideBefore leads from a change of the whole to its parts.
	besideBefore = regexp.MustCompile(`(?i)^\s*(?:more|fewer|less)\s+than\b[^.;:\d]{0,30}:\s*$`)
	consistsOf   = regexp.MustCompile(`(?i)^\s*[\p{L} -]{3,40}(?:,|:|\()\s*(?:of\s+(?:whom|which)\s+|namely\s+)?$`)
	hyphened     = regexp.MustCompile(`^\p{L}+(?:-\p{L}+)?`)
	nonWord      = regexp.MustCompile(`(?i)^non[- ]?(\p{L}+)`)
)

// opposite reports whether two words halve a thing: one is the other with "non", or they are men and women and the like.
func opposite(a, b string) bool {
	a, b = strings.ToLower(strings.ReplaceAll(a, "-", "")), strings.ToLower(b)
	if a == "non"+b || b == "non"+a {
		return true
	}
	x, y := halves(a), halves(b)
	return x != "" && y != "" && x != y && x[0] == y[0]
}

// exceeding finds the part that is more than its whole: "214 electric tractors; 241 of them work in California". That the two have
// the same digits shows that they are meant to be of one thing; another whole may stand in no figure.
func exceeding(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		var counts []quantity.Quantity
		for _, q := range x.figures {
			if !amount(q) || q.Unit.Dimension != quantity.Count {
				continue
			}
			if len(counts) == 1 && ofThese.MatchString(x.text[q.End:]) && q.Base().Cmp(counts[0].Base()) > 0 &&
				len(digitsIn(q.Number)) > 1 && inOrder(digitsIn(q.Number)) == inOrder(digitsIn(counts[0].Number)) {
				w := counts[0]
				c := events.Check{
					Result: events.CheckFail, Severity: "critical", Inputs: []events.CheckInput{x.input("part", q), x.input("whole", w)},
					Working: fmt.Sprintf("%s > %s", q.Text, w.Text), Expected: "no more than " + w.Text, Stated: q.Text,
					Message: fmt.Sprintf("A part is more than its whole: %s of %s.", q.Text, w.Text),
				}
				out = append(out, x.utter(c, q.Text, true))
			}
			counts = append(counts, q)
		}
	}
	return out
}
