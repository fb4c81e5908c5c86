package cell

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// A unit that counts in thousands is no amount.
func TestAUnitOfThousandsIsNoFact(t *testing.T) {
	for text, unit := range map[string]bool{"1,000 t CO2e": true, "1,000 metric tons": true, "1,001 t CO2e": false, "1,000": false, "1,000 GJ": false} {
		q, err := quantity.Parse(text, quantity.Point)
		if err != nil {
			t.Fatal(err)
		}
		c := Cell{Rows: []string{"Scope 1"}, Place: facts.Place{Page: 1}, Source: facts.FromTable, Q: q, Printed: text}
		if _, ok := c.Fact(2023, Meanings{}); ok == unit {
			t.Errorf("%q: a fact: %t", text, ok)
		}
	}
}

// A unit may have a date behind it, stand for all that a caption does not give another one, and be none of the figure's.
func TestUnitsOfHeadings(t *testing.T) {
	for heading, want := range map[string]string{
		"Financed emissions t CO2e 2023": "t CO2e", "hectares at 30 June 2024": "hectares", "EUR million, FY2023/24": "EUR million",
	} {
		if got := BracketUnits(heading); !slices.Contains(got, want) {
			t.Errorf("%q: %q, want %q among them", heading, got, want)
		}
	}
	pairs := UnitPairs("Investments by class (C$ million; emissions in thousand tonnes CO2e)")
	for label, want := range map[string]string{"Financed emissions": "thousand tonnes CO2e", "Market value": "C$ million"} {
		if got := pairs.Of([]string{label}); len(got) != 1 || got[0] != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
}

// A year is no boundary, however the report writes its fiscal years; what stands beside it is.
func TestBoundaryIsWhatStandsBesideTheYear(t *testing.T) {
	for col, want := range map[string]string{
		"FY3/2025": "", "FY03/24": "", "FY3/2020 (base)": "", "FY2023/24": "", "Japan FY3/2025": "Japan", "Japan 2024": "Japan",
		"Jan. 1– Dec. 31, 2023": "", "Dec. 31, 2022**": "",
	} {
		t.Run(col, func(t *testing.T) {
			if got := (&Cell{Cols: []string{col}}).boundary(); got != want {
				t.Errorf("boundary %q, want %q", got, want)
			}
		})
	}
}

// Codes of disclosures beside a row name nothing; formulas do.
func TestOwnHeadingIsNoCode(t *testing.T) {
	for own, rows := range map[string][]string{
		"Yarn": {"Revenue", "Yarn", "P1"}, "Organic": {"Organic", "GRI 306-3"}, "CO2": {"Air", "CO2"}, "H2": {"Fuels", "H2"}, "Scope 1": {"GHG", "Scope 1"},
	} {
		if got := (&Cell{Rows: rows}).Own(); got != own {
			t.Errorf("%q: own heading %q, want %q", rows, got, own)
		}
	}
}

func TestAPartIsOfWhatTheRowAboveIs(t *testing.T) {
	for own, want := range map[string]string{
		"davon gefährlich": "Abfall ; davon gefährlich", "of which hazardous": "Abfall ; of which hazardous", "Schrott": "Schrott",
	} {
		c := Cell{Rows: []string{"Abfall", own}}
		if got := c.ownOrWhole(c.Own()); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What the rules have from a caption gives way to a reader that is fairly sure, what they have from the figure's own heading does not.
func TestRulesFromAfarAreOverruled(t *testing.T) {
	for own, want := range map[string]facts.Metric{"FTE, average": facts.Headcount, "Training of managers": facts.Training} {
		q, err := quantity.Parse("318", quantity.Point)
		if err != nil {
			t.Fatal(err)
		}
		c := Cell{
			Rows: []string{own}, Caption: "Staff, safety and training", Place: facts.Place{Page: 1}, Source: facts.FromTable, Q: q, Printed: "318",
			Reading: &statement.CellReading{Metrics: []statement.Answer{{Value: "headcount", Sure: 0.6}}},
		}
		if f, _ := c.Fact(2023, Meanings{}); f.Metric != want {
			t.Errorf("%q: %s, want %s", own, f.Metric, want)
		}
	}
}

// A column of what was produced in a table of emissions weighs no gas.
func TestWhatIsProducedIsNoGas(t *testing.T) {
	for metric, gas := range map[string]bool{"other": false, "ghg_emissions": true} {
		q, err := quantity.Parse("748", quantity.Point)
		if err != nil {
			t.Fatal(err)
		}
		c := Cell{
			Rows: []string{"2023"}, Cols: []string{"Production, thousand t"}, Units: []string{"thousand t"}, Caption: "Production and emissions of greenhouse gases",
			Place: facts.Place{Page: 1}, Source: facts.FromTable, Q: q, Printed: "748",
			Reading: &statement.CellReading{Metrics: []statement.Answer{{Value: metric, Sure: 0.9}}},
		}
		if f, _ := c.Fact(2023, Meanings{}); (f.Metric == facts.GHGEmissions) != gas {
			t.Errorf("read as %s: %s in %s", metric, f.Metric, f.UnitBase)
		}
	}
}

func TestOwnLabelSkipsTheIndicatorsCode(t *testing.T) {
	for _, c := range []struct {
		path []string
		want string
	}{
		{[]string{"Total water withdrawal intensity", "SU11-WE"}, "Total water withdrawal intensity"},
		{[]string{"Emissions", "Scope 1", "RT-IG-130a.1"}, "Scope 1"},
		{[]string{"Emissions", "CO2-EQ"}, "CO2-EQ"},
		{[]string{"Employees by age", "30-50"}, "30-50"},
		{[]string{"E1-6"}, "E1-6"},
		{[]string{"Sales of companies in line with the target", "PE03-SustS"}, "Sales of companies in line with the target"},
	} {
		p := facts.Place{RowPath: c.path}
		if got := p.Own(); got != c.want {
			t.Errorf("the label of %q is %q, want %q", c.path, got, c.want)
		}
	}
}
