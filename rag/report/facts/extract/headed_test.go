package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// placed is a page with a text and a table of rows whose cells stand in it, parted by tabs; heads are over its columns, "" where it has none.
func placed(text, caption, heads string, rows ...string) *document.Document {
	t := document.Table{Caption: caption, HeaderCols: 1, Format: document.Format{Decimal: "."}, Rect: [4]float64{0, 0, 100, 100}}
	over := strings.Split(heads, "\t")
	for r, row := range rows {
		var cells []document.Cell
		for j, c := range strings.Split(row, "\t") {
			cell := document.Cell{Text: c, Start: len([]rune(text[:max(0, strings.Index(text, row))]))}
			if j > 0 {
				cell.RowPath = []string{cells[0].Text}
				if digits := strings.ReplaceAll(c, ",", ""); strings.Trim(digits, "0123456789.") == "" {
					cell.Value = digits
				}
				if heads != "" {
					cell.ColPath = []string{over[j]}
				}
			}
			cells = append(cells, cell)
		}
		if t.Rows = append(t.Rows, cells); r == 0 && heads != "" {
			t.HeaderRows = 1
		}
	}
	return &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Text: text, Tables: []document.Table{t}}}}
}

// What the grid of a table lacks stands beside it: its heads, the second half of a year, the unit.
func TestTablesWhoseHeadsOrUnitStandBesideTheGrid(t *testing.T) {
	const head, rows = "\t2023\t2022\n", "Hazardous waste\t812\t796\nTotal waste\t4,390\t4,124"
	const years = "\t2023\t2022"
	lines := strings.Split(rows, "\n")
	with := append([]string{years}, lines...)
	for name, c := range map[string]struct {
		doc  *document.Document
		want string
	}{
		"heads in a line above":  {placed("Waste in tonnes\n\nKind\t2023\t2022\n\n"+rows, "Waste in tonnes", "", lines...), "796 2022 tonnes waste"},
		"a sentence above":       {placed("Waste fell in 2023\tand 2022.\n\n"+rows, "Waste in tonnes", "", lines...), "796 0 tonnes waste"},
		"unit in a line above":   {placed("tonnes\n\nWaste\n\n"+head+rows, "Waste", years, with...), "796 2022 tonnes waste"},
		"unit in brackets above": {placed("Waste\n(tonnes)\n\n"+head+rows, "Waste", years, with...), "796 2022 tonnes waste"},
		"unit read into a head":  {placed("Waste\n\n"+head+rows, "Waste", "\t2023\tin tonnes 2022", with...), "812 2023 tonnes waste"},
		"no unit in a word":      {placed("Audited\n\nWaste\n\n"+head+rows, "Waste", years, with...), "796 2022  other"},
		"the second half of a year": {
			placed("Waste, t\n\n\t2022-\t2021-\n\t23\t22\n"+rows, "Waste, t", "\t2022-\t2021-", append([]string{"\t2022-\t2021-", "\t23\t22"}, lines...)...),
			"796 2022 t waste",
		},
		"unit in a note":             {noted("1 In tonnes. 2 Estimated."), "796 2022 tonnes waste"},
		"a note that is no unit":     {noted("1 In Berlin. 2 Estimated."), "796 2022  other"},
		"the period of a row itself": {periods("Jan–Dec 2020"), "12 2020 t waste"},
		"how a period is given":      {periods("Jan. 1–Dec. 31, 2022 (adjusted)"), "12 2022 t waste"},
		"a name with a year":         {periods("Site 2020 in use"), "12 2023 t waste"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			sheet := extract.Read(c.doc, extract.Options{Year: 2023})
			for i := range sheet.Facts {
				if f := &sheet.Facts[i]; f.Source == facts.FromTable {
					got = append(got, fmt.Sprintf("%s %d %s %s", f.Printed, f.Year, f.Unit, f.Metric))
				}
			}
			if !slices.Contains(got, c.want) {
				t.Errorf("%q, want %q among them", got, c.want)
			}
		})
	}
}

// noted is a table whose rows have a mark, with a note.
func noted(note string) *document.Document {
	d := placed("Waste\n\n\t2023\t2022\nWaste\t812\t796\n\n"+note, "Waste", "\t2023\t2022", "\t2023\t2022", "Waste\t812\t796")
	t := &d.Pages[0].Tables[0]
	t.Notes, t.Rows[1][0].Marks = []string{note}, []string{"1"}
	return d
}

// periods is a table with a row in a period, which the report's own is said of besides.
func periods(row string) *document.Document {
	c := cellOf(row, "Waste landfilled", "12", "12", "t")
	c.Period = "1 January to 31 December 2023"
	return tableOf([]document.Cell{c})
}

// The year of a figure in brackets is that figure's, and what stands in brackets is of what stands before them.
func TestAFigureBehindBracketsIsNotOfTheirYear(t *testing.T) {
	for text, want := range map[string]string{
		"We earned revenue of EUR 214.0 million (2022: EUR 201.5 million).":                                            "EUR 214.0 million 2023",
		"In 2023 we spent EUR 48.6 million (2022: EUR 71.2 million) and earned revenue of EUR 214.0 million.":          "EUR 214.0 million 2023",
		"We repaid debt of EUR 48.6 million (2022: EUR 71.2 million) and earned revenue of EUR 214.0 million in 2023.": "EUR 214.0 million 2023",
	} {
		t.Run(text, func(t *testing.T) {
			var got []string
			sheet := extract.Read(page(text), extract.Options{Year: 2023})
			for i := range sheet.Facts {
				got = append(got, fmt.Sprintf("%s %d", sheet.Facts[i].Printed, sheet.Facts[i].Year))
			}
			if !slices.Contains(got, want) {
				t.Errorf("%q, want %q among them", got, want)
			}
		})
	}
}

// Rows torn from a table have its heads, though another table stands beside that and a text beside them.
func TestRowsTornFromATableBesideAnother(t *testing.T) {
	cellAt := func(c document.Cell, x0, x1 float64) document.Cell {
		c.Rect = [4]float64{x0, 100, x1, 112}
		return c
	}
	table := func(rect [4]float64, heads int, rows ...[]document.Cell) document.Table {
		return document.Table{HeaderRows: heads, HeaderCols: 1, Rect: rect, Format: document.Format{Decimal: "."}, Rows: rows}
	}
	d := tableOf([]document.Cell{{}})
	d.Pages[0].Tables = []document.Table{
		table([4]float64{49, 68, 400, 192}, 0, []document.Cell{cellAt(document.Cell{Text: "Waste"}, 49, 200),
			cellAt(cellOf("Waste", "2022", "12", "12", "t"), 200, 300), cellAt(cellOf("Waste", "2023", "14", "14", "t"), 300, 400)}),
		table([4]float64{502, 69, 799, 188}, 0, []document.Cell{{Text: "Glass"}, cellOf("Glass", "2021", "61", "61", "%")}),
		table([4]float64{49, 196, 790, 224}, 0, []document.Cell{cellAt(document.Cell{Text: "Injuries"}, 49, 200),
			cellAt(cellOf("Injuries", "", "19", "19", ""), 200, 300), cellAt(cellOf("Injuries", "", "16", "16", ""), 300, 420), {Text: "Scope 3 came to"}}),
	}
	var got []string
	for _, f := range extract.Read(d, extract.Options{Year: 2024}).Facts {
		got = append(got, fmt.Sprintf("%s %d", f.Printed, f.Year))
	}
	if want := []string{"12 2022", "14 2023", "61 2021", "19 2022", "16 2023"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// In brackets a year with a colon leads to the figure behind it, and says nothing of the one before.
func TestAYearInBracketsLeadsToTheFigureBehindIt(t *testing.T) {
	d := page("Most customers of the segment opted for electric drives in 2023 (91 percent; 2022: 88 percent).")
	a := answering{Role: surely("value"), Measure: surely("other"), Owner: surely("entity"), Year: surely("reporting")}
	said, err := statement.ReadReport(t.Context(), a, d)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, f := range extract.Read(d, extract.Options{Year: 2023, Said: said}).Facts {
		got[f.Printed] = f.Year
	}
	if got["91 percent"] != 2023 || got["88 percent"] != 2022 {
		t.Errorf("%v", got)
	}
}
