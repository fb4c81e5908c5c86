package checks

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

var scopeAddition = Definition{
	Name: "scope_addition", Severity: "critical", Tolerance: "1 % of the total",
	About: "Scope 1, Scope 2 and Scope 3 of a table or a sentence add up to the totals that it states.",
	heard: scopesSaid,
	run: func(s *sheet) []finding {
		out := addScopes(s)
		for _, t := range s.tables {
			out = append(out, totalRows(s, t, true)...) // "Total" under the scopes
		}
		return out
	},
}

var categoryAddition = Definition{
	Name: "category_addition", Severity: "critical", Tolerance: "1 % of the total",
	About: "The sources or categories of a scope add up to the scope.",
	run:   addCategories,
}

// totals lists the entries of a table and column that give all of a scope, by scope.
func (s *sheet) totals(t *table, col int) map[string][]entry {
	out := map[string][]entry{}
	for _, e := range t.all {
		if e.at.Col == col && e.Metric == facts.GHGEmissions && e.Category == "" && !e.Target && !e.Change {
			out[s.scope(e)] = append(out[s.scope(e)], e)
		}
	}
	return out
}

// addScopes checks the totals over scopes of each column of each table. A row that disagrees in each of several
// columns is more likely the total of something else than wrong every time; so is a row of a page's lines, whose
// label may have been cut. What a row is the total of is shown by the columns in which it agrees to the last place.
func addScopes(s *sheet) []finding {
	var out []finding
	for _, t := range s.tables {
		rows := map[int][]additions{}
		var order []int
		for _, col := range t.cols {
			totals := s.totals(t, col)
			for _, scope := range []string{"1+2", "1+2+3", "total"} {
				for _, stated := range totals[scope] {
					ways := addScope(totals, scope, stated)
					if len(ways.sums) == 0 || netTotal.MatchString(stated.label()) && !ways.best().agrees() {
						continue
					}
					row := stated.at.Row
					if rows[row] == nil {
						order = append(order, row)
					}
					rows[row] = append(rows[row], ways)
				}
			}
		}
		for _, row := range order {
			out = append(out, concludeRow(rows[row])...)
		}
	}
	return out
}

// concludeRow turns the sums of one row's columns into findings.
func concludeRow(columns []additions) []finding {
	agree, tight := 0, 0
	way := "" // in which it agrees to the last place
	for _, ways := range columns {
		best := ways.best()
		if best.agrees() {
			agree++
		}
		if ways.tight() {
			tight++
			if way == "" {
				way = best.way()
			}
		}
	}
	shown := tight > 0 && 2*tight >= len(columns)
	var out []finding
	for _, ways := range columns {
		best := ways.best()
		if i := slices.IndexFunc(ways.sums, func(x sum) bool { return x.way() == way }); i >= 0 && !best.agrees() {
			best = ways.sums[i]
		}
		f := best.finding()
		if f.Result == events.CheckFail {
			doubt := func(why string) {
				f.Result, f.Severity = events.CheckInconclusive, "warning"
				f.Message = why + " " + f.Message
			}
			if len(ways.sums) > 1 {
				f.Message = "None of the ways to add the scopes up gives the total. " + f.Message
			}
			switch {
			case agree == 0 && (len(columns) > 1 || best.stated.Source == facts.FromText):
				doubt("The row may be the total of more or less than these scopes.")
			case ways.scope == "total" && !shown:
				doubt("The total may be of more or less than these scopes.")
			case len(ways.sums) > 1 && !shown:
				doubt("Which rows the total is of is not settled.")
			}
		}
		out = append(out, f)
	}
	return out
}

// additions are the ways to add up the scopes of one total.
type additions struct {
	scope string
	sums  []sum
}

// best is the way that agrees, or else the first.
func (a additions) best() sum {
	best := a.sums[0]
	for _, x := range a.sums[1:] {
		if x.agrees() && !best.agrees() || x.rounding && !best.rounding && !best.exact || x.exact {
			best = x
		}
	}
	return best
}

// tight says that one of the ways agrees to the last place.
func (a additions) tight() bool {
	return slices.ContainsFunc(a.sums, func(x sum) bool { return x.exact || x.rounding })
}

// way names the rows that a sum adds up.
func (s sum) way() string {
	rows := make([]string, len(s.parts))
	for i, p := range s.parts {
		rows[i] = strconv.Itoa(p.at.Row)
	}
	return strings.Join(rows, " ")
}

// addScope finds the scopes that a total is of and adds them. Where Scope 2 stands by two methods and the total
// names neither, either may be meant.
func addScope(totals map[string][]entry, scope string, stated entry) additions {
	need := strings.Split(scope, "+")
	if scope == "total" {
		need = []string{"1", "2", "3"}
		if len(totals["3"]) == 0 {
			need = need[:2]
		}
	}
	choices := [][]entry{nil}
	for _, n := range need {
		var next [][]entry
		for _, e := range totals[n] {
			if e.Boundary != stated.Boundary || !comparable(e, stated) ||
				stated.Method != "" && e.Method != "" && e.Method != stated.Method || e.Restated != stated.Restated {
				continue
			}
			for _, c := range choices {
				next = append(next, append(c[:len(c):len(c)], e))
			}
		}
		choices = next
	}
	if len(choices) > 8 {
		return additions{}
	}
	out := additions{scope: scope}
	for _, c := range choices {
		out.sums = append(out.sums, addUp(c, stated))
	}
	return out
}

var netTotal = regexp.MustCompile(`(?i)\bnet\b|\bafter\b|\bexcl`)

// addCategories adds the sources and categories of each scope. A mismatch is a failure only where all rows of a
// heading are the parts, or the same rows add up in another column.
func addCategories(s *sheet) []finding {
	var out []finding
	for _, t := range s.tables {
		sums := map[string][]sum{}
		var order []string
		for _, col := range t.cols {
			totals := s.totals(t, col)
			for _, scope := range []string{"1", "2", "3"} {
				if len(totals[scope]) != 1 {
					continue
				}
				stated := totals[scope][0]
				parts := s.categories(t, col, scope, stated)
				if len(parts) < 2 {
					continue
				}
				if sums[scope] == nil {
					order = append(order, scope)
				}
				sums[scope] = append(sums[scope], addUp(parts, stated))
			}
		}
		for _, scope := range order {
			agree := 0
			for _, x := range sums[scope] {
				if x.agrees() && !x.computed.IsZero() {
					agree++
				}
			}
			for _, x := range sums[scope] {
				proven := agree > 0 || t.sameHeading(x) || x.computed.IsZero() && x.stated.Quantity().Value.IsZero()
				switch {
				case x.agrees() || proven:
					out = append(out, x.finding())
				case t.onlyCategories(s, x):
					f := x.finding()
					f.Result, f.Severity = events.CheckInconclusive, "warning"
					f.Message = "Categories may have been left out of the table. " + f.Message
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// onlyCategories says that a sum adds up all the numbered categories above their total, or below it, and nothing else stands there.
func (t *table) onlyCategories(s *sheet, x sum) bool {
	if x.stated.Source != facts.FromTable || len(x.parts) < 3 {
		return false
	}
	seen := map[int]bool{}
	below := x.parts[0].at.Row > x.stated.at.Row // the total stands above them
	for _, p := range x.parts {
		if p.Number == 0 || seen[p.Number] || (p.at.Row > x.stated.at.Row) != below {
			return false
		}
		seen[p.Number] = true
	}
	rows := 0
	for _, e := range t.all {
		if e.at.Col == x.stated.at.Col && e.ID != x.stated.ID && (e.at.Row > x.stated.at.Row) == below && s.scope(e) == s.scope(x.stated) {
			rows++
		}
	}
	return rows == len(x.parts)
}

// categories are the rows of a column that are parts of a scope: each of one category, none a part of another.
func (s *sheet) categories(t *table, col int, scope string, stated entry) []entry {
	var parts []entry
	for _, e := range t.all {
		if e.at.Col != col || e.Metric != facts.GHGEmissions || e.Category == "" || e.Target || e.Change || s.scope(e) != scope ||
			e.Boundary != stated.Boundary || !comparable(e, stated) || facts.IsPartOfPart(e.label()) || e.total {
			continue
		}
		parts = append(parts, e)
	}
	return parts
}

// sameHeading says that the total and its parts stand under one heading of their own, or under the categories of
// ISO 14064-1, which leave nothing out.
func (t *table) sameHeading(x sum) bool {
	if x.stated.Source != facts.FromTable {
		return false
	}
	iso := true
	for _, p := range x.parts {
		iso = iso && facts.ISOCategory(strings.Split(p.parent(), "\x1f")[0])
	}
	if iso {
		return true
	}
	parent := x.stated.parent()
	if parent == "" {
		return false
	}
	for _, p := range x.parts {
		if p.parent() != parent {
			return false
		}
	}
	siblings := 0
	for _, e := range t.all {
		if e.at.Col == x.stated.at.Col && e.parent() == parent && e.ID != x.stated.ID {
			siblings++
		}
	}
	return siblings == len(x.parts) // nothing of the heading is left out
}
