package legal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// outcome is what a report has on one atomic requirement.
type outcome int

const (
	missing   outcome = iota
	described         // there, with words that can be quoted
	named             // its subject is named without what is asked of it
	pointed           // another document is named for it
	unjudged          // no rule can tell
)

// judgement is an outcome with the passage that shows it; at is -1 where nothing does.
type judgement struct {
	outcome outcome
	at      int
	alt     alternative
	closest int     // the passage of which close is said; -1 where there is none
	read    int     // how many passages were judged
	sure    float64 // how likely the judge finds the passage to answer
	cued    bool    // a cue says that it answers, too, and it speaks of climate
	bare    bool    // it holds nothing of what an answer is seldom without: no quotation
	some    bool    // it is said of some targets only
	byWords bool    // closest was found by the words of the requirement alone, and nobody has judged it
	likely  bool    // cues alone have found it, and nothing in it shows that it is what was looked for
	none    bool    // it says that there is nothing of what is asked about, or nothing material
	close   float64 // how likely the one that comes nearest answers what is missing, names it or says where it is
	words   string  // what is quoted, where it is more than the passage: empty otherwise
	reads   []passageRead
}

// quotes reports whether the passage is quoted for what was looked for: one that only names it or where it may stand is not, nor one of
// which the judge or a cue is not sure.
func (j judgement) quotes() bool {
	return j.at >= 0 && j.outcome == described && !j.likely && !j.bare && (j.read == 0 || sureOfWords(j.sure, j.cued))
}

// passageRead is a passage that a language model was asked about, where the trained judge was not sure.
type passageRead struct {
	at   int
	said *statement.PartSaid
}

// meaning is what judges passages by what they mean: without it a comparison has its cues alone.
type meaning struct {
	parts *answer.Parts
	judge answer.Judge
	shelf *shelf

	bearing map[string][]int // by part: places on the shelf of the passages that surely answer it
	naming  map[string][]int // the same of those that may answer it or name it

	answering map[string][]answering // of those that likely answer it
	targets   *targets               // that the report tells apart, once they have been looked for

	ahead  map[question]reply     // what has been asked before its turn; claims ask parts again that share a question
	rivals map[int][]answer.Rival // by place on the shelf: what the passages there were judged to be to each part

	restOn map[int][]*answer.Part // by place on the shelf: the parts of which the passage there is the likeliest answer

	reread map[string]map[string]*statement.PartSaid // by part and passage: what a language model makes of what the judge is unsure of
	heard  func(*answer.Part, []answer.Candidate, []answer.Judgement)
}

// understand prepares a comparison for questions by meaning. said may be nil: then nobody has read the report's sentences.
func (c *comparison) understand(ctx context.Context, judge answer.Judge, said *statement.Report) error {
	parts, err := answer.Load()
	if err != nil {
		return fmt.Errorf("preparing the questions of the standards: %w", err)
	}
	s, err := newShelf(ctx, c.ix, said)
	if err != nil {
		return err
	}
	c.meaning = &meaning{
		parts: parts, judge: judge, shelf: s, reread: rereadOf(said),
		bearing: map[string][]int{}, naming: map[string][]int{}, answering: map[string][]answering{},
	}
	return nil
}

func rereadOf(said *statement.Report) map[string]map[string]*statement.PartSaid {
	if said == nil || len(said.Parts) == 0 {
		return nil
	}
	out := map[string]map[string]*statement.PartSaid{}
	for i := range said.Parts {
		p := &said.Parts[i]
		if out[p.Part] == nil {
			out[p.Part] = map[string]*statement.PartSaid{}
		}
		out[p.Part][p.Passage] = p
	}
	return out
}

// judge looks for one requirement in the report, once: claims and paragraphs that share it are told the same.
func (c *comparison) judge(p *ifrs.Paragraph, r ifrs.Requirement) judgement {
	if j, ok := c.judged[r.ID]; ok {
		return j
	}
	c.askAhead()
	j := c.toldBy(r, c.sought(p, r))
	c.judged[r.ID] = j
	return j
}

// prefers has what is found first be on the pages that the report's own index names for a paragraph.
func (c *comparison) prefers(p *ifrs.Paragraph) {
	c.ix.prefer = map[int]bool{}
	for _, page := range c.listed[p.ID] {
		c.ix.prefer[page] = true
	}
}

func mayDeny(p *ifrs.Paragraph, r ifrs.Requirement) bool {
	return r.NegativeStatements || p.NegativeStatements
}

func (c *comparison) look(p *ifrs.Paragraph, r ifrs.Requirement) judgement {
	denied := mayDeny(p, r)
	if rule, ruled := c.lex.rules[r.ID]; ruled && len(c.lex.answers[r.ID]) == 0 {
		if at, ok := rules[rule](c.ix); ok {
			return judgement{outcome: described, at: at}
		}
	}
	if c.meaning != nil {
		if part := c.asks(r.ID); part != nil {
			if j, err := c.meaning.look(c.ix, part, denied); err == nil {
				if at, ok := c.byRule(r.ID, j); ok {
					return judgement{outcome: described, at: at}
				}
				return c.orElsewhere(r.ID, c.orNothing(p, j))
			}
		}
	}
	return c.lookByCues(p, r, denied)
}

// toldBy is a judgement, or the sure answer to another part that asks the same or more, where nothing answers this one: nobody is accused of a
// gap that the report's own words fill elsewhere, and two that ask the same are not told differently. Which parts these are says the registry.
func (c *comparison) toldBy(r ifrs.Requirement, j judgement) judgement {
	if j.outcome == described {
		return j
	}
	for _, id := range r.AnsweredBy {
		p, other, known := c.Requirement(id)
		if !known {
			continue
		}
		if told := c.sought(p, other); told.quotes() && !told.some {
			return told
		}
	}
	return j
}

// sought is what a look for a requirement finds by itself, once: what others tell it is not passed on, or it would hang on who is asked first.
func (c *comparison) sought(p *ifrs.Paragraph, r ifrs.Requirement) judgement {
	if j, ok := c.looked[r.ID]; ok {
		return j
	}
	c.prefers(p)
	j := c.look(p, r)
	c.looked[r.ID] = j
	return j
}

// byRule finds by a rule what no passage answers by itself.
func (c *comparison) byRule(id string, j judgement) (at int, ok bool) {
	rule, ruled := c.lex.rules[id]
	if !ruled || j.outcome == described {
		return -1, false
	}
	return rules[rule](c.ix)
}

// onReferences begin the parts that ask what cross-references are like.
var onReferences = []string{"S1.63#", "S1.B45#", "S1.B46#", "S1.B47#"}

// orElsewhere lets a pointer to another document stand for what nothing answers: to name a subject where more is said elsewhere
// is to say where.
func (c *comparison) orElsewhere(id string, j judgement) judgement {
	if j.outcome == described || slices.ContainsFunc(onReferences, func(of string) bool { return strings.HasPrefix(id, of) }) {
		return j // a cross-reference stands for what it points to and not for itself
	}
	if at, ok := c.ix.elsewhere(id); ok {
		j.outcome, j.at, j.sure = pointed, at, 0
	}
	return j
}

// asks is the question for a part, or for the one that asks the same; nil where there is none.
func (c *comparison) asks(id string) *answer.Part {
	if part := c.meaning.parts.Of(id); part != nil {
		return part
	}
	return c.meaning.parts.Of(c.lex.same[id])
}

// lookByCues is for what no question is asked about: cues, rules and pointers decide.
func (c *comparison) lookByCues(p *ifrs.Paragraph, r ifrs.Requirement, denied bool) judgement {
	alternatives, cued := c.lex.answers[r.ID]
	rule, ruled := c.lex.rules[r.ID]
	if !cued && !ruled {
		return judgement{outcome: unjudged, at: -1}
	}
	at, alt, ok := c.ix.find(alternatives, denied)
	if ok && (ofAmount.MatchString(r.ID) || c.lex.shows(alt)) && answer.Figureless(c.ix.passages[at].text) {
		alt.named = true // how an amount is measured is no amount, nor is its name
	}
	if ok && !alt.named {
		return judgement{outcome: described, at: at, alt: alt, likely: !c.lex.shows(alt) && !saysByWords(r.ID, c.ix.quote(at, alt))}
	}
	if ruled {
		if at, ok := rules[rule](c.ix); ok {
			return judgement{outcome: described, at: at}
		}
	}
	if ok && (!ofAmount.MatchString(r.ID) || !c.ix.under(aimed, at)) { // what emissions are to be is no mention of what they are
		return judgement{outcome: named, at: at, alt: alt}
	}
	if j := c.orNothing(p, judgement{outcome: missing, at: -1}); j.outcome == described {
		return j
	}
	j := judgement{outcome: missing, at: -1}
	if near := c.closest(strings.Join(append([]string{r.Text, p.Title}, p.Keywords...), " ")); len(near) > 0 {
		j.closest, j.byWords = near[0], true
	}
	if !ruled && (p.ConditionCode != "" || r.ConditionCode != "") {
		j.close = maybeElsewhere // cues know few of the words in which it can be said, and whether it is asked at all is not sure
	}
	return c.orElsewhere(r.ID, j)
}

// ofAmount tells the parts that ask for an amount.
var ofAmount = pattern.Compile(`(?:amount|total)$`)

// look lets the judge read the passages that may answer a part: those that cues name, those whose neighbours make up what a
// cue lacks, and the nearest by words and by meaning. Cues find; the judge decides.
func (m *meaning) look(ix *index, part *answer.Part, denied bool) (judgement, error) {
	a, ok := m.ahead[question{part, denied}]
	if !ok {
		if a = m.ask(m.shelf.Shelf, part, m.shelf.cues(ix, part.ID, denied)); a.err != nil {
			return judgement{}, a.err
		}
	}
	among, said := a.among, slices.Clone(a.said)
	answer.Against(m.rivals, part, among, said)
	if m.heard != nil {
		m.heard(part, among, said)
	}
	j := judgement{outcome: missing, at: -1, closest: -1}
	m.weigh(ix, part, denied, reply{among: among, said: a.said}, said, &j)
	if j.outcome == missing {
		n, err := m.nextTo(ix, part, among, said)
		if err != nil {
			return judgement{}, err
		}
		against := slices.Clone(n.said)
		answer.Against(m.rivals, part, n.among, against)
		m.weigh(ix, part, denied, n, against, &j)
	}
	j.some = j.outcome == described && m.ofSome(ix, part)
	if j.outcome != described || j.sure < sureQuoted {
		return j, nil
	}
	var err error
	j.words, err = m.more(ix, part, j, denied)
	switch {
	case !j.bare || j.words == "":
	case ix.passages[j.at].role == row:
		j.bare = part.BareTable(j.words) // what one row lacks, the others may hold
	default:
		j.bare = part.Bare(j.words) // and what one sentence lacks, two may
	}
	return j, err
}

// quoted is what stands for a judgement, word for word.
func (c *comparison) quoted(j judgement) events.PageQuote {
	q := events.PageQuote{Page: c.ix.passages[j.at].page, Quote: j.words}
	if q.Quote == "" {
		q.Quote = c.ix.quote(j.at, j.alt)
	}
	q.Heads = c.ix.standsUnder(j.at, q.Quote)
	return q
}
