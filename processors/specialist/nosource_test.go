package specialist_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/academic"
	"github.com/sibyl-project/sibyl/processors/geography"
	newsmedia "github.com/sibyl-project/sibyl/processors/news_media"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
)

// The agents without a source give one honest answer: nothing for or against, exhausted, and what is missing.
func TestAgentsWithoutASourceSaySo(t *testing.T) {
	claim := events.Claim{
		ID: "clm_1", ReportID: "rep_1", Text: "Our target was validated by the SBTi and our plant in Lausitz is ISO 14001 certified.",
		Entities: events.Entities{Subject: "Acme Ltd", Places: []string{"Lausitz"}},
	}
	for agent, c := range map[events.Agent]struct {
		p    stream.Declaration
		says []string
	}{
		events.Academic:  {academic.New(academic.Config{}), []string{"scholarly search", "Science Based Targets initiative", "not looked up", "certifying body"}},
		events.Geography: {geography.New(geography.Config{}), []string{"satellite imagery", "Lausitz"}},
		events.NewsMedia: {newsmedia.New(newsmedia.Config{}), []string{"news search", "Acme Ltd"}},
	} {
		d := streamtest.New(t, c.p)
		d.When(streamtest.Event(events.ClaimRouted, "run_1", "claim/clm_1/i1/routed", events.Assignment{
			Claim: claim, Iteration: 1, Agents: []events.AgentTask{{Agent: agent}},
		})).ThenPublishes("finding.produced", "activity.reported", "finding.reported")
		f := streamtest.One(d, events.FindingProduced).Data
		if f.EvidenceType != events.EvidenceNoSource || f.SupportsClaim != nil || f.Confidence != events.ConfidenceLow || !f.Exhausted || !f.Last ||
			len(f.Origins) != 0 || len(f.Evidence) != 0 || f.Agent != agent {
			t.Errorf("%s: %+v", agent, f)
		}
		for _, s := range c.says {
			if !strings.Contains(f.Summary, s) {
				t.Errorf("%s does not say %q: %s", agent, s, f.Summary)
			}
		}
		var details events.NoSourceDetails
		if err := json.Unmarshal(f.Details, &details); err != nil || len(details.NotConfigured) == 0 || len(details.WouldHelp) == 0 {
			t.Errorf("%s: %v %+v", agent, err, details)
		}
	}
}
