package extract

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/prose"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What the rows of a table are, their figures show where labels do not: rows that add up to a total in every column are of what
// it is of. "Municipal supply", "Bores" and "Rivers" above "Water withdrawal" are water; "Natural gas", "Heating oil" and "Vehicle
// fleet" above "Scope 1" are of that scope; "Scope 1 and 2" is by the method of the row of Scope 2 with which it adds up.

// tabled is a row of amounts, or a column: then "row" and "column" below are the other way round.
type tabled struct {
	row    int
	facts  map[int]*facts.Fact // by column
	metric facts.Metric        // of all its figures; empty if they differ
	unit   string              // to which they convert
	scope  string              // of all of it; empty if it names none
	part   bool                // it is a category of a scope that it names
}

// amounts lists the rows of each table that hold amounts which can be added, or the columns.
func amounts(s *facts.Sheet, columns bool) [][]*tabled {
	tables := map[int]map[int]*tabled{}
	var order []int
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Table == 0 || f.Change || f.Target || f.Ambiguous() || f.Per != "" || prose.Moved(f) || f.Metric == facts.GHGIntensity ||
			f.Metric == facts.GHGReduction {
			continue
		}
		if tables[f.Table] == nil {
			tables[f.Table] = map[int]*tabled{}
			order = append(order, f.Table)
		}
		row, col := f.Row, f.Col
		if columns {
			row, col = col, row
		}
		r := tables[f.Table][row]
		if r == nil {
			r = &tabled{
				row: row, facts: map[int]*facts.Fact{}, metric: f.Metric, unit: f.Dimension + f.UnitBase,
				scope: f.Scope, part: f.Scope != "" && f.Category != "",
			}
			tables[f.Table][row] = r
		}
		if f.Metric != r.metric {
			r.metric = ""
		}
		if _, twice := r.facts[col]; !twice {
			r.facts[col] = f
		}
	}
	out := make([][]*tabled, 0, len(order))
	for _, n := range order {
		rows := make([]*tabled, 0, len(tables[n]))
		for _, r := range tables[n] {
			rows = append(rows, r)
		}
		slices.SortFunc(rows, func(a, b *tabled) int { return cmp.Compare(a.row, b.row) })
		out = append(out, rows)
	}
	return out
}

// families gives rows what they add up to, and totals what adds up to them.
func families(s *facts.Sheet) {
	for _, rows := range amounts(s, false) {
		disagree(rows)
		join(rows)
		scopeTotals(rows)
	}
	for _, columns := range amounts(s, true) {
		scopeTotals(columns)
		join(slices.DeleteFunc(columns, func(t *tabled) bool { return t.metric == facts.GHGEmissions })) // whose scopes stand in rows
	}
}

// join looks for the rows that add up to others.
func join(rows []*tabled) {
	for i, total := range rows {
		if total.metric == "" || total.metric == facts.GHGEmissions && total.part {
			continue
		}
		if !total.adopt(rows[:i], -1) && i+1 < len(rows) {
			total.adopt(rows[i+1:], 1)
		}
	}
}

// adopt joins a row to those next to it, above it (-1) or below it (1), if so many of them add up to it.
func (t *tabled) adopt(beside []*tabled, step int) bool {
	var parts []*tabled
	for k := range beside {
		r := beside[k]
		if step < 0 {
			r = beside[len(beside)-1-k]
		}
		if r.unit != t.unit || !t.canHold(r, parts) {
			return false
		}
		parts = append(parts, r)
		if len(parts) > 1 && t.isSumOf(parts) && (t.metric == facts.GHGEmissions || len(parts)*len(t.facts) >= leastShown) {
			t.join(parts)
			return true
		}
	}
	return false
}

// leastShown is how many figures a sum has to be of that shows by itself what a row is: two that add up to a third by chance are not rare.
const leastShown = 3

// canHold reports whether a row may be a part beside others: of the same thing or of one that is not known. Of emissions, a row that
// names a scope is no part of another.
func (t *tabled) canHold(r *tabled, parts []*tabled) bool {
	switch {
	case t.metric == facts.GHGEmissions:
		return r.metric == facts.GHGEmissions && r.scope == "" && (t.scope == "1" || t.scope == "2" || t.scope == "3")
	case power(t.metric) && power(r.metric):
		return true
	case t.metric != facts.Other:
		return r.metric == t.metric || r.metric == facts.Other
	}
	return r.metric != "" && r.metric != facts.Other && r.metric != facts.GHGEmissions && (len(parts) == 0 || parts[0].metric == r.metric)
}

// join gives the parts of a total what it is of, or the total what all of its parts are.
func (t *tabled) join(parts []*tabled) {
	if t.metric == facts.Other {
		t.is(parts[0].metric)
		return
	}
	if power(t.metric) {
		t.sumOfPower(parts)
	}
	for _, p := range parts {
		if t.metric != facts.GHGEmissions {
			p.is(t.metric)
			continue
		}
		for _, f := range p.facts {
			f.Scope, f.Category = t.scope, cmp.Or(f.Category, f.Own())
			f.Notes = append(f.Notes, fmt.Sprintf("Of Scope %s: with the rows next to it, it adds up to that.", t.scope))
		}
		p.scope, p.part = t.scope, true
	}
}

// power reports whether a metric is of amounts of energy, of one form or of any.
func power(m facts.Metric) bool { return m == facts.Energy || m == facts.Electricity }

// sumOfPower makes a total energy that holds more than electricity, and electricity if it holds nothing else.
func (t *tabled) sumOfPower(parts []*tabled) {
	m := facts.Electricity
	if t.namesElectricity() { // and its parts are of energy by a caption alone
		for _, p := range parts {
			p.becomes(m, "Of %q: so is the row that they add up to.")
		}
		return
	}
	for _, p := range parts {
		if p.metric != facts.Electricity {
			m = facts.Energy
		}
	}
	if m == t.metric {
		return
	}
	t.becomes(m, "Of %q: so are the rows that add up to it.")
}

// becomes gives all figures of a row a metric.
func (t *tabled) becomes(m facts.Metric, note string) {
	for _, f := range t.facts {
		if f.Metric != m {
			f.Metric = m
			f.Notes = append(f.Notes, fmt.Sprintf(note, m))
		}
	}
	t.metric = m
}

// namesElectricity reports whether the labels of all figures name electricity and no other energy.
func (t *tabled) namesElectricity() bool {
	for _, f := range t.facts {
		if !cell.NamesElectricity(f.Own()) {
			return false
		}
	}
	return true
}

// is gives figures that were of nothing known their metric.
func (t *tabled) is(m facts.Metric) {
	for _, f := range t.facts {
		if f.Metric == facts.Other {
			f.Metric = m
			f.Notes = append(f.Notes, fmt.Sprintf("Of %q: so are the rows with which it adds up.", m))
		}
	}
	t.metric = m
}

// method is the method of a row's figures; empty if they name none or several.
func (t *tabled) method() string {
	method := ""
	for _, f := range t.facts {
		if method != "" && f.Method != method {
			return ""
		}
		method = f.Method
	}
	return method
}

// isSumOf reports whether the columns of a row add up from those of others, all of them within their rounding.
func (t *tabled) isSumOf(parts []*tabled) bool {
	columns := 0
	for col, total := range t.facts {
		sum, room := new(apd.Decimal), quantity.Mul(total.Exact.Half, total.Exact.Unit.Factor)
		for _, p := range parts {
			f, there := p.facts[col]
			if !there {
				return false
			}
			sum = quantity.Sum(sum, f.Exact.Base())
			room = quantity.Sum(room, quantity.Mul(f.Exact.Half, f.Exact.Unit.Factor))
		}
		if quantity.Abs(quantity.Sub(sum, total.Exact.Base())).Cmp(room) > 0 || sum.IsZero() {
			return false
		}
		columns++
	}
	return columns > 0
}
