package across

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// moreThan compares two things: "used less water than", "as many people as", "exceeds".
	moreThan = pattern.Compile(`(?i)\b(?:(more|larger|higher|greater|bigger|less|fewer|lower|smaller)\b[^.,;:\d]{0,60}?\bthan|(exceed(?:s|ed)?))\s`)
	lesser   = pattern.Compile(`(?i)^(?:less|fewer|lower|smaller)$`)
	// byHowMuch makes of a comparison one by a figure, or of a part: "three times more", "slightly".
	byHowMuch = pattern.Compile(`(?i)\b(?:times|twice|half|points?|percent|per\s+cent|no|not|any|slower|faster)\b|%`)
	thatOf    = pattern.Compile(`(?i)^(?:(?:that|those|the\s+(?:one|ones))\s+)?(?:(?:in|at|of|from|by|our|the|for)\s+)*$`)
)

// compared holds "Turin used less water than Lyon" against the figures of both.
func (r reader) compared(c clause) (u sheet.Utterance, ok bool) {
	m := moreThan.FindStringSubmatchIndex(c.text)
	bare := noOther.ReplaceAllString(c.text, " ")
	if m == nil || m[2] < 0 && bare != c.text || narrows.MatchString(bare) || byHowMuch.MatchString(bare) || anyFigure(c.text) {
		return u, false
	}
	if noOther.MatchString(c.text[:m[0]]) {
		return r.unequalled(c, m)
	}
	more := m[2] < 0 || !lesser.MatchString(c.text[m[2]:m[3]])
	fits := false
	for _, i := range r.near(c) {
		g := &r.groups[i]
		all := g.mentions(c)
		if len(all) != 2 || all[0].end > m[1] || all[1].start < m[1] || all[0].thing == all[1].thing || !thatOf.MatchString(c.text[m[1]:all[1].start]) {
			continue
		}
		by := g.told(c, 0, len(c.text), all...)
		figures := g.figures(c)
		if figures == nil || !g.near(by) {
			continue
		}
		a, b := figures[all[0].thing], figures[all[1].thing]
		if a.Fact == nil || b.Fact == nil {
			continue
		}
		off := quantity.Sub(a.Quantity().Base(), b.Quantity().Base()).Sign()
		if off == 0 || sheet.MayBeOne(a, b) || (off > 0) == more {
			return u, false // it holds, or may hold, in one of the measures that can be meant
		}
		if !g.measures(by) || c.per != g.per || fits {
			continue
		}
		fits = true
		x, y := g.things[all[0].thing].label, g.things[all[1].thing].label
		u = c.Utter(events.Check{
			Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{g.input(all[0].thing, a), g.input(all[1].thing, b)},
			Stated: strings.TrimSpace(c.text[m[0]:m[1]]), Working: fmt.Sprintf("%s: %s; %s: %s", x, a.WithUnit(), y, b.WithUnit()),
			Message: fmt.Sprintf("\"%s\" is said of %s and %s; the table on page %d gives %s and %s.", c.said(), x, y, a.At.Page, a.WithUnit(), b.WithUnit()),
		}, c.said(), false)
	}
	return u, fits
}

// scopes are numbers that are names.
var scopes = pattern.Compile(`(?i)\bscopes?\s+[1-3](?:(?:\s*,\s*|\s+and\s+|\s*\+\s*)[1-3])*`)

// anyFigure reports whether a text states a figure.
func anyFigure(text string) bool {
	return strings.ContainsAny(scopes.ReplaceAllString(text, ""), "0123456789")
}

// noOther denies of all others that they have more, or less: "nowhere is turnover lower than in".
var noOther = pattern.Compile(`(?i)\b(?:nowhere(?:\s+else)?|no\s+other\s+\p{L}+)\b`)

// unequalled holds "nowhere is turnover lower than among the over-sixties" against the figures of all.
func (r reader) unequalled(c clause, m []int) (u sheet.Utterance, ok bool) {
	said := c.text[m[2]:m[3]]
	at := noOther.FindStringIndex(c.text)
	return r.placed(c, func(g *group) (k ranking, named, full bool) {
		all := g.mentions(c)
		if len(all) != 1 || all[0].start < m[1] || !thatOf.MatchString(c.text[m[1]:all[0].start]) {
			return k, false, false
		}
		k = ranking{up: !lesser.MatchString(said), place: 1, said: "none " + said, thing: all[0].thing, by: g.told(c, at[1], len(c.text), all[0])}
		return k, g.near(k.by), g.measures(k.by) && c.per == g.per
	})
}
