// Package passage redoes the arithmetic of two sentences that follow one another: "We ran 120 turbines. They made 864 GWh, 7.2 GWh for each
// turbine." The words say which figure is made of the others and how; that it is not made of them in any other way, either, is what the
// figures of the passage are tried for before it is said to be wrong.
package passage

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Kind is what a figure of a passage is said to be.
type Kind int

// The closed set of kinds.
const (
	Sum Kind = iota
	Share
	Change
	Quotient
)

// Bounds of a passage, and how far off a figure is at least that is said to be wrong, in per cent of it or in percentage points.
const (
	longest     = 700
	mostFigures = 7
)

var (
	leastApart       = apd.New(5, -1)
	leastPointsApart = apd.New(1, 0)
	leastRatioApart  = apd.New(4, 0)
)

// passage is a sentence with the one before it, which it may go on from.
type passage struct {
	sheet.Statement        // of the sentence itself
	text            string // of both
	begin           int    // of the sentence in text
	all             []quantity.Quantity
	own             int // the first figure of the sentence itself
}

// itemNumber is the number of a paragraph or of an item before its words.
var itemNumber = pattern.Compile(`^\W*\d{1,2}(?:[.)]|\s\s)\s*$`)

func unnumbered(text string, figures []quantity.Quantity) []quantity.Quantity {
	if len(figures) > 0 && itemNumber.MatchString(text[:min(len(text), figures[0].End+2)]) {
		return figures[1:]
	}
	return figures
}

func read(x sheet.Statement) passage {
	x.Figures = unnumbered(x.Text, x.Figures)
	p := passage{Statement: x, text: x.Text}
	if x.Before != "" {
		p.text, p.begin = x.Before+" "+x.Text, len(x.Before)+1
		p.all = append(p.all, unnumbered(x.Before, x.Earlier().Figures)...)
		p.own = len(p.all)
	}
	for _, q := range x.Figures {
		q.Start, q.End = q.Start+p.begin, q.End+p.begin
		p.all = append(p.all, q)
	}
	return p
}

// alone is the passage without the sentence before.
func (p passage) alone() passage {
	return passage{Statement: p.Statement, text: p.Text, all: p.Figures}
}

// third are the first three figures of a passage, the last of which is of the sentence itself.
func (p passage) third() (a, b, c quantity.Quantity, ok bool) {
	if len(p.all) < 3 || p.own > 2 {
		return a, b, c, false
	}
	return p.all[0], p.all[1], p.all[2], true
}

// claim is a figure with what it is said to be made of, and what they make.
type claim struct {
	stated  quantity.Quantity
	parts   []quantity.Quantity
	value   *apd.Decimal // in the unit of what is stated
	span    quantity.Interval
	working string
	rough   bool // it is so far off that what is only about so much is wrong, too
}

// rule finds the figures of a passage that are said to be made of others.
type rule struct {
	kind Kind
	find func(passage) []claim
}

// The rules in the order in which they are tried: a figure is told once.
var rules = []rule{
	{Sum, together}, {Sum, theRest}, {Sum, balance}, {Sum, halves}, {Sum, product}, {Sum, priced}, {Sum, steps}, {Sum, sameAgain},
	{Share, shareOf}, {Share, fraction}, {Share, nothingElse}, {Share, onTheWay}, {Change, moved}, {Quotient, perEach}, {Quotient, manyTimes},
}

// Wrong lists the figures of a kind that passages contradict.
func Wrong(s *sheet.Sheet, of Kind) []sheet.Utterance {
	found := sheet.Once(s, func() map[Kind][]sheet.Utterance { return wrong(s) })
	return found[of]
}

func wrong(s *sheet.Sheet) map[Kind][]sheet.Utterance {
	out := map[Kind][]sheet.Utterance{}
	for _, x := range s.Statements() {
		if x.Renewed() || x.RenewedBefore() {
			continue
		}
		whole := read(x)
		if len(whole.text) > longest || len(whole.all) > mostFigures {
			whole = whole.alone()
		}
		told := map[int]bool{}
		for _, p := range []passage{whole.alone(), whole} {
			if len(p.all) > mostFigures || len(p.all) == 0 {
				continue
			}
			for _, r := range rules {
				for _, c := range r.find(p) {
					at := c.stated.Start - p.begin
					if told[at] || at < 0 {
						continue
					}
					told[at] = true
					if u, ok := c.utter(whole, p.begin, r.kind); ok {
						out[r.kind] = append(out[r.kind], u)
					}
				}
			}
		}
	}
	return out
}

// utter makes a failed check of a claim that nothing in the passage explains.
func (c claim) utter(whole passage, begin int, kind Kind) (u sheet.Utterance, ok bool) {
	for _, q := range append([]quantity.Quantity{c.stated}, c.parts...) {
		if q.Bound != quantity.Exactly && !c.rough || q.Range {
			return u, false
		}
	}
	if !c.apart(kind) || whole.explains(c.stated, c.stated.Start-begin+whole.begin) {
		return u, false
	}
	check := events.Check{Result: events.CheckFail, Severity: "critical"}
	for _, q := range c.parts {
		check.Inputs = append(check.Inputs, whole.Input("part", q))
	}
	check.Inputs = append(check.Inputs, whole.Input(sheet.StatedLabel, c.stated))
	check.Working = fmt.Sprintf("%s = %s; stated: %s", c.working, quantity.Print(c.value, compare.Places), c.stated.Text)
	unit := c.stated.Unit.Counted()
	compare.Settle(&check, c.value, c.stated.Value, unit, false)
	check.Message = fmt.Sprintf("%s is stated; the figures beside it make %s.", c.stated.Text, strings.TrimSpace(quantity.Print(c.value, 2)+" "+unit))
	return whole.Utter(check, c.stated.Text, true), true
}

// apart reports whether a figure is so far from what it is made of that printing to the last place does not explain it.
func (c claim) apart(kind Kind) bool {
	if c.within() {
		return false
	}
	switch {
	case c.stated.Unit.Dimension == quantity.Percent:
		return quantity.Abs(quantity.Sub(c.value, c.stated.Value)).Cmp(leastPointsApart) > 0
	case kind == Quotient:
		return !compare.WithinPercent(c.value, c.stated.Value, leastRatioApart)
	}
	return !compare.WithinPercent(c.value, c.stated.Value, leastApart)
}
