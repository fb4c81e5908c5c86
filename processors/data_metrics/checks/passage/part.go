package passage

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// outOf leads to the whole that something is a part of: "Of our [640 buses]".
	outOf = pattern.Compile(`(?i)(?:^|[\s,;(])(?:of|von|der|de|des|di|dei|delle|degli|av|dari|among|out\s+of)\s+` +
		`(?:(?:the|our|its|all|these|a\s+total\s+of|unseren|unserer|den|insgesamt|nos|nuestros|nuestras|los|las|les|nostri|nostre|våra|total)\s+){0,2}$`)
	// rightOf is the same with nothing else before it.
	rightOf = pattern.Compile(`(?i)^\s*` + outOf.String()[len(`(?i)`):])
	// namely leads from a part to its share, or from a share to the part: ", that is", "(", " or ".
	namely = pattern.Compile(`(?i)(?:[,(–—:]\s*(?:[\p{L}.]+\s+){0,3}|\s(?:or|oder|ou|o|eller|atau)\s+)$`)
	// compared says that a percentage is a change.
	compared = pattern.Compile(`(?i)^\s*(?:\p{L}+\s+)?(?:than|compared|versus|against|up|down|more|less|fewer|` +
		`higher|lower|above|below|increase|decrease|rise|reduction)\b`)
	// quota leads to a share that has a sentence of its own: "The turnover rate was".
	quota = pattern.Compile(`(?i)^(?:(?:the|our|its|this|that)\s+)?[\p{L}\s-]{0,40}(?:rate|share|ratio|quota|proportion|percentage|factor)\b[^.;:,\d]{0,30}$`)
)

// share is what a percentage or a fraction in words says of two amounts.
func share(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	figures := figuresOf(x)
	for _, r := range figures {
		if !r.percent() || r.Range || r.Signed || r.Value.Sign() <= 0 || r.Bound != quantity.Exactly || compared.MatchString(r.behind()) {
			continue
		}
		for _, find := range []func([]figure, figure) (part, whole figure, ok bool){apposed, fronted, orShareOf, bracketedShare, quotaOf} {
			if p, w, found := find(figures, r); found {
				return shareClaim(p, w, r)
			}
		}
	}
	return c, false
}

func shareClaim(p, w, r figure) (c claim, ok bool) {
	if !p.exact() || !w.exact() || !(p.count() && w.count()) && !like(p, w) || p.Base().Cmp(w.Base()) == 0 {
		return c, false
	}
	made, fine := quantity.PercentOf(p.Base(), w.Base())
	span, sure := over(times(p.interval(), compare.Hundred), w.interval())
	if !fine || !sure {
		return c, false
	}
	v := quantity.Interval{Low: quantity.Sub(r.Value, r.Half), High: quantity.Sum(r.Value, r.Half)}
	return claim{stated: r, from: []figure{p, w}, labels: []string{"part", "whole"}, computed: made, span: span, value: r.Value, range_: v, unit: "%",
		why: "share", working: fmt.Sprintf("%s / %s x 100 = %s %%; stated: %s", p.Text, w.Text, quantity.Print(made, compare.Places), r.Text)}, true
}

// apposed reads "Of our 640 buses 256 ran on electricity, that is 40 %": the part right before the share, the whole before it.
func apposed(all []figure, r figure) (p, w figure, ok bool) {
	i := indexOf(all, r)
	if i < 2 || sheet.OfAnother(r.before(), r.behind()) {
		return p, w, false
	}
	w, p = all[i-2], all[i-1]
	if !amount(p) || !amount(w) {
		return p, w, false
	}
	between := r.x.Text[p.End:r.Start]
	if strings.Contains(r.x.Text[w.End:p.Start], "(") {
		return p, w, false // an aside, as of the year before
	}
	near := len(between) < 60 && !strings.Contains(between, ";") && namely.MatchString(between)
	return p, w, near && outOf.MatchString(w.before()) && !outOf.MatchString(p.before())
}

// fronted reads "25 % of our 8,600 tonnes of flour, 2,150 tonnes, was organic": the whole right behind the share, the part behind it.
func fronted(all []figure, r figure) (p, w figure, ok bool) {
	i := indexOf(all, r)
	if i+2 >= len(all) {
		return p, w, false
	}
	w, p = all[i+1], all[i+2]
	if !amount(p) || !amount(w) {
		return p, w, false
	}
	to, between := r.x.Text[r.End:w.Start], r.x.Text[w.End:p.Start]
	return p, w, rightOf.MatchString(to) && len(between) < 50 && namely.MatchString(between) && apposition.MatchString(p.behind())
}

// orShareOf reads "3,912 hours, or 44.5 % of the 8,784 hours": the part right before its share, the whole right behind it.
func orShareOf(all []figure, r figure) (p, w figure, ok bool) {
	i := indexOf(all, r)
	if i < 1 || i+1 >= len(all) {
		return p, w, false
	}
	p, w = all[i-1], all[i+1]
	if !amount(p) || !amount(w) {
		return p, w, false
	}
	between, to := r.x.Text[p.End:r.Start], r.x.Text[r.End:w.Start]
	return p, w, len(between) < 40 && !strings.Contains(between, ":") && namely.MatchString(between) && rightOf.MatchString(to)
}

// apposition ends what is set between commas or brackets.
var apposition = pattern.Compile(`(?i)^(?:\s+(?:of\s+(?:them|it)|davon))?\s*(?:[,).;–—]|$)`)

// quotaOf reads "Of 3,200 employees 480 left us. The turnover rate was 15.0 %": a share with a sentence of its own, and two amounts before it.
func quotaOf(all []figure, r figure) (p, w figure, ok bool) {
	before := figuresOf(r.x.Earlier())
	if len(all) != 1 || len(before) != 2 || !quota.MatchString(r.before()) || !apposition.MatchString(r.behind()) {
		return p, w, false
	}
	w, p = before[0], before[1]
	return p, w, amount(p) && amount(w) && outOf.MatchString(w.before()) && len(sheet.YearsNamed(r.x.Text)) == 0
}

func amount(f figure) bool {
	return !f.percent() && f.Per == "" && f.Unit.Dimension != quantity.Points
}

func indexOf(all []figure, f figure) int {
	for i := range all {
		if all[i].same(f) {
			return i
		}
	}
	return -1
}

// fractionShare holds "two thirds of our 4,650 wagons, 3,100 of them" against itself.
func fractionShare(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	worded, ok := sheet.WordedShare(x.Text)
	all := figuresOf(x)
	if !ok || len(all) != 2 {
		return c, false
	}
	w, p := all[0], all[1]
	if w.Start < worded.End || !amount(w) || !amount(p) || !p.exact() || !w.exact() || !like(p, w) || p.Base().Cmp(w.Base()) >= 0 {
		return c, false
	}
	to, between := x.Text[worded.Start+len(worded.Text):w.Start], x.Text[w.End:p.Start]
	if !rightOf.MatchString(to) || len(between) > 50 || !namely.MatchString(between) || !apposition.MatchString(p.behind()) {
		return c, false
	}
	return wordedClaim(x, worded, p, w)
}

// wordedClaim holds a share in words against a part and its whole.
func wordedClaim(x sheet.Statement, worded sheet.InWords, p, w figure) (c claim, ok bool) {
	made, ok := quantity.PercentOf(p.Base(), w.Base())
	if !ok {
		return c, false
	}
	end := worded.Start + len(worded.Text)
	r := figure{quantity.Quantity{Text: worded.Text, Value: worded.Said, Half: apd.New(4, 0), Start: worded.Start, End: end, Unit: w.Unit}, x}
	r.Unit.Dimension, r.Unit.Factor = quantity.Percent, quantity.Int(1)
	return claim{stated: r, from: []figure{p, w}, labels: []string{"part", "whole"}, computed: made, value: worded.Said, unit: "%", why: "share",
		span: quantity.Interval{Low: made, High: made}, range_: worded.Room,
		working: fmt.Sprintf("%s / %s x 100 = %s %%; stated: %s", p.Text, w.Text, quantity.Print(made, compare.Places), worded.Text)}, true
}

var noneOfIt = pattern.Compile(`(?i)^\s+(?:[\p{L}'’]+\s+){0,2}(?:none|not)\s*[.;]?\s*$`)

// complement holds "74 % had a rating and 26 % had none" against itself.
func complement(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	if len(all) != 2 || !all[0].percent() || !all[1].percent() || !all[0].exact() || !all[1].exact() || !noneOfIt.MatchString(all[1].behind()) {
		return c, false
	}
	a, r := all[0], all[1]
	made := quantity.Sub(compare.Hundred, a.Value)
	half := quantity.Sum(a.Half, r.Half)
	return claim{stated: r, from: []figure{a}, labels: []string{"some"}, computed: made, value: r.Value, unit: "%", why: "others",
		span:    quantity.Interval{Low: quantity.Sub(made, half), High: quantity.Sum(made, half)},
		range_:  quantity.Interval{Low: r.Value, High: r.Value},
		working: fmt.Sprintf("100 %% - %s = %s %%; stated: %s", a.Text, compare.Show(made), r.Text)}, true
}
