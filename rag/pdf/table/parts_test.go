package table_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The heads of a second table in the frame of a first one may be ranges or names, without a year.
func TestHeadsInTheMiddleThatAreNames(t *testing.T) {
	t.Run("ranges and a total", func(t *testing.T) {
		s := newSheet()
		s.simple(100, []string{"Asset class", "Exposure EUR m", "Covered %", "Intensity"},
			[]string{"Loans", "8,400", "92", "163"}, []string{"Mortgages", "15,200", "98", "20"},
			[]string{"Employees by age", "<30", "30-50", "Total"},
			[]string{"Women", "210", "640", "850"}, []string{"Men", "330", "980", "1,310"},
		)
		got := one(t, s)
		wantCell(t, got, "15,200", "Mortgages", "Exposure EUR m", "", "", "15200")
		wantCell(t, got, "640", "Employees by age/Women", "30-50", "", "", "640")
		wantCell(t, got, "1,310", "Employees by age/Men", "Total", "", "", "1310")
	})
	t.Run("words of a rating are a row", func(t *testing.T) {
		s := newSheet()
		s.simple(100, []string{"Site", "North", "South", "East"},
			[]string{"Withdrawal (ML)", "12", "40", "31"}, []string{"Water stress", "High", "Low", "Medium"}, []string{"Discharge (ML)", "8", "30", "22"})
		wantCell(t, one(t, s), "30", "Discharge (ML)", "South", "ML", "", "30")
	})
}

// Heads of two lines stand above and below the height of the others; what stands at half of it is not over its neighbours.
func TestYearsStandOverTheirOwnColumn(t *testing.T) {
	s := newSheet()
	s.size = 8
	ends := []float64{225.5, 287, 348.3, 409.7, 471.2, 532.6}
	for i, h := range map[int]string{1: "2022", 2: "2022", 5: "Change"} {
		s.right(ends[i], 97, h)
	}
	s.text(62.7, 101.7, "tCO2e")
	for i, h := range map[int]string{0: "2021", 3: "2023", 4: "2024"} {
		s.right(ends[i], 101.7, h)
	}
	for i, h := range map[int]string{1: "as reported", 2: "restated", 5: "2024/2023"} {
		s.right(ends[i], 106.5, h)
	}
	s.across(54, 541, 111)
	s.row(62.7, 120, "Scope 1", ends, "61,300", "59,840", "64,120", "62,015", "58,790", "-5.2%")
	s.across(54, 541, 124.5)
	s.row(62.7, 133.5, "Scope 2", ends, "30,110", "27,450", "29,980", "25,204", "21,660", "-14.1%")
	s.across(54, 541, 138)
	got := one(t, s)
	wantCell(t, got, "59,840", "Scope 1", "2022/as reported", "tCO2e", "2022", "59840")
	wantCell(t, got, "29,980", "Scope 2", "2022/restated", "tCO2e", "2022", "29980")
	wantCell(t, got, "21,660", "Scope 2", "2024", "tCO2e", "2024", "21660")
}

// A text of two lines in the corner, with the heads at half of its height, is no row.
func TestTheCornerTakesTwoLines(t *testing.T) {
	s := newSheet()
	ends := []float64{300, 400, 500}
	s.text(57, 95, "Scope 1 and 2")
	for i, y := range []string{"2021", "2022", "2023"} {
		s.right(ends[i], 100, y)
	}
	s.text(57, 105, "(market-based)")
	s.across(50, 500, 109)
	s.fill(50, 85, 500, 109, 0xD0E0D0)
	s.row(57, 120, "tCO2e", ends, "917", "967", "987")
	s.across(50, 500, 124)
	s.row(57, 135, "per head", ends, "9.1", "9.6", "9.8")
	s.across(50, 500, 139)
	got := one(t, s)
	wantCell(t, got, "967", "tCO2e", "2022", "tCO2e", "2022", "967")
	wantCell(t, got, "9.8", "per head", "2023", "", "2023", "9.8")
}

// A text over all heads gives their figures a unit, and some of the rows one of their own.
func TestUnitsOverAllHeads(t *testing.T) {
	s := newSheet()
	ends := []float64{300, 400, 500}
	s.right(500, 88, "Unit: kt-CO2 (production: kt)")
	s.across(200, 500, 91)
	s.row(57, 100, "Item", ends, "2021", "2022", "2023")
	s.across(50, 500, 104)
	s.row(57, 115, "Scope 1", ends, "917", "967", "987")
	s.row(57, 129, "Steel production", ends, "6,020", "5,918", "5,804")
	got := one(t, s)
	wantCell(t, got, "967", "Scope 1", "2022", "kt-CO2", "2022", "967")
	wantCell(t, got, "5,918", "Steel production", "2022", "kt", "2022", "5918")
}

// A letter in brackets names a row where others are named by the letters beside it; alone it may be a unit.
func TestLettersOfRowsAreNoUnits(t *testing.T) {
	s := newSheet()
	s.simple(100, []string{"Workers", "Total", "Women"},
		[]string{"Permanent (F)", "5,120", "102"}, []string{"Other than permanent (G)", "7,880", "394"}, []string{"All (F+G)", "13,000", "496"})
	wantCell(t, one(t, s), "7,880", "Other than permanent (G)", "Total", "", "", "7880")
}

// A justified paragraph between two tables of the same width is no row of the first, though wide spaces part its lines where a column of that begins.
func TestAJustifiedParagraphPartsTables(t *testing.T) {
	s := newSheet()
	words, err := os.ReadFile("testdata/justified.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(words)) {
		var x0, x1, base float64
		var word string
		if _, err := fmt.Sscan(line, &x0, &x1, &base, &s.size, &word); err != nil {
			t.Fatal(err)
		}
		s.word(x0, base, word)
		s.words[len(s.words)-1].Box[2] = x1
	}
	for _, y := range []float64{175.4, 255.4, 382.4, 430.4} {
		s.across(58, 549.3, y)
	}
	got := several(t, s, 2)
	wantCell(t, got[0], "16,000", "Scope 1", "2023", "t CO2e", "2023", "16000")
	wantCell(t, got[1], "70", "2030", "Below 2020, %", "%", "2020", "70")
}

// Two lines of one band with a whole value in each column are two rows, also where the label of the second begins small; words between them make one cell.
func TestValuesOfTwoLinesInOneBandAreTwoRows(t *testing.T) {
	table := func(second ...string) []string {
		s := newSheet()
		s.size = 9
		ends := []float64{400, 500}
		s.across(54, 541, 90)
		s.row(62.7, 100, "Target", ends, "2023", "2022")
		s.across(54, 541, 104)
		s.row(62.7, 114, "Waste recycled", ends, "81 %", "79 %")
		s.across(54, 541, 118)
		s.row(62.7, 128, "Scope 3 by 2.5 % each year", ends, "-26.5 %", "-10.0 %")
		s.row(62.7, 139, second[0], ends, second[1:]...)
		s.row(62.7, 150, "net-zero, all scopes", ends, "14.9 %", "18.2 %")
		s.across(54, 541, 154)
		s.row(62.7, 164, "Water used again", ends, "31 %", "30 %")
		s.across(54, 541, 168)
		var out []string
		for _, row := range one(t, s).Rows {
			for _, c := range row {
				if c.Value != "" {
					out = append(out, strings.Join(c.RowPath, "/")+"="+c.Value)
				}
			}
		}
		return out
	}
	t.Run("a heading between them", func(t *testing.T) {
		got := strings.Join(table("Long-term:", "", ""), "; ")
		if !strings.Contains(got, "Scope 3 by 2.5 % each year=-26.5") || !strings.Contains(got, "net-zero, all scopes=14.9") {
			t.Errorf("%s", got)
		}
	})
	t.Run("words between the values", func(t *testing.T) {
		if got := strings.Join(table("of what is", "rate:", "rate:"), "; "); strings.Contains(got, "=14.9") {
			t.Errorf("read as two rows: %s", got)
		}
	})
}

// Two years over what only words make one column are two columns; a figure across both makes it one.
func TestYearsPartAColumnThatWordsCross(t *testing.T) {
	table := func(across ...string) string {
		s := newSheet()
		s.size = 9
		s.across(54, 541, 90)
		s.row(62.7, 100, "Target", []float64{300}, "2025")
		s.right(400, 100, "2030")
		s.right(500, 100, "2045")
		s.across(54, 541, 104)
		for i, row := range [][]string{{"Intensity", "73", "56", "0"}, {"Sales in line", "90", "95", "100"}} {
			y := 114 + 14*float64(i)
			s.row(62.7, y, row[0], []float64{300, 400, 500}, row[1:]...)
			s.across(54, 541, y+4)
		}
		for i, text := range across {
			y := 142 + 14*float64(i)
			s.row(62.7, y, fmt.Sprintf("Row %d", i), []float64{300}, "3")
			s.text(385, y, text)
			s.across(54, 541, y+4)
		}
		var out []string
		for _, row := range one(t, s).Rows {
			for _, c := range row {
				if c.Value != "" {
					out = append(out, strings.Join(c.RowPath, "/")+"@"+strings.Join(c.ColPath, "/")+"="+c.Value)
				}
			}
		}
		return strings.Join(out, "; ")
	}
	got := table("continuously none at all", "continuously none at all")
	for _, want := range []string{"Intensity@2030=56", "Intensity@2045=0", "Sales in line@2045=100"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

// A table right below another one has heads of its own, in words: they stand apart from the rows above, each over figures. The same words in step with
// the rows are answers.
func TestATableBelowAnotherHasItsHeadsInWords(t *testing.T) {
	for name, c := range map[string]struct {
		gap    float64
		column string
	}{"stands apart": {30, "Plants"}, "in step": {16, "2022"}} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			y := 104.0
			s.across(60, 540, 90)
			for i, r := range [][]string{
				{"People", "2022", "2023"}, {"Employees", "910", "950"}, {"Trainees", "44", "51"}, {"Region", "Plants", "Members"}, {"Malta", "2", "310"},
				{"Chile", "3", "440"}, {"Peru", "1", "200"},
			} {
				if i == 3 {
					y += c.gap - 16
				}
				s.text(64, y, r[0])
				s.right(400, y, r[1])
				s.right(500, y, r[2])
				s.across(60, 540, y+4)
				y += 16
			}
			table := one(t, s)
			got := cell(t, table, "310")
			if want := map[string]string{"Plants": "Members", "2022": "2023"}[c.column]; strings.Join(got.ColPath, "/") != want {
				t.Errorf("310 stands below %q, want %q", got.ColPath, want)
			}
		})
	}
}
