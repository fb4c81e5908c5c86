package across

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// percentOf is a share as a percentage: "48 % of".
	percentOf = pattern.Compile(`(?i)\b(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:%|per\s?cent|percent)\s+of\s`)
	// betweenParts joins the things that a share is of.
	betweenParts = pattern.Compile(`(?i)^\s*(?:,\s*(?:and\s+)?|\s*and\s+)(?:(?:in|at|from|by|the|our|of)\s+)*$`)
	// hedged is what makes a bound of a percentage, or a rough figure.
	hedged = pattern.Compile(`(?i)\b(?:((?:well\s+|just\s+)?(?:over|above|more\s+than|at\s+least))|(less\s+than|below|under)|` +
		`(almost|nearly|just\s+under|close\s+to)|(about|around|approximately|roughly|some)|(?:another|further|up\s+to|to|by|of|only))\s+$`)
)

// shareOf holds "Germany accounts for a third of our employees", and "48 % of our energy came from wind and sun", against the things' own figures
// and the total of all.
func (r reader) shareOf(c clause) (u sheet.Utterance, ok bool) {
	share, ok := shareIn(c)
	if !ok || narrows.MatchString(c.text) {
		return u, false
	}
	fits := false
	for _, i := range r.near(c) {
		g := &r.groups[i]
		parts, full, about := g.partsSaid(c, share)
		if !about {
			continue
		}
		f := g.sharesOut(c, parts, share)
		if f == nil {
			continue
		}
		if g.otherShares(c, parts) {
			return u, false
		}
		if f.Result == events.CheckPass {
			return u, false
		}
		if full && !fits {
			u, fits = c.Utter(*f, share.Text, false), true
		}
	}
	return u, fits
}

// shareIn is the one share of a clause, in words or as a percentage.
func shareIn(c clause) (w sheet.InWords, ok bool) {
	w, inWords := sheet.WordedShare(c.text)
	at := percentOf.FindAllStringSubmatchIndex(c.text, -1)
	if inWords {
		return w, len(at) == 0 && !anyFigure(c.text)
	}
	if len(at) != 1 || strings.Count(c.text, "%")+strings.Count(c.text, "cent") != 1 {
		return w, false
	}
	m := at[0]
	said, _, err := apd.NewFromString(strings.ReplaceAll(c.text[m[2]:m[3]], ",", "."))
	if err != nil {
		return w, false
	}
	w = sheet.InWords{Said: said, Start: m[0], End: m[1], Text: strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(c.text[m[0]:m[1]]), "of")),
		Room: quantity.Interval{Low: quantity.Sub(said, quantity.Int(1)), High: quantity.Sum(said, quantity.Int(1))}}
	hedge := hedged.FindStringSubmatchIndex(c.text[:m[0]])
	if hedge == nil {
		return w, true
	}
	w.Start = hedge[0]
	rough := quantity.Mul(said, apd.New(2, -1))
	switch {
	case hedge[2] >= 0:
		w.Room = quantity.Interval{Low: said, High: compare.Hundred}
	case hedge[4] >= 0:
		w.Room = quantity.Interval{Low: quantity.Int(0), High: said}
	case hedge[6] >= 0:
		w.Room = quantity.Interval{Low: quantity.Sub(said, rough), High: said}
	case hedge[8] >= 0:
		w.Room = quantity.Interval{Low: quantity.Sub(said, rough), High: quantity.Sum(said, rough)}
	default:
		return w, false // "another 12 %"
	}
	return w, true
}

// partsSaid are the things that a share is said of; full says that the other words say what the group measures, and nothing else.
func (g *group) partsSaid(c clause, share sheet.InWords) (parts []mention, full, about bool) {
	parts = g.mentions(c)
	if len(parts) == 0 || len(parts) == len(g.things) && len(parts) > 1 {
		return nil, false, false
	}
	for i := 1; i < len(parts); i++ {
		if !betweenParts.MatchString(c.text[parts[i-1].end:parts[i].start]) {
			return nil, false, false
		}
	}
	if slices.ContainsFunc(parts, func(m mention) bool { return m.owns(c.text) || m.start < share.End && m.end > share.Start }) ||
		parts[0].start >= share.End && !c.anyVerb(share.End, parts[0].start) { // "58 % of Scope 3 emissions": it is the whole

		return nil, false, false
	}
	told := g.told(c, 0, len(c.text), append(slices.Clone(parts), mention{0, share.Start, share.End})...)
	return parts, g.measures(told) && !g.per, g.near(told)
}

// sharesOut computes the share of some things of the total; nil where the group has none.
func (g *group) sharesOut(c clause, parts []mention, share sheet.InWords) *events.Check {
	year := c.year
	if year == 0 {
		year = g.last
	}
	whole, there := g.whole[year]
	if !there || whole.Fact == nil || sheet.Percent(whole) || whole.Quantity().Value.Sign() <= 0 {
		return nil
	}
	sum := quantity.Int(0)
	var terms []string
	f := &events.Check{Result: events.CheckPass, Severity: "warning", Stated: share.Text}
	for _, m := range parts {
		e, known := g.things[m.thing].at[year]
		if !known {
			return nil
		}
		sum = quantity.Sum(sum, e.Quantity().Base())
		terms = append(terms, e.Printed)
		f.Inputs = append(f.Inputs, g.input(m.thing, e))
	}
	made, ok := quantity.PercentOf(sum, whole.Quantity().Base())
	if !ok || made.Cmp(compare.Hundred) > 0 {
		return nil
	}
	f.Inputs = append(f.Inputs, sheet.Input(whole, ""))
	f.Expected = quantity.Print(made, 1) + " %"
	f.Working = fmt.Sprintf("(%s) / %s x 100 = %s %%; stated: %s", strings.Join(terms, " + "), whole.Printed, quantity.Print(made, compare.Places), share.Text)
	f.Message = fmt.Sprintf("\"%s\" is said; by the table on page %d it is %s.", share.Text, whole.At.Page, f.Expected)
	if made.Cmp(share.Room.Low) < 0 || made.Cmp(share.Room.High) > 0 {
		f.Result = events.CheckFail
	}
	return f
}

// otherShares reports whether a sentence gives a second percentage that is that of the things in no year: then both are of another boundary.
func (g *group) otherShares(c clause, parts []mention) bool {
	for _, q := range quantity.Find(c.Text, c.Style) {
		if q.Unit.Dimension != quantity.Percent || q.Start >= c.from && q.Start < c.to {
			continue
		}
		w := sheet.InWords{Room: quantity.Interval{Low: quantity.Sub(q.Value, quantity.Int(1)), High: quantity.Sum(q.Value, quantity.Int(1))}}
		if !slices.ContainsFunc(slices.Sorted(maps.Keys(g.whole)), func(year int) bool {
			at := c
			at.year = year
			f := g.sharesOut(at, parts, w)
			return f != nil && f.Result == events.CheckPass
		}) {
			return true
		}
	}
	return false
}
