package document

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// disagreeing are the findings that two statements of the report do not go together.
func (v *view) disagreeing() []weighed {
	var out []weighed
	for i := range v.Findings {
		f := &v.Findings[i]
		if f.EvidenceType != "internal_contradiction" {
			continue
		}
		first, second, _ := strings.Cut(f.Summary, ". ")
		m := Matter{
			Kind: MatterInconsistent, Title: "The report says two things", Text: phrase.Paragraph(first, cmp.Or(second, "Neither is singled out")),
			Gist: phrase.Words(strings.TrimPrefix(first, "The report says two things about "), 24), FindingIDs: []string{f.ID},
		}
		for _, e := range f.Evidence {
			if e.Page != nil {
				m.Places = append(m.Places, MatterPlace{Page: *e.Page, Quote: tidy(e.Quote, "")})
			}
		}
		if len(m.Places) > 0 {
			m.Page, m.Quote = m.Places[0].Page, m.Places[0].Quote
		}
		for _, p := range f.Paragraphs {
			m.Paragraphs = append(m.Paragraphs, p.ID)
		}
		m.ID = v.matterID(m.Kind, f.ID)
		out = append(out, weighed{m, 64})
	}
	return out
}

// strained are the targets that past years do not lead to, or that fall short of what recognised criteria ask for.
func (v *view) strained() []weighed {
	var out []weighed
	seen := map[string]int{}
	for i := range v.Claims {
		c := &v.Claims[i]
		for _, f := range v.findings[c.ID] {
			var details events.MetricsDetails
			if f.Agent != events.DataMetrics || json.Unmarshal(f.Details, &details) != nil || details.TargetAchievability == nil {
				continue
			}
			t := details.TargetAchievability
			if t.Assessment != "questionable" && t.Assessment != "challenging" {
				continue
			}
			key := fmt.Sprint(t.BaseYear, t.TargetYear, t.Percent, t.HistoricalRate)
			if at, there := seen[key]; there { // the same target, stated again
				out[at].Places = append(out[at].Places, v.place(c))
				out[at].ClaimIDs = append(out[at].ClaimIDs, c.ID)
				out[at].FindingIDs = append(out[at].FindingIDs, f.ID)
				break
			}
			seen[key] = len(out)
			m := Matter{
				Kind: MatterTarget, Page: c.Page, Title: "A target is off its path: " + subjectOf(c), Quote: tidy(c.Quote.Text, c.Text),
				Text:   phrase.Paragraph(fmt.Sprintf("Page %d sets a target: “%s”", c.Page, strings.TrimRight(phrase.Words(c.Quote.Text, 40), ".")), t.Reason),
				Gist:   phrase.Words(t.Reason, 20),
				Places: []MatterPlace{v.place(c)}, ClaimIDs: []string{c.ID}, FindingIDs: []string{f.ID}, Paragraphs: paragraphsOf(c),
			}
			m.ID = v.matterID(m.Kind, c.ID)
			weight := 70.0
			if t.Assessment == "challenging" {
				weight = 48
			}
			out = append(out, weighed{m, weight})
			break
		}
	}
	return out
}
