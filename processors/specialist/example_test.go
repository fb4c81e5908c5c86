package specialist_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// An agent is a name and a function from a pass over a claim to findings. New makes a processor of it, which gives
// findings their ids and ends every pass with a receipt.
func ExampleAgent() {
	offsets := specialist.New(specialist.Agent{
		Name: events.Academic,
		Claim: func(_ context.Context, w specialist.Work) (specialist.Answer, error) {
			if !strings.Contains(w.Claim.Text, "offset") {
				return specialist.Answer{Findings: []specialist.Found{specialist.NoSource(events.NoSourceDetails{NotConfigured: []string{"scholarly search"}})}}, nil
			}
			return specialist.Answer{Findings: []specialist.Found{{
				EvidenceType: "registry", Summary: "The registry lists no such credits.", Supports: new(bool), Score: 0.85,
				Origins:  []events.Origin{events.OriginRegistry},
				Evidence: []events.Evidence{{Origin: events.OriginRegistry, Source: "credit registry", Date: "2025-01-10"}},
			}}}, nil
		},
	})
	local, err := stream.NewLocal(offsets, streamtest.NewClock(streamtest.Start))
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := local.Handle(context.Background(), streamtest.Event(events.ClaimRouted, "run_1", events.PassSubject("clm_1", 1, "routed"), events.Assignment{
		Claim:     events.Claim{ID: "clm_1", ReportID: "rep_1", Text: "We offset 40,000 t CO2e."},
		Iteration: 1, Agents: []events.AgentTask{{Agent: events.Academic, Required: true}},
	}))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range h.Published {
		fmt.Println(r.Type, "on", r.Topic, "at", r.Subject)
	}
	f, err := events.FindingProduced.Decode(h.Published[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Data.Summary, "supports the claim:", *f.Data.SupportsClaim, "confidence:", f.Data.Confidence)
	// Output:
	// finding.produced on findings.produced at claim/clm_1/i1/academic/0
	// activity.reported on agent.activity at claim/clm_1/i1/academic/evidence_found/0
	// finding.reported on runs.progress at claim/clm_1/i1/academic/reported
	// The registry lists no such credits. supports the claim: false confidence: high
}
