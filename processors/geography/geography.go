// Package geography compares claims about places with imagery of them. It has no imagery service yet and says
// so: a claim it is given is answered "no source", with the places that could be looked at. Scene metadata or
// a place's name alone would support nothing. It keeps no state.
package geography

import (
	"context"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// New declares the agent.
func New() stream.Declaration {
	return specialist.New(specialist.Agent{Name: events.Geography, Claim: claim})
}

func claim(_ context.Context, a specialist.Work) (specialist.Answer, error) {
	details := events.NoSourceDetails{
		NotConfigured: []string{"satellite imagery service", "place search"},
	}
	if places := a.Claim.Entities.Places; len(places) > 0 {
		details.WouldHelp = []string{"imagery statistics for " + strings.Join(places, ", ") + " before and after the period of the claim"}
	} else {
		details.WouldHelp = []string{"a place: the claim names none that imagery could show"}
	}
	return specialist.Answer{Findings: []specialist.Found{specialist.NoSource(details)}}, nil
}
