package sheet_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/projections/document/sheet"
)

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
	raw, err := sheet.XLSX(tables())
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
	if _, err := sheet.XLSX([]sheet.Table{bad}); err == nil {
		t.Error("XLSX takes it")
	}
}
