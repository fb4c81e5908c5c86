package compare

import (
	"cmp"
	"slices"

	"github.com/sibyl-project/sibyl/projections/document/boundary"
)

// beside puts to each sentence that no other one about the boundary stands against the sentence of the other report that is about the same, in
// whatever words. Only where there is none, nothing is said of it there. Whether the two say the same is not known then, and is said not to be.
func (c *Comparison) beside(earlier, later Report) {
	was, is := meaningsOf(earlier), meaningsOf(later)
	for i := range c.Boundaries {
		b := &c.Boundaries[i]
		then, now := b.Earlier, b.Later
		switch {
		case now.Page > 0 && (then.Page == 0 || b.loose && b.fresh):
			b.Earlier = cmp.Or(was.nearest(now), then)
		case then.Page > 0 && (now.Page == 0 || b.loose):
			b.Later = cmp.Or(is.nearest(then), now)
		}
		if b.Pair != (Pair{then, now}) {
			b.judge()
		}
	}
	c.Boundaries = slices.CompactFunc(c.Boundaries, func(a, b Boundary) bool { return a.Pair == b.Pair })
}

// judge says of two sentences that are put beside each other for what they mean whether it has changed: for sure where the one counts in what
// the other leaves out.
func (b *Boundary) judge() {
	if b.Earlier.Page == 0 || b.Later.Page == 0 {
		return
	}
	wasOut, opposed := boundary.Opposed(b.Earlier.Text, b.Later.Text)
	b.Uncertain = !opposed || common(boundary.Named(b.Earlier.Text), boundary.Named(b.Later.Text)) < inCommon
	switch {
	case b.About == approach:
	case b.Uncertain:
		b.About = either
	case wasOut:
		b.About = nowIn
	default:
		b.About = nowOut
	}
}

// meanings are the sentences of a report that can be about what it counts, with their meanings.
type meanings struct {
	said    []boundary.Sentence
	vectors [][]float32
}

func meaningsOf(r Report) meanings {
	var m meanings
	var texts []string
	for _, s := range r.all() {
		if boundary.May(s) {
			m.said, texts = append(m.said, s), append(texts, s.Text)
		}
	}
	m.vectors = meant(texts)
	return m
}

// nearest is the sentence that comes nearest to a statement's meaning, of those that are about the same.
func (m meanings) nearest(to Place) Place {
	vector := meant([]string{to.Text})[0]
	best, found := 0.0, Place{}
	for i, s := range m.said {
		v := akin(vector, m.vectors[i])
		if v > best && (v >= onSubject || v >= inWords && common(boundary.Named(to.Text), boundary.Named(s.Text)) >= inCommon) {
			best, found = v, Place{s.Page, s.Text}
		}
	}
	return found
}

// counted is a clause with its meaning.
type counted struct {
	boundary.Clause
	meaning []float32
}

func clauses(r Report) []counted {
	var out []counted
	var texts []string
	for _, c := range boundary.Clauses(r.all()) {
		out, texts = append(out, counted{Clause: c}), append(texts, c.Counted)
	}
	for i, v := range meant(texts) {
		out[i].meaning = v
	}
	return out
}

// on reports whether two clauses are about the same thing: near in meaning and in words.
func (a counted) on(b counted) bool {
	return akin(a.meaning, b.meaning) >= alikeEnds && alike(a.Counted, b.Counted) >= onSubject
}

// otherwise tells what is counted in by the one report and left out by the other where both say it of the same thing, whatever it is, and what
// was added to a list of things that are counted in or is no longer in it.
func (c *Comparison) otherwise(was, is []counted) {
	for _, a := range was {
		for _, b := range is {
			told := func(o Boundary) bool {
				return o.Earlier == (Place{a.Page, a.Text}) || o.Later == (Place{b.Page, b.Text}) ||
					bare(o.Earlier.Text) == bare(a.Text) && bare(o.Later.Text) == bare(b.Text)
			}
			about := ""
			switch {
			case slices.ContainsFunc(c.Boundaries, told):
			case a.Leaves != b.Leaves && a.on(b) && !saidBy(a, is) && !saidBy(b, was):
				about = map[bool]string{true: nowIn, false: nowOut}[a.Leaves]
			case !a.Leaves && !b.Leaves && listed(a, b):
				about = countedIn
			}
			if about != "" {
				c.Boundaries = append(c.Boundaries, Boundary{About: about, Pair: Pair{Place{a.Page, a.Text}, Place{b.Page, b.Text}}})
			}
		}
	}
}

// saidBy reports whether one of a report's clauses says the same as another's.
func saidBy(c counted, by []counted) bool {
	return slices.ContainsFunc(by, func(o counted) bool { return o.Leaves == c.Leaves && c.on(o) })
}

// listed reports whether two clauses say of the same thing what it consists of, and one of them names something that the other does not. Each
// names something that the other one names too, so that the lists are of one kind.
func listed(a, b counted) bool {
	if bare(a.Of) == "" || bare(a.Of) != bare(b.Of) {
		return false
	}
	x, y := a.Items(), b.Items()
	more, fewer := unnamed(x, y), unnamed(y, x)
	return min(len(x), len(y)) > 1 && more < len(x) && fewer < len(y) && (more == 0) != (fewer == 0)
}

// unnamed is how many of some things are not among others.
func unnamed(these, among []string) int {
	vectors := meant(append(slices.Clone(these), among...))
	n := 0
	for i, x := range these {
		named := false
		for k, y := range among {
			named = named || akin(vectors[i], vectors[len(these)+k]) >= alikeEnds || bare(x) == bare(y)
		}
		if !named {
			n++
		}
	}
	return n
}
