// Package ratios checks intensities and other quotients: emissions by revenue, output or people, and one row of a table by another.
package ratios

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// divisor is a figure that intensities are measured against: a revenue, an output, a number of people.
type divisor struct {
	quantity.Quantity
	kind  string // revenue, employee, or the stem of what is made
	year  int    // 0 if not said
	label string
	page  int
}

// what an intensity is measured against, as its words say it.
var (
	perMoney = pattern.Compile(`(?i)(?:/|\bper)\s*(?:(thousand|million|billion|k|m|mn|bn)\s+)?(?:of\s+)?` +
		`(euros?|€|EUR|US dollars?|dollars?|USD|US\$|\$|pounds?|GBP|£)\s*(thousand|million|billion|k|m|mn|mio\.?|bn)?` +
		`(?:\s+(?:of|in))?\s+(?:net\s+|group\s+|total\s+)?(?:revenues?|sales|turnover)(?:\s+(million|billion))?`)
	perOutput = pattern.Compile(`(?i)\bper\s+(?:metric\s+)?(tonnes?|tons?|t)\s+of\s+(?:finished\s+|sold\s+)?(\p{L}{4,})`)
	perPerson = pattern.Compile(`(?i)(?:/|\bper)\s*(?:employees?|FTEs?|full[- ]time equivalents?)\b`)
	currency  = map[string]string{"€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "us$": "USD", "usd": "USD",
		"dollar": "USD", "dollars": "USD", "us dollar": "USD", "us dollars": "USD", "£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP"}
	scaleWord = map[string]*apd.Decimal{"thousand": apd.New(1, 3), "k": apd.New(1, 3), "million": apd.New(1, 6), "m": apd.New(1, 6),
		"mn": apd.New(1, 6), "mio": apd.New(1, 6), "mio.": apd.New(1, 6), "billion": apd.New(1, 9), "bn": apd.New(1, 9)}
)

// against says what an intensity is measured against and in which step: 1,000,000 of EUR.
func against(words string) (kind, money string, step *apd.Decimal, ok bool) {
	step = quantity.Int(1)
	if m := perMoney.FindStringSubmatch(words); m != nil {
		for _, w := range []string{m[1], m[3], m[4]} {
			if by := scaleWord[strings.ToLower(w)]; by != nil {
				step = by
			}
		}
		return "revenue", currency[strings.ToLower(m[2])], step, true
	}
	if m := perOutput.FindStringSubmatch(words); m != nil {
		return sheet.FirstRunes(strings.ToLower(m[2]), 6), "", step, true
	}
	if perPerson.MatchString(words) {
		return "employee", "", step, true
	}
	return "", "", nil, false
}

var (
	revenueAfter  = pattern.Compile(`(?i)^(?:\s+(?:in|of|group|total|net|consolidated|annual|our))*\s+(?:revenues?|sales|turnover)\b`)
	revenueBefore = pattern.Compile(`(?i)(?:^|\b(?:group|total|consolidated|annual|net|our|company's|with|and|a|generated)\s+)(?:revenues?|sales|turnover)` +
		`(?:\s+(?:in|for)\s+(?:fiscal\s+(?:year\s+)?|FY\s?)?20\d\d)?\s+(?:of|was|were|amounted to|totalled|totaled|reached|came to)\s+$`)
	outputOf = pattern.Compile(`(?i)\b(?:made|produced|manufactured|output (?:of|was)|production (?:of|was))\s+$`)
	ofOutput = pattern.Compile(`(?i)^\s+(?:of\s+)?(?:finished\s+)?(\p{L}{4,})`)
)

// readDivisors reads the revenues and outputs that the report states in tables, in sentences and in tiles - a line of
// figures over a line of what they are.
func readDivisors(s *sheet.Sheet) []divisor {
	var out []divisor
	for i := range s.Facts {
		f := &s.Facts[i]
		own := strings.TrimSpace(sheet.YearWords.ReplaceAllString(strings.ToLower(f.Own()), ""))
		if f.Change || f.Target || f.Per != "" || f.Boundary != "" || f.Ambiguous() {
			continue
		}
		switch {
		case f.Metric == facts.Revenue && quantity.Dimension(f.Dimension) == quantity.Money &&
			(own == "revenue" || own == "revenues" || strings.HasPrefix(own, "total revenue") || own == "net sales" || own == "sales"):
			out = append(out, divisor{f.Quantity(), "revenue", f.Year, f.Own(), f.Page})
		case f.Metric == facts.Headcount && (vocabulary.IsTotal(f.Own()) && strings.Contains(own+strings.ToLower(f.Caption), "employees") ||
			f.ColPath == nil && strings.HasPrefix(own, "employees")):
			out = append(out, divisor{f.Quantity(), "employee", f.Year, f.Own(), f.Page})
		case f.Table > 0 && f.ColPath == nil && quantity.Dimension(f.Dimension) == quantity.Mass && madeWord.MatchString(own):
			out = append(out, divisor{f.Quantity(), sheet.FirstRunes(own, 6), f.Year, f.Own(), f.Page}) // a key figure
		}
	}
	return append(out, divisorsSaid(s)...)
}

// divisorsSaid are those that sentences give.
func divisorsSaid(s *sheet.Sheet) []divisor {
	var out []divisor
	for _, x := range s.Statements() {
		for _, q := range x.Figures {
			before, after := x.Text[:q.Start], x.Text[q.End:]
			switch {
			case q.Per != "" || q.Range || q.Bound != quantity.Exactly:
			case q.Unit.Dimension == quantity.Money && (revenueBefore.MatchString(before) || revenueAfter.MatchString(after)):
				out = append(out, divisor{q, "revenue", x.Year(0), "revenue", x.Page})
			case q.Unit.Dimension == quantity.Mass && outputOf.MatchString(before):
				if m := ofOutput.FindStringSubmatch(after); m != nil {
					out = append(out, divisor{q, sheet.FirstRunes(strings.ToLower(m[1]), 6), x.Year(0), "output", x.Page})
				}
			}
		}
	}
	return out
}

// madeWord is in the label of what a company makes.
var madeWord = pattern.Compile(`\b(?:made|produced|output|production)\b`)

// one is the only divisor of a kind, currency and year; false if there are several that differ.
func oneDivisor(all []divisor, kind, money string, year int) (divisor, bool) {
	var best divisor
	found := false
	for _, d := range all {
		if d.kind != kind || money != "" && d.Unit.Symbol != money || d.year != year && d.year != 0 {
			continue
		}
		if found && !d.Interval().Overlaps(best.Interval()) {
			return divisor{}, false
		}
		if !found || d.Half.Cmp(best.Half) < 0 { // the figure with the most places
			best = d
		}
		found = true
	}
	return best, found && best.Interval().Low.Sign() > 0
}

// intensitiesSaid holds the intensities of sentences against the emissions and the divisor that the report states.
func intensitiesSaid(s *sheet.Sheet) []sheet.Utterance {
	var out []sheet.Utterance
	var divisors []divisor
	for _, x := range s.Statements() {
		for i, q := range x.Figures {
			if q.Unit.Dimension != quantity.Emissions || q.Per == "" || q.Range {
				continue
			}
			end := len(x.Text)
			if i+1 < len(x.Figures) {
				end = x.Figures[i+1].Start
			}
			kind, money, step, ok := against(x.Text[q.Start:end])
			if !ok {
				continue
			}
			if divisors == nil {
				divisors = append([]divisor{{}}, readDivisors(s)...)
			}
			year := x.Year(s.LastYear("1"))
			d, ok := oneDivisor(divisors[1:], kind, money, year)
			if !ok {
				continue
			}
			if c, ok := ratio(x, q, s.Emitted(x.Text[:q.Start], year), d, step); ok {
				out = append(out, x.Utter(c, q.Text, false))
			}
		}
	}
	return out
}

// ratio computes an intensity in every way that it can be meant. A figure that none of them gives may be of another
// boundary; one whose digits are those of the right figure in another order, or by another power of ten, is a slip.
func ratio(x sheet.Statement, stated quantity.Quantity, ways [][]sheet.Entry, d divisor, step *apd.Decimal) (events.Check, bool) {
	var best events.Check
	for _, parts := range ways {
		sum, low, high := quantity.Int(0), quantity.Int(0), quantity.Int(0)
		c := events.Check{}
		var terms []string
		for _, e := range parts {
			i := e.Quantity().Interval()
			sum, low, high = quantity.Sum(sum, e.Quantity().Base()), quantity.Sum(low, i.Low), quantity.Sum(high, i.High)
			terms = append(terms, compare.Show(e.Quantity().Base()))
			c.Inputs = append(c.Inputs, sheet.Input(e, ""))
		}
		steps, ok := quantity.Ratio(d.Base(), step)
		least, a := quantity.Ratio(quantity.Mul(low, step), d.Interval().High)
		most, b := quantity.Ratio(quantity.Mul(high, step), d.Interval().Low)
		value, v := quantity.Ratio(sum, steps)
		if !ok || !a || !b || !v {
			continue
		}
		c.Inputs = append(c.Inputs, events.CheckInput{Label: d.label, Value: quantity.Print(d.Value, 12), Unit: d.Unit.Counted(), Page: d.page},
			x.Input(sheet.StatedLabel+" intensity", stated))
		per := compare.Show(d.Base())
		if step.Cmp(quantity.Int(1)) != 0 {
			per = "(" + per + " / " + compare.Show(step) + ")"
		}
		unit := strings.TrimSpace("tCO2e per " + stated.Per)
		c.Working = fmt.Sprintf("(%s) / %s = %s %s", strings.Join(terms, " + "), per, quantity.Print(value, compare.Places), unit)
		compare.Settle(&c, value, stated.Base(), unit, stated.Interval().Overlaps(quantity.Interval{Low: least, High: most}))
		compare.Conclude(&c, compare.WithinPercent(value, stated.Base(), compare.OnePercent), stated.Bound, "1 %")
		if c.Result == events.CheckPass {
			return c, true
		}
		if c.Result == events.CheckFail {
			how := slipOf(value, stated)
			if how == "" {
				c.Result, c.Severity = events.CheckInconclusive, "warning"
				c.Message = "The intensity may be of other emissions or of another denominator. " + c.Message
			}
			c.Message += how
		}
		if best.Result == "" || c.Result == events.CheckFail {
			best = c
		}
	}
	return best, best.Result != ""
}

// slipOf says by which slip of the pen a figure became the stated one; empty if by none.
func slipOf(computed *apd.Decimal, stated quantity.Quantity) string {
	digits := func(d *apd.Decimal) string {
		return compare.Significant(quantity.Print(quantity.Abs(d), max(0, -stated.Value.Exponent)))
	}
	a, b := digits(computed), digits(stated.Base())
	if len(b) < 3 {
		return ""
	}
	if compare.Exchanged(a, b) {
		return " Two digits are exchanged."
	}
	for _, power := range []int32{1, -1, 2, -2, 3, -3, 6, -6} {
		if compare.AgreesWith(quantity.Mul(computed, apd.New(1, power)), stated.Base()) {
			return fmt.Sprintf(" It is off by 10^%d.", power)
		}
	}
	return ""
}
