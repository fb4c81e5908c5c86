package appraisal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// spent are words of money that is used, lost or gained; a price or a wage is none of the company's size.
	spent   = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("data_metrics.spending") + `|capital\s+expenditures?)\b`)
	ofCapex = pattern.Compile(`(?i)^\s*(?:total\s+)?(?:capex|capital\s+expenditures?|capital\s+investments?)\s*(?:\(.*\))?\s*$`)
	spread  = pattern.Compile(`(?i)\b(?:from|between)?\s*((?:19|20)\d\d)\s*(?:to|and|until|through|[–—-])\s*((?:19|20)\d\d)\b`)
	until   = pattern.Compile(`(?i)\b(?:by|until|through|over|next|coming)\b`)
)

// impact sets the first amount of money that a claim states to be spent, lost or gained against the revenue of the
// report's year and, where the report gives it as a whole, against its capital expenditure.
func impact(s Subject, r *Report) *events.FinancialImpact {
	if !spent.MatchString(s.Text) {
		return nil
	}
	at := slices.IndexFunc(s.Figures, func(q quantity.Quantity) bool {
		return q.Unit.Dimension == quantity.Money && q.Per == "" && !q.Range && q.Base().Sign() > 0 && !s.revenue(q)
	})
	if at < 0 {
		return nil
	}
	amount := s.Figures[at]
	f := &events.FinancialImpact{Amount: amount.Text, Years: yearsOf(s.Text), Assessment: inconclusive}
	for _, of := range []struct {
		name  string
		whole func(*facts.Fact) bool
	}{
		{"revenue", func(x *facts.Fact) bool { return x.Metric == facts.Revenue }},
		{"capex", func(x *facts.Fact) bool { return x.Metric == facts.Capex && ofCapex.MatchString(x.Own()) }},
	} {
		x, open := r.only(amount, of.whole)
		if x == nil {
			if f.Reason == "" || open != "" {
				f.Reason = "The report does not give the company's revenue in the same currency beyond doubt" + open + "."
			}
			continue
		}
		share, ok := quantity.PercentOf(amount.Base(), x.Quantity().Base())
		if !ok {
			continue
		}
		f.Of, f.Against, f.Year, f.Page, f.Percent = of.name, shown(x), x.Year, x.Page, printed(share)
		f.Assessment = plausible
		f.Reason = fmt.Sprintf("%s is %s %% of the %s of %d, %s (page %d); no published figure at hand says what is usual for such an amount.",
			amount.Text, f.Percent, f.Of, f.Year, f.Against, f.Page)
		switch {
		case share.Cmp(quantity.Int(100)) <= 0:
		case f.Years > 1:
			f.Assessment = inconclusive
			f.Reason += fmt.Sprintf(" It is spread over %d years.", f.Years)
		case until.MatchString(s.Text):
			f.Assessment = inconclusive
			f.Reason += " Over how many years it is spread is not said."
		default:
			f.Assessment = outlier
			f.Reason = fmt.Sprintf("%s is more than the whole %s of %d, %s (page %d).", amount.Text, f.Of, f.Year, f.Against, f.Page)
		}
		return f
	}
	return f
}

// printed is a share with two places, or that it is smaller than they show.
func printed(share *apd.Decimal) string {
	if s := quantity.Print(share, 2); s != "0" {
		return s
	}
	return "less than 0.01"
}

// revenue reports whether a claim's figure is the revenue, or a capital expenditure as a whole: it is not set against itself.
func (s Subject) revenue(q quantity.Quantity) bool {
	return slices.ContainsFunc(s.Facts[q.Start], func(x *facts.Fact) bool {
		return x.Metric == facts.Revenue || x.Metric == facts.Capex && ofCapex.MatchString(x.Own())
	})
}

// only is the one figure of the report's year that a kind of fact has in an amount's currency; open says that several differ.
func (r *Report) only(amount quantity.Quantity, whole func(*facts.Fact) bool) (found *facts.Fact, open string) {
	for i := range r.Sheet.Facts {
		x := &r.Sheet.Facts[i]
		if !whole(x) || x.Change || x.Target || x.Bound != "" || x.Ambiguous() || x.Category != "" || x.Year != r.Year || r.Year == 0 ||
			!x.Quantity().Comparable(amount) || x.Quantity().Base().Sign() <= 0 {
			continue
		}
		switch {
		case found == nil:
			found = x
		case !found.Quantity().Interval().Overlaps(x.Quantity().Interval()):
			return nil, fmt.Sprintf(": it gives %s and %s", shown(found), shown(x))
		}
	}
	return found, ""
}

// yearsOf is over how many years a text spreads an amount: 1 where it names no span.
func yearsOf(text string) int {
	m := spread.FindStringSubmatch(text)
	if m == nil {
		return 1
	}
	from, _ := strconv.Atoi(m[1]) // the pattern lets only four digits through
	to, _ := strconv.Atoi(m[2])
	return max(to-from+1, 1)
}

// shown is an amount as printed, with its currency where that stands elsewhere.
func shown(x *facts.Fact) string {
	if code, _, _ := strings.Cut(x.Unit, " "); code != "" && strings.Contains(x.Printed, code) {
		return x.Printed
	}
	return x.WithUnit()
}
