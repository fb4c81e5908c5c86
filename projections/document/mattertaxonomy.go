package document

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/course"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
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

// lostWeight is that of a business of which nothing is aligned any more.
const lostWeight = 51

// taxonomy is what the report says of how much of its business is in line with the EU taxonomy: the sentence of its claims that gives most shares, of
// what is aligned if any does.
func (v *view) taxonomy(last int) []weighed {
	if m, lost, ok := v.alignment(last); ok {
		if lost {
			return []weighed{{m, lostWeight}}
		}
		return []weighed{{m, taxonomyWeight}}
	}
	var best *Claim
	most := 0
	for _, c := range v.claimed {
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
		ClaimIDs: []string{best.ID}, Paragraphs: paragraphsOf(best), Title: "EU taxonomy: “" + headline.Of(best.Text) + "”"}
	if rest := headline.Rest(best.Text); rest != "" {
		m.Gist = quoted("…"+rest, 2*gistWords) // its shares often stand at its end
	}
	m.Text = phrase.Paragraph(fmt.Sprintf("Page %d says “%s”", best.Page, strings.TrimRight(best.Text, ".")), v.standing(""))
	if aligned, eligible, others := v.sharesTold(best); len(aligned) > 0 {
		m.Title, m.Gist = "Aligned with the EU taxonomy: "+phrase.List(aligned), "eligible, aligned or not: "+phrase.List(eligible)
		for _, c := range others {
			m.Places, m.ClaimIDs = append(m.Places, v.place(c)), append(m.ClaimIDs, c.ID)
			m.Text = phrase.Paragraph(m.Text, fmt.Sprintf("page %d: “%s”", c.Page, strings.TrimRight(c.Text, ".")))
		}
	}
	m.ID = v.matterID(m.Kind, "taxonomy")
	v.toldTaxonomy = true
	return []weighed{{m, taxonomyWeight}}
}

// sharesTold are the shares of each measure that sentences near one give, of what is aligned and of what is eligible, with the sentences besides that one.
// Measures of which several sentences give different shares are left out.
func (v *view) sharesTold(best *Claim) (aligned, eligible []string, others []*Claim) {
	for _, measure := range keyfigures.Measures() {
		var told []string
		var from *Claim
		for _, c := range v.claimed {
			if c.Source == "table" || c.Page < best.Page-1 || c.Page > best.Page+1 || keyfigures.MeasureOf(c.Text) != measure {
				continue
			}
			shares := keyfigures.EachShare(c.Text)
			switch {
			case shares == nil:
			case told != nil && !slices.Equal(told, shares):
				return nil, nil, nil
			case told == nil:
				told, from = shares, c
			}
		}
		if told == nil {
			continue
		}
		aligned, eligible = append(aligned, told[0]+" % of "+measure), append(eligible, told[1]+" % of "+measure)
		if from.ID != best.ID {
			others = append(others, from)
		}
	}
	return aligned, eligible, others
}

// alignment is the matter of what the templates of the EU taxonomy give: how much of the business is aligned, and how much could be.
func (v *view) alignment(last int) (m Matter, lost, ok bool) {
	var shares []keyfigures.Figure
	for _, f := range v.figures {
		if f.Source == "table" && !f.Change && !f.Target && !v.unread(f.Page) {
			shares = append(shares, v.keyFigure(f))
		}
	}
	told, what := keyfigures.Taxonomy(shares, last), "aligned with the EU taxonomy"
	if ratios := keyfigures.GreenAssets(shares, last); len(ratios) > 0 { // a bank's own shares of turnover say little of it
		told, what = ratios, "green asset ratio"
	}
	if len(told) == 0 {
		return m, false, false
	}
	m = Matter{Kind: MatterLeading, Theme: "finance", Page: told[0].Aligned.Page, Quote: tidy(v.quoteOf(told[0].Aligned.ID), "")}
	v.toldTaxonomy = true
	var aligned, eligible, onPages []string
	waived := ""
	lost = len(told) == len(keyfigures.Measures())
	for _, a := range told {
		lost = lost && a.Aligned.Value.IsZero() && a.Before != nil && !a.Before.Value.IsZero()
		says := a.Aligned.Printed + " of " + a.Measure
		if a.Before != nil {
			says += fmt.Sprintf(" (%d: %s)", last-1, a.Before.Printed)
		}
		aligned = append(aligned, says)
		onPages = append(onPages, fmt.Sprintf("%s (page %d)", says, a.Aligned.Page))
		for _, f := range []*keyfigures.Figure{a.Aligned, a.Eligible, a.Before} {
			if f != nil {
				m.Places = append(m.Places, v.figureAt(f.ID, f.Page, fmt.Sprintf("%s in %d", f.Printed, f.Year)))
			}
		}
		if a.Eligible != nil {
			eligible = append(eligible, a.Eligible.Printed+" of "+a.Measure)
		}
		if a.Waivable() {
			waived = fmt.Sprintf("0 %% of %s is what is reported, too, where it is held not to be material", a.Measure)
		}
	}
	m.Title = upper(what) + ": " + phrase.List(aligned)
	if len(eligible) > 0 {
		m.Gist = "eligible, aligned or not: " + phrase.List(eligible)
	}
	m.Gist = strings.TrimPrefix(strings.TrimSuffix(m.Gist+"; "+waived, "; "), "; ")
	m.Text = phrase.Paragraph(fmt.Sprintf("For %d the report gives as %s %s", last, what, phrase.List(onPages)), upper(m.Gist))
	if lost {
		m.Title = "Nothing is aligned with the EU taxonomy any more: " + phrase.List(aligned)
	}
	m.ID = v.matterID(m.Kind, "taxonomy")
	return m, lost, true
}

// wholesWeight is that of shares whose whole is another than the year before.
const wholesWeight = 44

// wholes are the rows of which shares are taken and that have become much larger or smaller.
func (v *view) wholes(last int) (out []weighed) {
	var all []keyfigures.Figure
	for _, f := range v.figures {
		if f.Source == "table" && !f.Change && !f.Target && f.amount() != nil && !v.unread(f.Page) {
			all = append(all, v.keyFigure(f))
		}
	}
	for _, r := range keyfigures.Wholes(all, last) {
		now, before := r.In(last), r.In(last-1)
		m := v.ofRow(&r, last, r.Change(last))
		of := "What shares are taken of has changed"
		if slices.ContainsFunc(all, func(f keyfigures.Figure) bool { // its shares are those of the taxonomy
			return f.Page == now.Page && f.Caption == now.Caption && len(f.RowPath) > 0 && ofTaxonomy.MatchString(f.RowPath[len(f.RowPath)-1])
		}) {
			of = "What shares of the EU taxonomy are taken of has changed"
		}
		m.Theme, m.Title = "finance", fmt.Sprintf("%s: %s: %s in %d", of, keyfigures.Heading(r.Name), now.Printed, last)
		m.Text = phrase.Paragraph(m.Text, fmt.Sprintf("What is given of it in per cent for %d and %d is of two different wholes", last-1, last))
		m.Gist = fmt.Sprintf("%s in %d; shares of the two years are of two wholes", before.Printed, last-1)
		m.ID = v.matterID(m.Kind, "whole", now.ID)
		out = append(out, weighed{m, wholesWeight})
	}
	return out
}

// changed says how a figure differs from that of the year before: shares by percentage points, amounts by per cent.
func (v *view) changed(now, before *Fact, change *apd.Decimal) string {
	was := fmt.Sprintf("in %d (%s)", before.Year, plain(before))
	a, b := now.amount(), before.amount()
	if a == nil || b == nil {
		return was
	}
	switch difference := quantity.Sub(a, b); {
	case difference.Sign() == 0:
		return "the same as " + was
	case now.UnitBase == "%":
		return fmt.Sprintf("%s percentage points %s than %s", quantity.Print(quantity.Abs(difference), 2), more(difference), was)
	case change == nil, now.UnitBase == "" && b.Cmp(quantity.Int(10)) < 0: // of a few cases per cent say nothing
		return fmt.Sprintf("%s in %d", v.printed(before), before.Year)
	}
	return thanBefore(change) + " " + was
}

// printed is a figure as the report gives it, in the export's own format, with what its cell says that it is a share of.
func (v *view) printed(f *Fact) string {
	if f.Unit == "%" {
		return plain(f) + keyfigures.ShareOf(f.Printed)
	}
	return plain(f)
}

func plain(f *Fact) string {
	if counted.MatchString(f.Unit) {
		return phrase.Amount(f.Value)
	}
	return phrase.Amount(strings.TrimSpace(f.Value + " " + strings.TrimPrefix(f.Unit, "In "))) // "In %" heads a column
}

// boundOf is the sign before a figure that says that it is a limit.
func boundOf(f *Fact) string {
	if keyfigures.Bound(f.Printed) == 0 {
		return ""
	}
	sign, _ := utf8.DecodeRuneInString(strings.TrimSpace(f.Printed))
	return string(sign) + " "
}

// counted is a unit that says no more than that things are counted.
var counted = pattern.Compile(`(?i)^(?:no\.?|numbers?|#|count|value|employees|people|persons|cases)$`)

// financed is what is told of the emissions that a bank or an investor pays for beside a total: that no figure of them was read, that it is nothing, or
// that one is larger than the total and so is no part of it.
func (v *view) financed(year int, total *apd.Decimal) string {
	said := "no figure of what is financed (category 15) was read in tonnes"
	largest := total
	for _, f := range v.figures {
		_, quote := v.readable(f)
		amount := f.amount()
		if f.Metric != "ghg_emissions" || f.Year != year || !strings.HasPrefix(f.UnitBase, "tCO2") || amount == nil ||
			!ofFinanced.MatchString(strings.Join(slices.Concat([]string{f.Category}, f.RowPath, f.ColPath, []string{quote}), " ")) {
			continue
		}
		switch {
		case amount.Cmp(largest) > 0:
			largest, said = amount, fmt.Sprintf("page %d gives up to %s of what is financed, which is no part of it", f.Page, v.printed(f))
		case largest.Cmp(total) > 0:
		case !amount.IsZero():
			said = ""
		case said != "":
			said = "what is financed (category 15) is given as 0"
		}
	}
	return said
}

var ofFinanced = pattern.Compile(`(?i)\binvestments?\b|\bfinanced\b|\bcategory\s+15\b|\b3\.15\b`)

// factOf is the figure of a level; nil of none.
func (v *view) factOf(l *course.Level) *Fact {
	if l == nil {
		return nil
	}
	return v.facts[l.ID]
}

// nearly reports whether two amounts differ by no more than rounding does.
func nearly(a, b *apd.Decimal) bool {
	return quantity.Mul(quantity.Abs(quantity.Sub(a, b)), quantity.Int(1000)).Cmp(quantity.Abs(b)) <= 0
}

// moreOrLess is a change in per cent in words.
func moreOrLess(change *apd.Decimal) string {
	return quantity.Print(quantity.Abs(change), 1) + " % " + more(change)
}

// more is the word for which way a change goes.
func more(change *apd.Decimal) string {
	if change.Sign() < 0 {
		return "less"
	}
	return "more"
}

// thanBefore is a change in per cent as it is said of the year before.
func thanBefore(change *apd.Decimal) string {
	if change.Sign() == 0 {
		return "the same as"
	}
	return moreOrLess(change) + " than"
}

// shown is an amount in the export's own format.
func (v *view) shown(l *course.Level) string {
	unit := "tCO2e"
	if f := v.facts[l.ID]; f != nil {
		unit = f.UnitBase
	}
	return phrase.Large(quantity.Print(l.Value, 6) + " " + unit)
}
