package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// digitIndex finds the figures of tables that differ from given digits by a slip of the pen.
type digitIndex struct {
	same  map[string]bool          // of its digits, with a sign for per cent
	order map[string][]sheet.Entry // by their digits in order of size
	but   map[string][]sheet.Entry // by their digits but one
}

func indexDigits(s *sheet.Sheet) *digitIndex {
	x := &digitIndex{map[string]bool{}, map[string][]sheet.Entry{}, map[string][]sheet.Entry{}}
	for _, t := range s.Tables {
		for _, e := range t.All {
			d := compare.DigitsIn(e.Printed)
			if e.Source != facts.FromTable || len(d) < compare.DigitsExchanged || len(d) > 12 {
				continue
			}
			x.same[digitsOf(d, sheet.Percent(e))] = true
			x.order[compare.InOrder(d)] = append(x.order[compare.InOrder(d)], e)
			for i := range d {
				k := d[:i] + "*" + d[i+1:]
				x.but[k] = append(x.but[k], e)
			}
		}
	}
	return x
}

func digitsOf(digits string, percent bool) string {
	if digits = strings.Trim(digits, "0"); percent {
		return digits + "%"
	}
	return digits
}

// near lists the figures of tables of which the digits are a slip; none if they stand in a table themselves.
func (x *digitIndex) near(digits string, percent bool) []sheet.Entry {
	if len(digits) < compare.DigitsExchanged || x.same[digitsOf(digits, percent)] {
		return nil
	}
	var out []sheet.Entry
	for _, e := range x.order[compare.InOrder(digits)] {
		d := compare.DigitsIn(e.Printed)
		if compare.Exchanged(d, digits) || len(digits) >= compare.DigitsChanged && compare.Differing(d, digits) == 2 {
			out = append(out, e)
		}
	}
	for i := range digits {
		out = append(out, x.but[digits[:i]+"*"+digits[i+1:]]...)
	}
	return out
}

// saidSlips finds the figure of a sentence that no table has, but for two exchanged digits or one changed, where the sentence
// speaks of the table's row and gives the figure beside it as it stands there.
func saidSlips(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	index := indexDigits(s)
	for _, x := range s.Statements() {
		var about []string // read where a figure is near one of a table
		for _, q := range x.Figures {
			if q.Range || q.Bound != quantity.Exactly || toBeReached.MatchString(x.Text[:q.Start]) {
				continue
			}
			near := index.near(compare.DigitsIn(q.Number), q.Unit.Dimension == quantity.Percent)
			if len(near) > 0 && about == nil {
				if x.Renewed() {
					break
				}
				about = sheet.Stems(x.Text)
			}
			var found []sheet.Entry
			for _, e := range near {
				if slipped(s, x, q, e, about) && !slices.ContainsFunc(found, func(o sheet.Entry) bool { return o.Value == e.Value }) {
					found = append(found, e)
				}
			}
			if len(found) == 1 {
				out = append(out, slip(x, q, found[0]))
			}
		}
	}
	return append(out, chartSlips(s)...)
}

// toBeReached leads to a figure that somebody wants, or wanted, a thing to come to: "our commitment to reduce water use to".
var toBeReached = pattern.Compile(`(?i)\bto\s+(?:reduce|cut|lower|limit|halve|bring|keep|increase|raise|lift|grow|expand)\b` +
	`[^.;:]*\b(?:to|at|below|above|under)\s+` + sheet.Hedges + `$`)

// slipped reports whether the figure of a sentence must be meant as that of a cell.
func slipped(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, e sheet.Entry, about []string) bool {
	if !mistakable(s, x, q, e) {
		return false
	}
	own := sheet.Stems(sheet.Last(sheet.Headings(e.At.RowPath)))
	words := strings.Join(append(slices.Clone(e.At.RowPath), e.At.ColPath...), " ") + " " + e.At.Caption + " " + e.Unit
	units := sheet.Stems(q.Text)
	if sheet.SharesWord(slices.DeleteFunc(sheet.Stems(words), func(w string) bool { return slices.Contains(units, w) }), about) && change.Bears(s, x, q, e) {
		return true // what is said of it besides is that of the cell
	}
	if d := compare.DigitsIn(q.Number); len(d) < compare.DigitsChanged && !compare.Exchanged(d, compare.DigitsIn(e.Printed)) {
		return false // so few digits with another one are another figure, if nothing is said besides
	}
	if sheet.Within(own, about) && (!sheet.OpenUnit(q, e) || countedAlike(x, q, e)) && len(compare.DigitsIn(q.Number)) >= compare.DigitsNamed &&
		(e.Year == s.LastYearOf(e.At) || len(x.Years) == 1) {
		return true
	}
	if len(compare.DigitsIn(q.Number)) >= compare.DigitsAlone && !sheet.OpenUnit(q, e) && besideIt(s, x, q, e) {
		return true // what stands beside it in the table tells the row
	}
	if !spokenOf(e, q, about) || len(compare.DigitsIn(q.Number)) < compare.DigitsAlone && len(x.Figures) > compare.MostBeside {
		return false
	}
	return besideIt(s, x, q, e)
}

// countedAlike reports whether what a sentence counts is what the row of a cell, or its unit, is called: "9,870 employees".
func countedAlike(x sheet.Statement, q quantity.Quantity, e sheet.Entry) bool {
	if q.Unit.Dimension != quantity.Count || q.Scale != nil || sheet.Dimension(e) != quantity.Count && !e.Ambiguous() {
		return false
	}
	counted := sheet.Stems(counts.FindString(x.Text[q.End:]))
	return len(counted) > 0 && sheet.SharesWord(counted, sheet.Stems(e.Label()+" "+e.Unit))
}

// counts is what stands behind a number: the one or two words that say what is counted.
var counts = pattern.Compile(`^\s+\p{L}[\p{L}-]*(?:\s+\p{L}[\p{L}-]*)?`)

// besideIt reports whether the figure next to one of a sentence stands next to a cell; for one of many digits, any other of the sentence.
func besideIt(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, e sheet.Entry) bool {
	at := slices.IndexFunc(x.Figures, func(o quantity.Quantity) bool { return o.Start == q.Start })
	for i, o := range x.Figures {
		beside := i == at-1 || i == at+1 || len(compare.DigitsIn(q.Number)) >= compare.DigitsAlone
		if i != at && beside && len(compare.Significant(o.Number)) >= compare.DigitsExchanged && besides(s, e, o) {
			return true
		}
	}
	return false
}

// leftOut says that a figure is of what another one does not hold: "excludes the energy used by subcontractors, estimated at".
var leftOut = pattern.Compile(`(?i)\b(?:exclud(?:es?|ing)|(?:does|do)\s+not\s+(?:include|contain|cover)|leav(?:es?|ing)\s+out|without)\b[^.;]*$`)

// mistakable reports whether a cell could be what the figure of a sentence means: a level of that unit, size and year, and
// still the report's own word on it.
func mistakable(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, e sheet.Entry) bool {
	if e.Change || e.Target || e.Restated || sheet.Percent(e) != (q.Unit.Dimension == quantity.Percent) || e.Quantity().Value.Sign() <= 0 ||
		!x.MayBeOf(q, e.Year, s.LastYearOf(e.At)) {
		return false
	}
	if !sheet.OpenUnit(q, e) && (!e.Quantity().Unit.Comparable(q.Unit) || compare.Thousands(e.Quantity().Base(), q.Base()) != 0) || s.Superseded(e.Fact) {
		return false
	}
	if d := compare.DigitsIn(q.Number); len(d) > compare.DigitsExchanged && compare.Exchanged(d, compare.DigitsIn(e.Printed)) {
		return true // two exchanged digits in front make another size
	}
	return compare.Near(sheet.Unscaled(q), e.Quantity().Value)
}

// rowsBeside is how far from a cell another one of its column belongs to what a sentence says of both.
const rowsBeside = 3

// besides reports whether a figure stands in the row of a cell, or near it in its column.
func besides(s *sheet.Sheet, e sheet.Entry, q quantity.Quantity) bool {
	for _, t := range s.Tables {
		if t.Number != e.At.Table {
			continue
		}
		for _, o := range t.All {
			if o.ID != e.ID && (o.At.Row == e.At.Row || o.At.Col == e.At.Col && max(o.At.Row-e.At.Row, e.At.Row-o.At.Row) <= rowsBeside) &&
				o.Prints(q) {
				return true
			}
		}
	}
	return false
}

func slip(x sheet.Statement, q quantity.Quantity, e sheet.Entry) sheet.Utterance {
	c := events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{sheet.Input(e, ""), x.Input("in a sentence", q)},
		Working:  fmt.Sprintf("page %d: %s; page %d: %s", x.Page, q.Text, e.At.Page, e.WithUnit()),
		Expected: e.WithUnit(), Stated: q.Text,
		Message: fmt.Sprintf("One figure is stated twice differently: %s in a sentence, %s for \"%s\" of the table on page %d.%s",
			q.Text, e.WithUnit(), sheet.Shorten(e.Label()), e.At.Page, digitNote(compare.DigitsIn(q.Number), compare.DigitsIn(e.Printed))),
	}
	return x.Utter(c, q.Text, false)
}

func digitNote(a, b string) string {
	if compare.InOrder(a) == compare.InOrder(b) {
		return " Two digits are exchanged."
	}
	return " One digit is another."
}

func slipNamed(x sheet.Statement, q quantity.Quantity, e sheet.Entry, how string) sheet.Utterance {
	u := slip(x, q, e)
	u.Message = fmt.Sprintf("One figure is stated twice differently: %s in a sentence, %s for \"%s\" of the table on page %d.%s",
		q.Text, e.WithUnit(), sheet.Shorten(e.Label()), e.At.Page, how)
	return u
}

// lastPlace is the power of ten of the last digit that is printed of a figure, without the word for its scale.
func lastPlace(q quantity.Quantity) int32 {
	unit, ok := quantity.Ratio(quantity.Mul(q.Half, quantity.Int(2)), sheet.ScaleOf(q))
	if !ok || unit.IsZero() {
		return 0
	}
	unit.Reduce(unit)
	return unit.Exponent
}
