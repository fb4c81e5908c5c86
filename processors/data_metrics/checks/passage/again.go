package passage

import (
	"slices"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	thatIs   = pattern.Compile(`(?i)^(?:that|this)\s+(?:is|was|equals|corresponds\s+to|makes)\s+(?:about\s+|around\s+|roughly\s+|some\s+|nearly\s+)?$`)
	ofTheWay = pattern.Compile(`(?i)^\s*of\s+(?:the|our|this)\s+(?:way|path|road|distance|journey)\b`)
)

// sameAgain reads "We drew 412.6 thousand m3. That is about 0.41 million m3": one amount in two scales. Only a power of ten tells that it is the
// same one.
func sameAgain(p passage) []claim {
	if p.own == 0 || len(p.all) <= p.own {
		return nil
	}
	q := p.all[p.own]
	var same []quantity.Quantity
	for _, o := range p.all[:p.own] {
		if alike(o, q) {
			same = append(same, o)
		}
	}
	if len(same) != 1 || q.Unit.Dimension == quantity.Count || !sheet.Amount(same[0]) || q.Value.Sign() <= 0 || !thatIs.MatchString(p.text[p.begin:q.Start]) {
		return nil
	}
	c := addUp(q, same, nil)
	if s := scaled(c); len(s) == 0 || !s[0].within() {
		return nil
	}
	c.rough = true
	return []claim{c}
}

// within reports whether a figure can be what is computed.
func (c claim) within() bool {
	stated := quantity.Interval{Low: quantity.Sub(c.stated.Value, c.stated.Half), High: quantity.Sum(c.stated.Value, c.stated.Half)}
	return stated.Overlaps(c.span)
}

// onTheWay reads "We want to be 80 % below the base year. We have done 74.2 %, which is 93 % of the way".
func onTheWay(p passage) []claim {
	percents := sheet.Statement{Figures: p.all}.Percents()
	i := slices.IndexFunc(percents, func(q quantity.Quantity) bool { return ofTheWay.MatchString(p.text[q.End:]) })
	if i != 2 || len(percents) != 3 {
		return nil
	}
	part, whole := percents[0], percents[1]
	if part.Base().Cmp(whole.Base()) > 0 {
		part, whole = whole, part
	}
	if c, ok := percentOf(percents[2], part, whole); ok {
		return []claim{c}
	}
	return nil
}
