package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/course"
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
			out[0].absorb(m, strings.TrimSuffix(lower(m.Title)+", "+v.sinceBefore(rows[scope], last), ", "), m.Text+reasons)
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
	if part := v.partOfAll(rows, scope, last); part != "" {
		says = append(says, part)
	}
	if since := v.sinceBefore(rows[scope], last); since != "" {
		says = append(says, since)
		m.Places = append(m.Places, v.levelPlace(course.In(rows[scope], last-1)))
	}
	if scope == "1+2+3" {
		slices.Reverse(says) // how Scope 3 has changed stands behind how the whole has
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
