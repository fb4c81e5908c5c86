package document

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document/alike"
)

func TestAFigureStandsInASentenceAndNotInAnother(t *testing.T) {
	for words, want := range map[string]bool{
		"In all 1,281 t, as before.": true, "(1,281 t)": true, "It was 1,281 tonnes.": false, "In all 11,281 t": false, "11,281 t and 1,281 t": true,
		"In all 21,1,281 t": false, "In all 1,281 t, half of it ours": true,
	} {
		if got := alike.StandsIn(words, "1,281 t"); got != want {
			t.Errorf("%q: %t", words, got)
		}
	}
}

// Everybody sees what a sum with a point for a comma means: it is told of as that, and not among the first.
func TestAMisplacedPointComesLater(t *testing.T) {
	weigh := func(stated, expected string) (float64, string) {
		d := aReport()
		d.Checks[0].Stated, d.Checks[0].Expected = stated, expected
		v := newView(d)
		return v.gravity(v.checks[0]), v.titleOf(v.checks[0])
	}
	slip, said := weigh("1359 EUR", "1359000 EUR")
	wrong, _ := weigh("1359 EUR", "1368000 EUR")
	if slip >= wrong || !strings.HasPrefix(said, "A unit or a decimal point is out of place") {
		t.Errorf("%v and %v: %s", slip, wrong, said)
	}
}

// Parts that are all nothing were not filled in: nothing shows their whole to be wrong.
func TestAWholeWithoutPartsComesLater(t *testing.T) {
	weigh := func(parts ...string) (float64, string) {
		d := aReport()
		c := &d.Checks[0]
		c.Name, c.Stated, c.Inputs = "table_total", "1931", []CheckInput{{Label: "stated: Total", Value: "1931"}}
		for _, p := range parts {
			c.Inputs = append(c.Inputs, CheckInput{Label: "a part", Value: p})
		}
		v := newView(d)
		return v.gravity(v.checks[0]), v.titleOf(v.checks[0])
	}
	empty, said := weigh("0", "0.0")
	wrong, other := weigh("0", "900")
	if empty >= wrong || said != "All parts of a whole are given as nothing: Total" || other != "A sum does not hold: Total" {
		t.Errorf("%v %q, %v %q", empty, said, wrong, other)
	}
}

// A passage that hardly speaks of what is missing would only lead astray.
func TestWhatIsFarFromWhatIsMissingIsNotShown(t *testing.T) {
	d := aReport()
	d.Gaps = d.Gaps[:1]
	d.Gaps[0].Paragraph = "S2.22"
	d.Gaps[0].Parts = []events.SubRequirement{{Requirement: "A date", GapReason: "not found", Near: 0.1,
		Nearest: events.NearestPassage{Page: 6, Quote: "We looked at two scenarios."}}}
	m := find(t, arranged(t, d), MatterMissing)
	if strings.Contains(m.Text, "two scenarios") || m.Page != 0 || len(m.Places) != 0 || m.Title != "Not found: a date (IFRS S2)" {
		t.Errorf("%+v", m)
	}
}

// Of what is missing the surest is named first.
func TestTheSurestAbsenceIsNamedFirst(t *testing.T) {
	d := aReport()
	d.Gaps = d.Gaps[:1]
	d.Gaps[0].Paragraph = "S2.22"
	d.Gaps[0].Parts = []events.SubRequirement{
		{Requirement: "A method", GapReason: "not found", Near: 0.2}, {Requirement: "A date", GapReason: "not found", Near: 0.1},
	}
	if m := find(t, arranged(t, d), MatterMissing); !strings.Contains(m.Text, "gives “A date” and “A method”") {
		t.Error(m.Text)
	}
}

// A total of Scopes 1 and 2 that is less than its own part has another separator: its parts stand for it.
func TestATotalThatIsLessThanItsPartIsNone(t *testing.T) {
	d := emissionsOf("1", map[int]string{2023: "2148"})
	d.Facts = append(d.Facts, emissionsOf("2", map[int]string{2023: "25505"}).Facts...)
	d.Facts = append(d.Facts, emissionsOf("1+2", map[int]string{2023: "27.653"}).Facts...)
	if m := titled(arranged(t, d), "Emissions of Scopes 1 and 2: 27,653 t CO2e in 2023"); m == nil || len(m.Places) != 2 {
		t.Errorf("%+v", d.Matters[0])
	}
}

// What a bank finances is told to be nothing where that is what it gives, and not to be there only where it is not.
func TestWhatABankFinancesIsToldAsItIsGiven(t *testing.T) {
	for value, want := range map[string]string{"": "no figure of what is financed (category 15) was read in tonnes",
		"0": "what is financed (category 15) is given as 0", "7": ""} {
		d := emissionsOf("1+2+3", map[int]string{2023: "1000"})
		d.Report.Sector = "FN-CB"
		if value != "" {
			d.Facts = append(d.Facts, Fact{ID: "inv", Metric: "ghg_emissions", Scope: "3", Category: "Investments", Page: 60, Source: "table", Year: 2023,
				Value: value, ValueBase: value, UnitBase: "tCO2e", RowPath: []string{"Investments"}})
		}
		if m := titled(arranged(t, d), "Emissions of Scopes 1, 2 and 3"); m == nil || m.Gist != want {
			t.Errorf("%q: %+v", value, m)
		}
	}
}

// A source that opposes a sentence which a table denies, too, is told with that, as gravely as the check weighs.
func TestASourceThatOpposesWhatATableDenies(t *testing.T) {
	c := Claim{ID: "c", Page: 3, Text: "There were no fatal accidents among our contractors in 2024."}
	check := func(working string) shownCheck {
		return shownCheck{Check: Check{ID: "k", Result: events.CheckFail, Stated: "none", Working: working}}
	}
	for working, want := range map[string]bool{
		`page 3: "no fatal accidents among our contractors in"; page 14, Fatalities, 2024: 1`: true,
		`page 4: "no fatal accidents among our contractors in"; page 14, Fatalities, 2024: 1`: false,
		`page 3: "no breaches of the code in"; page 14, Breaches, 2024: 1`:                    false,
	} {
		if got := denies(&c, check(working)); got != want {
			t.Errorf("%s: %v, want %v", working, got, want)
		}
	}
}
