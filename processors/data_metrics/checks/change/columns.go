package change

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// differenceHeading is a heading over amounts by which others differ.
var differenceHeading = pattern.Compile(`(?i)\b(?:change|difference|variation|delta|increase|decrease|veränderung|differenz|abweichung)\b|Δ|\+\s*/\s*[-–−]`)

// leastDifferences is how many rows show that a column is the difference of two others, to each that is not; one fewer where its heading or its signs say so.
const leastDifferences = 3

// differencesOf holds a column of differences in amounts against the two columns of years that most of its rows are the difference of.
func differencesOf(t *sheet.Table) []sheet.Finding {
	var out []sheet.Finding
	for _, col := range t.Cols {
		var stated []sheet.Entry
		signed, all := true, true
		for _, row := range t.Rows {
			if e, ok := t.Cell(row, col); ok && !sheet.Percent(e) && e.Per == "" && e.Source == facts.FromTable {
				q := e.Quantity()
				signed = signed && (q.Signed || q.Value.IsZero() || differenceHeading.MatchString(strings.Join(e.At.ColPath, " ")))
				all = all && q.Signed
				stated = append(stated, e)
			}
		}
		least := leastDifferences
		if len(stated) > 0 && (all || differenceHeading.MatchString(strings.Join(stated[0].At.ColPath, " "))) {
			least--
		}
		if len(stated) <= least || !signed {
			continue
		}
		var best []sheet.Finding
		most := 0
		for _, now := range t.Cols {
			for _, then := range t.Cols {
				if now == then || now == col || then == col {
					continue
				}
				if wrong, right := differ(t, stated, now, then); right >= least && right > most && len(wrong)*least <= right {
					best, most = wrong, right
				}
			}
		}
		out = append(out, best...)
	}
	return out
}

// differ lists the rows of which a figure is not the difference of those of two columns, and counts those of which it is.
func differ(t *sheet.Table, stated []sheet.Entry, now, then int) (wrong []sheet.Finding, right int) {
	for _, e := range stated {
		a, ok := t.Cell(e.At.Row, now)
		b, there := t.Cell(e.At.Row, then)
		if !ok || !there || a.Year <= b.Year || !sheet.Comparable(a, b) || sheet.Percent(a) || a.Restated || b.Restated || a.Change || b.Change {
			continue
		}
		off := quantity.Sub(a.Quantity().Value, b.Quantity().Value)
		q := e.Quantity()
		room := quantity.Sum(q.Half, a.Quantity().Half, b.Quantity().Half)
		if quantity.Abs(quantity.Sub(quantity.Abs(off), quantity.Abs(q.Value))).Cmp(room) <= 0 {
			if !off.IsZero() {
				right++
			}
			continue
		}
		c := events.Check{Inputs: []events.CheckInput{sheet.Input(b, ""), sheet.Input(a, ""), sheet.Input(e, sheet.StatedLabel+" difference")}}
		c.Working = fmt.Sprintf("%s - %s = %s", a.Printed, b.Printed, compare.Show(off))
		compare.Settle(&c, off, q.Value, "", false)
		compare.Conclude(&c, false, q.Bound, "rounding")
		wrong = append(wrong, sheet.Finding{Check: c, Page: e.At.Page})
	}
	return wrong, right
}
