package extract

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
)

// What a total of emissions holds, and by which method, is told by what it adds up from: "Total" below Scope 1, Scope 2 by both methods and
// four categories of Scope 3 is of all three, by the method of the row of Scope 2 with which it adds up.

// summand is something that a total may hold: all of a scope, in one row, or in the rows of its parts.
type summand struct {
	rows   []*tabled
	method string
}

// summands are the ways in which the rows of a table state a scope: each row of all of it, and all rows of parts of it by one method.
func summands(rows []*tabled, scope string) (out []summand) {
	parts := map[string][]*tabled{}
	for _, r := range rows {
		switch {
		case r.metric != facts.GHGEmissions || r.scope != scope:
		case r.part:
			parts[r.method()] = append(parts[r.method()], r)
		default:
			out = append(out, summand{[]*tabled{r}, r.method()})
		}
	}
	for _, method := range slices.Sorted(maps.Keys(parts)) {
		out = append(out, summand{parts[method], method})
	}
	return out
}

// scopeTotals gives totals of emissions the scopes that they add up from, and the method of the row of Scope 2 among them.
func scopeTotals(rows []*tabled) {
	first, second, third := summands(rows, "1"), summands(rows, "2"), summands(rows, "3")
	for _, total := range rows {
		if total.metric != facts.GHGEmissions || total.part || !slices.Contains([]string{"", "total", "1+2", "1+2+3"}, total.scope) {
			continue
		}
		found, scopes := map[string]bool{}, map[string]bool{}
		add := func(scope, method string, parts ...summand) {
			var all []*tabled
			for _, p := range parts {
				all = append(all, p.rows...)
			}
			if (total.scope == scope || len(total.scope) != len(scope) && (total.scope == "" || total.scope == "total")) && total.isSumOf(all) {
				found[method], scopes[scope] = true, true
			}
		}
		for _, a := range first {
			for _, b := range second {
				add("1+2", b.method, a, b)
				for _, c := range third {
					add("1+2+3", b.method, a, b, c)
				}
			}
		}
		if len(scopes) == 1 && len(found) == 1 {
			total.holds(scopes, found)
		}
	}
}

// holds gives a total the one scope, and the one method, that it was found to add up from.
func (t *tabled) holds(scopes, methods map[string]bool) {
	own := t.method()
	for scope := range scopes {
		for _, f := range t.facts {
			if f.Scope != scope {
				f.Notes = append(f.Notes, fmt.Sprintf("Of Scope %s: it adds up from what its table says of these.", scope))
			}
			f.Scope = scope
		}
		t.scope = scope
	}
	for method := range methods {
		if own != "" || method == "" {
			continue
		}
		for _, f := range t.facts {
			f.Method = method
			f.Notes = append(f.Notes, "By the "+method+"-based method: it adds up with Scope 2 by that.")
		}
	}
}

// amountOf is what two prints of one amount of emissions share.
type amountOf struct {
	scope, value, unit string
	year               int
}

// ofScopeTwo reports whether a fact is an amount of emissions with all of Scope 2 in it, that is long enough not to be another one's by chance.
func ofScopeTwo(f *facts.Fact) bool {
	return f.Metric == facts.GHGEmissions && strings.Contains(f.Scope, "2") && f.Category == "" && f.ValueBase != "" && f.Year > 0 && !f.Target && !f.Change &&
		significant(f.Printed) >= digitsWithUnit
}

// methodAcross gives the rows of emissions that name no method that of a row elsewhere in the report, if a figure of a year is the same there
// and all that print it so agree: what is "Scope 1 and 2" in five years is by the method of this year's.
func methodAcross(s *facts.Sheet) {
	named, open := map[amountOf][]string{}, map[[2]int][]*facts.Fact{}
	for i := range s.Facts {
		f := &s.Facts[i]
		if !ofScopeTwo(f) {
			continue
		}
		k := amountOf{f.Scope, f.ValueBase, f.UnitBase, f.Year}
		switch {
		case f.Method != "" && !slices.Contains(named[k], f.Method):
			named[k] = append(named[k], f.Method)
		case f.Method == "" && f.Table == 0:
			open[[2]int{0, i}] = []*facts.Fact{f}
		case f.Method == "":
			row := [2]int{f.Table, f.Row}
			open[row] = append(open[row], f)
		}
	}
	for _, row := range open {
		var methods []string
		for _, f := range row {
			methods = append(methods, named[amountOf{f.Scope, f.ValueBase, f.UnitBase, f.Year}]...)
		}
		slices.Sort(methods)
		if methods = slices.Compact(methods); len(methods) != 1 {
			continue
		}
		for _, f := range row {
			f.Method = methods[0]
			f.Notes = append(f.Notes, "By the "+methods[0]+"-based method: so is the same figure elsewhere in the report.")
		}
	}
}

// gases says of a row "CO2 emissions" beside rows of other gases that it is one gas and not all of its scope.
func gases(s *facts.Sheet) {
	type column struct {
		table, col int
		scope      string
	}
	parted := map[column]bool{}
	for i := range s.Facts {
		if f := &s.Facts[i]; f.Metric == facts.GHGEmissions && f.Table > 0 && f.Category != "" && otherGas.MatchString(f.Category) {
			parted[column{f.Table, f.Col, f.Scope}] = true
		}
	}
	if len(parted) == 0 {
		return
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != facts.GHGEmissions || f.Category != "" || !parted[column{f.Table, f.Col, f.Scope}] {
			continue
		}
		c := cell.Cell{Rows: f.RowPath, Cols: f.ColPath}
		if onlyCO2.MatchString(c.Own()) {
			f.Category = "CO2"
		}
	}
}

var (
	otherGas = pattern.Compile(`(?i)^\W*(?:CH4|methane|N2O|nitrous oxide|HFCs?|PFCs?|SF6|NF3|hydrofluoro\w+|perfluoro\w+)\b`)
	onlyCO2  = pattern.Compile(`(?i)^\W*(?:CO\s?[2₂]|carbon dioxide)(?:\s*\(CO[2₂]\))?(?:\s+emissions?)?\W*$`)
)
