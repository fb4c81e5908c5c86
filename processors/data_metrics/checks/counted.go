package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// share is a percentage with the count that it is of.
type share struct{ count, stated entry }

// whole is what shares are of; amount is nil if there is none.
type whole struct {
	amount *apd.Decimal
	of     []entry // that it is the sum of
	name   string
}

func (w whole) terms() string {
	if len(w.of) < 2 {
		return show(w.amount)
	}
	var terms []string
	for _, e := range w.of {
		terms = append(terms, show(e.Quantity().Base()))
	}
	return "(" + strings.Join(terms, " + ") + ")"
}

// counted is the count that a percentage is the share of: the one to its left under the same heading, or the one of
// the year that the percentage's column names. "Share in 2024" may stand beside the column of 2023.
func (t *table) counted(e entry) (entry, bool) {
	var near []entry
	for col := e.at.Col - 1; col >= 0; col-- {
		c, ok := t.cell(e.at.Row, col)
		if !ok || percent(c) || c.Per != "" || outerOf(c) != outerOf(e) {
			break
		}
		near = append(near, c)
	}
	if len(near) == 0 {
		return entry{}, false
	}
	named := namedYear.FindAllString(e.column(), -1)
	for _, c := range near {
		if len(named) == 1 && strconv.Itoa(c.Year) == named[0] {
			return c, true
		}
	}
	return near[0], true
}

var namedYear = regexp.MustCompile(`\b(?:19|20)\d\d\b`)

func outerOf(e entry) string {
	if len(e.at.ColPath) < 2 {
		return ""
	}
	return e.at.ColPath[0]
}

// shareAgrees computes a share and says whether the printed percentage can be it: amounts are as uncertain as their last place, things
// that are counted are not.
func shareAgrees(p share, of whole) (ok bool, computed *apd.Decimal, rounding bool) {
	count := p.count.Quantity().Base()
	computed, fine := quantity.PercentOf(count, of.amount)
	if !fine {
		return false, quantity.Int(0), false
	}
	slack, room := roomOf(p.count), quantity.Int(0)
	for _, e := range of.of {
		room = quantity.Sum(room, roomOf(e))
	}
	least, fineLow := quantity.PercentOf(quantity.Sub(count, slack), quantity.Sum(of.amount, room))
	most, fineHigh := quantity.PercentOf(quantity.Sum(count, slack), quantity.Sub(of.amount, room))
	q := p.stated.Quantity()
	rounding = fineLow && fineHigh && q.Interval().Overlaps(quantity.Interval{Low: least, High: most})
	return rounding || quantity.Abs(quantity.Sub(q.Value, computed)).Cmp(tenthPoint) <= 0, computed, rounding
}

// roomOf is half a unit of the last place of an amount; nothing for what is counted one by one.
func roomOf(e entry) *apd.Decimal {
	q := e.Quantity()
	if q.Unit.Dimension == quantity.Count && q.Value.Exponent >= 0 && q.Unit.Factor.Cmp(quantity.Int(1)) == 0 {
		return quantity.Int(0)
	}
	return quantity.Abs(quantity.Mul(q.Half, q.Unit.Factor))
}

// grandTotal is the sum of the counts of the total row.
func (t *table) grandTotal(pairs []share) func(share) whole {
	all := whole{amount: quantity.Int(0), name: "of all"}
	for _, p := range pairs {
		if p.count.total {
			all.amount, all.of = quantity.Sum(all.amount, p.count.Quantity().Base()), append(all.of, p.count)
		}
	}
	return func(share) whole {
		if all.amount.IsZero() {
			return whole{}
		}
		return all
	}
}

// columnTotal is the count of the total row in the same column. Where no row is called one, it is the largest count that is 100 %.
func (t *table) columnTotal(pairs []share) func(share) whole {
	totals := map[int]entry{}
	largest := map[int]entry{}
	for _, p := range pairs {
		col := p.count.at.Col
		if most, ok := largest[col]; !ok || p.count.Quantity().Base().Cmp(most.Quantity().Base()) > 0 {
			largest[col] = p.count
			delete(totals, col)
			if p.stated.Quantity().Value.Cmp(hundred) == 0 {
				totals[col] = p.count
			}
		}
	}
	for _, p := range pairs {
		if p.count.total {
			totals[p.count.at.Col] = p.count
		}
	}
	return func(p share) whole {
		if e, ok := totals[p.count.at.Col]; ok && !e.Quantity().Value.IsZero() {
			return whole{e.Quantity().Base(), []entry{e}, "of the column's total"}
		}
		return whole{}
	}
}

// inAll says that an amount is that of all years together.
var inAll = regexp.MustCompile(`(?i)\b(?:in\s+total|altogether|a\s+total\s+of|in\s+all|totalling)\b`)

// yearlyPlans adds up what is planned year by year - a line of years above a line of amounts - and holds it against the amount of all
// these years, which the sentence before it gives and which a colon hands over.
func yearlyPlans(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		named := yearsNamed(x.text)
		if len(named) != 2 || !inAll.MatchString(x.text) || !strings.HasSuffix(strings.TrimSpace(x.text), ":") {
			continue
		}
		var totals []quantity.Quantity
		for _, q := range x.figures {
			if !q.Year && !q.Range && q.Unit.Dimension != quantity.Percent {
				totals = append(totals, q)
			}
		}
		if parts := s.yearByYear(x, named[0], named[1]); len(parts) > 0 && len(totals) == 1 {
			out = append(out, x.utter(x.plan(parts, totals[0]), totals[0].Text, false))
		}
	}
	return out
}

// plan makes the check of such amounts.
func (x statement) plan(parts []quantity.Quantity, total quantity.Quantity) events.Check {
	sum, half := quantity.Int(0), total.Half
	c := events.Check{}
	var terms []string
	if total.Scale != nil {
		half, _ = quantity.Ratio(total.Half, total.Scale)
	}
	for _, q := range parts {
		sum, half = quantity.Sum(sum, q.Value), quantity.Sum(half, q.Half)
		terms = append(terms, q.Text)
		c.Inputs = append(c.Inputs, x.input("part", q))
	}
	stated := unscaled(total)
	c.Inputs = append(c.Inputs, x.input(statedLabel+" whole", total))
	c.Working = fmt.Sprintf("%s = %s; stated: %s", strings.Join(terms, " + "), show(sum), total.Text)
	Settle(&c, sum, stated, "", quantity.Abs(quantity.Sub(sum, stated)).Cmp(half) <= 0)
	Conclude(&c, withinPercent(stated, sum, onePercent), total.Bound, "1 % of the total")
	return c
}

// yearByYear are the amounts below a line of all years from one to another, right behind a sentence; nil if there are none.
func (s *sheet) yearByYear(x statement, first, last int) []quantity.Quantity {
	text := s.options.Document.Pages[x.page-1].Text
	words := strings.Fields(x.text)
	at := strings.LastIndex(text, words[len(words)-1])
	if at < 0 {
		return nil
	}
	lines := slices.DeleteFunc(strings.Split(text[at:], "\n"), func(l string) bool { return strings.TrimSpace(l) == "" })
	if len(lines) < 3 {
		return nil
	}
	years, amounts := strings.Split(lines[1], "\t"), strings.Split(lines[2], "\t")
	if len(years) != last-first+1 || len(amounts) != len(years) || len(years) < leastShown {
		return nil
	}
	var out []quantity.Quantity
	for i, cell := range amounts {
		q, err := quantity.Parse(strings.TrimSpace(cell), x.style)
		if err != nil || facts.YearIn(years[i]) != first+i {
			return nil
		}
		out = append(out, q)
	}
	return out
}
