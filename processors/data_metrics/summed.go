package datametrics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// summed pairs what the scopes of a subject add up to in two years, where the report gives each of them for both, by one method, in one row or on one
// page in sentences, but not their sum for the earlier year. What it or the claim gives for the later year has to be that sum: then both are of one boundary.
func (f *figures) summed(x stride, now []*facts.Fact) []pair {
	scopes := strings.Split(x.of.scope, "+")
	if x.of.metric != facts.GHGEmissions || len(scopes) < 2 {
		return nil
	}
	var out []pair
	for _, method := range []string{"", "location", "market"} {
		p, ok := f.sumOf(x, scopes, method)
		fits := func(q quantity.Quantity) bool {
			return q.Comparable(p.now.Quantity()) && q.Interval().Overlaps(p.now.Quantity().Interval())
		}
		if ok && (x.level == nil || fits(*x.level)) &&
			(len(now) == 0 || slices.ContainsFunc(now, func(b *facts.Fact) bool { return fits(b.Quantity()) })) {
			out = append(out, p)
		}
	}
	return out
}

// sumOf adds up the scopes of a subject in both years, Scope 2 by one method.
func (f *figures) sumOf(x stride, scopes []string, method string) (pair, bool) {
	p := pair{row: true}
	for _, scope := range scopes {
		part := subject{metric: x.of.metric, scope: scope, method: x.of.method}
		var found []pair
		for _, o := range pairsOf(f.given(part, x.from), f.given(part, x.upTo)) {
			by := o.then.Method == method || scope != "2" && o.then.Method == ""
			if by && o.then.Boundary == "" && !o.then.Ambiguous() && !o.now.Ambiguous() && (o.row || saidTogether(o.then, o.now)) {
				found = append(found, o)
			}
		}
		if len(found) == 0 || differ(found) {
			return p, false
		}
		p.parts = append(p.parts, found[0])
	}
	p.then, p.now = p.total(func(o pair) *facts.Fact { return o.then }), p.total(func(o pair) *facts.Fact { return o.now })
	return p, p.then != nil && p.now != nil
}

// saidTogether reports whether two figures stand in sentences of one page.
func saidTogether(a, b *facts.Fact) bool {
	return a.Source == facts.FromText && b.Source == facts.FromText && a.Page == b.Page
}

// total is the sum of the parts in one year, as if the report had given it; nil where they are of several units.
func (p pair) total(in func(pair) *facts.Fact) *facts.Fact {
	first := in(p.parts[0])
	out := *first
	q := first.Quantity()
	sum, half := quantity.Int(0), quantity.Int(0)
	for _, o := range p.parts {
		x := in(o).Quantity()
		if !x.Comparable(q) {
			return nil
		}
		sum, half = quantity.Sum(sum, x.Base()), quantity.Sum(half, quantity.Mul(x.Half, x.Unit.Factor))
	}
	q.Value, q.Half, q.Unit.Symbol, q.Unit.Factor = sum, half, q.Unit.Base(), quantity.Int(1)
	out.ID, out.Exact = "", q
	return &out
}

// adding shows how the parts add up in both years.
func (p pair) adding() string {
	var terms [2][]string
	for _, o := range p.parts {
		for i, x := range []*facts.Fact{o.now, o.then} {
			terms[i] = append(terms[i], quantity.Print(x.Quantity().Base(), 12))
		}
	}
	return fmt.Sprintf("; %s = %s; %s = %s", strings.Join(terms[0], " + "), quantity.Print(p.now.Quantity().Base(), 12),
		strings.Join(terms[1], " + "), quantity.Print(p.then.Quantity().Base(), 12))
}
