package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/course"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// leading are the totals of emissions that weigh most and are not told of with a target: all of them where a row gives that, or the largest scope
// with its part of all, and what the entity emits itself. Where no row has a figure of the report's year, those of the last year before it.
func (v *view) leading(followed map[string]bool) []weighed {
	levels, _, _ := v.emitted()
	last := v.lastYear(levels)
	if last == 0 {
		for _, l := range levels {
			if l.Year < v.periodEnd() {
				last = max(last, l.Year)
			}
		}
	}
	total := func(scope string) []course.Level { return course.Total(levels, scope, last) }
	own, sum := total("1+2"), course.Together("1+2", total("1"), total("2"))
	stated := course.In(own, last) != nil
	if parts := course.In(sum, last); own == nil || stated && parts != nil && course.In(own, last).Value.Cmp(course.In(total("2"), last).Value) < 0 {
		own, stated = sum, false // less than a part of it: its separator is another
	}
	rows := map[string][]course.Level{"1": total("1"), "2": total("2"), "3": total("3"), "1+2": own, "1+2+3": total("1+2+3")}
	largest := "1+2+3"
	if course.In(rows[largest], last) == nil {
		largest = ""
		for _, scope := range []string{"1+2", "1", "2", "3"} { // of equals the sum
			if now := course.In(rows[scope], last); now != nil && (largest == "" || now.Value.Cmp(course.In(rows[largest], last).Value) > 0) {
				largest = scope
			}
		}
	}
	var out []weighed
	for i, scope := range slices.Compact([]string{largest, "1+2"}) {
		if course.In(rows[scope], last) == nil || followed[scope] || followed["1"] && scope == "1+2" || followed["1+2"] && len(scope) == 1 && scope != "3" {
			continue // a part of what is told of, or it with little more
		}
		m, now := v.ofTotal(rows, scope, last, scope != "1+2" || stated), course.In(rows[scope], last)
		reasons := v.reasonsFor(scope, now.Page, last)
		if len(out) > 0 { // a part of what is told: one matter, with the way that the part went
			way := strings.TrimSuffix(lower(m.Title)+", "+v.sinceBefore(rows[scope], last)+sinceFirst(rows[scope], last), ", ")
			if other := otherWay(rows, scope, last); other != "" {
				way += ", " + other
			}
			out[0].absorb(m, way, m.Text+reasons)
			continue
		}
		m.Text = phrase.Paragraph(m.Text, upper(strings.TrimPrefix(v.standing(v.bornOut(now.ID))+reasons, "; ")))
		out = append(out, weighed{m, leadingWeight - 3*float64(i)})
	}
	return out
}

// sinceBefore is how a total has changed since the year before, with that year's amount; empty where no row gives that.
func (v *view) sinceBefore(levels []course.Level, last int) string {
	now, before := course.In(levels, last), course.In(levels, last-1)
	if before == nil {
		return ""
	}
	change, _ := quantity.PercentOf(quantity.Sub(now.Value, before.Value), before.Value)
	if change != nil {
		v.tellShare(quantity.Print(quantity.Abs(change), 1))
	}
	return fmt.Sprintf("%s in %d (%s)", thanBefore(change), last-1, v.shown(before))
}

// sinceFirst is how a total has changed since the first year that its row gives, where that is some years ago and is other news than the last year: the
// other way, or by a quarter and more.
func sinceFirst(levels []course.Level, last int) string {
	first := last
	for _, l := range levels {
		first = min(first, l.Year)
	}
	now, start, before := course.In(levels, last), course.In(levels, first), course.In(levels, last-1)
	if first > last-someYears || start == nil || start.Value.Sign() <= 0 {
		return ""
	}
	change, ok := quantity.PercentOf(quantity.Sub(now.Value, start.Value), start.Value)
	turned := before != nil && quantity.Sub(now.Value, before.Value).Sign() == -change.Sign()
	if !ok || change.Sign() == 0 || !turned && quantity.Abs(change).Cmp(quarter) < 0 {
		return ""
	}
	return fmt.Sprintf(", and %s in %d", thanBefore(change), first)
}

// someYears is how far back a first year lies that is told beside the one before.
const someYears = 3

var quarter = quantity.Int(25)

// otherWay names the one of Scopes 1 and 2 that went the other way than both together: a fall can hide a rise.
func otherWay(rows map[string][]course.Level, scope string, last int) string {
	by := func(scope string) (change *apd.Decimal, ok bool) {
		now, before := course.In(rows[scope], last), course.In(rows[scope], last-1)
		if now == nil || before == nil {
			return nil, false
		}
		return quantity.PercentOf(quantity.Sub(now.Value, before.Value), before.Value)
	}
	all, known := by(scope)
	if scope != "1+2" || !known {
		return ""
	}
	for _, part := range []string{"1", "2"} {
		if change, ok := by(part); ok && change.Sign() == -all.Sign() && change.Sign() != 0 {
			return fmt.Sprintf("Scope %s itself %s in %d", part, thanBefore(change), last-1)
		}
	}
	return ""
}

// ofTotal is the matter of a total of emissions, which a row states or which is the sum of two.
func (v *view) ofTotal(rows map[string][]course.Level, scope string, last int, stated bool) Matter {
	now := course.In(rows[scope], last)
	m := Matter{Kind: MatterLeading, Theme: "emissions", Page: now.Page, Quote: tidy(v.quoteOf(now.ID), ""), Places: []MatterPlace{v.levelPlace(now)}}
	method := ""
	if now.Method != "" && strings.Contains(scope, "2") {
		method = " (" + now.Method + "-based)"
	}
	m.Title = fmt.Sprintf("%s%s: %s in %d", scopeName(scope), method, v.shown(now), last)
	var says []string
	if made := v.refuted(now.ID); made != "" {
		says = append(says, "its own figures make "+made)
	}
	if part := v.partOfAll(rows, scope, last); part != "" {
		says = append(says, part)
	}
	if since := v.sinceBefore(rows[scope], last); since != "" {
		says = append(says, since+sinceFirst(rows[scope], last))
		m.Places = append(m.Places, v.levelPlace(course.In(rows[scope], last-1)))
	}
	if scope == "1+2+3" {
		slices.Reverse(says) // how Scope 3 has changed stands behind how the whole has
	}
	if other := otherWay(rows, scope, last); other != "" {
		says = append(says, other)
	}
	part := v.partOf(now, course.In(rows[scope], last-1))
	if scope == "1+2+3" { // what its largest scope is made of, or moved by
		part = strings.Replace(v.partOf(course.In(rows["3"], last), course.In(rows["3"], last-1)), "of it", "of Scope 3", 1)
	}
	if part != "" {
		says = append(says, part)
	}
	if scope == "1+2+3" && strings.HasPrefix(v.Report.Sector, "FN") {
		if said := v.financed(last, now.Value); said != "" {
			says = append(says, said)
		}
	}
	if end := v.periodEnd(); last < end {
		says = append(says, fmt.Sprintf("no figure of %d was read in the row", end))
	}
	if row := v.factOf(now); row != nil && len(row.RowPath) > 0 && ofSome.MatchString(row.RowPath[len(row.RowPath)-1]) {
		says = append(says, fmt.Sprintf("the row is of “%s”", phrase.Words(row.RowPath[len(row.RowPath)-1], 8)))
	}
	for _, said := range v.footnotes(v.factOf(now)) {
		says = append(says, fmt.Sprintf("a note says: %s", opening(said, gistWords)))
	}
	m.Gist = strings.Join(says, "; ")
	first := fmt.Sprintf("Page %d gives %s of %s%s for %d", now.Page, v.shown(now), strings.TrimPrefix(scopeName(scope), "Emissions of "), method, last)
	if !stated {
		one, two := course.In(rows["1"], last), course.In(rows["2"], last)
		first = fmt.Sprintf("Page %d gives %s of Scope 1, page %d %s of Scope 2%s for %d, which is %s together",
			one.Page, v.shown(one), two.Page, v.shown(two), method, last, v.shown(now))
		m.Places = []MatterPlace{v.levelPlace(one), v.levelPlace(two)}
	}
	if len(says) > 0 {
		first += ": " + strings.Join(says, ", and ")
	}
	m.Text = first
	m.ID = v.matterID(m.Kind, scope)
	return m
}

// footnotes are what marks behind the name of a figure's row, or of its table, stand for.
func (v *view) footnotes(f *Fact) (said []string) {
	if f == nil || len(f.RowPath) == 0 {
		return nil
	}
	for _, n := range v.basis.Footnotes {
		if n.Page == f.Page && n.Of(f.RowPath[len(f.RowPath)-1]) && len(said) < mostFootnotes && !slices.Contains(said, n.Text) {
			said = append(said, n.Text)
		}
	}
	return said
}

// mostFootnotes are as many as a reader takes in beside a figure, of at most mostNoted words each.
const (
	mostFootnotes = 2
	mostNoted     = 40
)

// ofSome is how the name of a row says that it is not of all.
var ofSome = pattern.Compile(`(?i)\b(?:significant|relevant|material|selected|main|partial)\b`)

// partOfAll says how much of all emissions a scope makes; of all of them how much Scope 3 makes.
func (v *view) partOfAll(rows map[string][]course.Level, scope string, last int) string {
	now, three, own := course.In(rows[scope], last), course.In(rows["3"], last), course.In(rows["1+2"], last)
	if scope == "1+2+3" {
		if three == nil || three.Value.Cmp(now.Value) > 0 {
			return ""
		}
		part, _ := quantity.PercentOf(three.Value, now.Value)
		since := ""
		if before := course.In(rows["3"], last-1); before != nil {
			since = partSince(three.Value, before.Value, last-1)
		}
		return quantity.Print(part, 1) + " % of it is Scope 3" + since
	}
	sum := new(apd.Decimal)
	switch all := course.In(rows["1+2+3"], last); {
	case all != nil:
		sum = all.Value
	case three != nil && own != nil:
		sum = quantity.Sum(own.Value, three.Value)
	}
	if sum.Sign() <= 0 || now.Value.Cmp(sum) > 0 {
		return ""
	}
	part, _ := quantity.PercentOf(now.Value, sum)
	places := int32(6)
	if course.In(rows["1+2+3"], last) == nil {
		places = coarsest(three.Value, own.Value) // no more exactly than its parts are given
	}
	of := ""
	if f := v.factOf(three); v.scopeOfThree(f) != "" {
		of = fmt.Sprintf(", with Scope 3 of %s alone", v.scopeOfThree(f))
	}
	return fmt.Sprintf("%s %% of the %s that Scopes 1 to 3 come to%s", quantity.Print(part, 1),
		phrase.Amount(quantity.Print(sum, places)+" "+v.facts[now.ID].UnitBase), of)
}

// coarsest is how many places behind the point the less exact of two amounts has.
func coarsest(a, b *apd.Decimal) int32 { return max(0, min(-a.Exponent, -b.Exponent)) }

// leadingWeight is that of the largest total of emissions.
const leadingWeight = 56

// mostHarms are as many rows that count harm as are told of; deathWeight and harmWeight are their weights.
const (
	mostHarms   = 3
	deathWeight = 51
	harmWeight  = 47
)

// harms are the rows that count harm that was done.
func (v *view) harms(levels []keyfigures.Figure, last int) (out []weighed) {
	rows := keyfigures.Harms(levels, last)
	for _, row := range rows[:min(len(rows), mostHarms)] {
		weight := float64(harmWeight)
		if row.Deadly() {
			weight = deathWeight
		}
		v.toldHurt[hurtIn(row.Name)] = true
		if v.denied(row.In(last).ID) {
			continue
		}
		m := v.ofRow(&row, last, row.Change(last))
		if of := v.whoseAre(row.In(last)); of != "" {
			m.Gist = strings.TrimPrefix(m.Gist+"; "+of, "; ")
			m.Text = phrase.Paragraph(m.Text, upper(of))
		}
		m.Theme = "conduct"
		if row.Deadly() {
			m.Theme = "safety"
		}
		out = append(out, weighed{m, weight})
	}
	return out
}

// Weights of rows whose headings are targets in words: behind what a yearly rate asks for, and gone the other way.
const (
	behindWeight    = 53
	overtakenWeight = 46
	reversedWeight  = 38
)

// worded are the rows whose headings say by how much a year something is to fall, of which less was reached, and those that went the other way than their
// headings want.
func (v *view) worded(last int) (out []weighed) {
	levels, _ := v.allRows()
	var changes []keyfigures.Figure
	for _, f := range v.figures {
		if f.Change && !f.Target && v.standsFor(f) {
			changes = append(changes, v.keyFigure(f))
		}
	}
	for _, p := range keyfigures.Paced(changes, last) {
		title, figures, means := p.Told(last)
		if title == "" {
			continue
		}
		m := v.ofRow(&p.Row, last, nil)
		m.Kind, m.Title, m.Gist = MatterTarget, title+keyfigures.Heading(p.Name), figures
		m.Text = phrase.Paragraph(fmt.Sprintf("Page %d gives %s for %d under “%s”: %s", m.Page, v.printed(v.facts[p.In(last).ID]), last,
			keyfigures.Heading(p.Name), m.Gist), means)
		m.ID = v.matterID(m.Kind, "paced", p.In(last).ID)
		weight := float64(behindWeight)
		if !p.Behind() {
			weight = overtakenWeight
		}
		out = append(out, weighed{m, weight})
	}
	for _, r := range keyfigures.Reversed(levels, last) {
		m := v.ofRow(&r, last, r.Change(last))
		m.Kind, m.Title = MatterTarget, "Against its target: "+m.Title
		m.Text = phrase.Paragraph(m.Text, "It has gone the other way than its heading says is wanted")
		m.ID = v.matterID(m.Kind, "reversed", r.In(last).ID)
		out = append(out, weighed{m, reversedWeight})
	}
	return out
}
