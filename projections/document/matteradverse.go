package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// adverse is how much a kind of what speaks against the company weighs, how many of it are told of, and what is said of one that surely is of it.
type adverse struct {
	kind   notes.Kind
	weight float64
	most   int
	gist   string
}

// adverses are the kinds of which each sentence is a matter of its own, the gravest first: what was missed and harm stand beside what the report says of
// its figures, the others behind aims. Held against three reports by a reader who did not know which list was which, more of them in front told no more
// of what mattered, and hid who had looked at the figures.
var adverses = []adverse{
	{notes.Missed, 46.5, 3, "not reached, cut or put off, as the company says itself"},
	{notes.Harmed, 46, 2, "harm or a breach that the report tells of"},
	{notes.Admitted, 36, 2, "not there, not done or not known, as the company says itself"},
	{notes.Owed, 33, 1, "owed to something other than what the company does about it"},
	{notes.Exposed, 31, 1, "how much is at risk, or depends on it"},
	{notes.Worse, 31, 2, "it went the wrong way, as the report says"},
	{notes.Limited, 30, 2, "what its figures rest on, or leave out"},
}

const (
	mostAdverse   = 5
	likelyTold    = 0.8  // from which a sentence is told of first
	surelyAgainst = 0.85 // from which the kind is named
	fewestWords   = 9    // of a sentence that can be understood alone
)

// against are the sentences in which the report itself tells what speaks against the company's own picture.
func (v *view) against() []weighed {
	type sentence struct {
		weighed
		said string
	}
	var out []sentence
	for _, a := range adverses {
		said := v.adverseOf(a.kind)
		for i, n := range said[:min(len(said), a.most)] {
			out = append(out, sentence{weighed{v.ofAdverse(a, n), a.weight + concerns(n) - 1.5*float64(i)}, n.Quote})
		}
	}
	slices.SortStableFunc(out, func(a, b sentence) int { return cmp.Compare(b.weight, a.weight) })
	out = out[:min(len(out), mostAdverse)]
	matters := make([]weighed, len(out))
	for i, m := range out {
		matters[i], v.quoted[m.said] = m.weighed, true // what is left out here may be told of as a claim
	}
	return matters
}

// adverseOf are the notes of a kind that tell something new, those that concern most first.
func (v *view) adverseOf(kind notes.Kind) []Note {
	var said []Note
	for _, n := range v.Notes {
		same := func(o Note) bool { return firstWords(o.Quote) == firstWords(n.Quote) }
		if n.Kind == kind && (n.Sure == 0 || n.Sure >= likelyTold) && v.tellsMore(n) && !slices.ContainsFunc(said, same) {
			said = append(said, n)
		}
	}
	slices.SortStableFunc(said, func(a, b Note) int { return cmp.Compare(concerns(b), concerns(a)) })
	return said
}

// tellsMore reports whether a sentence can be understood alone, and tells what no matter tells: totals say which way emissions went.
func (v *view) tellsMore(n Note) bool {
	said := bare(n.Quote)
	if len(strings.Fields(said)) < fewestWords || leaning.MatchString(said) || v.quoted[n.Quote] || v.printsTold(n.Quote) {
		return false
	}
	return !(v.toldTaxonomy && ofTaxonomy.MatchString(n.Quote)) && !(n.Kind == notes.Worse && n.Topic == "climate" && v.ledEmissions)
}

// concerns is how much more a sentence weighs that surely speaks against the company, of what reports are read for and with a figure.
func concerns(n Note) float64 {
	weight := 1.5
	if n.Sure > 0 {
		weight = 5 * (n.Sure - likelyNote)
	}
	switch n.Topic {
	case "climate":
		weight += 2
	case "energy", "water", "waste", "nature", "people", "supply_chain", "governance":
		weight++
	}
	if hasDigit.MatchString(bare(n.Quote)) {
		weight++
	}
	return weight
}

// likelyNote is how sure the least sure notes are.
const likelyNote = 0.7

// ofAdverse is the matter of one sentence. Beside its beginning stands the rest of it, or what it is where it is short.
func (v *view) ofAdverse(a adverse, n Note) Matter {
	said := strings.Join(strings.Fields(bare(n.Quote)), " ")
	m := Matter{Kind: MatterBasis, Page: n.Page, Quote: tidy(n.Quote, ""), Title: "“" + headline.Of(said) + "”",
		Places: []MatterPlace{{Page: n.Page, Quote: tidy(n.Quote, "")}}}
	is := "the report says so itself"
	if n.Sure >= surelyAgainst { // words alone do not say of what kind it is
		is = a.gist
	}
	m.Gist = is
	if rest := headline.Rest(said); rest != "" {
		m.Gist = "“…" + strings.TrimRight(phrase.Words(rest, gistWords), ".") + "”"
	}
	m.Text = phrase.Paragraph(fmt.Sprintf("Page %d says: “%s”", n.Page, strings.TrimRight(phrase.Opening(said, 60), ".")), upper(is))
	m.ID = v.matterID(m.Kind, string(a.kind), n.Quote)
	return m
}

// printsTold reports whether a sentence prints a figure that another matter tells of; figures of few digits agree by chance.
func (v *view) printsTold(text string) bool {
	return slices.ContainsFunc(v.toldPrinted, func(printed string) bool {
		return len(digitsOf.FindAllString(printed, -1)) > 2 && standsIn(text, printed)
	})
}

// quotedIn reports whether a matter quotes the sentence that a claim was made of.
func (v *view) quotedIn(c *Claim) bool {
	for quote := range v.quoted {
		if firstWords(quote) == firstWords(c.Text) || firstWords(quote) == firstWords(c.Quote.Text) {
			return true
		}
	}
	return false
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
	m := Matter{Kind: MatterLeading, Page: told[0].Aligned.Page, Quote: tidy(v.quoteOf(told[0].Aligned.ID), "")}
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
