package keyfigures_test

import (
	"slices"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
)

// figure is one of a table, with its row and column from the outermost heading to its own.
func figure(family, unit, value string, year, page int, row []string, column ...string) keyfigures.Figure {
	d, _, err := apd.NewFromString(value)
	if err != nil {
		panic(err)
	}
	return keyfigures.Figure{ID: value, Family: family, Unit: unit, Value: d, Year: year, Page: page, RowPath: row, ColPath: column}
}

func years(family, unit string, page int, row []string, now, before string) []keyfigures.Figure {
	return []keyfigures.Figure{figure(family, unit, now, 2023, page, row, "2023"), figure(family, unit, before, 2022, page, row, "2022")}
}

func all(lists ...[]keyfigures.Figure) (out []keyfigures.Figure) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

func TestARowThatTheReportTreatsAsTheWholeStandsForItsFamily(t *testing.T) {
	total := years("energy", "GJ", 12, []string{"Energy use"}, "9000", "10000")
	diesel, leading, managing := []string{"Diesel for lorries"}, []string{"Women who lead teams"}, []string{"Women in management positions"}
	twice := all(years("energy", "GJ", 12, diesel, "411", "300"), years("energy", "GJ", 2, diesel, "411", "300"))
	two := all(years("women", "%", 30, leading, "20.5", "25"), years("women", "%", 2, managing, "20.5", "25"),
		years("women", "%", 31, []string{"Women in all"}, "41.5", "42"), years("women", "%", 2, []string{"Women of the group"}, "41.5", "42"))
	captioned := years("energy", "GJ", 12, []string{"Total"}, "9000", "10000")
	for i := range captioned {
		captioned[i].Caption = "Energy of all sites"
	}
	for name, c := range map[string]struct {
		figures []keyfigures.Figure
		want    string // name of the row; empty for none
	}{
		"the largest of its unit":             {all(total, years("energy", "GJ", 12, diesel, "400", "300")), "Energy use"},
		"a part printed twice is still one":   {all(total, twice), "Energy use"},
		"a share that stands once":            {years("women", "%", 30, leading, "20", "25"), ""},
		"a share that stands twice":           {all(years("women", "%", 30, leading, "20.5", "25"), years("women", "%", 2, managing, "20.5", "25")), managing[0]},
		"of two that differ neither":          {two, ""},
		"a row that goes on from another":     {years("energy", "GJ", 12, []string{"of which from wind"}, "9000", "10000"), ""},
		"a row of another year":               {[]keyfigures.Figure{figure("energy", "GJ", "9000", 2021, 12, []string{"Energy use"}, "2021")}, ""},
		"a year with two figures in one row":  {all(total, []keyfigures.Figure{figure("energy", "GJ", "8000", 2023, 12, []string{"Energy use"}, "2023")}), ""},
		"by its caption where it says little": {captioned, "Energy of all sites: Total"},
	} {
		t.Run(name, func(t *testing.T) {
			rows := keyfigures.Of(c.figures, 2023)
			switch {
			case c.want == "" && len(rows) > 0:
				t.Errorf("%q stands for it", rows[0].Name)
			case c.want != "" && (len(rows) != 1 || rows[0].Name != c.want):
				t.Errorf("%+v, want %q", rows, c.want)
			}
		})
	}
}

func TestAColumnThatIsNoYearTellsRowsApart(t *testing.T) {
	row := []string{"Total of all sites we run"}
	rows := keyfigures.Of([]keyfigures.Figure{
		figure("ghg", "t", "880", 2023, 32, row, "2023", "Tenants"), figure("ghg", "t", "915", 2023, 32, row, "2023", "All"),
		figure("ghg", "t", "840", 2022, 32, row, "2022", "All"),
	}, 2023)
	if len(rows) != 1 || rows[0].Name != "Total of all sites we run (All)" || rows[0].In(2023).ID != "915" {
		t.Fatalf("%+v", rows)
	}
	if change := rows[0].Change(2023); change == nil || change.Text('f')[:4] != "8.92" {
		t.Errorf("change %v", change)
	}
	if rows[0].Change(2022) != nil {
		t.Error("a change from a year that is not there")
	}
}

func TestWhereARowGoesIsToldByTheTargetBesideIt(t *testing.T) {
	row := []string{"Share of women in management"}
	for name, c := range map[string]struct {
		wanted      int
		now, before string
		target      string
		year        int
		want        keyfigures.Way
	}{
		"more is better and less is there":         {1, "24", "25", "29", 2024, keyfigures.Away},
		"more is better and more is there":         {1, "26", "25", "29", 2024, keyfigures.Towards},
		"more is better and its year has come":     {1, "26", "25", "29", 2023, keyfigures.Missed},
		"more is better and as much is there":      {1, "29", "25", "29", 2024, keyfigures.Reached},
		"less is better and the limit is kept":     {-1, "2.3", "2.6", "3", 2025, keyfigures.Reached},
		"less is better and more is there":         {-1, "4", "3.5", "3", 2025, keyfigures.Away},
		"nobody knows, further than before":        {0, "24", "25", "29", 2024, keyfigures.Open},
		"nobody knows, nearer than before":         {0, "26", "25", "29", 2024, keyfigures.Towards},
		"nobody knows, beyond as seen from before": {0, "25.3", "37.7", "33.7", 2024, keyfigures.Reached},
		"nobody knows and its year has come":       {0, "26", "25", "29", 2023, keyfigures.Beside},
		"more is better and nothing has changed":   {1, "25", "25", "29", 2024, keyfigures.Open},
	} {
		t.Run(name, func(t *testing.T) {
			levels := years("women", "%", 84, row, c.now, c.before)
			for i := range levels {
				levels[i].Wanted = c.wanted
			}
			aim := figure("women", "%", c.target, c.year, 84, row, "Target for the year")
			got := keyfigures.WithTargets(levels, []keyfigures.Figure{aim}, 2023)
			if len(got) != 1 || got[0].Way != c.want {
				t.Errorf("%+v, want %d", got, c.want)
			}
		})
	}
	t.Run("a target in the heading of the row", func(t *testing.T) {
		for heading, want := range map[string]int{
			"All sites certified: 100 %, [2024]": 1, "All sites certified": 0, "Cut waste by 30 % until 2030": 0, "Certified: 100 % in 2024, 90 % in 2023": 0,
			"Certified: 80 % in 2020": 0, // a target of the past
		} {
			got := keyfigures.WithTargets(years("other", "%", 6, []string{heading}, "89", "80"), nil, 2023)
			if len(got) != want || want > 0 && (got[0].Way != keyfigures.Towards || got[0].Target.Year != 2024 || got[0].Target.Printed != "100 %") {
				t.Errorf("%s: %+v", heading, got)
			}
		}
	})
	t.Run("a forecast is no target", func(t *testing.T) {
		forecast := figure("women", "%", "29", 2024, 84, row, "Forecast for 2024")
		if got := keyfigures.WithTargets(years("women", "%", 84, row, "24", "25"), []keyfigures.Figure{forecast}, 2023); len(got) > 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("of two targets in a row none is told", func(t *testing.T) {
		aims := []keyfigures.Figure{figure("women", "%", "29", 2024, 84, row, "Target"), figure("women", "%", "40", 2030, 84, row, "Target 2030")}
		if got := keyfigures.WithTargets(years("women", "%", 84, row, "24", "25"), aims, 2023); len(got) > 0 {
			t.Errorf("%+v", got)
		}
	})
}

func TestRowsThatCountHarmStandForThemselves(t *testing.T) {
	rows := keyfigures.Harms(all(
		years("accidents", "", 101, []string{"Fatalities of contractors"}, "4", "2"), years("other", "", 107, []string{"Allegations of bribery"}, "21", "12"),
		years("other", "", 44, []string{"Human rights violations"}, "1", "1"), years("other", "", 45, []string{"Cases of discrimination"}, "0", "3"),
		years("training", "", 46, []string{"Employees trained on anti-corruption"}, "900", "800"), years("other", "%", 47, []string{"Fines, share"}, "9", "8"),
		years("accidents", "", 101, []string{"Fatalities of staff"}, "3", "3"), years("other", "", 200, []string{"GRI 406: Non-discrimination"}, "51", "50"),
	), 2023)
	var got []string
	for _, r := range rows {
		got = append(got, r.Name)
	}
	if want := []string{"Fatalities of contractors", "Allegations of bribery", "Human rights violations"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A sign before a target says which way is better, whatever the year before did.
func TestASignBeforeATargetSaysWhichWayIsBetter(t *testing.T) {
	for name, c := range map[string]struct {
		printed, now string
		want         keyfigures.Way
	}{
		"kept below":     {"<1.5", "0.2", keyfigures.Reached},
		"not kept below": {"<1.5", "2", keyfigures.Missed},
		"passed":         {">1.5", "1.9", keyfigures.Reached},
		"no sign":        {"1.5", "2", keyfigures.Beside},
	} {
		t.Run(name, func(t *testing.T) {
			row := []string{"Minutes lost"}
			now, target := figure("other", "h", c.now, 2023, 4, row, "2023"), figure("other", "h", "1.5", 2023, 4, row, "Target")
			target.Wanted = keyfigures.Bound(c.printed)
			if got := keyfigures.WithTargets([]keyfigures.Figure{now}, []keyfigures.Figure{target}, 2023); len(got) != 1 || got[0].Way != c.want {
				t.Errorf("%+v", got)
			}
		})
	}
}

// Deaths that a summary on a later page gives again are told of once; others of another page are others.
func TestASummaryOfDeathsTellsNoMoreOfThem(t *testing.T) {
	table := all(years("other", "", 14, []string{"Fatalities", "Contractors"}, "4", "2"), years("other", "", 14, []string{"Fatalities", "Total"}, "4", "5"))
	for before, want := range map[string]int{"5": 1, "3": 2} {
		if got := keyfigures.Harms(all(table, years("other", "", 19, []string{"Number of work-related fatalities"}, "4", before)), 2023); len(got) != want {
			t.Errorf("%s: %+v", before, got)
		}
	}
}

func TestWordsThatNameNoRow(t *testing.T) {
	for words, want := range map[string]bool{"": true, "Fiscal Year": true, "t CO2e": true, "12": true, "Fatalities": false, "Total waste": false} {
		if keyfigures.NamesNothing(words) != want {
			t.Errorf("%q: %t", words, !want)
		}
	}
}
