package magnitude

import (
	"fmt"
	"math"
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

// scaledUp finds a sentence that gives the digits of a table's figure in another power of a thousand: "3,412 cubic
// metres" of a row in thousand cubic metres. That the digits are those of the row, and the words too, leaves two readings:
// one of the two is mistaken, or the scale of the table was not read. The second is excluded by a scale that the table
// prints, or by other figures of it that sentences repeat as they stand; and it is the likelier one where several cells
// of a table are off in the same way.
func scaledUp(s *sheet.Sheet) []sheet.Utterance {
	var found []scaledFigure
	repeated := repeats{} // facts of a table that sentences repeat, by the power of ten between them
	for _, x := range s.Statements() {
		for _, q := range x.Figures {
			digits := compare.Significant(q.Number)
			if len(digits) < 3 || q.Per != "" || q.Range || !slices.Contains(sheet.MeasuredIn, q.Unit.Dimension) {
				continue
			}
			for _, f := range ofDigits(s, q) {
				if f.Source == facts.FromTable && f.Quantity().Unit.Comparable(q.Unit) && f.Quantity().Base().Cmp(q.Base()) == 0 {
					repeated.note(tableScale{f.Table, 0}, f.ID)
				}
			}
			if u, ok := scaledLike(s, x, q, digits); ok {
				found = append(found, u)
				repeated.note(tableScale{u.of.Table, u.by}, u.of.ID)
			}
		}
	}
	var out []sheet.Utterance
	for _, u := range found {
		printed := u.of.Quantity().Unit.Factor.Cmp(quantity.Int(1)) != 0 || sheet.Dimension(sheet.Entry{Fact: u.of}) != quantity.Money
		if len(repeated[tableScale{u.of.Table, u.by}]) == 1 && (printed || len(repeated[tableScale{u.of.Table, 0}]) > 0) {
			out = append(out, u.Utterance)
		}
	}
	return out
}

// scaledFigure is a sentence's figure that has the digits of a table's.
type scaledFigure struct {
	sheet.Utterance
	of *facts.Fact
	by int // power of ten
}

type tableScale struct{ table, power int }

type repeats map[tableScale]map[string]bool

func (r repeats) note(at tableScale, id string) {
	if r[at] == nil {
		r[at] = map[string]bool{}
	}
	r[at][id] = true
}

// ofDigits lists the facts whose amounts have the digits of a figure, whatever the power of ten: a sheet has thousands,
// and a report as many figures in sentences.
func ofDigits(s *sheet.Sheet, q quantity.Quantity) []*facts.Fact {
	known := sheet.Once(s, func() byDigits {
		out := byDigits{}
		for i := range s.Facts {
			key := compare.Significant(compare.Show(s.Facts[i].Quantity().Base()))
			out[key] = append(out[key], &s.Facts[i])
		}
		return out
	})
	return known[compare.Significant(compare.Show(q.Base()))]
}

// byDigits are a sheet's facts by the digits of their amounts.
type byDigits map[string][]*facts.Fact

func scaledLike(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, digits string) (scaledFigure, bool) {
	about := sheet.Stems(x.Text)
	var other *facts.Fact
	by, borne := 0, false
	for _, f := range ofDigits(s, q) {
		v := f.Quantity()
		if f.Ambiguous() || f.Per != "" || f.Change || !v.Unit.Comparable(q.Unit) && !(sheet.MassLike(v) && sheet.MassLike(q)) {
			continue
		}
		if v.Base().Cmp(q.Base()) == 0 && (f.Source == facts.FromTable || f.Page != x.Page) {
			return scaledFigure{}, false // it stands so elsewhere
		}
		if f.Source != facts.FromTable || compare.Significant(f.Printed) != digits || !x.MayBeOf(q, f.Year, s.LastYearOf(&f.Place)) {
			continue
		}
		power := compare.Thousands(v.Base(), q.Base())
		e := sheet.Entry{Fact: f, At: &f.Place}
		meant := power != 0 && change.Bears(s, x, q, e) // what is said of it besides is that of the cell
		if power == 0 || !meant && !slices.ContainsFunc(sheet.Stems(strings.Join(append(slices.Clone(f.RowPath), f.Caption), " ")), func(w string) bool {
			_, said := slices.BinarySearch(about, w)
			return said
		}) {
			continue
		}
		if other != nil && other.Quantity().Base().Cmp(v.Base()) != 0 {
			return scaledFigure{}, false
		}
		other, by, borne = f, power, meant
	}
	if other == nil {
		return scaledFigure{}, false
	}
	beside := other.Page == x.Page && sheet.SharesWord(sheet.Stems(other.Own()), about) || hardlyAnother(s, other, digits)
	if len(digits) < compare.TellingDigits && !borne && !beside && !sheet.Within(sheet.Stems(other.Own()), about) {
		return scaledFigure{}, false
	}
	e := sheet.Entry{Fact: other, At: &other.Place}
	label := "in a sentence"
	shown := borneOut(s, e)
	if shown {
		label = sheet.StatedLabel + " in a sentence"
	}
	c := events.Check{
		Result: events.CheckFail, Inputs: []events.CheckInput{sheet.Input(e, ""), x.Input(label, q)},
		Working: fmt.Sprintf("page %d: %s = %s %s; page %d: %s = %s %s",
			e.At.Page, e.WithUnit(), compare.Show(e.Quantity().Base()), q.Unit.Base(), x.Page, q.Text, compare.Show(q.Base()), q.Unit.Base()),
		Message: fmt.Sprintf("\"%s\" has the digits of \"%s\" of the table on page %d, but is off by 10^%d.", q.Text, sheet.Shorten(e.Label()), e.At.Page, by),
	}
	if shown {
		c.Message += " The rows of the table add up to its figure."
	}
	compare.Settle(&c, e.Quantity().Base(), q.Base(), q.Unit.Base(), false)
	if q.Bound != quantity.Exactly {
		c.Result, c.Severity = events.CheckInconclusive, "warning"
	}
	return scaledFigure{x.Utter(c, q.Text, false), other, by}, true
}

// surelyScaled is how seldom a figure of a sentence may have the digits of a cell a thousand times off by chance, as the negative logarithm.
const surelyScaled = 2.0

// hardlyAnother reports whether so few figures of a report are of the kind of a cell that another one would hardly have its digits a thousand times off.
func hardlyAnother(s *sheet.Sheet, f *facts.Fact, digits string) bool {
	alike := map[string]bool{}
	for i := range s.Facts {
		if o := &s.Facts[i]; o.Dimension == f.Dimension && o.Per == "" {
			alike[compare.Significant(o.Printed)] = true
		}
	}
	const thousand = 0.7 // of five powers of ten that a slip of scale could be, one is a thousand
	return math.Log10(9*math.Pow10(len(digits)-1))+thousand-math.Log10(float64(len(alike))) >= surelyScaled
}

// borneOut says that the rows right above a figure of a table add up to it.
func borneOut(s *sheet.Sheet, e sheet.Entry) bool {
	for _, t := range s.Tables {
		if t.Number != e.At.Table {
			continue
		}
		sum := quantity.Int(0)
		n := 0
		for _, row := range slices.Backward(t.Rows) {
			if row >= e.At.Row {
				continue
			}
			above, ok := t.Cell(row, e.At.Col)
			if !ok || !sheet.Comparable(above, e) {
				return false
			}
			sum = quantity.Sum(sum, above.Quantity().Base())
			if n++; n >= 2 && sum.Cmp(e.Quantity().Base()) == 0 {
				return true
			}
		}
	}
	return false
}

// equated are the words between two figures that say that they are the same.
var equated = pattern.Compile(`(?i)^[\s,;(]*(?:equals|is equal to|equal to|are equal to|equivalent to|which is|or|i\.e\.|that is|=)[\s,]*` +
	`(?:about|around|approximately|roughly|some|~|≈)?\s*$|^\s*[(\[]\s*(?:=|about|approximately|~|≈|or|i\.e\.,?)?\s*$`)

// converted holds one amount in two units against itself: "512 TJ, equals about 142,200 MWh".
func converted(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i := 1; i < len(x.Figures); i++ {
			a, b := x.Figures[i-1], x.Figures[i]
			if a.Unit.Dimension != b.Unit.Dimension || !slices.Contains(sheet.MeasuredIn, a.Unit.Dimension) ||
				a.Unit.Dimension == quantity.Money || a.Unit.Factor.Cmp(b.Unit.Factor) == 0 && !spelledOut(a, b) ||
				a.Per != "" || b.Per != "" || a.Range || b.Range || a.Base().Sign() <= 0 || !equated.MatchString(x.Text[a.End:b.Start]) {
				continue
			}
			c := events.Check{Inputs: []events.CheckInput{x.Input("one unit", a), x.Input(sheet.StatedLabel+" in the other", b)}}
			c.Working = fmt.Sprintf("%s = %s %s; %s = %s %s", a.Text, compare.Show(a.Base()), a.Unit.Base(), b.Text, compare.Show(b.Base()), b.Unit.Base())
			compare.Settle(&c, a.Base(), b.Base(), a.Unit.Base(), a.Interval().Overlaps(b.Interval()))
			// "About" hedges the last digits, no power of ten.
			compare.Conclude(&c, compare.WithinPercent(a.Base(), b.Base(), compare.OnePercent), b.Bound, "1 %")
			out = append(out, x.Utter(c, b.Text, true))
		}
	}
	return out
}

// spelledOut reports whether two figures of one unit are the same digits, once with a word for their scale and once without: "1.18 million m³
// (1,180,000 m³)". Other digits in brackets are those of another year.
func spelledOut(a, b quantity.Quantity) bool {
	bare := func(q quantity.Quantity) string { return strings.Trim(compare.DigitsIn(q.Number), "0") }
	return (a.Scale == nil) != (b.Scale == nil) && bare(a) == bare(b) && len(bare(a)) >= compare.DigitsExchanged
}
