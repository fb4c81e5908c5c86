package legal

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// EvidenceContradiction is the evidence type of findings on two statements of a report that cannot both hold.
const EvidenceContradiction = "internal_contradiction"

// assertion is one value that a passage gives for something that has one value only.
type assertion struct {
	at      int
	subject string // of what, normalised: only statements of one subject can disagree
	value   string
}

// single are the sub-requirements whose answer is one value, with how it is read from a passage.
var single = []struct {
	id    string
	asks  string
	dated bool // holds for a year: statements on different years can both hold
	reads func(text string, before []string) (subject, value string, ok bool)
}{
	{"S2.6(a)(iii)#reporting_frequency", "how often a body meets", true, meetings},
	{"S2.33(d)#period", "the year of a target", false, targetYear},
	{"S2.33(d)#period", "the year of a net zero target", false, netZeroYear},
	{"S2.33(e)#base_period", "the base year of a target", false, baseYear},
}

var (
	body    = pattern.Compile(`\b((?:[A-Z][A-Za-z&]+(?:,? (?:and|of|on|for|the)(?: [Tt]he)?)? ){1,6}(?:Committee|Board|Council|Team|Group))\b`)
	itsBody = pattern.Compile(`\b(?:The|This|the) (?:committee|board|council)\b`)
	meets   = pattern.Compile(`(?i)\b(?:met|meets|meet|convene[sd]?|held|holds)\b(?:\s+\w+){0,4}?\s+(once|twice|` +
		`(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\s+(?:times|meetings)|quarterly|monthly|weekly)\b`)
	inYear    = pattern.Compile(`\b(20\d\d)\b`)
	reduction = pattern.Compile(`(?i)\b(?:reduce|cut|lower|reduction|decrease)\b`)
	byYear    = pattern.Compile(`(?i)\b(?:by|until|to|and)\s+(20[2-6]\d)\b`)
	fromBase  = pattern.Compile(`(?i)\b(?:base\s?year|baseline(?:\s+year)?)(?:\s+(?:of|is|was|in))?\s+\(?(20\d\d|19\d\d)\b`)
	scopes    = pattern.Compile(`(?i)\bscopes?\s?(\d(?:(?:,|\s|and|&|\+|scope)+\d)*)`)
	share     = pattern.Compile(`(\d+(?:[.,]\d+)?)\s?(?:%|per ?cent)`)
	netZero   = pattern.Compile(`(?i)\bnet[\s-]+zero\b`)
	ours      = pattern.Compile(`(?i)\b(?:we|our)\b`)
	own       = pattern.Compile(`(?i)\b(?:own operations|operational|operations|scopes? 1)\b`)
	whole     = pattern.Compile(`(?i)\b(?:value chain|supply chain|scopes? 3|portfolio|financed|products?)\b|` +
		`\bscopes?\s?\d(?:(?:[,\s&+–-]|and|to|through|scope)+\d)*(?:[,\s&+–-]|and|to|through|scope)+3\b`)
	numbers = map[string]string{
		"once": "1", "twice": "2", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
		"seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
	}
	rates = map[string]string{"quarterly": "4", "monthly": "12", "weekly": "52"}
)

// meetings reads how often a named body meets: "The Risk Committee met six times".
func meetings(text string, before []string) (subject, value string, ok bool) {
	m := meets.FindStringSubmatchIndex(text)
	if m == nil {
		return "", "", false
	}
	head := text[:m[0]]
	if b := body.FindAllString(head, -1); b != nil {
		subject = b[len(b)-1]
	} else if itsBody.MatchString(head) {
		for i := len(before) - 1; i >= 0 && subject == ""; i-- {
			if b := body.FindAllString(before[i], -1); b != nil {
				subject = b[len(b)-1]
			}
		}
	}
	if subject == "" {
		return "", "", false
	}
	word := strings.ToLower(strings.Fields(text[m[2]:m[3]])[0])
	value = word
	if n := numbers[word]; n != "" {
		value = n
	}
	if n := rates[word]; n != "" {
		value = n
	}
	return strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(subject, "The "), "the ")), value, true
}

// targetYear reads by when a share of the emissions of some scopes is to be cut.
func targetYear(text string, _ []string) (subject, value string, ok bool) {
	s, p, y := scopes.FindStringSubmatch(text), share.FindAllStringSubmatch(text, -1), byYear.FindAllStringSubmatch(text, -1)
	if s == nil || len(p) != 1 || len(y) != 1 || !reduction.MatchString(text) || strings.Contains(strings.ToLower(text), "interim") {
		return "", "", false
	}
	return "scope " + digits(s[1]) + " by " + p[0][1] + " %", y[0][1], true
}

// netZeroYear reads by when the company itself is to reach net zero. Its operations and its value chain may have
// years of their own. What stands after the year may belong to another target, so it is only asked where nothing before it says of what.
func netZeroYear(text string, _ []string) (subject, value string, ok bool) {
	y := byYear.FindAllStringSubmatchIndex(text, -1)
	if !netZero.MatchString(text) || !ours.MatchString(text) || len(y) != 1 || len(inYear.FindAllString(text, -1)) != 1 {
		return "", "", false
	}
	value = text[y[0][2]:y[0][3]]
	said := text[:y[0][1]]
	if !netZero.MatchString(said) || !own.MatchString(said) && !whole.MatchString(said) {
		said = text
	}
	subject = "net zero"
	if own.MatchString(said) {
		subject += " of own operations"
	}
	if whole.MatchString(said) {
		subject += " of the value chain"
	}
	return subject, value, true
}

// baseYear reads the base year of a target on some scopes. Several scopes may have several.
func baseYear(text string, _ []string) (subject, value string, ok bool) {
	s, y := scopes.FindAllStringSubmatch(text, -1), fromBase.FindAllStringSubmatch(text, -1)
	if len(s) != 1 || len(y) != 1 {
		return "", "", false
	}
	return "scope " + digits(s[0][1]), y[0][1], true
}

func digits(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' }), "+")
}

// conflict is two assertions of one subject that cannot both hold.
type conflict struct {
	id, asks string
	a, b     assertion
}

// conflicts finds statements of the report that answer one sub-requirement differently, once for all who ask.
func (c *comparison) conflicts() []conflict {
	if c.ix == nil {
		return nil
	}
	if c.disagree != nil {
		return *c.disagree
	}
	var out []conflict
	for _, s := range single {
		first := map[string]assertion{}
		said := map[string]bool{}
		for at, p := range c.ix.passages {
			if p.role != sentence {
				continue
			}
			subject, value, ok := s.reads(p.text, c.before(at))
			if !ok {
				continue
			}
			now := assertion{at, subject, value}
			earlier, seen := first[subject]
			if !seen {
				first[subject] = now
				continue
			}
			if earlier.value == value || said[subject] || s.dated && c.otherYear(earlier.at, at) {
				continue
			}
			said[subject] = true
			out = append(out, conflict{s.id, s.asks, earlier, now})
		}
	}
	c.disagree = &out
	return out
}

// contradictions are the findings on them. Neither statement is singled out: a finding supports nothing and shows both.
func (c *comparison) contradictions() (out []specialist.Found) {
	for _, x := range c.conflicts() {
		out = append(out, c.contradiction(x))
	}
	return out
}

// conflicting finds what a claim's own sentence says otherwise than another one of the report, so that its verdict tells of it too.
func (c *comparison) conflicting(claim events.Claim) (conflict, bool) {
	words := strings.Join(strings.Fields(claim.Quote.Text), " ")
	for _, x := range c.conflicts() {
		for _, s := range []assertion{x.a, x.b} {
			p := c.ix.passages[s.at]
			said := strings.Join(strings.Fields(p.text), " ")
			if p.page == claim.Page && words != "" && (strings.Contains(words, said) || strings.Contains(said, words)) {
				return x, true
			}
		}
	}
	return conflict{}, false
}

// told says of two statements what each says and where.
func (c *comparison) told(x conflict) string {
	return fmt.Sprintf("The report says two things about %s (%s): %s on page %d, %s on page %d. Neither is singled out.",
		x.asks, x.a.subject, x.a.value, c.ix.passages[x.a.at].page, x.b.value, c.ix.passages[x.b.at].page)
}

// before are the two sentences before a passage under the same heading.
func (c *comparison) before(at int) (out []string) {
	for i := max(0, at-2); i < at; i++ {
		if p := c.ix.passages[i]; p.page == c.ix.passages[at].page && p.role == sentence {
			out = append(out, p.text)
		}
	}
	return out
}

// otherYear says whether two passages may speak of different years.
func (c *comparison) otherYear(a, b int) bool {
	x, y := inYear.FindAllString(c.ix.passages[a].text, -1), inYear.FindAllString(c.ix.passages[b].text, -1)
	return len(x) > 1 || len(y) > 1 || len(x) == 1 && len(y) == 1 && x[0] != y[0]
}

func (c *comparison) contradiction(x conflict) specialist.Found {
	paragraph, _, _ := strings.Cut(x.id, "#")
	f := specialist.Found{
		EvidenceType: EvidenceContradiction,
		Summary:      c.told(x),
		Score:        0.85, Origins: []events.Origin{events.OriginReport},
		Exhausted: true,
	}
	no := false
	f.InternallyConsistent = &no
	m := events.ParagraphMapping{
		Paragraph: paragraph, SubRequirements: []events.SubRequirement{}, S1Counterparts: []string{},
		Status: events.CouldNotAssess, Note: "two statements of the report disagree",
	}
	if p, ok := c.Paragraph(paragraph); ok {
		m.Pillar, m.Section, m.Requirement, m.S1Counterparts = p.Pillar, p.Section, p.Summary, append(m.S1Counterparts, p.S1Counterparts...)
	}
	if status, ok := c.statuses[paragraph]; ok {
		m.Status = status
	}
	for _, s := range []assertion{x.a, x.b} {
		q := c.quoted(judgement{outcome: described, at: s.at})
		f.Evidence = append(f.Evidence, events.Evidence{Origin: events.OriginReport, Page: q.Page, Quote: q.Quote})
		m.SubRequirements = append(m.SubRequirements, events.SubRequirement{
			ID: x.id, Requirement: x.asks, Addressed: true, Origin: events.OriginReport, Page: q.Page, Quote: q.Quote,
		})
	}
	f.Details = events.LegalDetails{Mappings: []events.ParagraphMapping{m}}
	f.Paragraphs = []events.ParagraphStatus{{ID: paragraph, Status: m.Status}}
	return f
}
