package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// How likely a paragraph must be: the first, and each beside it. Of claims of reports that the reader has not learnt from, a first paragraph less
// likely than this is right for one in eight; between 0.35 and 0.5 for half. On governance the bound is higher, as most of what companies say
// of their boards is not about sustainability. That a search finds the same paragraph tells nothing of those. None is better than a wrong one.
const (
	likelyFirst     = 0.35
	likelyOversight = 0.45 // on governance
	surelyFirst     = 0.6  // from here the reader decides, whatever scope a sentence names
	likelyOther     = 0.2
)

// paragraphs are the likely paragraphs of a claim: a sentence's are the reader's, a row's follow from what it measures.
func (r *reading) paragraphs(registry *ifrs.Registry) []events.ParagraphLink {
	if r.row {
		return r.rowParagraphs()
	}
	out := []events.ParagraphLink{}
	if of, sure := r.scopeStated(); of != "" {
		if found, ok := registry.Paragraph(of); ok {
			return append(out, events.ParagraphLink{
				ID: found.ID, Pillar: found.Pillar, Relevance: "Names this scope and says how much: " + found.Title + ".", Sure: math.Round(100*sure) / 100,
			})
		}
	}
	for i, p := range r.said.Paragraphs {
		least := likelyOther
		switch {
		case i == 0 && ofOversight(p.Value):
			least = likelyOversight
		case i == 0:
			least = likelyFirst
		}
		found, ok := registry.Paragraph(p.Value)
		if i == 0 && (!ok || p.Sure < least) {
			return out // "none" is no paragraph
		}
		if !ok || p.Sure < least {
			continue
		}
		out = append(out, events.ParagraphLink{
			ID: found.ID, Pillar: found.Pillar, Relevance: fmt.Sprintf("Read as evidence for it (%.2f): %s.", p.Sure, found.Title),
			Sure: math.Round(100*p.Sure) / 100,
		})
	}
	return out
}

// scopeStated is the paragraph on the one scope of which a sentence states a level or a change of emissions, where the reader is unsure whether it is about
// that scope, emissions as a whole, how they are measured or progress: it is as sure as all of these together.
func (r *reading) scopeStated() (id string, sure float64) {
	if len(r.said.Paragraphs) == 0 || r.said.Paragraphs[0].Sure >= surelyFirst || len(r.measured) == 0 || r.target != noTarget || r.ofScopes() ||
		r.said.Kind.Value != "level" && r.said.Kind.Value != "change" {
		return "", 0
	}
	for _, p := range r.said.Paragraphs {
		if strings.HasPrefix(p.Value, "S2.29(a)") || p.Value == "S2.35" {
			sure += p.Sure
		}
	}
	if first := r.said.Paragraphs[0].Value; !strings.HasPrefix(first, "S2.29(a)") && first != "S2.35" {
		return "", 0
	}
	for i, scope := range []cue{cueScope1, cueScope2, cueScope3} {
		if r.has[scope] {
			return fmt.Sprintf("S2.29(a)(i)(%d)", i+1), sure
		}
	}
	return "", 0
}

// ofOversight reports whether a paragraph asks who oversees and manages sustainability.
func ofOversight(paragraph string) bool {
	return strings.HasPrefix(paragraph, "S1.27") || strings.HasPrefix(paragraph, "S2.6")
}

// unplaced says why a claim has no paragraph.
func (r *reading) unplaced() string {
	const none = "No paragraph of IFRS S1 or S2 is named: "
	switch {
	case r.row:
		return none + "its words do not say which one asks for it."
	case len(r.said.Paragraphs) == 0:
		return none + "none is likely."
	case r.said.Paragraphs[0].Value == "none":
		return none + "likely none asks for it."
	}
	likeliest := r.said.Paragraphs[0]
	return fmt.Sprintf("%sthe likeliest, %s, is too unsure (%.2f).", none, likeliest.Value, likeliest.Sure)
}

const metricsTargets = "metrics_targets"

// maxParagraphs keeps a preliminary mapping to the likeliest few; the legal agent maps for good.
const maxParagraphs = 5

// link leads from what a row measures to the paragraph that asks for it.
type link struct {
	id, relevance string
	when          func(*reading) bool
}

// links are those of rows, the most telling first. All are paragraphs on metrics and targets; relevance completes "This
// claim ...".
var links = []link{
	{"S2.29(f)", "states an internal carbon price", func(r *reading) bool { return r.has[cueCarbonPrice] }},
	{"S2.35", "holds what was reached against a climate target", func(r *reading) bool {
		return r.target == targetAndResult && r.ofClimate()
	}},
	{"S2.33", "states a climate target", func(r *reading) bool { return r.target != noTarget && r.ofClimate() }},
	{"S1.51", "states a sustainability target, or holds what was reached against it", func(r *reading) bool { return r.target != noTarget && !r.ofClimate() }},
	{"S2.29(d)", "states how much business goes along with climate opportunities", func(r *reading) bool {
		return r.any("taxonomy", "green asset ratio", "gar", "green bond", "green bonds", "sustainable finance", "sustainable loans", "green loans") &&
			len(r.measured) > 0
	}},
	{"S2.29(a)(i)", "states emissions of several scopes", (*reading).ofScopes},
	{"S2.29(a)(i)(1)", "states Scope 1 emissions", func(r *reading) bool { return r.has[cueScope1] }},
	{"S2.29(a)(i)(2)", "states Scope 2 emissions", func(r *reading) bool { return r.has[cueScope2] }},
	{"S2.29(a)(i)(3)", "states Scope 3 emissions", func(r *reading) bool { return r.has[cueScope3] }},
	{"S2.29(a)(v)", "states Scope 2 emissions by location or by contracts", func(r *reading) bool {
		return r.has[cueScope2] && r.any("market based", "location based")
	}},
	{"S2.29(a)(i)", "states emissions without naming their scope", func(r *reading) bool {
		return r.has[cueGHG] && !r.beside && !r.has[cueCredits] && !r.any("taxonomy") && !r.has[cueScope1] && !r.has[cueScope2] && !r.has[cueScope3]
	}},
	{"S2.36(e)", "states carbon credits", func(r *reading) bool { return r.has[cueCredits] }},
	{"S2.29(c)", "bears on how much is exposed to physical risk", func(r *reading) bool {
		return r.any("physical risk", "physical risks", "physical climate risks")
	}},
	{"S2.29(b)", "bears on how much is exposed to transition risk", func(r *reading) bool { return r.has[cueTransition] }},
	{"S2.29(e)", "states money put toward climate matters", func(r *reading) bool { return r.has[cueInvest] && r.money() && r.climate() }},
	{"S2.32", "states an energy metric, typical of many industries", func(r *reading) bool {
		return (r.has[cueEnergy] || r.has[cueRenewable]) && !r.has[cueGHG]
	}},
	{"S1.46(b)", "states a sustainability metric that is not about climate", func(r *reading) bool {
		return !r.climate() && (r.has[cueWater] || r.has[cueWaste] || r.has[cueNature] || r.has[cueSocial] || r.has[cueConduct])
	}},
}

func (r *reading) rowParagraphs() []events.ParagraphLink {
	out := []events.ParagraphLink{}
	for _, l := range links {
		if len(out) < maxParagraphs && l.when(r) && !slices.ContainsFunc(out, func(p events.ParagraphLink) bool { return p.ID == l.id }) {
			out = append(out, events.ParagraphLink{ID: l.id, Pillar: metricsTargets, Relevance: "This claim " + l.relevance + ".", Sure: 1})
		}
	}
	return out
}

// climate reports whether a row is about climate change.
func (r *reading) climate() bool {
	if r.beside {
		return false
	}
	for _, c := range []cue{cueScope1, cueScope2, cueScope3, cueGHG, cueNetZero, cueRenewable, cueCarbonPrice, cueCredits, cueTransition, cuePhysical} {
		if r.has[c] {
			return true
		}
	}
	return r.any("climate", "decarbonization", "decarbonisation")
}

func (r *reading) ofClimate() bool { return r.climate() || r.has[cueEnergy] }

func (r *reading) money() bool {
	for _, q := range r.measured {
		if q.Unit.Dimension == quantity.Money {
			return true
		}
	}
	return false
}
