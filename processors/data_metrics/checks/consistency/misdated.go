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
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// datedBehind and datedBefore tie a year to a figure with nothing between that could be of another: "1,410 t in 2023", "(2022/23: 26.9", "2019 (44,120".
	datedBehind = pattern.Compile(`(?i)^\s*(?:t\s+|tonnes\s+)?(?:in|for)\s+(?:(?:the|our|base|year|fiscal|financial)\s+)*` + sheet.SomeYear + `\b`)
	// datedFirst begins a sentence with its year and leads to its first figure, goesOnOf goes on to a part of that.
	datedFirst = pattern.Compile(`(?i)^(?:in|for|during)\s+(?:the\s+)?(?:(?:fiscal|financial)\s+)?(?:year\s+)?` + sheet.SomeYear +
		`,?\s+(?:[^.;:,()\d]|\b[123]\b)*$`)
	comparing = pattern.Compile(`(?i)\b(?:compar\w+|than|from|against|versus|after|instead|rather|with\s+the)\b`)
	// overTime tells that a figure is of more than the year that is named, which something began in, or may be: of a sentence that has lost its beginning to
	// the layout of its page nobody knows.
	overTime    = pattern.Compile(`^\p{Ll}|(?i:\b(?:since|so\s+far|to\s+date|until|between|cumulative\w*)\b)`)
	goesOnOf    = pattern.Compile(`(?i)^[^.;:\d]{0,60}?,\s+of\s+(?:which|whom|that|this)\b`)
	datedBefore = pattern.Compile(`(?i)(?:\(\s*(?:in\s+)?` + sheet.SomeYear + `\s*:|\bbase\s+year\s+(?:of\s+)?` + sheet.SomeYear + `\s*\()\s*$`)
)

// datedOtherwise finds the figures that a sentence ties to a year in which no table has them, while every table that has them gives them for one
// other year, in a row that the sentence shares words with, and has another figure for the year that is said.
func datedOtherwise(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() {
			continue
		}
		var about []string
		for _, q := range x.Figures {
			if q.Range || q.Bound != quantity.Exactly || len(compare.Significant(q.Number)) < compare.DigitsExchanged {
				continue
			}
			year := tiedYear(x, q)
			if year == 0 {
				continue
			}
			if about == nil {
				about = sheet.Stems(x.Text + " " + x.Before)
			}
			if u, ok := dated(s, x, q, year, about); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// tiedYear is the year that a sentence ties to a figure; 0 if it ties none.
func tiedYear(x sheet.Statement, q quantity.Quantity) int {
	if m := datedBehind.FindStringSubmatch(x.Text[q.End:]); m != nil {
		return vocabulary.YearIn(m[1])
	}
	if m := datedBefore.FindStringSubmatch(x.Text[:q.Start]); m != nil {
		return vocabulary.YearIn(m[1] + m[2])
	}
	if named := sheet.YearsNamed(x.Text); len(named) == 1 && len(x.Years) == 1 && len(x.Figures) == 1 && named[0] == x.Years[0] &&
		!notYet.MatchString(x.Text) && !change.IsChange(x, q) && !noLevel.MatchString(x.Text[:q.Start]) && !sheet.Movement.MatchString(x.Text) &&
		!overTime.MatchString(x.Text) {
		return named[0] // nothing else in the sentence could be of that year
	}
	if m := datedFirst.FindStringSubmatch(x.Text[:q.Start]); m != nil && q.Unit.Dimension != quantity.Percent && !notYet.MatchString(x.Text) &&
		!change.IsChange(x, q) && !noLevel.MatchString(x.Text[:q.Start]) && !sheet.Movement.MatchString(x.Text[:q.Start]) &&
		!comparing.MatchString(x.Text[:q.Start]) && len(sheet.YearsNamed(x.Text)) == 1 && goesOnOf.MatchString(x.Text[q.End:]) {
		return vocabulary.YearIn(m[1]) // the first figure of a sentence that begins with its year
	}
	return 0
}

// ofUnnamedPart reports whether a figure is one of several that its row has for its year, told apart by what stands above them, and a sentence has none of
// those words: a segment's revenue is that of no country, though both have the same digits.
func ofUnnamedPart(s *sheet.Sheet, e sheet.Entry, about []string) bool {
	i := slices.IndexFunc(s.Tables, func(t *sheet.Table) bool { return t.Number == e.At.Table })
	if i < 0 {
		return false
	}
	head := sheet.Stems(sheet.AnyYear.ReplaceAllString(strings.Join(e.At.ColPath, " "), " "))
	beside := slices.ContainsFunc(s.Tables[i].Row(e.At.Row), func(o sheet.Entry) bool {
		return o.At.Col != e.At.Col && o.Year == e.Year && sheet.Comparable(o, e) && !slices.Equal(o.At.ColPath, e.At.ColPath)
	})
	return beside && len(head) > 0 && !sheet.SharesWord(head, about)
}

func dated(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, year int, about []string) (u sheet.Utterance, ok bool) {
	var found sheet.Entry
	var instead sheet.Entry
	for _, l := range s.WithDigits(q) {
		for _, y := range l.Years() {
			e := l.At[y]
			if !e.Prints(q) && !equals(q, e) {
				continue
			}
			o, there := l.At[year]
			if y == year || e.Restated || found.Fact != nil && found.Year != y {
				return u, false
			}
			if sheet.HalvedYear.MatchString(strings.Join(e.At.ColPath, " ")+" "+strings.Join(e.At.RowPath, " ")) && !sheet.HalvedYear.MatchString(x.Text) {
				return u, false // which of a fiscal year's two years the sentence names is open
			}
			unlisted := !there && len(l.At) > 1 && len(compare.Significant(q.Number)) >= compare.DigitsAlone && sheet.Within(l.Name, about)
			if !there && !unlisted || there && (o.Restated || equals(q, o)) || sizedBeside(q, e).open && !sheet.Percent(e) && !alike(q, e) ||
				!sheet.SharesWord(slices.Concat(l.Name, l.Over), about) {
				continue
			}
			if ofUnnamedPart(s, e, about) {
				continue
			}
			if len(compare.Significant(q.Number)) < compare.DigitsNamed && !sheet.Within(l.Name, about) {
				continue // so few digits are those of many rows
			}
			found, instead = e, o
		}
	}
	if found.Fact == nil || sheet.Percent(found) != (q.Unit.Dimension == quantity.Percent) || s.Superseded(found.Fact) {
		return u, false
	}
	label := sheet.Shorten(found.Label())
	other, inputs := "", []events.CheckInput{sheet.Input(found, ""), x.Input("in a sentence", q)}
	if instead.Fact != nil {
		other, inputs = fmt.Sprintf(", %s in %d", instead.WithUnit(), year), append(inputs, sheet.Input(instead, ""))
	}
	return x.Utter(events.Check{
		Result: events.CheckFail, Severity: "warning", Inputs: inputs,
		Expected: fmt.Sprint(found.Year), Stated: fmt.Sprint(year),
		Working: fmt.Sprintf("page %d: %s in %d; page %d: %s in %d%s", x.Page, q.Text, year, found.At.Page, found.WithUnit(), found.Year, other),
		Message: fmt.Sprintf("%s is said to be of %d, the table on page %d gives it for \"%s\" in %d%s.", q.Text, year, found.At.Page, label, found.Year,
			strings.Replace(other, ", ", ", and ", 1)),
	}, q.Text, false), true
}
