package academic

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// broughtBenchmark is a figure of a benchmark table that the user has brought, with its row.
type broughtBenchmark struct {
	events.Benchmark
	cited events.Evidence
}

// brought lists the rows of the user's benchmark tables that are of the same metric, kind of unit, denominator and
// sector as what is asked about. A table has the columns metric, unit, low and high, and may have median, per, sector,
// year and basis; factor is how far beyond a band a figure has to be to be unusual. One that the company has published itself is no benchmark for it.
func brought(shelf *evidence.Shelf, s events.InfoSubject, company string, factor *apd.Decimal) []broughtBenchmark {
	asked, err := quantity.ParseUnit(s.Unit)
	rate := s.Metric == AnnualReduction // in per cent of a base, which is no unit that is parsed
	if err != nil && !rate {
		return nil
	}
	per := readDenominator(s.Per)
	var out []broughtBenchmark
	for _, rec := range shelf.Records(events.KindBenchmark, "metric", "unit", "low", "high") {
		c := rec.Cells
		low, high, ok := bounds(c["low"], c["high"])
		if !ok || strings.ReplaceAll(events.NormalText(c["metric"]), " ", "_") != s.Metric {
			continue
		}
		if !rate {
			unit, err := quantity.ParseUnit(c["unit"])
			if err != nil || gasOf(unit) != gasOf(asked) || !sameDenominator(c["per"], s.Per, per) {
				continue
			}
		}
		if c["sector"] != "" && s.Sector != "" && !strings.EqualFold(c["sector"], s.Sector) && per.product == "" {
			continue
		}
		cited := specialist.Cite(evidence.Found{Entry: rec.Entry, Page: rec.Page, Row: rec.Row, Quote: rec.Quote}, company)
		if cited.Origin != events.OriginBenchmark {
			continue
		}
		year, _ := strconv.Atoi(c["year"])
		b := events.Benchmark{
			ID: rec.Entry.ID + "/" + strconv.Itoa(rec.Row), Metric: s.Metric, Sector: c["sector"], Low: quantity.Print(low, 12), High: quantity.Print(high, 12),
			Unit: c["unit"], Per: c["per"], Year: cmp.Or(year, evidence.YearOf(rec.Entry.Date)), Basis: c["basis"],
			Source: rec.Entry.Title + ", " + rec.Entry.Publisher, Certainty: "as brought by the user",
		}
		if m, _, ok := bounds(c["median"], c["median"]); ok && m.Cmp(low) >= 0 && m.Cmp(high) <= 0 {
			b.Median = quantity.Print(m, 12)
		}
		if below, ok := quantity.Ratio(low, factor); ok {
			b.UnusualBelow, b.UnusualAbove = quantity.Print(below, 6), quantity.Print(quantity.Mul(high, factor), 6)
		}
		out = append(out, broughtBenchmark{b, cited})
	}
	return out
}

// sameDenominator compares what two intensities are measured against, in the words known here, or in the same words.
func sameDenominator(theirs, asked string, read denominator) bool {
	return readDenominator(theirs).holds(read) || theirs != "" && events.NormalText(theirs) == events.NormalText(asked)
}

// bounds reads a band of figures from a file: no more digits than any figure that is printed.
func bounds(low, high string) (l, h *apd.Decimal, ok bool) {
	a, errLow := quantity.Parse(low, quantity.Point)
	b, errHigh := quantity.Parse(high, quantity.Point)
	if errLow != nil || errHigh != nil || a.Unit.Dimension != quantity.Count || b.Unit.Dimension != quantity.Count || a.Value.Cmp(b.Value) > 0 {
		return nil, nil, false
	}
	return a.Value, b.Value, true
}
