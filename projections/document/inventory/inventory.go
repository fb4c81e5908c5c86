// Package inventory says what an inventory of emissions shows beside its totals: how far apart its two ways of counting bought energy are, of which
// categories of Scope 3 it has no amount, and how large an amount is beside it that others are said to have been spared. It adds nothing to what rows give.
package inventory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/projections/document/course"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Figure is an amount of emissions of the whole entity.
type Figure struct {
	ID, Scope, Category, Method string
	Unit                        string // in which Value is
	Row                         string // tells rows apart
	Page, Year                  int
	Value                       *apd.Decimal
}

func (f Figure) amount() string { return phrase.Large(quantity.Print(f.Value, 6) + " " + f.Unit) }

// Telling is one thing that an inventory shows, with the figures that show it.
type Telling struct {
	Title, Gist, Text string
	Figures           []Figure
}

// by is the way in which Scope 2 is counted, as its row names it.
func (f Figure) by() string {
	if f.Method == "" {
		return "in the row beside it"
	}
	return f.Method + "-based"
}

// fifth is how far apart two amounts are that are told of, beside the smaller of them: less is the network's mix, more is bought.
var fifth = apd.New(2, -1)

// ByMethod is Scope 2 of a year by the market and by the location, where the report gives both and they lie apart. Of which of the two its total of
// Scopes 1 and 2 is made is told where one of them makes it.
func ByMethod(all []Figure, year int) (Telling, bool) {
	market, one := only(all, "2", "market", year)
	location, other := only(all, "2", "location", year)
	if !other { // where the way of one row is named, the other way is most often that of a row without
		location, other = only(all, "2", "", year)
	}
	if !one || !other || market.Unit != location.Unit || !apart(market.Value, location.Value) {
		return Telling{}, false
	}
	t := Telling{Figures: []Figure{market, location}}
	t.Title = fmt.Sprintf("Scope 2 is %s %s and %s %s in %d", market.amount(), market.by(), location.amount(), location.by(), year)
	first := fmt.Sprintf("For %d page %d gives %s of Scope 2 %s, and page %d %s %s", year, market.Page, market.amount(), market.by(), location.Page,
		location.amount(), location.by())
	t.Gist = "what lies between the two are contracts and certificates, and not less energy"
	if direct, known := only(all, "1", "", year); known && direct.Unit == market.Unit {
		low, high := market, location
		if low.Value.Cmp(high.Value) > 0 {
			low, high = high, low
		}
		with := func(f Figure) Figure {
			f.Value = quantity.Sum(direct.Value, f.Value)
			return f
		}
		t.Gist = fmt.Sprintf("with Scope 1 that makes %s or %s", with(market).amount(), with(location).amount())
		t.Figures = append(t.Figures, direct)
		for _, sum := range all { // in the order of pages, as a reader meets them
			whole := sum.Scope == "1+2" && sum.Category == "" && sum.Year == year
			if whole && near(sum.Value, with(low).Value) && !totals(all, year, with(high).Value) {
				t.Gist += fmt.Sprintf("; the total of page %d counts the lower", sum.Page)
				t.Figures = append(t.Figures, sum)
				break
			}
		}
	}
	t.Text = phrase.Paragraph(first, upper(t.Gist), "Contracts and certificates move the market-based figure alone; using less moves both")
	return t, true
}

// only is the one amount of all of a scope by a method; rows that agree but for rounding are one, and the most exact speaks.
func only(all []Figure, scope, method string, year int) (found Figure, ok bool) {
	for _, f := range all {
		if f.Scope != scope || f.Category != "" || f.Method != method || f.Year != year || f.Value.Sign() < 0 {
			continue
		}
		switch {
		case !ok:
			found, ok = f, true
		case !course.SameRounded(f.Value, found.Value) || f.Unit != found.Unit:
			return Figure{}, false
		case course.Digits(f.Value) > course.Digits(found.Value):
			found = f
		}
	}
	return found, ok
}

// apart reports whether two amounts differ by a fifth of the smaller.
func apart(a, b *apd.Decimal) bool {
	low, high := a, b
	if low.Cmp(high) > 0 {
		low, high = high, low
	}
	return quantity.Sub(high, low).Cmp(quantity.Mul(low, fifth)) >= 0 && high.Sign() > 0
}

// totals reports whether a total of Scopes 1 and 2 of a year is given as an amount: then the report counts in both ways, and of neither more is to be said.
func totals(all []Figure, year int, amount *apd.Decimal) bool {
	return slices.ContainsFunc(all, func(f Figure) bool {
		return f.Scope == "1+2" && f.Category == "" && f.Year == year && near(f.Value, amount)
	})
}

// near reports whether a total is the sum of its parts but for their rounding.
func near(sum, parts *apd.Decimal) bool {
	return quantity.Mul(quantity.Abs(quantity.Sub(sum, parts)), quantity.Int(200)).Cmp(quantity.Abs(parts)) <= 0
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Spared is the largest amount that others are said to have been spared in a year, beside the entity's own emissions of all three scopes, or of the third.
func Spared(spared, own []Figure, year int) (Telling, bool) {
	total, known := only(own, "1+2+3", "", year)
	if !known {
		total, known = only(own, "1+2+3", "market", year)
	}
	if !known {
		total, known = only(own, "3", "", year)
	}
	spared = slices.DeleteFunc(slices.Clone(spared), func(f Figure) bool { return f.Unit != total.Unit || f.Year != year || f.Value.Sign() <= 0 })
	if !known || total.Value.Sign() <= 0 || len(spared) == 0 {
		return Telling{}, false
	}
	largest := slices.MaxFunc(spared, func(a, b Figure) int { return a.Value.Cmp(b.Value) })
	if quantity.Mul(largest.Value, quantity.Int(20)).Cmp(total.Value) < 0 {
		return Telling{}, false
	}
	of := "Scope 3 emissions"
	if total.Scope != "3" {
		of = "emissions of Scopes 1 to 3"
	}
	share, _ := quantity.PercentOf(largest.Value, total.Value)
	t := Telling{Figures: []Figure{largest, total}}
	t.Title = fmt.Sprintf("Its products are said to spare others %s; its own %s come to %s", largest.amount(), of, total.amount())
	t.Gist = fmt.Sprintf("reckoned against an alternative of its own choice, as much as %s %% of what it emits itself, and no part of that",
		quantity.Print(share, 0))
	t.Text = phrase.Paragraph(fmt.Sprintf("Page %d tells of %s that others did not emit; page %d gives %s of %s for %d", largest.Page, largest.amount(),
		total.Page, total.amount(), of, year),
		"What is avoided is reckoned against what the company takes as the alternative, by a method of its choice; "+
			"it is no part of an inventory of what the entity emits")
	return t, true
}
