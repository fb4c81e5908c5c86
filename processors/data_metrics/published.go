package datametrics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// publishedFigures are the benchmarks that a figure was held against, in its base unit.
type publishedFigures struct {
	low, high []*apd.Decimal
	single    []*apd.Decimal // figures that stand for themselves: one that is published alone, or a stated median
	medians   []*apd.Decimal
	sectors   []string
	years     []string
	bases     int // that say what they are an average of
}

// add takes a benchmark in that could be compared.
func (p *publishedFigures) add(b events.Benchmark) {
	unit, err := quantity.ParseUnit(b.Unit)
	if err != nil {
		return
	}
	in := func(s string) (*apd.Decimal, bool) {
		d, _, err := apd.NewFromString(s)
		if err != nil || d.Form != apd.Finite || tooLong(d) {
			return nil, false
		}
		return quantity.Mul(d, unit.Factor), true
	}
	low, okLow := in(b.Low)
	high, okHigh := in(b.High)
	if !okLow || !okHigh {
		return
	}
	p.low, p.high = append(p.low, low), append(p.high, high)
	if m, ok := in(b.Median); ok && m.Cmp(low) >= 0 && m.Cmp(high) <= 0 {
		p.medians, p.single = append(p.medians, m), append(p.single, m)
	} else if low.Cmp(high) == 0 {
		p.single = append(p.single, low)
	}
	if b.Sector != "" && !slices.Contains(p.sectors, b.Sector) {
		p.sectors = append(p.sectors, b.Sector)
	}
	if y := strconv.Itoa(b.Year); b.Year > 0 && !slices.Contains(p.years, y) {
		p.years = append(p.years, y)
	}
	if b.Basis != "" {
		p.bases++
	}
}

// enoughForMedian is how many figures have a middle that says something.
const enoughForMedian = 3

// median is the one that a source states, if one alone does, or the middle of at least three figures that stand for
// themselves. The middle of a band is nobody's figure.
func (p *publishedFigures) median() string {
	switch {
	case len(p.low) == 1 && len(p.medians) == 1:
		return quantity.Print(p.medians[0], 12)
	case len(p.single) < enoughForMedian:
		return ""
	}
	all := slices.Clone(p.single)
	slices.SortFunc(all, func(a, b *apd.Decimal) int { return a.Cmp(b) })
	n := len(all)
	if n%2 == 1 {
		return quantity.Print(all[n/2], 12)
	}
	half, _ := quantity.Ratio(quantity.Sum(all[n/2-1], all[n/2]), quantity.Int(2))
	return quantity.Print(half, 12)
}

// over is what is published, as one range.
func (p *publishedFigures) over(unit, source string) *events.BenchmarkRange {
	if len(p.low) == 0 {
		return nil
	}
	low, high := p.low[0], p.high[0]
	for i := range p.low {
		low, high = least(low, p.low[i]), most(high, p.high[i])
	}
	slices.Sort(p.years)
	return &events.BenchmarkRange{
		Min: quantity.Print(low, 12), Median: p.median(), Max: quantity.Print(high, 12), Unit: unit, Sector: strings.Join(p.sectors, "; "),
		Year: strings.Join(p.years, ", "), Source: source, Figures: len(p.low),
	}
}

// limitations are what a reader of the comparison has to know.
func (p *publishedFigures) limitations() []string {
	out := []string{"A figure outside what is published is unusual, and not wrong; one inside is not confirmed."}
	if len(p.single) < enoughForMedian && len(p.medians) == 0 {
		out = append(out, fmt.Sprintf("%d published figures have no median that would say something.", len(p.low)))
	}
	if p.bases < len(p.low) {
		out = append(out, "Not every source says what its figure is an average of.")
	}
	if len(p.sectors) == 0 {
		out = append(out, "No source names its sector.")
	}
	return out
}

// plausibility is an assessment in the words of a benchmark range.
func plausibility(assessment string) string {
	switch assessment {
	case plausible, high, low:
		return assessment
	case outlierHigh, outlierLow:
		return "outlier"
	}
	return "unknown"
}
