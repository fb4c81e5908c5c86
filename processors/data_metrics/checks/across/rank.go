package across

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const extremes = `highest|largest|biggest|greatest|most|heaviest|lowest|smallest|least|fewest|lightest`

var (
	// first is a rank: "the second-largest".
	first  = pattern.Compile(`(?i)\b(?:(second|third|fourth|fifth)[- ])?(` + extremes + `)\b`)
	upmost = pattern.Compile(`(?i)^(?:highest|largest|biggest|greatest|most|heaviest)$`)
	nth    = map[string]int{"": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
	// endOfRanked ends what something is ranked by.
	endOfRanked = pattern.Compile(`(?i)[,.;:()–]|\s(?:was|were|is|are|has|have|had|remain\w*|comes?|came)\s|` +
		`\s(?:recorded|found|measured|in|at|from|with|where|that|and|or|on|to)\s`)
	// verbThen leads from a rank to what has it.
	verbThen = pattern.Compile(`(?i)^\s+(?:(?:was|were|is|are|remain\w*|comes?|came|again|still|once\s+more)\s+|` +
		`(?:recorded|found|measured|in|at|from|by|with|that|of|our|the)\s+)*$`)
	ofAll = pattern.Compile(`(?i)^\s*(?:(?:of|in|among|within|across)\s+(?:all|the|our|its|both|these)\b[^,.;]{0,30}?)?(?:\s*in\s+(?:19|20)\d\d)?\s*[,.)]?\s*$`)
)

var (
	oneOf = pattern.Compile(`(?i)\b(?:one|some|among)\s+(?:of\s+)?(?:the|our|its)\s+$`)
)

// atLeast is a figure's bound and no rank.
var atLeast = pattern.Compile(`(?i)\b(?:at|not)\s+(?:the\s+)?(?:very\s+)?$`)

// ranking is what a clause says of a thing's place among the others.
type ranking struct {
	up    bool
	place int
	said  string
	thing int
	by    []string
}

// ranked holds the place that a clause gives a thing against the figures of all: in every measure that can be meant it has another.
func (r reader) ranked(c clause) (u sheet.Utterance, ok bool) {
	all := first.FindAllStringSubmatchIndex(c.text, -1)
	for _, m := range all {
		if atLeast.MatchString(c.text[:m[0]]) {
			continue
		}
		if u, ok := r.placed(c, func(g *group) (ranking, bool, bool) { return g.ranking(c, m) }); ok {
			return u, true
		}
	}
	return u, false
}

// placed holds a ranking against all groups that it can be of: none bears it out, and one that it is wholly of refutes it.
func (r reader) placed(c clause, read func(*group) (k ranking, named, full bool)) (u sheet.Utterance, ok bool) {
	for _, i := range r.near(c) {
		g := &r.groups[i]
		k, named, full := read(g)
		if !named {
			continue
		}
		f, refuted := g.refutes(c, k)
		if f == nil {
			continue
		}
		if !refuted {
			return sheet.Utterance{}, false
		}
		if full && !ok {
			u, ok = c.Utter(*f, k.said, false), true
		}
	}
	return u, ok
}

// ranking reads a rank as one of a group. full says that all words which say what it is by are those of the group; else it may be another measure.
func (g *group) ranking(c clause, m []int) (k ranking, named, full bool) {
	k = ranking{up: upmost.MatchString(c.text[m[4]:m[5]]), place: 1, said: c.text[m[0]:m[1]]}
	if m[2] >= 0 {
		k.place = nth[strings.ToLower(c.text[m[2]:m[3]])]
	}
	end := len(c.text)
	if at := endOfRanked.FindStringIndex(c.text[m[1]:]); at != nil {
		end = m[1] + at[0]
	}
	to := len(c.text)
	all := g.mentions(c)
	all = slices.DeleteFunc(all, func(m mention) bool { return m.start >= to })
	if len(all) != 1 || all[0].owns(c.text) || narrows.MatchString(c.text[:to]) || oneOf.MatchString(c.text[:m[0]]) {
		return k, false, false
	}
	who := all[0]
	k.thing = who.thing
	if who.start >= m[1] && who.start < end {
		end = who.start
	}
	k.by = g.told(c, m[1], end)
	outside := g.told(c, 0, m[0], who)
	rest := g.told(c, end, to, who)
	switch {
	case who.start >= m[1]: // "the lowest rate was found at Lyon"
		if !verbThen.MatchString(c.text[end:who.start]) || len(g.told(c, who.end, to)) > 0 {
			return k, false, false
		}
	default:
		between := c.text[who.end:m[0]]
		beside := len(g.told(c, who.end, m[0]))+len(g.told(c, 0, who.start)) > 0
		if len(strings.Fields(between)) > mostBetween || beside && len(k.by) > 0 || !ofAll.MatchString(c.text[end:to]) && len(rest) > 0 {
			return k, false, false
		}
	}
	if len(k.by) == 0 {
		k.by = outside
	} else if len(outside) > 0 && who.start >= m[1] {
		return k, false, false
	}
	if len(k.by) == 0 {
		return k, false, false
	}
	return k, g.near(k.by), g.measures(k.by) && (!c.per || g.per) && (c.per || !g.per || g.wholly(k.by))
}

// mostBetween is how many words may stand between a thing and its rank.
const mostBetween = 6

// refutes reports whether a thing has another place than the one that is said; nil where the group does not tell.
func (g *group) refutes(c clause, k ranking) (f *events.Check, refuted bool) {
	all := g.figures(c)
	if all == nil || all[k.thing].Fact == nil {
		return nil, false
	}
	own := all[k.thing]
	beyond, level := 0, 0
	f = &events.Check{Result: events.CheckFail, Severity: "warning", Stated: k.said, Inputs: []events.CheckInput{g.input(k.thing, own)}}
	var terms, others []string
	for i, e := range all {
		if e.Fact == nil {
			continue
		}
		terms = append(terms, g.things[i].label+": "+e.WithUnit())
		if i == k.thing {
			continue
		}
		switch {
		case sheet.MayBeOne(e, own):
			level++
		case (quantity.Sub(e.Quantity().Base(), own.Quantity().Base()).Sign() > 0) == k.up && !g.sumOfOthers(all, i):
			beyond++
			others = append(others, g.things[i].label+" with "+e.WithUnit())
			f.Inputs = append(f.Inputs, g.input(i, e))
		}
	}
	f.Working = strings.Join(terms, "; ")
	f.Message = fmt.Sprintf("\"%s\" is said of \"%s\", which has %s in the table on page %d", strings.ToLower(k.said), g.things[k.thing].label,
		own.WithUnit(), own.At.Page)
	if len(others) > 0 {
		f.Message += "; that has " + strings.Join(others, ", ")
	} else {
		f.Message += ", and none beyond it"
	}
	f.Message += "."
	return f, beyond >= k.place || beyond+level < k.place-1
}

// input names a figure by its thing.
func (g *group) input(i int, e sheet.Entry) events.CheckInput {
	return sheet.Input(e, g.things[i].label)
}

// sumOfOthers reports whether a figure is what some that stand together before or behind it add up to: then it is of these.
func (g *group) sumOfOthers(all []sheet.Entry, i int) bool {
	reached := func(step int) bool {
		sum := quantity.Int(0)
		for k, n := i+step, 1; k >= 0 && k < len(all) && all[k].Fact != nil; k, n = k+step, n+1 {
			sum = quantity.Sum(sum, all[k].Quantity().Base())
			off := quantity.Abs(quantity.Sub(sum, all[i].Quantity().Base()))
			if n > 1 && off.Cmp(quantity.Mul(all[i].Quantity().Half, quantity.Int(int64(2*n+2)))) <= 0 {
				return true
			}
		}
		return false
	}
	return reached(1) || reached(-1)
}
