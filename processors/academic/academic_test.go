package academic_test

import (
	"encoding/json"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/academic"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

func TestPlainClaimsNameNoRegister(t *testing.T) {
	d := streamtest.New(t, academic.New(academic.Config{}))
	d.When(streamtest.Event(events.ClaimRouted, "run_1", "claim/clm_1/i1/routed", events.Assignment{
		Claim: events.Claim{ID: "clm_1", ReportID: "rep_1", Text: "We recycled 12 t of paper."}, Iteration: 1, Agents: []events.AgentTask{{Agent: events.Academic}},
	}))
	var details events.NoSourceDetails
	if err := json.Unmarshal(streamtest.One(d, events.FindingProduced).Data.Details, &details); err != nil || len(details.Observations) != 0 {
		t.Errorf("%v %+v", err, details)
	}
}
