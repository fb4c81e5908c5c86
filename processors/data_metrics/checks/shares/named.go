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
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// ofThing is the whole that a share is said to be of.
var ofThing = pattern.Compile(`^\s*of\s+((?:\d[.,]\d|[^.;:,()]){3,80})`)

// namedShares holds "Enteric methane makes up 81 % of on-farm emissions" against the two rows that the sentence names, before the share and
// behind it: where no rows that it can mean make the share, and nothing else is said, the share is wrong.
func namedShares(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		for _, q := range x.Percents() {
			m := ofThing.FindStringSubmatchIndex(x.Text[q.End:])
			if m == nil || q.Bound != quantity.Exactly || q.Signed || change.IsChange(x, q) || x.Renewed() {
				continue
			}
			part, whole := s.Before(x, q), s.Said(x, q.End+m[2], q.End+m[3])
			if v := wasWhat.FindStringIndex(x.Text[q.End+m[2] : q.End+m[3]]); v != nil && len(part.Names)+len(part.Other) == 0 {
				whole, part = s.Said(x, q.End+m[2], q.End+m[2]+v[0]), s.Said(x, q.End+m[2]+v[1], q.End+m[3])
			}
			if u, ok := namedShare(s, x, q, part, s.Plainly(whole)); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// wasWhat leads from the whole to the part behind it: "32 % of the plastics that we processed were recyclate".
var wasWhat = pattern.Compile(`(?i)\s+(?:is|are|was|were)\s+`)

func namedShare(s *sheet.Sheet, x sheet.Statement, q quantity.Quantity, part, whole sheet.Spoken) (u sheet.Utterance, ok bool) {
	if len(part.Names) == 0 || len(whole.Names) == 0 || part.Points {
		return u, false
	}
	year, years := x.Year(0), len(sheet.YearsNamed(x.Text))
	if len(x.Percents()) > 1 && x.YearSaid(q) == 0 {
		year = 0 // the year that is named stands behind another share
	}
	amount := func(l sheet.Timeline) (sheet.Entry, bool) {
		y := year
		if y == 0 {
			y = l.Last().Year
		}
		e, there := l.At[y]
		return e, there && !sheet.Percent(e) && e.Per == "" && e.Quantity().Value.Sign() > 0 && !e.Restated
	}
	fits := func(l sheet.Timeline) bool { _, ok := amount(l); return ok }
	w, how := s.Row(whole, fits)
	if how < sheet.Wholly {
		return u, false
	}
	b, _ := amount(w)
	beside := func(l sheet.Timeline) bool {
		e, ok := amount(l)
		return ok && sheet.Comparable(e, b) && e.Year == b.Year && e.ID != b.ID && e.Quantity().Base().Cmp(b.Quantity().Base()) < 0
	}
	p, sure := s.Row(part, beside)
	if sure < sheet.Wholly {
		both := part
		both.Names = slices.Compact(slices.Sorted(slices.Values(slices.Concat(part.Names, whole.Names))))
		if p, sure = s.Row(both, beside); sure < sheet.Wholly {
			return u, false
		}
	}
	a, _ := amount(p)
	made := portion{Statement: x, stated: q, parts: []sheet.Entry{a}, whole: b}
	c, fine := made.check()
	if !fine {
		return u, false
	}
	if c.Result == events.CheckPass || madeByAny(s, part, whole, q) {
		return u, false
	}
	computed, _ := quantity.PercentOf(a.Quantity().Base(), b.Quantity().Base())
	borneOut := sharesInOtherYear(x, q, p, w, a.Year)
	if !borneOut && (years > 1 || years > 0 && len(x.Percents()) > 1) { // two years' shares that are both others are of another boundary
		return u, false
	}
	surely := sure == sheet.Surely && how == sheet.Surely || borneOut
	if printed := quantity.Print(quantity.Mul(computed, apd.New(1, max(0, -q.Value.Exponent))), 0); !surely &&
		(len(printed) < compare.DigitsExchanged || !compare.Exchanged(printed, compare.DigitsIn(q.Number))) {
		return u, false
	}
	c.Message = fmt.Sprintf("%s of \"%s\" is %s %%, not %s. %s", sheet.Shorten(a.Label()), sheet.Shorten(b.Label()), quantity.Print(computed, 1),
		q.Text, c.Message)
	return x.Utter(c, q.Text, false), true
}

// sharesInOtherYear reports whether another percentage of a sentence, of not fewer digits than tell, is what the two rows make in another year,
// and in that one alone: then it is these rows that the sentence speaks of, whatever else it says.
func sharesInOtherYear(x sheet.Statement, q quantity.Quantity, part, whole sheet.Timeline, year int) bool {
	return slices.ContainsFunc(x.Percents(), func(o quantity.Quantity) bool {
		if o.Start == q.Start || o.Bound != quantity.Exactly || o.Signed || len(compare.DigitsIn(o.Number)) < 2 || change.IsChange(x, o) {
			return false
		}
		made := 0
		for _, y := range part.Years() {
			a := part.At[y]
			b, there := whole.At[y]
			if !there || !sheet.Comparable(a, b) || b.Quantity().Value.Sign() <= 0 || !possible(a.Quantity(), b.Quantity(), o) {
				continue
			}
			if made++; y == year {
				return false
			}
		}
		return made == 1
	})
}

// madeByAny reports whether a share is that of any two figures of one table and year of which the rows share words with what is said of the part
// and of the whole, or one that a table prints for such a row.
func madeByAny(s *sheet.Sheet, part, whole sheet.Spoken, q quantity.Quantity) bool {
	words := slices.Concat(part.Names, whole.Names)
	for _, t := range s.Tables {
		var all []sheet.Entry
		for _, e := range t.All {
			if e.Source == facts.FromTable && !e.Change && sheet.SharesWord(sheet.Stems(e.Label()+" "+e.Column()+" "+e.At.Caption), words) {
				all = append(all, e)
			}
		}
		for _, e := range all {
			if sheet.Percent(e) && e.Overlaps(q) {
				return true
			}
			for _, w := range all {
				if !sheet.Percent(e) && w.ID != e.ID && w.Year == e.Year && sheet.Comparable(w, e) && possible(e.Quantity(), w.Quantity(), q) &&
					e.Quantity().Base().Cmp(w.Quantity().Base()) < 0 {
					return true
				}
			}
		}
	}
	return false
}
