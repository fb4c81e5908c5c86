// Package academic compares claims with research, methods, registries and benchmarks. It reads the papers,
// certificates, registers and benchmark tables that the user has brought (rag/evidence), and where the run may ask an
// index of scholarly works, those that it finds: they are cited, and take a side only where they name the company. Lists
// of validated targets and of retired credits that the user has brought are looked into. What the claim itself says
// about an outside validation is noted as what could be looked up, which is no evidence of it. Other agents' questions
// for benchmarks are answered from the bundled tables (data/ghg) and from those of the library. It keeps no state; an
// answer is a function of the question, of the run's library and of the recorded answers.
package academic

import (
	"context"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Config is what the agent works with.
type Config struct {
	Store   artefact.Store  // holds the evidence library
	Sources []events.Source // what may be asked outside; none offline

	Relater specialist.Relater // reads what the rules leave open; nil where rules alone read
	Second  specialist.Second  // answers questions of others that it has nothing at hand for; nil where nobody does
}

// New declares the agent.
func New(c Config) stream.Declaration { return specialist.New(Agent(c)) }

// Agent is the agent before it is declared.
func Agent(c Config) specialist.Agent {
	unasked := ""
	if _, ok := events.SourceNamed(c.Sources, events.SourceResearch); !ok {
		unasked = "Research is not searched: the run is offline, there is no network, or no index of scholarly works is named. " +
			"Papers, registers and benchmarks of the evidence library are read. SIBYL_OPENALEX_URL names an index."
	}
	return specialist.Agent{Name: events.Academic, Unasked: unasked, Claim: c.claim, Reply: c.reply, Second: c.Second}
}

// claim answers for a claim from the library, from what names the company in research, and from registers.
func (c Config) claim(ctx context.Context, w specialist.Work) (specialist.Answer, error) {
	m := matterOf(w.Claim)
	found, err := c.ask(ctx, w.Claim, m)
	if err != nil {
		return specialist.Answer{}, err
	}
	st := specialist.StatementOf(w.Claim)
	names := issuer.NamesOf(st.Company, st.Aliases...)
	other := c.beyond(w.Claim)
	var registered []specialist.Found
	var unlisted []events.NotFound
	s := specialist.Searcher{
		Store: c.Store, Relater: c.Relater, Kinds: []events.EvidenceKind{events.KindPaper, events.KindCertificate, events.KindBenchmark},
		Beyond: func(_ context.Context, w specialist.Work, shelf *evidence.Shelf) (specialist.Gathered, error) {
			registered, unlisted = registers(w.Claim, m, shelf, names)
			with, err := found.shelved(shelf, names)
			return specialist.Gathered{Shelf: with, Searches: found.searches, NotFound: unlisted}, err
		},
	}
	answer, err := s.Search(ctx, w, other)
	if err != nil {
		return answer, err
	}
	answer.Searches, other.WhyNot = found.searches, append(unlisted, found.unfound()...)
	looked := len(answer.Findings)
	if len(found.searches) > 0 {
		answer.Findings = append(answer.Findings, found.finding(m, answered(other)))
	}
	for _, f := range registered {
		f.Details = m.details(f, found, answered(other))
		answer.Findings = append(answer.Findings, f)
	}
	// Whether there is more to look at is said by who looks into the library; one finding that says no would speak for all.
	more := slices.ContainsFunc(answer.Findings[:looked], func(f specialist.Found) bool { return !f.Exhausted })
	for i := range answer.Findings {
		answer.Findings[i].Exhausted = !more
	}
	return answer, nil
}

// registers are the findings of lists that the user has brought, and what was looked for in them in vain.
func registers(c events.Claim, m matter, shelf *evidence.Shelf, names issuer.Names) (out []specialist.Found, unlisted []events.NotFound) {
	missing := func(list, what, why string) {
		unlisted = append(unlisted, events.NotFound{Where: list + " in the evidence library", For: what, Why: why})
	}
	if m.target {
		t, cited, several := targets(shelf, c, names)
		switch {
		case several:
			missing("lists of validated targets", "the company's targets", "its entries have different statuses")
		case t == nil:
			missing("lists of validated targets", "the company's targets", "there is no such list, or it does not have the company")
		}
		if t != nil && !several {
			f := targetFinding(c, t, cited, m)
			f.Details = t
			out = append(out, f)
		}
	}
	if m.credits != nil {
		if sum, cited := retired(shelf, c, names); len(cited) > 0 {
			f := creditFinding(c, sum, cited)
			f.Details = events.CreditReview{Retired: quantity.Print(sum, 12), RetiredUnits: len(cited)}
			out = append(out, f)
		} else {
			missing("lists of retired credits", "credits retired for the company in the report's year", "there is no such list, or none for the company in that year")
		}
	}
	return out, unlisted
}

// details are those of a register's finding.
func (m matter) details(f specialist.Found, found looked, other events.NoSourceDetails) events.AcademicDetails {
	d := events.AcademicDetails{
		Kinds: append([]string{}, m.kinds...), References: []events.Reference{}, Methods: append([]events.MethodNamed{}, m.methods...), Credits: m.credits,
		Limitations: append([]string{}, m.limitations(false)...), Searches: []events.Search{}, Other: other,
	}
	switch v := f.Details.(type) {
	case *events.RegisteredTarget:
		d.Target = v
	case events.CreditReview:
		review := *m.credits
		review.Retired, review.RetiredUnits = v.Retired, v.RetiredUnits
		d.Credits = &review
	}
	return d
}

// answered has lists that are never null in JSON.
func answered(d events.NoSourceDetails) events.NoSourceDetails {
	for _, l := range []*[]string{&d.NotConfigured, &d.WouldHelp, &d.Observations} {
		if *l == nil {
			*l = []string{}
		}
	}
	return d
}

// lookups are statements in a claim that a public register could confirm or deny.
var lookups = []struct {
	pattern     *pattern.Pattern
	help        string
	observation string
}{
	{
		pattern.Compile(`(?i)\b(?:SBTi|science[\s-]based\s+targets?\s+initiative)\b`),
		"the initiative's public list of targets and commitments",
		"The claim refers to the Science Based Targets initiative; its status there was not looked up.",
	},
	{
		pattern.Compile(`(?i)\b(?:carbon\s+credits?|carbon\s+offsets?|offset(?:s|ting)\b|verra|gold\s+standard)\b`),
		"the credit registries' retirement records",
		"The claim refers to carbon credits; no registry record was looked up.",
	},
	{
		pattern.Compile(`\bISO\s?(?:14001|50001|14064|9001)\b`),
		"the certificate and the register of its certifying body",
		"The claim refers to a certified management system; no certificate was looked up.",
	},
}

// beyond is what the agent has not at hand for a claim.
func (a Config) beyond(c events.Claim) events.NoSourceDetails {
	details := events.NoSourceDetails{NotConfigured: []string{"scholarly search", "registries"}}
	if _, ok := events.SourceNamed(a.Sources, events.SourceResearch); ok && c.Reach.Asks(events.SourceResearch) {
		details.NotConfigured = []string{"registries"}
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
