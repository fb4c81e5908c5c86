package passage

import (
	"fmt"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// ofTheWay is what a share is of that says how much of an aim is reached: "78 % [of the way]".
	ofTheWay = pattern.Compile(`(?i)^\s*of\s+(?:the\s+way|(?:our|the|this|that|its|what\s+we)\s+(?:[\p{L}\d-]+\s+){0,3}?(?:target|goal|aim|objective)\b)`)
	// thatMakes leads from what is reached to how much of the aim that is.
	thatMakes = pattern.Compile(`(?i)^(?:[^.;\d]|20\d\d){0,60}(?:,|\(|–)\s*` +
		`(?:(?:(?:which|that|this)\s+(?:is|was|makes|means|equals|corresponds\s+to)|or|i\.e\.,?|thus)\s+)?` +
		sheet.Hedges + `$`)
	aimed = pattern.Compile(`(?i)\b(?:target\w*|goals?|aim\w*|objectives?|want|commit\w*|pledge\w*|by\s+20\d\d)\b`)
)

// wayDone holds "we want to be 80 % below 2019. We have done 74.2 % so far, which is 93 % of the way" against itself.
func wayDone(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	for i := 1; i < len(all); i++ {
		done, share := all[i-1], all[i]
		if !share.percent() || !done.percent() || !done.exact() || share.Range || share.Signed || share.Bound != quantity.Exactly ||
			!ofTheWay.MatchString(share.behind()) || !thatMakes.MatchString(x.Text[done.End:share.Start]) {
			continue
		}
		aim, found := aimOf(x, all, i)
		if !found || !aim.percent() || !aim.exact() {
			return c, false
		}
		made, fine := quantity.PercentOf(done.Value, aim.Value)
		a := quantity.Interval{Low: quantity.Sub(done.Value, done.Half), High: quantity.Sum(done.Value, done.Half)}
		b := quantity.Interval{Low: quantity.Sub(aim.Value, aim.Half), High: quantity.Sum(aim.Value, aim.Half)}
		span, sure := over(times(a, compare.Hundred), b)
		if !fine || !sure {
			return c, false
		}
		return claim{stated: share, from: []figure{done, aim}, labels: []string{"reached", "aim"}, computed: made, span: span, value: share.Value,
			range_: quantity.Interval{Low: quantity.Sub(share.Value, share.Half), High: quantity.Sum(share.Value, share.Half)}, unit: "%", why: "share of the aim",
			working: fmt.Sprintf("%s / %s x 100 = %s %%; stated: %s", done.Text, aim.Text, quantity.Print(made, compare.Places), share.Text)}, true
	}
	return c, false
}

// aimOf is what a share of an aim is of: the one percentage behind it, or the one of the sentence before if that tells an aim.
func aimOf(x sheet.Statement, all []figure, share int) (aim figure, ok bool) {
	if behind := all[share+1:]; len(behind) > 0 {
		return behind[0], len(behind) == 1 && share == 1
	}
	if before := figuresOf(x.Earlier()); len(before) == 1 && aimed.MatchString(x.Before) && len(all) == 2 {
		return before[0], true
	}
	return aim, false
}

var (
	// cutFrom leads from a percentage to the amount that it is taken off: "55 % [below the 2018 level of] 102,840 tonnes".
	cutFrom = pattern.Compile(`(?i)^\s*(?:(?:reduction|cut|decrease|less|lower|fewer)\s+)?(?:from|than|below|under|off|against|compared\s+(?:to|with)|versus)\s+` +
		`(?:[\p{L}\d-]+\s+){0,6}?(?:\(\s*)?$`)
	reducing = pattern.Compile(`(?i)\b(?:reduc\w+|cut\w*|decreas\w+|lower\w*|less|fewer|below|under)\b`)
	raising  = pattern.Compile(`(?i)\b(?:increas\w+|rais\w+|more|higher|above|grow\w*)\b`)
	// comesTo leads to what is left then.
	comesTo = pattern.Compile(`(?i)(?:[,;(–]\s*(?:(?:that|this|which)\s+)?(?:(?:is|means|equals|makes|leaves|i\.e\.|or|to)[\s,]+)?|\s(?:or|to)\s+)` +
		`(?:at\s+most|no\s+more\s+than|a\s+maximum\s+of)?\s*$`)
)

// cutTo holds "a reduction of 55 % from 102,840 tonnes, that is at most 46,278 tonnes" against itself.
func cutTo(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	if len(all) != 3 || sheet.OfOtherBasis(x.Text) {
		return c, false
	}
	p, base, level := all[0], all[1], all[2]
	if !p.percent() || !p.exact() || p.Value.Cmp(compare.Hundred) >= 0 || !amount(base) || !base.exact() || !amount(level) || !like(base, level) {
		return c, false
	}
	if level.Range || level.Value.Sign() <= 0 || level.Bound == quantity.About || !reducing.MatchString(x.Text[:base.Start]) || raising.MatchString(x.Text) {
		return c, false
	}
	between := x.Text[base.End:level.Start]
	if !cutFrom.MatchString(x.Text[p.End:base.Start]) || len(between) > 40 || !comesTo.MatchString(between) {
		return c, false
	}
	hundredth := func(d *quantity.Interval) quantity.Interval {
		low, _ := quantity.Ratio(d.Low, compare.Hundred)
		high, _ := quantity.Ratio(d.High, compare.Hundred)
		return quantity.Interval{Low: low, High: high}
	}
	left := quantity.Sub(compare.Hundred, p.Value)
	part := hundredth(&quantity.Interval{Low: quantity.Sub(left, p.Half), High: quantity.Sum(left, p.Half)})
	i := base.interval()
	made, _ := quantity.Ratio(quantity.Mul(base.Base(), left), compare.Hundred)
	return claim{stated: level, from: []figure{p, base}, labels: []string{"cut", "from"}, computed: made, value: level.Base(), range_: level.Interval(),
		span: quantity.Interval{Low: quantity.Mul(i.Low, part.Low), High: quantity.Mul(i.High, part.High)}, unit: level.Unit.Base(), why: "level",
		working: fmt.Sprintf("%s x (100 - %s) / 100 = %s; stated: %s", base.Text, compare.Show(p.Value), quantity.Print(made, compare.Places), level.Text)}, true
}
