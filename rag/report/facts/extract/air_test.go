package extract_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// What is emitted and is no greenhouse gas is no figure of greenhouse gases, whether its row or its heading says so.
func TestAirPollutantsAreNoGreenhouseGases(t *testing.T) {
	for _, c := range []struct {
		caption string
		rows    []string
		unit    string
		ghg     bool
	}{
		{"Emissions", []string{"VOC emissions"}, "t", false},
		{"Emissions", []string{"Volatile organic compounds (VOC)"}, "metric tons", false},
		{"Emissions to air", []string{"NOx emissions"}, "kg", false},
		{"Emissions to air", []string{"Particulate emissions"}, "t", false},
		{"Emissions", []string{"Air pollutants", "Total emissions"}, "t", false},
		{"Emissions", []string{"Emissions of sulphur dioxide"}, "t", false},
		{"Emissions of ozone-depleting substances", []string{"Total emissions"}, "t", false},
		{"Emissions", []string{"N2O emissions"}, "t CO2e", true},
		{"Emissions", []string{"Scope 1 emissions"}, "t", true},
		{"Air pollutants and greenhouse gases", []string{"Greenhouse gases", "Total emissions"}, "t", true},
		{"Air pollutants and greenhouse gases", []string{"GHG emissions"}, "t", true},
		{"Emissions to air", []string{"VOC emissions"}, "t CO2e", true}, // converted, as its unit says
	} {
		label := c.rows[len(c.rows)-1]
		d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{{
			Caption: c.caption, HeaderRows: 1, HeaderCols: 1,
			Rows: [][]document.Cell{{{}, {Text: "2023"}}, {{Text: label}, {Text: "250", Value: "250", RowPath: c.rows, ColPath: []string{"2023"}, Unit: c.unit}}},
		}}}}}
		s := extract.Read(d, extract.Options{})
		if len(s.Facts) != 1 || (s.Facts[0].Metric == facts.GHGEmissions) != c.ghg {
			t.Errorf("%s / %v in %s: %+v", c.caption, c.rows, c.unit, s.Facts)
		}
		if len(s.Facts) == 1 && !c.ghg && (s.Facts[0].Scope != "" || s.Facts[0].UnitBase != "t") {
			t.Errorf("%s / %v: scope %q, base %s", c.caption, c.rows, s.Facts[0].Scope, s.Facts[0].UnitBase)
		}
	}
}

// A label that begins with a number is no figure, also where it stands in a column of headers.
func TestANumberedLabelIsNoFigure(t *testing.T) {
	const label = "1 Purchased goods and services"
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{{
		Caption: "Scope 3 emissions", Unit: "t CO2e", HeaderRows: 1, HeaderCols: 1,
		Rows: [][]document.Cell{{{}, {Text: "2023"}}, {{Text: label, RowPath: []string{label}},
			{Text: "742", Value: "742", RowPath: []string{label}, ColPath: []string{"2023"}, Unit: "t CO2e"}}},
	}}}}}
	if s := extract.Read(d, extract.Options{}); len(s.Facts) != 1 || s.Facts[0].Value != "742" {
		t.Errorf("%+v", s.Facts)
	}
}
