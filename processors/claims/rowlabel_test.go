package claims

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func listing(unit string, column []string, values ...string) *document.Table {
	t := &document.Table{}
	at := 0
	for i, v := range values {
		label := fmt.Sprintf("Chapter %c", 'A'+i)
		t.Rows = append(t.Rows, []document.Cell{
			{Text: label, Start: at, End: at + 9},
			{Text: v, Value: v, Unit: unit, RowPath: []string{label}, ColPath: column, Start: at + 10, End: at + 12},
		})
		at += 20
	}
	return t
}

// A list of contents is no table of figures; one with units, headings or figures that fall is one.
func TestListsOfContents(t *testing.T) {
	for name, c := range map[string]struct {
		table *document.Table
		want  bool
	}{
		"contents":       {listing("", nil, "3", "4", "5", "6", "10", "17"), true},
		"too few":        {listing("", nil, "3", "4", "5", "6"), false},
		"with a unit":    {listing("t", nil, "3", "4", "5", "6", "10"), false},
		"under a year":   {listing("", []string{"2024"}, "3", "4", "5", "6", "10"), false},
		"going down":     {listing("", nil, "3", "4", "5", "2", "10"), false},
		"no whole pages": {listing("", nil, "3", "4", "5", "6.5", "10"), false},
		"beyond a book":  {listing("", nil, "3", "4", "5", "6", "1000"), false},
	} {
		if got := listsPages(c.table); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestFiguredLabels(t *testing.T) {
	for label, want := range map[string]bool{
		"EUR 1,184 m": true, "2.31 Mt": true, "78 %": true,
		"Scope 1 emissions": false, "Revenue of EUR 1,184 m": false, "Employees in 2024": false, "2024": false,
	} {
		if got := figured(label, quantity.Point); got != want {
			t.Errorf("%q: %t", label, got)
		}
	}
}

// Figures of one period are told apart by their headings, and those of several by their periods.
func TestHeadingsTellFiguresOfOnePeriodApart(t *testing.T) {
	cell := func(text, period string, column ...string) document.Cell {
		return document.Cell{Text: text, Value: text, Period: period, ColPath: column}
	}
	for name, c := range map[string]struct {
		row  []document.Cell
		want []string
	}{
		"ages":         {[]document.Cell{cell("158", "2023", "<30"), cell("51", "2023", ">50")}, []string{"158 in 2023 (<30)", "51 in 2023 (>50)"}},
		"years":        {[]document.Cell{cell("158", "2023", "2023"), cell("51", "2022", "2022")}, []string{"158 in 2023", "51 in 2022"}},
		"one heading":  {[]document.Cell{cell("158", "2023", "Staff"), cell("51", "2023", "Staff")}, []string{"158 in 2023", "51 in 2023"}},
		"with a share": {[]document.Cell{cell("158", "2023", "2023"), cell("51", "2023", "Share in 2023")}, []string{"158 in 2023", "51 in 2023 (Share in 2023)"}},
	} {
		t.Run(name, func(t *testing.T) {
			var r tableRow
			var got []string
			for i, cell := range c.row {
				got = append(got, r.value(cell, pathOf(cell.ColPath), toldApart(c.row, []int{0, 1}, i)))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestTargetsOfNothing(t *testing.T) {
	for label, want := range map[string]bool{"Target 2025": false, "Our goal for 2030": false, "Target for women": true, "Women in management": false} {
		if got := read(label, quantity.Point, nil).targets(); got != want {
			t.Errorf("%q: %t", label, got)
		}
	}
}

// A sum of scopes is evidence for emissions as a whole before it is for one scope.
func TestRowsOfSeveralScopes(t *testing.T) {
	for label, want := range map[string]string{
		"GHG emissions (Scope 1 and 2)": "S2.29(a)(i)", "GHG emissions (Scope 1, 2 and 3)": "S2.29(a)(i)",
		"GHG emissions (Scope 1)": "S2.29(a)(i)(1)", "GHG emissions (Scope 3)": "S2.29(a)(i)(3)",
	} {
		if got := read(label, quantity.Point, nil).rowParagraphs(); got[0].ID != want {
			t.Errorf("%s: %s", label, got[0].ID)
		}
	}
}

// What a row counts is in no unit of money, and rows below a period are of it, whatever the table's own are.
func TestCountsAndPeriodsOfRowsAreTheirOwn(t *testing.T) {
	for name, c := range map[string]struct {
		path       []string
		unit, want string
	}{
		"people":                      {[]string{"Number of employees (as of December 31)"}, "€ million", "12,117 in year ended June 30, 2023"},
		"money":                       {[]string{"Revenue"}, "€ million", "12,117 € million in year ended June 30, 2023"},
		"a share of people":           {[]string{"Number of employees"}, "%", "12,117 % in year ended June 30, 2023"},
		"below another period":        {[]string{"Jan. 1–Dec. 31, 2022 (adjusted)", "Revenue"}, "€ million", "12,117 € million in Jan. 1–Dec. 31, 2022 (adjusted)"},
		"below a name with a year":    {[]string{"Plan 2022", "Revenue"}, "€ million", "12,117 € million in year ended June 30, 2023"},
		"below the same year's words": {[]string{"Jul. 1, 2022–Jun. 30, 2023", "Revenue"}, "€ million", "12,117 € million in year ended June 30, 2023"},
	} {
		var r tableRow
		in := document.Cell{Text: "12,117", Value: "12117", Unit: c.unit, Period: "year ended June 30, 2023", RowPath: c.path}
		if got := r.value(in, "", false); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
