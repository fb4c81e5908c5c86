package document

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/projections/document/alike"
	"github.com/sibyl-project/sibyl/projections/document/headline"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/themes"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// resultOf is the statement behind a target, or behind the same one elsewhere, that says how far it has come. It is looked for once.
func (v *view) resultOf(c *Claim) *Claim {
	if !sets(c) {
		return nil
	}
	r, known := v.results[c.ID]
	if !known {
		r = v.findResult(c)
		v.results[c.ID] = r
	}
	return r
}

func (v *view) findResult(c *Claim) *Claim {
	shares := v.sharesOf(c)
	if len(shares) == 0 {
		return nil
	}
	for _, t := range v.claimed {
		same := t.ID == c.ID || sets(t) && alike.Shared(v.sharesOf(t), shares) && alike.Shared(v.ahead(t), v.ahead(c)) &&
			alike.InCommon(t.Text, c.Text) > wordsOfOne
		if !same {
			continue // what stands behind it is looked for among all claims
		}
		if r := v.behind(t, shares); r != nil {
			return r
		}
	}
	return v.elsewhere(c, shares)
}

// sharesOf are the shares that a claim prints. They are read once: each target looks at all claims.
func (v *view) sharesOf(c *Claim) []string {
	s, read := v.shares[c.ID]
	if !read {
		s = headline.Shares(c.Text)
		v.shares[c.ID] = s
	}
	return s
}

// sets reports whether a claim sets a target.
func sets(c *Claim) bool {
	return c != nil && (c.Entities.Standing == "planned" || c.Entities.Kind == "target")
}

// elsewhere is a statement on any page that names the target again, with another share of how far it is from it; or else the first that tells by how
// much changed in the report's year what the target is of.
func (v *view) elsewhere(c *Claim, shares []string) (measured *Claim) {
	aims := v.figuresIn(c, func(f *Fact) bool { return f.Target && f.UnitBase == "%" })
	for _, o := range v.claimed {
		if o.ID == c.ID || o.Source == "table" {
			continue
		}
		changes := v.figuresIn(o, func(f *Fact) bool {
			return f.Change && !f.Target && f.UnitBase == "%" && f.Year >= v.periodEnd() && !slices.Contains(shares, strings.TrimLeft(f.Value, "-"))
		})
		switch {
		case len(changes) == 0, v.ofAmount(o, c):
		case alike.Shared(v.sharesOf(o), shares) && v.aimedAt(o, aims):
			return o
		case measured == nil && o.Entities.Standing == "done" && v.ofOne(aims, changes) && alike.InCommon(c.Text, o.Text) >= wordsOfOne-1:
			measured = o
		}
	}
	return measured
}

// aimedAt reports whether a statement has the share of one of the targets as one that is aimed at.
func (v *view) aimedAt(c *Claim, aims []*Fact) bool {
	return len(v.figuresIn(c, func(f *Fact) bool {
		return f.Target && slices.ContainsFunc(aims, func(a *Fact) bool { return a.Value == f.Value && (f.BaseYear == 0 || a.BaseYear == f.BaseYear) })
	})) > 0
}

// ofOne reports whether two figures are of one thing: emissions only where both name their scope.
func (v *view) ofOne(aims, changes []*Fact) bool {
	return slices.ContainsFunc(aims, func(a *Fact) bool {
		return a.Metric != "other" && (a.Metric != "ghg_reduction" || a.Scope != "") && slices.ContainsFunc(changes, func(f *Fact) bool {
			return f.Metric == a.Metric && f.Scope == a.Scope && f.Per == a.Per
		})
	})
}

// figuresIn are the figures of a claim's sentence of some sort.
func (v *view) figuresIn(c *Claim, is func(*Fact) bool) (out []*Fact) {
	if v.stated == nil { // put together once: each target looks at all claims
		v.stated = v.figuresOfClaims()
	}
	for _, f := range v.stated[c.ID] {
		if is(f) {
			out = append(out, f)
		}
	}
	return out
}

// figuresOfClaims are the figures in the sentence of each claim.
func (v *view) figuresOfClaims() map[string][]*Fact {
	pages, quotes := map[int][]*Fact{}, map[*Fact]string{}
	for _, f := range v.figures {
		if f.Source == "text" {
			pages[f.Page], quotes[f] = append(pages[f.Page], f), spaceless(f.Quote)
		}
	}
	out := map[string][]*Fact{}
	for _, c := range v.claimed {
		words := spaceless(c.Quote.Text)
		for _, f := range pages[c.Page] {
			if strings.Contains(words, quotes[f]) {
				out[c.ID] = append(out[c.ID], f)
			}
		}
	}
	return out
}

// spaceless is a text without its spaces, of which a quotation around a figure may have more: "( 91 percent".
func spaceless(s string) string { return strings.Join(strings.Fields(s), "") }

// resultWords tell how far a target has come: in short, with how many words of the target beside it, and in full.
func (v *view) resultWords(c, r *Claim) (gist string, words int, full string) {
	says, whole, rest := opening(r.Text, gistWords), opening(r.Text, wholeResult), ""
	where := fmt.Sprintf("page %d says of it: ", r.Page)
	switch gap := r.Quote.Start - c.Quote.End; {
	case r.Page == c.Page && gap >= 0 && gap <= farBehind:
		where = "behind it stands: "
	case !alike.Shared(headline.Shares(r.Text), headline.Shares(c.Text)) && !alike.Shared(aYear.FindAllString(r.Text, -1), v.basesOf(c)):
		rest = ", and whether that is measured alike is not said there"
		where = fmt.Sprintf("of the year's change page %d says: ", r.Page)
	}
	if _, _, way := v.offPath(c, r); way != "" {
		rest += "; " + way
	}
	return strings.Replace(where, "behind it stands", "the report says of it", 1) + says + rest, gistWords / 2, where + whole + rest
}

// wholeResult is how many words of a result are told in full: what it counts in or leaves out stands at its end.
const wholeResult = 60

// basesOf are the years that the targets of a claim count from.
func (v *view) basesOf(c *Claim) []string {
	return list(v.figuresIn(c, func(f *Fact) bool { return f.Target && f.BaseYear > 0 }), func(f *Fact) string { return strconv.Itoa(f.BaseYear) })
}

// offPath is where a straight path to a target would be by the report's year, beside what a result says was reached since the target's base year.
func (v *view) offPath(c, r *Claim) (behind bool, reached, says string) {
	aims := v.figuresIn(c, func(f *Fact) bool { return f.Target && f.UnitBase == "%" && f.BaseYear > 0 && f.Year > f.BaseYear })
	end := v.periodEnd()
	if len(aims) != 1 || end <= aims[0].BaseYear || end > aims[0].Year || r.Entities.Standing != "done" {
		return false, "", ""
	}
	a := aims[0]
	before, _, since := strings.Cut(r.Text, strconv.Itoa(a.BaseYear)) // the share that stands before the year is the one since then
	done := headline.Shares(before)
	if all := headline.Shares(r.Text); len(all) == 1 {
		done = all
	}
	if !since || len(done) == 0 || !fewer.MatchString(r.Text) || !fewer.MatchString(c.Text) {
		return false, "", ""
	}
	so, _, err := apd.NewFromString(done[len(done)-1])
	line, ok := quantity.Ratio(quantity.Mul(a.amount(), quantity.Int(int64(end-a.BaseYear))), quantity.Int(int64(a.Year-a.BaseYear)))
	if err != nil || !ok {
		return false, "", ""
	}
	due := quantity.Print(line, 1)
	return so.Cmp(line) < 0, fmt.Sprintf("%s %% by %d instead of %s %%", quantity.Print(so, 2), end, due),
		fmt.Sprintf("a straight path asks for %s %% by %d", due, end)
}

// resultless reports whether nothing was read that may say how far a claim's target has come: no change and no amount of what it is of.
func (v *view) resultless(c *Claim) bool {
	if !sets(c) {
		return false
	}
	aims := v.figuresIn(c, func(f *Fact) bool { return f.Target && f.UnitBase == "%" && f.Metric != "other" })
	return len(aims) > 0 && !slices.ContainsFunc(v.figures, func(f *Fact) bool {
		return !f.Target && slices.ContainsFunc(aims, func(a *Fact) bool {
			return themes.OfMetric(f.Metric) == themes.OfMetric(a.Metric)
		})
	})
}

// A target weighs more with its result, and most of all where that is off the way to it. What alone got better stands behind all else that is known.
const (
	withResult = 10
	offItsPath = 56
	loneGood   = scrapWeight + 1
	borneOut   = 14 // less
	nearPages  = 50 // weigh as much less as one point
)

// saidWeight is the weight of a sentence beside what the report says elsewhere.
func (v *view) saidWeight(n Note, c *Claim) float64 {
	weight := saidWeightOf(n)
	r := v.resultOf(c)
	if r == nil {
		switch {
		case !v.ledEmissions && v.givesTotal(n):
			return leadingWeight
		case v.lone(n, c):
			return min(weight, loneGood+weight/100)
		case !sets(c):
			return weight - v.borneOutBy(n)
		}
		return weight
	}
	if behind, _, _ := v.offPath(c, r); behind {
		apart := math.Abs(float64(r.Page - c.Page))
		return offItsPath + weight/10 - apart/nearPages // of several places that set it the one beside its result
	}
	return weight + withResult
}

// givesTotal reports whether a sentence gives the emissions of several scopes together, for the last year of which any sentence does.
func (v *view) givesTotal(n Note) bool {
	last, here := 0, 0
	said := spaceless(n.Quote)
	for _, f := range v.figures {
		if f.Source != "text" || f.Metric != "ghg_emissions" || f.Target || f.Change || f.UnitBase != "tCO2e" || f.Per != "" || !strings.Contains(f.Scope, "+") {
			continue
		}
		last = max(last, f.Year)
		if f.Page == n.Page && strings.Contains(said, spaceless(f.Quote)) {
			here = max(here, f.Year)
		}
	}
	return last > 0 && here == last
}

// borneOutBy is how much less a sentence weighs whose figure a table gives, too: it tells no more than that row does, and of harm that became less nothing
// against the company.
func (v *view) borneOutBy(n Note) float64 {
	last := v.figuresYear()
	rows, aimed := v.statedRows(last)
	row, ok := keyfigures.Said(rows, n.Quote, v.statedIn(n, last), last)
	if !ok || slices.ContainsFunc(aimed, func(a keyfigures.Aimed) bool { return a.In(last).ID == row.In(last).ID }) {
		return 0
	}
	_, against := adverse[n.Kind]
	before := row.In(last - 1)
	if against && (before == nil || row.In(last).Value.Cmp(before.Value) > 0) {
		return 0
	}
	return borneOut
}

// lone reports whether a sentence tells of no more than that something of which less is better became less since the year before: not for a whole scope,
// and without a target or base year beside it.
func (v *view) lone(n Note, c *Claim) bool {
	if c == nil || n.Scope != "" || !fewer.MatchString(n.Quote) || rising.MatchString(n.Quote) || ofWay.MatchString(n.Quote) || v.targetIn(c) {
		return false
	}
	changes := v.figuresIn(c, func(f *Fact) bool { return f.Change && !f.Target })
	return len(changes) > 0 && !slices.ContainsFunc(changes, func(f *Fact) bool {
		return better[f.Metric] >= 0 && f.Metric != "ghg_reduction" || f.BaseYear > 0 && f.BaseYear < v.periodEnd()-1
	})
}

func (v *view) targetIn(c *Claim) bool {
	return len(v.figuresIn(c, func(f *Fact) bool { return f.Target })) > 0
}

// behind is the first statement behind a target on its page that tells of something done with another share than those of the target, of the same
// things: the fewer words show it the nearer it stands, and the more it speaks of a target.
func (v *view) behind(c *Claim, shares []string) *Claim {
	var first *Claim
	for _, o := range v.claimed {
		gap := o.Quote.Start - c.Quote.End
		if o.Page != c.Page || gap < 0 || gap > farBehind || o.Source == "table" || o.Entities.Standing != "done" || len(v.ahead(o)) > 0 ||
			!headline.HasShare(o.Text) || v.ofAmount(o, c) || v.ofOtherYears(o, c) || alike.Shared(headline.Shares(o.Text), shares) {
			continue
		}
		needed := wordsOfOne
		if gap <= nearBehind {
			needed -= 2
		}
		if ofWay.MatchString(o.Text) {
			needed--
		}
		if alike.InCommon(c.Text, o.Text) >= needed && (first == nil || o.Quote.Start < first.Quote.Start) {
			first = o
		}
	}
	return first
}

// ofAmount reports whether a result is told with an amount of emissions and its target is of emissions per something: the one may fall while the other rises.
func (v *view) ofAmount(result, target *Claim) bool {
	return perSomething.MatchString(target.Text) && !perSomething.MatchString(result.Text) &&
		len(v.figuresIn(result, func(f *Fact) bool { return strings.HasPrefix(f.UnitBase, "tCO2") && f.Per == "" })) > 0
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

const nearBehind, farBehind = 100, 1500 // characters between a target and what says how far it has come, where few words show that and where more do

// ofWay is how a sentence speaks of a target, or of the way to it.
var ofWay = pattern.Compile(`(?i)\b(?:targets?|goals?|track|path\w*|baseline|base\s+year)\b`)

// rising says that something became more.
var rising = pattern.Compile(`(?i)\b(?:increas\w*|rose|risen|rising|grew|grown|higher|more|up)\b`)
