package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// toldOf are the facts of a sentence, of which a reader says the same of every figure: "energy 12 2023 change".
func toldOf(t *testing.T, text, role, measure, year string) string {
	t.Helper()
	all, _ := readBy(t, text, answering{Role: surely(role), Measure: surely(measure), Owner: surely("entity"), Year: surely(year), Base: surely("unsaid")})
	var out []string
	for _, f := range all {
		if f.Metric == facts.TargetYear {
			continue
		}
		s := fmt.Sprintf("%s %s %d", f.Metric, f.Value, f.Year)
		if f.Target {
			s += " target"
		}
		if f.Change {
			s += " change"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestWordsRightBesideAFigureSettleItsPart(t *testing.T) {
	for _, c := range []struct{ name, text, role, year, want string }{
		{"a signed percentage", "Our clubs grew, +18 % of them abroad.", "share", "reporting", "waste 18 2023 change"},
		{"a change named behind it", "The mill saw an impressive 24 % volume growth.", "share", "reporting", "waste 24 2023 change"},
		{"a change named behind it, with more", "They tell of a 42 % reduction in noise.", "share", "reporting", "waste 42 2023 change"},
		{"a change named before it", "The mill saw a growth of 30 % without China.", "share", "reporting", "waste 30 2023 change"},
		{"a share of a change", "Solar made 30 % of the growth.", "share", "reporting", "waste 30 2023"},
		{"a change that is aimed at", "All have a 30 % reduction target.", "share", "reporting", "waste 30 2023"},
		{"a share before another noun", "Of all crates 30 % are glass, after growth.", "share", "reporting", "waste 30 2023"},
		{"on the way to it", "We are working towards 99 % of our crates being of glass.", "share", "reporting", "waste 99 0 target"},
		{"what works already", "Our crates work in 99 % of all cases.", "share", "reporting", "waste 99 2023"},
		{"a goal that was reached", "We achieved our 2025 goal a year early by having 30 % of crates of glass in 2023.", "target", "2025", "waste 30 2023"},
		{"a goal that was reached before", "We first met our goal of having 100 % of crates checked in 2022.", "target", "2022", "waste 100 2022"},
		{"a goal of a change", "We met our goal of cutting scrap by 30 %.", "target", "unsaid", "waste 30 0 target"},
		{"a goal to come", "We met our first goal, and want 40 % by 2030.", "target", "2030", "waste 40 2030 target"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := toldOf(t, c.text, c.role, "waste", c.year); got != c.want {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestTheYearOfWhatIsLikeTheYearBefore(t *testing.T) {
	for _, c := range []struct{ name, text, role, year, want string }{
		{"in line with it", "The stock of scrap was in line with the prior year at 41 t.", "value", "reporting", "waste 41 2023"},
		{"consistent with it", "The share of scrap is consistent with the previous year at 23 %.", "share", "reporting", "waste 23 2023"},
		{"up on it", "Scrap went up on the previous year to 23 t.", "to", "reporting", "waste 23 2023"},
		{"of the year before", "Scrap stood last year at 23 t.", "value", "reporting", "waste 23 2022"},
		{"compared with the year before at", "Scrap was down compared with the previous year at 23 t.", "prior", "unsaid", "waste 23 2022"},
		{"today, beside another year", "The yard is today over 74 % full of what began in 2019.", "share", "2019", "waste 74 2023"},
		{"a year before, told of today", "Today we are glad that the yard was 74 % full in 2019.", "share", "2019", "waste 74 2019"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := toldOf(t, c.text, c.role, "waste", c.year); got != c.want {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestAmountsOfMoneyThatAreNamed(t *testing.T) {
	for _, c := range []struct{ name, text, role, measure, want string }{
		{"a profit", "Our operating profit came to EUR 19 million, for all the lower revenue.", "value", "revenue", "other 19 2023"},
		{"what a profit changed by", "Our operating profit went up 22 % in a good year.", "change", "revenue", "other 22 2023 change"},
		{"a profit and what it was before", "Our operating profit went up 20 % to EUR 24 million (2022: EUR 20 million).", "to", "revenue",
			"other 20 2023 change; other 24 2023; other 20 2022"},
		{"a backlog", "The backlog stood at EUR 1,641 million.", "value", "revenue", "other 1641 2023"},
		{"cost of sales", "The cost of sales came to EUR 12 million.", "value", "revenue", "other 12 2023"},
		{"a price", "The selling price went down by 6 % there.", "change", "revenue", "other 6 2023 change"},
		{"revenue", "For all the profit, revenue came to EUR 19 million.", "value", "revenue", "revenue 19 2023"},
		{"no name", "It came to EUR 19 million.", "value", "revenue", "revenue 19 2023"},
		{"taxes", "We gave EUR 15 million in taxes.", "value", "capex", "other 15 2023"},
		{"dividends", "The dividend came to EUR 15 million.", "value", "capex", "other 15 2023"},
		{"what was invested", "Our investments came to EUR 15 million.", "value", "capex", "capex 15 2023"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := toldOf(t, c.text, c.role, c.measure, "reporting"); got != c.want {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
		})
	}
}
