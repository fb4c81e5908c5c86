package keyfigures

import (
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

func row(page int, unit string, values map[int]string, path ...string) []Figure {
	var out []Figure
	for year := range 3000 { // in the order of years
		if v, ok := values[year]; ok {
			d, _, _ := apd.NewFromString(v)
			out = append(out, Figure{ID: path[len(path)-1] + v, Family: "other", Unit: unit, RowPath: path, Year: year, Page: page, Value: d, Printed: v,
				ColPath: []string{"Status"}})
		}
	}
	return out
}

func decimal(s string) *apd.Decimal {
	d, _, _ := apd.NewFromString(s)
	return d
}

func TestTheRowOfASentence(t *testing.T) {
	waste := row(6, "%", map[int]string{2022: "84", 2023: "80"}, "Increase share of recovered waste in own operations")
	sanctions := row(107, "", map[int]string{2022: "212", 2023: "166"}, "Compliance", "Disciplinary sanctions", "Total", "Fiscal Year")
	visits := row(90, "", map[int]string{2022: "150", 2023: "166"}, "Visits of the plant")
	for name, c := range map[string]struct {
		figures       []Figure
		said          string
		unit, printed string
		before        string
	}{
		"as exactly as it is printed": {waste, "A share of recovered waste of 79.8 percent could be achieved", "%", "79.8", "84"},
		"another figure":              {waste, "A share of recovered waste of 78.8 percent could be achieved", "%", "78.8", ""},
		"in another unit":             {waste, "The recovered waste of own operations was 80 t", "t", "80", ""},
		"of other things":             {waste, "The share of women among managers was 80 percent", "%", "80", ""},
		"with a row of other things that has the figure": {append(visits, sanctions...),
			"The number of disciplinary measures imposed for violations was 166", "", "166", "212"},
	} {
		t.Run(name, func(t *testing.T) {
			r, ok := Said(Rows(c.figures), c.said, []Stated{{c.unit, decimal(c.printed)}}, 2023)
			switch {
			case ok != (c.before != ""):
				t.Fatalf("found: %t, %s", ok, r.Name)
			case ok && (r.In(2022) == nil || r.In(2022).Printed != c.before):
				t.Errorf("%s: %+v", r.Name, r.Figures)
			}
		})
	}
}

func TestARateOfEachYearIsHeldAgainstWhatWasReached(t *testing.T) {
	heading := "Scope 1+2 by 4.2 % per year (linear)"
	for name, c := range map[string]struct {
		path   []string
		value  string
		behind bool
		found  bool
	}{
		"behind":              {[]string{"Reduction of emissions compared with 2021", heading}, "-2.2", true, true},
		"ahead":               {[]string{"Reduction of emissions compared with 2021", heading}, "-9.1", false, true},
		"no base year":        {[]string{"Reduction of emissions", heading}, "-2.2", false, false},
		"two rates":           {[]string{"Compared with 2021 by 4.2 % per year, then by 6 % per year"}, "-2.2", false, false},
		"one that is no fall": {[]string{"Reduction of emissions compared with 2021", heading}, "2.2", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			got := Paced(row(6, "%", map[int]string{2023: c.value}, c.path...), 2023)
			if len(got) == 1 != c.found || c.found && (got[0].Behind() != c.behind || got[0].Base != 2021 || got[0].Wanted.Cmp(decimal("8.4")) != 0) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestARowThatGoesTheOtherWayThanItsHeading(t *testing.T) {
	for heading, want := range map[string]bool{
		"Increase share of recovered waste": true, "Reduce share of landfilled waste": false, "Share of recovered waste": false,
	} {
		got := Reversed(row(6, "%", map[int]string{2022: "84", 2023: "80"}, heading), 2023)
		if len(got) == 1 != want {
			t.Errorf("%s: %+v", heading, got)
		}
	}
}

func TestAShareOfAllIsMissedWhereItIsLess(t *testing.T) {
	of := func(value string) Way {
		all := WithTargets(row(6, "%", map[int]string{2022: "65", 2023: value}, "Rating available for 100 % of suppliers, [2023]"), nil, 2023)
		if len(all) != 1 {
			t.Fatalf("%+v", all)
		}
		return all[0].Way
	}
	if a, b := of("73"), of("100"); a != Missed || b != Reached {
		t.Errorf("%v and %v", a, b)
	}
}

func TestATotalOfDeathsIsToldBeforeItsParts(t *testing.T) {
	figures := append(row(122, "", map[int]string{2022: "1", 2023: "4"}, "Fatalities", "Contractors", "Fiscal Year"),
		row(122, "", map[int]string{2022: "2", 2023: "4"}, "Fatalities", "Total", "Fiscal Year")...)
	if got := Harms(figures, 2023); len(got) != 1 || !strings.Contains(got[0].Name, "Total") || strings.Contains(got[0].Name, "Fiscal") {
		t.Errorf("%+v", got)
	}
}

func TestTheGreenAssetRatioOfABank(t *testing.T) {
	ratio := func(printed, column, label string) Figure {
		return Figure{ID: printed, Unit: "%", RowPath: []string{"Main KPI", label}, ColPath: []string{column}, Year: 2023, Page: 15, Printed: printed + " %",
			Value: decimal(printed)}
	}
	got := GreenAssets([]Figure{ratio("2.34", "KPI (turnover)", "Green asset ratio (GAR) stock"), ratio("2.43", "KPI (CapEx)", "Green asset ratio (GAR) stock"),
		ratio("0.76", "KPI (turnover)", "GAR (flow)")}, 2023)
	if len(got) != 2 || got[0].Aligned.Printed != "2.34 %" || got[1].Measure != "CapEx" {
		t.Errorf("%+v", got)
	}
}
