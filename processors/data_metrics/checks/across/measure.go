package across

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// mention is where a clause names a thing.
type mention struct{ thing, start, end int }

// owns reports whether what follows is of the thing: "Lyon's largest consumer" is not Lyon.
func (m mention) owns(text string) bool {
	return strings.HasPrefix(text[m.end:], "'s") || strings.HasPrefix(text[m.end:], "’s") || strings.HasPrefix(text[m.end:], "’ ")
}

var capital = pattern.Compile(`^\p{Lu}`)

// mentions are the things of a group that a clause names, in its order.
func (g *group) mentions(c clause) []mention {
	var out []mention
	for i := 0; i < len(c.words); i++ {
		best, long := -1, 0
		for k := range g.things {
			for _, name := range g.things[k].names {
				if n := namedAt(c.words[i:], name); n > long {
					best, long = k, n
				}
			}
		}
		if best < 0 {
			continue
		}
		m := mention{best, c.words[i].start, c.words[i+long-1].end}
		if partOfName(c.text, m) {
			continue
		}
		out = append(out, m)
		i += long - 1
	}
	return out
}

// namedAt is how many words a text begins with that are those of a name, one after the other; 0 if it does not.
func namedAt(words []word, name []string) int {
	at := 0
	for i := range words {
		if at == len(name) {
			return i
		}
		if words[i].stem == "" && at > 0 {
			continue
		}
		if words[i].stem != name[at] {
			return 0
		}
		at++
	}
	if at == len(name) && at > 0 {
		return len(words)
	}
	return 0
}

// partOfName reports whether a name is a part of a longer one: "Port Scotland".
func partOfName(text string, m mention) bool {
	if !capital.MatchString(text[m.start:m.end]) {
		return false
	}
	behind := strings.TrimPrefix(text[m.end:], "-")
	if strings.HasPrefix(behind, " ") && capital.MatchString(behind[1:]) {
		return true
	}
	before := strings.Fields(text[:m.start])
	return len(before) > 1 && strings.HasSuffix(text[:m.start], " ") && capital.MatchString(before[len(before)-1])
}

// told are the words of a part of a clause that say what is measured: no name of a thing, nothing that things are called together, and
// none by which anything is stated.
func (g *group) told(c clause, from, to int, without ...mention) []string {
	var out []string
	for _, w := range c.words {
		if len(w.stem) < 2 || w.start < from || w.end > to || slices.ContainsFunc(without, func(m mention) bool { return w.start >= m.start && w.end <= m.end }) {
			continue
		}
		text := c.text[w.start:w.end]
		own := has(g.own, w.stem)
		if said[strings.ToLower(text)] || light.MatchString(text) || !own && (sheet.Tells(text) || has(g.kinds, w.stem) || sheet.VerbAt(c.text, w.start, w.end)) {
			continue
		}
		if at, short := g.shortOf(c, w); short != "" {
			if at == w.start {
				out = append(out, short)
			}
			continue
		}
		out = append(out, w.stem)
	}
	return out
}

// shortOf is the abbreviation among a group's headings that a word and those around it spell out: "lost-time injury frequency rate" is LTIFR.
func (g *group) shortOf(c clause, w word) (start int, short string) {
	for _, own := range g.own {
		for i := 0; i+len(own) <= len(c.words) && len(own) >= 3; i++ {
			spelled := true
			for k, letter := range []byte(own) {
				spelled = spelled && c.text[c.words[i+k].start]|0x20 == letter
			}
			if first, last := c.words[i], c.words[i+len(own)-1]; spelled && w.start >= first.start && w.end <= last.end {
				return first.start, own
			}
		}
	}
	return 0, ""
}

// has reports whether one of some words is a word, or one or many of it.
func has(words []string, w string) bool {
	return slices.ContainsFunc(words, func(o string) bool { return o == w || o+"s" == w || w+"s" == o || o+"es" == w || w+"es" == o })
}

// finite are verbs that need no look at what stands beside them.
var finite = pattern.Compile(`(?i)^(?:is|are|was|were|comes?|came|goes|go|went|works?|worked|lives?|has|have|had)$`)

// anyVerb reports whether a verb stands between two places.
func (c clause) anyVerb(from, to int) bool {
	for _, w := range c.words {
		if w.start >= from && w.end <= to && (finite.MatchString(c.text[w.start:w.end]) || sheet.VerbAt(c.text, w.start, w.end)) {
			return true
		}
	}
	return false
}

// light are words that only join others: "holds the certificate".
var light = pattern.Compile(`(?i)^(?:` + lexicon.Alternatives("checks.light words") + `)$`)

// said are words that add nothing to what is measured.
var said = lexicon.Set("checks.adds nothing")

// measures reports whether words say what a group measures: each of them is a word of its headings, and one of its own.
func (g *group) measures(words []string) bool {
	return g.named(words) && g.wholly(words) && !slices.ContainsFunc(words, func(w string) bool { return !has(g.own, w) && !has(g.over, w) })
}

// named reports whether one of some words is of what a group measures.
func (g *group) named(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return has(g.own, w) })
}

// near reports whether a group may be meant by some words.
func (g *group) near(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return has(g.own, w) || has(g.over, w) })
}

// wholly reports whether all that a group measures is among some words, but for words by which anything is stated: "use".
func (g *group) wholly(words []string) bool {
	return len(g.own) > 0 && !slices.ContainsFunc(g.own, func(w string) bool { return !has(words, w) && !has(g.kinds[:len(commonKinds)], w) && !telling[w] })
}

// telling are words by which anything is stated, as stems.
var telling = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range lexicon.Entries("checks.telling") {
		for _, stem := range sheet.Stems(strings.TrimSuffix(w, "*")) {
			out[stem] = true
		}
	}
	return out
}()

// figures are what the things have in the year that a clause speaks of, nil where it is not the group's.
func (g *group) figures(c clause) []sheet.Entry {
	year := c.year
	if year == 0 {
		year = g.last
	}
	out := make([]sheet.Entry, len(g.things))
	n := 0
	for i, t := range g.things {
		if e, ok := t.at[year]; ok {
			out[i] = e
			n++
		}
	}
	if n < 2 {
		return nil
	}
	return out
}
