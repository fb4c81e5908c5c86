// Package discrepancy finds rows that a report prints in two tables and that differ in one year: they are known as one by their names and by the figures
// that both give, to the digit, for other years. A row that agrees nowhere else is of something else, whatever its name: another boundary, another method.
package discrepancy

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

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
	A, B Figure // the earlier page first
	Same Figure // of another year that both rows give
}

// fewestDigits are as many digits as figures of two rows must have in common for that to be no chance, and tellingDigits as many as one must have to count.
const (
	fewestDigits  = 5
	tellingDigits = 3
)

// Of finds the pairs of a report's figures, by page.
func Of(figures []Figure) []Pair {
	rows := byRow(figures)
	var out []Pair
	for i, others := range sharing(rows) {
		for _, j := range others {
			if p, ok := compared(rows[i], rows[j]); ok {
				out = append(out, p)
			}
		}
	}
	slices.SortFunc(out, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.A.Page, b.A.Page), cmp.Compare(a.B.Page, b.B.Page), cmp.Compare(a.A.ID, b.A.ID), cmp.Compare(a.B.ID, b.B.ID))
	})
	return out
}

// row is what one row gives for each year. The first of its figures, by its id, stands for what all have in common.
type row struct {
	first  Figure
	years  map[int]Figure
	twofer bool // it gives two figures for a year: they are of more than one thing
}

// byRow are the rows that give figures for several years.
func byRow(figures []Figure) []*row {
	at := map[string]*row{}
	for _, f := range figures {
		if f.Value == nil || f.Year == 0 || len(f.Heads) == 0 {
			continue
		}
		key := fmt.Sprint(f.Page, "\x00", f.Table, "\x00", f.Row)
		r := at[key]
		if r == nil {
			r = &row{first: f, years: map[int]Figure{}}
			at[key] = r
		}
		o, there := r.years[f.Year]
		r.twofer = r.twofer || there && o.Value.Cmp(f.Value) != 0
		r.years[f.Year] = f
		if f.ID < r.first.ID {
			r.first = f
		}
	}
	out := slices.DeleteFunc(slices.Collect(maps.Values(at)), func(r *row) bool { return r.twofer || len(r.years) < 2 })
	slices.SortFunc(out, func(a, b *row) int {
		return cmp.Or(cmp.Compare(a.first.Page, b.first.Page), cmp.Compare(a.first.ID, b.first.ID))
	})
	return out
}

// sharing are, for each row, the later ones that give the same telling figure for some year: others are not one, and of the thousands of rows of a report
// few agree.
func sharing(rows []*row) [][]int {
	type amount struct {
		year        int
		value, unit string
	}
	given := map[amount][]int{}
	for i, r := range rows {
		note := func(year int, value *apd.Decimal, unit string) {
			if value.IsZero() {
				return
			}
			var least apd.Decimal
			least.Reduce(value) // equal amounts are written alike
			a := amount{year, least.String(), unit}
			if of := given[a]; len(of) == 0 || of[len(of)-1] != i {
				given[a] = append(of, i)
			}
		}
		for year, f := range r.years { // in any order: what shares a figure is put in order
			if digitsOf(&f) >= tellingDigits {
				note(year, f.Value, "")
			}
			if f.Base != nil {
				note(year, f.Base, "in "+f.BaseUnit)
			}
		}
	}
	out := make([][]int, len(rows))
	for _, of := range given {
		for k, i := range of {
			out[i] = append(out[i], of[k+1:]...)
		}
	}
	for i := range out {
		slices.Sort(out[i])
		out[i] = slices.Compact(out[i])
	}
	return out
}

// compared holds two rows of different pages against one another: they agree in some years and differ in one.
func compared(a, b *row) (p Pair, ok bool) {
	if a.first.Page == b.first.Page || !strings.EqualFold(a.first.Basis, b.first.Basis) || ofOtherThings(&a.first, &b.first) {
		return p, false
	}
	digits, differ := 0, 0
	seen := map[string]bool{}
	for _, year := range slices.Sorted(maps.Keys(a.years)) {
		x, y := a.years[year], b.years[year]
		if y.Value == nil {
			continue
		}
		one, two := comparable(&x, &y)
		switch {
		case one.Cmp(two) == 0:
			if n := digitsOf(&x); !seen[x.Value.String()] && n >= tellingDigits {
				seen[x.Value.String()], digits, p.Same = true, digits+n, x
			}
		case x.Value.IsZero() || y.Value.IsZero() || rounded(&x, &y):
			return p, false // left empty, or the same less exactly
		default:
			differ++
			p.A, p.B = x, y
		}
	}
	return p, differ == 1 && digits >= fewestDigits && alike(&p.A, &p.B)
}

// comparable are the amounts of two figures in one unit, or as they are printed.
func comparable(a, b *Figure) (x, y *apd.Decimal) {
	if a.Base != nil && b.Base != nil && a.BaseUnit == b.BaseUnit {
		return a.Base, b.Base
	}
	return a.Value, b.Value
}

// ofOtherThings reports whether the units of two figures are of different things.
func ofOtherThings(a, b *Figure) bool {
	one, errA := quantity.ParseUnit(a.Unit)
	two, errB := quantity.ParseUnit(b.Unit)
	return errA == nil && errB == nil && one.Dimension != two.Dimension
}

// rounded reports whether two figures may be one that is given less exactly in one of the places.
func rounded(a, b *Figure) bool {
	x, y := comparable(a, b)
	return digitsOf(a) != digitsOf(b) && quantity.Mul(quantity.Abs(quantity.Sub(x, y)), quantity.Int(100)).Cmp(quantity.Abs(x)) <= 0
}

// digitsOf are how many digits of a figure are its own: 4,000 has one.
func digitsOf(f *Figure) int {
	digits := strings.Join(strings.FieldsFunc(f.Value.Text('f'), func(r rune) bool { return !unicode.IsDigit(r) }), "")
	return len(strings.Trim(digits, "0"))
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
	both := 0
	for _, s := range one {
		if slices.Contains(two, s) {
			both++
		}
	}
	return both > 0 && 2*both >= min(len(one), len(two))
}

// stems are how the words of headings begin, each once; units are none.
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
