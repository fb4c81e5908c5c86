package shares

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/change"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// cellShare is what a figure of a table is of a total beside it or below it.
type cellShare struct {
	part, whole sheet.Entry
}

// surelySlipped is how seldom a share of another figure may be the stated one but for two digits, as the negative logarithm.
const surelySlipped = 2.0

// mostShares is how many shares of a table are looked at: of more, some make any percentage.
const mostShares = 400

// tabledShares holds the shares of sentences against those that the figures of a table are of its totals, whatever the construction: a share that is none
// of these, nor of any two figures of the table, is wrong where it is that of a figure which the sentence names, but for two exchanged digits, or
// where the other shares of the sentence are all of them those of figures that it names.
func tabledShares(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	for _, x := range s.Statements() {
		var all []quantity.Quantity
		for _, q := range x.Percents() {
			if q.Bound == quantity.Exactly && !q.Signed && q.Value.Sign() > 0 && q.Value.Cmp(compare.Hundred) < 0 && !change.IsChange(x, q) &&
				!noShare.MatchString(x.Text[q.End:]) {
				all = append(all, q)
			}
		}
		several := len(all) >= compare.LeastShown
		if len(all) < len(x.Percents()) || !several && !slices.ContainsFunc(all, telling) || x.Renewed() {
			continue
		}
		about := sheet.Stems(x.Text)
		for _, t := range totalled(s) {
			named := t.named(about)
			if len(named) == 0 {
				continue
			}
			if u, ok := listedOfTable(t, x, all, about, named); ok {
				out = append(out, u)
				continue
			}
			for _, q := range all {
				if u, ok := exchangedOfTable(s, t, x, q, about, named); ok {
					out = append(out, u)
				}
			}
		}
	}
	return sheet.OnceSaid(out)
}

// telling reports whether a share has the digits for an exchange of two of them to be hardly another share.
func telling(q quantity.Quantity) bool {
	return q.Value.Exponent < 0 && len(compare.DigitsIn(q.Number)) >= compare.DigitsExchanged
}

// withTotals is a table that has totals, and how its rows are called.
type withTotals struct {
	*sheet.Table
	names [][]string // by place in Rows
	rows  []int      // of totals
	cols  []int
}

type tablesWithTotals []withTotals

// totalled are the tables with totals, read once: every sentence asks for them.
func totalled(s *sheet.Sheet) []withTotals {
	return sheet.Once(s, func() tablesWithTotals {
		var out tablesWithTotals
		for _, t := range s.Tables {
			w := withTotals{Table: t}
			for _, row := range t.Rows {
				r := t.Row(row)
				if len(r) == 0 {
					w.names = append(w.names, nil)
					continue
				}
				if w.names = append(w.names, nameOf(r[0])); r[0].Total {
					w.rows = append(w.rows, row)
				}
			}
			for _, col := range t.Cols {
				if sheet.TotalWords.MatchString(sheet.Last(t.Heading(col))) {
					w.cols = append(w.cols, col)
				}
			}
			if len(w.rows)+len(w.cols) > 0 {
				out = append(out, w)
			}
		}
		return out
	})
}

// named are the rows of which a sentence has all words.
func (t withTotals) named(about []string) []int {
	var out []int
	for i, row := range t.Rows {
		if sheet.Within(t.names[i], about) {
			out = append(out, row)
		}
	}
	return out
}

// nameOf are the words of the label of a row, without what stands in brackets: its unit, as a rule.
func nameOf(e sheet.Entry) []string {
	label, _, _ := strings.Cut(e.Label(), "(")
	return sheet.Stems(label)
}

// sharesOfTotals are what the amounts of the rows that a sentence names are of the totals of their column and of their row, in the last year of the table or
// in the one that the sentence gives. Where a column is no year, its words have to be said, too.
func (t withTotals) sharesOfTotals(x sheet.Statement, about []string, named []int) []cellShare {
	year := x.Year(t.LastYear())
	amount := func(e sheet.Entry) bool {
		return e.Source == facts.FromTable && !sheet.Percent(e) && e.Per == "" && !e.Change && !e.Target && !e.Restated &&
			(e.Year == year || e.Year == 0) && e.Quantity().Value.Sign() > 0 && e.Quantity().Bound == quantity.Exactly
	}
	var out []cellShare
	for _, row := range named {
		for _, e := range t.Row(row) {
			if !amount(e) {
				continue
			}
			col := sheet.Within(sheet.Stems(sheet.Last(e.At.ColPath)), about)
			var wholes []sheet.Entry
			for _, r := range t.rows {
				if w, there := t.Cell(r, e.At.Col); there && r > e.At.Row && w.Parent() == e.Parent() && (e.Year > 0 || col) {
					wholes = append(wholes, w)
				}
			}
			for _, c := range t.cols {
				if w, there := t.Cell(e.At.Row, c); there && w.Year == e.Year && col {
					wholes = append(wholes, w)
				}
			}
			for _, w := range wholes {
				if amount(w) && sheet.Comparable(e, w) && w.Quantity().Base().Cmp(e.Quantity().Base()) > 0 && len(out) < mostShares {
					out = append(out, cellShare{e, w})
				}
			}
		}
	}
	return out
}

// listedOfTable finds the one share of a sentence of several that is not that of a figure which it names, where all the others are: each of another
// figure of one column.
func listedOfTable(t withTotals, x sheet.Statement, all []quantity.Quantity, about []string, named []int) (u sheet.Utterance, ok bool) {
	if len(all) < compare.LeastShown {
		return u, false
	}
	shares := slices.DeleteFunc(t.sharesOfTotals(x, about, named), func(c cellShare) bool { return c.part.At.Col != c.whole.At.Col })
	if len(shares) != len(all) {
		return u, false // a row for each share, and no other one that could be meant
	}
	var odd []quantity.Quantity
	left := slices.Clone(shares)
	for _, q := range all {
		i := slices.IndexFunc(left, func(c cellShare) bool { return possible(c.part.Quantity(), c.whole.Quantity(), q) })
		if i < 0 {
			odd = append(odd, q)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(odd) != 1 || len(left) != 1 || left[0].whole.ID != shares[0].whole.ID {
		return u, false
	}
	return left[0].uttered(x, odd[0], "The other shares of the sentence are those of the rows that it names.")
}

// exchangedOfTable finds the share of a sentence that is the one of a figure which it names, with two digits exchanged.
func exchangedOfTable(s *sheet.Sheet, t withTotals, x sheet.Statement, q quantity.Quantity, about []string, named []int) (u sheet.Utterance, ok bool) {
	digits := compare.DigitsIn(q.Number)
	if !telling(q) {
		return u, false
	}
	tried := map[string]bool{}
	found := map[string]cellShare{}
	for _, c := range t.sharesOfTotals(x, about, named) {
		computed, fine := quantity.PercentOf(c.part.Quantity().Base(), c.whole.Quantity().Base())
		if !fine {
			continue
		}
		printed := quantity.Print(computed, -q.Value.Exponent)
		if tried[printed] = true; compare.Exchanged(compare.DigitsIn(printed), digits) {
			found[printed] = c
		}
	}
	n := float64(len(digits))
	if weight := math.Log10(9 * math.Pow10(len(digits)-1) / (n - 1)); len(found) != 1 || weight-math.Log10(float64(len(tried))) < surelySlipped ||
		madeInTable(s, t.Table, q) {
		return u, false
	}
	for _, c := range found {
		u, ok = c.uttered(x, q, "Two digits are exchanged; no other figures of the table make that share.")
	}
	return u, ok
}

// madeInTable reports whether a percentage is what any two figures of a table make, as a share, what is left of it or a change, or stands in a table.
func madeInTable(s *sheet.Sheet, t *sheet.Table, q quantity.Quantity) bool {
	for _, o := range s.Tables {
		if slices.ContainsFunc(o.All, func(e sheet.Entry) bool { return sheet.Percent(e) && e.Overlaps(q) }) {
			return true
		}
	}
	rest := q
	rest.Value = quantity.Sub(compare.Hundred, q.Value)
	for _, a := range t.All {
		for _, b := range t.All {
			if a.ID == b.ID || sheet.Percent(a) || sheet.Percent(b) || a.At.Row != b.At.Row && a.At.Col != b.At.Col || !sheet.Comparable(a, b) ||
				a.Quantity().Value.Sign() <= 0 || b.Quantity().Value.Sign() <= 0 {
				continue
			}
			if a.Quantity().Base().Cmp(b.Quantity().Base()) < 0 && (possible(a.Quantity(), b.Quantity(), q) || possible(a.Quantity(), b.Quantity(), rest)) {
				return true
			}
		}
	}
	return false
}

// uttered makes the failure of a share that is not the one of a figure.
func (c cellShare) uttered(x sheet.Statement, q quantity.Quantity, why string) (u sheet.Utterance, ok bool) {
	computed, fine := quantity.PercentOf(c.part.Quantity().Base(), c.whole.Quantity().Base())
	if !fine {
		return u, false
	}
	k := events.Check{
		Result: events.CheckFail, Severity: "critical",
		Inputs:  []events.CheckInput{sheet.Input(c.part, ""), sheet.Input(c.whole, ""), x.Input(sheet.StatedLabel+" share", q)},
		Working: fmt.Sprintf("%s / %s x 100 = %s %%", c.part.WithUnit(), c.whole.WithUnit(), quantity.Print(computed, compare.Places)),
	}
	compare.Settle(&k, computed, q.Value, "%", false)
	k.Message = strings.TrimSpace(fmt.Sprintf("\"%s\" is %s %% of \"%s\", not %s. %s", sheet.Shorten(c.part.Label()),
		quantity.Print(computed, max(1, -q.Value.Exponent)), sheet.Shorten(c.whole.Label()), q.Text, why))
	return x.Utter(k, q.Text, false), true
}
