package checks

import (
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
	startsOf  = regexp.MustCompile(`(?i)^(?:Of this(?: amount| sum| total)?|Of these|Of that),?\s+$`)
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

// countedShares reads "214 of 823 positions, or 26.0 %": a share with both of its figures beside it.
func countedShares(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		all := x.percents()
		if len(all) != 1 || !orShare.MatchString(x.text[:all[0].Start]) || OfAnother(x.text[:all[0].Start], x.text[all[0].End:]) {
			continue
		}
		for i := 1; i < len(x.figures); i++ {
			a, b := x.figures[i-1], x.figures[i]
			first := ofFirst.MatchString(x.text[:a.Start]) && thenShare.MatchString(x.text[b.End:max(b.End, all[0].Start)])
			if first { // "Of our 1,240 suppliers, 868 (70 %)"
				a, b = b, a
			}
			if a.Unit.Dimension == quantity.Percent || !a.Comparable(b) || !first && !outOf.MatchString(x.text[a.End:max(a.End, b.Start)]) ||
				max(a.End, b.End) > all[0].Start || b.Value.Sign() <= 0 || a.Value.Sign() < 0 || a.Base().Cmp(b.Base()) > 0 {
				continue
			}
			share, _ := quantity.PercentOf(a.Base(), b.Base())
			c := events.Check{Inputs: []events.CheckInput{x.input("part", a), x.input("whole", b), x.input(statedLabel+" share", all[0])}}
			c.Working = show(a.Base()) + " / " + show(b.Base()) + " x 100 = " + quantity.Print(share, places) + " %"
			off := quantity.Abs(quantity.Sub(all[0].Value, share))
			Settle(&c, share, all[0].Value, "%", off.Cmp(all[0].Half) <= 0)
			Conclude(&c, off.Cmp(tenthPoint) <= 0, all[0].Bound, "0.1 percentage points")
			out = append(out, x.utter(c, all[0].Text, true))
			break
		}
	}
	return out
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
		for _, q := range quantity.Find(x.before, quantity.Detect(x.before, quantity.Point)) {
			if !q.Year && !q.Range && q.Comparable(x.figures[0]) {
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
