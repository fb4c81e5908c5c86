package derived

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Moves tell whether and which way a sentence says that something has changed by a figure.
type Moves struct {
	Is  func(sheet.Statement, quantity.Quantity) bool
	Way func(sheet.Statement, quantity.Quantity) (fell, ok bool)
}

// Shares holds the shares of sentences against those that the amounts around them make, Changes does so with changes.
func Shares(s *sheet.Sheet, m Moves) []sheet.Utterance  { return percentages(s, m, false) }
func Changes(s *sheet.Sheet, m Moves) []sheet.Utterance { return percentages(s, m, true) }

func percentages(s *sheet.Sheet, moves Moves, changes bool) []sheet.Utterance {
	var out []sheet.Utterance
	for _, p := range passages(s) {
		p.moves = moves
		for _, q := range p.x.Figures {
			before := strings.TrimSpace(p.x.Text[:q.Start])
			if !derivable(q) || q.Unit.Dimension != quantity.Percent || strings.HasSuffix(before, "(") && sheet.OfAnother(before, p.x.Text[q.End:]) {
				continue
			}
			is := moves.Is(*p.x, q)
			if is != changes || is && sheet.OfOtherBasis(p.x.Text) {
				continue
			}
			for _, class := range p.percentsOf(q, is) {
				if u, ok := told(p, q, class, "percentage"); ok && !p.otherwise(q, is) {
					out = append(out, u)
					break
				}
			}
		}
	}
	return out
}

// derivable reports whether a figure is stated exactly enough to be held against others.
func derivable(q quantity.Quantity) bool {
	return !q.Range && q.Bound == quantity.Exactly && q.Value.Sign() > 0 && q.Per == ""
}

// Points holds a difference in percentage points against the two percentages of its sentence.
func Points(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, p := range passages(s) {
		var all []term
		for _, t := range p.near {
			if t.x == p.x && t.Unit.Dimension == quantity.Percent {
				all = append(all, t)
			}
		}
		for _, q := range p.x.Figures {
			if q.Unit.Dimension != quantity.Points || !derivable(q) || len(all) != 2 || all[0].Bound != quantity.Exactly || all[1].Bound != quantity.Exactly ||
				sheet.OfOtherBasis(p.x.Text) {
				continue
			}
			off := quantity.Abs(quantity.Sub(all[0].Value, all[1].Value))
			slack := quantity.Sum(all[0].Half, all[1].Half)
			m := made{from: all, labels: []string{"one", "other"}, value: off, tie: tied,
				span:    quantity.Interval{Low: quantity.Sub(off, slack), High: quantity.Sum(off, slack)},
				working: fmt.Sprintf("%s - %s = %s", all[0].Text, all[1].Text, compare.Show(off))}
			if m.within(q) {
				continue
			}
			if u, ok := told(p, q, []made{m}, "difference"); ok && !p.pointsElsewhere(q) {
				out = append(out, u)
			}
		}
	}
	return out
}

// pointsElsewhere reports whether any two percentages around a difference make it.
func (p passage) pointsElsewhere(q quantity.Quantity) bool {
	p.addRows()
	for i, a := range p.wide {
		for _, b := range p.wide[:i] {
			off := quantity.Abs(quantity.Sub(a.Value, b.Value))
			if a.Unit.Dimension == quantity.Percent && b.Unit.Dimension == quantity.Percent && (made{span: quantity.Interval{Low: off, High: off}}).rounded(q) {
				return true
			}
		}
	}
	return false
}

// percentsOf are the shares or changes that a percentage may be: of the amounts of its sentence, and of those of the sentence before where it is the
// first figure of its own, or the second beside an amount.
func (p passage) percentsOf(q quantity.Quantity, is bool) [][]made {
	var own, earlier []term
	for _, t := range p.near {
		if !t.amount() {
			continue
		}
		if earlier = append(earlier, t); t.x == p.x {
			own = append(own, t)
		}
	}
	classes := [][]made{p.pairs(own, is, q)}
	if p.leads(q) || len(own) == 1 && own[0].End <= q.Start {
		classes = append(classes, p.pairs(earlier, is, q))
	}
	return classes
}

// pairs are the shares and changes of amounts of the passage.
func (p passage) pairs(all []term, is bool, q quantity.Quantity) []made {
	var out []made
	for _, a := range all {
		for _, b := range all {
			if a.x == b.x && a.Start == b.Start || !like(a, b) {
				continue
			}
			if !is && a.Base().Cmp(b.Base()) < 0 {
				if m, ok := share(a, b); ok {
					m.tie = p.tie(a, b, q)
					out = append(out, m)
				}
			}
			if m, ok := moved(a, b); ok && (is && compare.Near(a.Base(), b.Base()) && p.goesSo(q, a, b) || !is && p.alone(a, b) && compare.Near(a.Base(), b.Base())) {
				if is && p.alone(a, b) && len(p.x.Percents()) == 1 && !sheet.OfOtherBasis(p.x.Text) {
					m.tie = likely
				}
				out = append(out, m)
			}
		}
	}
	return out
}

// goesSo reports whether an amount is on the side of an earlier one that the words of a change say.
func (p passage) goesSo(q quantity.Quantity, now, then term) bool {
	fell, said := p.moves.Way(*p.x, q)
	return !said || fell == (now.Base().Cmp(then.Base()) < 0)
}

// likely is how much more something is meant for the words around it.
const likely = 0.5

// alone reports whether two amounts are the only ones of their kind in the sentence.
func (p passage) alone(a, b term) bool {
	n := 0
	for _, t := range p.near {
		if t.x == p.x && t.amount() && like(t, a) {
			n++
		}
	}
	return n == 2 && a.x == p.x && b.x == p.x
}

// leads reports whether a percentage is the first figure of its sentence, so that it may be said of the sentence before.
func (p passage) leads(q quantity.Quantity) bool { return p.x.Figures[0].Start == q.Start }

// beside leads from an amount to the share that it is, with nothing in between that could be of something else.
var beside = pattern.Compile(`^[^.;:\d%]{0,40}(?:,|\(|–|=)[^.;:,()\d%]{0,30}$`)

const tied = 1.5

// tie is how much more an amount is meant as a part for standing right before a percentage, or alone with a whole where the percentage is one of
// something.
func (p passage) tie(a, b term, q quantity.Quantity) float64 {
	switch {
	case a.x == p.x && a.End <= q.Start && beside.MatchString(p.x.Text[a.End:q.Start]):
		return tied
	case p.alone(a, b) && sheet.ShareOf(p.x.Text[q.End:]):
		return likely
	}
	return 0
}

// share is what part of a whole an amount is, in per cent.
func share(a, b term) (m made, ok bool) {
	m = made{from: []term{a, b}, labels: []string{"part", "whole"}}
	i, k := a.interval(), b.interval()
	if m.value, ok = quantity.PercentOf(a.Base(), b.Base()); !ok || k.Low.Sign() <= 0 {
		return m, false
	}
	m.span.Low, _ = quantity.PercentOf(i.Low, k.High)
	m.span.High, _ = quantity.PercentOf(i.High, k.Low)
	m.working = fmt.Sprintf("%s / %s x 100 = %s %%", a.Text, b.Text, quantity.Print(m.value, compare.Places))
	return m, true
}

// moved is by how many per cent an amount differs from an earlier one.
func moved(now, then term) (m made, ok bool) {
	m = made{from: []term{now, then}, labels: []string{"now", "before"}}
	if m.value, ok = quantity.PercentOf(quantity.Sub(now.Base(), then.Base()), then.Base()); !ok {
		return m, false
	}
	low, high := compare.ChangeOf(compare.Whole(then.Quantity), compare.Whole(now.Quantity))
	m.value = quantity.Abs(m.value)
	if high.Sign() <= 0 {
		low, high = quantity.Abs(high), quantity.Abs(low)
	}
	m.span = quantity.Interval{Low: low, High: high}
	m.working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", now.Text, then.Text, then.Text, quantity.Print(m.value, compare.Places))
	return m, true
}
