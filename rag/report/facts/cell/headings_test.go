package cell

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// Money is of a metric that the reader names only where a heading has a word of it: accounts are full of other money.
func TestHeadingsSpeakOfMoney(t *testing.T) {
	for _, c := range []struct {
		metric  facts.Metric
		rows    []string
		caption string
		want    bool
	}{
		{facts.Revenue, []string{"Net sales", "Europe"}, "", true},
		{facts.Revenue, []string{"Europe"}, "Turnover by region", true},
		{facts.Revenue, []string{"Loans and advances"}, "GAR KPI stock (based on the Turnover KPI)", false},
		{facts.Revenue, []string{"Administrative services"}, "Other operating expenses", false},
		{facts.Capex, []string{"Solar plants"}, "Investments for the climate", true},
		{facts.Capex, []string{"Transfer from property, plant and equipment"}, "in € million", false},
		{facts.Revenue, []string{"Health"}, "Gross premiums written", true},
		{facts.Capex, []string{"Capital reserves"}, "in € million", false},
		{facts.Headcount, []string{"Sweden"}, "Residential units", false},
		{facts.Headcount, []string{"Sweden"}, "Employees by country", true},
		{facts.Energy, []string{"Plants"}, "", true},
	} {
		x := Cell{Rows: c.rows, Caption: c.caption}
		if got := x.speaksOf(c.metric, false); got != c.want {
			t.Errorf("%s of %v, %q: %t", c.metric, c.rows, c.caption, got)
		}
	}
}
