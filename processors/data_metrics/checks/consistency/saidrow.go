package consistency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// saidOtherwise holds "fell to 5.2 (2023: 5.9)" against the row that has one of the two figures in its year: the other one has to be
// that of the row, too. A sentence that agrees with any row is of that one.
func saidOtherwise(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() || len(x.Pairs()) > 0 && x.RenewedBefore() {
			continue
		}
		pairs := x.Pairs()
		if p, ok := withBefore(x); ok {
			pairs = append(slices.Clone(pairs), p)
		}
		for _, p := range pairs {
			if u, ok := otherwise(s, x, p); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// goesBack begins a sentence that compares the figure of the sentence before with that of an earlier year.
var goesBack = pattern.Compile(`(?i)^(?:(?:this\s+)?compare[sd]\s+(?:with|to)|against|after|` +
	`(?:in\s+)?` + sheet.SomeYear + `,?\s+(?:it|this|that)\s+(?:was|had\s+been)|(?:it|this|that)\s+(?:was|had\s+been))\b`)

// withBefore pairs the one figure of a sentence with the one of the sentence before: "was 11.2 % in 2024. Compared with 2023, when it was 12.0 %".
func withBefore(x sheet.Statement) (p sheet.ThenAndNow, ok bool) {
	y := x.Earlier()
	then, now := sheet.YearsNamed(x.Text), sheet.YearsNamed(y.Text)
	if len(x.Figures) != 1 || len(y.Figures) != 1 || len(then) != 1 || len(now) > 1 || len(now) == 1 && now[0] <= then[0] || !goesBack.MatchString(x.Text) {
		return p, false
	}
	p = sheet.ThenAndNow{Then: x.Figures[0], Now: y.Figures[0], Year: then[0], Sure: true}
	usable := func(q quantity.Quantity) bool { return !q.Range && q.Bound == quantity.Exactly && q.Value.Sign() > 0 }
	return p, usable(p.Then) && usable(p.Now) && p.Then.Comparable(p.Now)
}

// contrast is a row that has one figure of a sentence, and another than the second.
type contrast struct {
	has, other sheet.Entry
	said, with quantity.Quantity // the figure that differs, the one that the row has
}

func otherwise(s *sheet.Sheet, x sheet.Statement, p sheet.ThenAndNow) (sheet.Utterance, bool) {
	about := sheet.Stems(x.Text + " " + x.Before)
	said := x.Text
	if _, across := withBefore(x); across {
		said = x.Before + " " + said
	}
	var found []contrast
	for _, r := range s.WithDigits(p.Then, p.Now) {
		c, agrees, ok := against(p, r.At)
		if agrees {
			return sheet.Utterance{}, false
		}
		if !ok || slices.ContainsFunc(found, func(o contrast) bool { return o.other.Value == c.other.Value }) {
			continue
		}
		slip := p.Sure && len(compare.Significant(c.with.Number)) >= compare.DigitsExchanged &&
			compare.Exchanged(compare.DigitsIn(c.said.Number), compare.DigitsIn(c.other.Printed))
		if slip || spokenOf(c.has, c.with, about) || r.NamedIn(said) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return sheet.Utterance{}, false
	}
	c := found[0]
	if slices.ContainsFunc(x.Figures, func(q quantity.Quantity) bool {
		return c.other.Overlaps(q) && c.other.Dimension == string(q.Unit.Dimension) || c.other.Prints(q)
	}) {
		return sheet.Utterance{}, false // it gives the figure of the row as well
	}
	if years := sheet.YearsNamed(x.Before); len(years) > 0 && years[0] >= min(c.has.Year, c.other.Year) && len(sheet.YearsNamed(x.Text)) == 0 {
		p.Sure = true // it goes on with the comparison of the sentence before
	}
	if !p.Sure && sheet.SlipOfPen(c.said.Value, c.other) == 0 && !tensOff(c.said, c.other) || c.other.Restated || c.has.Restated || s.Superseded(c.other.Fact) {
		return sheet.Utterance{}, false
	}
	return saidDiffers(x, c), true
}

// against holds two figures against a row.
func against(p sheet.ThenAndNow, cells map[int]sheet.Entry) (c contrast, agrees, ok bool) {
	last := 0
	for y := range cells {
		last = max(last, y)
	}
	year := p.Year
	if year == 0 {
		year = last - 1
	}
	then, there := cells[year]
	now, here := cells[last]
	if !there || !here || year == last {
		return c, false, false
	}
	hasThen, hasNow := then.Prints(p.Then), now.Prints(p.Now)
	switch {
	case hasThen && hasNow || hasNow && then.Overlaps(p.Then) || hasThen && now.Overlaps(p.Now):
		return c, true, false
	case hasNow:
		c = contrast{now, then, p.Then, p.Now}
	case hasThen:
		c = contrast{then, now, p.Now, p.Then}
	default:
		return c, false, false
	}
	for _, e := range cells {
		if e.Prints(c.said) {
			return c, false, false // of another year than it seems
		}
	}
	far, fine := quantity.Ratio(sheet.Unscaled(c.said), c.other.Quantity().Value)
	near := fine && far.Cmp(compare.FarFactor) < 0 && far.Cmp(compare.WholeHalf) > 0
	return c, false, near || tensOff(c.said, c.other) || exchangedFor(c.said, c.other)
}

// exchangedFor reports whether a figure is a cell with two of its digits exchanged, of so many that it is hardly another.
func exchangedFor(q quantity.Quantity, e sheet.Entry) bool {
	d := compare.DigitsIn(q.Number)
	return len(d) > compare.DigitsExchanged && compare.Exchanged(d, compare.DigitsIn(e.Printed))
}

// tensOff reports whether a figure has the digits of a cell, a power of ten off that is no thousand: those may be the scale of a table.
func tensOff(q quantity.Quantity, e sheet.Entry) bool {
	for _, power := range []int32{1, -1, 2, -2} {
		if sheet.Unscaled(q).Cmp(quantity.Mul(e.Quantity().Value, apd.New(1, power))) == 0 {
			return true
		}
	}
	return false
}

// spokenOf reports whether a sentence speaks of the row of a figure: it has half of the words that say what the row is of, and two of
// three where the figure has few digits, which many rows have.
func spokenOf(e sheet.Entry, q quantity.Quantity, about []string) bool {
	digits := len(compare.Significant(q.Number))
	if digits < 2 {
		return false
	}
	label := strings.Join(sheet.Headings(e.At.RowPath[max(0, len(e.At.RowPath)-2):]), " ")
	of, _, _ := strings.Cut(label, " per ")
	for _, words := range []string{sheet.Last(sheet.Headings(e.At.RowPath)), label, of} {
		own := slices.DeleteFunc(sheet.Stems(words), func(w string) bool { return w == "per" || strings.ContainsAny(w, "0123456789") })
		shared := 0
		for _, w := range own {
			if _, said := slices.BinarySearch(about, w); said {
				shared++
			}
		}
		if 2*shared >= len(own) && shared > 0 && (digits >= compare.LeastShown || 3*shared >= 2*len(own) && shared > 1) {
			return true
		}
	}
	return false
}

// saidDiffers tells of two figures of one thing; which of them is wrong is open.
func saidDiffers(x sheet.Statement, c contrast) sheet.Utterance {
	k := events.Check{
		Result: events.CheckFail, Severity: "warning",
		Inputs: []events.CheckInput{sheet.Input(c.other, ""), x.Input("in a sentence", c.said), sheet.Input(c.has, "")},
		Working: fmt.Sprintf("page %d: %s beside %s; page %d: %s beside %s", x.Page, c.said.Text, c.with.Text,
			c.other.At.Page, c.other.WithUnit(), c.has.WithUnit()),
		Expected: c.other.WithUnit(), Stated: c.said.Text,
		Message: fmt.Sprintf("One figure is stated twice differently: %s in a sentence, %s for \"%s\" of the table on page %d, which has its %s.",
			c.said.Text, c.other.WithUnit(), sheet.Shorten(c.other.Label()), c.other.At.Page, c.with.Text),
	}
	return x.Utter(k, c.said.Text, false)
}
