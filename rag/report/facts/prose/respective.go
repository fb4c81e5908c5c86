package prose

import (
	"slices"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// "Scope 1 and Scope 2 emissions were 100 t and 200 t, respectively": figures and what they are of stand in two lists,
// paired by their order. The nearest name before a figure is another's. What cannot be paired is left out.

var (
	respectively = pattern.Compile(`(?i)\brespectively\b`)
	listed       = pattern.Compile(`(?i)^[\s,]*(?:and|&)?\s*(?:~|approximately|about|around)?\s*$`)
	eachScope    = pattern.Compile(`[123]`)
)

// enumerated finds the figures of a sentence that stand in one list: comparable, or without a unit before one that has
// it. What stands in brackets behind a figure is no part of the list.
func enumerated(s string, all []quantity.Quantity, wanted func(quantity.Quantity) bool) []quantity.Quantity {
	for i := len(all) - 1; i > 0; i-- {
		q := all[i]
		if !wanted(q) || q.Per != "" || q.Range {
			continue
		}
		list := []quantity.Quantity{q}
		first := q
		for k := i - 1; k >= 0; k-- {
			o := all[k]
			if !listed.MatchString(bracketed.ReplaceAllString(s[o.End:first.Start], " ")) {
				if inBrackets(s, o) {
					continue // "(2018: 1.10 million t)"
				}
				break
			}
			switch {
			case o.Unit.Dimension == quantity.Mass && massOfGas(q):
				o.Unit.Dimension = q.Unit.Dimension // "10 t and 12 t CO2e"
			case o.Unit.Dimension == quantity.Count && !o.Year && o.Text == o.Number:
				o.Unit = q.Unit // "100 and 200 t"
				if q.Scale != nil {
					o.Value, o.Half, o.Scale = quantity.Mul(o.Value, q.Scale), quantity.Mul(o.Half, q.Scale), q.Scale
				}
			}
			if !o.Comparable(q) || o.Range || o.Year {
				break
			}
			list = append(list, o)
			first = o
		}
		if len(list) > 1 {
			slices.Reverse(list)
			return list
		}
	}
	return nil
}

var bracketed = pattern.Compile(`\([^()]{0,80}\)`)

// inBrackets says that a figure stands in brackets that close behind it.
func inBrackets(s string, q quantity.Quantity) bool {
	for _, m := range bracketed.FindAllStringIndex(s, -1) {
		if m[0] < q.Start && q.End <= m[1] {
			return true
		}
	}
	return false
}

// together stands between the names of one list.
var together = pattern.Compile(`(?i)^[\s,;&]*(?:(?:and|our|total|the|direct|indirect|ghg|emissions|as well as)[\s,;&]*)*$`)

// respectiveScopes pairs figures with scopes, with the two methods of Scope 2 or with years.
func respectiveScopes(p *document.Page, s string, starts []int, reason string, all []quantity.Quantity) []cell.Cell {
	list := enumerated(s, all, massOfGas)
	labels := vocabulary.ScopeWord.FindAllStringIndex(s, -1)
	if list == nil || len(labels) == 0 {
		return nil
	}
	at, end := list[0].Start, list[len(list)-1].End
	var scopes []string
	near := labels[0]
	for _, l := range labels {
		if l[1] <= at && at-l[1] > proseReach {
			continue
		}
		if l[1] <= at || l[0] >= end {
			if l[1] <= at && l[0] > near[1] && !together.MatchString(s[near[1]:l[0]]) {
				scopes = nil // a heading's
			}
			scopes, near = append(scopes, eachScope.FindAllString(s[l[0]:l[1]], -1)...), l
		}
	}
	years := yearsListed(s, at, end)
	methods := methodsListed(s)
	var out []cell.Cell
	add := func(i int, method string, year int) cell.Cell {
		c := scopeCell(p, s, starts, reason, near, list[i], method, year, false)
		out = append(out, c)
		return c
	}
	one := 0
	if len(years) == 1 {
		one = years[0]
	}
	switch n := len(list); {
	case len(scopes) == n && len(years) <= 1:
		for i := range list {
			c := add(i, "", one)
			c.Rows[0] = "Scope " + scopes[i] + " emissions"
		}
	case len(scopes) == 1 && n == 2 && len(methods) == 2 && len(years) <= 1:
		for i := range list {
			add(i, methods[i], one)
		}
	case len(scopes) == 1 && len(years) == n:
		for i := range list {
			add(i, vocabulary.MethodOf(s), years[i])
		}
	}
	return out
}

// methodsListed are the methods of Scope 2 in the order that a sentence names them.
func methodsListed(s string) []string {
	l, m := vocabulary.Location.FindStringIndex(s), vocabulary.Market.FindStringIndex(s)
	switch {
	case l == nil || m == nil:
		return nil
	case l[0] < m[0]:
		return []string{"location", "market"}
	}
	return []string{"market", "location"}
}

// yearsListed are the years of a sentence outside brackets and outside the list of figures.
func yearsListed(s string, from, upTo int) []int {
	var out []int
	for _, m := range yearNear.FindAllStringSubmatchIndex(s, -1) {
		if m[2] >= from && m[2] < upTo || notItsYear.MatchString(s[:m[0]]) || inBrackets(s, quantity.Quantity{Start: m[2], End: m[3]}) {
			continue
		}
		out = append(out, vocabulary.Atoi(s[m[2]:m[3]]))
	}
	return out
}

// respective pairs the amounts of a sentence with years.
func (s *Sentence) respective(all []quantity.Quantity, taken map[int]bool) []cell.Cell {
	list := enumerated(s.Text, all, func(q quantity.Quantity) bool { return q.Unit.Dimension != quantity.Count && !taken[q.Start] })
	if list == nil || taken[list[0].Start] {
		return nil
	}
	years := yearsListed(s.Text, list[0].Start, list[len(list)-1].End)
	if len(years) != len(list) {
		return nil
	}
	said, ok := s.amount(list[0])
	if !ok {
		return nil
	}
	said.Boundary = s.part(list[0], all)
	var out []cell.Cell
	for i, q := range list {
		said.Year = years[i]
		out = append(out, s.cell(said, q))
	}
	return out
}
