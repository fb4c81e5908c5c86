// Package legal compares a report with IFRS S1 and S2. For a claim it says which atomic requirements of the paragraphs it
// was linked to, or that a search found for it, are met by the claim's own words or elsewhere in its report; for the report
// it says, for each disclosure that can be a gap, whether it is there, partly there, not found, conditional, given elsewhere,
// or could not be judged. All of this is an axis apart from truth: no finding made here supports or contradicts a claim.
//
// How evidence is found:
//
//   - a report is cut into passages: sentences and table rows, each with the headings above it, the caption and head of its
//     table, and the line that introduces its list (passages.go, tables.go), and put on a shelf (shelf.go);
//   - each part of a requirement is a question in our own words. The passages that may answer it are the nearest by words and
//     meaning and those that cues.txt names; a judge says of each whether it answers, only names what is asked about, points
//     elsewhere or does neither (package answer, judge.go). Cues find; they do not decide;
//   - what is asked without a question, as most of what banks and insurers are asked, cues decide as before (index.go, lexicon.go, terms);
//     naming a subject is a part of an answer, a pointer to another document is none, and neither is what a rating agency does;
//   - what cannot be said in words is a rule in code (rules.go), and the report's own indexes say where to look (pointers.go);
//   - what could stand on pages that were not read decides what may be missing (unread);
//   - what a passage is about, whether or not it answers anything, is in topics.txt (topics.go).
//
// A paragraph has one state in a run: findings on claims, first and later ones, say what the comparison of the report says.
// What follows from a gap stands under it (coverage.go).
//
// What is asked is in data/ifrs. "Addressed" always comes with a passage that stands in the source; without one nothing is covered. It is
// quoted for a part only where the judge is sure that it says it; where it is merely likely, the part says where it is likely said, and
// what only names its subject leaves the part open, with that passage as the nearest.
// Nothing found is a gap only if the disclosure is required, its condition holds, enough of the report could be read, and the
// report's own index does not claim the contrary. A report or an index that does not answer leaves what hangs on it unassessed.
//
// The processor's state is the claims that it holds until another agent has answered what it asked about them (the
// arithmetic of a target, a certificate). Cues and registry are read once and shared; judging is a pure function of the
// claim, the question, the answers and the parsed report. The passages of the last few reports are kept in memory, each used by one claim at a
// time: a parse never changes, so what is remembered is what would be found again.
package legal

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// EvidenceCompliance is the evidence type of findings on a claim.
const EvidenceCompliance = "ifrs_compliance"

// Config is what the agent works with.
type Config struct {
	Store      artefact.Store    // holds the parsed reports
	Paragraphs Paragraphs        // finds paragraphs for a claim, beside the agent's own cues and keywords; may be nil
	Judge      answer.Judge      // says whether a passage answers a part of a requirement; by default the one in the binary
	Second     specialist.Second // answers questions of others that it has nothing at hand for; nil where nobody does
	Patience   time.Duration     // how often it says that it waits for an answer follows from it; by default 20 s
}

// New declares the agent.
func New(c Config) stream.Declaration { return specialist.New(Agent(c)) }

// Agent is the agent before it is declared.
func Agent(c Config) specialist.Agent {
	return specialist.Agent{
		Name:     events.Legal,
		Ask:      ask,
		Patience: c.Patience,
		Second:   c.Second,
		Reply: func(_ context.Context, q events.InfoRequest) (specialist.Reply, error) {
			std, err := load()
			if err != nil {
				return specialist.Reply{}, stream.Reject(err)
			}
			return std.reply(q), nil
		},
		Claim: func(ctx context.Context, w specialist.Work) (specialist.Answer, error) {
			std, err := load()
			if err != nil {
				return specialist.Answer{}, stream.Reject(err)
			}
			x, done, err := std.examine(ctx, c, w.Assignment)
			if err != nil {
				return specialist.Answer{}, err
			}
			defer done()
			return specialist.Answer{Findings: []specialist.Found{x.claim(w.Assignment, w.Task, w.Inquiries)}}, nil
		},
		Report: func(ctx context.Context, w events.ReportWork) (specialist.Answer, error) {
			std, err := load()
			if err != nil {
				return specialist.Answer{}, stream.Reject(err)
			}
			compared, err := std.whole(ctx, c, w)
			if err != nil {
				return specialist.Answer{}, err
			}
			defer compared.mu.Unlock()
			return compared.answer(compared.all()), nil
		},
		Prepare: func(ctx context.Context, w events.ReportWork) {
			std, err := load()
			if err != nil {
				return
			}
			if compared, err := std.whole(ctx, c, w); err == nil {
				defer compared.mu.Unlock()
				compared.all()
			}
		},
		Unassessed: func(_ events.ReportWork, reason string) specialist.Answer {
			std, err := load()
			if err != nil {
				return specialist.Answer{}
			}
			return (&comparison{standard: std}).answer(std.unassessed(reason))
		},
		Emits: []*events.Definition{events.GapFound.Definition, events.CoverageAssessed.Definition, events.GapsAssessed.Definition},
	}
}

// whole is the comparison of a report as a whole, which is the caller's alone until it unlocks it.
func (s standard) whole(ctx context.Context, c Config, w events.ReportWork) (*shared, error) {
	if _, err := specialist.Document(ctx, c.Store, w.Parse); err != nil {
		return nil, err
	}
	compared, err := comparisons.of(ctx, s, c, source{w.Parse, w.Statements, w.Sector})
	switch {
	case errors.Is(err, statement.ErrUnread):
		return nil, stream.Reject(err)
	case err != nil && ctx.Err() == nil:
		return nil, stream.Pause(err)
	case err != nil:
		return nil, err
	}
	compared.mu.Lock()
	return compared, nil
}

// standard is what a report is compared with, and how.
type standard struct {
	*ifrs.Registry
	lex   *lexicon
	cores []core
}

// load reads what is in the program, once.
var load = sync.OnceValues(func() (standard, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return standard{}, fmt.Errorf("loading the paragraph registry: %w", err)
	}
	lex, err := loadLexicon()
	if err != nil {
		return standard{}, fmt.Errorf("loading the cues: %w", err)
	}
	return standard{registry, lex, coresOf(registry)}, nil
})

// Disclosure is what a report says on one paragraph that can be a gap. The agent publishes only what is not
// fully there; a measurement needs the others too, with what stands for them.
type Disclosure struct {
	Paragraph string
	Status    events.DisclosureStatus
	Missing   []string // the required parts that were not found, in the registry's words
	Evidence  []events.PageQuote
}

// Disclosures is the agent's work on a report as a whole, in the order of the standards.
func Disclosures(ctx context.Context, doc *document.Document, sector string) ([]Disclosure, error) {
	said, err := statement.ReadBundled(ctx, "", doc)
	if err != nil {
		return nil, fmt.Errorf("reading what the report says: %w", err)
	}
	return DisclosuresOf(ctx, doc, sector, said)
}

// DisclosuresOf is the same where the report's sentences have been read, and perhaps looked at again.
func DisclosuresOf(ctx context.Context, doc *document.Document, sector string, said *statement.Report) ([]Disclosure, error) {
	std, err := load()
	if err != nil {
		return nil, err
	}
	judge, err := answer.Bundled()
	if err != nil {
		return nil, fmt.Errorf("preparing what judges passages: %w", err)
	}
	c := std.compare(doc, sector)
	if err := c.understand(ctx, judge, said); err != nil {
		return nil, err
	}
	var out []Disclosure
	for _, a := range c.all() {
		out = append(out, Disclosure{Paragraph: a.paragraph.ID, Status: a.status, Missing: a.missing, Evidence: a.evidence})
	}
	return out, nil
}
