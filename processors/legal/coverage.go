package legal

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/unread"
	"github.com/sibyl-project/sibyl/processors/specialist"
)

// pillars in the order in which they are shown.
var pillars = []string{"governance", "strategy", "risk_management", "metrics_targets", "general_requirements"}

// answer makes events of a comparison: a gap for whatever is not fully there, with its status, and the counts
// per pillar.
func (c *comparison) answer(all []assessment) specialist.Answer {
	out := specialist.Answer{Assessed: &events.GapTotals{ByKind: map[string]int{}}}
	elaborated := c.explained(all)
	under := underOne(all)
	for _, a := range all {
		if a.status == events.FullyAddressed {
			continue
		}
		if a.status == events.PartiallyAddressed || a.status == events.NotAddressed {
			a.missing = append(append([]string{}, a.missing...), elaborated[a.paragraph.ID]...)
		}
		out.Assessed.ByKind[string(a.status)]++
		p := a.paragraph
		if a.status == events.NotAddressed || a.status == events.PartiallyAddressed {
			out.Assessed.Gaps++ // the others accuse nobody; what follows from a gap is counted, as it is listed
		}
		out.Gaps = append(out.Gaps, events.Gap{
			Paragraph: p.ID, Pillar: p.Pillar, Section: p.Section, Requirement: p.Summary, Status: a.status,
			Missing: append([]string{}, a.missing...), Evidence: append([]events.PageQuote{}, a.evidence...),
			Condition: a.condition, Materiality: c.materiality(p), S1Counterpart: strings.Join(p.S1Counterparts, ", "),
			Parts: a.parts, Under: under.root[p.ID], Consequences: under.follow[p.ID],
		})
	}
	for _, pillar := range pillars {
		out.Coverage = append(out.Coverage, coverage(pillar, all))
	}
	out.Thinking = progress(all)
	out.Findings = append(c.contradictions(), c.guidance()...)
	return out
}

// rests says on what other disclosures rest: without the first there is nothing that those under it could say. One missing fact is
// one gap, and what follows from it stands under it.
var rests = []struct {
	root string
	on   []string // what these begin, with a letter or item of their own
}{
	{"S2.22", []string{"S2.22(", "S2.25(a)(ii)"}},
	{"S2.22(a)", []string{"S2.22(a)("}},
	{"S2.6(a)", []string{"S2.6(a)("}},
	{"S2.6(b)", []string{"S2.6(b)("}},
	{"S2.10(a)", []string{"S2.10(b)", "S2.10(c)", "S2.13("}},
	{"S2.25(a)", []string{"S2.25(a)("}},
	{"S2.29(a)(i)", []string{"S2.29(a)("}},
}

type consequences struct {
	root   map[string]string   // what a gap follows from
	follow map[string][]string // what follows from a gap
}

// underOne puts gaps under the one that they follow from: both say that nothing was found.
func underOne(all []assessment) consequences {
	out := consequences{map[string]string{}, map[string][]string{}}
	none := map[string]bool{}
	for _, a := range all {
		none[a.paragraph.ID] = a.status == events.NotAddressed
	}
	for _, r := range rests {
		if !none[r.root] || out.root[r.root] != "" {
			continue
		}
		for _, a := range all {
			id := a.paragraph.ID
			if id == r.root || !none[id] || out.root[id] != "" || !slices.ContainsFunc(r.on, func(on string) bool { return strings.HasPrefix(id, on) }) {
				continue
			}
			out.root[id] = r.root
			out.follow[r.root] = append(out.follow[r.root], id)
		}
	}
	return out
}

// explained lists, by core paragraph, what appendix items ask of it beyond its own words: while the core is open they
// are part of its gap and have none of their own.
func (c *comparison) explained(all []assessment) map[string][]string {
	out := map[string][]string{}
	for _, a := range all {
		p := a.paragraph
		if p.Elaborates == "" || a.status != events.Conditional || p.ConditionCode != "" && c.holds(p.ConditionCode) != holds {
			continue
		}
		for _, r := range p.Requirements {
			if r.Required && r.ConditionCode == "" {
				out[p.Elaborates] = append(out[p.Elaborates], fmt.Sprintf("%s (%s)", r.Text, p.ID))
			}
		}
	}
	return out
}

// batch is how many disclosures are compared between two words to the people who wait.
const batch = 35

// progress says, batch by batch, what was compared and what came of it.
func progress(all []assessment) []string {
	out := []string{fmt.Sprintf("Comparing the report with %d disclosures of IFRS S1 and S2, %d at a time.", len(all), batch)}
	for start := 0; start < len(all); start += batch {
		some := all[start:min(start+batch, len(all))]
		n := map[events.DisclosureStatus]int{}
		for _, a := range some {
			n[a.status]++
		}
		out = append(out, fmt.Sprintf("%s to %s: %d addressed, %d in part, %d not found, %d given elsewhere, %d conditional, %d not assessed; %d of %d done.",
			some[0].paragraph.ID, some[len(some)-1].paragraph.ID, n[events.FullyAddressed], n[events.PartiallyAddressed], n[events.NotAddressed],
			n[events.ReferencedElsewhere], n[events.Conditional], n[events.CouldNotAssess], start+len(some), len(all)))
	}
	return out
}

func coverage(pillar string, all []assessment) events.Coverage {
	c := events.Coverage{Pillar: pillar}
	for _, a := range all {
		if a.paragraph.Pillar != pillar {
			continue
		}
		c.Total++
		switch a.status {
		case events.FullyAddressed:
			c.FullyAddressed++
			c.Addressed = append(c.Addressed, events.AddressedDisclosure{Paragraph: a.paragraph.ID, Requirement: a.paragraph.Summary, Parts: a.parts})
		case events.PartiallyAddressed:
			c.PartiallyAddressed++
		case events.NotAddressed:
			c.NotAddressed++
		case events.CouldNotAssess:
			c.CouldNotAssess++
		case events.Conditional:
			c.Conditional++
		case events.ReferencedElsewhere:
			c.ReferencedElsewhere++
		}
	}
	if judged := c.FullyAddressed + c.PartiallyAddressed + c.NotAddressed; judged > 0 {
		percent := math.Round(1000*float64(c.FullyAddressed)/float64(judged)) / 10
		c.Percent = &percent
	}
	return c
}

// unassessed is the comparison of a report that could not be compared.
func (s standard) unassessed(reason string) []assessment {
	var all []assessment
	for _, p := range s.GapCapable() {
		all = append(all, assessment{paragraph: p, status: events.CouldNotAssess, missing: []string{reason}, condition: p.Condition})
	}
	return all
}

// nearest says of what is missing how many passages were judged and which came nearest.
func (c *comparison) nearest(j judgement) string {
	if j.byWords {
		return ": no passage says it in words that are known for it; the nearest by its own words is " + c.shown(j.closest)
	}
	if j.read == 0 || j.closest < 0 {
		return ""
	}
	return fmt.Sprintf(": of %d passages that were judged, the nearest is %s", j.read, c.shown(j.closest))
}

// nearestOf adds to a part that was not found what came nearest and how near that is. Where a document is named on its page, the part may
// stand there, which nobody who has not read that document can deny; nor can an amount surely be missing where a passage that names what it is
// of has a figure.
func (c *comparison) nearestOf(line *events.SubRequirement, j judgement) {
	if line.Near = j.close; !j.byWords && j.read == 0 || j.closest < 0 {
		return
	}
	nearest := c.quoted(judgement{at: j.closest})
	if line.Nearest = (events.NearestPassage{Page: nearest.Page, Quote: nearest.Quote}); j.byWords {
		return
	}
	named, here := c.ix.amountNamed(line.ID), line.Near
	figure := slices.IndexFunc(named, func(at int) bool { return c.ix.meets(c.lex.figured, at) })
	if figure >= 0 || c.hangsOnNothing(line.ID) || c.ix.nearlySaid(line.ID) {
		line.Near = max(line.Near, maybeElsewhere)
	}
	for _, at := range append([]int{j.closest}, named...) {
		if other := c.pointerBeside(at); other >= 0 {
			if line.Near == here && here < maybeElsewhere {
				line.Elsewhere, line.Here = true, here
			}
			line.Near = max(line.Near, maybeElsewhere)
			line.GapReason += fmt.Sprintf("; another document is named on its page, “%s”", c.opening(other))
			return
		}
	}
	if figure >= 0 {
		line.GapReason += "; a figure is given " + c.shown(named[figure])
	}
}

// beside says that a large picture was not read by the passage that comes nearest, which may say more; empty where none was left.
func (c *comparison) beside(at int) string {
	if at < 0 || at >= len(c.ix.passages) {
		return ""
	}
	return unread.Beside(c.doc, c.ix.passages[at].page)
}

// nearlySaid reports whether a passage has all topics but one of a way of answering a part: a fair reader may take that for an answer.
func (ix *index) nearlySaid(id string) bool {
	return slices.ContainsFunc(ix.lex.answers[id], func(alt alternative) bool {
		topics := len(alt.groups) + len(alt.near) + len(alt.above)
		return alt.where != inColumns && topics > 2 && slices.ContainsFunc(ix.byTerms(alt.groups[0]), func(at int) bool {
			return ix.left(alt, at) <= 1
		})
	})
}

// hangsOnNothing reports whether a part is asked of something only where there is such a thing, which was not found either.
func (c *comparison) hangsOnNothing(id string) bool {
	p, _, _ := strings.Cut(id, "#")
	of, known := c.Paragraph(p)
	if !known || of.ConditionCode == "" {
		return false
	}
	parent, known := c.Paragraph(of.Parent)
	return known && len(parent.Requirements) > 0 &&
		!slices.ContainsFunc(parent.Requirements, func(r ifrs.Requirement) bool { return c.judge(parent, r).outcome == described })
}

// pointerBeside is the passage on the page of another that sends the reader to another document, the first one behind it if there is one; -1 if
// there is none.
func (c *comparison) pointerBeside(near int) int {
	on := func(at int) bool { return c.ix.passages[at].page == c.ix.passages[near].page }
	first := near
	for first > 0 && on(first-1) {
		first--
	}
	before := -1
	for at := first; at < len(c.ix.passages) && on(at); at++ {
		switch {
		case !c.ix.points(at) && !c.ix.pointer(at):
		case at >= near:
			return at
		case before < 0:
			before = at
		}
	}
	return before
}

// amountNamed lists the passages that name what a requirement asks the amount of, by the first words of its cues. It is empty for what asks
// for no amount.
func (ix *index) amountNamed(id string) []int {
	var out []int
	for _, alt := range ix.lex.answers[id] {
		if alt.where == inColumns || !slices.ContainsFunc(alt.groups, func(g int) bool { return len(ix.lex.groups[g].figures) > 0 }) {
			continue
		}
		for _, at := range ix.byTerms(alt.groups[0]) {
			if !slices.ContainsFunc(alt.above, func(g int) bool { return !ix.heads(g, at) }) &&
				!slices.ContainsFunc(alt.near, func(g int) bool { return !ix.near(g, at) }) {
				out = append(out, at)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// maybeElsewhere is how near a part at least is on the page of whose nearest passage another document is named, or of which cues alone say that it is
// missing, where it is asked under a condition.
const maybeElsewhere = 0.5

// shown is where a passage stands and how it begins.
func (c *comparison) shown(at int) string {
	return fmt.Sprintf("on page %d, “%s”", c.ix.passages[at].page, c.opening(at))
}

// opening is how a passage begins.
func (c *comparison) opening(at int) string {
	const shown = 100
	return specialist.Shorten(strings.Join(strings.Fields(c.quoted(judgement{at: at}).Quote), " "), shown)
}

// onlyNamed says why a part is open whose subject is spoken of, and where. No quotation stands for it.
func (c *comparison) onlyNamed(j judgement) string {
	return namedOnly + ": the nearest is " + c.shown(j.at)
}

// notQuoted says of a part that is likely said where it is likely said, and of one that asks how much there is of something where it is said that there
// is nothing of it. No quotation stands for it.
func (c *comparison) notQuoted(j judgement) string {
	if j.none {
		q := c.quoted(j)
		return fmt.Sprintf("%s, on page %d, “%s”", saidNone, q.Page, strings.Join(strings.Fields(q.Quote), " "))
	}
	if j.bare || j.likely || j.sure < sureQuotedCue {
		return seemsSaid + " " + c.shown(j.at) + "; no sentence was found that surely says it"
	}
	return likelySaid + " " + c.shown(j.at) + ", which is not sure enough to be quoted for it"
}

// givenElsewhere says of a part that another document may have where that one is named. No quotation stands for it: nobody here has read it.
func (c *comparison) givenElsewhere(j judgement) string {
	return "perhaps given in another document, which is named " + c.shown(j.at)
}

// seemsSaid begins what is said of a part for which a passage counts as an answer sooner than as none, as half of them rightly do
// (data/models/train/README.md).
const seemsSaid = "seems to be"

// likelySaid begins what is said of a part that a passage likely answers, which is not sure enough to be quoted.
const likelySaid = "likely said"

// saidNone begins what is said of a part that asks how much there is of something where the report says that there is nothing of it.
const saidNone = "the report says that there is none of it, or none that is material"

// namedOnly begins the reason of a part of which only the subject is spoken of.
const namedOnly = "named, not described"
