package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// How many digits a figure needs for one with two of them exchanged, or with one changed, to be hardly another figure.
const (
	digitsExchanged = 3
	digitsChanged   = 5
	mostBeside      = 6 // figures of a sentence, among which one of few digits is no chance
	digitsAlone     = 5 // without another figure of the sentence that stands beside it in the table
)

// digitIndex finds the figures of tables that differ from given digits by a slip of the pen.
type digitIndex struct {
	same  map[string]bool
	order map[string][]entry // by their digits in order of size
	but   map[string][]entry // by their digits but one
}

func (s *sheet) digitIndex() *digitIndex {
	x := &digitIndex{map[string]bool{}, map[string][]entry{}, map[string][]entry{}}
	for _, t := range s.tables {
		for _, e := range t.all {
			d := digitsIn(e.Printed)
			if e.Source != facts.FromTable || len(d) < digitsExchanged || len(d) > 12 {
				continue
			}
			x.same[strings.Trim(d, "0")] = true
			x.order[inOrder(d)] = append(x.order[inOrder(d)], e)
			for i := range d {
				if k := d[:i] + "*" + d[i+1:]; len(d) >= digitsChanged {
					x.but[k] = append(x.but[k], e)
				}
			}
		}
	}
	return x
}

func inOrder(digits string) string {
	b := []byte(digits)
	slices.Sort(b)
	return string(b)
}

// near lists the figures of tables of which the digits are a slip; none if they stand in a table themselves.
func (x *digitIndex) near(digits string) []entry {
	if len(digits) < digitsExchanged || x.same[strings.Trim(digits, "0")] {
		return nil
	}
	var out []entry
	for _, e := range x.order[inOrder(digits)] {
		if exchanged(digitsIn(e.Printed), digits) || len(digits) >= digitsChanged && twoSwapped(digitsIn(e.Printed), digits) {
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
func saidSlips(s *sheet) []utterance {
	var out []utterance
	index := s.digitIndex()
	for _, x := range s.statements() {
		if renewedSay.MatchString(x.text) {
			continue
		}
		about := stems(x.text)
		named := s.timelines().within(about)
		for _, q := range x.figures {
			if q.Range || q.Bound != quantity.Exactly {
				continue
			}
			var found []entry
			for _, e := range index.near(digitsIn(q.Number)) {
				if s.slipped(x, q, e, about) && !slices.ContainsFunc(found, func(o entry) bool { return o.Value == e.Value }) {
					found = append(found, e)
				}
			}
			if len(found) == 1 {
				out = append(out, x.slip(q, found[0]))
			} else if e, how, ok := s.namedSlip(x, q, named, about); ok && len(found) == 0 {
				out = append(out, x.slipNamed(q, e, how))
			}
		}
	}
	return append(out, s.chartSlips()...)
}

// slipped reports whether the figure of a sentence must be meant as that of a cell.
func (s *sheet) slipped(x statement, q quantity.Quantity, e entry, about []string) bool {
	if !s.mistakable(x, q, e) {
		return false
	}
	own := stems(last(headings(e.at.RowPath)))
	if within(own, about) && !openUnit(q, e) && len(digitsIn(q.Number)) >= digitsAlone && e.Year == s.lastYearOf(e) {
		return true
	}
	if !spokenOf(e, q, about) || len(digitsIn(q.Number)) < digitsAlone && len(x.figures) > mostBeside {
		return false
	}
	at := slices.IndexFunc(x.figures, func(o quantity.Quantity) bool { return o.Start == q.Start })
	for i, o := range x.figures {
		beside := i == at-1 || i == at+1 || len(digitsIn(q.Number)) >= digitsAlone
		if i != at && beside && len(significant(o.Number)) >= digitsExchanged && s.besides(e, o) {
			return true
		}
	}
	return false
}

// mistakable reports whether a cell could be what the figure of a sentence means: a level of that unit, size and year, and
// still the report's own word on it.
func (s *sheet) mistakable(x statement, q quantity.Quantity, e entry) bool {
	if e.Change || e.Target || e.Restated || percent(e) != (q.Unit.Dimension == quantity.Percent) || e.Quantity().Value.Sign() <= 0 ||
		len(x.years) > 0 && e.Year > 0 && !slices.Contains(x.years, e.Year) {
		return false
	}
	if !openUnit(q, e) && (!e.Quantity().Unit.Comparable(q.Unit) || thousands(e.Quantity().Base(), q.Base()) != 0) || s.superseded(e.Fact) {
		return false
	}
	far, ok := quantity.Ratio(unscaled(q), e.Quantity().Value)
	return ok && far.Cmp(farFactor) <= 0 && far.Cmp(wholeHalf) >= 0
}

// openUnit reports whether the units of a figure and a cell exclude nothing: one of them has none that was read, or counts.
func openUnit(q quantity.Quantity, e entry) bool {
	return e.Ambiguous() || dimension(e) == quantity.Count || q.Unit.Dimension == quantity.Count
}

// lastYearOf is the last year of the table that a figure stands in.
func (s *sheet) lastYearOf(e entry) int {
	i := slices.IndexFunc(s.tables, func(t *table) bool { return t.number == e.at.Table })
	return s.tables[i].lastYear()
}

// rowsBeside is how far from a cell another one of its column belongs to what a sentence says of both.
const rowsBeside = 3

// besides reports whether a figure stands in the row of a cell, or near it in its column.
func (s *sheet) besides(e entry, q quantity.Quantity) bool {
	for _, t := range s.tables {
		if t.number != e.at.Table {
			continue
		}
		for _, o := range t.all {
			if o.ID != e.ID && (o.at.Row == e.at.Row || o.at.Col == e.at.Col && max(o.at.Row-e.at.Row, e.at.Row-o.at.Row) <= rowsBeside) &&
				o.prints(q) {
				return true
			}
		}
	}
	return false
}

func (x statement) slip(q quantity.Quantity, e entry) utterance {
	c := events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: []events.CheckInput{input(e, ""), x.input("in a sentence", q)},
		Working:  fmt.Sprintf("page %d: %s; page %d: %s", x.page, q.Text, e.at.Page, e.WithUnit()),
		Expected: e.WithUnit(), Stated: q.Text,
		Message: fmt.Sprintf("One figure is stated twice differently: %s in a sentence, %s for \"%s\" of the table on page %d.%s",
			q.Text, e.WithUnit(), shorten(e.label()), e.at.Page, digitNote(digitsIn(q.Number), digitsIn(e.Printed))),
	}
	return x.utter(c, q.Text, false)
}

func digitNote(a, b string) string {
	if inOrder(a) == inOrder(b) {
		return " Two digits are exchanged."
	}
	return " One digit is another."
}

// twoSwapped reports whether two digits have changed places, neighbours or not.
func twoSwapped(a, b string) bool {
	other := 0
	for i := range a {
		if a[i] != b[i] {
			other++
		}
	}
	return other == 2
}

// saysAnywhere reports whether a table gives the figure of a sentence somewhere, of a kind with a cell.
func (s *sheet) saysAnywhere(q quantity.Quantity, e entry) bool {
	return slices.ContainsFunc(s.Facts, func(f facts.Fact) bool {
		o := entry{Fact: &f, at: &f.Place}
		return f.Source == facts.FromTable && f.ID != e.ID && len(significant(f.Value)) >= len(significant(q.Number)) && percent(o) == percent(e) &&
			o.sayable(q) &&
			(o.prints(q) || f.Metric == e.Metric && !openUnit(q, o) && o.overlaps(q))
	})
}

func (x statement) slipNamed(q quantity.Quantity, e entry, how string) utterance {
	u := x.slip(q, e)
	u.Message = fmt.Sprintf("One figure is stated twice differently: %s in a sentence, %s for \"%s\" of the table on page %d.%s",
		q.Text, e.WithUnit(), shorten(e.label()), e.at.Page, how)
	return u
}

// slipOfCell says by which slip a figure of a sentence is that of a cell, printed with as many places; empty if by none.
func slipOfCell(q quantity.Quantity, e entry) string {
	open := openUnit(q, e) || !e.Quantity().Unit.Comparable(q.Unit) && e.Quantity().Unit.Factor.Cmp(q.Unit.Factor) != 0
	value := e.Quantity().Value
	if !open {
		v, ok := quantity.Ratio(e.Quantity().Base(), quantity.Mul(q.Unit.Factor, scaleOf(q)))
		if !ok {
			return ""
		}
		value = v
	}
	said := unscaled(q)
	place := lastPlace(q)
	rounded := quantity.Print(value, max(0, -place))
	if a, b := digitsIn(rounded), digitsIn(q.Number); exchanged(a, b) && (len(b) > digitsExchanged || a[0] == b[0]) {
		return " Two digits are exchanged."
	}
	if open && (e.Ambiguous() || dimension(e) != q.Unit.Dimension || q.Scale != nil) || len(significant(q.Number)) < digitsExchanged {
		return ""
	}
	for _, power := range []int32{1, -1, 2, -2, 3, -3, 6, -6} {
		if power%3 == 0 && significant(e.Value) == significant(q.Number) {
			continue // of the scale of a table, which magnitude tells
		}
		half := quantity.Mul(apd.New(5, place-1), apd.New(1, power))
		if quantity.Abs(quantity.Sub(quantity.Mul(said, apd.New(1, power)), value)).Cmp(half) <= 0 {
			return fmt.Sprintf(" It is off by 10^%d.", power)
		}
	}
	return ""
}

// lastPlace is the power of ten of the last digit that is printed of a figure, without the word for its scale.
func lastPlace(q quantity.Quantity) int32 {
	unit, ok := quantity.Ratio(quantity.Mul(q.Half, quantity.Int(2)), scaleOf(q))
	if !ok || unit.IsZero() {
		return 0
	}
	unit.Reduce(unit)
	return unit.Exponent
}
