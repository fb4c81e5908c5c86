package conductor

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// A claim that goes round again is one claim: what people are told of agents counts claims, not passes.
func TestPeopleAreToldOfClaimsAndNotOfPasses(t *testing.T) {
	d := streamtest.New(t, New(Config{}))
	started, processed := map[string]any{}, map[string]any{}
	for _, r := range story() {
		for _, a := range streamtest.Of(d.When(r), events.ActivityReported) {
			data := a.Data.Data
			switch a.Data.Event {
			case "agent_started":
				if _, twice := started[a.Data.Agent]; twice {
					t.Errorf("%s starts twice", a.Data.Agent)
				}
				started[a.Data.Agent] = data["claims_assigned"]
			case "agent_completed":
				processed[a.Data.Agent] = data["claims_processed"]
			case "agent_status":
				if data["claims_assigned"].(float64) > 3 || data["claims_completed"].(float64) > data["claims_assigned"].(float64) ||
					data["claims_completed"].(float64) < 0 {
					t.Errorf("%s: %v", a.Data.Agent, data)
				}
			}
		}
	}
	for agent, want := range map[string]float64{"legal": 3, "data_metrics": 1, "geography": 1, "news_media": 0, "academic": 0} {
		if started[agent] != want || processed[agent] != want {
			t.Errorf("%s starts with %v claims and has processed %v, want %v", agent, started[agent], processed[agent], want)
		}
	}
	if started["judge"] != 3.0 {
		t.Errorf("the judge starts with %v claims", started["judge"])
	}
}
