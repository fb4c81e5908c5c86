package legal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/unread"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// assessment is one disclosure that can be a gap, compared with a report.
type assessment struct {
	paragraph *ifrs.Paragraph
	status    events.DisclosureStatus
	missing   []string
	evidence  []events.PageQuote
	condition string
	parts     []events.SubRequirement // what was required, with what stands for each
}

// comparison is a report compared with the standards. It is not safe for concurrent use.
type comparison struct {
	standard
	ix         *index
	sector     string
	unread     string // why what was not found may still be there; empty if enough was read
	doc        []document.Page
	pictures   []unread.Picture // what large pictures that were not read stand under
	listed     map[string][]int // paragraph -> pages on which the report's own index says it is
	conditions map[string]standing
	statuses   map[string]events.DisclosureStatus
	judged     map[string]judgement
	looked     map[string]judgement // the same by what was found for each by itself
	words      map[string][]int     // passages by the stems of their words, for questions
	pages      map[string][]int     // of the passages closest to a question, by the question
	meaning    *meaning             // nil: cues alone
	spoken     []spoken             // the climate topics of its industry, once they have been looked for
	assessed   []assessment         // every disclosure that can be a gap, once they have been compared
	disagree   *[]conflict          // statements that cannot both hold, once they have been looked for
}

// compare cuts a report into passages and reads its indexes.
func (s standard) compare(doc *document.Document, sector string) *comparison {
	var speaking, indexes []*document.Page
	for i := range doc.Pages {
		p := &doc.Pages[i]
		if !unread.Readable(p) {
			continue
		}
		if speaks(p) {
			speaking = append(speaking, p)
		}
		if isIndex(p) {
			indexes = append(indexes, p)
		}
	}
	o := cut(speaking)
	ix := newIndex(s.lex, o.passages)
	ix.tables, ix.pages = o.tables, speaking
	c := &comparison{
		standard: s, ix: ix, sector: sector, listed: s.listed(indexes, len(doc.Pages)),
		conditions: map[string]standing{}, statuses: map[string]events.DisclosureStatus{},
		judged: map[string]judgement{}, looked: map[string]judgement{},
	}
	c.unread, c.pictures, c.doc = unread.Why(doc.Pages), unread.Pictures(doc.Pages), doc.Pages
	return c
}

// report assesses every gap-capable disclosure, in the order of the standards.
func (s standard) report(doc *document.Document, sector string) []assessment {
	return s.compare(doc, sector).all()
}

// all assesses every gap-capable disclosure, in the order of the standards, once: whoever asks is told the same.
func (c *comparison) all() []assessment {
	if c.assessed != nil {
		return c.assessed
	}
	items := c.GapCapable()
	all := make([]assessment, len(items))
	for _, elaborating := range []bool{false, true} { // an elaboration depends on what it elaborates
		for i, p := range items {
			if (p.Elaborates != "") == elaborating {
				all[i] = c.assess(p)
				c.statuses[p.ID] = all[i].status
			}
		}
	}
	c.assessed = all
	return all
}

// state is what the report has on a paragraph, as every finding and gap of a run says it.
func (c *comparison) state(p *ifrs.Paragraph) assessment {
	for _, a := range c.all() {
		if a.paragraph.ID == p.ID {
			return a
		}
	}
	return c.assess(p)
}

func (c *comparison) holds(code string) standing {
	if s, ok := c.conditions[code]; ok {
		return s
	}
	s := c.condition(c.ix, code, c.sector)
	if s == absent && c.shownByAnswer(code) {
		s = holds
	}
	c.conditions[code] = s
	return s
}

// assess compares one disclosure with the report.
func (c *comparison) assess(p *ifrs.Paragraph) assessment {
	a := assessment{paragraph: p}
	if p.Elaborates != "" && !c.given(p.Elaborates) {
		a.status = events.Conditional
		a.condition = fmt.Sprintf("Counts once %s is addressed in full; until then one omission is one gap.", p.Elaborates)
		return a
	}
	applies := holds
	if p.ConditionCode != "" {
		applies = c.applies(p)
		a.condition = p.Condition
		if a.condition == "" {
			a.condition = c.ConditionCodes[p.ConditionCode]
		}
	}
	if applies == absent {
		a.status = events.Conditional
		return a
	}
	t, mention := c.tally(&a)
	found := t.addressed + t.likely + t.named
	switch {
	case t == tally{}: // all it asks for hangs on conditions of its parts, and none is known to hold
		a.status = events.Conditional
		if a.condition == "" {
			a.condition = c.conditionOfParts(p)
		}
	case found+t.referenced == 0 && applies == open:
		a.status, a.evidence = events.Conditional, nil
	case t.some > 0 && t.missing+t.unjudged+t.named == 0:
		a.status = events.PartiallyAddressed
	case t.missing+t.unjudged+t.referenced+t.named == 0:
		a.status = events.FullyAddressed
	case t.missing+t.unjudged+t.named == 0:
		a.status = events.ReferencedElsewhere
	case t.missing+t.named > 0 && found > 0:
		a.status = events.PartiallyAddressed
	case t.missing > 0 && t.referenced > 0:
		a.status = events.ReferencedElsewhere
	case t.missing > 0 && c.unread == "" && len(c.listed[p.ID]) == 0 && c.pictured(p) == "":
		a.status = events.NotAddressed
	default:
		a.status = events.CouldNotAssess
		a.missing = append(a.missing, c.undecided(p, t.missing > 0)...)
	}
	rests := a.status == events.FullyAddressed || a.status == events.PartiallyAddressed || a.status == events.ReferencedElsewhere
	if rests && len(a.evidence) == 0 {
		a.evidence = c.restsOn(mention)
	}
	return a
}

// undecided says why what was not found of a disclosure may be there.
func (c *comparison) undecided(p *ifrs.Paragraph, missing bool) (why []string) {
	if c.unread != "" {
		why = append(why, c.unread)
	}
	if shown := c.pictured(p); shown != "" && missing {
		why = append(why, shown)
	}
	if pages := c.listed[p.ID]; len(pages) > 0 && missing {
		why = append(why, fmt.Sprintf("the report's own index names page %s for it, where these rules recognise nothing", pageList(pages)))
	}
	return why
}

// pictured says where a large picture that was not read stands under a heading that names what a paragraph asks for, in its own words or those of
// the item that it is a part of; empty where none does. What was not found elsewhere may stand in it, and nobody is accused of leaving it out.
func (c *comparison) pictured(p *ifrs.Paragraph) string {
	subjects := p.Keywords
	if parent, known := c.Paragraph(p.Parent); known && strings.Contains(parent.ID, "(") {
		subjects = slices.Concat(subjects, parent.Keywords)
	}
	return unread.Held(c.pictures, subjects)
}

// restsOn is what the state of a disclosure rests on where nothing is sure enough to be quoted for a part.
func (c *comparison) restsOn(mention judgement) []events.PageQuote {
	note, shown := onlyShown[mention.outcome], judgement{at: mention.at}
	if mention.none {
		note, shown = "says that there is none of it, or none that is material", mention
	}
	if note == "" {
		return nil
	}
	q := c.quoted(shown)
	q.Note = note
	return []events.PageQuote{q}
}

// onlyShown says what a passage is to a disclosure that is shown for it and is quoted for no part of it.
var onlyShown = map[outcome]string{
	described: "likely says it, which is not sure",
	named:     "touches on it, and does not say what is asked for",
	pointed:   "names a document that may have it",
}

// conditionOfParts says on what the parts of a disclosure hang.
func (c *comparison) conditionOfParts(p *ifrs.Paragraph) string {
	for _, r := range p.Requirements {
		if r.Required && r.ConditionCode != "" {
			return c.ConditionCodes[r.ConditionCode]
		}
	}
	return ""
}

// someOnly is what is said of a part that is asked of every target and is answered for some.
const someOnly = "said of some of its targets only"

type tally struct{ addressed, likely, named, missing, referenced, unjudged, some int }

// tally looks for each required part of a disclosure and notes what stands for it. mention is the first that a passage likely says, else the
// first that it names, else the first that it points elsewhere for.
func (c *comparison) tally(a *assessment) (t tally, mention judgement) {
	seen := map[events.PageQuote]bool{}
	for _, r := range a.paragraph.Requirements {
		if !c.requires(r) {
			continue
		}
		j := c.judge(a.paragraph, r)
		a.parts = append(a.parts, c.partOf(r, j))
		if j.quotes() {
			if q := c.quoted(j); !seen[q] {
				seen[q] = true
				a.evidence = append(a.evidence, q)
			}
		}
		switch j.outcome {
		case described:
			if j.some {
				t.some++
				a.missing = append(a.missing, r.Text+" ("+someOnly+")")
			}
			if j.quotes() {
				t.addressed++
				continue
			}
			if t.likely++; t.likely == 1 {
				mention = j
			}
			continue
		case named:
			if t.named++; t.named == 1 && t.likely == 0 {
				mention = j
			}
			a.missing = append(a.missing, r.Text+" ("+namedOnly+")")
			continue
		case pointed:
			if t.referenced++; mention.outcome == missing {
				mention = j
			}
		case unjudged:
			t.unjudged++
			a.missing = append(a.missing, r.Text+" (no rule can judge this yet)")
			continue
		default:
			t.missing++
		}
		a.missing = append(a.missing, r.Text)
	}
	return t, mention
}

// partOf is one part of a disclosure with the quotation that stands for it, or what was looked for and what came nearest.
func (c *comparison) partOf(r ifrs.Requirement, j judgement) events.SubRequirement {
	line := events.SubRequirement{ID: r.ID, Requirement: r.Text, Read: c.readsOf(j)}
	if j.quotes() {
		q := c.quoted(j)
		line.Origin, line.Page, line.Quote, line.Heads = events.OriginReport, q.Page, q.Quote, q.Heads
	}
	switch j.outcome {
	case described:
		if line.Addressed = true; !j.quotes() {
			line.Origin, line.Page, line.GapReason, line.Seems = events.OriginReport, c.ix.passages[j.at].page, c.notQuoted(j), !j.none
		}
	case named:
		line.GapReason = c.onlyNamed(j)
	case pointed:
		line.GapReason = c.givenElsewhere(j) + c.beside(j.at)
	case unjudged:
		line.GapReason = "no rule can judge this yet"
	default:
		line.GapReason = "not found" + c.nearest(j)
		c.nearestOf(&line, j)
		if p, _, known := c.Requirement(r.ID); known && c.pictured(p) != "" {
			line.Near, line.Elsewhere, line.Here = max(line.Near, maybeElsewhere), false, 0
			line.GapReason += "; " + c.pictured(p)
		} else {
			line.GapReason += c.beside(j.closest)
		}
	}
	return line
}

// given says whether what an appendix item elaborates is there: itself, or all items under it. What can not
// be a gap frames or explains, and leaves its elaborations to stand for themselves.
func (c *comparison) given(core string) bool {
	p, ok := c.Paragraph(core)
	if !ok {
		return true
	}
	items := []*ifrs.Paragraph{p}
	if p.GapRule == ifrs.Never {
		items = c.items(p)
	}
	for _, item := range items {
		status, assessed := c.statuses[item.ID]
		if assessed && status != events.FullyAddressed && status != events.Conditional {
			return false
		}
		if assessed && status == events.Conditional && len(items) == 1 {
			return false
		}
	}
	return true
}
