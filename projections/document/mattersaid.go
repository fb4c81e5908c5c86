package document

import (
	"cmp"
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
	saidWeight     = 20
	saidLikely     = 28 // for certainty
	surelySaid     = 0.8
	mostSaid       = 12 // sentences told of
	mostSaidWeighs = 48 // of a total, behind those that rows give
	mostOfTheme    = 3
	fewestWords    = 8 // of a sentence that can be understood alone
	mostWords      = 70
	likelyEnough   = 0.25 // that speaks against the company by itself
	ofTheWhole     = 6    // a total is told of before its parts
	countsNone     = 12   // what neither counts nor denies anything is mostly praise
)

// adverse is what a kind of what speaks against the company adds.
var adverse = map[notes.Kind]float64{notes.Missed: 5, notes.Harmed: 4, notes.Admitted: 2, notes.Owed: 2, notes.Exposed: 1, notes.Worse: 2, notes.Limited: 1}

// said are the sentences that tell best what a reader has to know, as the trained reader finds, each a matter of its own.
func (v *view) said() []weighed {
	claimed := map[string]*Claim{}
	for _, c := range v.claimed {
		claimed[firstWords(c.Quote.Text)] = c
	}
	var all []Note
	for _, n := range v.Notes {
		c := claimed[firstWords(n.Quote)]
		if saidWeightOf(n) > 0 && v.tellsMore(n) && !v.toldOtherwise(c) {
			all = append(all, n)
			if r := v.resultOf(c); r != nil {
				v.quoted[r.Quote.Text] = true // it is told beside its target
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Note) int { return cmp.Compare(saidWeightOf(b), saidWeightOf(a)) })
	var out []weighed
	var told []Note
	of := map[string]int{}
	for _, n := range all {
		if len(out) == mostSaid || n.Theme != "" && of[n.Theme] == mostOfTheme || v.quoted[n.Quote] || slices.ContainsFunc(told, n.sameAs) {
			continue
		}
		told, v.quoted[n.Quote] = append(told, n), true
		of[n.Theme]++
		c := claimed[firstWords(n.Quote)]
		out = append(out, weighed{v.ofSaid(n, c), saidWeightOf(n)})
	}
	return out
}

var (
	// leaning is how a sentence begins that says nothing without the one before it.
	leaning = pattern.Compile(`^(?:(?:In|For|Of|With|At|Since|The|(?:\w+\s+){1,3}of|\w+\s+(?:to|on))\s+)?` +
		`(?i:` + lexicon.Alternatives("headline.referring") + `)\b` +
		`|^[^,]*,\s+(?:this|these|it|they)\s`)
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
	if level := hurtIn(said); level > 0 && v.toldHurt[level] {
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

// sameAs reports whether two sentences tell of one thing: both of deaths or of accidents, the same amount, the same share within a theme (of one scope, or
// as a target), or most of the shorter one's words are in the other.
func (n Note) sameAs(o Note) bool {
	a, b := n.Quote, o.Quote
	alike := n.Theme == o.Theme && (n.Theme == "goal" || n.Scope == o.Scope)
	if hurtIn(a) > 0 && hurtIn(a) == hurtIn(b) || alike && shared(headline.Shares(a), headline.Shares(b)) || headline.SameShare(a, b) ||
		shared(amounts(a), amounts(b)) {
		return true
	}
	one, two := distinct(content.FindAllString(strings.ToLower(a), -1)), distinct(content.FindAllString(strings.ToLower(b), -1))
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

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
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
	is := "the report says so itself"
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
	words := gistWords
	if r := v.resultOf(c); r != nil {
		result := opening(r.Text, gistWords)
		m.Gist, words, is = "the report says of it: "+result, gistWords/2, "behind it stands: "+result
		m.Places, m.ClaimIDs = append(m.Places, v.place(r)), append(m.ClaimIDs, r.ID)
	}
	if rest := headline.Rest(said); rest != "" {
		m.Gist = strings.TrimSuffix(quoted("…"+rest, words)+"; "+m.Gist, "; ")
	}
	m.Text = phrase.Paragraph(pageSays(n.Page, said, 60), upper(is))
	m.ID = v.matterID(m.Kind, string(n.Kind), n.Quote)
	return m
}

// resultOf is the statement behind a target, or behind the same one elsewhere, that says how far it has come.
func (v *view) resultOf(c *Claim) *Claim {
	if c == nil || c.Entities.Standing != "planned" {
		return nil
	}
	shares := headline.Shares(c.Text)
	if len(shares) == 0 {
		return nil
	}
	for _, t := range v.claimed {
		same := t.ID == c.ID || t.Entities.Standing == "planned" && shared(headline.Shares(t.Text), shares) && shared(v.ahead(t), v.ahead(c)) &&
			inCommon(t.Text, c.Text) > wordsOfOne
		if !same {
			continue // what stands behind it is looked for among all claims
		}
		if r := v.behind(t, shares); r != nil {
			return r
		}
	}
	return nil
}

// behind is the first statement behind a target on its page that tells of something done with another share than those of the target, of the same
// things: the fewer words show it the nearer it stands, and the more it speaks of a target.
func (v *view) behind(c *Claim, shares []string) *Claim {
	var first *Claim
	for _, o := range v.claimed {
		gap := o.Quote.Start - c.Quote.End
		if o.Page != c.Page || gap < 0 || gap > farBehind || o.Source == "table" || o.Entities.Standing != "done" || len(v.ahead(o)) > 0 ||
			!headline.HasShare(o.Text) || v.ofOtherYears(o, c) || shared(headline.Shares(o.Text), shares) {
			continue
		}
		needed := wordsOfOne
		if gap <= nearBehind {
			needed -= 2
		}
		if ofWay.MatchString(o.Text) {
			needed--
		}
		if inCommon(c.Text, o.Text) >= needed && (first == nil || o.Quote.Start < first.Quote.Start) {
			first = o
		}
	}
	return first
}

// ofOtherYears reports whether a statement is held against a year that is neither the target's nor the report's: what has changed since last year does not
// say how far a target has come that counts from another.
func (v *view) ofOtherYears(result, target *Claim) bool {
	return slices.ContainsFunc(result.Entities.Periods, func(p string) bool {
		same := func(of string) bool { return lastDigits.FindString(of) == lastDigits.FindString(p) }
		return lastDigits.MatchString(p) && !same(v.Report.Period) && !slices.ContainsFunc(target.Entities.Periods, same)
	})
}

// lastDigits tell a year, also a fiscal one: 2019, FY19.
var lastDigits = pattern.Compile(`\d\d$`)

// wordsOfOne are as many words as two sentences have in common that speak of one thing.
const wordsOfOne = 3

// How many characters may stand between a target and what says how far it has come, where few words show that and where more do.
const nearBehind, farBehind = 100, 1500

// ofWay is how a sentence speaks of a target, or of the way to it.
var ofWay = pattern.Compile(`(?i)\b(?:targets?|goals?|track|path\w*|baseline|base\s+year)\b`)

// inCommon is how many words of some length two sentences have in common, by how they begin.
func inCommon(a, b string) int {
	begins := map[string]bool{}
	for _, w := range content.FindAllString(strings.ToLower(a), -1) {
		begins[w[:4]] = true
	}
	n := 0
	for _, w := range content.FindAllString(strings.ToLower(b), -1) {
		if begins[w[:4]] {
			n++
			delete(begins, w[:4])
		}
	}
	return n
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
