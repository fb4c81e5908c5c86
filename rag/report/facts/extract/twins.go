package extract

import (
	"slices"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// Filings in two languages print every table twice. Two tables are twins if they have the same number of
// figures in the same rows and columns, nearly all of them equal, and stand on pages of different languages.

const (
	twinFigures = 3
	twinShare   = 80 // per cent of the figures that must be equal
)

// pair makes one fact with two places of what twin tables agree on, and notes what they differ in.
func pair(s *facts.Sheet, d *document.Document) {
	tables := map[int][]int{} // facts by table
	var order []int
	for i := range s.Facts {
		t := s.Facts[i].Table
		if s.Facts[i].Source != facts.FromTable {
			continue
		}
		if tables[t] == nil {
			order = append(order, t)
		}
		tables[t] = append(tables[t], i)
	}
	language := func(t int) string { return d.Pages[s.Facts[tables[t][0]].Page-1].Language }
	twin := map[int]int{} // fact to the fact it repeats
	taken := map[int]bool{}
	sequence := 0
	for a, t := range order {
		if taken[t] || a < sequence {
			continue
		}
		for _, u := range order[a+1:] {
			if taken[u] || language(t) == language(u) || !alike(s, tables[t], tables[u]) {
				continue
			}
			taken[t], taken[u] = true, true
			for k, i := range tables[t] {
				j := tables[u][k]
				if s.Facts[i].Value == s.Facts[j].Value {
					twin[j] = i
				} else {
					s.Twins = append(s.Twins, facts.Twin{First: s.Facts[i].ID, Second: s.Facts[j].ID})
				}
			}
			break
		}
	}
	merge(s, twin)
}

// alike says whether two lists of facts are the same table in two languages.
func alike(s *facts.Sheet, a, b []int) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	equal := 0
	first, second := s.Facts[a[0]].Row, s.Facts[b[0]].Row
	for k := range a {
		x, y := &s.Facts[a[k]], &s.Facts[b[k]]
		if x.Col != y.Col || x.Row-first != y.Row-second {
			return false
		}
		if x.Value == y.Value && x.Dimension == y.Dimension || x.Value == y.Value && x.Unit == "" {
			equal++
		}
	}
	if len(a) < twinFigures {
		return equal == len(a)
	}
	return equal*100 >= twinShare*len(a)
}

// merge drops facts that repeat another and gives that one their place. What only one of the two labels says -
// a unit, a scope - holds for both.
func merge(s *facts.Sheet, twin map[int]int) {
	for _, i := range ordered(twin) {
		a, b := &s.Facts[i.of], &s.Facts[i.fact]
		a.Places = append(a.Places, b.Place)
		if a.Metric == facts.Other || a.Dimension == "count" && b.Dimension != "count" {
			keep := *a
			*a = *b
			a.Place, a.Places, a.ID, a.Printed = keep.Place, keep.Places, keep.ID, keep.Printed
		}
		if a.Scope != b.Scope && a.Metric == facts.GHGEmissions && b.Metric == facts.GHGEmissions {
			a.Notes = append(a.Notes, "Named \""+a.Own()+"\" on page "+vocabulary.Itoa(a.Page)+" and \""+b.Own()+"\" on page "+vocabulary.Itoa(b.Page)+".")
		}
	}
	kept := s.Facts[:0]
	for i := range s.Facts {
		if _, drop := twin[i]; !drop {
			kept = append(kept, s.Facts[i])
		}
	}
	s.Facts = slices.Clip(kept)
}

type repeats struct{ fact, of int }

func ordered(twin map[int]int) []repeats {
	out := make([]repeats, 0, len(twin))
	for j, i := range twin {
		out = append(out, repeats{j, i})
	}
	slices.SortFunc(out, func(a, b repeats) int { return a.fact - b.fact })
	return out
}
