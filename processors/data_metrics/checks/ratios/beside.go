package ratios

import (
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var (
	// perOnly is a row that says what it divides by, and not what it divides: "Litres per guest night", "Per $ million of sales".
	perOnly = pattern.Compile(`(?i)^\s*(.{0,30}?)\s*\bper\s+(.{3,40})$`)
	// quotientName says of a row that it is a quotient, and not of what.
	quotientName = pattern.Compile(`(?i)^(?:(?:emissions?|carbon|GHG|energy|water|waste|specific|average)\s+)*(?:intensity|rate|ratio|use|consumption)?[\s,:(]*$`)
	ofRevenue    = pattern.Compile(`(?i)\b(?:revenues?|sales|turnover|crore|EUR|USD|GBP|CHF)\b|[€$£¥₹]`)
)

// perUnnamed reads the label of a quotient that does not name what it divides.
func perUnnamed(e sheet.Entry) []string {
	label := e.Label()
	if !strings.Contains(label, "per ") && !strings.Contains(label, "Per ") {
		return nil // most
	}
	m := perOnly.FindStringSubmatch(label)
	if m == nil {
		return nil
	}
	bare := strings.TrimSpace(quotientName.ReplaceAllString(m[1], ""))
	if i := strings.LastIndexAny(m[1], ",:("); i >= 0 && quotientName.MatchString(m[1][:i]) {
		bare = strings.TrimSpace(m[1][i+1:])
	}
	if _, err := quantity.ParseUnit(bare); bare != "" && err != nil {
		return nil
	}
	return m
}

// singularWithin says that all words of one label are words of another, whether of one thing or of many: "per guest night" of "guest nights".
func singularWithin(a, b []string) bool {
	if len(a) == 0 {
		return false
	}
	for _, w := range a {
		if !slices.ContainsFunc(b, func(o string) bool { return o == w || o == w+"s" || o == w+"es" || w == o+"s" || w == o+"es" }) {
			return false
		}
	}
	return true
}

// unitWords are the words of units, which a label of a quotient begins with: "kg CO2e (Scope 1 and 2)".
var unitWords = sync.OnceValue(quantity.Words)

// withoutUnits is a label without the words of its unit.
func withoutUnits(label string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(label), func(w string) bool {
		return unitWords()[strings.ToLower(strings.Trim(w, "(),"))]
	}), " ")
}

// dividesBeside lists the rows of the table of a quotient that names nothing which it divides, with the emissions of its page,
// and the rows of any table that have the words of what it divides by. That they are meant the years show in which they make it.
func (y yearly) dividesBeside(rows, all []yearly) (over, under []yearly) {
	m := perUnnamed(y.series[0])
	if m == nil {
		return nil, nil
	}
	lower := slices.DeleteFunc(sheet.Stems(scales.ReplaceAllString(m[2], "")), func(w string) bool { return len(w) < 3 })
	for _, o := range rows {
		near := o.Table == y.Table && o.Row != y.Row || o.series[0].At.Page == y.series[0].At.Page && o.series[0].Metric == facts.GHGEmissions &&
			o.series[0].Category == "" && sheet.MassLike(y.series[0].Quantity())
		if near && o.series[0].Per == "" && len(over) < mostDivided {
			over = append(over, o)
		}
	}
	for _, o := range all {
		money := ofRevenue.MatchString(m[2]) && o.series[0].Metric == facts.Revenue
		if o.series[0].Per == "" && len(under) < mostDivided && (money || singularWithin(lower, o.named)) {
			under = append(under, o)
		}
	}
	return over, under
}
