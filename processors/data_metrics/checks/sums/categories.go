package sums

import (
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

var CategoryAddition = sheet.Definition{
	Name: "category_addition", Severity: "critical", Tolerance: "1 % of the total",
	About: "The sources or categories of a scope add up to the scope.",
	Run:   addCategories,
}

// addCategories adds the sources and categories of each scope. A mismatch is a failure only where all rows of a
// heading are the parts, or the same rows add up in another column.
func addCategories(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, t := range s.Tables {
		sums := map[string][]Sum{}
		var order []string
		for _, col := range t.Cols {
			totals := Totals(s, t, col)
			for _, scope := range []string{"1", "2", "3"} {
				if len(totals[scope]) != 1 {
					continue
				}
				stated := totals[scope][0]
				parts := categories(s, t, col, scope, stated)
				if len(parts) < 2 {
					continue
				}
				if sums[scope] == nil {
					order = append(order, scope)
				}
				sums[scope] = append(sums[scope], AddUp(parts, stated))
			}
		}
		for _, scope := range order {
			agree := 0
			for _, x := range sums[scope] {
				if x.Agrees() && !x.Computed.IsZero() {
					agree++
				}
			}
			for _, x := range sums[scope] {
				proven := agree > 0 || sameHeading(t, x) || x.Computed.IsZero() && x.Stated.Quantity().Value.IsZero()
				switch {
				case x.Agrees() || proven:
					out = append(out, x.Finding())
				case onlyCategories(t, s, x):
					f := x.Finding()
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
func onlyCategories(t *sheet.Table, s *sheet.Sheet, x Sum) bool {
	if x.Stated.Source != facts.FromTable || len(x.Parts) < 3 {
		return false
	}
	seen := map[int]bool{}
	below := x.Parts[0].At.Row > x.Stated.At.Row // the total stands above them
	for _, p := range x.Parts {
		if p.Number == 0 || seen[p.Number] || (p.At.Row > x.Stated.At.Row) != below {
			return false
		}
		seen[p.Number] = true
	}
	rows := 0
	for _, e := range t.All {
		if e.At.Col == x.Stated.At.Col && e.ID != x.Stated.ID && (e.At.Row > x.Stated.At.Row) == below && s.Scope(e) == s.Scope(x.Stated) {
			rows++
		}
	}
	return rows == len(x.Parts)
}

// categories are the rows of a column that are parts of a scope: each of one category, none a part of another.
func categories(s *sheet.Sheet, t *sheet.Table, col int, scope string, stated sheet.Entry) []sheet.Entry {
	var parts []sheet.Entry
	for _, e := range t.All {
		if e.At.Col != col || e.Metric != facts.GHGEmissions || e.Category == "" || e.Target || e.Change || s.Scope(e) != scope ||
			e.Boundary != stated.Boundary || !sheet.Comparable(e, stated) || vocabulary.IsPartOfPart(e.Label()) || e.Total {
			continue
		}
		parts = append(parts, e)
	}
	return parts
}

// sameHeading says that the total and its parts stand under one heading of their own, or under the categories of
// ISO 14064-1, which leave nothing out.
func sameHeading(t *sheet.Table, x Sum) bool {
	if x.Stated.Source != facts.FromTable {
		return false
	}
	iso := true
	for _, p := range x.Parts {
		iso = iso && cell.ISOCategory(strings.Split(p.Parent(), "\x1f")[0])
	}
	if iso {
		return true
	}
	parent := x.Stated.Parent()
	if parent == "" {
		return false
	}
	for _, p := range x.Parts {
		if p.Parent() != parent {
			return false
		}
	}
	siblings := 0
	for _, e := range t.All {
		if e.At.Col == x.Stated.At.Col && e.Parent() == parent && e.ID != x.Stated.ID {
			siblings++
		}
	}
	return siblings == len(x.Parts) // nothing of the heading is left out
}
