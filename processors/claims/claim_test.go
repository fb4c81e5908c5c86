package claims

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// saying reads a text of which the statement reader says this.
func saying(text string, r statement.Reading) *reading {
	out := read(text, quantity.Point, nil)
	out.said = &statement.Said{Sentence: statement.Sentence{Text: text}, Reading: r}
	return out
}

func TestWhatTheReaderAndTheRulesDecideTogether(t *testing.T) {
	weighty := "In 2023 our Scope 1 emissions decreased by 12% to 2.3 million tonnes CO2e."
	light := "Dear readers, the past year was one of many changes for us."
	for name, c := range map[string]struct {
		text string
		said statement.Reading
		want bool
	}{
		"a sentence that is surely a claim needs no rule": {light, statement.Reading{Claim: 0.95}, true},
		"a likely one needs something to look up":         {weighty, statement.Reading{Claim: 0.65}, true},
		"a likely one without it is none":                 {light, statement.Reading{Claim: 0.65}, false},
		"an unlikely one is none, whatever it weighs":     {weighty, statement.Reading{Claim: 0.1}, false},
		"a dated promise need hardly be likely":           {"We will cut our Scope 1 emissions by 42 % by 2030 compared to 2019.", statement.Reading{Claim: 0.25}, true},
		"the auditor's is none":                           {weighty, statement.Reading{Claim: 0.95, Voice: statement.Answer{Value: "auditor", Sure: 0.9}}, false},
		"what may be the auditor's is the entity's":       {weighty, statement.Reading{Claim: 0.95, Voice: statement.Answer{Value: "auditor", Sure: 0.4}}, true},
		"somebody else's deed can be the entity's claim":  {weighty, statement.Reading{Claim: 0.95, Voice: statement.Answer{Value: "third", Sure: 0.9}}, true},
		"a question is none":                              {"Did our Scope 1 emissions decrease by 12% in 2023?", statement.Reading{Claim: 0.95}, false},
		"a label is none":                                 {"Scope 1 emissions", statement.Reading{Claim: 0.95}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := saying(c.text, c.said).claims(true, false); got != c.want {
				t.Errorf("%q: %v", c.text, got)
			}
		})
	}
	if read(weighty, quantity.Point, nil).claims(true, false) {
		t.Error("a sentence that nobody has read is a claim")
	}
}

func TestTypesWhereNoRowFits(t *testing.T) {
	text := "It goes from strength to strength there."
	answer := func(v string) statement.Answer { return statement.Answer{Value: v, Sure: 0.9} }
	for want, said := range map[events.ClaimType]statement.Reading{
		events.Strategic:       {Standing: answer("planned")},
		events.Environmental:   {Topic: answer("water")},
		events.LegalGovernance: {Topic: answer("people")},
	} {
		if got, why := saying(text, said).sort(); got != want || why == "" {
			t.Errorf("%+v: %s, because %s", said, got, why)
		}
	}
}

// Why a sentence is a claim is said with it: what the rules saw, who read it, and how surely.
func TestReasoningsSayWhoDecided(t *testing.T) {
	r := saying("A council of neighbours meets at every kiln site.", statement.Reading{
		Claim: 0.93, Kind: statement.Answer{Value: "process", Sure: 0.81}, Standing: statement.Answer{Value: "ongoing", Sure: 0.9}, Topic: statement.Answer{Value: "supply_chain", Sure: 0.4},
	})
	r.reader = "statement-1"
	why := r.reasoning(events.Claim{Type: events.LegalGovernance, Priority: events.Low}, "it is about a supply chain", "little can be checked")
	want := "Can be checked: it names what it does, a physical condition. Read by statement-1: a claim 0.93, process 0.81, ongoing 0.90, about supply chain 0.40. Legal governance, because it is about a supply chain. Priority low: little can be checked."
	if why != want {
		t.Errorf("%s", why)
	}
}
