package legal

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
)

// question is a part as it is asked of a report: denied says whether an answer may be that there is none.
type question struct {
	part   *answer.Part
	denied bool
}

// reply is what the judge said of the passages that may answer a question.
type reply struct {
	among []answer.Candidate
	said  []answer.Judgement
	err   error
}

func (m *meaning) ask(on *answer.Shelf, part *answer.Part, cues map[int]answer.Cue) reply {
	a := reply{among: on.Candidates(part, cues)}
	if a.said, a.err = m.judge.Judge(context.Background(), on, part, a.among); a.err != nil {
		a.err = fmt.Errorf("judging passages for %s: %w", part.ID, a.err)
	}
	return a
}

// askAhead asks, on all processors, what the disclosures that elaborate others, or all others, will ask. A report's comparison is what its
// analysis waits for the longest. What the judge says of a part depends on nothing but the part, so it is the same in its turn; what fails is asked again then.
func (c *comparison) askAhead(items []*ifrs.Paragraph, elaborating bool) {
	if c.meaning == nil {
		return
	}
	cues := map[question]map[int]answer.Cue{}
	var all []question
	for _, p := range items {
		if (p.Elaborates != "") != elaborating || !c.counts(p) {
			continue
		}
		for _, r := range p.Requirements {
			part := c.asks(r.ID)
			if part == nil || !c.requires(r) {
				continue
			}
			q := question{part, mayDeny(p, r)}
			if _, known := cues[q]; !known {
				c.prefers(p)
				all, cues[q] = append(all, q), c.meaning.shelf.cues(c.ix, part.ID, q.denied)
			}
		}
	}
	answers := make([]reply, len(all))
	var taken atomic.Int64
	work := func(on *answer.Shelf) {
		for i := int(taken.Add(1)) - 1; i < len(all); i = int(taken.Add(1)) - 1 {
			answers[i] = c.meaning.ask(on, all[i].part, cues[all[i]])
		}
	}
	var others sync.WaitGroup
	for range runtime.GOMAXPROCS(0) - 1 {
		beside := c.meaning.shelf.Beside()
		others.Go(func() { work(beside) })
	}
	work(c.meaning.shelf.Shelf)
	others.Wait()
	c.meaning.ahead = make(map[question]reply, len(all))
	for i, a := range answers {
		if a.err == nil {
			c.meaning.ahead[all[i]] = a
		}
	}
}

// counts reports whether a disclosure is compared with the report at all: what it elaborates is given, and its condition may hold.
func (c *comparison) counts(p *ifrs.Paragraph) bool {
	if p.Elaborates != "" && !c.given(p.Elaborates) {
		return false
	}
	return p.ConditionCode == "" || c.holds(p.ConditionCode) != absent
}

func (c *comparison) requires(r ifrs.Requirement) bool {
	return r.Required && (r.ConditionCode == "" || c.holds(r.ConditionCode) == holds)
}
