package change

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

// thanBefore says behind a change which way it goes, and that it counts from the year before.
var thanBefore = pattern.Compile(`(?i)^\s*(more|higher|above|greater|less|lower|fewer|below)\s+than\s+(?:(?:in|for|the|our)\s+)*` +
	`(?:(?:year\s+before|previous\s+year|prior\s+year|last\s+year|year\s+earlier|preceding\s+year)\b|a\s+year\s+(?:ago|earlier|before)\b|` + sheet.SomeYear + `)`)

// Bears reports whether a sentence means the figure of a cell where it gives another: what it says besides, of a change or a share, is right for
// the cell and not for the figure.
func Bears(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, e sheet.Entry) bool {
	few := sheet.OpenUnit(q, e) && len(compare.DigitsIn(q.Number)) < compare.DigitsNamed
	for _, by := range x.Figures {
		if by.Start == q.Start || by.Range || by.Bound != quantity.Exactly || len(strings.TrimLeft(compare.DigitsIn(by.Number), "0")) < 2 {
			continue
		}
		if fell, ok := wayOf(x, by); ok && !few && slices.ContainsFunc(earlierOf(s, x, q, by, e), func(then *term) bool {
			right, wrong := bond{then: then, now: cellTerm(e)}, bond{then: then, now: &term{Quantity: inPlaceOf(q, e)}}
			return right.makes(by) && right.fell() == fell && (!wrong.makes(by) || wrong.fell() != fell)
		}) {
			return true
		}
		if by.Unit.Dimension == quantity.Percent && len(compare.DigitsIn(by.Number)) >= compare.DigitsExchanged && bearsShare(s, x, by, e, few) {
			return true
		}
	}
	return false
}

// inPlaceOf is the figure of a sentence in the unit of the cell that it would be.
func inPlaceOf(q quantity.Quantity, e sheet.Entry) quantity.Quantity {
	out := e.Quantity()
	out.Value = sheet.Unscaled(q)
	return out
}

// earlierOf are what a change to a cell may count from: what the thing was in the year before, or one that the sentence names, and the other
// figures of the sentence.
func earlierOf(s *sheet.Sheet, x sheet.Statement, q, by quantity.Quantity, e sheet.Entry) []*term {
	var out []*term
	years := sheet.YearsNamed(x.Text)
	for _, l := range s.WithDigits(e.Quantity()) {
		if l.At[e.Year].Fact == nil || l.At[e.Year].ID != e.ID {
			continue
		}
		for _, year := range l.Years() {
			if then := l.At[year]; year < e.Year && (year == e.Year-1 || slices.Contains(years, year)) && sheet.Comparable(then, e) && !then.Restated {
				out = append(out, cellTerm(then))
			}
		}
	}
	for _, o := range x.Figures {
		if o.Start != q.Start && o.Start != by.Start && !o.Range && o.Comparable(e.Quantity()) {
			out = append(out, termOf(x, o))
		}
	}
	return out
}

// bearsShare reports whether a percentage is what a cell is of a larger one of its column or row; of few digits, of one that the sentence or the one
// before it gives.
func bearsShare(s *sheet.Sheet, x sheet.Statement, by quantity.Quantity, e sheet.Entry, few bool) bool {
	for _, t := range s.Tables {
		if t.Number != e.At.Table {
			continue
		}
		for _, w := range t.All {
			if w.ID == e.ID || w.At.Col != e.At.Col && w.At.Row != e.At.Row || sheet.Percent(w) || w.Change || w.Target || !sheet.Comparable(w, e) ||
				w.Year != e.Year || !isPart(e.Quantity(), w.Quantity(), by) {
				continue
			}
			if !few || slices.ContainsFunc(append(slices.Clone(x.Figures), x.Earlier().Figures...), w.Prints) {
				return true
			}
		}
	}
	return false
}

func isPart(part, whole, share quantity.Quantity) bool {
	a, b := part.Interval(), whole.Interval()
	low, fine := quantity.PercentOf(a.Low, b.High)
	high, also := quantity.PercentOf(a.High, b.Low)
	return fine && also && part.Base().Cmp(whole.Base()) < 0 && share.Interval().Overlaps(quantity.Interval{Low: low, High: high})
}

// slippedChanges finds a change beside the figures that it is of, which is theirs but for two digits exchanged or one changed, and that of no
// other figures which the sentence may mean.
func slippedChanges(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		if x.Renewed() || otherBasis.MatchString(x.Text) {
			continue
		}
		var all []bond
		for i, by := range x.Figures {
			digits := len(strings.TrimLeft(compare.DigitsIn(by.Number), "0"))
			if by.Unit.Dimension != quantity.Percent || by.Range || by.Bound != quantity.Exactly || digits < 2 {
				continue
			}
			fell, ok := wayOf(x, by)
			if behind := x.Text[by.End:]; !ok || thanOther.MatchString(behind) && !countedFrom.MatchString(behind) && !thanBefore.MatchString(behind) {
				continue // it may count from something else than the figures beside it
			}
			if all == nil {
				all = bonds(s, x)
			}
			if b, ok := nearlyMade(x, all, i, fell, digits); ok {
				out = append(out, slipUttered(x, b, by))
			}
		}
	}
	return out
}

// nearlyMade is the one bond beside a change that makes it but for a slip, if none makes it.
func nearlyMade(x sheet.Statement, all []bond, i int, fell bool, digits int) (found bond, ok bool) {
	by := x.Figures[i]
	if slices.ContainsFunc(all, func(b bond) bool {
		if b.farFrom(by) && b.cannotMake(by) {
			return false
		}
		change, _, ok := b.by(by)
		share, fine := quantity.PercentOf(b.now.Base(), b.then.Base())
		if fine && quantity.Abs(quantity.Sub(share, by.Value)).Cmp(compare.TenthPoint) <= 0 {
			return true // a share, of what was saved or of anything else
		}
		return ok && quantity.Abs(quantity.Sub(quantity.Abs(change), by.Value)).Cmp(compare.TenthPoint) <= 0 || b.makes(by)
	}) {
		return bond{}, false // one of them may be meant, cut off or rounded
	}
	var made *apd.Decimal
	for _, b := range all {
		if !b.meant || b.own && !b.paired || !b.own && digits < compare.DigitsExchanged || b.fell() != fell || !b.beside(x, i) {
			continue
		}
		change, _, fine := b.by(by)
		if !fine || !slipOfBy(change, by, digits) {
			continue
		}
		if ok && made.Cmp(change) != 0 {
			return bond{}, false
		}
		found, made, ok = b, change, true
	}
	return found, ok
}

// slipOfBy reports whether a change is a computed one but for two digits exchanged; of three digits or more, also but for one.
func slipOfBy(change *apd.Decimal, by quantity.Quantity, digits int) bool {
	if digits >= compare.DigitsExchanged {
		return slippedBy(change, by)
	}
	return compare.Exchanged(quantity.Print(quantity.Mul(quantity.Abs(change), apd.New(1, max(0, -by.Value.Exponent))), 0), compare.DigitsIn(by.Number))
}

// beside reports whether a figure of the bond stands next to one of the sentence.
func (b bond) beside(x sheet.Statement, i int) bool {
	for _, at := range []int{i - 1, i + 1} {
		if at < 0 || at >= len(x.Figures) {
			continue
		}
		q := x.Figures[at]
		if b.own && (b.now.Text == q.Text && b.now.Start == q.Start || b.then.Text == q.Text && b.then.Start == q.Start) || b.to.Text != "" && b.to.Start == q.Start {
			return true
		}
	}
	return false
}

func slipUttered(x sheet.Statement, b bond, by quantity.Quantity) sheet.Utterance {
	change, _, _ := b.by(by)
	c := events.Check{
		Result: events.CheckFail, Severity: "critical", Stated: by.Text, Expected: quantity.Print(change, max(0, -by.Value.Exponent)) + " %",
		Inputs:  []events.CheckInput{b.then.input(), b.now.input(), x.Input(sheet.StatedLabel+" change", by)},
		Working: fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", b.now.printed(), b.then.printed(), b.then.printed(), quantity.Print(change, compare.Places)),
		Message: fmt.Sprintf("%s stated, %s after %s makes %s %%: a digit is another, or two are exchanged. No other figures that may be meant make the change.",
			by.Text, b.now.printed(), b.then.printed(), quantity.Print(change, max(1, -by.Value.Exponent))),
	}
	return x.Utter(c, by.Text, b.own)
}
