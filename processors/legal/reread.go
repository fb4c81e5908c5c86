package legal

import (
	"context"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Of which passages a language model is asked. Where one passage surely answers, nothing is open; what the judge gives next to no chance
// is not worth the asking; and what it is sure of, which is more than a quotation needs, no other opinion overrules.
const (
	sureEnough    = 0.78
	leastLikely   = 0.08
	mostOfAPart   = 6
	mostPartsOpen = 160 // of a report
)

// Open is a part of a requirement of which nobody is sure whether the report answers it, with the passages that may, the likeliest first.
type Open struct {
	Part     *answer.Part
	Passages []answer.Passage
	Was      []answer.Verdict // what the trained judge takes each to be
}

// Unsure compares a report with the standards and lists what the judge in the binary is not sure of, in the order in which it is come
// upon. said may be nil: then nobody has read the report's sentences.
func Unsure(ctx context.Context, doc *document.Document, said *statement.Report) ([]Open, error) {
	std, err := load()
	if err != nil {
		return nil, err
	}
	judge, err := answer.Bundled()
	if err != nil {
		return nil, fmt.Errorf("preparing what judges passages: %w", err)
	}
	c := std.compare(doc, "")
	if err := c.understand(ctx, judge, said); err != nil {
		return nil, err
	}
	var out []Open
	c.meaning.heard = func(p *answer.Part, among []answer.Candidate, said []answer.Judgement) {
		if o := c.meaning.unsure(p, among, said); len(o.Passages) > 0 && len(out) < mostPartsOpen {
			out = append(out, o)
		}
	}
	c.all()
	return out, ctx.Err()
}

// unsure lists the passages of a part that are worth asking about.
func (m *meaning) unsure(p *answer.Part, among []answer.Candidate, said []answer.Judgement) Open {
	o := Open{Part: p}
	var likely []int
	for i := range among {
		passage := m.shelf.Passages[among[i].At]
		switch {
		case !mayAnswer(p, passage):
		case said[i].Answers >= sureEnough:
			return Open{}
		case said[i].Answers >= leastLikely:
			likely = append(likely, i)
		}
	}
	slices.SortStableFunc(likely, func(a, b int) int {
		switch {
		case said[a].Answers > said[b].Answers:
			return -1
		case said[a].Answers < said[b].Answers:
			return 1
		}
		return 0
	})
	for _, i := range likely[:min(len(likely), mostOfAPart)] {
		o.Passages = append(o.Passages, m.shelf.Passages[among[i].At])
		o.Was = append(o.Was, m.taken(p, among[i], said[i]))
	}
	return o
}

// taken is what a passage counts as by what the trained judge says of it.
func (m *meaning) taken(p *answer.Part, c answer.Candidate, j answer.Judgement) answer.Verdict {
	switch {
	case m.countsAsAnswer(p, c, j):
		return answer.Answers
	case countsAsName(c, j):
		return answer.Names
	case j.Verdict == answer.Elsewhere:
		return answer.Elsewhere
	}
	return answer.Not
}

// overrule puts what a language model has said of passages into what the trained judge says of them, and returns by candidate what that
// was. A passage that the judge is sure to answer keeps its judgement, whatever an artefact says. And a model alone makes no omission: what
// the judge takes for an answer or a mention is at least a mention, however the model calls it.
func (m *meaning) overrule(p *answer.Part, among []answer.Candidate, said []answer.Judgement) map[int]*statement.PartSaid {
	known := m.reread[p.ID]
	if known == nil {
		return nil
	}
	for i := range among {
		if said[i].Answers >= sureEnough && mayAnswer(p, m.shelf.Passages[among[i].At]) {
			return nil // nobody was to be asked
		}
	}
	out := map[int]*statement.PartSaid{}
	for i := range among {
		passage := &m.shelf.Passages[among[i].At]
		r := known[statement.KeyOf(passage.Page, passage.Text)]
		if r == nil || said[i].Answers >= sureEnough || said[i].Answers < leastLikely {
			continue
		}
		out[i] = r
		verdict := answer.Verdict(r.Verdict)
		if verdict != answer.Answers && (m.countsAsAnswer(p, among[i], said[i]) || countsAsName(among[i], said[i])) {
			verdict = answer.Names
		}
		said[i] = said[i].As(verdict)
	}
	return out
}

// mostReads is how many passages that a model has read are shown with a part.
const mostReads = 3

// readsOf shows what a language model has said of a part's passages where that differs from what the judge in the binary says, or where
// it is what the part rests on.
func (c *comparison) readsOf(j judgement) []events.PassageRead {
	var out []events.PassageRead
	for _, r := range j.reads {
		differs := r.said.Verdict != r.said.Was
		if !differs && r.at != j.at || len(out) == mostReads {
			continue
		}
		q := c.quoted(judgement{at: r.at})
		if r.said.Quote != "" {
			q.Quote = r.said.Quote
		}
		out = append(out, events.PassageRead{
			Page: q.Page, Quote: q.Quote, Verdict: r.said.Verdict, Rules: r.said.Was, Disagrees: differs, Missing: r.said.Missing,
			Model: r.said.Model, Prompt: r.said.Prompt,
		})
	}
	return out
}
