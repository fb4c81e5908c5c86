package extract_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// cornered is a table with a caption, a head above its labels, and one figure.
func cornered(caption, corner, label, unit string) *document.Document {
	return &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{{
		Caption: caption, HeaderRows: 1, HeaderCols: 1,
		Rows: [][]document.Cell{{{Text: corner}, {Text: "2023"}},
			{{Text: label}, {Text: "250", Value: "250", RowPath: []string{label}, ColPath: []string{"2023"}, Unit: unit}}},
	}}}}}
}

// What heads the labels says what the rows are of, also where the table has a title of its own.
func TestTheHeadOfTheLabelsSaysWhatIsEmitted(t *testing.T) {
	for _, c := range []struct {
		caption, corner, label, unit string
		metric                       facts.Metric
		base                         string
	}{
		{"Environment in figures", "Greenhouse gas (GHG) emissions", "Fuel", "tonnes", facts.GHGEmissions, "tCO2e"},
		{"Environment in figures", "Greenhouse gas (GHG) emissions", "Purchased electricity", "tonnes", facts.GHGEmissions, "tCO2e"},
		{"Environment in figures", "GHG emissions", "Category 2 – Capital goods", "t", facts.GHGEmissions, "tCO2e"},
		{"Environment in figures", "Energy and GHG emissions", "Fuel", "tonnes", facts.Other, "t"},
		{"Environment in figures", "GHG emissions and waste", "Ashes", "tonnes", facts.Other, "t"},
		{"Environment in figures", "GHG emissions", "Fuel", "MWh", facts.Energy, "GJ"},
		{"Emissions at our mills", "Significant air emissions", "Other", "t", facts.Other, "t"},
		{"Emissions at our mills", "Atmospheric emissions", "Remaining substances", "tons", facts.Other, "t"},
	} {
		t.Run(c.corner+": "+c.label+" in "+c.unit, func(t *testing.T) {
			s := extract.Read(cornered(c.caption, c.corner, c.label, c.unit), extract.Options{})
			if len(s.Facts) != 1 || s.Facts[0].Metric != c.metric || s.Facts[0].UnitBase != c.base {
				t.Errorf("%+v, want %s in %s", s.Facts, c.metric, c.base)
			}
		})
	}
}

// What is made stands beside emissions, which are given per tonne of it, and is none of them.
func TestWhatIsMadeIsNotEmitted(t *testing.T) {
	for _, c := range []struct {
		label, unit string
		ghg         bool
	}{
		{"Total pulp processed (t)", "", false},
		{"Clinker produced (tonnes)", "", false},
		{"Paper sold", "t", false},
		{"Emissions from energy sold", "t", true},
		{"Use of products sold", "t CO2e", true},
		{"Waste produced (t CO2e)", "", true},
		{"Processing of sold products", "t", true},
	} {
		t.Run(c.label, func(t *testing.T) {
			s := extract.Read(cornered("Emissions of our mills", "Metric", c.label, c.unit), extract.Options{})
			if len(s.Facts) != 1 || (s.Facts[0].Metric == facts.GHGEmissions) != c.ghg {
				t.Errorf("%+v, want emissions: %t", s.Facts, c.ghg)
			}
		})
	}
}

// Water is weighed in tonnes where much else is, and is no gas below a title of emissions.
func TestWaterInTonnesIsWater(t *testing.T) {
	for _, c := range []struct {
		caption, label, unit string
		metric               facts.Metric
	}{
		{"Our mine: emissions", "Total water consumption", "tons", facts.Water},
		{"Our mine: emissions", "Discharge of waste water", "t", facts.Water},
		{"Our mine: emissions", "Emissions of water treatment", "t", facts.GHGEmissions},
		{"Our mine: emissions", "Water consumption", "t CO2e", facts.GHGEmissions},
		{"Waste and water", "Water withdrawal", "tonnes", facts.Water},
	} {
		t.Run(c.caption+": "+c.label+" in "+c.unit, func(t *testing.T) {
			s := extract.Read(cornered(c.caption, "", c.label, c.unit), extract.Options{})
			if len(s.Facts) != 1 || s.Facts[0].Metric != c.metric {
				t.Errorf("%+v, want %s", s.Facts, c.metric)
			}
		})
	}
}

// The hours that were worked stand among accidents, and are none; those that were lost by accidents are of them.
func TestHoursWorkedAreNoAccidents(t *testing.T) {
	for label, accidents := range map[string]bool{
		"Total number of hours worked": false, "Hours worked by employees": false, "6) Man-hours": false, "Number of injuries": true,
		"Injuries per million hours worked": true, "Working hours lost by accidents": true,
	} {
		t.Run(label, func(t *testing.T) {
			s := extract.Read(cornered("Injuries at our mills", "", label, ""), extract.Options{})
			if len(s.Facts) != 1 || (s.Facts[0].Metric == facts.Accidents) != accidents || !accidents && s.Facts[0].Metric != facts.Other {
				t.Errorf("%+v, want accidents: %t", s.Facts, accidents)
			}
		})
	}
}
