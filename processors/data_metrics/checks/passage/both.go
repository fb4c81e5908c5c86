package passage

import (
	"fmt"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// orThat parts a difference from the same in per cent: "by 5,983 MWh, or 5.0 %,".
	orThat = pattern.Compile(`(?i)^[\p{L}\d₂\s/³²]{0,12}(?:,|\(|–|,?\s+(?:or|i\.e\.,?|equal\s+to))\s*$`)
	// wentBy leads to a change that stands before its result, with the word that says which way it goes.
	wentBy = pattern.Compile(`(?i)\b(?:(` + sheet.FallVerbs + `|down|` + sheet.FallNouns + `)|` + sheet.RiseVerbs + `|up|` + sheet.RiseNouns + `)` +
		`(?:\s+(?:it|this|that|them))?` + sheet.Slightly + `\s+(?:by\s+|of\s+)?(?:about\s+|around\s+|some\s+)?$`)
)

// bothWays holds "was down by 5,983 MWh, or 5.0 %, to 114,045 MWh" against itself: a difference and the same in per cent of where it came from.
func bothWays(_ *sheet.Sheet, x sheet.Statement) (c claim, ok bool) {
	all := figuresOf(x)
	if len(all) != 3 || sheet.OfOtherBasis(x.Text) {
		return c, false
	}
	d, p, to := all[0], all[1], all[2]
	m := wentBy.FindStringSubmatch(d.before())
	if m == nil || !orThat.MatchString(x.Text[d.End:p.Start]) || !toIt.MatchString(to.before()) || len(x.Text[p.End:to.Start]) > 40 {
		return c, false
	}
	by := p
	if d.percent() {
		d, p = p, d
	}
	if !p.percent() || !p.exact() || p.Signed || d.Signed || !amount(d) || !amount(to) || !d.exact() || !to.exact() || !like(d, to) {
		return c, false
	}
	from := quantity.Sum(to.Base(), d.Base())
	if m[1] == "" {
		from = quantity.Sub(to.Base(), d.Base())
	}
	made, fine := quantity.PercentOf(d.Base(), from)
	a, b := d.interval(), to.interval()
	slack := quantity.Sum(quantity.Sub(b.High, b.Low), quantity.Sub(a.High, a.Low))
	span, sure := over(times(a, compare.Hundred), quantity.Interval{Low: quantity.Sub(from, slack), High: quantity.Sum(from, slack)})
	if !fine || !sure || from.Sign() <= 0 {
		return c, false
	}
	return claim{stated: p, from: []figure{d, to}, labels: []string{"difference", "to"}, computed: made, span: span, value: p.Value, unit: "%", why: "change",
		range_:  quantity.Interval{Low: quantity.Sub(p.Value, p.Half), High: quantity.Sum(p.Value, p.Half)},
		working: fmt.Sprintf("%s of %s = %s %%; stated: %s", d.Text, compare.Show(from), quantity.Print(made, compare.Places), by.Text)}, true
}
