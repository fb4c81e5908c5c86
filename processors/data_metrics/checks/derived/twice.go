package derived

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// place is a figure wherever it stands - in a sentence, a table, a tile - with the words that say what it is of.
type place struct {
	term
	about []string
	year  int // 0 if it is not said
	page  int
	tile  bool
}

// Twice finds the figures of tiles that the report states in another place with two digits exchanged: of one unit and year, with words in common that so few
// other figures have that another figure with these digits would hardly be chance.
func Twice(s *sheet.Sheet, m Moves) []sheet.Utterance {
	if !slices.ContainsFunc(s.Tables, isTile) {
		return nil
	}
	all := placesOf(s, m)
	byDigits, printed, seen := map[string][]int{}, map[string]int{}, map[string]int{}
	for i := range all {
		d := compare.Significant(all[i].Number)
		byDigits[compare.InOrder(d)] = append(byDigits[compare.InOrder(d)], i)
		printed[d]++
		for _, w := range all[i].about {
			seen[w]++
		}
	}
	var out []sheet.Utterance
	told := map[string]bool{}
	for i := range all {
		a := &all[i]
		digits := compare.Significant(a.Number)
		alike := byDigits[compare.InOrder(digits)]
		if len(alike) > mostAlike {
			continue
		}
		for _, k := range alike {
			b := &all[k] // sentences speak of what is in no table, too, of a site or of what might have been
			if k <= i || !a.tile && !b.tile || !compare.Exchanged(digits, compare.Significant(b.Number)) || !same(a, b) ||
				printed[digits] > 1 && printed[compare.Significant(b.Number)] > 1 {
				continue
			}
			if key := digits + " " + compare.Significant(b.Number); !told[key] && hardly(all, seen, a, b, digits) {
				told[key] = true
				out = append(out, differently(a, b))
			}
		}
	}
	return out
}

// placesOf are the amounts and levels of a report: no changes, no targets, no money, of which notes give many that stand nowhere else.
func placesOf(s *sheet.Sheet, m Moves) []place {
	var out []place
	all := s.Statements()
	for i := range all {
		x := &all[i]
		if x.Renewed() {
			continue
		}
		about := sheet.Stems(x.Text)
		for _, q := range x.Figures {
			if tellsEnough(q) && !m.Is(*x, q) {
				out = append(out, place{term: term{Quantity: q, x: x}, about: without(about, q), year: x.YearSaid(q), page: x.Page})
			}
		}
	}
	for _, t := range s.Tables {
		for _, e := range t.All {
			q := e.Quantity()
			q.Text = e.WithUnit()
			if e.Change || e.Target || e.Restated || e.Source != facts.FromTable || !tellsEnough(q) {
				continue
			}
			about := sheet.Stems(strings.Join(append(append(slices.Clone(e.At.RowPath), e.At.ColPath...), e.At.Caption), " "))
			year, tile := e.Year, isTile(t)
			if tile {
				year = 0 // no heading gives it
			}
			out = append(out, place{term: term{Quantity: q, cell: &e}, about: without(about, q), year: year, page: e.At.Page, tile: tile})
		}
	}
	return out
}

// mostAlike is how many figures of the same digits are held against one another: more of them agree by chance, and a hostile file may have thousands.
const mostAlike = 60

// tellsEnough reports whether a figure has the digits to be known again.
func tellsEnough(q quantity.Quantity) bool {
	return !q.Range && q.Bound == quantity.Exactly && !q.Signed && q.Unit.Dimension != quantity.Money && q.Unit.Dimension != quantity.Points &&
		q.Value.Sign() > 0 && len(compare.Significant(q.Number)) >= compare.DigitsExchanged
}

// without are words but those of a unit.
func without(about []string, q quantity.Quantity) []string {
	units := sheet.Stems(q.Text)
	if _, per, ok := strings.Cut(q.Text, " per "); ok || q.Per != "" { // what it is measured against says what it is of
		for _, w := range sheet.Stems(per + " " + q.Per) {
			units = slices.DeleteFunc(units, func(u string) bool { return u == w })
			about = append(slices.Clone(about), w)
		}
		slices.Sort(about)
		about = slices.Compact(about)
	}
	return slices.DeleteFunc(slices.Clone(about), func(w string) bool {
		return slices.Contains(units, w) || strings.ContainsAny(w, "0123456789") || len(w) < 3
	})
}

// same reports whether two places may give one figure.
func same(a, b *place) bool {
	if a.x != nil && b.x != nil && a.x.Text == b.x.Text || a.cell != nil && b.cell != nil && a.cell.At.Table == b.cell.At.Table {
		return false
	}
	return (a.year == 0 || b.year == 0 || a.year == b.year) && alikeUnits(a, b) && !apart(a, b)
}

// apart reports whether two places say that they are of different emissions: of other scopes, by another method, within another boundary.
func apart(a, b *place) bool {
	differ := func(x, y string) bool { return x != "" && y != "" && x != y }
	one, other := a.bounds(), b.bounds()
	return differ(one[0], other[0]) || differ(one[1], other[1]) || differ(one[2], other[2])
}

// bounds are the scope, the method and the boundary of a place, each empty if it does not say it.
func (p *place) bounds() [3]string {
	if p.cell != nil {
		return [3]string{p.cell.Scope, p.cell.Method, p.cell.Boundary}
	}
	out := [3]string{vocabulary.ScopeOf(sheet.NamedScopes.FindString(p.x.Text))}
	lower := strings.ToLower(p.x.Text)
	location, market := strings.Contains(lower, "location"), strings.Contains(lower, "market")
	switch {
	case location && !market:
		out[1] = "location"
	case market && !location:
		out[1] = "market"
	}
	return out
}

func alikeUnits(a, b *place) bool {
	return a.Unit.Comparable(b.Unit) || sheet.MassLike(a.Quantity) && sheet.MassLike(b.Quantity)
}

// hardly reports whether two places so much alike would hardly have the same digits in another order by chance.
func hardly(all []place, seen map[string]int, a, b *place, digits string) bool {
	shared := func(x, y *place) float64 {
		n := 0.0
		for _, w := range x.about {
			if slices.Contains(y.about, w) {
				n += math.Log10(float64(len(all)) / float64(seen[w]))
			}
		}
		return n
	}
	own := shared(a, b)
	if own < commonWords {
		return false
	}
	one, other := map[string]bool{}, map[string]bool{}
	for i := range all {
		o := &all[i]
		if alikeUnits(o, a) && (o.year == 0 || a.year == 0 || o.year == a.year) && shared(a, o) >= own {
			one[o.Number] = true
		}
		if alikeUnits(o, b) && (o.year == 0 || b.year == 0 || o.year == b.year) && shared(b, o) >= own {
			other[o.Number] = true
		}
	}
	n := float64(len(digits))
	weight := math.Log10(9 * math.Pow10(len(digits)-1) / (n - 1))
	return weight-tries(max(1, len(one)-1, len(other)-1)) >= surely
}

// commonWords is how seldom the words have to be that two places share, as the negative logarithm of how many figures have them.
const commonWords = 0.6

// differently says that a figure is stated in two ways. Which of them is right is open.
func differently(a, b *place) sheet.Utterance {
	if a.x == nil {
		a, b = b, a
	}
	c := events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{a.input("figure"), b.input("figure")},
		Working: fmt.Sprintf("page %d: %s; page %d: %s", a.page, a.Text, b.page, b.Text),
		Message: fmt.Sprintf("One figure is stated twice differently: %s on page %d and %s on page %d; two digits are exchanged.", a.Text, a.page, b.Text, b.page),
	}
	compare.Settle(&c, b.Base(), a.Base(), a.Unit.Base(), false)
	if a.x != nil {
		return a.x.Utter(c, a.Text, false)
	}
	return sheet.Utterance{Finding: sheet.Finding{Check: c, Page: a.page}}
}

// isTile reports whether a table is a row or a column of key figures, which no heading dates.
func isTile(t *sheet.Table) bool { return len(t.Cols) == 1 || len(t.Rows) == 1 }
