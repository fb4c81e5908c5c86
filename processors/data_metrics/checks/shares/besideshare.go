package shares

import (
	"fmt"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// rightBeside leads from an amount to the share that it is of something: "EUR 21.7 million, 14.6 % of revenue".
var rightBeside = pattern.Compile(`(?i)^\s*[,(–-]?\s*(?:or|that\s+is|i\.e\.|which\s+is|equal\s+to|representing|corresponding\s+to)?\s*$`)

// besideShares holds an amount and its share of what a row of a table is of against that row: a share that is another but for a slip of
// the pen is wrong.
func besideShares(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for i, q := range x.Figures {
			if i == 0 || q.Unit.Dimension != quantity.Percent || q.Bound != quantity.Exactly || q.Signed || q.Range {
				continue
			}
			a, m := x.Figures[i-1], ofThing.FindStringSubmatchIndex(x.Text[q.End:])
			if m == nil || !sheet.Amount(a) || a.Unit.Dimension == quantity.Count || !rightBeside.MatchString(x.Text[a.End:q.Start]) ||
				x.Renewed() || change.IsChange(x, q) || len(sheet.YearsNamed(x.Text)) > 1 {
				continue
			}
			if u, ok := besideShare(s, x, a, q, s.Said(x, q.End+m[2], q.End+m[3])); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

func besideShare(s *sheet.Sheet, x sheet.Statement, a, q quantity.Quantity, whole sheet.Spoken) (u sheet.Utterance, ok bool) {
	in := func(l sheet.Timeline) (sheet.Entry, bool) {
		e, there := l.At[x.Year(l.Last().Year)]
		return e, there && !e.Ambiguous() && e.Per == "" && !e.Restated && e.Quantity().Comparable(a) && a.Base().Cmp(e.Quantity().Base()) < 0
	}
	l, how := s.Row(whole, func(l sheet.Timeline) bool { _, ok := in(l); return ok })
	if how != sheet.Surely {
		return u, false
	}
	e, _ := in(l)
	computed, fine := quantity.PercentOf(a.Base(), e.Quantity().Base())
	if !fine || possible(a, e.Quantity(), q) {
		return u, false
	}
	printed := quantity.Print(computed, max(0, -q.Value.Exponent))
	slip := compare.SlipOfDigits(q.Number, printed)
	if slip == "" {
		return u, false
	}
	c := events.Check{
		Result: events.CheckFail, Severity: "warning", Stated: q.Text, Expected: printed + " %",
		Inputs:  []events.CheckInput{x.Input("in the sentence", a), sheet.Input(e, ""), x.Input(sheet.StatedLabel+"share", q)},
		Working: fmt.Sprintf("%s / %s = %s %%", compare.Show(a.Base()), compare.Show(e.Quantity().Base()), quantity.Print(computed, 4)),
		Message: fmt.Sprintf("%s of \"%s\", %s, is %s %%, not %s.%s", a.Text, sheet.Shorten(e.Label()), e.WithUnit(), printed, q.Text, slip),
	}
	return x.Utter(c, q.Text, false), true
}

// ofWay says of a percentage that it is the part of a target that has been reached: "which is 93 % of the way".
var ofWay = pattern.Compile(`(?i)^\s*of\s+(?:the|our|this|that)\s+(?:way|distance|target|goal|path)\b`)

// ofCut is how a percentage is said to be one by which something is less: the way to it begins at nothing.
var ofCut = pattern.Compile(`(?i)\b(?:cut|reduc\p{Ll}+|lower\p{Ll}*|decreas\p{Ll}+|less|down)\b`)

// wayDone divides what has been cut by what is to be cut: "We aim at 80 % less. We have cut 74.2 % so far, which is 93 % of the way." The way to a share
// that is to be reached may begin anywhere, and of several percentages nobody knows which is of which.
func wayDone(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for _, q := range x.Percents() {
			if q.Bound != quantity.Exactly || q.Signed || !ofWay.MatchString(x.Text[q.End:]) {
				continue
			}
			done, aimed := x.Percents(), x.Earlier().Percents()
			done = slices.DeleteFunc(slices.Clone(done), func(o quantity.Quantity) bool { return o.Start == q.Start })
			if !ofCut.MatchString(x.Text) || !ofCut.MatchString(x.Earlier().Text) || len(done) == 1 && done[0].Start > q.Start {
				continue
			}
			if len(done) != 1 || len(aimed) != 1 || done[0].Value.Cmp(aimed[0].Value) >= 0 {
				continue
			}
			computed, fine := quantity.PercentOf(done[0].Value, aimed[0].Value)
			if !fine || possible(done[0], aimed[0], q) || quantity.Abs(quantity.Sub(computed, q.Value)).Cmp(apd.New(1, 0)) <= 0 {
				continue
			}
			out = append(out, x.Utter(events.Check{
				Result: events.CheckFail, Severity: "warning", Stated: q.Text, Expected: quantity.Print(computed, 1) + " %",
				Inputs:  []events.CheckInput{x.Input("reached", done[0]), x.Input("aimed at", aimed[0]), x.Input(sheet.StatedLabel+"part of the way", q)},
				Working: fmt.Sprintf("%s / %s = %s %%", done[0].Text, aimed[0].Text, quantity.Print(computed, 4)),
				Message: fmt.Sprintf("%s of %s is %s %% of the way, not %s.", done[0].Text, aimed[0].Text, quantity.Print(computed, 1), q.Text),
			}, q.Text, true))
		}
	}
	return out
}
