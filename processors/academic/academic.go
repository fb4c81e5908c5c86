// Package academic compares claims with research, methods, registries and benchmarks. For claims it has no such
// source yet and says so: they are answered "no source". What the claim itself says about an outside validation is
// noted as what could be looked up, which is no evidence of it. Other agents' questions for benchmarks are answered
// from the bundled tables (data/ghg). It keeps no state; an answer is a function of the question.
package academic

import (
	"context"
	"regexp"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// New declares the agent.
func New() stream.Declaration {
	return specialist.New(specialist.Agent{Name: events.Academic, Claim: claim, Reply: reply})
}

// lookups are statements in a claim that a public register could confirm or deny.
var lookups = []struct {
	pattern     *regexp.Regexp
	help        string
	observation string
}{
	{
		regexp.MustCompile(`(?i)\b(?:SBTi|science[\s-]based\s+targets?\s+initiative)\b`),
		"the initiative's public list of targets and commitments",
		"The claim refers to the Science Based Targets initiative; its status there was not looked up.",
	},
	{
		regexp.MustCompile(`(?i)\b(?:carbon\s+credits?|carbon\s+offsets?|offset(?:s|ting)\b|verra|gold\s+standard)\b`),
		"the credit registries' retirement records",
		"The claim refers to carbon credits; no registry record was looked up.",
	},
	{
		regexp.MustCompile(`\bISO\s?(?:14001|50001|14064|9001)\b`),
		"the certificate and the register of its certifying body",
		"The claim refers to a certified management system; no certificate was looked up.",
	},
}

func claim(_ context.Context, a specialist.Work) (specialist.Answer, error) {
	details := events.NoSourceDetails{
		NotConfigured: []string{"scholarly search", "registries"},
	}
	for _, l := range lookups {
		if l.pattern.MatchString(a.Claim.Text) || l.pattern.MatchString(a.Claim.Quote.Text) {
			details.WouldHelp = append(details.WouldHelp, l.help)
			details.Observations = append(details.Observations, l.observation)
		}
	}
	if len(details.WouldHelp) == 0 {
		details.WouldHelp = []string{"peer-reviewed work or a benchmark on the subject of the claim"}
	}
	return specialist.Answer{Findings: []specialist.Found{specialist.NoSource(details)}}, nil
}
