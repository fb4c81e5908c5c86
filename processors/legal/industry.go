package legal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/matters"
	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
)

// materiality says why a disclosure matters, for the industry where it is known: the topics of its SASB standard are
// what S2.12 and S2.32 ask a company to look at. Of industries whose topics are not at hand, and of what no topic bears on, it says what is
// known of companies of that kind.
func (c *comparison) materiality(p *ifrs.Paragraph) string {
	code := strings.ToUpper(strings.TrimSpace(c.sector))
	if code == "" {
		return p.Materiality
	}
	if catalogue, err := sasb.Load(); err == nil {
		if industry, ok := catalogue.Industry(code); ok {
			if text := c.ofIndustry(p, industry); text != p.Materiality {
				return text
			}
		}
	}
	if weights, err := matters.Load(); err == nil {
		return strings.TrimSpace(p.Materiality + " " + weights.Why(p.ID, p.Section, code))
	}
	return p.Materiality
}

// ofIndustry is why a disclosure matters, with the topics of an industry.
func (c *comparison) ofIndustry(p *ifrs.Paragraph, industry *sasb.Industry) string {
	switch {
	case p.ID == "S2.32" || p.ID == "S2.10(a)" || p.ID == "S1.48":
		found, silent := c.topicsOf(industry)
		text := fmt.Sprintf("%s For %s the SASB topics on climate are: %s.", p.Materiality, industry.Name,
			strings.Join(append(append([]string{}, found...), silent...), ", "))
		if len(silent) > 0 {
			text += " Not recognised in this report: " + strings.Join(silent, ", ") + "."
		}
		return text
	case strings.HasPrefix(p.ID, "S2."):
		return strings.TrimSpace(p.Materiality + " " + c.bearing(p, industry))
	}
	return p.Materiality
}

// bearing says which topic of an industry bears on a paragraph, by the words that both are described in, with its metrics and where
// the report speaks of it: why the paragraph matters to those who judge this industry. Without one it says nothing.
func (c *comparison) bearing(p *ifrs.Paragraph, industry *sasb.Industry) string {
	asks := stems(strings.Join(append([]string{p.Title, p.Summary}, p.Keywords...), " "))
	var best *spoken
	most := 0
	for _, t := range c.topics(industry) {
		shared := 0
		for _, w := range stems(strings.Join(append([]string{t.topic.Name, t.topic.Text}, t.topic.Keywords...), " ")) {
			if slices.Contains(asks, w) {
				shared++
			}
		}
		if shared > most {
			best, most = &t, shared
		}
	}
	if best == nil || most < leastShared {
		return "" // that the company is of an industry is no reason
	}
	where := "" // that a report does not speak of it, words of a topic's name do not show
	if best.at >= 0 {
		where = fmt.Sprintf("; the report speaks of it on page %d", c.ix.passages[best.at].page)
	}
	return fmt.Sprintf("For %s it bears on the SASB topic %s (%s)%s.", industry.Name, best.topic.Name, strings.Join(best.topic.Codes(), ", "), where)
}

// leastShared is how many words a topic and a paragraph must share to have to do with each other.
const leastShared = 2

// EvidenceIndustry is the evidence type of the finding on an industry's topics.
const EvidenceIndustry = "industry_guidance"

// spoken is a climate topic of an industry with the passage that speaks of it, -1 if none does.
type spoken struct {
	topic *sasb.Topic
	at    int
}

func (c *comparison) topics(industry *sasb.Industry) (out []spoken) {
	if c.spoken != nil {
		return c.spoken
	}
	defer func() { c.spoken = out }()
	for i := range industry.Topics {
		if t := &industry.Topics[i]; t.Climate && t.Name != "Activity metrics" {
			out = append(out, spoken{t, c.speaksOf(append([]string{t.Name}, t.Keywords...))})
		}
	}
	return out
}

// topicsOf parts an industry's climate topics into those that the report speaks of and those that it does not.
func (c *comparison) topicsOf(industry *sasb.Industry) (found, silent []string) {
	for _, s := range c.topics(industry) {
		if s.at >= 0 {
			found = append(found, s.topic.Name)
		} else {
			silent = append(silent, s.topic.Name)
		}
	}
	return found, silent
}

// speaksOf finds a sentence or row with one of the keywords.
func (c *comparison) speaksOf(keywords []string) int {
	if c.ix == nil {
		return -1
	}
	for i, p := range c.ix.passages {
		if p.role != sentence && p.role != row {
			continue
		}
		lower := strings.ToLower(p.text)
		for _, k := range keywords {
			if strings.Contains(lower, strings.ToLower(k)) {
				return i
			}
		}
	}
	return -1
}

// guidance lists the topics of the company's industry, to which S2.12 and S2.32 refer, with where the report speaks of
// each. It is guidance: silence on a topic is no gap.
func (c *comparison) guidance() []specialist.Found {
	catalogue, err := sasb.Load()
	if err != nil || c.ix == nil {
		return nil
	}
	industry, ok := catalogue.Industry(strings.ToUpper(strings.TrimSpace(c.sector)))
	topics := []spoken{}
	if ok {
		topics = c.topics(industry)
	}
	p, known := c.Paragraph("S2.12")
	if len(topics) == 0 || !known {
		return nil
	}
	m := describe(p)
	m.Status, m.Note = events.Conditional, "guidance: topics to look at, none of them is asked for by itself"
	f := specialist.Found{EvidenceType: EvidenceIndustry, Score: 0.6, Origins: []events.Origin{events.OriginReport}, Exhausted: true}
	spokenOf := 0
	for _, t := range topics {
		line := events.SubRequirement{ID: t.topic.Codes()[0], Requirement: fmt.Sprintf("%s (%s)", t.topic.Name, strings.Join(t.topic.Codes(), ", "))}
		if t.at >= 0 {
			spokenOf++
			q := c.quoted(judgement{outcome: described, at: t.at})
			line.Addressed, line.Origin, line.Page, line.Quote = true, events.OriginReport, q.Page, q.Quote
			f.Evidence = append(f.Evidence, events.Evidence{Origin: events.OriginReport, Page: q.Page, Quote: q.Quote})
		} else {
			line.GapReason = "not recognised in the report; it may be immaterial or under another name"
		}
		m.SubRequirements = append(m.SubRequirements, line)
	}
	f.Summary = fmt.Sprintf("Of the %d climate topics that SASB has for %s (S2.12, S2.32), the report speaks of %d.", len(topics), industry.Name, spokenOf)
	f.Details = events.LegalDetails{Mappings: []events.ParagraphMapping{m}}
	f.Paragraphs = []events.ParagraphStatus{{ID: p.ID, Status: m.Status}}
	return []specialist.Found{f}
}
