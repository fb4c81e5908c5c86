package sums

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

var ScopeAddition = sheet.Definition{
	Name: "scope_addition", Severity: "critical", Tolerance: "1 % of the total",
	About: "Scope 1, Scope 2 and Scope 3 of a table or a sentence add up to the totals that it states.",
	Heard: func(s *sheet.Sheet) []sheet.Utterance { return scopesSaid(s) },
	Run: func(s *sheet.Sheet) []sheet.Finding {
		out := addScopes(s)
		for _, t := range s.Tables {
			out = append(out, totalRows(s, t, true)...) // "Total" under the scopes
		}
		return out
	},
}

// Totals lists the entries of a table and column that give all of a scope, by scope.
func Totals(s *sheet.Sheet, t *sheet.Table, col int) map[string][]sheet.Entry {
	out := map[string][]sheet.Entry{}
	for _, e := range t.All {
		if e.At.Col == col && e.Metric == facts.GHGEmissions && e.Category == "" && !e.Target && !e.Change {
			out[s.Scope(e)] = append(out[s.Scope(e)], e)
		}
	}
	return out
}

// addScopes checks the totals over scopes of each column of each table. A row that disagrees in each of several
// columns is more likely the total of something else than wrong every time; so is a row of a page's lines, whose
// label may have been cut. What a row is the total of is shown by the columns in which it agrees to the last place.
func addScopes(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, t := range s.Tables {
		rows := map[int][]additions{}
		var order []int
		for _, col := range t.Cols {
			totals := Totals(s, t, col)
			for _, scope := range []string{"1+2", "1+2+3", "total"} {
				for _, stated := range totals[scope] {
					ways := addScope(totals, scope, stated)
					if len(ways.sums) == 0 || netTotal.MatchString(stated.Label()) && !ways.best().Agrees() {
						continue
					}
					row := stated.At.Row
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
func concludeRow(columns []additions) []sheet.Finding {
	agree, tight := 0, 0
	way := "" // in which it agrees to the last place
	for _, ways := range columns {
		best := ways.best()
		if best.Agrees() {
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
	var out []sheet.Finding
	for _, ways := range columns {
		best := ways.best()
		if i := slices.IndexFunc(ways.sums, func(x Sum) bool { return x.way() == way }); i >= 0 && !best.Agrees() {
			best = ways.sums[i]
		}
		f := best.Finding()
		if f.Result == events.CheckFail {
			doubt := func(why string) {
				f.Result, f.Severity = events.CheckInconclusive, "warning"
				f.Message = why + " " + f.Message
			}
			if len(ways.sums) > 1 {
				f.Message = "None of the ways to add the scopes up gives the total. " + f.Message
			}
			switch {
			case agree == 0 && (len(columns) > 1 || best.Stated.Source == facts.FromText):
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
	sums  []Sum
}

// best is the way that agrees, or else the first.
func (a additions) best() Sum {
	best := a.sums[0]
	for _, x := range a.sums[1:] {
		if x.Agrees() && !best.Agrees() || x.Rounding && !best.Rounding && !best.Exact || x.Exact {
			best = x
		}
	}
	return best
}

// tight says that one of the ways agrees to the last place.
func (a additions) tight() bool {
	return slices.ContainsFunc(a.sums, func(x Sum) bool { return x.Exact || x.Rounding })
}

// way names the rows that a sum adds up.
func (s Sum) way() string {
	rows := make([]string, len(s.Parts))
	for i, p := range s.Parts {
		rows[i] = strconv.Itoa(p.At.Row)
	}
	return strings.Join(rows, " ")
}

// addScope finds the scopes that a total is of and adds them. Where Scope 2 stands by two methods and the total
// names neither, either may be meant.
func addScope(totals map[string][]sheet.Entry, scope string, stated sheet.Entry) additions {
	need := strings.Split(scope, "+")
	if scope == "total" {
		need = []string{"1", "2", "3"}
		if len(totals["3"]) == 0 {
			need = need[:2]
		}
	}
	choices := [][]sheet.Entry{nil}
	for _, n := range need {
		var next [][]sheet.Entry
		for _, e := range totals[n] {
			if e.Boundary != stated.Boundary || !sheet.Comparable(e, stated) ||
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
		out.sums = append(out.sums, AddUp(c, stated))
	}
	return out
}

var netTotal = pattern.Compile(`(?i)\bnet\b|\bafter\b|\bexcl`)
