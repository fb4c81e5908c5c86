package across

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	moved = pattern.Compile(`(?i)\b(?:(?:has|have|had|was|were)\s+)?` +
		`(?:(` + sheet.FallVerbs + `|came\s+down)|(` + sheet.RiseVerbs + `)|(improved|better|worsened))\b`)
	// lessThanBefore is a movement by a comparison with the year before: "used less water than in 2022".
	lessThanBefore = pattern.Compile(`(?i)\b(?:(less|fewer|lower|smaller)|(more|higher|larger))()\b[^.,;:]{0,60}?\bthan\s+(?:in\s+)?` +
		`(?:(?:the\s+|a\s+)?(?:previous\s+year|year\s+(?:before|earlier)|prior\s+year)|\s{4})`)
	// byOrTo says how far something moved, which is another check's.
	byOrTo = pattern.Compile(`(?i)\b(?:by|to|from)\s+(?:\p{L}+\s+){0,2}\d`)
)

// each holds "improved in each of our four divisions", and "three of our five sites cut their waste", against what each did from one year to the next.
func (r reader) each(c clause) (u sheet.Utterance, ok bool) {
	q, ok := quantifierOf(c.text)
	if !ok || q.none || narrows.MatchString(c.text) || byOrTo.MatchString(c.text) {
		return u, false
	}
	verbs := moved.FindAllStringSubmatchIndex(c.text, -1)
	if len(verbs) == 0 {
		verbs = lessThanBefore.FindAllStringSubmatchIndex(c.text, -1)
	}
	if len(verbs) != 1 {
		return u, false
	}
	m := movement{quantifier: q, c: c, at: verbs[0], fell: verbs[0][2] >= 0, rose: verbs[0][4] >= 0}
	return r.every(c, m.against)
}

// every asks all groups that a clause may be of: none may bear it out, and one that it is wholly of has to refute it.
func (r reader) every(c clause, against func(*group) (f *events.Check, about, full bool)) (u sheet.Utterance, ok bool) {
	for i := range r.groups {
		f, about, full := against(&r.groups[i])
		if !about {
			continue
		}
		if f == nil {
			return sheet.Utterance{}, false
		}
		if full && !ok {
			u, ok = c.Utter(*f, c.said(), false), true
		}
	}
	return u, ok
}

// movement is what a clause says things to have done since the year before.
type movement struct {
	quantifier
	c          clause
	at         []int
	fell, rose bool // neither: it improved, or worsened
}

// mostUnsaid is how many words may be left over where the number of things is said, and that all of them improved.
const mostUnsaid = 1

// against holds a movement against a group. about reports whether the group can be meant, and full whether it is by all that the clause says.
func (m movement) against(g *group) (f *events.Check, about, full bool) {
	things := m.all(g)
	if things == nil {
		return nil, false, false
	}
	told := g.told(m.c, 0, len(m.c.text), mention{0, m.start, m.name}, mention{0, m.at[0], m.at[1]})
	unsaid := 0
	for _, w := range told {
		if !has(g.own, w) && !has(g.over, w) {
			unsaid++
		}
	}
	counted := m.of == len(things)
	if counted && len(g.own) == 0 && m.totalTold(g, told) {
		if s := m.steps(g, things); s != nil {
			return m.judged(g, things, s), true, true
		}
	}
	improved := !m.fell && !m.rose && counted && unsaid <= mostUnsaid
	if !g.named(told) || m.c.per && !g.per || g.per && !m.c.per && !g.wholly(told) && !improved {
		return nil, false, false
	}
	s := m.steps(g, things)
	if s == nil {
		return nil, false, false
	}
	full = improved || g.wholly(told) && unsaid == 0
	return m.judged(g, things, s), true, full
}

// totalTold reports whether a table without a title is the one that is spoken of: the sentence, or the one before it, prints its total and has all
// words of what is said to have moved.
func (m movement) totalTold(g *group, told []string) bool {
	around := m.c.Before + " " + m.c.Text
	words := stems(m.c.Before + " " + m.c.Text[:m.c.from])
	whole, there := g.whole[g.last]
	return there && whole.Fact != nil && len(told) > 0 && !slices.ContainsFunc(told, func(w string) bool { return !has(words, w) }) &&
		slices.ContainsFunc(quantity.Find(around, m.c.Style), func(q quantity.Quantity) bool {
			return len(compare.DigitsIn(q.Number)) >= compare.DigitsNamed && whole.Prints(q) && !sheet.OpenUnit(q, whole)
		})
}

// step is how a thing moved from one year to the next: 1 up, -1 down, 0 where printing leaves it open.
type step struct {
	then, now sheet.Entry
	way       int
}

// steps are those of all things; nil where one has none.
func (m movement) steps(g *group, things []thing) []step {
	year := m.c.year
	if year == 0 {
		year = g.last
	}
	var out []step
	for _, t := range things {
		now, a := t.at[year]
		then, b := t.at[year-1]
		if !a || !b || !sheet.Comparable(now, then) {
			return nil
		}
		s := step{then, now, quantity.Sub(now.Quantity().Base(), then.Quantity().Base()).Sign()}
		if sheet.MayBeOne(now, then) {
			s.way = 0
		}
		out = append(out, s)
	}
	return out
}

// judged makes the failure of what is not so; nil where it may be.
func (m movement) judged(g *group, things []thing, steps []step) *events.Check {
	ways := map[int]int{}
	for _, s := range steps {
		ways[s.way]++
	}
	n := ways[-1]
	if m.rose {
		n = ways[1]
	}
	improved := !m.fell && !m.rose
	switch {
	case m.count >= 0 && (improved || ways[0] > 0 || n == m.count || m.of == 0):
		return nil
	case m.count < 0 && improved && (ways[1] == 0 || ways[-1] == 0): // whichever way is better, both is not
		return nil
	}
	f := &events.Check{Result: events.CheckFail, Severity: "warning", Stated: m.c.said()}
	var terms, against []string
	for i, s := range steps {
		term := fmt.Sprintf("%s: %s after %s", things[i].label, s.now.WithUnit(), s.then.WithUnit())
		terms = append(terms, term)
		if m.count >= 0 || improved || m.fell && s.way > 0 || m.rose && s.way < 0 {
			against = append(against, term)
			f.Inputs = append(f.Inputs, sheet.Input(s.then, things[i].label), sheet.Input(s.now, things[i].label))
		}
	}
	if len(against) == 0 {
		return nil
	}
	f.Working = strings.Join(terms, "; ")
	if m.count >= 0 {
		f.Expected = fmt.Sprint(n)
	}
	f.Message = fmt.Sprintf("\"%s\"; the table on page %d has %s.", m.c.said(), g.first().At.Page, strings.Join(against, "; "))
	return f
}

// averageOfOthers reports whether a rate may be that of all others together: it lies between them, in each of its years.
func (g *group) averageOfOthers(i int) bool {
	if !g.per && !sheet.Percent(g.first()) {
		return false
	}
	for year, e := range g.things[i].at {
		below, above := false, false
		for k, t := range g.things {
			if o, there := t.at[year]; there && k != i {
				off := quantity.Sub(o.Quantity().Base(), e.Quantity().Base()).Sign()
				below, above = below || off < 0, above || off > 0
			}
		}
		if !below || !above {
			return false
		}
	}
	return true
}
