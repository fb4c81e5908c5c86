package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
	"github.com/sibyl-project/sibyl/projections/document/compare"
)

func fact(scope string, year, page int, value string, restated bool) document.Fact {
	return document.Fact{Metric: "emissions", Scope: scope, Value: value, ValueBase: value, Unit: "t CO2e", UnitBase: "tCO2e", Printed: value,
		Year: year, Page: page, Restated: restated}
}

func claim(id, text string, page int, commitment bool) document.Claim {
	return document.Claim{ID: id, Text: text, Page: page, Source: "text", Type: events.Strategic, Entities: document.Entities{Commitment: commitment}}
}

func reports() (earlier, later compare.Report) {
	method := func(text string, page int) document.Check {
		return document.Check{Name: "methodology", Inputs: []document.CheckInput{{Label: "the consolidation approach: " + text, Page: page}}}
	}
	earlier.Document = &document.Document{
		Report: document.Report{Company: "Acme NV", Period: "2023", Filename: "a.pdf"},
		Facts: []document.Fact{fact("1", 2020, 4, "1000", false), fact("2", 2020, 4, "500", false), fact("3", 2020, 5, "70", false),
			fact("3", 2020, 9, "90", false)},
		Claims: []document.Claim{
			claim("a", "We will reduce water withdrawal by 30 % by 2030.", 6, true), claim("b", "We will reach net-zero emissions by 2050.", 7, true),
			claim("c", "All our suppliers are audited by third parties every year.", 8, false), claim("d", "Our sites ran for 200 days.", 9, false),
		},
		Checks: []document.Check{method("we consolidate by operational control", 18)},
	}
	later.Document = &document.Document{
		Report: document.Report{Company: "Acme NV", Period: "2024", Filename: "b.pdf", NotAnalysed: []document.PageNote{{Page: 3, Reason: "image only"}}},
		Facts:  []document.Fact{fact("1", 2020, 6, "1100", true), fact("2", 2020, 6, "500.4", false), fact("3", 2020, 6, "80", false)},
		Claims: []document.Claim{
			claim("e", "We will reach net-zero emissions across the group by 2050.", 7, true),
			claim("f", "Most of our suppliers are audited by third parties every year.", 8, false), claim("g", "Our sites ran for 210 days.", 9, false),
		},
		Checks: []document.Check{method("equity share of all joint ventures", 20)},
	}
	return earlier, later
}

func TestWhatDiffersFromYearToYearIsFoundWithBothPlaces(t *testing.T) {
	c := compare.Reports(reports())
	if len(c.Restated) != 1 || c.Restated[0].Year != 2020 || c.Restated[0].ChangePercent != "10.00" || !c.Restated[0].Marked ||
		c.Restated[0].Earlier != (compare.Place{Page: 4, Text: "1000 t CO2e"}) || c.Restated[0].Later.Page != 6 {
		t.Errorf("restated: %+v", c.Restated)
	}
	if len(c.Dropped) != 1 || !strings.Contains(c.Dropped[0].Text, "water withdrawal") || c.Dropped[0].Page != 6 {
		t.Errorf("dropped: %+v", c.Dropped)
	}
	var texts []string
	for _, p := range c.Reworded {
		texts = append(texts, p.Earlier.Text+" -> "+p.Later.Text)
	}
	got := strings.Join(texts, "\n")
	if !strings.Contains(got, "All our suppliers") || !strings.Contains(got, "-> Most of our suppliers") || strings.Contains(got, "days") {
		t.Errorf("reworded:\n%s", got)
	}
	if len(c.Boundaries) != 1 || c.Boundaries[0].Earlier.Page != 18 || c.Boundaries[0].Later.Page != 20 {
		t.Errorf("boundaries: %+v", c.Boundaries)
	}
	if got = strings.Join(c.Notes, " "); !strings.Contains(got, "Of b.pdf 1 pages were not analysed") {
		t.Errorf("notes: %s", got)
	}
}

func TestAReportIsLikeItself(t *testing.T) {
	earlier, _ := reports()
	c := compare.Reports(earlier, earlier)
	if len(c.Restated)+len(c.Dropped)+len(c.Reworded)+len(c.Boundaries) != 0 {
		t.Errorf("%+v", c)
	}
}

func TestReportsOfTwoCompaniesAreSaidToBe(t *testing.T) {
	earlier, later := reports()
	later.Report.Company = "Other plc"
	if c := compare.Reports(earlier, later); len(c.Notes) == 0 || !strings.Contains(c.Notes[0], "different companies") {
		t.Errorf("%v", c.Notes)
	}
}

func TestASentenceSaysThatAYearWasRestated(t *testing.T) {
	for text, marked := range map[string]bool{
		"Figures of 2020 were restated after the sale of a mill.": true,
		"Figures of 2019 were restated after the sale of a mill.": false, // of another year
		"Our mills ran in 2020.":                                  false,
	} {
		t.Run(text, func(t *testing.T) {
			earlier, later := reports()
			later.Facts[0].Restated = false
			later.Claims = append(later.Claims, claim("r", text, 12, false))
			c := compare.Reports(earlier, later)
			if len(c.Restated) != 1 || c.Restated[0].Marked != marked || marked && c.Restated[0].Said.Page != 12 {
				t.Fatalf("%+v", c.Restated)
			}
			if got := c.Text(); strings.Contains(got, "said to be restated on p. 12") != marked {
				t.Error(got)
			}
		})
	}
}

func TestOneWordOfABoundaryIsTold(t *testing.T) {
	earlier, later := reports()
	later.Checks[0].Inputs[0].Label = "the consolidation approach: we consolidate by financial control"
	if c := compare.Reports(earlier, later); len(c.Boundaries) != 1 {
		t.Errorf("%+v", c.Boundaries)
	}
	later.Checks[0].Inputs[0].Label = "the consolidation approach: We consolidate by operational control."
	if c := compare.Reports(earlier, later); len(c.Boundaries) != 0 {
		t.Errorf("the same in other letters: %+v", c.Boundaries)
	}
}

func TestWhatIsNoClaimInOneReportIsComparedAllTheSame(t *testing.T) {
	earlier, later := reports()
	earlier.Said = []compare.Sentence{{Place: compare.Place{Page: 8, Text: "Every driver is trained in safe and economical driving each year."}}}
	later.Claims = append(later.Claims, claim("h", "Every employed driver is trained in safe and economical driving where needed.", 11, false))
	later.Facts[0].Restated = false
	later.Said = []compare.Sentence{{Place: compare.Place{Page: 6, Text: "Restated: figures of 2020 now include the mills bought in the year."}}}
	c := compare.Reports(earlier, later)
	if !slices.ContainsFunc(c.Reworded, func(p compare.Pair) bool { return p.Earlier.Page == 8 && p.Later.Page == 11 }) {
		t.Errorf("reworded: %+v", c.Reworded)
	}
	if len(c.Restated) != 1 || c.Restated[0].Said == nil || c.Restated[0].Said.Page != 6 {
		t.Errorf("restated: %+v", c.Restated)
	}
}

func TestAStatementOfBothReportsIsNobodysNewWording(t *testing.T) {
	earlier, later := reports()
	const both = "Most of our suppliers are audited by third parties every year."
	earlier.Said = []compare.Sentence{{Place: compare.Place{Page: 8, Text: both}}}
	for _, p := range compare.Reports(earlier, later).Reworded {
		if p.Later.Text == both {
			t.Errorf("%+v", p)
		}
	}
}

// A target that is put off is not dropped: it is told with the one that took its place.
func TestATargetThatIsPutOffIsNotCalledDropped(t *testing.T) {
	for _, c := range []struct {
		name, now        string
		dropped, othered int
	}{
		{"put off", "By 2030, 100 % of our electricity will come from renewable sources.", 0, 1},
		{"as it was", "By 2026, 100 % of our electricity will come from renewable sources.", 0, 0},
		{"of another thing", "By 2030, 100 % of our drivers will have been trained twice.", 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			earlier, later := reports()
			target := earlier.Document.Claims[0]
			target.Text = "By 2026, 100 % of our electricity will come from renewable sources."
			earlier.Document.Claims = []document.Claim{target}
			target.ID, target.Text = "later", c.now
			later.Document.Claims = []document.Claim{target}
			earlier.Said, later.Said = nil, nil
			got := compare.Reports(earlier, later)
			if len(got.Dropped) != c.dropped || len(got.Changed) != c.othered || len(got.Reworded) != 0 {
				t.Errorf("dropped %+v, changed %+v, reworded %+v", got.Dropped, got.Changed, got.Reworded)
			}
		})
	}
}

// Names of data are for programs: people are told of Scope 1 and 2 emissions.
func TestTheTextSpeaksToPeople(t *testing.T) {
	earlier, later := reports()
	for i, r := range []compare.Report{earlier, later} {
		for k := range r.Facts {
			f := &r.Facts[k]
			f.Metric = "ghg_emissions"
			if f.Scope == "1" {
				f.Scope, f.Method, f.Value, f.ValueBase, f.Printed = "1+2", "market", []string{"1000", "900"}[i], []string{"1000", "900"}[i], []string{"1000", "900"}[i]
			}
		}
	}
	c := compare.Reports(earlier, later)
	if got := c.Text(); !strings.Contains(got, "Scope 1 and 2 emissions, market-based, 2020: 1,000 t CO2e (p. 4) -> 900 t CO2e (p. 6), 10 % less") {
		t.Error(got)
	}
	if c.Restated[0].What != "ghg emissions, 1+2, market" {
		t.Errorf("the name for programs is %q", c.Restated[0].What)
	}
}
