package datametrics

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// table makes a ruled table of a page: labels and figures, each cell where it would be drawn.
func table(caption string, top float64, cols []string, rows ...[]string) document.Table {
	t := document.Table{Caption: caption, HeaderRows: 1, HeaderCols: 1, Format: document.Format{Decimal: ".", Group: ",", Reason: "for the test."},
		Rows: [][]document.Cell{{{}}}}
	for _, c := range cols {
		t.Rows[0] = append(t.Rows[0], document.Cell{Text: c})
	}
	for i, r := range rows {
		y := top + 15*float64(i)
		line := []document.Cell{{Text: r[0], Rect: [4]float64{50, y, 150, y + 14}}}
		for j, v := range r[1:] {
			x := 160 + 60*float64(j)
			c := document.Cell{Text: v, Value: plainDigits(v), RowPath: []string{r[0]}, ColPath: []string{cols[j]}, Rect: [4]float64{x, y, x + 55, y + 14}}
			if v[len(v)-1] == '%' {
				c.Unit = "%"
			}
			line = append(line, c)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func plainDigits(v string) string {
	var out []byte
	for i := range len(v) {
		if c := v[i]; c >= '0' && c <= '9' || c == '.' || c == '-' {
			out = append(out, c)
		}
	}
	return string(out)
}

// quoted is the claim of a row of a table, with the words of which it takes its figures.
func quoted(text string, page int, y float64, columns int) events.Claim {
	q := events.Quote{Text: text}
	for j := range columns + 1 {
		x := 160 + 60*float64(j-1)
		q.Rects = append(q.Rects, [4]float64{x + 20, y + 3, x + 50, y + 11})
	}
	return events.Claim{ID: "clm_1", ReportID: "rep_1", Page: page, Text: text, Context: text, Quote: q, Source: "table", Issuer: &events.Issuer{Period: "2023"}}
}

func judged(t *testing.T, c events.Claim, pages ...document.Page) (events.MetricsDetails, []events.Check, *bool) {
	t.Helper()
	doc := &document.Document{SHA256: "s", Version: document.Version, Pages: pages}
	a := judge(c, mustFigures(t, doc), "", nil)
	details, _ := a.Findings[0].Details.(events.MetricsDetails)
	return details, a.Checks, a.Findings[0].Supports
}

// The same label and figure stand in another row: a check of that row is no word on this one.
func TestARowIsBoundToWhereItStands(t *testing.T) {
	cols := []string{"2023", "2022", "Change"}
	people := table("Employees", 100, cols, []string{"At year end", "170,300", "165,300", "3 %"},
		[]string{"In Asia", "20,400", "20,000", "2 %"}, []string{"In Europe", "103", "100", "3 %"})
	shares := table("Nationalities", 200, []string{"2023", "2022"}, []string{"At year end", "3 %", "3 %"})
	page := document.Page{Number: 1, Tables: []document.Table{people, shares}}
	_, all, supports := judged(t, quoted("At year end\t3 %\t3 %", 1, 200, 2), page)
	for _, c := range all {
		if c.Name == "yoy_percentage" {
			t.Errorf("a check of another row: %s", c.Working)
		}
	}
	if supports != nil {
		t.Error("another row's change bears out the share")
	}
	_, all, supports = judged(t, quoted("At year end\t170,300\t165,300\t3 %", 1, 100, 3), page)
	found := false
	for _, c := range all {
		found = found || c.Name == "yoy_percentage" && c.Result == events.CheckPass
	}
	if !found || supports == nil || !*supports {
		t.Errorf("its own change does not bear it out: %+v", all)
	}
}

// A figure that stands twice in its row is each of its cells in turn: only the one that the row does not add up to is wrong.
func TestAFigureThatStandsTwiceInItsRow(t *testing.T) {
	cols := []string{"Male", "Female", "Total"}
	for text, against := range map[string]bool{"Directors\t0\t66\t0": true, "Directors\t0\t66\t66": false, "Directors\t66\t66\t66": true} {
		employees := table("Employees", 100, cols, []string{"Staff", "1,500", "1,400", "2,900"},
			[]string{"Managers", "333", "321", "654"}, strings.Split(text, "\t"), []string{"Trainees", "12", "15", "27"})
		_, all, supports := judged(t, quoted(text, 1, 130, 3), document.Page{Number: 1, Tables: []document.Table{employees}})
		if got := supports != nil && !*supports; got != against {
			t.Errorf("%q: against: %t, want %t: %+v", text, got, against, all)
		}
	}
	// Of three such cells and two such figures it is open which they are.
	employees := table("Employees", 100, cols, []string{"Staff", "1,500", "1,400", "2,900"},
		[]string{"Managers", "333", "321", "654"}, []string{"Directors", "66", "66", "66"})
	if _, all, supports := judged(t, quoted("Directors\t66\t66", 1, 130, 3), document.Page{Number: 1, Tables: []document.Table{employees}}); supports != nil {
		t.Errorf("two of three cells: %+v", all)
	}
}

// A figure that one sum makes and another does not is not the one that is wrong for certain; where no sum makes it, it is.
func TestAFigureThatOneOfTwoSumsMakes(t *testing.T) {
	cols := []string{"Germany", "Austria", "Poland"}
	for name, temporary := range map[string]string{"made by one of two sums": "9", "made by neither": "19"} {
		countries := table("Employees by country", 100, cols,
			[]string{"Number of employees", "2,387", "69", "339"}, []string{"Permanent employees", "2,243", "60", "339"},
			[]string{"Temporary employees", "144", temporary, "0"},
			[]string{"Full-time employees", "1,970", "59", "330"}, []string{"Part-time employees", "417", "18", "9"})
		_, all, supports := judged(t, quoted("Number of employees\t2,387\t69\t339", 1, 100, 3), document.Page{Number: 1, Tables: []document.Table{countries}})
		failed := 0
		for _, c := range all {
			if c.Name == "table_total" && c.Result == events.CheckFail {
				failed++
			}
		}
		if against := supports != nil && !*supports; failed == 0 || against != (name == "made by neither") {
			t.Errorf("%s: %d failed, against: %t, %+v", name, failed, against, all)
		}
	}
}

// A filing in two languages says everything twice; a claim is told of each relation once, from its own page.
func TestRelationsOfTwinTablesAreToldOnce(t *testing.T) {
	english := table("Waste", 100, []string{"2023", "2022"}, []string{"Paper waste", "120", "100"}, []string{"Metal waste", "90", "80"},
		[]string{"Wood waste", "70", "60"}, []string{"Glass waste", "20", "10"}, []string{"Total waste", "300", "250"})
	german := table("Abfall", 100, []string{"2023", "2022"}, []string{"Abfall Papier", "120", "100"}, []string{"Abfall Metall", "90", "80"},
		[]string{"Abfall Holz", "70", "60"}, []string{"Abfall Glas", "20", "10"}, []string{"Abfall gesamt", "300", "250"})
	_, all, _ := judged(t, quoted("Abfall gesamt\t300\t250", 2, 160, 2),
		document.Page{Number: 1, Language: "en", Tables: []document.Table{english}}, document.Page{Number: 2, Language: "de", Tables: []document.Table{german}})
	told := map[string]int{}
	for _, c := range all {
		if c.Name == "table_total" {
			told[c.Working]++
			if c.Inputs[0].Page != 2 {
				t.Errorf("%s is told of page %d", c.Working, c.Inputs[0].Page)
			}
		}
	}
	if len(told) != 2 || told["120 + 90 + 70 + 20 = 300"] != 1 {
		t.Errorf("%v", told)
	}
}

// Shares of two digits stand in many rows: one of another year, or of other things, bears a sentence out by chance alone.
func TestAShareIsBoundToTheRowOfItsYearAndName(t *testing.T) {
	eligible := table("Eligible under the taxonomy", 100, []string{"Capex 2023 in TEUR", "Share of capex 2023 in %"},
		[]string{"Capex of activities that are not eligible", "10,476", "32"}, []string{"Total capex", "32,620", "100"})
	for text, confirmed := range map[string]bool{
		"Operating expenses that are not eligible came to 58 % in 2023 (2022: 32 %).": false,
		"Operating expenses that are not eligible came to 32 % in 2023.":              false,
		"Capex of activities that are not eligible came to 32 % in 2023.":             true,
	} {
		doc := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{
			{Number: 1, Text: text, Lines: []document.Line{{End: len(text), Role: document.RoleBody}}, Tables: []document.Table{eligible}, Width: 600, Height: 800},
		}}
		c := events.Claim{ID: "clm_1", ReportID: "rep_1", Text: text, Page: 1, Quote: events.Quote{Text: text}, Context: text, Issuer: &events.Issuer{Period: "2023"},
			Entities: events.Entities{Figures: []string{"32 %"}}}
		f := judge(c, mustFigures(t, doc), "", nil).Findings[0]
		if got := f.Supports != nil && *f.Supports; got != confirmed {
			t.Errorf("%s: confirmed %v, %s", text, got, f.Summary)
		}
	}
}
