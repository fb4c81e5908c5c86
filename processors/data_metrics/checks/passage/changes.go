package passage

import (
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// moves are words of a change, in any form.
	moves = pattern.Compile(`(?i)\b(?:` + sheet.FallVerbs + `|` + sheet.RiseVerbs + `|` + sheet.FallNouns + `|` + sheet.RiseNouns +
		`|halve|reduce|lower|bring|increase|raise|sank|stieg|sinken|gesunken|gestiegen|weniger|mehr)\w*\b`)
	// aChange leads from two amounts to the change between them.
	aChange = pattern.Compile(`(?i)(?:\b(?:that|this)\s+(?:is|was|makes|represents|corresponds\s+to)|,|\(|;|–|\bwhich\s+is|\bor)\s+` +
		`(?:thus\s+)?(?:an?|the)\s+(?:overall\s+|total\s+)?(?:` + `decrease|reduction|decline|drop|fall|cut|increase|rise|growth|gain|saving` + `)\s+of\s+$`)
	aChangeBehind = pattern.Compile(`(?i)^\s*(?:less|more|lower|higher|fewer|reduction|increase|weniger|mehr)\b`)
	byPercent     = pattern.Compile(`(?i)\bby\s+$`)
	fromAmount    = pattern.Compile(`(?i)\bfrom\s+(?:the\s+|our\s+)?(?:[\p{L}]+\s+){0,2}$`)
	toAmount      = pattern.Compile(`(?i)\bto\s+(?:only\s+|just\s+)?$`)
	underOrOver   = pattern.Compile(`(?i)\b(?:some|partly|net\s+of|acquisition|acquired|organic|adjusted|excluding|including)\b`)
)

// moved reads "In 2018 they were 260,000 tonnes; in 2024 182,000 tonnes. That is a reduction of 30 %" and "by 20 % from 15,500 tonnes to
// 12,400 tonnes": two amounts of one thing, and by how much they differ.
func moved(p passage) []claim {
	percents := sheet.Statement{Figures: p.all}.Percents()
	if len(p.all) != 3 || len(percents) != 1 || sheet.OfOtherBasis(p.text) || underOrOver.MatchString(p.text) || !moves.MatchString(p.text) {
		return nil
	}
	by := percents[0]
	var two []quantity.Quantity
	for _, q := range p.all {
		if q.Start != by.Start {
			two = append(two, q)
		}
	}
	a, b := two[0], two[1]
	if !sheet.Amount(a) || !sheet.Amount(b) || !alike(a, b) || a.Value.Sign() <= 0 || b.Value.Sign() <= 0 || by.Value.Sign() <= 0 ||
		a.Unit.Dimension == quantity.Count && !alikeThings(p, a, b) {
		return nil
	}
	between := p.text[a.End:b.Start]
	switch {
	case by.Start > b.Start && (aChange.MatchString(p.text[b.End:by.Start]) ||
		aChangeBehind.MatchString(p.text[by.End:]) && consequence.MatchString(p.text[b.End:by.Start])):
	case by.Start < a.Start && byPercent.MatchString(p.text[:by.Start]) && fromAmount.MatchString(p.text[:a.Start]) && toAmount.MatchString(between):
	default:
		return nil
	}
	v, ok := quantity.PercentOf(quantity.Abs(quantity.Sub(b.Base(), a.Base())), a.Base())
	if !ok {
		return nil
	}
	low, high := compare.ChangeOf(a, b)
	if b.Base().Cmp(a.Base()) < 0 {
		low, high = quantity.Abs(high), quantity.Abs(low)
	}
	return []claim{{stated: by, parts: two, value: v, span: quantity.Interval{Low: low, High: high},
		working: "(" + b.Text + " - " + a.Text + ") / " + a.Text + " x 100"}}
}
