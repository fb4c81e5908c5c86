package across

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// beyondLimit leads to a figure that things are said to be above or below.
var beyondLimit = pattern.Compile(`(?i)\b(?:(exceed(?:ed|s)?|above|over|more\s+than|higher\s+than|at\s+least|reached)|` +
	`(below|under|less\s+than|fewer\s+than|lower\s+than|at\s+most|(?:no|not)\s+more\s+than))\s+(?:(?:the|a|of|mark|level|threshold)\s+)*$`)

// limited holds "no site used more than 20,000 m3", and "recycling exceeded 90 % at all three mills", against the figure of each.
func (r reader) limited(c clause) (u sheet.Utterance, ok bool) {
	q, ok := quantifierOf(c.text)
	if !ok || narrows.MatchString(strings.ReplaceAll(c.text, c.text[q.start:q.end], " ")) {
		return u, false
	}
	var limit quantity.Quantity
	for _, f := range quantity.Find(c.text, c.Style) {
		if f.Start >= q.start && f.Start < q.end || f.Year {
			continue
		}
		if limit.Value != nil {
			return u, false
		}
		limit = f
	}
	if limit.Value == nil || limit.Range {
		return u, false
	}
	m := beyondLimit.FindStringSubmatchIndex(c.text[:limit.Start])
	if m == nil {
		m = beyondLimit.FindStringSubmatchIndex(c.text[:limit.Start] + boundWords(limit))
	}
	if m == nil {
		return u, false
	}
	l := bounded{quantifier: q, c: c, limit: limit, above: m[2] >= 0, from: m[0]}
	return r.every(c, l.against)
}

// boundWords is how a figure was read to be bounded, in words of their own.
func boundWords(q quantity.Quantity) string {
	switch q.Bound {
	case quantity.AtLeast:
		return " at least "
	case quantity.AtMost:
		return " at most "
	}
	return ""
}

// bounded is what a clause says things to be above, or below.
type bounded struct {
	quantifier
	c     clause
	limit quantity.Quantity
	above bool
	from  int
}

func (l bounded) against(g *group) (f *events.Check, about, full bool) {
	things := l.all(g)
	if things == nil {
		return nil, false, false
	}
	told := g.told(l.c, 0, len(l.c.text), mention{0, l.start, l.name}, mention{0, min(l.from, l.limit.Start), l.limit.End})
	if !g.near(told) && len(told) > 0 || g.per != (l.limit.Per != "" || l.c.per) && !sheet.Percent(g.first()) {
		return nil, false, false
	}
	year := l.c.year
	if year == 0 {
		year = g.last
	}
	var terms, against []string
	within, open := 0, 0
	f = &events.Check{Result: events.CheckFail, Severity: "warning", Stated: l.c.said()}
	for _, t := range things {
		e, there := t.at[year]
		if !there || e.Ambiguous() || !e.Quantity().Unit.Comparable(l.limit.Unit) {
			return nil, false, false
		}
		term := t.label + ": " + e.WithUnit()
		terms = append(terms, term)
		i := e.Quantity().Interval()
		so, not := i.Low.Cmp(l.limit.Base()) >= 0, i.High.Cmp(l.limit.Base()) <= 0
		if !l.above {
			so, not = not, so
		}
		if l.none {
			so, not = not, so
		}
		switch {
		case so && !not:
			within++
		case not && !so && i.High.Cmp(i.Low) >= 0:
			if l.count < 0 {
				against = append(against, term)
				f.Inputs = append(f.Inputs, sheet.Input(e, t.label))
			}
		default:
			open++
		}
		if l.count >= 0 {
			f.Inputs = append(f.Inputs, sheet.Input(e, t.label))
		}
	}
	f.Working = strings.Join(terms, "; ")
	switch {
	case l.count >= 0 && (open > 0 || within == l.count || l.of == 0), l.count < 0 && len(against) == 0:
		return nil, true, false
	case l.count >= 0:
		against, f.Expected = terms, fmt.Sprint(within)
	}
	f.Message = fmt.Sprintf("\"%s\"; the table on page %d has %s.", l.c.said(), g.first().At.Page, strings.Join(against, "; "))
	return f, true, g.measures(told)
}
