package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/keyfigures"
	"github.com/sibyl-project/sibyl/projections/document/notes"
)

// row is two figures of a row of a table, of the report's year and the one before.
func row(metric, unit, base, name string, page int, now, before string) []Fact {
	one := func(year, value string, n int) Fact {
		return Fact{ID: name + year + string(rune('a'+page)), Metric: metric, Value: value, Unit: unit, ValueBase: value, UnitBase: base, Printed: value,
			Page: page, Source: "table", Year: n, RowPath: []string{name}, ColPath: []string{year}, Quote: name + " " + value}
	}
	return []Fact{one("2023", now, 2023), one("2022", before, 2022)}
}

func TestFiguresThatStandForTheReportAreTold(t *testing.T) {
	d := aReport()
	d.Report.Period = "2023"
	d.Facts = append(row("energy", "GJ", "GJ", "Energy use of all sites", 4, "5000", "9000"), row("accidents", "No.", "", "Accidents at work", 5, "30", "20")...)
	d.Facts = append(d.Facts, row("other", "EUR", "EUR", "Gifts", 6, "900", "800")...)
	aim := row("headcount_share", "%", "%", "Women in management", 7, "24", "25")
	target := aim[0]
	target.ID, target.Value, target.ValueBase, target.Year, target.Target, target.ColPath = "t", "29", "29", 2024, true, []string{"Target for 2024"}
	d.Facts = append(append(d.Facts, aim...), target)
	d = arranged(t, d)
	for title, want := range map[string]struct {
		kind  MatterKind
		page  int
		gist  string
		place int
	}{
		"Energy use of all sites: 5,000 GJ in 2023":               {MatterLeading, 4, "44.4 % less than in 2022 (9,000 GJ)", 2},
		"Accidents at work: 30 in 2023":                           {MatterLeading, 5, "50 % more than in 2022 (20)", 2},
		"Away from its target: Women in management: 24 % in 2023": {MatterTarget, 7, "1 percentage points less than in 2022 (25 %); aimed at: 29 % in 2024", 3},
	} {
		if m := titled(d, title); m == nil || m.Kind != want.kind || m.Page != want.page || m.Gist != want.gist || len(m.Places) != want.place {
			t.Errorf("%s: %+v", title, m)
		}
	}
	if m := titled(d, "Gifts"); m != nil {
		t.Errorf("money: %+v", m)
	}
}

func TestWhatIsLessThanAPartIsNotTheWhole(t *testing.T) {
	for name, c := range map[string]struct {
		abroad string
		told   bool
	}{"the whole": {"9000", true}, "the rest of the world": {"1600", false}} {
		t.Run(name, func(t *testing.T) {
			d := aReport()
			d.Report.Period, d.Facts = "2023", nil
			for _, path := range [][2]string{{"Energy of vehicles", "800"}, {"Energy in total", c.abroad}} {
				global := row("energy", "GJ", "GJ", path[0], 4, path[1], path[1])[0]
				home := row("energy", "GJ", "GJ", path[0], 4, "5600", "5600")[0]
				global.ColPath, home.ColPath, home.Boundary, home.ID = []string{"2023 Global"}, []string{"2023 UK"}, "UK", path[0]+"UK"
				if path[0] == "Energy of vehicles" {
					home.ValueBase = "300"
				}
				d.Facts = append(d.Facts, global, home)
			}
			if m := titled(arranged(t, d), "Energy"); (m != nil) != c.told {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestWhatIsAlignedWithTheTaxonomyIsOneMatter(t *testing.T) {
	for text, want := range map[string]bool{
		"Taxonomy-aligned revenue came to 16.5 % of all revenue.":                 true,
		"Turnover is deemed taxonomy-aligned if 15 % less energy is used.":        false,
		"Revenue rose by 3 % in the year.":                                        false,
		"This share of taxonomy-aligned turnover was 3 % in the year before that": false,
	} {
		d := aReport()
		d.Claims[2].Text, d.Claims[2].Quote.Text = text, text
		told := slices.ContainsFunc(arranged(t, d).Matters, func(m Matter) bool { // with what is wrong with the sentence
			return strings.Contains(m.Title+m.Gist, "U taxonomy: “")
		})
		if want != told {
			t.Errorf("%s: %v", text, told)
		}
	}
}

// A cut of sixty per cent is none per something.
func TestPerCentIsNoIntensity(t *testing.T) {
	for text, want := range map[string]bool{
		"We cut emissions by 60 per cent in absolute terms.": false, "We cut emissions per car by 60 %.": true, "Emissions per customer fall.": true,
		"Emissions per unit of revenue fall by 20 per cent.": true, "Our intensity target is 20 percent.": true, "Emissions per m² fall.": true,
	} {
		if got := perSomething.MatchString(text); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

func TestWhoHasLookedIsNotToldWhereNobodyHas(t *testing.T) {
	d := aReport()
	d.Notes = []Note{
		{Kind: "assured", Page: 2, Quote: "Companies in our sector have their reports reviewed with limited assurance.", Level: "limited"},
		{Kind: "unchecked", Page: 2, Quote: "The report has not been assured."},
	}
	d = arranged(t, d)
	if m := titled(d, "An assurer has looked"); m != nil {
		t.Errorf("%+v", m)
	}
	if m := titled(d, "Nobody outside has looked"); m == nil || m.Page != 2 {
		t.Errorf("%+v", m)
	}
}

// Waste below a heading with a unit of emissions is no scope where a sentence gives the same amount as waste.
func TestARowUnderASlippedHeadingIsNoEmission(t *testing.T) {
	for name, c := range map[string]struct {
		row  string
		told bool
	}{"a row of waste": {"Total waste generated", false}, "a row of emissions": {"Emissions of waste", true}} {
		t.Run(name, func(t *testing.T) {
			d := emissionsOf("3", map[int]string{2022: "15311.3", 2023: "18839.3"})
			for i := range d.Facts {
				if d.Facts[i].Scope == "3" && d.Facts[i].Metric == "ghg_emissions" {
					d.Facts[i].RowPath, d.Facts[i].Caption = []string{c.row}, ""
				}
			}
			d.Facts = append(d.Facts, Fact{ID: "w", Metric: "waste", Page: 60, Source: "text", Year: 2023, Value: "18839.3", ValueBase: "18839.3", Unit: "t",
				UnitBase: "t", Quote: "we generated 18,839.3 tonnes of waste"})
			if m := titled(arranged(t, d), "Scope 3 emissions"); (m != nil) != c.told {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestSharesOfTheTaxonomyAreNamedWhereASentenceGivesEach(t *testing.T) {
	for said, want := range map[string][]string{
		"Taxonomy-eligible revenue accounted for 20.3% and Taxonomy-aligned revenue for 16.5% of total revenue": {"16.5", "20.3"},
		"16.5 % of revenue was aligned and 20.3 % eligible":                                                     {"16.5", "20.3"},
		"34.5% (EUR 1.3 billion) of CapEx were eligible, and 12.2% (EUR 0.5 billion) were aligned":              {"12.2", "34.5"},
		"Taxonomy-aligned revenue rose from 12.0 % to 16.5 % of total revenue":                                  nil,
		"Of revenue 20.3 % was eligible":                                                                        nil,
		"Of revenue 20.3 % was eligible, and of this 18.7 % aligned":                                            nil,
		"Of revenue 20.3 % was eligible and 81 % aligned":                                                       nil,
	} {
		if got := keyfigures.EachShare(said); !slices.Equal(got, want) {
			t.Errorf("%s: %q", said, got)
		}
	}
}

func TestASentenceWithTheFigureOfARowThatHasATargetIsNoSecondMatter(t *testing.T) {
	for said, told := range map[string]bool{
		"At the end of the year our photovoltaic systems had an installed output of 531 kWp on all roofs.":       false,
		"At the end of the year our photovoltaic systems had an installed output of 77 kWp on roofs in Austria.": true,
	} {
		d := aReport()
		d.Report.Period = "2023"
		aim := row("other", "kWp", "kWp", "Performance indicator: Installed output", 7, "531", "191")
		target := aim[0]
		target.ID, target.Value, target.ValueBase, target.Year, target.Target, target.ColPath = "t", "1331", "1331", 2024, true, []string{"Target for 2024"}
		d.Facts = append(aim, target)
		d.Notes = []Note{{Kind: notes.Mattering, Page: 71, Theme: "goal", Matters: 0.9, Quote: said}}
		d = arranged(t, d)
		if titled(d, "Performance indicator: Installed output: 531") == nil {
			t.Fatalf("the row is not told of: %+v", d.Matters)
		}
		if m := titled(d, "“At the end of the year"); (m != nil) != told {
			t.Errorf("%s: %+v", said, m)
		}
	}
}
