package relate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
	"github.com/sibyl-project/sibyl/processors/reason/relate"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

func places(quotes ...string) []evidence.Found {
	var out []evidence.Found
	for i, q := range quotes {
		e := events.LibraryEntry{LibraryItem: events.LibraryItem{Title: fmt.Sprint("Document ", i)}}
		out = append(out, evidence.Found{Entry: e, Page: i + 1, Quote: q, Relation: evidence.Neutral})
	}
	return out
}

func one(name, relation, quote, why string) string {
	return fmt.Sprintf(`{"name": %q, "relation": %q, "quote": %q, "why": %q}`, name, relation, quote, why)
}

// TestRelations: what an answer may rest on. Nothing that is not in a passage word for word reaches a finding.
func TestRelations(t *testing.T) {
	const first, second = "The plant took 5.1 million m³ from the river in 2024.", "The company plans a new plant."
	for _, c := range []struct{ name, says, want, outcome string }{
		{"with words of the passage",
			one("e1", "contradicts", "took 5.1 million m³ from the river", "It took 5.1 and not 3.4 million."), "contradicts none", "answered"},
		{"each by its name",
			one("e2", "neutral", "", "It is a plan.") + "," + one("e1", "supports", "took 5.1 million m³", "It says so."), "supports neutral", "answered"},
		{"an invented quotation", one("e1", "contradicts", "was fined for polluting the river", "It was fined."), "none none", "unusable"},
		{"an invented quotation beside a good one",
			one("e1", "contradicts", "was fined for polluting", "It was.") + "," + one("e2", "neutral", "", "A plan."), "none neutral", "answered"},
		{"an invented figure in the reason, which is left out",
			one("e1", "contradicts", "took 5.1 million m³ from the river", "It took 9.9 million."), "contradicts none", "answered"},
		{"a passage that was not given", one("e5", "supports", "took 5.1 million m³", "It says so."), "none none", "unusable"},
		{"two answers for one passage", one("e1", "neutral", "", "No.") + "," + one("e1", "supports", "took 5.1 million m³", "Yes."), "neutral none", "answered"},
		{"a relation that there is not", one("e1", "proves", "took 5.1 million m³", "It says so."), "none none", "unusable"},
		{"no answer", "", "none none", "answered"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := reasontest.New(t)
			server.Answer = func(reasontest.Request) string { return `{"relations": [` + c.says + `]}` }
			claim := events.Claim{ID: "clm_1", Page: 4, Text: "We took 3.4 million m³ in 2024."}
			got, asked, err := relate.Model{Prompt: "news_media"}.Relate(server.Step(t, reason.NewsMedia), claim, places(first, second))
			if err != nil {
				t.Fatal(err)
			}
			var have []string
			for _, r := range got {
				if r == nil {
					have = append(have, "none")
				} else {
					have = append(have, r.Relation)
					if strings.Contains(r.Why, "9.9") {
						t.Errorf("it says %q", r.Why)
					}
				}
			}
			if strings.Join(have, " ") != c.want || string(asked.Outcome) != c.outcome {
				t.Errorf("%v, %+v; want %s, %s", have, asked, c.want, c.outcome)
			}
		})
	}
}

func TestAnEndpointWithoutAnswersRelatesNothing(t *testing.T) {
	for name, fail := range reasontest.Outages() {
		server := reasontest.New(t)
		server.Always = fail
		got, asked, err := relate.Model{Prompt: "news_media"}.Relate(server.Step(t, reason.NewsMedia), events.Claim{}, places("A passage of some length."))
		if err != nil || got[0] != nil || asked.Outcome == events.AskAnswered || asked.Problem == "" || len(server.Requests()) != 1 {
			t.Errorf("%s: %v, %+v, %v after %d requests", name, got, asked, err, len(server.Requests()))
		}
	}
}

func TestNobodyIsAskedWithoutTheRole(t *testing.T) {
	server := reasontest.New(t)
	got, asked, err := relate.Model{Prompt: "academic"}.Relate(server.Step(t, reason.NewsMedia), events.Claim{}, places("A passage of some length."))
	if err != nil || asked != nil || len(got) != 1 || got[0] != nil || len(server.Requests()) != 0 {
		t.Errorf("%v, %+v, %v", got, asked, err)
	}
}
