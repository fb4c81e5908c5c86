package passage

import (
	"fmt"
	"math"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// aYear stands behind a percentage that is so much for each year: "4.2 % [per year]".
	aYear = pattern.Compile(`(?i)^(?:\s+of\s+(?:[\p{L}\d-]+\s+){1,5}?)?\s*(?:points\s+)?(?:(?:per|each|every|a)\s+(?:year|annum)|annually|yearly|p\.a\.)`)
	// thatIsPace leads from an aim to what it comes to each year.
	thatIsPace = pattern.Compile(`(?i)(?:\b(?:correspond\w*|equal\w*|equivalent|translat\w*|amount\w*|mean\w*|equat\w*|impl\w+)\b[^.;%\d]{0,60}|` +
		`(?:,|\(|–)\s*(?:i\.e\.,?|or|that\s+is|which\s+is)\s+[^.;%\d]{0,30})$`)
	// fromNowOn says that the pace is that of the way which is left.
	fromNowOn = pattern.Compile(`(?i)\b(?:remain\w*|from\s+now|now\s+on|still|left|onwards?|` +
		`additional\w*|further|at\s+least|minimum|most|compound\w*|until\s+then)\b`)
	untilYear = pattern.Compile(`(?i)\b(?:by|until|to)\s+(?:the\s+end\s+of\s+)?` + sheet.SomeYear)
)

// pace holds "42 % by 2030 compared with 2020, which corresponds to 4.2 % per year" against itself. What an aim comes to each year depends on how
// one counts: with the first year or without the last, of the base or of each year before. What is none of these is wrong.
func pace(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	rate := all[len(all)-1]
	aims, text := all[:len(all)-1], x.Text
	if len(all) == 1 {
		aims, text = figuresOf(x.Earlier()), x.Before+" "+x.Text
	}
	if len(aims) != 1 || !paced(rate.Quantity) || !aYear.MatchString(rate.behind()) || !thatIsPace.MatchString(rate.before()) || fromNowOn.MatchString(text) {
		return c, false
	}
	aim := aims[0]
	years, until := sheet.YearsNamed(text), vocabulary.YearIn(sheet.FirstOf(untilYear.FindStringSubmatch(text)))
	if !aim.percent() || !aim.exact() || aim.Value.Cmp(compare.Hundred) > 0 || len(years) != 2 || years[1] != until || !reducing.MatchString(text) {
		return c, false
	}
	n := years[1] - years[0]
	share, err := aim.Value.Float64()
	if err != nil || n < 3 {
		return c, false
	}
	stated := quantity.Interval{Low: quantity.Sub(rate.Value, rate.Half), High: quantity.Sum(rate.Value, rate.Half)}
	for k := n - 1; k <= n+1; k++ {
		even, _ := quantity.Ratio(aim.Value, quantity.Int(int64(k)))
		of := share / float64(k)
		compound := 100 * (1 - math.Pow(1-share/100, 1/float64(k)))
		for _, made := range []float64{of, compound} {
			if low, high := near(stated.Low), near(stated.High); made >= low && made <= high {
				return c, false
			}
		}
		if k == n {
			c = claim{stated: rate, from: []figure{aim}, labels: []string{"aim"}, computed: even, value: rate.Value, unit: "%", why: "pace", range_: stated,
				span:    quantity.Interval{Low: even, High: even},
				working: fmt.Sprintf("%s / (%d - %d) = %s %%; stated: %s", aim.Text, years[1], years[0], quantity.Print(even, compare.Places), rate.Text)}
		}
	}
	return c, true
}

// paced reports whether a figure can be a pace.
func paced(q quantity.Quantity) bool {
	return (q.Unit.Dimension == quantity.Percent || q.Unit.Dimension == quantity.Points) && !q.Range && q.Bound == quantity.Exactly && q.Value.Sign() > 0
}

func near(d *apd.Decimal) float64 {
	f, err := d.Float64()
	if err != nil {
		return 0
	}
	return f
}
