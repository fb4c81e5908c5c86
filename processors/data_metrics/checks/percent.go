package checks

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var percentageCalculation = Definition{
	Name: "percentage_calculation", Severity: "critical", Tolerance: "0.1 percentage points",
	About: "Percentages beside counts are the share of the whole that most of the table's percentages are shares of; " +
		"shares that a sentence states are those of the table's amounts.",
	heard: func(s *sheet) []utterance { return onceSaid(shares(s), countedShares(s), scopeShares(s)) },
	run: func(s *sheet) []finding {
		var out []finding
		for _, t := range s.tables {
			out = append(out, sharesOf(t)...)
		}
		return out
	},
}

var percentageSum = Definition{
	Name: "percentage_sum", Severity: "critical", Tolerance: "0.1 percentage points",
	About: "Percentages of parts make the percentage of the total row; those of a sentence that divides a thing make 100.",
	heard: func(s *sheet) []utterance { return onceSaid(wholeSentences(s), remainders(s)) },
	run: func(s *sheet) []finding {
		var out []finding
		for _, t := range s.tables {
			out = append(out, percentRows(t)...)
			out = append(out, wholeColumns(t)...)
		}
		return out
	},
}

// sharesOf pairs each percentage with its count, finds the whole that most
// pairs are shares of, and holds the others against it. Without a whole that three pairs agree on nothing is said.
func sharesOf(t *table) []finding {
	var pairs []share
	for _, e := range t.all {
		if !percent(e) || e.Change {
			continue
		}
		if c, ok := t.counted(e); ok {
			pairs = append(pairs, share{c, e})
		}
	}
	if len(pairs) < 4 {
		return nil
	}
	best := -1
	var wholeOf func(share) whole
	for _, candidate := range []func(share) whole{t.grandTotal(pairs), t.columnTotal(pairs)} {
		agree, asked := 0, 0
		for _, p := range pairs {
			of := candidate(p)
			if of.amount == nil || p.count.Quantity().Value.IsZero() || p.stated.Quantity().Value.IsZero() {
				continue // 0 % is a share of any large whole
			}
			asked++
			if ok, _, _ := shareAgrees(p, of); ok {
				agree++
			}
		}
		if agree >= 3 && 5*agree >= 3*asked && agree > best {
			best, wholeOf = agree, candidate
		}
	}
	if wholeOf == nil {
		return nil
	}
	var out []finding
	for _, p := range pairs {
		of := wholeOf(p)
		if of.amount == nil || p.count.total && of.amount.Cmp(p.count.Quantity().Base()) == 0 && p.stated.Quantity().Value.Cmp(hundred) == 0 {
			continue // that a total is all of itself says nothing
		}
		_, computed, possible := shareAgrees(p, of)
		c := events.Check{Inputs: []events.CheckInput{input(p.count, "")}}
		for _, e := range of.of {
			in := input(e, "")
			in.FactID, in.Label = "", "whole: "+in.Label // a check of each part is none of the total
			c.Inputs = append(c.Inputs, in)
		}
		c.Inputs = append(c.Inputs, input(p.stated, statedLabel+": "+shorten(p.stated.label())))
		c.Working = fmt.Sprintf("%s / %s x 100 = %s %% (%s)", show(p.count.Quantity().Base()), of.terms(), quantity.Print(computed, places), of.name)
		Settle(&c, computed, p.stated.Quantity().Value, "%", possible)
		within := quantity.Abs(quantity.Sub(p.stated.Quantity().Value, computed)).Cmp(tenthPoint) <= 0
		Conclude(&c, within, p.stated.Quantity().Bound, "0.1 percentage points")
		if c.Result == events.CheckFail {
			for _, o := range pairs {
				if o.stated.ID != p.stated.ID && o.stated.Value == p.stated.Value {
					if ok, _, _ := shareAgrees(o, of); ok {
						c.Message += fmt.Sprintf(" It repeats the percentage of \"%s\".", shorten(o.stated.label()))
						break
					}
				}
			}
		}
		out = append(out, finding{c, p.stated.at.Page})
	}
	return out
}

// percentRows adds percentages above a total row. That they are parts is shown by the counts beside them or by
// another column that adds up.
func percentRows(t *table) []finding {
	var out []finding
	for i, row := range t.rows {
		stated := t.row(row)
		if len(stated) == 0 || !stated[0].total {
			continue
		}
		rows := t.partsAbove(i, stated[0])
		if len(rows) < 2 {
			continue
		}
		r := t.percentRow(stated, rows)
		for _, x := range r.sums {
			if r.shows(x) {
				out = append(out, x.finding())
			}
		}
	}
	return out
}

// percentRow is a total row with the sums of its percentages.
type percentRow struct {
	sums   []sum
	agree  int // columns of any kind that add up
	shares int // those of percentages
}

// percentRow adds up the rows above a total, column by column.
func (t *table) percentRow(stated []entry, rows []int) percentRow {
	var r percentRow
	for _, e := range stated {
		if e.Change || e.Per != "" || e.Metric == facts.GHGIntensity {
			continue
		}
		parts, ok := t.column(rows, e)
		if !ok {
			continue
		}
		x := addUp(parts, e)
		if !percent(e) {
			if x.agrees() && !x.computed.IsZero() {
				r.agree++
			}
			continue
		}
		if changeHeading.MatchString(strings.Join(e.at.ColPath, " ")) {
			continue
		}
		if pointsAgree(x) && !x.computed.IsZero() {
			r.agree++
			r.shares++
		}
		r.sums = append(r.sums, x)
	}
	return r
}

// shows reports whether the table shows that a percentage is the sum of the rows above it.
func (r percentRow) shows(x sum) bool {
	if !pointsAgree(x) && (x.averages() && !facts.IsTotal(x.stated.label()) || r.shares == 0 && !x.additive()) {
		return false // vacancies, margins: that the amounts beside them add up says nothing of rates
	}
	if pointsAgree(x) && r.agree > 0 || r.agree > 1 || x.blank() && len(r.sums) > 1 {
		return true
	}
	all := x.stated.Quantity().Value.Cmp(hundred) == 0
	return all && (r.agree > 0 || overAll(x)) // the others make 100 too, or these more than all of what the table divides
}

// overAll reports whether parts of what the table says to divide make a little more than all of it.
func overAll(x sum) bool {
	return len(x.parts) > 2 && x.computed.Cmp(hundred) > 0 && withinPercent(hundred, x.computed, tenPercent) &&
		consists.MatchString(x.stated.at.Caption)
}

func pointsAgree(x sum) bool {
	return x.rounding || x.exact || quantity.Abs(quantity.Sub(x.stated.Quantity().Value, x.computed)).Cmp(tenthPoint) <= 0
}

// wholeColumns adds up columns of percentages that have no total: where most columns make 100, the one that does
// not is a mistake. Rows under one heading, none a part of another.
func wholeColumns(t *table) []finding {
	groups := map[string][]int{}
	var order []string
	for _, row := range t.rows {
		r := t.row(row)
		if len(r) == 0 || r[0].Source != facts.FromTable || facts.IsPartOfPart(r[0].label()) {
			continue
		}
		p := r[0].parent()
		if groups[p] == nil {
			order = append(order, p)
		}
		groups[p] = append(groups[p], row)
	}
	var out []finding
	for _, p := range order {
		rows := groups[p]
		if len(rows) < 3 {
			continue
		}
		var sums []finding
		agree := 0
		for _, col := range t.cols {
			f, ok := t.makesAll(rows, col)
			if !ok {
				continue
			}
			if f.Result == events.CheckPass {
				agree++
			}
			sums = append(sums, f)
		}
		if agree > 1 && 3*agree >= 2*len(sums) {
			out = append(out, sums...)
		}
	}
	return out
}

// makesAll holds the percentages of a column against 100; ok is false where a row has none, or is a total.
func (t *table) makesAll(rows []int, col int) (finding, bool) {
	sum, half := quantity.Int(0), quantity.Int(0)
	c := events.Check{}
	var terms []string
	page := 0
	for _, row := range rows {
		e, ok := t.cell(row, col)
		if !ok || !percent(e) || e.Change || e.total || e.Target || e.Quantity().Value.Sign() < 0 || e.Quantity().Bound != quantity.Exactly {
			return finding{}, false
		}
		sum, half = quantity.Sum(sum, e.Quantity().Value), quantity.Sum(half, e.Quantity().Half)
		terms = append(terms, show(e.Quantity().Value))
		c.Inputs = append(c.Inputs, input(e, ""))
		page = e.at.Page
	}
	c.Working = strings.Join(terms, " + ") + " = " + show(sum) + " %"
	off := quantity.Abs(quantity.Sub(sum, hundred))
	Settle(&c, hundred, sum, "%", off.Cmp(half) <= 0)
	Conclude(&c, off.Cmp(tenthPoint) <= 0, quantity.Exactly, "0.1 percentage points")
	if c.Result == events.CheckFail {
		c.Message = fmt.Sprintf("The column makes %s %%, where the others make 100 %%.", show(sum))
	}
	return finding{c, page}, true
}
