package passage

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// ofWhich leads from a whole to the first of its parts: "4,800 trees, of which".
	ofWhich = pattern.Compile(`(?i)^[^.;:()\d%]{0,40}?(?:[,:–—]|\s\()\s*(?:of|from|among)\s+(?:which|whom|these|them),?\s*$`)
	// apart does so where nothing but its noun stands between, and it is no part itself: "31 injuries,".
	apart = pattern.Compile(`(?i)^(?:\s+[\p{L}-]+){0,2}(?:[,:–—]|\s\()\s*(?:namely\s+)?$`)
	plain = pattern.Compile(`(?i)\b(?:in|at|on|among|from|for|to|with|and|was|were|is|are|went|year)\b`)
	// andThen leads from one part to the next, with what the part before is.
	andThen = pattern.Compile(`(?i)^[^.;:()\d%]{2,50}?(?:,|,?\s+(?:and|plus|sowie|und))\s+$`)
	// placed is what follows a part that is told apart from the others by where it is, or whose: "in Spain", "among contractors".
	placed = pattern.Compile(`(?i)^\s+(in|at|on|among|from|for)\s+(?:the\s+|our\s+)?\p{L}{2}`)
	// behindName and closed hold a part that stands in brackets behind a name: "Spain (3,100)".
	behindName = pattern.Compile(`\p{Lu}[\p{L}-]+\s+\($`)
	closed     = pattern.Compile(`^\s*\)`)
	toName     = pattern.Compile(`^[^.;:()\d%]{2,80}\($`)
)

// partsOver holds "4,800 trees, of which 3,100 in Spain and 2,700 in Portugal" against itself: parts that are told apart by one and the same
// word do not overlap, and make no more than the whole. They may make less, as others need not be named.
func partsOver(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	if len(sheet.YearsNamed(x.Text)) > 1 || onlySome.MatchString(strings.ReplaceAll(x.Text, "of which", "")) {
		return c, false
	}
	for i, w := range all {
		if !amount(w) || !w.exact() || i+2 >= len(all) {
			continue
		}
		parts := partsBehind(w, all[i+1:], i == 0)
		if len(parts) < 2 {
			continue
		}
		if c, ok = sumUp(w, parts); ok && c.computed.Cmp(w.Base()) > 0 {
			return c, true
		}
	}
	return c, false
}

// partsBehind lists the figures behind a whole that are told apart in the same way, one behind the other; first says that the whole is the first
// figure of its sentence.
func partsBehind(w figure, all []figure, first bool) []figure {
	var parts []figure
	word := ""
	for i, p := range all {
		if !amount(p) || !p.exact() || p.Unit.Symbol != w.Unit.Symbol || p.Base().Cmp(w.Base()) >= 0 {
			break
		}
		before := w
		if i > 0 {
			before = all[i-1]
		}
		between := p.x.Text[before.End:p.Start]
		named := behindName.MatchString(p.before()) && closed.MatchString(p.behind())
		m := placed.FindStringSubmatch(p.behind())
		begins := i == 0 && (ofWhich.MatchString(between) || first && apart.MatchString(between) && !plain.MatchString(between))
		switch {
		case named && (i == 0 && toName.MatchString(between) || i > 0 && toName.MatchString(strings.TrimPrefix(between, ")"))) && (word == "" || word == "("):
			word = "("
		case m != nil && (word == "" || word == strings.ToLower(m[1])) && (begins || i > 0 && andThen.MatchString(between)):
			word = strings.ToLower(m[1])
		default:
			return parts
		}
		parts = append(parts, p)
	}
	return parts
}

// sumUp holds a whole against the parts behind it. What counts them was named with the whole.
func sumUp(w figure, parts []figure) (claim, bool) {
	for i := range parts {
		parts[i].Unit = w.Unit
	}
	c := claim{stated: w, from: parts, computed: quantity.Int(0), value: w.Base(), range_: w.interval(), unit: w.Unit.Base(), why: "whole"}
	c.span = quantity.Interval{Low: quantity.Int(0), High: quantity.Int(0)}
	var terms []string
	for _, p := range parts {
		i := p.interval()
		c.computed, c.span.Low, c.span.High = quantity.Sum(c.computed, p.Base()), quantity.Sum(c.span.Low, i.Low), quantity.Sum(c.span.High, i.High)
		terms, c.labels = append(terms, p.Text), append(c.labels, "part")
	}
	c.working = fmt.Sprintf("%s = %s; stated: %s", strings.Join(terms, " + "), compare.Show(c.computed), w.Text)
	return c, true
}

// notYet says of an amount that it is what is left of a whole.
var notYet = pattern.Compile(`(?i)\b(?:not\s+yet|yet\s+to|still|remain\w*|left|unallocated|unspent|outstanding)\b`)

// leftOver holds "of the EUR 180.0 million raised, EUR 142.3 million has been spent and EUR 27.7 million is not yet allocated" against itself.
func leftOver(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	if len(all) != 3 || !outOf.MatchString(all[0].before()) || onlySome.MatchString(x.Text) || len(sheet.YearsNamed(x.Text)) > 1 {
		return c, false
	}
	w, part, rest := all[0], all[1], all[2]
	for _, f := range all {
		if !amount(f) || !f.exact() || !w.Unit.Comparable(f.Unit) {
			return c, false
		}
	}
	told, before := x.Text[part.End:], x.Text[:part.End]
	if !notYet.MatchString(told) || notYet.MatchString(before) || strings.ContainsAny(told[:rest.Start-part.End], ".;:") || part.Base().Cmp(w.Base()) >= 0 ||
		rest.Base().Cmp(w.Base()) >= 0 {
		return c, false
	}
	made, a, b := quantity.Sub(w.Base(), part.Base()), w.interval(), part.interval()
	return claim{stated: rest, from: []figure{w, part}, labels: []string{"whole", "part"}, computed: made, value: rest.Base(), range_: rest.interval(),
		span: quantity.Interval{Low: quantity.Sub(a.Low, b.High), High: quantity.Sub(a.High, b.Low)}, unit: rest.Unit.Base(), why: "rest",
		working: fmt.Sprintf("%s - %s = %s; stated: %s", w.Text, part.Text, compare.Show(made), rest.Text)}, true
}
