package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What leads in a sentence from the figure of a year to that of the year before, and what says when that was.
var (
	fromThen = regexp.MustCompile(`(?i)\bfrom\s+` + hedges + `$`)
	toNow    = regexp.MustCompile(`(?i)\b(?:to|at|reached|was|were)\s+` + hedges + `$`)
	fromOnly = regexp.MustCompile(`(?i)^[^.;,\d]{0,40},?\s+(?:up\s+|down\s+)?from\s+` + hedges + `$`)
	// belowThen leads from a change to the amount of the year that it counts from: "below 2023 (".
	belowThen = regexp.MustCompile(`(?i)\b(?:below|above|(?:less|more|lower|higher|fewer)\s+than)\s+(?:in\s+|the\s+)*` + someYear + `\s*\(\s*$`)
	afterThen = regexp.MustCompile(`(?i)^[^.;]{0,100}?\b(?:after|against|compared\s+(?:with|to)|versus|from|on|than(?:\s+the)?)\s+` + hedges + `$`)
	yearColon = regexp.MustCompile(`(?i)^[^.;()]{0,60}\((?:in\s+)?(?:(?:previous|prior|last)\s+year|` +
		`(?:fiscal\s+(?:year\s+)?|FY\s?)?(?:19|20)?\d{2}(?:/\d{2,4})?)\s*:\s*$`)
	yearNamed  = regexp.MustCompile(`(?i)(?:\bFY\s?|\b)(?:19|20)\d{2}(?:/\d{2,4}|[-–]\d{2})?\b|\bFY\s?\d{2}\b`)
	inBrackets = regexp.MustCompile(`^[^.;()]{0,60}\(\s*$`)
	yearAfter  = regexp.MustCompile(`(?i)^[^.;,\d]{0,30}?\b(?:in|at|of|on)\s+` +
		`((?:[\p{L}\d]+\s+){0,3}?(?:FY\s?)?(?:(?:19|20)\d{2}(?:/\d{2,4})?|\d{2}\b))`)
	yearBefore = regexp.MustCompile(`(?i)^[^.;,\d]{0,30}?\b(?:a\s+year\s+(?:ago|earlier|before)|(?:previous|prior|last|preceding)\s+year|year\s+before)\b`)
	renewedSay = regexp.MustCompile(`(?i)\b(?:restat\w*|previously|originally|first\s+published|` +
		`recalculat\w*|adjust\w*|like[- ]for[- ]like|comparable|excluding|without)\b`)
)

// thenAndNow is a figure that a sentence gives of a year, and that of a year before.
type thenAndNow struct {
	then, now quantity.Quantity
	year      int  // of then; 0 if it is not said
	sure      bool // it is said that then is of that year, or of the one before
}

// pairs reads what a sentence says of two years.
func (x statement) pairs() []thenAndNow {
	if x.paired != nil {
		return x.paired
	}
	out := []thenAndNow{}
	for i := range x.figures {
		for j := i + 1; j < min(len(x.figures), i+3); j++ {
			if j == i+2 && !x.aside(x.figures[i+1]) {
				continue
			}
			between := x.text[x.figures[i].End:x.figures[j].Start]
			if j == i+2 {
				between = x.text[x.figures[i].End:x.figures[i+1].Start] + x.text[x.figures[i+1].End:x.figures[j].Start]
			}
			if p, ok := x.pair(x.figures[i], x.figures[j], between); ok {
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// aside reports whether a figure between two others is none of what they are of: the change between them, the number that one of them
// is measured against.
func (x statement) aside(q quantity.Quantity) bool {
	return q.Unit.Dimension == quantity.Percent || q.Unit.Dimension == quantity.Points || strings.HasSuffix(strings.ToLower(x.text[:q.Start]), "per ")
}

// yearsNamed are the years that a text names, in order.
func yearsNamed(text string) []int {
	var out []int
	for _, m := range yearNamed.FindAllString(text, -1) {
		if y := facts.YearIn(m); y > 0 {
			out = append(out, y)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (x statement) pair(a, b quantity.Quantity, between string) (p thenAndNow, ok bool) {
	after := x.text[b.End:]
	m := yearAfter.FindStringSubmatch(after)
	switch {
	case fromThen.MatchString(x.text[:a.Start]) && thenTo.MatchString(between):
		p = thenAndNow{then: a, now: b, year: facts.YearIn(between)}
		if years := yearsNamed(x.text); p.year == 0 && len(years) == 2 && years[1] == years[0]+1 {
			p.year = years[0]
		}
		p.sure = p.year > 0
	case toNow.MatchString(x.text[:a.Start]) && fromOnly.MatchString(between):
		p = thenAndNow{then: b, now: a, year: facts.YearIn(firstOf(yearAfter.FindStringSubmatch(after)))}
		p.sure = p.year > 0
	case belowThen.MatchString(between):
		p = thenAndNow{then: b, now: a, year: facts.YearIn(belowThen.FindStringSubmatch(between)[1]), sure: true}
	case yearColon.MatchString(between):
		p = thenAndNow{then: b, now: a, year: facts.YearIn(between), sure: true}
	case inBrackets.MatchString(between) && m != nil || afterThen.MatchString(between) && m != nil:
		p = thenAndNow{then: b, now: a, year: facts.YearIn(m[1]), sure: true}
	case afterThen.MatchString(between) && yearBefore.MatchString(after):
		p = thenAndNow{then: b, now: a, sure: true}
	default:
		return p, false
	}
	p.then, p.now = likened(p.then, p.now), likened(p.now, p.then)
	usable := func(q quantity.Quantity) bool { return !q.Range && q.Bound == quantity.Exactly && q.Value.Sign() > 0 }
	return p, usable(p.then) && usable(p.now) && p.then.Unit.Comparable(p.now.Unit)
}

// firstOf is what the first group of a pattern found.
func firstOf(m []string) string {
	if len(m) < 2 {
		return ""
	}
	return m[1]
}

// likened gives a figure without a unit that of its fellow: "from 253 to 244 litres".
func likened(q, by quantity.Quantity) quantity.Quantity {
	if q.Unit.Dimension == quantity.Count && by.Unit.Dimension != quantity.Count && q.Scale == nil {
		q.Unit, q.Per = by.Unit, by.Per
		if by.Scale != nil {
			q.Value, q.Half, q.Scale = quantity.Mul(q.Value, by.Scale), quantity.Mul(q.Half, by.Scale), by.Scale
		}
	}
	if q.Unit.Dimension == quantity.Mass && massLike(by) { // "12.6 kg CO2e (2023: 12.4 kg)"
		q.Unit.Dimension = by.Unit.Dimension
	}
	return q
}

// prints reports whether a cell holds the figure of a sentence as it stands there: in its unit, or as printed where one of them
// has none.
func (e entry) prints(q quantity.Quantity) bool {
	if e.Quantity().Bound != quantity.Exactly || percent(e) != (q.Unit.Dimension == quantity.Percent) {
		return false
	}
	if !e.Ambiguous() && e.Quantity().Unit.Comparable(q.Unit) && e.Quantity().Base().Cmp(q.Base()) == 0 {
		return true
	}
	open := e.Ambiguous() || dimension(e) == quantity.Count || q.Unit.Dimension == quantity.Count
	return open && len(significant(e.Value)) > 1 && e.Quantity().Value.Cmp(unscaled(q)) == 0
}

// unscaled is a figure without the word for its scale.
func unscaled(q quantity.Quantity) *apd.Decimal {
	if q.Scale == nil {
		return q.Value
	}
	v, _ := quantity.Ratio(q.Value, q.Scale)
	return v
}

// overlaps reports whether a cell and the figure of a sentence can be one figure, printed with more and with fewer places.
func (e entry) overlaps(q quantity.Quantity) bool {
	if !e.Ambiguous() && e.Quantity().Unit.Comparable(q.Unit) {
		return e.Quantity().Interval().Overlaps(q.Interval())
	}
	off := quantity.Abs(quantity.Sub(e.Quantity().Value, unscaled(q)))
	return off.Cmp(quantity.Sum(e.Quantity().Half, q.Half)) <= 0
}

// saidOtherwise holds "fell to 5.2 (2023: 5.9)" against the row that has one of the two figures in its year: the other one has to be
// that of the row, too. A sentence that agrees with any row is of that one.
func saidOtherwise(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		if renewedSay.MatchString(x.text) || renewedSay.MatchString(x.before) {
			continue
		}
		for _, p := range x.pairs() {
			if u, ok := s.otherwise(x, p); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// contrast is a row that has one figure of a sentence, and another than the second.
type contrast struct {
	has, other entry
	said, with quantity.Quantity // the figure that differs, the one that the row has
}

func (s *sheet) otherwise(x statement, p thenAndNow) (utterance, bool) {
	about := stems(x.text + " " + x.before)
	var found []contrast
	for _, r := range s.withDigits(p.then, p.now) {
		c, agrees, ok := p.against(r.at)
		if agrees {
			return utterance{}, false
		}
		if !ok || slices.ContainsFunc(found, func(o contrast) bool { return o.other.Value == c.other.Value }) {
			continue
		}
		slip := p.sure && len(significant(c.with.Number)) >= digitsExchanged && exchanged(digitsIn(c.said.Number), digitsIn(c.other.Printed))
		if slip || spokenOf(c.has, c.with, about) || r.namedIn(x.text) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return utterance{}, false
	}
	c := found[0]
	if slices.ContainsFunc(x.figures, func(q quantity.Quantity) bool {
		return c.other.overlaps(q) && c.other.Dimension == string(q.Unit.Dimension) || c.other.prints(q)
	}) {
		return utterance{}, false // it gives the figure of the row as well
	}
	if years := yearsNamed(x.before); len(years) > 0 && years[0] >= min(c.has.Year, c.other.Year) && len(yearsNamed(x.text)) == 0 {
		p.sure = true // it goes on with the comparison of the sentence before
	}
	if !p.sure && slipOfPen(c.said.Value, c.other) == 0 && !tensOff(c.said, c.other) || c.other.Restated || c.has.Restated || s.superseded(c.other.Fact) {
		return utterance{}, false
	}
	return x.differs(c), true
}

// against holds two figures against a row.
func (p thenAndNow) against(cells map[int]entry) (c contrast, agrees, ok bool) {
	last := 0
	for y := range cells {
		last = max(last, y)
	}
	year := p.year
	if year == 0 {
		year = last - 1
	}
	then, there := cells[year]
	now, here := cells[last]
	if !there || !here || year == last {
		return c, false, false
	}
	hasThen, hasNow := then.prints(p.then), now.prints(p.now)
	switch {
	case hasThen && hasNow || hasNow && then.overlaps(p.then) || hasThen && now.overlaps(p.now):
		return c, true, false
	case hasNow:
		c = contrast{now, then, p.then, p.now}
	case hasThen:
		c = contrast{then, now, p.now, p.then}
	default:
		return c, false, false
	}
	for _, e := range cells {
		if e.prints(c.said) {
			return c, false, false // of another year than it seems
		}
	}
	far, fine := quantity.Ratio(unscaled(c.said), c.other.Quantity().Value)
	return c, false, fine && far.Cmp(farFactor) < 0 && far.Cmp(wholeHalf) > 0 || tensOff(c.said, c.other)
}

// tensOff reports whether a figure has the digits of a cell, a power of ten off that is no thousand: those may be the scale of a table.
func tensOff(q quantity.Quantity, e entry) bool {
	for _, power := range []int32{1, -1, 2, -2} {
		if unscaled(q).Cmp(quantity.Mul(e.Quantity().Value, apd.New(1, power))) == 0 {
			return true
		}
	}
	return false
}

// spokenOf reports whether a sentence speaks of the row of a figure: it has half of the words that say what the row is of, and two of
// three where the figure has few digits, which many rows have.
func spokenOf(e entry, q quantity.Quantity, about []string) bool {
	digits := len(significant(q.Number))
	if digits < 2 {
		return false
	}
	label := strings.Join(headings(e.at.RowPath[max(0, len(e.at.RowPath)-2):]), " ")
	of, _, _ := strings.Cut(label, " per ")
	for _, words := range []string{last(headings(e.at.RowPath)), label, of} {
		own := slices.DeleteFunc(stems(words), func(w string) bool { return w == "per" || strings.ContainsAny(w, "0123456789") })
		shared := 0
		for _, w := range own {
			if _, said := slices.BinarySearch(about, w); said {
				shared++
			}
		}
		if 2*shared >= len(own) && shared > 0 && (digits >= leastShown || 3*shared >= 2*len(own) && shared > 1) {
			return true
		}
	}
	return false
}

// differs tells of two figures of one thing; which of them is wrong is open.
func (x statement) differs(c contrast) utterance {
	k := events.Check{
		Result: events.CheckFail, Severity: "warning",
		Inputs: []events.CheckInput{input(c.other, ""), x.input("in a sentence", c.said), input(c.has, "")},
		Working: fmt.Sprintf("page %d: %s beside %s; page %d: %s beside %s", x.page, c.said.Text, c.with.Text,
			c.other.at.Page, c.other.WithUnit(), c.has.WithUnit()),
		Expected: c.other.WithUnit(), Stated: c.said.Text,
		Message: fmt.Sprintf("One figure is stated twice differently: %s in a sentence, %s for \"%s\" of the table on page %d, which has its %s.",
			c.said.Text, c.other.WithUnit(), shorten(c.other.label()), c.other.at.Page, c.with.Text),
	}
	return x.utter(k, c.said.Text, false)
}
