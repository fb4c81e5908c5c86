package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/reprint"
	"github.com/sibyl-project/sibyl/projections/document/themes"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Weights of what two pages say of one thing: an amount of what reports are read for stands before whatever is only told of, others behind targets. A
// figure of an earlier year may be given as it was published then, and the same figure in another unit is rather a slip.
const (
	reprintedWeight = 54.0
	reprintedOther  = 46
	reprintedBefore = 12 // less
	reprintedUnits  = 10 // less
)

// reprinted are the rows that two pages give differently: those of the same two pages, with the year and what differs, are one matter.
func (v *view) reprinted() []weighed {
	groups := map[string][]reprint.Pair{}
	var order []string
	for _, p := range reprint.Of(v.printedRows()) {
		if v.checkedAlready(p.A.ID) && v.checkedAlready(p.B.ID) {
			continue
		}
		key := fmt.Sprint(p.A.Page, p.B.Page, p.A.Year, p.Units)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], p)
	}
	var out []weighed
	for _, key := range order {
		all := groups[key]
		slices.SortStableFunc(all, func(a, b reprint.Pair) int { return cmp.Compare(v.reprintWeight(b), v.reprintWeight(a)) })
		out = append(out, weighed{v.ofPair(all), v.reprintWeight(all[0])})
	}
	return out
}

// printedRows are the figures of tables as they stand.
func (v *view) printedRows() []reprint.Figure {
	var out []reprint.Figure
	for i := range v.Facts {
		f := &v.Facts[i]
		value, _, err := apd.NewFromString(f.Value)
		if unit, err := quantity.ParseUnit(f.UnitBase); err == nil && unit.Dimension == quantity.Money {
			continue // what accounts are full of, for one business more or less
		}
		if err != nil || f.Source != "table" || f.Change || f.Target || f.Engine != "" || v.unread(f.Page) || len(f.Readings) > 0 {
			continue
		}
		x := reprint.Figure{ID: f.ID, Page: f.Page, Year: f.Year, Table: f.Caption, Row: rowOf(f) + "\x00" + f.Boundary, Heads: f.RowPath, Unit: f.Unit,
			Basis: f.Method + bounded.FindString(strings.Join(f.RowPath, " ")), Value: value, BaseUnit: f.UnitBase}
		if base, _, err := apd.NewFromString(f.ValueBase); err == nil {
			x.Base = base
		}
		out = append(out, x)
	}
	return out
}

func (v *view) reprintWeight(p reprint.Pair) float64 {
	weight := reprintedWeight
	if f := v.facts[p.A.ID]; themes.OfFamily(f.Metric) == "" {
		weight = reprintedOther
	}
	if p.A.Year < v.periodEnd() && !p.Units {
		weight -= reprintedBefore
	}
	if p.Units {
		weight -= reprintedUnits
	}
	return weight
}

// ofPair is the matter of rows that two pages give differently, led by the first.
func (v *view) ofPair(all []reprint.Pair) Matter {
	p := all[0]
	a, b := v.facts[p.A.ID], v.facts[p.B.ID]
	name := phrase.Words(v.factName(a), longestName)
	theme := cmp.Or(themes.OfMetric(a.Metric), themes.OfMetric(b.Metric))
	if p.Units && theme == "emissions" { // no name says so
		theme = themes.OfMetric(b.Metric)
	}
	m := Matter{Kind: MatterArithmetic, Theme: theme, Page: a.Page, Quote: tidy(v.quoteOf(a.ID), "")}
	var second string
	if p.Units {
		m.Title = "Two pages give one figure in units of different things: " + name
		m.Gist = fmt.Sprintf("%s in %d is in %s on page %d and in %s on page %d", v.bareAmount(a), a.Year, a.Unit, a.Page, b.Unit, b.Page)
		second = "The figures of both rows are the same to the digit, so the unit of one of them is wrong"
	} else {
		m.Title = fmt.Sprintf("Two pages give different figures: %s, %d", name, a.Year)
		m.Gist = fmt.Sprintf("%s on page %d, %s on page %d; for %d both give %s", v.printed(a), a.Page, v.printed(b), b.Page, p.Same.Year,
			v.printed(v.facts[p.Same.ID]))
		second = "Both rows agree for other years, so they are of one thing; which of the two figures is right is not said there"
		if a.Year < v.periodEnd() {
			second = "Both rows agree for other years; one of the two may be as it was published before"
		}
	}
	if len(all) > 1 {
		var names []string
		for _, o := range all[1:min(len(all), 4)] {
			f := v.facts[o.A.ID]
			names = append(names, "“"+phrase.Words(v.factName(f), longestName)+"”")
		}
		more := phrase.Count(len(all)-1, "more row", "more rows")
		m.Gist += "; so " + map[bool]string{true: "does ", false: "do "}[len(all) == 2] + more
		second += "; the same two pages differ in " + more + ": " + phrase.List(names)
	}
	m.Text = phrase.Paragraph(upper(m.Gist), second)
	for _, o := range all[:min(len(all), 4)] {
		for _, f := range []*Fact{v.facts[o.A.ID], v.facts[o.B.ID]} {
			m.Places = append(m.Places, MatterPlace{Page: f.Page, Quote: tidy(v.quoteOf(f.ID), ""), Figure: fmt.Sprintf("%d: %s", f.Year, v.printed(f))})
		}
	}
	m.ID = v.matterID(m.Kind, "reprint", p.A.ID, p.B.ID)
	return m
}

// bareAmount is a figure without its unit.
func (v *view) bareAmount(f *Fact) string { return phrase.Amount(f.Value) }

// scopeOfThree says of which categories a total of Scope 3 consists, where those that rows give make it up: all others are in none of it.
func (v *view) scopeOfThree(total *Fact) string {
	if total == nil || total.Scope != "3" {
		return ""
	}
	value, _, err := apd.NewFromString(total.ValueBase)
	if err != nil || value.Sign() <= 0 {
		return ""
	}
	sum := quantity.Int(0)
	var names []string
	for i := range v.Facts {
		f := &v.Facts[i]
		part, _, err := apd.NewFromString(f.ValueBase)
		if err != nil || f.Metric != "ghg_emissions" || f.Scope != "3" || f.Category == "" || f.Year != total.Year || f.Target || f.Change || f.Source != "table" ||
			f.UnitBase != total.UnitBase || len(f.RowPath) == 0 || part.Sign() <= 0 {
			continue
		}
		name := f.RowPath[len(f.RowPath)-1]
		if !slices.Contains(names, name) {
			names, sum = append(names, name), quantity.Sum(sum, part)
		}
	}
	if len(names) == 0 || len(names) > 4 || !nearly(sum, value) { // of fifteen
		return ""
	}
	slices.Sort(names)
	return phrase.List(names)
}

// factName is what the row of a figure is called.
func (v *view) factName(f *Fact) string {
	return keyfigures.Name(keyfigures.Figure{RowPath: f.RowPath})
}
