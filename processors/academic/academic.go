// Package academic compares claims with research, methods, registries and benchmarks. It reads the papers,
// certificates, registers and benchmark tables that the user has brought (rag/evidence); it has no scholarly search
// yet and says so where there are none. What the claim itself says about an outside validation is noted as what could
// be looked up, which is no evidence of it. Other agents' questions for benchmarks are answered from the bundled
// tables (data/ghg) and from those of the library. It keeps no state; an answer is a function of the question and of
// the run's library.
package academic

import (
	"context"
	"regexp"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
)

// Config is what the agent works with.
type Config struct {
	Store artefact.Store // holds the evidence library

	Relater specialist.Relater // reads what the rules leave open; nil where rules alone read
}

// New declares the agent.
func New(c Config) stream.Declaration {
	s := specialist.Searcher{Store: c.Store, Relater: c.Relater, Kinds: []events.EvidenceKind{events.KindPaper, events.KindCertificate, events.KindBenchmark}}
	return specialist.New(specialist.Agent{
		Name: events.Academic,
		Claim: func(ctx context.Context, w specialist.Work) (specialist.Answer, error) {
			return s.Search(ctx, w, beyond(w.Claim))
		},
		Reply: c.reply,
	})
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

// beyond is what the agent has not at hand for a claim.
func beyond(c events.Claim) events.NoSourceDetails {
	details := events.NoSourceDetails{
		NotConfigured: []string{"scholarly search", "registries"},
	}
	for _, l := range lookups {
		if l.pattern.MatchString(c.Text) || l.pattern.MatchString(c.Quote.Text) {
			details.WouldHelp = append(details.WouldHelp, l.help)
			details.Observations = append(details.Observations, l.observation)
		}
	}
	if len(details.WouldHelp) == 0 {
		details.WouldHelp = []string{"peer-reviewed work or a benchmark on the subject of the claim"}
	}
	return details
}
