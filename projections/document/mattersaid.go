package document

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// A sentence weighs by how likely it is what a reader has to know: what surely is stands beside who has looked at the figures, behind their totals.
const (
	saidWeight   = 20
	saidLikely   = 28 // for certainty
	surelySaid   = 0.8
	mostSaid     = 12 // sentences told of
	mostOfTheme  = 3
	fewestWords  = 8 // of a sentence that can be understood alone
	mostWords    = 70
	likelyEnough = 0.25 // that speaks against the company by itself
)

// adverse is what a kind of what speaks against the company adds, and what is said of a sentence that surely is of it.
var adverse = map[notes.Kind]struct {
	adds float64
	gist string
}{
	notes.Missed:   {5, "the company itself says that this was not reached, was cut or was put off"},
	notes.Harmed:   {4, "the report itself tells of this harm or breach"},
	notes.Admitted: {2, "the company itself says that this is not there, not done or not known"},
	notes.Owed:     {2, "the report itself puts this down to something other than what the company does about it"},
	notes.Exposed:  {1, "this is how much is at risk, or depends on it"},
	notes.Worse:    {2, "by the report's own account this went the wrong way"},
	notes.Limited:  {1, "this is what its figures rest on, or what they leave out"},
}

// said are the sentences that tell best what a reader has to know, as the trained reader finds, each a matter of its own.
func (v *view) said() []weighed {
	claimed := map[string]*Claim{}
	for i := range v.Claims {
		c := &v.Claims[i]
		claimed[firstWords(c.Quote.Text)] = c
	}
	var all []Note
	for _, n := range v.Notes {
		c := claimed[firstWords(n.Quote)]
		if saidWeightOf(n) > 0 && v.tellsMore(n) && !v.toldOtherwise(c) {
			all = append(all, n)
		}
	}
	slices.SortStableFunc(all, func(a, b Note) int { return cmp.Compare(saidWeightOf(b), saidWeightOf(a)) })
	var out []weighed
	var told []Note
	of := map[string]int{}
	for _, n := range all {
		if len(out) == mostSaid || n.Theme != "" && of[n.Theme] == mostOfTheme || slices.ContainsFunc(told, func(o Note) bool { return sameSaid(o.Quote, n.Quote) }) {
			continue
		}
		told, v.quoted[n.Quote] = append(told, n), true
		of[n.Theme]++
		out = append(out, weighed{v.ofSaid(n, claimed[firstWords(n.Quote)]), saidWeightOf(n)})
	}
	return out
}

// saidWeightOf is the weight of a sentence; 0 of one that is not told of by itself.
func saidWeightOf(n Note) float64 {
	a, against := adverse[n.Kind]
	if n.Kind != notes.Mattering && !against || against && n.Matters < likelyEnough && n.Sure < surelySaid {
		return 0
	}
	return saidWeight + saidLikely*n.Matters + a.adds
}

var (
	// leaning is how a sentence begins that says nothing without the one before it.
	leaning = pattern.Compile(`^(?:(?:In|For|Of|With|The)\s+)?(?i:` + lexicon.Alternatives("headline.referring") + `)\b`)
	// formerly is how a report speaks of targets that it no longer has.
	formerly = pattern.Compile(`(?i)\b(?:previously|formerly|originally|(?:previous|former|original)\s+(?:target|goal|aim)s?)\b`)
)

// tellsMore reports whether a sentence can be understood alone, is of the report's own time, and tells what no matter tells.
func (v *view) tellsMore(n Note) bool {
	said := bare(n.Quote)
	first, _ := utf8.DecodeRuneInString(said)
	last, _ := utf8.DecodeLastRuneInString(said)
	words := len(strings.Fields(said))
	switch {
	case words < fewestWords, words > mostWords, unicode.IsLower(first), !strings.ContainsRune(".!)”\"", last) && !unicode.IsDigit(last),
		leaning.MatchString(said), notes.Amends(said), tabular(said):
		return false
	case v.quoted[n.Quote], v.targets[firstWords(n.Quote)], v.printsTold(n.Quote), v.past(said), n.Theme == "goal" && formerly.MatchString(said):
		return false
	}
	wayOfTotals := n.Theme == "emissions" && v.ledEmissions && (n.Kind == notes.Worse || n.Kind == notes.Mattering)
	return !wayOfTotals && !(v.toldTaxonomy && ofTaxonomy.MatchString(n.Quote))
}

// tabular reports whether what was taken for a sentence is the rows of a table.
func tabular(said string) bool {
	words := strings.Fields(said)
	figures := 0
	for _, w := range words {
		if w[0] >= '0' && w[0] <= '9' {
			figures++
		}
	}
	return 4*figures > len(words)
}

// past reports whether all years that a sentence names are before the report's year and the one before: it is no news.
func (v *view) past(said string) bool {
	years, end := aYear.FindAllString(said, -1), v.periodEnd()
	return len(years) > 0 && end > 0 && !slices.ContainsFunc(years, func(y string) bool {
		n, _ := strconv.Atoi(y)
		return n >= end-1
	})
}

// toldOtherwise reports whether what is wrong with a claim is told of, or its way to a target.
func (v *view) toldOtherwise(c *Claim) bool {
	if c == nil {
		return false
	}
	x := v.verdicts[c.ID]
	return v.followed(c) || x != nil && (x.Verdict == events.Contradicted || x.InternallyConsistent != nil && !*x.InternallyConsistent)
}

var content = pattern.Compile(`\p{L}{4,}`)

// sameSaid reports whether two sentences say the same: they print the same amount, or most of the shorter one's words are in the other.
func sameSaid(a, b string) bool {
	if headline.SameShare(a, b) || shared(amounts(a), amounts(b)) {
		return true
	}
	one, two := content.FindAllString(strings.ToLower(a), -1), content.FindAllString(strings.ToLower(b), -1)
	if len(one) > len(two) {
		one, two = two, one
	}
	both := 0
	for _, w := range one {
		if slices.Contains(two, w) {
			both++
		}
	}
	return 5*both >= 3*len(one)
}

// amount is a figure that two statements hardly share by chance; a year is none.
var amount = pattern.Compile(`\d[\d.,]*\d`)

// amounts are the figures of a sentence that another hardly has by chance.
func amounts(said string) []string {
	return slices.DeleteFunc(amount.FindAllString(said, -1), func(s string) bool {
		return len(digitsOf.FindAllString(s, -1)) < 4 || aYear.MatchString(s)
	})
}

var digitsOf = pattern.Compile(`\d`)

// ofSaid is the matter of one sentence, and of the claim that was made of it. Beside its beginning stands the rest of it, or of what kind it surely is
// where it is short.
func (v *view) ofSaid(n Note, c *Claim) Matter {
	said := strings.Join(strings.Fields(bare(n.Quote)), " ")
	m := Matter{Kind: MatterBasis, Theme: n.Theme, Page: n.Page, Quote: tidy(n.Quote, ""), Title: "“" + headline.Of(said) + "”",
		Places: []MatterPlace{{Page: n.Page, Quote: tidy(n.Quote, "")}}}
	is, on := "the report says so itself", ""
	if n.Kind != notes.Mattering && n.Sure >= surelySaid { // words alone do not say of what kind it is
		is, on = adverse[n.Kind].gist, adverse[n.Kind].gist
	}
	if c != nil {
		m.ClaimIDs, m.Paragraphs, m.Places[0].ClaimID = []string{c.ID}, paragraphsOf(c), c.ID
		if x := v.verdicts[c.ID]; n.Kind == notes.Mattering && x != nil && (x.Verdict == events.Unverified || x.Verdict == events.InsufficientEvidence) {
			m.Kind = MatterUnsupported
			is = v.standing(x.InternallyConsistent != nil && *x.InternallyConsistent)
		}
		if way, finding := v.wayOf(c); way != "" {
			is, m.FindingIDs = way, []string{finding}
		}
	}
	m.Gist = on
	if rest := headline.Rest(said); rest != "" {
		m.Gist = "“…" + strings.TrimRight(phrase.Words(rest, gistWords), ".") + "”"
	}
	m.Text = phrase.Paragraph(fmt.Sprintf("Page %d says: “%s”", n.Page, strings.TrimRight(phrase.Opening(said, 60), ".")), upper(is))
	m.ID = v.matterID(m.Kind, string(n.Kind), n.Quote)
	return m
}

// printsTold reports whether a sentence prints a figure that another matter tells of; figures of few digits agree by chance.
func (v *view) printsTold(text string) bool {
	return slices.ContainsFunc(v.toldPrinted, func(printed string) bool {
		return len(digitsOf.FindAllString(printed, -1)) > 2 && standsIn(text, printed)
	})
}

// gistWords are as many as fit into two lines.
const gistWords = 24

func shared(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

func upper(s string) string {
	if s == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

func lower(s string) string {
	if s == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[size:]
}
