package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var Trend = sheet.Definition{
	Name: "trend", Severity: "info", Tolerance: "a factor of 2 in a year",
	About: "A whole scope does not more than double or halve from one year to the next without a word.",
	Run:   trends,
}

// trends follows whole scopes over the years of a row. A jump may have its reasons; it is shown, not judged.
func trends(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			series := t.Series(row)
			if len(series) < 2 || series[0].Metric != facts.GHGEmissions || series[0].Scope == "" || series[0].Category != "" {
				continue
			}
			c := events.Check{Result: events.CheckPass, Severity: "info", Message: "No year of the series is more than twice, or less than half, the year before."}
			var terms []string
			for i, e := range series {
				c.Inputs = append(c.Inputs, sheet.Input(e, ""))
				terms = append(terms, fmt.Sprintf("%d: %s", e.Year, e.Printed))
				if i == 0 {
					continue
				}
				r, ok := quantity.Ratio(e.Quantity().Base(), series[i-1].Quantity().Base())
				if ok && jumps(r) && e.Year-series[i-1].Year == 1 && !grewByParts(t, row, series[i-1], e) {
					c.Result, c.Severity = events.CheckInconclusive, "warning"
					c.Message = fmt.Sprintf("From %d to %d the figure changes to %s times what it was.",
						series[i-1].Year, e.Year, quantity.Print(r, 2))
				}
			}
			c.Working = strings.Join(terms, ", ")
			out = append(out, sheet.Finding{Check: c, Page: series[0].At.Page})
		}
	}
	return out
}

func jumps(times *apd.Decimal) bool {
	return times.Cmp(apd.New(2, 0)) > 0 || times.Cmp(apd.New(5, -1)) < 0
}

// grewByParts reports whether a total makes no jump without the rows over it that have a figure in only one of its years: a category that was
// not determined before is none of what changed.
func grewByParts(t *sheet.Table, row int, then, now sheet.Entry) bool {
	a, b := then.Quantity().Base(), now.Quantity().Base()
	for _, r := range t.Rows {
		series := t.Series(r)
		if r >= row || len(series) == 0 || !sheet.Comparable(series[0], now) {
			continue
		}
		at := func(year int) *sheet.Entry {
			if i := slices.IndexFunc(series, func(e sheet.Entry) bool { return e.Year == year }); i >= 0 {
				return &series[i]
			}
			return nil
		}
		switch before, after := at(then.Year), at(now.Year); {
		case before == nil && after != nil:
			b = quantity.Sub(b, after.Quantity().Base())
		case before != nil && after == nil:
			a = quantity.Sub(a, before.Quantity().Base())
		}
	}
	r, ok := quantity.Ratio(b, a)
	return ok && a.Sign() > 0 && b.Sign() > 0 && !jumps(r)
}
