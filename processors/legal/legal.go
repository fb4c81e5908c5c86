package legal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
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
			if _, err := specialist.Document(ctx, c.Store, w.Parse); err != nil {
				return specialist.Answer{}, err
			}
			compared, err := comparisons.of(ctx, std, c, source{w.Parse, w.Statements, w.Sector})
			switch {
			case errors.Is(err, statement.ErrUnread):
				return specialist.Answer{}, stream.Reject(err)
			case err != nil && ctx.Err() == nil:
				return specialist.Answer{}, stream.Pause(err)
			case err != nil:
				return specialist.Answer{}, err
			}
			compared.mu.Lock()
			defer compared.mu.Unlock()
			return compared.answer(compared.all()), nil
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

// standard is what a report is compared with, and how.
type standard struct {
	*ifrs.Registry
	lex *lexicon
}

func load() (standard, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return standard{}, fmt.Errorf("loading the paragraph registry: %w", err)
	}
	lex, err := loadLexicon()
	if err != nil {
		return standard{}, fmt.Errorf("loading the cues: %w", err)
	}
	return standard{registry, lex}, nil
}
