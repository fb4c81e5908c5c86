package checks

import (
	"regexp"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/facts"
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
// label may have been cut.
func addScopes(s *sheet) []finding {
	var out []finding
	for _, t := range s.tables {
		rows := map[int][]finding{}
		agree := map[int]int{}
		sources := map[int]facts.Source{}
		var order []int
		for _, col := range t.cols {
			totals := s.totals(t, col)
			for _, scope := range []string{"1+2", "1+2+3", "total"} {
				for _, stated := range totals[scope] {
					f, ok := addScope(totals, scope, stated)
					if !ok {
						continue
					}
					row := stated.at.Row
					if rows[row] == nil {
						order = append(order, row)
					}
					if f.Result == events.CheckPass {
						agree[row]++
					}
					rows[row], sources[row] = append(rows[row], f), stated.Source
				}
			}
		}
		for _, row := range order {
			for _, f := range rows[row] {
				if f.Result == events.CheckFail && agree[row] == 0 && (len(rows[row]) > 1 || sources[row] == facts.FromText) {
					f.Result, f.Severity = events.CheckInconclusive, "warning"
					f.Message = "The row may be the total of more or less than these scopes. " + f.Message
				}
				out = append(out, f)
			}
		}
	}
	return out
}

// addScope finds the scopes that a total is of and adds them. Where Scope 2 stands by two methods and the total
// names neither, either may be meant.
func addScope(totals map[string][]entry, scope string, stated entry) (finding, bool) {
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
			if e.Boundary != stated.Boundary || !comparable(e, stated) || stated.Method != "" && e.Method != "" && e.Method != stated.Method || e.Restated != stated.Restated {
				continue
			}
			for _, c := range choices {
				next = append(next, append(c[:len(c):len(c)], e))
			}
		}
		choices = next
	}
	if len(choices) == 0 || len(choices) > 8 {
		return finding{}, false
	}
	best := addUp(choices[0], stated)
	for _, c := range choices[1:] {
		if s := addUp(c, stated); s.agrees() && !best.agrees() || s.exact {
			best = s
		}
	}
	f := best.finding()
	if len(choices) > 1 && f.Result == events.CheckFail {
		// Which rows the total is of is not settled.
		f.Result, f.Severity = events.CheckInconclusive, "warning"
		f.Message = "None of the ways to add the scopes up gives the total. " + f.Message
	}
	if scope == "total" && f.Result == events.CheckFail && netTotal.MatchString(stated.label()) {
		return finding{}, false
	}
	if scope == "total" && f.Result == events.CheckFail {
		f.Result, f.Severity = events.CheckInconclusive, "warning"
		f.Message = "The total may be of more or less than these scopes. " + f.Message
	}
	return f, true
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
