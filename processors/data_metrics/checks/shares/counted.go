package shares

import (
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sums"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// sharesOf pairs each percentage with its count, finds the whole that most
// pairs are shares of, and holds the others against it. Without a whole that three pairs agree on, only what is printed as 100 % is one.
func sharesOf(t *sheet.Table) []sheet.Finding {
	var pairs []sums.Share
	for _, e := range t.All {
		if !sheet.Percent(e) || e.Change {
			continue
		}
		if c, ok := sums.Counted(t, e); ok {
			pairs = append(pairs, sums.Share{Count: c, Stated: e})
		}
	}
	best := -1
	var wholeOf func(sums.Share) sums.Whole
	for _, candidate := range []func(sums.Share) sums.Whole{sums.GrandTotal(t, pairs), sums.ColumnTotal(t, pairs)} {
		agree, off := agreeing(pairs, candidate)
		if len(pairs) > 3 && agree >= 3 && 2*agree >= 3*len(off) && agree > best {
			best, wholeOf = agree, candidate
		}
	}
	if of := sums.SaidAll(pairs); wholeOf == nil {
		agree, off := agreeing(pairs, of)
		if len(off) > 1 && agree < 3*len(off) || slices.ContainsFunc(off, func(p sums.Share) bool { return !ofSaid(t, p, of(p), agree) }) {
			return nil
		}
		wholeOf = of
	}
	var out []sheet.Finding
	for _, p := range pairs {
		of := wholeOf(p)
		if of.Amount == nil || !of.Measures(p.Count) {
			continue
		}
		if p.Count.Total && of.Amount.Cmp(p.Count.Quantity().Base()) == 0 && p.Stated.Quantity().Value.Cmp(compare.Hundred) == 0 {
			continue // that a total is all of itself says nothing
		}
		_, computed, possible := sums.ShareAgrees(p, of)
		c := events.Check{Inputs: []events.CheckInput{sheet.Input(p.Count, "")}}
		for _, e := range of.Of {
			in := sheet.Input(e, "")
			in.FactID, in.Label = "", "whole: "+in.Label // a check of each part is none of the total
			c.Inputs = append(c.Inputs, in)
		}
		c.Inputs = append(c.Inputs, sheet.Input(p.Stated, sheet.StatedLabel+": "+sheet.Shorten(p.Stated.Label())))
		c.Working = fmt.Sprintf("%s / %s x 100 = %s %% (%s)", compare.Show(p.Count.Quantity().Base()), of.Terms(), quantity.Print(computed, compare.Places), of.Name)
		compare.Settle(&c, computed, p.Stated.Quantity().Value, "%", possible)
		within := quantity.Abs(quantity.Sub(p.Stated.Quantity().Value, computed)).Cmp(compare.TenthPoint) <= 0
		compare.Conclude(&c, within, p.Stated.Quantity().Bound, "0.1 percentage points")
		if c.Result == events.CheckFail {
			for _, o := range pairs {
				if o.Stated.ID != p.Stated.ID && o.Stated.Value == p.Stated.Value {
					if ok, _, _ := sums.ShareAgrees(o, of); ok {
						c.Message += fmt.Sprintf(" It repeats the percentage of \"%s\".", sheet.Shorten(o.Stated.Label()))
						break
					}
				}
			}
		}
		out = append(out, sheet.Finding{Check: c, Page: p.Stated.At.Page})
	}
	return out
}

// agreeing counts the pairs that are shares of their whole, and lists those that are not.
func agreeing(pairs []sums.Share, wholeOf func(sums.Share) sums.Whole) (agree int, off []sums.Share) {
	for _, p := range pairs {
		of := wholeOf(p)
		if of.Amount == nil || p.Count.Quantity().Value.IsZero() || p.Stated.Quantity().Value.IsZero() {
			continue // 0 % is a share of any large whole
		}
		if ok, _, _ := sums.ShareAgrees(p, of); ok {
			agree++
		} else {
			off = append(off, p)
		}
	}
	return agree, off
}

// ofSaid reports whether a percentage can be meant as a share of nothing but what is printed as 100 %: others of the table are, or its heading names
// it as one of what is counted, and it is a share of no other amount of its row or column.
func ofSaid(t *sheet.Table, p sums.Share, of sums.Whole, agree int) bool {
	heading := p.Stated.Column()
	if p.Stated.Target || p.Count.Restated || p.Stated.Restated || changeNamed.MatchString(heading+" "+p.Stated.Label()) {
		return false
	}
	if name := sheet.Stems(p.Count.Column()); agree == 0 && !(shareNamed.MatchString(heading) && len(name) > 0 && sheet.SharesWord(name, sheet.Stems(heading))) {
		return false
	}
	return !slices.ContainsFunc(t.All, func(e sheet.Entry) bool {
		if e.ID == p.Count.ID || e.At.Col != p.Count.At.Col && e.At.Row != p.Count.At.Row || sheet.Percent(e) || !sheet.Comparable(e, p.Count) {
			return false
		}
		ok, _, _ := sums.ShareAgrees(p, sums.Whole{Amount: e.Quantity().Base(), Of: []sheet.Entry{e}})
		return ok
	})
}
