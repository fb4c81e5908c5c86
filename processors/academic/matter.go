package academic

import (
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// The kinds of work.
const (
	kindMethod   = "methodology_alignment"
	kindCredits  = "certificates_offsets"
	kindTarget   = "sbti_status"
	kindResearch = "research_support"
)

var science = pattern.Compile(`(?i)\bSBTi\b|\bscience[\s-]based\s+targets?\s+initiative\b`)

// methods that are recognised, with what they are for.
var methods = []struct {
	pattern *pattern.Pattern
	name    string
	about   string
}{
	{pattern.Compile(`(?i)\b(?:GHG|greenhouse\s+gas)\s+protocol\b`), "GHG Protocol", "accounting of a company's emissions by scopes"},
	{pattern.Compile(`\bISO\s?14064\b`), "ISO 14064", "quantifying, reporting and verifying greenhouse gases"},
	{pattern.Compile(`\bISO\s?14067\b`), "ISO 14067", "the carbon footprint of products"},
	{pattern.Compile(`\bISO\s?1404[04]\b`), "ISO 14040 and 14044", "life cycle assessment"},
	{pattern.Compile(`\bPCAF\b`), "PCAF", "financed emissions"},
	{pattern.Compile(`\bIPCC\b`), "IPCC", "national inventories, warming potentials and emission factors"},
	{science, "SBTi", "validation of reduction targets"},
	{pattern.Compile(`\bPAS\s?20(?:50|60)\b`), "PAS 2050 and 2060", "footprints of products and claims of neutrality"},
}

var (
	credits = pattern.Compile(`(?i)\b(?:carbon\s+credits?|carbon\s+offsets?|offset(?:s|ting)\b|` +
		`(?:verified|certified)\s+(?:carbon\s+units?|emission\s+reductions?))`)
	registries = pattern.Compile(`(?i)\b(?:verra|VCS|gold\s+standard|american\s+carbon\s+registry|climate\s+action\s+reserve|puro\.?earth|plan\s+vivo)\b`)
	additional = pattern.Compile(`(?i)\badditional(?:ity)?\b`)
	permanent  = pattern.Compile(`(?i)\b(?:permanen(?:t|ce|tly)|durab(?:le|ility)|buffer\s+pool|reversals?)\b`)
	leakage    = pattern.Compile(`(?i)\bleakage\b`)
	vintage    = pattern.Compile(`(?i)\bvintages?\b`)
)

// matter is what of a claim can be looked up in research and registries.
type matter struct {
	kinds   []string
	words   []string // of a search; none where there is nothing to search for
	methods []events.MethodNamed
	credits *events.CreditReview
	target  bool
}

// recognised reports whether a name is that of a known method.
func recognised(name string) bool {
	for _, k := range methods {
		if k.pattern.MatchString(name) {
			return true
		}
	}
	return false
}

func matterOf(c events.Claim) matter {
	text := c.Text + " " + c.Quote.Text
	var m matter
	for _, k := range methods {
		if k.pattern.MatchString(text) {
			m.methods = append(m.methods, events.MethodNamed{Name: k.name, Recognised: true, About: k.about})
		}
	}
	for _, s := range c.Entities.Standards {
		if !recognised(s) {
			m.methods = append(m.methods, events.MethodNamed{Name: s, About: "not among the methods that are known here"})
		}
	}
	m.target = science.MatchString(text)
	if m.target {
		m.kinds, m.words = append(m.kinds, kindTarget), append(m.words, "corporate science-based targets emissions")
	}
	if credits.MatchString(text) || registries.MatchString(text) && strings.Contains(strings.ToLower(text), "credit") {
		m.kinds, m.words = append(m.kinds, kindCredits), append(m.words, "carbon credits additionality permanence leakage")
		m.credits = &events.CreditReview{
			Registry: registries.MatchString(text), Additional: additional.MatchString(text), Permanent: permanent.MatchString(text),
			Leakage: leakage.MatchString(text), Vintage: vintage.MatchString(text),
		}
	}
	if len(m.methods) > 0 {
		m.kinds = append(m.kinds, kindMethod)
	}
	if matters := evidence.Matters(specialist.StatementOf(c)); len(matters) > 0 {
		m.kinds = append(m.kinds, kindResearch)
		m.words = append(m.words, searched(matters))
	}
	m.words = m.words[:min(len(m.words), 2)] // each is a question to the service
	return m
}

// searched are the words by which matters are searched: titles of papers say more than "Scope 1".
func searched(matters []string) string {
	words := strings.Join(matters, " ")
	if strings.HasPrefix(words, "Scope ") {
		words = "corporate greenhouse gas emissions accounting " + words
	}
	return words
}

// replyMethod says of the methods that a claim names which are recognised, and for what.
func replyMethod(q events.InfoRequest) specialist.Reply {
	if q.Claim == nil {
		return specialist.Nothing("The question comes without a claim, so that it names no method.")
	}
	var lines []string
	for _, m := range matterOf(*q.Claim).methods {
		if m.Recognised {
			lines = append(lines, m.Name+" is recognised for "+m.About+".")
		}
	}
	if len(lines) == 0 {
		return specialist.Nothing("The claim names no method that is known here.")
	}
	return specialist.Reply{Text: strings.Join(lines, " ") + " Whether it was followed cannot be told from a name."}
}

// limitations are what a reader has to know of references and lists.
func (m matter) limitations(asked bool) []string {
	var out []string
	if asked {
		out = append(out, "References are on the claim's matter, by the words of titles and abstracts; one that does not name the company says nothing of it.")
	}
	if m.credits != nil {
		out = append(out, "That a claim does not say that credits are additional or permanent is not that they are not.")
	}
	if m.target {
		out = append(out, "A company that a list does not have may stand there under another name, or in a newer list.")
	}
	return out
}
