package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/document/boundary"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// approach is what a report consolidates by, as checks of method name it.
const approach = "the consolidation approach"

// bounds are what the two reports say otherwise of what they count in: their sentences about it, and what checks of method have found them
// to name. What is told here is no reworded statement besides, and neither is what both say in other words.
func (c *Comparison) bounds(earlier, later Report) {
	was, is := earlier.bounds(), later.bounds()
	c.Boundaries = unlike(was, is, c.namesRestated())
	c.beside(earlier, later)
	c.Boundaries = append(c.Boundaries, methods(earlier, later, c.Boundaries)...)
	c.otherwise(clauses(earlier), clauses(later))
	slices.SortStableFunc(c.Boundaries, func(a, b Boundary) int {
		return cmp.Or(cmp.Compare(truth(a.Uncertain), truth(b.Uncertain)), cmp.Compare(rank(a.About), rank(b.About)),
			cmp.Compare(a.Later.Page, b.Later.Page), cmp.Compare(a.Earlier.Page, b.Earlier.Page))
	})
	c.Reworded = slices.DeleteFunc(c.Reworded, func(p Pair) bool {
		told := func(b Boundary) bool { return b.Pair == p }
		return holds(was, p.Earlier) && holds(is, p.Later) || slices.ContainsFunc(c.Boundaries, told)
	})
}

// namesRestated tells of a sentence whether it is on figures that were restated, where the comparison tells of such figures: they are told with it.
func (c *Comparison) namesRestated() func(string) bool {
	any := slices.ContainsFunc(c.Restated, func(r Restated) bool { return r.Marked })
	return func(text string) bool { return any && vocabulary.Restated.MatchString(text) }
}

func holds(all []boundary.Said, p Place) bool {
	return slices.ContainsFunc(all, func(s boundary.Said) bool { return s.Page == p.Page && s.Text == p.Text })
}

// all are the sentences of a report.
func (r Report) all() []boundary.Sentence {
	all := make([]boundary.Sentence, 0, len(r.Said))
	for _, s := range r.Said {
		all = append(all, boundary.Sentence{Page: s.Page, Text: s.Text, Heading: s.Heading})
	}
	if len(all) == 0 {
		for _, p := range prose(r.Document) {
			all = append(all, boundary.Sentence{Page: p.Page, Text: p.Text})
		}
	}
	return all
}

// bounds are the sentences of a report about its boundary.
func (r Report) bounds() []boundary.Said {
	all := r.all()
	said := boundary.Of(all, r.issuer())
	for _, s := range all { // that all is counted in can be said in words by which no sentence is known to be about that
		if boundary.SaysAll(s) && !slices.ContainsFunc(said, func(x boundary.Said) bool { return x.Sentence == s }) {
			said = append(said, boundary.Said{Sentence: s})
		}
	}
	return said
}

func (r Report) issuer() issuer.Names {
	var other []string
	for _, n := range r.Run.Names {
		other = append(other, n.Value)
	}
	return issuer.NamesOf(r.Report.Company, other...)
}

// unlike are the sentences on the boundary of each report that say something that no such sentence of the other does, each with the sentence
// of the other that comes nearest.
func unlike(was, is []boundary.Said, leave func(string) bool) []Boundary {
	out := []Boundary{}
	add := func(b Boundary) {
		told := func(o Boundary) bool {
			return b.Later.Page == 0 && o.Earlier == b.Earlier || b.Earlier.Page == 0 && o.Later == b.Later
		}
		if slices.ContainsFunc(out, told) {
			return // with what took its place
		}
		if !slices.ContainsFunc(out, func(o Boundary) bool { return o.Pair == b.Pair || twice(o, b) }) {
			out = append(out, b)
		}
	}
	for _, s := range is {
		if fresh := unsaid(s, was); len(fresh) > 0 && !leave(s.Text) {
			o := nearest(s, was)
			add(Boundary{About: about(o, &s, fresh), Pair: Pair{placeOf(o), Place{s.Page, s.Text}}, loose: loose(s, o), fresh: true})
		}
	}
	for _, s := range was {
		if gone := unsaid(s, is); len(gone) > 0 {
			o := nearest(s, is)
			add(Boundary{About: about(&s, o, gone), Pair: Pair{Place{s.Page, s.Text}, placeOf(o)}, loose: loose(s, o)})
		}
	}
	return out
}

// twice reports whether two pairs are of one statement that stands on several pages.
func twice(a, b Boundary) bool {
	return bare(a.Earlier.Text) == bare(b.Earlier.Text) && bare(a.Later.Text) == bare(b.Later.Text)
}

// unsaid are the things of a sentence that no sentence of the other report names.
func unsaid(s boundary.Said, other []boundary.Said) []string {
	return slices.DeleteFunc(slices.Clone(s.Things), func(thing string) bool {
		return slices.ContainsFunc(other, func(o boundary.Said) bool {
			return slices.Contains(o.Things, thing) || thing == boundary.All && boundary.SaysAll(o.Sentence)
		})
	})
}

// nearest is the sentence of the other report that is on the same thing, or the first one that says what is counted in; nil if there is none.
func nearest(s boundary.Said, among []boundary.Said) *boundary.Said {
	best, at := 0.0, -1
	for i, o := range among {
		score := alike(s.Text, o.Text)
		for _, thing := range s.Things {
			if slices.ContainsFunc(o.Things, func(t string) bool { return kind(t) == kind(thing) }) {
				score++
			}
		}
		if len(o.Things) == 0 {
			score /= 2
		}
		if score > best && (score >= near || slices.Contains(o.Things, boundary.All)) {
			best, at = score, i
		}
	}
	if at < 0 {
		return nil
	}
	return &among[at]
}

// loose reports whether a sentence stands against another only since that one says what is counted in at all.
func loose(s boundary.Said, o *boundary.Said) bool {
	return o != nil && alike(s.Text, o.Text) < near && !slices.ContainsFunc(s.Things, func(thing string) bool {
		return slices.ContainsFunc(o.Things, func(t string) bool { return kind(t) == kind(thing) })
	})
}

// kind is a thing whether it is counted in or not, and whatever its amount.
func kind(thing string) string {
	thing = strings.TrimPrefix(thing, "out ")
	for _, k := range []string{"share ", "size ", "count ", "by "} {
		if strings.HasPrefix(thing, k) {
			return k
		}
	}
	return thing
}

func placeOf(s *boundary.Said) Place {
	if s == nil {
		return Place{}
	}
	return Place{s.Page, s.Text}
}

const (
	leftOut   = "what is left out"
	countedIn = "what is counted in"
	nowOut    = "counted in then, left out now"
	nowIn     = "left out then, counted in now"
	either    = "what is counted in or left out" // where one of the two is said of something
)

// about is what two sentences tell of by the things that one of them names and the other does not: the same thing that one counts in and
// the other leaves out is the surest of all.
func about(was, is *boundary.Said, things []string) string {
	has := func(is func(string) bool) bool { return slices.ContainsFunc(things, is) }
	isOut := func(t string) bool { return strings.HasPrefix(t, "out ") }
	turned := func(from, to *boundary.Said) bool {
		return from != nil && to != nil && slices.ContainsFunc(to.Things, func(t string) bool {
			return isOut(t) && slices.Contains(from.Things, kind(t)) && slices.ContainsFunc(things, func(o string) bool { return kind(o) == kind(t) })
		})
	}
	switch out := has(func(t string) bool { return isOut(t) || strings.HasPrefix(t, "size ") }); {
	case has(func(t string) bool { return strings.HasPrefix(t, "by ") }):
		return approach
	case turned(was, is):
		return nowOut
	case turned(is, was):
		return nowIn
	case out:
		return leftOut
	}
	return countedIn
}

func rank(about string) int {
	return slices.Index([]string{nowOut, nowIn, countedIn, leftOut, either, approach}, about)
}

// names are what a quotation names, of the things that checks of method look for: how the words around are set does not matter.
var names = map[string]*pattern.Pattern{
	"a standard of measurement": pattern.Compile(`(?i)\bprotocol\b|\b14064\b|\bPCAF\b|\bESRS\b`),
	approach:                    pattern.Compile(`(?i)\boperational\s+control|\bfinancial\s+control|\bequity\s+share`),
	"the source of its emission factors": pattern.Compile(
		`\b[A-Z]{3,}[a-z]?\b|(?i:\b(?:ecoinvent|egrid|umweltbundesamt|international\s+energy\s+agency|suppliers?)\b)`),
	"warming potentials": pattern.Compile(`(?i)\bAR[\s-]?[2-6]\b|\b(?:second|third|fourth|fifth|sixth|2nd|3rd|4th|5th|6th)\s+assessment`),
}

// methods are what the checks of method have found the reports to name, where it differs and sentences have not told it. One word can be all the
// difference (financial control, operational control); where nothing is named whose name is known, any word counts.
func methods(earlier, later Report, told []Boundary) []Boundary {
	out := []Boundary{}
	was, is := described(earlier.Document), described(later.Document)
	for _, about := range []string{"a standard of measurement", approach, "the source of its emission factors", "warming potentials"} {
		a, there := was[about]
		b, now := is[about]
		if there == now && (!there || same(about, a.Text, b.Text)) || slices.ContainsFunc(told, func(t Boundary) bool { return t.About == about }) {
			continue
		}
		x := Boundary{About: about, Pair: Pair{a, b}}
		switch { // the checks quote one sentence, and another may name the same, or tell of it in other words
		case there && !now && later.names(about, a.Text), now && !there && earlier.names(about, b.Text):
			continue
		case there && !now:
			x.Later = meaningsOf(later).nearest(a)
			x.Uncertain = x.Later.Page > 0
		case now && !there:
			x.Earlier = meaningsOf(earlier).nearest(b)
			x.Uncertain = x.Earlier.Page > 0
		}
		out = append(out, x)
	}
	return out
}

// names reports whether any sentence of a report names what a quotation does: the approach in whatever words.
func (r Report) names(about, quoted string) bool {
	by := func(text string) []string {
		var out []string
		for _, s := range boundary.Of([]boundary.Sentence{{Text: text, Heading: "Consolidation"}}, nil) {
			out = append(out, slices.DeleteFunc(slices.Clone(s.Things), func(t string) bool { return !strings.HasPrefix(t, "by ") })...)
		}
		return out
	}
	if about == approach {
		want := by(quoted)
		return len(want) > 0 && slices.ContainsFunc(r.bounds(), func(s boundary.Said) bool {
			return slices.ContainsFunc(want, func(t string) bool { return slices.Contains(s.Things, t) })
		})
	}
	return names[about].MatchString(quoted) && slices.ContainsFunc(r.all(), func(s boundary.Sentence) bool {
		return names[about].MatchString(s.Text) && same(about, quoted, s.Text)
	})
}

// same reports whether two quotations name the same.
func same(about, a, b string) bool {
	named := func(s string) []string {
		all := names[about].FindAllString(s, -1)
		for i := range all {
			all[i] = bare(all[i])
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	x, y := named(a), named(b)
	if len(x) > 0 || len(y) > 0 {
		return slices.Equal(x, y)
	}
	return bare(a) == bare(b)
}

// described are the words by which a report describes its method, by what they are about: the first of each.
func described(d *document.Document) map[string]Place {
	out := map[string]Place{}
	for _, c := range d.Checks {
		for _, in := range c.Inputs {
			about, text, ok := strings.Cut(in.Label, ": ")
			if !ok || in.Page < 1 {
				continue
			}
			if old, there := out[about]; !there || in.Page < old.Page || in.Page == old.Page && text < old.Text {
				out[about] = Place{in.Page, text}
			}
		}
	}
	return out
}
