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
	"github.com/sibyl-project/sibyl/projections/document/alike"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
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
	claimed, weights := map[string]*Claim{}, map[string]float64{}
	for _, c := range v.claimed {
		claimed[firstWords(c.Quote.Text)] = c
	}
	var all []Note
	for _, n := range v.Notes {
		c := claimed[firstWords(n.Quote)]
		if saidWeightOf(n) > 0 && v.tellsMore(n) && !v.toldOtherwise(c) {
			all, weights[n.Quote] = append(all, n), v.saidWeight(n, c)
			if r := v.resultOf(c); r != nil {
				v.quoted[r.Quote.Text] = true // it is told beside its target
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Note) int { return cmp.Compare(weights[b.Quote], weights[a.Quote]) })
	var out []weighed
	var told []Note
	var aims []*Claim
	of := map[string]int{}
	for _, n := range all {
		c := claimed[firstWords(n.Quote)]
		if len(out) == mostSaid || n.Theme != "" && of[n.Theme] == mostOfTheme || v.quoted[n.Quote] || slices.ContainsFunc(told, n.sameAs) ||
			slices.ContainsFunc(aims, func(o *Claim) bool { return v.sameAim(c, o) }) {
			continue
		}
		if c != nil && c.Entities.Aim != "" {
			aims = append(aims, c)
		}
		told, v.quoted[n.Quote] = append(told, n), true
		of[n.Theme]++
		if r := v.resultOf(c); r != nil {
			told = append(told, Note{Quote: r.Text, Theme: n.Theme, Scope: n.Scope})
		}
		out = append(out, weighed{v.ofSaid(n, c), weights[n.Quote]})
	}
	return out
}

var (
	// leaning is how a sentence begins that says nothing without the one before it.
	leaning = pattern.Compile(`^(?:(?:(?i:At|The|` + lexicon.Alternatives("headline.fronting") + `)|(?:\w+\s+){1,4}of|\w+\s+(?:to|on))\s+)?` +
		`(?i:` + lexicon.Alternatives("headline.referring") + `)\b` +
		`|^[^,]*,\s+(?:this|these|it|they)\s`)
	// defines is how a sentence says what counts as something: no statement of how things are.
	defines = pattern.Compile(`(?i)\b(?:is|are)\s+(?:deemed|considered|regarded|defined)\b`)
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
		leaning.MatchString(said), notes.Amends(said), alike.Tabular(said), defines.MatchString(said):
		return false
	case v.quoted[n.Quote], v.targets[firstWords(n.Quote)], v.printsTold(n.Quote), v.past(said), n.Theme == "goal" && formerly.MatchString(said):
		return false
	}
	if level := hurtIn(said); level > 0 && v.toldHurt[level] || v.ofAimedRow(said) {
		return false
	}
	wayOfTotals := n.Theme == "emissions" && v.ledEmissions && (n.Kind == notes.Worse || n.Kind == notes.Mattering)
	return !wayOfTotals && !(v.toldTaxonomy && ofTaxonomy.MatchString(n.Quote))
}

// ofAimedRow reports whether a sentence gives the share of a row that is told of with its target, or what is missing of the whole there, or has the row's name.
func (v *view) ofAimedRow(said string) bool {
	shares := headline.Shares(said)
	return slices.ContainsFunc(v.aimed, func(r keyfigures.Aimed) bool {
		now := r.In(v.figuresYear())
		given := now.Unit == "%" && (slices.Contains(shares, quantity.Print(now.Value, 2)) ||
			slices.Contains(shares, quantity.Print(quantity.Sub(quantity.Int(100), now.Value), 2)))
		printed := v.facts[now.ID].Printed
		same := alike.Digits(printed) > 2 && alike.StandsIn(said, printed)
		common := alike.InCommon(said, r.Name)
		return given && common >= wordsOfOne || common > wordsOfOne || same && common >= wordsOfOne-1
	})
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

// sameAs reports whether two sentences tell of one thing: both of deaths or of accidents, the same amount, the same share within a theme (of emissions
// of one scope), or most of the shorter one's words are in the other; or one goes on below the same heading without a figure of its own.
func (n Note) sameAs(o Note) bool {
	a, b := n.Quote, o.Quote
	within := n.Theme == o.Theme && (n.Theme != "emissions" || n.Scope == o.Scope)
	if hurtIn(a) > 0 && hurtIn(a) == hurtIn(b) || within && alike.Shared(headline.Shares(a), headline.Shares(b)) || alike.SameFigure(a, b) {
		return true
	}
	goesOn := n.Theme == o.Theme && n.Page == o.Page && n.Heading == o.Heading && (!hasDigit.MatchString(a) || !hasDigit.MatchString(b))
	return goesOn && alike.InCommon(a, b) > 0 || alike.Mostly(a, b)
}

// sameAim reports whether two claims promise net zero, or the like, for the same year and of things that are named alike.
func (v *view) sameAim(a, b *Claim) bool {
	return a != nil && b != nil && a.Entities.Aim == events.AimNetZero && b.Entities.Aim == a.Entities.Aim && alike.Shared(v.ahead(a), v.ahead(b)) &&
		alike.InCommon(a.Text, b.Text) >= wordsOfOne
}

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// ofSaid is the matter of one sentence, and of the claim that was made of it. Beside its beginning stands the rest of it, or of what kind it surely is
// where it is short.
func (v *view) ofSaid(n Note, c *Claim) Matter {
	said := strings.Join(strings.Fields(bare(n.Quote)), " ")
	m := Matter{Kind: MatterBasis, Theme: n.Theme, Page: n.Page, Quote: tidy(n.Quote, ""), Title: "“" + headline.Of(said) + "”",
		Places: []MatterPlace{{Page: n.Page, Quote: tidy(n.Quote, "")}}}
	is := ""
	if c != nil {
		m.ClaimIDs, m.Paragraphs, m.Places[0].ClaimID = []string{c.ID}, paragraphsOf(c), c.ID
		if x := v.verdicts[c.ID]; n.Kind == notes.Mattering && x != nil && (x.Verdict == events.Unverified || x.Verdict == events.InsufficientEvidence) {
			m.Kind = MatterUnsupported
			if x.InternallyConsistent != nil && *x.InternallyConsistent {
				is = "other figures of the report agree with it"
			}
		}
		if way, finding := v.wayOf(c); way != "" {
			is, m.FindingIDs = way, []string{finding}
		}
	}
	words := gistWords
	if r := v.resultOf(c); r != nil {
		m.Gist, words, is = v.resultWords(c, r)
		if behind, reached, _ := v.offPath(c, r); behind {
			m.Kind, m.Title, words = MatterTarget, fmt.Sprintf("A target is off its path: %s: “%s”", reached, headline.Aimed(said)), 0
		}
		m.Places, m.ClaimIDs = append(m.Places, v.place(r)), append(m.ClaimIDs, r.ID)
	} else if v.resultless(c) {
		m.Gist, words = "no figure of how far it has come was found", gistWords/2
		is = strings.TrimSuffix(m.Gist+"; "+is, "; ")
	} else if row := v.rowBeside(n, &m); row != "" {
		words, is = gistWords/2, row
	} else if open := v.unscoped(c, n); open != "" && m.Kind == MatterUnsupported {
		m.Gist, is = open, strings.TrimPrefix(is+"; "+open, "; ")
	} else if is == "" && m.Kind == MatterUnsupported {
		is = v.wouldBearOut(c)
	}
	if m.Kind == MatterUnsupported {
		is = v.standing(is)
	}
	if rest := headline.Rest(said); rest != "" && words > 0 {
		m.Gist = strings.TrimSuffix(quoted("…"+rest, words)+"; "+m.Gist, "; ")
	}
	says := pageSays(n.Page, said, 60)
	if len(strings.Fields(n.Heading)) <= longestHeading && len(longWords.FindAllString(n.Heading, -1)) > 1 { // "Results" says nothing
		says = strings.Replace(says, " says: ", fmt.Sprintf(" says under “%s”: ", n.Heading), 1)
		if m.Gist == "" && !alike.Mostly(n.Heading, said) { // of what a short sentence tells
			m.Gist = "under “" + n.Heading + "”"
		}
	}
	if n.Mark != "" {
		says += "; a note says of it: " + opening(bare(n.Mark), 40)
		m.Gist = strings.TrimSuffix("a note says: "+opening(bare(n.Mark), gistWords)+"; "+m.Gist, "; ")
	}
	if n.Before != "" {
		says += "; before it stands: " + opening(bare(n.Before), 40)
		m.Gist = strings.TrimSuffix("said of: "+opening(bare(n.Before), gistWords)+"; "+m.Gist, "; ")
	}
	if n.After != "" {
		says += "; then: " + opening(bare(n.After), 40)
		m.Gist = strings.TrimPrefix(m.Gist+"; then: "+opening(bare(n.After), gistWords), "; ")
	}
	m.Text = phrase.Paragraph(says, upper(is))
	m.ID = v.matterID(m.Kind, string(n.Kind), n.Quote)
	return m
}

// printsTold reports whether a sentence prints a figure that another matter tells of; figures of few digits agree by chance.
func (v *view) printsTold(text string) bool {
	return slices.ContainsFunc(v.toldPrinted, func(printed string) bool {
		return alike.Digits(printed) > 2 && alike.StandsIn(text, printed)
	})
}

var longWords = pattern.Compile(`\p{L}{4,}`)

// longestHeading is of how many words a heading is that says what stands below it.
const longestHeading = 12

// rowBeside is what the row of a table says in which the figure of a sentence stands, too: the year before and what is aimed at, in a few words that are
// added to the matter in short, and in full.
func (v *view) rowBeside(n Note, m *Matter) string {
	last := v.figuresYear()
	rows, aimed := v.statedRows(last)
	row, ok := keyfigures.Said(rows, n.Quote, v.statedIn(n, last), last)
	if !ok {
		return ""
	}
	now, before := row.In(last), row.In(last-1)
	var beside []string
	if before != nil && !alike.StandsIn(n.Quote, v.facts[before.ID].Printed) && !slices.Contains(headline.Shares(n.Quote), quantity.Print(before.Value, 2)) {
		beside = append(beside, fmt.Sprintf("%s in %d", v.printed(v.facts[before.ID]), last-1))
		m.Places = append(m.Places, v.figurePlace(&row, before))
	}
	for _, a := range aimed {
		if f := a.In(last); f.ID == now.ID && !alike.StandsIn(n.Quote, a.Target.Printed) {
			beside = append(beside, fmt.Sprintf("aimed at: %s in %d", a.Target.Printed, a.Target.Year))
		}
	}
	if len(beside) == 0 {
		return ""
	}
	m.Gist = fmt.Sprintf("page %d: %s", now.Page, strings.Join(beside, "; "))
	return fmt.Sprintf("Page %d gives %s for %d under “%s”, beside %s", now.Page, v.printed(v.facts[now.ID]), last, phrase.Words(row.Name, longestName),
		strings.Join(beside, " and "))
}

// changeable is how the reasoning of a verdict names what would change it.
var changeable = pattern.Compile(`\bIt would change with ([^.;]+)`)

// wouldBearOut names what would bear a claim out and who could have it, as its verdict does.
func (v *view) wouldBearOut(c *Claim) string {
	if x := v.verdicts[c.ID]; x != nil {
		if m := changeable.FindStringSubmatch(x.Reasoning); m != nil {
			return "what would bear it out: " + strings.TrimSpace(m[1])
		}
	}
	return ""
}

// statedIn are the figures of a sentence that tell of a year as it was.
func (v *view) statedIn(n Note, year int) (out []keyfigures.Stated) {
	said := spaceless(n.Quote)
	for _, f := range v.figures {
		if f.Source == "text" && f.Page == n.Page && !f.Target && !f.Change && (f.Year == year || f.Year == 0) &&
			strings.Contains(said, spaceless(f.Quote)) {
			out = append(out, keyfigures.Stated{Unit: f.UnitBase + f.Per, Value: f.amount()})
		}
	}
	return out
}

// gistWords are as many as fit into two lines.
const gistWords = 24
