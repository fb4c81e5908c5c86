package judge

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// speaking is a finding that speaks for a claim, by documents of which each has some of its amounts.
func speaking(id string, by ...events.Evidence) events.Finding {
	yes := true
	f := events.Finding{ID: id, Agent: events.Academic, ClaimID: testClaim, Iteration: 1, EvidenceType: "library", SupportsClaim: &yes,
		Confidence: events.ConfidenceHigh, Score: 0.85, Evidence: by}
	for _, e := range by {
		f.Origins = append(f.Origins, e.Origin)
	}
	return f
}

func TestAClaimIsVerifiedForWhatSourcesCover(t *testing.T) {
	row := claimOf(events.Quantitative)
	row.Source, row.Text = "table", "Scope 1: 412 t in 2024; 431 t in 2023; 448 t in 2022"
	row.Entities.Figures, row.Entities.Periods = []string{"412 t", "431 t", "448 t"}, []string{"2024", "2023", "2022"}
	register := func(of string, figures ...string) events.Evidence {
		return events.Evidence{Origin: events.OriginRegistry, Source: "register", Tier: 1, Bears: &events.Borne{Figures: figures, Of: of}}
	}
	review := events.Evidence{Origin: events.OriginPriorReport, Source: "review", Bears: &events.Borne{Figures: []string{"431 t"}}}
	paper := events.Evidence{Origin: events.OriginExternal, Source: "paper", Tier: 2, Bears: &events.Borne{Figures: []string{"431 t", "448 t"}}}
	whole := events.Evidence{Origin: events.OriginExternal, Source: "paper", Tier: 2}
	for name, tc := range map[string]struct {
		found   []events.Evidence
		verdict events.VerdictClass
		says    string
	}{
		"one year of three": {[]events.Evidence{register("", "412 t"), review}, events.InsufficientEvidence,
			"confirms 412 t for 2024; only the company itself gives 431 t for 2023; nobody else gives 448 t for 2022"},
		"all years": {[]events.Evidence{register("", "412 t"), paper}, events.Verified, ""},
		"another quantity": {[]events.Evidence{register("an index"), review}, events.InsufficientEvidence,
			"an index, which goes the way that this says and does not confirm 431 t for 2023, 412 t for 2024 or 448 t for 2022"},
		"a source that parts no amounts": {[]events.Evidence{whole, review}, events.Verified, ""},
	} {
		t.Run(name, func(t *testing.T) {
			// Given a row of three years and who speaks for it
			c := Case{Claim: &row, Cap: 1}
			c.open(events.Case{Claim: row, Iteration: 1, Agents: tasks("academic!")})
			c.hear(speaking("fnd_01", tc.found...))
			// When it is ruled on
			v := Decide(defaultRubric, c, Evaluate(defaultRubric, c))
			// Then it is verified only where all its amounts are borne out
			if v.Verdict != tc.verdict || !strings.Contains(v.Reasoning, tc.says) {
				t.Errorf("%s: %s", v.Verdict, v.Reasoning)
			}
		})
	}
}
