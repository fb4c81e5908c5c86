package datametrics

import (
	"context"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// EvidenceValidation is the evidence type of the agent's findings.
const EvidenceValidation = "quantitative_validation"

// Config is what the agent works with.
type Config struct {
	Store    artefact.Store // holds the parsed reports
	Patience time.Duration  // how often it says that it waits for an answer follows from it; by default 20 s
}

// New declares the agent.
func New(c Config) stream.Declaration { return specialist.New(Agent(c)) }

// Agent is the agent before it is declared.
func Agent(c Config) specialist.Agent {
	return specialist.Agent{
		Name:     events.DataMetrics,
		Ask:      ask,
		Patience: c.Patience,
		Reply:    replyWith(c.Store),
		Claim: func(ctx context.Context, w specialist.Work) (specialist.Answer, error) {
			report, lost, err := figuresOf(ctx, c.Store, w.Claim)
			if err != nil {
				return specialist.Answer{}, err
			}
			return judge(w.Claim, report, lost, w.Inquiries), nil
		},
		Report: func(ctx context.Context, w events.ReportWork) (specialist.Answer, error) {
			doc, err := specialist.Document(ctx, c.Store, w.Parse)
			if err != nil {
				return specialist.Answer{}, err
			}
			return assess(ctx, c.Store, doc, w)
		},
		Prepare: func(ctx context.Context, w events.ReportWork) {
			if doc, err := specialist.Document(ctx, c.Store, w.Parse); err == nil && w.Parse != "" {
				_, _ = figuresIn(ctx, c.Store, doc, w) // whoever needs them reads what could not be read, and says why
			}
		},
		Emits: []*events.Definition{events.CheckPerformed.Definition},
	}
}
