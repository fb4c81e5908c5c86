package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// measuredIn are the dimensions whose units a sentence can mistake by a thousand.
var measuredIn = []quantity.Dimension{quantity.Emissions, quantity.CarbonGas, quantity.Energy, quantity.Volume, quantity.Mass, quantity.Area, quantity.Money}

// scaledUp finds a sentence that gives the digits of a table's figure in another power of a thousand: "3,412 cubic
// metres" of a row in thousand cubic metres. That the digits are those of the row, and the words too, leaves two readings:
// one of the two is mistaken, or the scale of the table was not read. The second is excluded by a scale that the table
// prints, or by other figures of it that sentences repeat as they stand; and it is the likelier one where several cells
// of a table are off in the same way.
func scaledUp(s *sheet) []utterance {
	var found []scaledFigure
	repeated := repeats{} // facts of a table that sentences repeat, by the power of ten between them
	for _, x := range s.statements() {
		for _, q := range x.figures {
			digits := significant(q.Number)
			if len(digits) < 3 || q.Per != "" || q.Range || !slices.Contains(measuredIn, q.Unit.Dimension) {
				continue
			}
			for _, f := range s.ofDigits(q) {
				if f.Source == facts.FromTable && f.Quantity().Unit.Comparable(q.Unit) && f.Quantity().Base().Cmp(q.Base()) == 0 {
					repeated.note(tableScale{f.Table, 0}, f.ID)
				}
			}
			if u, ok := s.scaledLike(x, q, digits); ok {
				found = append(found, u)
				repeated.note(tableScale{u.of.Table, u.by}, u.of.ID)
			}
		}
	}
	var out []utterance
	for _, u := range found {
		printed := u.of.Quantity().Unit.Factor.Cmp(quantity.Int(1)) != 0 || dimension(entry{Fact: u.of}) != quantity.Money
		if len(repeated[tableScale{u.of.Table, u.by}]) == 1 && (printed || len(repeated[tableScale{u.of.Table, 0}]) > 0) {
			out = append(out, u.utterance)
		}
	}
	return out
}

// scaledFigure is a sentence's figure that has the digits of a table's.
type scaledFigure struct {
	utterance
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

// significant are the digits of a figure without zeros at either end.
func significant(number string) string {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, number)
	return strings.Trim(digits, "0")
}

// ofDigits lists the facts whose amounts have the digits of a figure, whatever the power of ten: a sheet has thousands,
// and a report as many figures in sentences.
func (s *sheet) ofDigits(q quantity.Quantity) []*facts.Fact {
	if s.digits == nil {
		s.digits = map[string][]*facts.Fact{}
		for i := range s.Facts {
			key := significant(show(s.Facts[i].Quantity().Base()))
			s.digits[key] = append(s.digits[key], &s.Facts[i])
		}
	}
	return s.digits[significant(show(q.Base()))]
}

func (s *sheet) scaledLike(x statement, q quantity.Quantity, digits string) (scaledFigure, bool) {
	about := stems(x.text)
	var other *facts.Fact
	by := 0
	for _, f := range s.ofDigits(q) {
		v := f.Quantity()
		if f.Ambiguous() || f.Per != "" || f.Change || !v.Unit.Comparable(q.Unit) {
			continue
		}
		if v.Base().Cmp(q.Base()) == 0 && (f.Source == facts.FromTable || f.Page != x.page) {
			return scaledFigure{}, false // it stands so elsewhere
		}
		if f.Source != facts.FromTable || significant(f.Printed) != digits || len(x.years) > 0 && f.Year > 0 && !slices.Contains(x.years, f.Year) {
			continue
		}
		power := thousands(v.Base(), q.Base())
		if power == 0 || !slices.ContainsFunc(stems(strings.Join(f.RowPath, " ")), func(w string) bool {
			_, said := slices.BinarySearch(about, w)
			return said
		}) {
			continue
		}
		if other != nil && other.Quantity().Base().Cmp(v.Base()) != 0 {
			return scaledFigure{}, false
		}
		other, by = f, power
	}
	if other == nil || len(digits) < tellingDigits && !within(stems(other.Own()), about) {
		return scaledFigure{}, false
	}
	e := entry{Fact: other, at: &other.Place}
	label := "in a sentence"
	shown := s.borneOut(e)
	if shown {
		label = statedLabel + " in a sentence"
	}
	c := events.Check{
		Result: events.CheckFail, Inputs: []events.CheckInput{input(e, ""), x.input(label, q)},
		Working: fmt.Sprintf("page %d: %s = %s %s; page %d: %s = %s %s",
			e.at.Page, e.WithUnit(), show(e.Quantity().Base()), q.Unit.Base(), x.page, q.Text, show(q.Base()), q.Unit.Base()),
		Message: fmt.Sprintf("\"%s\" has the digits of \"%s\" of the table on page %d, but is off by 10^%d.", q.Text, shorten(e.label()), e.at.Page, by),
	}
	if shown {
		c.Message += " The rows of the table add up to its figure."
	}
	Settle(&c, e.Quantity().Base(), q.Base(), q.Unit.Base(), false)
	if q.Bound != quantity.Exactly {
		c.Result, c.Severity = events.CheckInconclusive, "warning"
	}
	return scaledFigure{x.utter(c, q.Text, false), other, by}, true
}

// tellingDigits are so many that two figures hardly share them by chance: a report has thousands of figures, and three digits
// are those of some of them. With fewer, all words of the row have to stand in the sentence.
const tellingDigits = 4

// thousands is the power of ten by which a is more than b, if it is 3 or 6 or their negatives; 0 otherwise.
func thousands(a, b *apd.Decimal) int {
	for _, power := range []int32{3, -3, 6, -6} {
		if quantity.Mul(b, apd.New(1, power)).Cmp(a) == 0 {
			return int(power)
		}
	}
	return 0
}

// borneOut says that the rows right above a figure of a table add up to it.
func (s *sheet) borneOut(e entry) bool {
	for _, t := range s.tables {
		if t.number != e.at.Table {
			continue
		}
		sum := quantity.Int(0)
		n := 0
		for _, row := range slices.Backward(t.rows) {
			if row >= e.at.Row {
				continue
			}
			above, ok := t.cell(row, e.at.Col)
			if !ok || !comparable(above, e) {
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
var equated = regexp.MustCompile(`(?i)^[\s,;(]*(?:equals|is equal to|equal to|are equal to|equivalent to|which is|or|i\.e\.|that is|=)[\s,]*` +
	`(?:about|around|approximately|roughly|some|~|≈)?\s*$|^\s*[(\[]\s*(?:=|about|approximately|~|≈|or|i\.e\.,?)?\s*$`)

// converted holds one amount in two units against itself: "512 TJ, equals about 142,200 MWh".
func converted(s *sheet) []utterance {
	var out []utterance
	for _, x := range s.statements() {
		for i := 1; i < len(x.figures); i++ {
			a, b := x.figures[i-1], x.figures[i]
			if a.Unit.Dimension != b.Unit.Dimension || !slices.Contains(measuredIn, a.Unit.Dimension) ||
				a.Unit.Dimension == quantity.Money || a.Unit.Factor.Cmp(b.Unit.Factor) == 0 ||
				a.Per != "" || b.Per != "" || a.Range || b.Range || a.Base().Sign() <= 0 || !equated.MatchString(x.text[a.End:b.Start]) {
				continue
			}
			c := events.Check{Inputs: []events.CheckInput{x.input("one unit", a), x.input(statedLabel+" in the other", b)}}
			c.Working = fmt.Sprintf("%s = %s %s; %s = %s %s", a.Text, show(a.Base()), a.Unit.Base(), b.Text, show(b.Base()), b.Unit.Base())
			Settle(&c, a.Base(), b.Base(), a.Unit.Base(), a.Interval().Overlaps(b.Interval()))
			// "About" hedges the last digits, no power of ten.
			Conclude(&c, withinPercent(a.Base(), b.Base(), onePercent), b.Bound, "1 %")
			out = append(out, x.utter(c, b.Text, true))
		}
	}
	return out
}
