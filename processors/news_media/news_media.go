// Package newsmedia looks for what press, regulators and courts have said about a claim. It has no search yet
// and says so: a claim it is given is answered "no source". The absence of news is no evidence. It keeps no
// state.
package newsmedia

import (
	"context"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// New declares the agent.
func New() stream.Declaration {
	return specialist.New(specialist.Agent{Name: events.NewsMedia, Claim: claim})
}

func claim(_ context.Context, a specialist.Work) (specialist.Answer, error) {
	about := "the company"
	if s := a.Claim.Entities.Subject; s != "" && s != "company" {
		about = s
	}
	return specialist.Answer{Findings: []specialist.Found{specialist.NoSource(events.NoSourceDetails{
		NotConfigured: []string{"news search", "local evidence files"},
		WouldHelp:     []string{"reports of press, regulators or courts on " + about + " and the subject of the claim"},
	})}}, nil
}
