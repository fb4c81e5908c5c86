package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/alike"
	"github.com/sibyl-project/sibyl/projections/document/course"
	"github.com/sibyl-project/sibyl/projections/document/inventory"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Weights of what an inventory of emissions shows beside its totals.
const (
	byMethodWeight   = 46
	sparedWeight     = 45
	categoriesWeight = 37
	onlyCategories   = 52 // where no row gives Scope 3 as a whole
)

// inForm is the engine of figures that stand below what a form asks.
const inForm = "place in a form"

// inventoried are the two ways in which Scope 2 is counted, the categories of Scope 3 without an amount, and what others are said to have been spared.
func (v *view) inventoried() (out []weighed) {
	last := v.figuresYear()
	var own, spared []inventory.Figure
	slipped := v.slipped()
	for _, f := range v.figures {
		if f.amount() == nil || f.Target || !strings.HasPrefix(f.UnitBase, "tCO2") || f.Per != "" || f.Year == 0 || v.unread(f.Page) {
			continue
		}
		method := f.Method
		if method == "" && f.Scope == "2" && slices.Contains(v.basis.Located, f.Page) {
			method = "location" // as a note of its page says; its market-based twin says so itself
		}
		x := inventory.Figure{ID: f.ID, Scope: f.Scope, Category: f.Category, Method: method, Unit: f.UnitBase, Page: f.Page, Year: f.Year, Value: f.amount(),
			Row: strings.Join(f.RowPath, " ")}
		switch {
		case f.Source == "text" && sparesOthers(v.sentenceOf(f)):
			x.Unit = "tCO2e" // of which words leave the last letter out
			spared = append(spared, x)
		case (f.Source == "table" && f.Engine == "" || f.Engine == inForm && f.Scope == "3" && f.Category != "") && f.Metric == "ghg_emissions" && !f.Change &&
			v.whole(f.Boundary) && slipped[rowOf(f)] == "":
			own = append(own, x)
		}
	}
	tell := func(weight float64, key, theme string, t inventory.Telling, shown bool) {
		if !shown {
			return
		}
		m := Matter{Kind: MatterBasis, Theme: theme, Title: t.Title, Gist: t.Gist, Text: t.Text, Page: t.Figures[0].Page, Quote: tidy(v.quoteOf(t.Figures[0].ID), "")}
		for _, f := range t.Figures {
			m.Places = append(m.Places, v.figureAt(f.ID, f.Page, v.printed(v.facts[f.ID])))
		}
		m.ID = v.matterID(m.Kind, key)
		out = append(out, weighed{m, weight})
	}
	methods, apart := inventory.ByMethod(own, last)
	tell(byMethodWeight, "scope2", "energy", methods, apart)
	others, told := inventory.Spared(spared, own, last)
	tell(sparedWeight, "spared", "product", others, told)
	categories, open := inventory.Categories(own, last)
	weight := float64(categoriesWeight)
	if !slices.ContainsFunc(own, func(f inventory.Figure) bool { return strings.Contains(f.Scope, "3") && f.Category == "" }) {
		weight = onlyCategories
	}
	tell(weight, "scope3", "basis", categories, open)
	return out
}

// sparesOthers reports whether a sentence tells of emissions that others did not have, by what the entity sells.
func sparesOthers(said string) bool { return avoided.MatchString(said) && byOthers.MatchString(said) }

var (
	avoided  = pattern.Compile(`(?i)\b(?:avoid(?:s|ed|ing|ance)?|sav(?:e|es|ed|ings?)|prevent(?:s|ed|ing)?)\b`)
	byOthers = pattern.Compile(`(?i)\b(?:customers?|clients?|users?|lifetimes?|service\s+li(?:fe|ves)|our\s+(?:products?|solutions?|technolog(?:y|ies)))\b`)
)

// part is a row below a total, with its amounts of the year and of the one before, where it gives that.
type part struct {
	fact        *Fact
	now, before *apd.Decimal
}

// by is how much a part has changed; nothing where that is not known.
func (p part) by() *apd.Decimal {
	if p.before == nil {
		return new(apd.Decimal)
	}
	return quantity.Sub(p.now, p.before)
}

// partOf names the part of a total that its change comes from, where one has changed the same way by more than half as much; else the one that makes
// more than half of it. Of all scopes it is told how much the third makes.
func (v *view) partOf(now, before *course.Level) string {
	if now == nil || now.Scope == "1+2+3" {
		return ""
	}
	change := new(apd.Decimal)
	if before != nil {
		change = quantity.Sub(now.Value, before.Value)
	}
	largest, moved := part{now: new(apd.Decimal)}, part{}
	for _, f := range v.figures {
		p := v.partBelow(now, f)
		if p.fact == nil {
			continue
		}
		if p.fact.Scope == now.Scope && p.now.Cmp(largest.now) > 0 {
			largest = p
		}
		alike := p.fact.Page == now.Page && (p.fact.Method == "" || p.fact.Method == now.Method)
		if alike && p.by().Sign() == change.Sign() && quantity.Abs(p.by()).Cmp(quantity.Abs(moved.by())) > 0 {
			moved = p
		}
	}
	if moved.fact != nil && moved.now.Cmp(largest.now) != 0 && quantity.Abs(quantity.Mul(moved.by(), twice)).Cmp(quantity.Abs(change)) > 0 {
		return fmt.Sprintf("“%s” went from %s to %s", phrase.Words(v.nameOf(moved.fact), 8), phrase.Amount(quantity.Print(moved.before, 6)),
			phrase.Amount(quantity.Print(moved.now, 6)+" "+moved.fact.UnitBase))
	}
	made, ok := quantity.PercentOf(largest.now, now.Value)
	if largest.fact == nil || !ok || made.Cmp(quantity.Int(50)) < 0 {
		return ""
	}
	share := quantity.Print(made, 1)
	v.tellShare(share)
	since := ""
	if largest.before != nil {
		since = partSince(largest.now, largest.before, now.Year-1)
		if of, ok := quantity.PercentOf(largest.by(), change); ok && of.Cmp(mostOf) >= 0 && of.Cmp(quantity.Int(100)) <= 0 {
			since += fmt.Sprintf(", which is %s %% of the change", quantity.Print(of, 0))
		}
	}
	return fmt.Sprintf("%s %% of it is “%s”", share, phrase.Words(v.nameOf(largest.fact), 8)) + since
}

// mostOf is how much of a change in per cent comes from one part for that to be told.
var mostOf = quantity.Int(80)

// partBelow is a figure as a part of a total; empty if it is none.
func (v *view) partBelow(now *course.Level, f *Fact) part {
	if !within(f.Scope, now.Scope) || f.Category == "" || f.Metric != "ghg_emissions" || f.Year != now.Year || f.Source != "table" || f.Change || f.Target ||
		f.Category == "upstream" || f.Category == "downstream" || f.UnitBase != v.facts[now.ID].UnitBase { // sums of categories are none
		return part{}
	}
	if value := f.amount(); value != nil && value.Cmp(now.Value) < 0 {
		return part{f, value, v.amountBefore(f)}
	}
	return part{}
}

// tellShare keeps sentences from telling of a share again.
func (v *view) tellShare(share string) {
	v.toldPrinted = append(v.toldPrinted, share+"%", share+" %", share+" per cent", share+" percent")
}

// partSince is how a part of a whole has changed itself: it need not be why the whole has.
func partSince(now, before *apd.Decimal, year int) string {
	change, ok := quantity.PercentOf(quantity.Sub(now, before), before)
	if !ok {
		return ""
	}
	return fmt.Sprintf(", itself %s in %d", thanBefore(change), year)
}

// amountBefore is the amount of the year before, where the row of a figure gives one.
func (v *view) amountBefore(f *Fact) *apd.Decimal {
	var before *Fact
	for _, o := range v.figures {
		if o.Year != f.Year-1 || o.Metric != f.Metric || o.Scope != f.Scope || o.Category != f.Category || o.Page != f.Page || o.UnitBase != f.UnitBase ||
			o.Source != f.Source || o.Change || o.Target || o.Boundary != f.Boundary || !slices.Equal(o.RowPath, f.RowPath) {
			continue
		}
		if before != nil && before.ValueBase != o.ValueBase {
			return nil
		}
		before = o
	}
	if before == nil {
		return nil
	}
	return before.amount()
}

// nameOf is what a row is called where it can be read, or the innermost of its headings that names its category.
func (v *view) nameOf(f *Fact) string {
	_, quote := v.readable(f)
	own, _, _ := strings.Cut(quote, f.Printed)
	heads := []string{strings.TrimSpace(own)}
	if v.unread(f.Page) {
		return heads[0]
	}
	first, _, _ := strings.Cut(strings.ToLower(f.Category), " ")
	for _, head := range slices.Backward(append(slices.Clone(f.RowPath), heads...)) {
		if slices.Contains(strings.Fields(strings.ToLower(head)), first) {
			return head
		}
	}
	return f.Category
}

var gross = pattern.Compile(`(?i)\bgross\b`)

// amountOf is how the amount of emissions has changed beside an intensity of them, which what they are divided by moves, too.
func (v *view) amountOf(r keyfigures.Aimed) string {
	last := v.figuresYear()
	f := v.facts[r.In(last).ID]
	if f.Metric != "ghg_intensity" || f.Scope == "" {
		return ""
	}
	for _, o := range v.figures { // then this one is net of something
		if o.Metric == f.Metric && o.Scope == f.Scope && o.Year == f.Year && o.Page == f.Page && o.UnitBase == f.UnitBase && o.ID != f.ID &&
			gross.MatchString(strings.Join(o.RowPath, " ")) && !gross.MatchString(strings.Join(f.RowPath, " ")) {
			return fmt.Sprintf("that is net, and gross %s", v.printed(o))
		}
	}
	levels, _, _ := v.emitted()
	total := course.Total(levels, f.Scope, last)
	if since := v.sinceBefore(total, last); since != "" {
		return fmt.Sprintf("the amount itself: %s, %s", v.shown(course.In(total, last)), since)
	}
	return ""
}

// bornOut is what of the report bears a figure out: other pages that give it, and what holds with it; empty if nothing does.
func (v *view) bornOut(fact string) string {
	var out []string
	add := func(s string) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if f := v.facts[fact]; f != nil {
		for _, p := range f.Places {
			if p.Page != f.Page && len(out) == 0 && !v.unread(p.Page) {
				add(fmt.Sprintf("page %d gives it, too", p.Page))
			}
		}
	}
	for _, c := range v.checks {
		if c.Result == events.CheckPass && slices.ContainsFunc(c.Inputs, func(in CheckInput) bool { return in.FactID == fact }) {
			add(holdsWith[events.KindOfCheck(c.Name).Computes])
		}
	}
	return phrase.List(out)
}

// holdsWith is what it says of a figure that a check holds into which it went.
var holdsWith = map[events.Computation]string{
	events.ComputesSum:   "sums of the report hold with it",
	events.ComputesShare: "shares that are printed follow from it", events.ComputesRate: "an intensity that is printed follows from it",
}

// besides are the words of a name that another does not have: what a twin is of.
func besides(name, other string) string {
	var own []string
	for _, w := range strings.Fields(name) {
		if !slices.Contains(strings.Fields(other), w) {
			own = append(own, w)
		}
	}
	return strings.Join(own, " ")
}

// twins reports whether two rows stand under names that are nearly one, with one target: of sales and of investments of the same kind.
func twins(a, b keyfigures.Aimed) bool {
	return a.Way == b.Way && a.Target.Page == b.Target.Page && a.Target.Year == b.Target.Year && a.Target.Value.Cmp(b.Target.Value) == 0 &&
		a.Unit == b.Unit && alike.Mostly(a.Name, b.Name)
}

// unscoped is what an aim of no emissions at all leaves open that names no part of them: whether Scope 3 is meant, where that is most of what is emitted.
func (v *view) unscoped(c *Claim, n Note) string {
	if c == nil || c.Entities.Aim != events.AimNetZero || n.Scope != "" || ofPart.MatchString(n.Quote) {
		return ""
	}
	if slices.ContainsFunc(v.claimed, func(o *Claim) bool { // another sentence says it
		return o.Entities.Aim == events.AimNetZero && ofThird.MatchString(o.Text)
	}) {
		return ""
	}
	levels, _, _ := v.emitted()
	last := v.lastYear(levels)
	three, all := course.In(course.Total(levels, "3", last), last), course.In(course.Total(levels, "1+2+3", last), last)
	if three == nil || all == nil {
		return ""
	}
	share, ok := quantity.PercentOf(three.Value, all.Value)
	if !ok || share.Cmp(quantity.Int(50)) < 0 || share.Cmp(quantity.Int(100)) > 0 {
		return ""
	}
	page := 0
	for _, f := range v.figures {
		switch {
		case !f.Target || !strings.HasPrefix(f.Metric, "ghg_"):
		case strings.Contains(f.Scope, "3"):
			return ""
		case f.Scope != "" && (page == 0 || f.Page < page):
			page = f.Page
		}
	}
	if page > 0 {
		return fmt.Sprintf("no target whose scope is named takes Scope 3 in (page %d), which is %s %% of what is emitted", page, quantity.Print(share, 1))
	}
	return fmt.Sprintf("the sentence does not say whether Scope 3 is meant, %s %% of what is emitted", quantity.Print(share, 1))
}

// ofThird is how a sentence takes in what others emit for the entity.
var ofThird = pattern.Compile(`(?i)\bscopes?\s*(?:1\s*[,–-]\s*(?:2\s*(?:,|and|&)\s*)?)?3\b|\bvalue\s+chain\b|\ball\s+(?:three\s+)?scopes\b` +
	`|\bsuppl(?:y\s+chain|iers?)\b`)

// ofPart is how a sentence says of which part of all emissions it is.
var ofPart = pattern.Compile(`(?i)\b(?:value\s+chain|suppl(?:y|iers?)|customers?|products?|operations?|operational|sites?|production|buildings?|fleet|` +
	`vehicles?|portfolio|loans?|financed|upstream|downstream|direct|scopes?)\b`)

// definedBy is the sentence that says when something counts as what the name of a row calls it, in so many words: in line with a target, compliant.
func (v *view) definedBy(name string, words int) string {
	if !asMeasured.MatchString(name) {
		return ""
	}
	for _, c := range v.claimed {
		if c.Source != "table" && defines.MatchString(c.Text) && asMeasured.MatchString(c.Text) && alike.InCommon(name, c.Text) >= wordsOfOne-1 {
			_, if_, there := strings.Cut(c.Text, " if ")
			if !there {
				return ""
			}
			return fmt.Sprintf("page %d counts it so if %s", c.Page, strings.TrimSuffix(opening(if_, words), "."))
		}
	}
	return ""
}

// asMeasured is how a name says that a thing was held against something.
var asMeasured = pattern.Compile(`(?i)\bin\s+line\s+with\b|\bcompl(?:y|ies|iant|iance)\b|\bmeet(?:s|ing)?\b|\bmet\b|\bon\s+(?:track|target)\b`)
