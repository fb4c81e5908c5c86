package document

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

var (
	ofBusiness  = pattern.Compile(`(?i)\b(?:turnover|revenues?|sales|capex|opex|(?:capital|operating)\s+expenditures?)\b`)
	ofTaxonomy  = pattern.Compile(`(?i)\btaxonomy(?:-|\b)`)
	aligned     = pattern.Compile(`(?i)\baligned\b|\balignments?\b`)
	turnover    = pattern.Compile(`(?i)\b(?:turnover|revenues?|net\s+sales|sales)\b`)
	conditional = pattern.Compile(`(?i)\b(?:if|whether|criteri(?:on|a))\b`)
	shares      = pattern.Compile(`\d\s*(?:%|per\s?cent)|(?i)\bzero\b`)
)

// taxonomyWeight is that of what of the business is aligned with the EU taxonomy.
const taxonomyWeight = 44

// taxonomy is what the report says of how much of its business is in line with the EU taxonomy: the sentence of its claims that gives most shares, of
// what is aligned if any does.
func (v *view) taxonomy(last int) []weighed {
	if m, ok := v.alignment(last); ok {
		return []weighed{{m, taxonomyWeight}}
	}
	var best *Claim
	most := 0
	for i := range v.Claims {
		c := &v.Claims[i]
		n := len(shares.FindAllString(c.Text, -1))
		if c.Source == "table" || n == 0 || !ofTaxonomy.MatchString(c.Text) || !ofBusiness.MatchString(c.Text) || leaning.MatchString(c.Text) {
			continue
		}
		if aligned.MatchString(c.Text) {
			n += 20
		}
		if turnover.MatchString(c.Text) {
			n += 10
		}
		if conditional.MatchString(c.Text) {
			n = 0 // what counts as aligned
		}
		if n > most {
			best, most = c, n
		}
	}
	if best == nil {
		return nil
	}
	m := Matter{Kind: MatterLeading, Theme: "finance", Page: best.Page, Quote: tidy(best.Quote.Text, best.Text), Places: []MatterPlace{v.place(best)},
		ClaimIDs: []string{best.ID}, Paragraphs: paragraphsOf(best), Title: "How much of the business is aligned with the EU taxonomy, or eligible"}
	m.Gist = "“" + strings.TrimRight(phrase.Words(best.Text, 2*gistWords), ".") + "”" // its shares often stand at its end
	m.Text = phrase.Paragraph(fmt.Sprintf("Page %d says “%s”", best.Page, strings.TrimRight(best.Text, ".")), v.standing(false))
	m.ID = v.matterID(m.Kind, "taxonomy")
	v.toldTaxonomy = true
	return []weighed{{m, taxonomyWeight}}
}

// alignment is the matter of what the templates of the EU taxonomy give: how much of the business is aligned, and how much could be.
func (v *view) alignment(last int) (Matter, bool) {
	var shares []keyfigures.Figure
	for i := range v.Facts {
		f := &v.Facts[i]
		value, _, err := apd.NewFromString(f.ValueBase)
		if err != nil || f.Source != "table" || f.Change || f.Target || v.unread(f.Page) || len(f.RowPath) == 0 {
			continue
		}
		shares = append(shares, keyfigures.Figure{ID: f.ID, Unit: f.UnitBase, RowPath: f.RowPath, ColPath: f.ColPath, Printed: v.printed(f), Year: f.Year,
			Page: f.Page, Value: value})
	}
	told := keyfigures.Taxonomy(shares, last)
	if len(told) == 0 {
		return Matter{}, false
	}
	m := Matter{Kind: MatterLeading, Theme: "finance", Page: told[0].Aligned.Page, Quote: tidy(v.quoteOf(told[0].Aligned.ID), "")}
	v.toldTaxonomy = true
	var aligned, eligible, onPages []string
	for _, a := range told {
		says := a.Aligned.Printed + " of " + a.Measure
		if a.Before != nil {
			says += fmt.Sprintf(" (%d: %s)", last-1, a.Before.Printed)
		}
		aligned = append(aligned, says)
		onPages = append(onPages, fmt.Sprintf("%s (page %d)", says, a.Aligned.Page))
		for _, f := range []*keyfigures.Figure{a.Aligned, a.Eligible, a.Before} {
			if f != nil {
				m.Places = append(m.Places, MatterPlace{Page: f.Page, Quote: tidy(v.quoteOf(f.ID), ""), Figure: fmt.Sprintf("%s in %d", f.Printed, f.Year)})
			}
		}
		if a.Eligible != nil {
			eligible = append(eligible, a.Eligible.Printed+" of "+a.Measure)
		}
	}
	m.Title = "Aligned with the EU taxonomy: " + phrase.List(aligned)
	if len(eligible) > 0 {
		m.Gist = "eligible, aligned or not: " + phrase.List(eligible)
	}
	m.Text = phrase.Paragraph(fmt.Sprintf("For %d the report gives as aligned with the EU taxonomy %s", last, phrase.List(onPages)), upper(m.Gist))
	m.ID = v.matterID(m.Kind, "taxonomy")
	return m, true
}
