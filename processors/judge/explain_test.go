package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
)

// aCheck is a sum that holds or does not.
func aCheck(id string, result events.CheckResult, iteration int) events.Event[events.Check] {
	k := events.Check{
		ID: id, Name: "table_total", ClaimID: testClaim, Result: result, Severity: "critical", Message: "Agrees exactly: 30 t.", Stated: "30 t", Expected: "30 t",
		Difference: "0 t", Working: "10 + 20 = 30 t",
		Inputs: []events.CheckInput{{Label: "a", Value: "10", Unit: "t", Page: 54}, {Label: "stated: Waste", Value: "30", Unit: "t", Page: 20}},
	}
	if result == events.CheckFail {
		k.Message, k.Expected, k.Difference, k.Working = "Does not agree: so.", "33 t", "-3 t", "13 + 20 = 33 t"
	}
	return events.Event[events.Check]{Envelope: events.Envelope{Iteration: iteration}, Data: k}
}

func finding(agent events.Agent, supports *bool, details string, evidence ...events.Evidence) events.Finding {
	f := events.Finding{
		ID: "fnd_" + string(agent), Agent: agent, ClaimID: testClaim, Iteration: 1, Last: true, EvidenceType: "test", Summary: "A summary of " + string(agent) + ".",
		SupportsClaim: supports, Confidence: events.ConfidenceHigh, Exhausted: true, Details: json.RawMessage(details), Evidence: evidence,
	}
	for _, e := range evidence {
		f.Origins = append(f.Origins, e.Origin)
	}
	return f
}

// records is what would settle a figure that has no unit which says more.
const records = "It would change with the records behind this figure, or an assurance statement that covers it, " +
	"which the company or its assurer could provide"

func TestAReasoningReadsAsAPersonWouldSayIt(t *testing.T) {
	yes, no := true, false
	register := events.Evidence{
		Origin: events.OriginRegistry, Source: "register.example", Publisher: "Emission Register", Date: "2025-02-10", Row: 2, Quote: "Waste 30 t",
	}
	paper := events.Evidence{
		Origin: events.OriginExternal, Source: "courier.example", Publisher: "Courier", Date: "2025-02-21", Page: 1, Tier: 1, Quote: "It was 40 t.",
	}
	computed := events.Evidence{Origin: events.OriginComputed, Page: 20, Quote: "Waste was 30 t."}
	consistent := func(f events.Finding, x bool) events.Finding { f.InternallyConsistent = &x; return f }
	for name, test := range map[string]struct {
		checks   []events.Event[events.Check]
		findings []events.Finding
		want     string
	}{
		"the report's own figures confirm it": {
			[]events.Event[events.Check]{aCheck("chk_1", events.CheckPass, 1)},
			[]events.Finding{consistent(finding(events.DataMetrics, &yes, `{}`, computed), true)},
			"The report's own figures confirm 30 % of this, but nothing independent of the company does. Page 20 gives 30 t, and 10 + 20 comes to the same. " +
				records + ".",
		},
		"a release of the company says the same": {
			nil,
			[]events.Finding{finding(events.NewsMedia, &yes, `{}`, events.Evidence{Origin: events.OriginCompany, Source: "acme.example", Quote: "Waste was 30 t."})},
			"The company's other documents confirm this, but nothing independent of the company does. According to acme.example: “Waste was 30 t”. " +
				records + ".",
		},
		"arithmetic speaks against it": {
			[]events.Event[events.Check]{aCheck("chk_2", events.CheckFail, 1), aCheck("chk_1", events.CheckPass, 1)},
			[]events.Finding{consistent(finding(events.DataMetrics, &no, `{}`, computed), false)},
			"This does not hold: the report's own figures say otherwise. Page 20 gives 30 t for “Waste”. The parts add up to 33 t (13 + 20), 3 t more than stated. " +
				"It would change if the company corrected the figure, or disclosed the amounts behind it.",
		},
		"a claim's own words speak against it": {
			[]events.Event[events.Check]{aCheck("chk_2", events.CheckFail, 1)},
			[]events.Finding{consistent(finding(events.DataMetrics, &no, `{}`, events.Evidence{Origin: events.OriginClaim, Page: 20, Quote: "Waste was 30 t."}), false)},
			"This does not hold: the report's own figures say otherwise. Page 20 gives 30 t for “Waste”. The parts add up to 33 t (13 + 20), 3 t more than stated. " +
				"It would change if the company corrected the figure, or disclosed the amounts behind it.",
		},
		"a figure that went into a sum that does not hold": {
			[]events.Event[events.Check]{aCheck("chk_2", events.CheckFail, 1)},
			[]events.Finding{consistent(finding(events.DataMetrics, nil, `{"missing_data": ["S2.29: a total", "the figure of 2023"]}`), false)},
			"The report does not agree with itself here: page 20 gives 30 t for “Waste”. The parts add up to 33 t (13 + 20), 3 t more than stated. " +
				"That does not say which of its figures is the wrong one. Only the company says it. " +
				records + "; recalculating it would take the figure of 2023.",
		},
		"a register and the report's own figures": {
			[]events.Event[events.Check]{aCheck("chk_1", events.CheckPass, 1)},
			[]events.Finding{consistent(finding(events.DataMetrics, &yes, `{}`, computed), true), finding(events.Academic, &yes, `{}`, register)},
			"One source independent of the company confirms this, as do the company's own figures, and no source contradicts it. " +
				"Page 20 gives 30 t, and 10 + 20 comes to the same. According to Emission Register (2025-02-10, row 2): “Waste 30 t”. " +
				"It would change if an equally authoritative source contradicted it.",
		},
		"a paper against a register": {
			nil, []events.Finding{finding(events.Academic, &yes, `{}`, register), finding(events.NewsMedia, &no, `{}`, paper)},
			"This does not hold: one source independent of the company says otherwise, which weighs more than what speaks for it. " +
				"According to Courier (2025-02-21, page 1): “It was 40 t”. On the other side, according to Emission Register (2025-02-10, row 2): “Waste 30 t”. " +
				"It would change if the evidence against it were corrected or withdrawn, or if more authoritative sources supported the claim.",
		},
		"documents that say nothing of it": {
			nil, []events.Finding{finding(events.Academic, nil, `{"documents": 3, "relations": []}`), finding(events.DataMetrics, nil, `{}`)},
			"30 % was held against the report's other figures without result. Only the company says it. " +
				"Looked at without result: three documents given as evidence. " +
				records + ".",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := DefaultRubric()
			var c Case
			c.open(events.Case{Claim: claimOf(events.Quantitative), Iteration: 1})
			for _, f := range test.findings {
				c.Passes[0].Agents = append(c.Passes[0].Agents, events.AgentTask{Agent: f.Agent})
			}
			for _, k := range test.checks {
				c.see(k.Data, k.Iteration)
			}
			for _, f := range test.findings {
				c.hear(f)
			}
			if got := Decide(r, c, Evaluate(r, c)).Reasoning; got != test.want {
				t.Errorf("\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestEveryReasoningIsSpeakable(t *testing.T) {
	text := rapid.SampledFrom([]string{"", "It is so.", "a  b ", "Water. Taken: 3 m³", strings.Repeat("many words ", 60), "line\nbreak", "ends with dots..."})
	r := DefaultRubric()
	rapid.Check(t, func(t *rapid.T) {
		var c Case
		types := []events.ClaimType{events.Quantitative, events.Strategic, events.Environmental, events.Geographic, events.LegalGovernance}
		claim := claimOf(rapid.SampledFrom(types).Draw(t, "type"))
		claim.Entities.Units = []string{rapid.SampledFrom([]string{"t CO2e", "MWh", "m3", "EUR", "ha", "persons", ""}).Draw(t, "unit")}
		claim.Entities.Commitment = rapid.Bool().Draw(t, "commitment")
		c.open(events.Case{Claim: claim, Iteration: 1, Agents: tasks("data_metrics! academic news_media geography legal")})
		for i := range rapid.IntRange(0, 4).Draw(t, "checks") {
			k := aCheck(fmt.Sprint("chk_", i), rapid.SampledFrom([]events.CheckResult{events.CheckPass, events.CheckFail}).Draw(t, "result"), 1).Data
			k.Name = rapid.SampledFrom([]string{"table_total", "yoy_percentage", "magnitude", "intensity"}).Draw(t, "name")
			k.Stated = rapid.SampledFrom([]string{"30 t", "", "a rise", "3,5 %", "0.3 t"}).Draw(t, "stated")
			if k.Message = text.Draw(t, "message"); strings.TrimSpace(k.Message) == "" {
				k.Message = "It is so."
			}
			c.see(k, 1)
		}
		for _, a := range events.Agents() {
			var supports *bool
			if side := rapid.IntRange(0, 2).Draw(t, "side"); side > 0 {
				yes := side == 1
				supports = &yes
			}
			var evidence []events.Evidence
			for range rapid.IntRange(0, 3).Draw(t, "evidence") {
				evidence = append(evidence, events.Evidence{
					Origin: rapid.SampledFrom(events.Origins()).Draw(t, "origin"), Source: rapid.SampledFrom([]string{"", "a.example"}).Draw(t, "source"),
					Publisher: rapid.SampledFrom([]string{"", "A Paper"}).Draw(t, "publisher"), Page: rapid.IntRange(0, 3).Draw(t, "page"), Quote: text.Draw(t, "quote"),
				})
			}
			f := finding(a, supports, `{"documents": 2}`, evidence...)
			if f.Summary = text.Draw(t, "summary"); strings.TrimSpace(f.Summary) == "" {
				f.Summary = "A summary."
			}
			if rapid.Bool().Draw(t, "consistent") {
				agrees := rapid.Bool().Draw(t, "agrees")
				f.InternallyConsistent = &agrees
			}
			switch rapid.IntRange(0, 3).Draw(t, "answer") {
			case 0:
				c.excuse(events.Inability{Agent: a, ClaimID: testClaim, Iteration: 1, Reason: "the service is down."})
			case 1:
				f.EvidenceType, f.SupportsClaim, f.Summary = events.EvidenceNoSource, nil, notConfigured+" (a search)."
				c.hear(f)
			default:
				c.hear(f)
			}
		}
		ev := Evaluate(r, c)
		for _, class := range []events.VerdictClass{classify(r, c, ev)} {
			if s := Explain(r, c, ev, class).Text(); unspeakable(s) != "" {
				t.Fatalf("%s: %q", unspeakable(s), s)
			}
		}
	})
}

func TestChecksAreKeptWhateverTheirOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []events.Event[events.Check]
		for i := range 24 {
			all = append(all, aCheck(fmt.Sprintf("chk_%02d", i%14), []events.CheckResult{events.CheckPass, events.CheckFail, events.CheckInconclusive}[i%3], 1+i/14))
		}
		b := bench{DefaultRubric()}
		keep := func(in []events.Event[events.Check]) string {
			var c Case
			for _, k := range in {
				s, err := b.checked(context.Background(), c, k)
				if err != nil || len(s.Publish) > 0 {
					t.Fatalf("%v, %d drafts", err, len(s.Publish))
				}
				c = s.State
			}
			text, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		if got, want := keep(rapid.Permutation(all).Draw(t, "order")), keep(all); got != want {
			t.Fatalf("kept\n%s\nwant\n%s", got, want)
		}
		if n := strings.Count(keep(all), `"check"`); n > 2*checksKept {
			t.Fatalf("%d checks are kept", n)
		}
	})
}

func TestWhatSettlesAClaimFitsItsSubject(t *testing.T) {
	for want, claim := range map[string]events.Claim{
		"certification body":               {Type: events.Environmental, Entities: events.Entities{Standards: []string{"ISO 14001"}}},
		"Science Based Targets initiative": {Type: events.Strategic, Entities: events.Entities{Standards: []string{"SBTi"}, Commitment: true}},
		"assurer or":                       {Type: events.Quantitative, Entities: events.Entities{Units: []string{"kt CO2e"}}},
		"energy suppliers":                 {Type: events.Quantitative, Entities: events.Entities{Units: []string{"GWh"}}},
		"water authority":                  {Type: events.Environmental, Entities: events.Entities{Units: []string{"million m³"}}},
		"land registry":                    {Type: events.Environmental, Entities: events.Entities{Units: []string{"ha"}}},
		"company or its assurer":           {Type: events.Quantitative, Entities: events.Entities{Units: []string{"chairs"}, Figures: []string{"3"}}},
		"company secretary":                {Type: events.LegalGovernance, Entities: events.Entities{Kind: "event", Bodies: []string{"Supervisory Board"}}},
		"whoever was party to it":          {Type: events.LegalGovernance},
		"company or whoever was party":     {Type: "unheard of"},
		"either of them":                   {Type: events.Environmental, Entities: events.Entities{Kind: "event"}},
		"whoever gave it":                  {Type: events.Environmental, Text: "MSCI gave us a rating of AA.", Entities: events.Entities{Kind: "event"}},
		"nature conservation authority":    {Type: events.Environmental, Text: "No site lies in a protected area.", Entities: events.Entities{Kind: "policy"}},
		"the company or its auditor":       {Type: events.Environmental, Entities: events.Entities{Kind: "process"}},
		"the company":                      {Type: events.Strategic},
		"contractors or the environ":       {Type: events.Environmental, Entities: events.Entities{Figures: []string{"3"}, Units: []string{"tonnes"}}},
	} {
		if got := settle(claim); !strings.Contains(got.Who, want) || got.What == "" {
			t.Errorf("%+v is settled by %+v, want %q", claim, got, want)
		}
	}
	for kind, want := range map[string]string{ // no measurement of anybody settles what a word means or what somebody thinks
		"definition": "word for word", "opinion": "facts behind", "outlook": "later report", "policy": "the rule or appointment",
	} {
		claim := events.Claim{Type: events.Environmental, Entities: events.Entities{Kind: kind}}
		if got := settle(claim); !strings.Contains(got.What, want) {
			t.Errorf("%s is settled by %s", kind, got.What)
		}
	}
}
