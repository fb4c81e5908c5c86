// Package reprint finds rows that a report prints in two tables: known as one by their names and by the figures that both give, to the digit, for other
// years. Where one year differs, or both print the same figures in units of different things, one of the two is wrong. A row that agrees nowhere else is
// of something else, whatever its name: another boundary, another method.
package reprint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Figure is one figure of a table.
type Figure struct {
	ID         string
	Page, Year int
	Table, Row string   // which tell tables and rows apart
	Heads      []string // of the row, from the outermost
	Unit       string   // as printed; empty where none was read
	Basis      string   // what its row says that it takes in or leaves out, or how it is reckoned
	Value      *apd.Decimal
	Base       *apd.Decimal // in the base unit, where there is one
	BaseUnit   string
}

// Pair are two figures of one year that should be one.
type Pair struct {
	A, B   Figure // the earlier page first
	Same   Figure // of another year that both rows give
	Units  bool   // the figures are the same, and what they are said to be of is not
	Agreed int    // years in which the rows agree
}

// fewestDigits are as many digits as figures of two rows must have in common for that to be no chance.
const fewestDigits = 5

// Of finds the pairs of a report's figures, by page.
func Of(figures []Figure) []Pair {
	rows := byRow(figures)
	var out []Pair
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			if p, ok := compared(a, b); ok {
				out = append(out, p)
			}
		}
	}
	slices.SortFunc(out, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.A.Page, b.A.Page), cmp.Compare(a.B.Page, b.B.Page), cmp.Compare(a.A.ID, b.A.ID), cmp.Compare(a.B.ID, b.B.ID))
	})
	return out
}

// row is what one row gives for each year; a year for which it gives two figures is of more than one thing.
type row map[int]Figure

func byRow(figures []Figure) []row {
	at := map[string]int{}
	var out []row
	twice := map[string]bool{}
	for _, f := range figures {
		if f.Value == nil || f.Year == 0 || len(f.Heads) == 0 {
			continue
		}
		key := fmt.Sprint(f.Page, "\x00", f.Table, "\x00", f.Row)
		if _, known := at[key]; !known {
			at[key] = len(out)
			out = append(out, row{})
		}
		r := out[at[key]]
		if o, there := r[f.Year]; there && o.Value.Cmp(f.Value) != 0 {
			twice[key] = true
		}
		r[f.Year] = f
	}
	for key := range twice {
		clear(out[at[key]])
	}
	out = slices.DeleteFunc(out, func(r row) bool { return len(r) < 2 })
	slices.SortFunc(out, func(a, b row) int { return cmp.Or(cmp.Compare(a.page(), b.page()), cmp.Compare(a.first(), b.first())) })
	return out
}

func (r row) page() int {
	for _, f := range r {
		return f.Page
	}
	return 0
}

func (r row) basis() string {
	for _, f := range r {
		return strings.ToLower(f.Basis)
	}
	return ""
}

// first is the least of the ids of a row, which tells it apart whatever order its figures came in.
func (r row) first() string {
	least := ""
	for _, f := range r {
		if least == "" || f.ID < least {
			least = f.ID
		}
	}
	return least
}

func (r row) years() []int {
	out := make([]int, 0, len(r))
	for y := range r {
		out = append(out, y)
	}
	slices.Sort(out)
	return out
}

// compared holds two rows of different pages against one another.
func compared(a, b row) (Pair, bool) {
	if a.page() == b.page() || a.basis() != b.basis() {
		return Pair{}, false
	}
	p, digits, differ, units := Pair{}, 0, 0, 0
	seen := map[string]bool{}
	for _, year := range a.years() {
		x, y := a[year], b[year]
		if y.Value == nil {
			continue
		}
		same, unlike := equal(&x, &y)
		switch {
		case same:
			p.Agreed++
			if n := digitsOf(&x); !seen[x.Value.String()] && n > 2 {
				seen[x.Value.String()], digits, p.Same = true, digits+n, x
			}
			if unlike {
				units++
				p.A, p.B = x, y
			}
		case x.Value.IsZero() || y.Value.IsZero() || rounded(&x, &y):
			return Pair{}, false // left empty, or the same less exactly
		default:
			differ++
			p.A, p.B = x, y
		}
	}
	if p.Agreed == 0 || digits < fewestDigits || !alike(&p.A, &p.B) {
		return Pair{}, false
	}
	p.Units = differ == 0 && units == p.Agreed && units > 1
	return p, p.Units || differ == 1 && units == 0
}

// equal reports whether two figures are the same, and whether their units are of different things.
func equal(a, b *Figure) (same, unlike bool) {
	if a.Base != nil && b.Base != nil && a.BaseUnit != "" && a.BaseUnit == b.BaseUnit {
		return a.Base.Cmp(b.Base) == 0, false
	}
	if a.Value.Cmp(b.Value) != 0 {
		return false, false
	}
	one, errA := quantity.ParseUnit(a.Unit)
	two, errB := quantity.ParseUnit(b.Unit)
	return true, errA == nil && errB == nil && one.Dimension != two.Dimension
}

// rounded reports whether two figures may be one that is given less exactly in one of the places.
func rounded(a, b *Figure) bool {
	x, y := a.Value, b.Value
	if a.Base != nil && b.Base != nil && a.BaseUnit == b.BaseUnit {
		x, y = a.Base, b.Base
	}
	return digitsOf(a) != digitsOf(b) && quantity.Mul(quantity.Abs(quantity.Sub(x, y)), quantity.Int(100)).Cmp(quantity.Abs(x)) <= 0
}

// digitsOf are how many digits of a figure are its own: 4,000 has one.
func digitsOf(f *Figure) int {
	return len(strings.TrimRight(strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, f.Value.Text('f')), "0"), "0"))
}

var (
	word    = pattern.Compile(`\p{L}{3,}`)
	carbon  = pattern.Compile(`(?i)\b(?:t?CO2e?|emissions?|ghg|carbon)\b`)
	byUnits = pattern.Compile(`(?i)^(?:number|hours?|percentage|total|metric|tonnes?)$`)
)

// alike reports whether the names of two rows have half of their words in common, those of the shorter. A mass of carbon dioxide is one of emissions
// where a name says so, whatever its unit.
func alike(a, b *Figure) bool {
	if carbon.MatchString(strings.Join(a.Heads, " ")) != carbon.MatchString(strings.Join(b.Heads, " ")) {
		return false
	}
	one, two := stems(a.Heads), stems(b.Heads)
	if len(one) > len(two) {
		one, two = two, one
	}
	both := 0
	for _, s := range one {
		if slices.Contains(two, s) {
			both++
		}
	}
	return both > 0 && 2*both >= len(one)
}

// stems are how the words of headings begin, each once; the inmost heading that is more than a unit counts.
func stems(heads []string) []string {
	var out []string
	for _, w := range word.FindAllString(strings.ToLower(strings.Join(heads, " ")), -1) {
		if !byUnits.MatchString(w) {
			out = append(out, string([]rune(w)[:min(4, len([]rune(w)))]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
