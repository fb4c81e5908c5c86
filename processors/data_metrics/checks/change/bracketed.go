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

// inBrackets is a change behind the figure of its own cell: "49 (-56%)".
var inBrackets = pattern.Compile(`^[^()]*\d[^()]*\(\s*([+–−-])\s?(\d{1,3})(?:[.,](\d{1,2}))?\s*%\s*\)\W*$`)

// leastBracketed is how many of a row's changes in brackets are those since one figure of the row before another is held against it, too.
const leastBracketed = 2

// bracketed holds the changes that cells have in brackets against the one figure of their row that most of them count from. One alone may be off: else they
// are of something else. It is not told where any figure of its row or its columns makes it, as the year before or a gross amount.
func bracketed(t *sheet.Table) []sheet.Finding {
	var out []sheet.Finding
	for _, row := range t.Rows {
		var all, marked []sheet.Entry
		for _, col := range t.Cols {
			if e, ok := t.Cell(row, col); ok && !sheet.Percent(e) {
				if all = append(all, e); inBrackets.MatchString(e.Printed) {
					marked = append(marked, e)
				}
			}
		}
		if len(marked) <= leastBracketed {
			continue
		}
		for _, base := range all {
			if inBrackets.MatchString(base.Printed) || base.Quantity().Value.Sign() <= 0 {
				continue
			}
			off := slices.DeleteFunc(slices.Clone(marked), func(e sheet.Entry) bool { return !sheet.Comparable(base, e) || isChangeFrom(base, e, saidIn(e)) })
			if len(off) == 1 && len(marked)-len(off) >= leastBracketed && sheet.Comparable(base, off[0]) && !made(t, off[0]) {
				out = append(out, wrongBracket(base, off[0]))
				break
			}
		}
	}
	return out
}

// saidIn is the change that a cell has in brackets.
func saidIn(e sheet.Entry) quantity.Quantity {
	m := inBrackets.FindStringSubmatch(e.Printed)
	value, _, err := apd.NewFromString(strings.TrimSuffix(m[2]+"."+m[3], "."))
	if err != nil {
		return quantity.Quantity{Value: new(apd.Decimal), Half: new(apd.Decimal)}
	}
	if m[1] != "+" {
		value.Neg(value)
	}
	return quantity.Quantity{Value: value, Half: apd.New(5, int32(-len(m[3])-1))}
}

// isChangeFrom reports whether a change is the one from a figure to another, as they are printed.
func isChangeFrom(from, to sheet.Entry, by quantity.Quantity) bool {
	if from.Quantity().Value.Sign() <= 0 {
		return false
	}
	low, high := compare.ChangeOf(from.Quantity(), to.Quantity())
	return quantity.Interval{Low: quantity.Sub(by.Value, by.Half), High: quantity.Sum(by.Value, by.Half)}.Overlaps(quantity.Interval{Low: low, High: high})
}

// made reports whether any figure of a table makes the change in a cell's brackets, whatever it is of: a row's unit may be read otherwise than its neighbour's.
func made(t *sheet.Table, e sheet.Entry) bool {
	by := saidIn(e)
	return slices.ContainsFunc(t.All, func(o sheet.Entry) bool { return o.Fact != e.Fact && !sheet.Percent(o) && isChangeFrom(o, e, by) })
}

func wrongBracket(base, e sheet.Entry) sheet.Finding {
	then, now := base.Quantity(), e.Quantity()
	computed, _ := quantity.PercentOf(quantity.Sub(now.Base(), then.Base()), then.Base())
	c := events.Check{Inputs: []events.CheckInput{sheet.Input(base, ""), sheet.Input(e, sheet.StatedLabel+" change")}}
	c.Working = fmt.Sprintf("(%s - %s) / %s x 100 = %s %%", compare.Show(now.Base()), compare.Show(then.Base()), compare.Show(then.Base()),
		quantity.Print(computed, compare.Places))
	compare.Settle(&c, computed, saidIn(e).Value, "%", false)
	compare.Conclude(&c, false, quantity.Exactly, "0.1 percentage points")
	c.Message += fmt.Sprintf(" The other changes in brackets of this row count from %s, and no other figure of the table makes this one.", base.Printed)
	return sheet.Finding{Check: c, Page: e.At.Page}
}
