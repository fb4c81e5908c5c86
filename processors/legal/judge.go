package legal

import (
	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
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
}

// judge looks for one requirement in the report, once: claims and paragraphs that share it are told the same.
func (c *comparison) judge(p *ifrs.Paragraph, r ifrs.Requirement) judgement {
	if j, ok := c.judged[r.ID]; ok {
		return j
	}
	c.ix.prefer = map[int]bool{}
	for _, page := range c.listed[p.ID] {
		c.ix.prefer[page] = true
	}
	j := c.look(p, r)
	c.judged[r.ID] = j
	return j
}

func (c *comparison) look(p *ifrs.Paragraph, r ifrs.Requirement) judgement {
	alternatives, cued := c.lex.answers[r.ID]
	rule, ruled := c.lex.rules[r.ID]
	if !cued && !ruled {
		return judgement{unjudged, -1, alternative{}}
	}
	at, alt, ok := c.ix.find(alternatives, r.NegativeStatements || p.NegativeStatements)
	if ok && !alt.named {
		return judgement{described, at, alt}
	}
	if ruled {
		if at, ok := rules[rule](c.ix); ok {
			return judgement{described, at, alternative{}}
		}
	}
	if ok {
		return judgement{named, at, alt}
	}
	if at, ok := c.ix.elsewhere(r.ID); ok {
		return judgement{pointed, at, alternative{}}
	}
	return judgement{missing, -1, alternative{}}
}

// quoted is what stands for a judgement, word for word.
func (c *comparison) quoted(j judgement) events.PageQuote {
	return events.PageQuote{Page: c.ix.passages[j.at].page, Quote: c.ix.quote(j.at, j.alt)}
}
