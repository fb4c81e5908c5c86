package sums

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

const (
	leastMoves  = 3 // that lead from one year to the next
	tellingSlip = 2 // what a slip is worth at least, as sheet.SlipOfPen counts it
)

// bridges follows columns that lead from what there was in one year to what there was in the next, by what came and what went: "Stock on 1
// October 2023", "Purchases", "Sales", "Stock on 30 September 2024". One that does not arrive is told of where a single slip explains why: a
// sign turned round, a digit that is another, two that are exchanged. A row that was not read explains none of these.
func bridges(t *sheet.Table) []sheet.Finding {
	var out []sheet.Finding
	for _, col := range t.Cols {
		var way []sheet.Entry // since the last row of a year
		for _, row := range t.Rows {
			e, there := t.Cell(row, col)
			if !there {
				way = nil
				continue
			}
			way = append(way, e)
			if vocabulary.YearIn(e.Label()) == 0 {
				continue
			}
			if c, ok := arrives(way); ok {
				out = append(out, sheet.Finding{Check: c, Page: e.At.Page})
			}
			way = []sheet.Entry{e}
		}
	}
	return out
}

// arrives makes the check of a column from the row of one year to that of the next; ok is false if it is no such column, or does not arrive and
// nothing shows why.
func arrives(way []sheet.Entry) (c events.Check, ok bool) {
	last := len(way) - 1
	if last <= leastMoves || vocabulary.YearIn(way[last].Label()) != vocabulary.YearIn(way[0].Label())+1 {
		return c, false
	}
	sum, down := quantity.Int(0), false
	slack := quantity.Int(0)
	var terms []string
	for i, e := range way {
		q := e.Quantity()
		if e.Total && i < last || q.Unit.Symbol != way[0].Quantity().Unit.Symbol || sheet.Percent(e) || q.Bound != quantity.Exactly ||
			(i == 0 || i == last) && q.Value.Sign() <= 0 || i > 0 && e.Parent() != way[0].Parent() {
			return c, false
		}
		c.Inputs = append(c.Inputs, sheet.Input(e, ""))
		slack = quantity.Sum(slack, q.Half)
		if i < last {
			sum, down = quantity.Sum(sum, q.Value), down || q.Value.Sign() < 0
			terms = append(terms, e.Printed)
		}
	}
	if !down {
		return c, false // parts of a whole, or years one below the other
	}
	closing := way[last]
	c.Inputs[last].Label = sheet.StatedLabel + ": " + sheet.Shorten(closing.Label())
	c.Working = fmt.Sprintf("%s = %s", strings.Join(terms, " + "), quantity.Print(sum, 12))
	c.Expected, c.Stated = quantity.Print(sum, 12), closing.Printed
	c.Result, c.Severity, c.Message = events.CheckPass, "info", "What came and went leads from the one year to the other."
	gap := quantity.Sub(closing.Quantity().Value, sum)
	if quantity.Abs(gap).Cmp(slack) <= 0 {
		return c, true
	}
	why := slipOnTheWay(way, gap)
	c.Result, c.Severity = events.CheckFail, ""
	c.Message = fmt.Sprintf("What came and went leads to %s, %s is stated for \"%s\".%s",
		quantity.Print(sum, 12), closing.Printed, sheet.Shorten(closing.Label()), why)
	return c, why != ""
}

// slipOnTheWay says which one figure of a column is a slip, if one explains how far it is from where it should arrive; empty if none does.
func slipOnTheWay(way []sheet.Entry, gap *apd.Decimal) string {
	why := ""
	for i, e := range way {
		q := e.Quantity()
		wanted := quantity.Sum(q.Value, gap)
		if i == len(way)-1 {
			wanted = quantity.Sub(q.Value, gap)
		}
		turned := wanted.Cmp(new(apd.Decimal).Neg(q.Value)) == 0
		if !turned && (wanted.Sign() != q.Value.Sign() || sheet.SlipOfPen(quantity.Abs(wanted), amountOf(e)) < tellingSlip) {
			continue
		}
		if why != "" {
			why += " Or:"
		}
		why += fmt.Sprintf(" With %s for %s it would be right.", quantity.Print(wanted, 12), e.Printed)
	}
	return why
}

// amountOf is a figure without its sign.
func amountOf(e sheet.Entry) sheet.Entry {
	f := *e.Fact
	f.Exact.Value = quantity.Abs(f.Exact.Value)
	return sheet.Entry{Fact: &f, At: e.At}
}
