package sheet_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/projections/document/sheet"
)

var about = sheet.About{Title: "Acme, Report 2025", Made: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)}

func tables() []sheet.Table {
	claims := sheet.Table{Name: "claims", Columns: []string{"id", "page", "text", "value", "at", "agrees"}}
	claims.Add("clm_1", 12, "He said, \"so\",\nand went\r\non", sheet.Decimal("1795200.5"), time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC), true)
	claims.Add("clm_2", 3, "=HYPERLINK(\"http://x\")", sheet.Decimal("0.1234567890123456789"), nil, nil)
	run := sheet.Table{Name: "run", Columns: []string{"page", "what"}}
	run.Add(nil, "-4.5 %")
	return []sheet.Table{claims, run}
}

func TestCSVKeepsEveryCellWhereItBelongs(t *testing.T) {
	raw, err := sheet.CSV(tables())
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(raw, []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"table", "id", "page", "text", "value", "at", "agrees", "what"},
		{"claims", "clm_1", "12", "He said, \"so\",\nand went\non", "1795200.5", "2026-03-02T09:30:00Z", "true", ""},
		{"claims", "clm_2", "3", "'=HYPERLINK(\"http://x\")", "0.1234567890123456789", "", "", ""},
		{"run", "", "", "", "", "", "", "-4.5 %"},
	}
	for i, row := range want {
		if strings.Join(rows[i], "|") != strings.Join(row, "|") {
			t.Errorf("row %d is\n%q\nwant\n%q", i, rows[i], row)
		}
	}
}

func TestXLSXHasTypedCells(t *testing.T) {
	raw, err := sheet.XLSX(about, tables())
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := strings.Join(f.GetSheetList(), " "); got != "claims run" {
		t.Fatalf("sheets %s", got)
	}
	for cell, want := range map[string]struct {
		kind  excelize.CellType
		value string
	}{
		"B2": {excelize.CellTypeUnset, "12"}, "C2": {excelize.CellTypeInlineString, "He said, \"so\",\nand went\non"},
		"D2": {excelize.CellTypeUnset, "1795200.5"}, "F2": {excelize.CellTypeBool, "TRUE"}, "E2": {excelize.CellTypeUnset, "2026-03-02 09:30:00"},
		"C3": {excelize.CellTypeInlineString, "'=HYPERLINK(\"http://x\")"}, "D3": {excelize.CellTypeInlineString, "0.1234567890123456789"},
	} {
		kind, err := f.GetCellType("claims", cell)
		if err != nil {
			t.Fatal(err)
		}
		value, err := f.GetCellValue("claims", cell)
		if err != nil {
			t.Fatal(err)
		}
		if kind != want.kind || value != want.value {
			t.Errorf("%s is %v %q, want %v %q", cell, kind, value, want.kind, want.value)
		}
		if formula, err := f.GetCellFormula("claims", cell); err != nil || formula != "" {
			t.Errorf("%s is a formula: %q, %v", cell, formula, err)
		}
	}
}

func TestNoTextIsAFormula(t *testing.T) {
	for in, want := range map[string]string{
		"=1+1": "'=1+1", " =1+1": "' =1+1", "+cmd|x": "'+cmd|x", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'=1", "＝1": "'＝1",
		"-4.5": "-4.5", "-4.5 %": "-4.5 %", "+1,200": "+1,200", "plain": "plain", "a=b": "a=b", "": "", "\x00=1": "'=1", "- a list": "'- a list",
	} {
		if got := sheet.Neutral(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := sheet.Neutral(rapid.String().Draw(t, "text"))
		begins := strings.TrimLeft(s, " \u00a0\n\t")
		if begins != "" && strings.ContainsAny(begins[:1], "=@|") {
			t.Fatalf("%q", s)
		}
	})
}

func TestARowOfAnotherLengthIsAMistake(t *testing.T) {
	bad := sheet.Table{Name: "bad", Columns: []string{"a", "b"}}
	bad.Add("only one")
	if _, err := sheet.CSV([]sheet.Table{bad}); err == nil || !strings.Contains(err.Error(), "row 1 has 1 cells") {
		t.Errorf("CSV: %v", err)
	}
	if _, err := sheet.XLSX(about, []sheet.Table{bad}); err == nil {
		t.Error("XLSX takes it")
	}
}

// unpacked is a part of a workbook as it lies in the file.
func unpacked(t *testing.T, raw []byte, part string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	in, err := z.Open(part)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// A spreadsheet reads all of this from the sheet itself; names in the workbook that only point at it show nothing.
func TestASheetCanBeFilteredAndPrinted(t *testing.T) {
	raw, err := sheet.XLSX(about, tables())
	if err != nil {
		t.Fatal(err)
	}
	first, book, says := unpacked(t, raw, "xl/worksheets/sheet1.xml"), unpacked(t, raw, "xl/workbook.xml"), unpacked(t, raw, "docProps/core.xml")
	for name, c := range map[string][2]string{
		"a filter over all rows":              {first, `<autoFilter ref="$A$1:$F$3">`},
		"how far it goes, for who streams it": {first, `<dimension ref="A1:F3"`},
		"a head that stays in sight":          {first, `ySplit="1"`},
		"all columns on one page":             {first, `fitToPage="true"`},
		"as many pages as it takes":           {first, `fitToHeight="0"`},
		"printed across":                      {first, `orientation="landscape"`},
		"its head on each page":               {book, `'claims'!$1:$1`},
		"what the workbook is":                {says, "Acme, Report 2025"},
		"when it was made":                    {says, "2026-03-02T09:30:00Z"},
		"who made it":                         {says, "<dc:creator>Sibyl</dc:creator>"},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(strings.ReplaceAll(c[0], "&#39;", "'"), c[1]) {
				t.Errorf("no %s", c[1])
			}
		})
	}
	if strings.Contains(first, "filterMode") {
		t.Error("the sheet says that rows are filtered away")
	}
}

// An empty text among numbers is counted and sorted as text.
func TestADecimalThatIsNotGivenIsAnEmptyCell(t *testing.T) {
	amounts := sheet.New("amounts", "amount next")
	amounts.Add(sheet.Decimal(""), 1)
	raw, err := sheet.XLSX(about, []sheet.Table{amounts})
	if err != nil {
		t.Fatal(err)
	}
	if rows := unpacked(t, raw, "xl/worksheets/sheet1.xml"); strings.Contains(rows, `r="A2"`) || !strings.Contains(rows, `r="B2"`) {
		t.Error("the cell is not empty")
	}
}

func TestADayIsADateWhereItIsWhole(t *testing.T) {
	days := sheet.New("days", "at")
	for _, at := range []sheet.Day{"2025-03-04", "2025-03", "", "=1"} {
		days.Add(at)
	}
	raw, err := sheet.XLSX(about, []sheet.Table{days})
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for cell, want := range map[string][2]string{"A2": {"2025-03-04", "45720"}, "A3": {"2025-03", "2025-03"}, "A4": {"", ""}, "A5": {"'=1", "'=1"}} {
		shown, err := f.GetCellValue("days", cell)
		if err != nil {
			t.Fatal(err)
		}
		if held, err := f.GetCellValue("days", cell, excelize.Options{RawCellValue: true}); err != nil || shown != want[0] || held != want[1] {
			t.Errorf("%s is %q, held as %q, %v; want %q", cell, shown, held, err, want)
		}
	}
	text, err := sheet.CSV([]sheet.Table{days})
	if err != nil || !strings.Contains(string(text), "days,2025-03-04\r\n") {
		t.Errorf("CSV: %q, %v", text, err)
	}
}

func TestAnEmptyTextIsAnEmptyCell(t *testing.T) {
	notes := sheet.New("notes", "text day next")
	notes.Add("", sheet.Day(""), 1)
	raw, err := sheet.XLSX(about, []sheet.Table{notes})
	if err != nil {
		t.Fatal(err)
	}
	rows := unpacked(t, raw, "xl/worksheets/sheet1.xml")
	for cell, want := range map[string]bool{`r="A2"`: false, `r="B2"`: false, `r="C2"`: true} {
		if strings.Contains(rows, cell) != want {
			t.Errorf("%s is there: %t", cell, !want)
		}
	}
}

func TestAColumnIsInserted(t *testing.T) {
	pages := sheet.New("pages", "page what")
	pages.Add(3, "a")
	pages.Add(nil, "b")
	pages.Insert("page", "place", func(row []any) any { return row[0] == nil })
	if raw, err := sheet.CSV([]sheet.Table{pages}); err != nil || string(raw) != "\ufefftable,page,place,what\r\npages,3,false,a\r\npages,,true,b\r\n" {
		t.Errorf("%q, %v", raw, err)
	}
}

func TestAmountsAreNumbersWhereTheyShareAUnit(t *testing.T) {
	for name, c := range map[string]struct {
		texts []string
		want  []any
		unit  string
	}{
		"one unit":              {[]string{"4.5 %", "-4.516 %", "9.016 %"}, []any{sheet.Decimal("4.5"), sheet.Decimal("-4.516"), sheet.Decimal("9.016")}, "%"},
		"a unit of two words":   {[]string{"1 t CO2e", "2 t CO2e", ""}, []any{sheet.Decimal("1"), sheet.Decimal("2"), nil}, "t CO2e"},
		"no unit":               {[]string{"2.26", "2.3", "-0.04"}, []any{sheet.Decimal("2.26"), sheet.Decimal("2.3"), sheet.Decimal("-0.04")}, ""},
		"nothing":               {[]string{"", "", ""}, []any{nil, nil, nil}, ""},
		"units that differ":     {[]string{"3 kg", "3 t", "0 t"}, []any{"3 kg", "3 t", "0 t"}, ""},
		"a unit that is absent": {[]string{"3", "3 t", ""}, []any{"3", "3 t", ""}, ""},
		"words":                 {[]string{"a rise", "-2 %", ""}, []any{"a rise", sheet.Decimal("-2"), nil}, "%"},
		"a span": {[]string{"0.678 t per MWh", "0.006 to 4.25 t per MWh", ""}, []any{sheet.Decimal("0.678"), "0.006 to 4.25 t per MWh",
			nil}, "t per MWh"},
		"one of two": {[]string{"four", "4 or 5", ""}, []any{"four", "4 or 5", nil}, ""},
		"a word":     {[]string{"none", "1", ""}, []any{"none", sheet.Decimal("1"), nil}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got, unit := sheet.InOneUnit(c.texts...); !slices.Equal(got, c.want) || unit != c.unit {
				t.Errorf("%#v in %q", got, unit)
			}
		})
	}
}
