package consistency

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// cited is a cell that a figure of a sentence is a slip of.
type cited struct {
	cell
	how   string
	share int
}

// citedOtherwise finds the figures of sentences that no table prints, and that are a slip of one that the sentence names: with two digits
// exchanged, or a power of ten off.
func citedOtherwise(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	c := readCitations(s)
	if len(c.leading) == 0 {
		return nil
	}
	for _, x := range s.Statements() {
		var about []string // read where a figure has the digits of one of a table
		for _, q := range x.Figures {
			digits := citedDigits(q)
			if q.Range || q.Per != "" || q.Bound != quantity.Exactly || !c.has(digits) {
				continue
			}
			if about == nil {
				if x.Renewed() {
					break
				}
				about = sheet.Stems(x.Text)
			}
			if byAmount.MatchString(x.Text[:q.Start]) {
				continue
			}
			if e, ok := c.slipOf(s, x, q, 0, about); ok && !c.printedAs(q, about, e.share) {
				out = append(out, slipNamed(x, q, e.Entry, e.how))
			}
		}
	}
	return out
}

// A table of few figures in one column is a set of tiles or the labels of a drawing.
const mostTiles = 12

// tilesOtherwise finds the figures of tiles and drawings that no other table prints, and that are a slip of one of the same name.
func tilesOtherwise(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	c := readCitations(s)
	for i := range c.lines {
		l := &c.lines[i]
		for _, year := range l.Years() {
			a := l.At[year]
			if !c.tiles[a.At.Table] || a.Restated || s.Superseded(a.Fact) {
				continue
			}
			x := sheet.Statement{Page: a.At.Page, Text: a.Printed}
			about := slices.Compact(slices.Sorted(slices.Values(slices.Concat(l.Name, l.Over))))
			q := a.Quantity()
			if c.printedIn(q, a.At.Table) {
				continue
			}
			e, ok := c.slipOf(s, x, q, year, about)
			if !ok {
				if f, found := c.exchangedIn(s, l, a); found {
					out = append(out, f)
				}
				continue
			}
			if e.At.Table == a.At.Table || c.shares(slices.Compact(slices.Sorted(slices.Values(slices.Concat(e.line.Name, e.line.Over)))))[i] < leastSaid {
				continue
			}
			u := slipNamed(x, q, e.Entry, e.how)
			u.Inputs[1] = sheet.Input(a, "")
			u.Message = strings.Replace(u.Message, "in a sentence", fmt.Sprintf("for \"%s\"", sheet.Shorten(a.Label())), 1)
			out = append(out, u.Finding)
		}
	}
	return out
}

// exchangedIn finds the one figure of a table, in the year of a tile and of its kind, that the tile has with two digits exchanged, where both names
// share a word that few rows have.
func (c *citations) exchangedIn(s *sheet.Sheet, l *sheet.Timeline, a sheet.Entry) (f sheet.Finding, ok bool) {
	digits := compare.DigitsIn(a.Printed)
	if len(digits) < compare.DigitsExchanged || sheet.Dimension(a) == quantity.Count && len(digits) < compare.TellingDigits {
		return f, false
	}
	var only sheet.Entry
	for i := range c.lines {
		o := &c.lines[i]
		e, there := o.At[a.Year]
		if !there || c.tiles[e.At.Table] || !compare.Exchanged(digits, compare.DigitsIn(e.Printed)) || sheet.Percent(e) != sheet.Percent(a) ||
			!sheet.Comparable(e, a) && !e.Ambiguous() && sheet.Dimension(a) != quantity.Count || e.Change || e.Target || e.Restated || s.Superseded(e.Fact) ||
			!c.seldom(sheet.Stems(l.Last().Label()), sheet.Stems(e.Label())) {
			continue
		}
		if only.Fact != nil && only.Value != e.Value {
			return f, false
		}
		only = e
	}
	if only.Fact == nil {
		return f, false
	}
	u := slipNamed(sheet.Statement{Page: a.At.Page, Text: a.Printed}, a.Quantity(), only, " Two digits are exchanged.")
	u.Inputs[1] = sheet.Input(a, "")
	u.Message = strings.Replace(u.Message, "in a sentence", fmt.Sprintf("for \"%s\"", sheet.Shorten(a.Label())), 1)
	return u.Finding, true
}

// fewRows are so many that a word of their names tells them from the others of a report.
const fewRows = 8

// seldom reports whether two names share a word that few rows of the report have in theirs.
func (c *citations) seldom(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool {
		if !slices.Contains(b, w) {
			return false
		}
		n := 0
		for i := range c.lines {
			if slices.Contains(c.lines[i].Name, w) {
				n++
			}
		}
		return n <= fewRows
	})
}

// printedIn reports whether a table has a figure, other than one.
func (c *citations) printedIn(q quantity.Quantity, but int) bool {
	return slices.ContainsFunc(c.prints[compare.Significant(compare.Show(sheet.Unscaled(q)))], func(f *facts.Fact) bool {
		e := sheet.Entry{Fact: f, At: &f.Place}
		return f.Table != but && e.Prints(q)
	})
}

// printedAs reports whether a table has the figure of a sentence, in its unit, or where the sentence says something of its name. A
// figure without a unit stands somewhere in many a table, which tells nothing where the sentence names another cell wholly.
func (c *citations) printedAs(q quantity.Quantity, about []string, share int) bool {
	if share < wholeName {
		return c.printedIn(q, 0)
	}
	return slices.ContainsFunc(c.prints[compare.Significant(compare.Show(sheet.Unscaled(q)))], func(f *facts.Fact) bool {
		e := sheet.Entry{Fact: f, At: &f.Place}
		return e.Prints(q) && (!sheet.OpenUnit(q, e) || sheet.SharesWord(sheet.Stems(strings.Join(append(slices.Clone(f.RowPath), f.ColPath...), " ")), about))
	})
}

// slipOf is the one cell that the figure of a sentence is a slip of, in the year that is given or, if none is, that the sentence speaks of.
func (c *citations) slipOf(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, year int, about []string) (best cited, ok bool) {
	digits := citedDigits(q)
	var found []cited
	for _, v := range slips(digits) {
		for _, k := range c.leading[v] {
			if k.Change || k.Target || k.Restated || k.Per != "" || !k.Sayable(q) || !alike(q, k.Entry) ||
				k.Year != cmp.Or(year, x.YearOf(q, *k.line)) {
				continue
			}
			if sheet.Percent(k.Entry) && sheet.OfAnother(strings.Join(append(slices.Clone(k.At.RowPath), k.At.Caption), " "), x.Text[q.End:]) {
				continue // a share of something else
			}
			how := slipBetweenDigits(q, k.Entry, v == digits)
			if how == "" || s.Superseded(k.Fact) {
				continue
			}
			rounded := v != digits && compare.Significant(k.Value) != strings.TrimRight(v, "0")
			if share := c.shares(about)[k.at]; (!rounded || share >= wholeName) && c.tells(q, digits, v == digits, k.Year, share, about) {
				found = append(found, cited{k, how, share})
			}
		}
	}
	for _, f := range found {
		switch {
		case f.share > best.share:
			best, ok = f, true
		case f.share == best.share && f.Value != best.Value:
			ok = false
		}
	}
	return best, ok
}

// alike reports whether a figure and a cell are in units of one kind, or in none.
func alike(q quantity.Quantity, e sheet.Entry) bool {
	if sheet.Percent(e) || e.Quantity().Unit.Comparable(q.Unit) || sheet.MassLike(q) && sheet.MassLike(e.Quantity()) {
		return true
	}
	none := e.Unit == "" || e.Ambiguous() || sheet.Dimension(e) == quantity.Count
	return none && q.Unit.Dimension == quantity.Count && q.Scale == nil
}

// citedDigits are those that a figure is found by: with the zeros behind a point, without those of a round number; empty for too few or too many.
func citedDigits(q quantity.Quantity) string {
	digits := compare.Significant(q.Number)
	if len(digits) < 2 {
		return ""
	}
	if lastPlace(q) < 0 {
		digits = strings.TrimLeft(compare.DigitsIn(q.Number), "0")
	}
	if len(digits) > mostLeading {
		return ""
	}
	return digits
}

// has reports whether a cell begins with some digits, or with a slip of them.
func (c *citations) has(digits string) bool {
	return digits != "" && slices.ContainsFunc(slips(digits), func(v string) bool { return len(c.leading[v]) > 0 })
}

// slips are the digits that some digits can be a slip of: themselves, and those with two of them exchanged.
func slips(digits string) []string {
	out := []string{digits}
	if len(digits) < compare.DigitsExchanged {
		return out
	}
	for i := range digits {
		for k := i + 1; k < len(digits); k++ {
			if digits[i] != digits[k] && (k == i+1 || len(digits) >= compare.DigitsChanged) {
				b := []byte(digits)
				b[i], b[k] = b[k], b[i]
				out = append(out, string(b))
			}
		}
	}
	return out
}

// slipBetweenDigits says by which slip a figure is that of a cell with the same first digits, or with two exchanged; empty if by none.
func slipBetweenDigits(q quantity.Quantity, e sheet.Entry, same bool) string {
	open := sheet.OpenUnit(q, e)
	value := e.Quantity().Value
	said := sheet.Unscaled(q)
	if !open {
		v, ok := quantity.Ratio(e.Quantity().Base(), quantity.Mul(q.Unit.Factor, sheet.ScaleOf(q)))
		if !ok {
			return ""
		}
		value = v
	}
	ratio, ok := quantity.Ratio(value, said)
	if !ok {
		return ""
	}
	if !same {
		if ratio.Cmp(compare.FarFactor) < 0 && ratio.Cmp(compare.WholeHalf) > 0 || len(compare.Significant(q.Number)) > compare.DigitsExchanged &&
			ratio.Cmp(apd.New(10, 0)) < 0 && ratio.Cmp(compare.TenthPoint) > 0 {
			return " Two digits are exchanged."
		}
		return ""
	}
	if open || !sheet.Percent(e) && !e.Quantity().Unit.Comparable(q.Unit) {
		return "" // the scale may not have been read
	}
	for _, power := range []int32{1, -1, 2, -2, 3, -3, 6, -6} {
		if power%3 == 0 && compare.Significant(e.Value) == compare.Significant(q.Number) {
			continue // of the scale of a table, which magnitude tells
		}
		off := quantity.Abs(quantity.Sub(quantity.Mul(said, apd.New(1, power)), value))
		half := quantity.Mul(apd.New(5, lastPlace(q)-1), apd.New(1, power))
		if off.Cmp(half) <= 0 {
			return fmt.Sprintf(" It is off by 10^%d.", power)
		}
	}
	return ""
}

// byAmount leads to an amount that is a change.
var byAmount = pattern.Compile(`(?i)\b(?:by|of\s+another|further|additional)\s+` + sheet.Hedges + `$`)
