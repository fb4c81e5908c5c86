package legal

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// examine prepares what a claim is looked at with. A report that is lost or damaged leaves what the claim itself does
// not say unassessed; a store that is down is waited for. done must be called when the claim has been assessed: the
// comparison belongs to one claim at a time.
func (s standard) examine(ctx context.Context, c Config, a events.Assignment, t events.AgentTask) (x examination, done func(), err error) {
	x, done = examination{standard: s}, func() {}
	sector := ""
	if a.Claim.Issuer != nil {
		sector = a.Claim.Issuer.Sector
	}
	query := queryFor(a.Claim, sector)
	finders := []Paragraphs{ownParagraphs{s}}
	if c.Paragraphs != nil {
		finders = append(finders, c.Paragraphs)
	}
	for _, finder := range finders {
		hits, err := finder.Paragraphs(ctx, query)
		switch {
		case err != nil && ctx.Err() != nil:
			return x, done, err
		case err != nil:
			x.unfound = "the index of paragraphs does not answer"
		}
		x.hits = append(x.hits, hits...)
	}
	x.hits = relevant(x.hits, nil)
	if a.Claim.Parse == "" || c.Store == nil {
		return x, done, nil
	}
	compared, err := comparisons.of(ctx, s, c.Store, a.Claim.Parse, sector)
	switch {
	case errors.Is(err, artefact.ErrNotFound), errors.Is(err, artefact.ErrDamaged), errors.Is(err, document.ErrInvalid):
		x.broken = "its parse is missing or damaged"
		return x, done, nil
	case err != nil && ctx.Err() != nil:
		return x, done, err
	case err != nil:
		return x, done, stream.Pause(err)
	}
	if a.Iteration > 1 && c.Passages != nil {
		for _, q := range questions(a, t) {
			found, err := c.Passages.Passages(ctx, a.Claim.ReportID, q, topParagraphs)
			if err != nil {
				if ctx.Err() != nil {
					return x, done, err
				}
				x.unfound = "the index of the report does not answer"
				break
			}
			for _, h := range found {
				x.places = append(x.places, h.Page)
			}
		}
	}
	compared.mu.Lock()
	x.report = compared.comparison
	return x, compared.mu.Unlock, nil
}

// kept are the comparisons of the last reports: the claims of a report come one after the other, and cutting and
// scanning it is most of the work. A parse never changes, so what is remembered of it is what would be found again.
type kept struct {
	mu   sync.Mutex
	last []*shared // latest first
}

type shared struct {
	parse, sector string
	mu            sync.Mutex // a comparison remembers what it was asked
	*comparison
}

const keptReports = 4

var comparisons kept

// of is the comparison of a report. The claims of a report come together: the first makes it, the others wait.
func (k *kept) of(ctx context.Context, s standard, store artefact.Store, parse, sector string) (*shared, error) {
	c := k.claim(parse, sector)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.comparison != nil {
		return c, nil
	}
	doc, err := document.Load(ctx, store, parse)
	if err != nil {
		return nil, err // whoever comes next tries again
	}
	c.comparison = s.compare(doc, sector)
	return c, nil
}

// claim is the place of a report's comparison, which may have to be made yet.
func (k *kept) claim(parse, sector string) *shared {
	k.mu.Lock()
	defer k.mu.Unlock()
	at := slices.IndexFunc(k.last, func(c *shared) bool { return c.parse == parse && c.sector == sector })
	c := &shared{parse: parse, sector: sector}
	if at >= 0 {
		c = k.last[at]
		k.last = slices.Delete(k.last, at, at+1)
	}
	k.last = slices.Insert(k.last, 0, c)
	k.last = k.last[:min(len(k.last), keptReports)]
	return c
}
