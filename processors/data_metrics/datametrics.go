package datametrics

import (
	"context"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// EvidenceValidation is the evidence type of the agent's findings.
const EvidenceValidation = "quantitative_validation"

// Config is what the agent works with.
type Config struct {
	Store artefact.Store // holds the parsed reports
}

// New declares the agent.
func New(c Config) stream.Processor[stream.None] {
	return specialist.New(specialist.Agent{
		Name: events.DataMetrics,
		Claim: func(_ context.Context, a events.Assignment, _ events.AgentTask) (specialist.Answer, error) {
			return judge(a.Claim), nil
		},
		Report: func(ctx context.Context, w events.ReportWork) (specialist.Answer, error) {
			doc, err := specialist.Document(ctx, c.Store, w.Parse)
			if err != nil {
				return specialist.Answer{}, err
			}
			return assess(ctx, c.Store, doc, w)
		},
		Emits: []*events.Definition{events.CheckPerformed.Definition},
	})
}
