package legal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// examine prepares what a claim is looked at with. A report that is lost or damaged leaves what the claim itself does
// not say unassessed; a store that is down is waited for. done must be called when the claim has been assessed: the
// comparison belongs to one claim at a time.
func (s standard) examine(ctx context.Context, c Config, a events.Assignment) (x examination, done func(), err error) {
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
	x.alone = len(x.hits) == 0 && x.unfound == ""
	x.hits = relevant(x.hits, nil)
	if a.Claim.Parse == "" || c.Store == nil {
		return x, done, nil
	}
	compared, err := comparisons.of(ctx, s, c, source{a.Claim.Parse, a.Claim.Statements, sector})
	switch {
	case errors.Is(err, artefact.ErrNotFound), errors.Is(err, artefact.ErrDamaged), errors.Is(err, document.ErrInvalid):
		x.broken = "its parse is missing or damaged"
		return x, done, nil
	case errors.Is(err, statement.ErrUnread):
		x.broken = "its sentences could not be read"
		return x, done, nil
	case err != nil && ctx.Err() != nil:
		return x, done, err
	case err != nil:
		return x, done, stream.Pause(err)
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
	source
	mu sync.Mutex // a comparison remembers what it was asked
	*comparison
}

// source is what a comparison is made of.
type source struct {
	parse      string // hash of the document's artefact
	statements string // of what its sentences say; empty in events that are older than it is
	sector     string
}

// understood is a report compared with the standards by what its passages mean. Statements that are lost or damaged, or of another
// document, are read again: the reader in the binary says the same of them.
func (s standard) understood(ctx context.Context, config Config, doc *document.Document, from source) (*comparison, error) {
	judge := config.Judge
	if judge == nil {
		bundled, err := answer.Bundled()
		if err != nil {
			return nil, fmt.Errorf("preparing what judges passages: %w: %w", statement.ErrUnread, err)
		}
		judge = bundled
	}
	said, err := statement.Load(ctx, config.Store, from.statements, from.parse, doc)
	if errors.Is(err, artefact.ErrNotFound) || errors.Is(err, artefact.ErrDamaged) {
		said, err = statement.ReadBundled(ctx, from.parse, doc)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, err
	}
	c := s.compare(doc, from.sector)
	if err := c.understand(ctx, judge, said); err != nil {
		return nil, err
	}
	return c, nil
}

const keptReports = 4

var comparisons kept

// of is the comparison of a report. The claims of a report come together: the first makes it, the others wait.
func (k *kept) of(ctx context.Context, s standard, config Config, from source) (*shared, error) {
	c := k.claim(from)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.comparison != nil {
		return c, nil
	}
	doc, err := document.Load(ctx, config.Store, from.parse)
	if err != nil {
		return nil, err // whoever comes next tries again
	}
	c.comparison, err = s.understood(ctx, config, doc, from)
	return c, err
}

// claim is the place of a report's comparison, which may have to be made yet.
func (k *kept) claim(from source) *shared {
	k.mu.Lock()
	defer k.mu.Unlock()
	at := slices.IndexFunc(k.last, func(c *shared) bool { return c.source == from })
	c := &shared{source: from}
	if at >= 0 {
		c = k.last[at]
		k.last = slices.Delete(k.last, at, at+1)
	}
	k.last = slices.Insert(k.last, 0, c)
	k.last = k.last[:min(len(k.last), keptReports)]
	return c
}
