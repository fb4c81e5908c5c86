package judge

import (
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// cover says which amounts of a claim what speaks for it is of. A claim is verified for what sources cover: a register that has the amount of one year
// says nothing of the years beside it, and an index of the plants of a place says nothing of hectares.
type cover struct {
	outside []string // amounts that a source independent of the company has
	own     []string // those that only its own figures and other documents have
	open    []string // those that nothing has
	of      string   // what else a source independent of the company is of
	all     bool     // such a source bears the claim out as a whole, or there is no amount to be had
}

// whole reports whether nothing of what a claim says is left open, and somebody independent has a part of it at least.
func (v cover) whole() bool { return v.all || len(v.open) == 0 && len(v.outside) > 0 }

// covers looks at what stands for a claim, amount by amount.
func (r Rubric) covers(c Case, ev Evaluation) cover {
	var v cover
	if c.Claim == nil || len(c.Claim.Entities.Figures) == 0 {
		return cover{all: true}
	}
	var outside, own []string
	for _, f := range ev.Standing {
		if f.SupportsClaim == nil || !*f.SupportsClaim {
			continue
		}
		for _, t := range r.traces(f, true) {
			independent := Source{Origin: t.origin}.outside()
			for _, e := range f.Evidence {
				switch {
				case e.Origin != t.class:
				case e.Bears == nil:
					v.all = v.all || independent
				case independent:
					outside = append(outside, e.Bears.Figures...)
					if e.Bears.Of != "" {
						v.of = e.Bears.Of
					}
				default:
					own = append(own, e.Bears.Figures...)
				}
			}
			v.all = v.all || independent && len(f.Evidence) == 0
		}
	}
	has := func(all []string, figure string) bool {
		return slices.ContainsFunc(all, func(x string) bool { return events.SameDigits(x, figure) })
	}
	for _, figure := range c.Claim.Entities.Figures {
		switch {
		case has(outside, figure):
			v.outside = append(v.outside, figure)
		case has(own, figure):
			v.own = append(v.own, figure)
		default:
			v.open = append(v.open, figure)
		}
	}
	return v
}

// inPart concludes where sources confirm some amounts of a claim and others are left open; empty where nothing is.
func (v cover) inPart(c Case, independent int) string {
	if v.whole() || independent == 0 {
		return ""
	}
	var claim events.Claim
	if c.Claim != nil {
		claim = *c.Claim
	}
	if len(v.outside) == 0 {
		if v.of == "" {
			return phrase.Sentence(sources(independent) + " " + verb(independent, "speaks for it without giving ", "speak for it without giving ") + or(v.unseen(claim)))
		}
		text := "What " + sources(independent) + " " + verb(independent, "has measured is ", "have measured is ") + v.of +
			", which goes the way that this says and does not confirm " +
			or(v.unseen(claim))
		return phrase.Sentence(text)
	}
	text := fmt.Sprintf("%s %s %s", sources(independent), verb(independent, "confirms", "confirm"), phrase.List(withYears(claim, v.outside)))
	if len(v.own) > 0 {
		text += "; only the company itself gives " + phrase.List(withYears(claim, v.own))
	}
	return phrase.Sentence(text + "; nobody else gives " + or(withYears(claim, v.open)) + ", so that the claim is not verified as a whole")
}

// unseen are the amounts that nobody independent has.
func (v cover) unseen(claim events.Claim) []string {
	return withYears(claim, slices.Concat(v.own, v.open))
}

// withYears are amounts with the years that a row gives them for: its amounts and its years stand in one order.
func withYears(c events.Claim, figures []string) []string {
	e := c.Entities
	out := slices.Clone(figures)
	if c.Source != "table" || len(e.Figures) != len(e.Periods) {
		return out
	}
	for i, f := range out {
		if k := slices.Index(e.Figures, f); k >= 0 {
			out[i] = f + " for " + e.Periods[k]
		}
	}
	return out
}
