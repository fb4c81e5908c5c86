package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// series lists the figures of a row by year: one metric, one unit, one figure a year.
func (t *table) series(row int) []entry {
	var out []entry
	seen := map[int]bool{}
	for _, e := range t.row(row) {
		y := facts.YearIn(strings.Join(e.at.ColPath, " "))
		if y == 0 || e.Change || e.Target || percent(e) || e.Quantity().Value.Sign() <= 0 || e.Boundary != "" {
			continue
		}
		if seen[y] || len(out) > 0 && !comparable(out[0], e) {
			return nil
		}
		seen[y] = true
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b entry) int { return a.Year - b.Year })
	return out
}

var trend = Definition{
	Name: "trend", Severity: "info", Tolerance: "a factor of 2 in a year",
	About: "A whole scope does not more than double or halve from one year to the next without a word.",
	run:   trends,
}

// trends follows whole scopes over the years of a row. A jump may have its reasons; it is shown, not judged.
func trends(s *sheet) []finding {
	var out []finding
	for _, t := range s.tables {
		for _, row := range t.rows {
			series := t.series(row)
			if len(series) < 2 || series[0].Metric != facts.GHGEmissions || series[0].Scope == "" || series[0].Category != "" {
				continue
			}
			c := events.Check{Result: events.CheckPass, Severity: "info", Message: "No year of the series is more than twice, or less than half, the year before."}
			var terms []string
			for i, e := range series {
				c.Inputs = append(c.Inputs, input(e, ""))
				terms = append(terms, fmt.Sprintf("%d: %s", e.Year, e.Printed))
				if i == 0 {
					continue
				}
				r, ok := quantity.Ratio(e.Quantity().Base(), series[i-1].Quantity().Base())
				if ok && (r.Cmp(apd.New(2, 0)) > 0 || r.Cmp(apd.New(5, -1)) < 0) && e.Year-series[i-1].Year == 1 {
					c.Result, c.Severity = events.CheckInconclusive, "warning"
					c.Message = fmt.Sprintf("From %d to %d the figure changes to %s times what it was; the row gives no reason.",
						series[i-1].Year, e.Year, quantity.Print(r, 2))
				}
			}
			c.Working = strings.Join(terms, ", ")
			out = append(out, finding{c, series[0].at.Page})
		}
	}
	return out
}
