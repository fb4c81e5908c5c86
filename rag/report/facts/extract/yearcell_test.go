package extract_test

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

func TestCellsOfTwoFigures(t *testing.T) {
	for name, c := range map[string]struct {
		cell document.Cell
		want []string
	}{
		"each has its unit": {
			cellOf("Kilcrea", "Water withdrawal thousand m³ / % of total", "966 / 28.8", "", "thousand m³ / % of total"),
			[]string{`water  "" 2023 = 966000 m3`, `water  "" 2023 = 28.8 %`},
		},
		"one may be missing": {
			cellOf("Smelter", "Water withdrawal m³ / % of total", "616 / n/a", "", "m³ / % of total"),
			[]string{`water  "" 2023 = 616 m3`},
		},
		"where nothing says what they are they are none": {cellOf("Smelter", "Water", "616 / 12", "", ""), nil},
		"a figure alone has no unit of two": {
			cellOf("Water withdrawal (m³)", "Smelter", "616", "616", "m³ / % of total"), []string{`water  "" 2023 = 616 m3`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := saidOf(tableOf([]document.Cell{c.cell})); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A column of years beside a column of targets says when each is to be reached, whatever its unit.
func TestTargetsHaveTheYearOfTheirRow(t *testing.T) {
	row := func(label, base, goal, value, until string) []document.Cell {
		path := func(col, text, v string) document.Cell {
			return document.Cell{Text: text, Value: v, Unit: "ML", RowPath: []string{label, base}, ColPath: []string{col}}
		}
		return []document.Cell{{Text: label}, path("Base year", base, ""), path("Target", goal, value), path("Year", until, "")}
	}
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{{
		HeaderRows: 1, HeaderCols: 2, Rows: [][]document.Cell{
			{{Text: "Target"}, {Text: "Base year"}, {Text: "Target"}, {Text: "Year"}},
			row("Potable water purchased", "FY2022", "3,500", "3500", "FY2027"), row("Water reused", "–", "900", "900", "FY2030"),
		},
	}}}}}
	s := extract.Read(d, extract.Options{Year: 2024})
	years := map[string]int{}
	for i := range s.Facts {
		years[s.Facts[i].Printed] = s.Facts[i].Year
	}
	if years["3,500"] != 2027 || years["900"] != 2030 {
		t.Errorf("years %v", years)
	}
}

// Columns with the same headings and other figures are of periods that the page does not tell apart: none is taken for the reporting year.
func TestColumnsWithTheSameHeadingsAreOfNoYear(t *testing.T) {
	row := func(label, heads, a, b string) []document.Cell {
		return []document.Cell{cellOf(label, heads, a, a, "tonnes"), cellOf(label, heads, b, b, "tonnes")}
	}
	for _, c := range []struct {
		name, heads, a, b string
		years             []int
	}{
		{"other figures", "tonnes", "301", "288", []int{0, 0, 0, 0}},
		{"no headings", "", "301", "288", []int{0, 0, 0, 0}},
		{"a year of their own", "2022 > tonnes", "301", "288", []int{2022, 2022, 2022, 2022}},
		{"the same figures", "tonnes", "301", "301", []int{2023, 2023, 2023, 2023}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := [][]document.Cell{row("Waste recycled", c.heads, c.a, c.b), row("Waste burned", c.heads, "12", "12")}
			var got []int
			for _, f := range extract.Read(tableOf(rows...), extract.Options{Year: 2023}).Facts {
				got = append(got, f.Year)
			}
			if !slices.Equal(got, c.years) {
				t.Errorf("years %v, want %v", got, c.years)
			}
		})
	}
}
