package passage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// partly says of one of two halves that it is counted in part, or that there are more than two.
var partly = pattern.Compile(`(?i)\b(?:including|both|others?|rest|remaining|average|new|joined|left|trainees|apprentices|interns)\b`)

// bothHalves holds "of our 6,156 employees, 5,281 work full-time and 920 part-time" against itself: two numbers that are said of the two halves of a
// thing make the one before them. There are people who are neither men nor women, so that these may be fewer.
func bothHalves(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	if len(all) < 3 || partly.MatchString(x.Text) || len(sheet.YearsNamed(x.Text)) > 1 {
		return c, false
	}
	w, a, b := all[0], all[1], all[2]
	if slices.ContainsFunc(all[:3], func(f figure) bool { return !f.count() || !f.exact() }) || w.noun() == "" ||
		a.Value.Cmp(w.Value) >= 0 || b.Value.Cmp(w.Value) >= 0 {
		return c, false
	}
	end := len(x.Text)
	if len(all) > 3 {
		end = all[3].Start
	}
	first, second := sheet.Halves(x.Text[a.End:b.Start]), sheet.Halves(x.Text[b.End:end])
	if first == "" || second == "" || first == second || first[0] != second[0] ||
		!bothLead.MatchString(x.Text[w.End:a.Start]) || !andThen.MatchString(x.Text[a.End:b.Start]) {
		return c, false
	}
	if otherThings(w, x.Text[a.End:b.Start]) || otherThings(w, x.Text[b.End:end]) {
		return c, false
	}
	made, ok := addedUp(w, []figure{a, b}, "sum")
	if !ok || first[0] == sexes && made.computed.Cmp(w.Base()) < 0 {
		return c, false
	}
	made.counted = w.Value.Exponent >= 0 && a.Value.Exponent >= 0 && b.Value.Exponent >= 0 && w.Scale == nil
	return made, true
}

// otherThings reports whether a half is said to be of something else than what is halved: of 6,156 people, so many full-time posts.
func otherThings(w figure, half string) bool {
	return slices.ContainsFunc(manyOf.FindAllString(strings.ToLower(half), 4), func(n string) bool { return !alike(n, w.noun()) && n != "contracts" })
}

// manyOf is a noun of many but for those by which people are halved.
var manyOf = pattern.Compile(`\b\p{Ll}{4,}s\b`)

// sexes is the first of the pairs of halves.
const sexes = '0'

var (
	// bothLead leads from the number of all to that of one half.
	bothLead = pattern.Compile(`(?i)^\s+\p{L}[\p{L}\s-]{2,40}(?:,|:|\(|\s-|\s–)\s*(?:of\s+(?:whom|which|them)\s+)?$`)
	andThen  = pattern.Compile(`(?i)^\s[\p{L}\s-]{2,50}(?:,?\s+and|,)\s+$`)
)

// restOfShares holds "cheese is 52.6 % (338 kt), powders 31.3 % (201 kt), butter the remaining 133 kt" against itself: amounts with their shares tell
// how much the whole is, and so what is left.
func restOfShares(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	rest := all[len(all)-1]
	if !amount(rest) || !rest.exact() || !theRest.MatchString(rest.before()) || withIt.MatchString(x.Text) || onlySome.MatchString(x.Text) {
		return c, false
	}
	before := all[:len(all)-1]
	if len(before) == 0 {
		before = figuresOf(x.Earlier())
	}
	if len(before) == 0 || len(before)%2 != 0 || !sameYears(before[0].x, x) || withIt.MatchString(before[0].x.Text) {
		return c, false
	}
	var parts []figure
	var whole quantity.Interval
	for pair := range slices.Chunk(before, 2) {
		p, share := pair[0], pair[1]
		if p.percent() {
			p, share = share, p
		}
		if !share.percent() || !amount(p) || !p.exact() || !share.exact() || !like(p, rest) || !besideShare.MatchString(p.x.Text[pair[0].End:pair[1].Start]) ||
			sheet.OfAnother(share.before(), share.behind()) || compared.MatchString(share.behind()) {
			return c, false
		}
		w, sure := over(times(p.interval(), compare.Hundred), share.percentInterval())
		if !sure || len(parts) > 0 && !w.Overlaps(whole) {
			return c, false // shares of different wholes
		}
		if len(parts) > 0 {
			w = narrower(w, whole)
		}
		whole, parts = w, append(parts, p)
	}
	made, ok := sumOf(figure{rest.Quantity, x}.asWhole(whole), parts, "rest")
	if !ok {
		return c, false
	}
	middle := quantity.Mul(quantity.Sum(whole.Low, whole.High), compare.WholeHalf)
	left := quantity.Sub(middle, made.computed)
	if left.Sign() <= 0 {
		return c, false
	}
	made.stated, made.from, made.computed, made.value, made.range_, made.unit = rest, parts, left, rest.Base(), rest.interval(), rest.Unit.Base()
	made.span = quantity.Interval{Low: quantity.Sub(whole.Low, made.span.High), High: quantity.Sub(whole.High, made.span.Low)}
	var terms []string
	for _, p := range parts {
		terms = append(terms, p.Text)
	}
	made.working = fmt.Sprintf("the whole, by the shares: %s; less %s = %s; stated: %s", compare.Show(middle), strings.Join(terms, ", "),
		compare.Show(left), rest.Text)
	return made, true
}

// besideShare leads from an amount to its share, or the other way round.
var besideShare = pattern.Compile(`(?i)^(?:\s*[(,]\s*(?:or\s+)?|\s+or\s+)$`)

// percentInterval is what a share may stand for.
func (f figure) percentInterval() quantity.Interval {
	return quantity.Interval{Low: quantity.Sub(f.Value, f.Half), High: quantity.Sum(f.Value, f.Half)}
}

// asWhole is a figure of the same unit that stands for the middle of a range.
func (f figure) asWhole(i quantity.Interval) figure {
	if v, ok := quantity.Ratio(i.High, f.Unit.Factor); ok {
		f.Value = v
	}
	return f
}

// narrower is what two ranges have in common.
func narrower(a, b quantity.Interval) quantity.Interval {
	if a.Low.Cmp(b.Low) < 0 {
		a.Low = b.Low
	}
	if a.High.Cmp(b.High) > 0 {
		a.High = b.High
	}
	return a
}
