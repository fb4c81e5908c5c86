package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// A form as filings use it: all cells drawn, a head over one column, groups over the whole width.
func TestDrawnTable(t *testing.T) {
	s := newSheet()
	s.lattice([]float64{50, 300, 500}, []float64{100, 130})
	s.across(50, 500, 170)
	for y := 200.0; y <= 260; y += 30 {
		s.across(50, 500, y)
	}
	s.down(50, 130, 260)
	s.down(500, 130, 260)
	s.down(300, 170, 260)
	s.centre(175, 118, "Name")
	s.centre(400, 118, "Total emission (tCO2e)")
	s.strong(func() { s.text(52, 153, "Category 1: Direct emissions") })
	for i, row := range [][2]string{{"Stationary combustion", "1.813"}, {"Mobile combustion", "11"}, {"Land Use Change", "4.208"}} {
		s.text(58, 188+30*float64(i), row[0])
		s.centre(400, 188+30*float64(i), row[1])
	}
	s.text(58, 258, "and Forestry")
	got := one(t, s)
	wantTable(t, got,
		"Name|Total emission (tCO2e)",
		"Category 1: Direct emissions{1,2}|",
		"Stationary combustion|1.813",
		"Mobile combustion|11",
		"Land Use Change and Forestry|4.208",
	)
	if !got.Ruled || got.HeaderRows != 1 || got.HeaderCols != 1 {
		t.Errorf("ruled %v, %d header rows, %d header columns", got.Ruled, got.HeaderRows, got.HeaderCols)
	}
	wantCell(t, got, "1.813", "Category 1: Direct emissions/Stationary combustion", "Total emission (tCO2e)", "tCO2e", "", "1813")
}

// Missing borders are merged cells, in heads and beside them.
func TestDrawnHeadsOfTwoStoreys(t *testing.T) {
	s := newSheet()
	xs := []float64{50, 200, 280, 360, 440, 520}
	s.across(50, 520, 100)
	s.across(200, 520, 120)
	for y := 140.0; y <= 200; y += 20 {
		s.across(50, 520, y)
	}
	for i, x := range xs {
		top := 120.0
		if i%2 == 1 || i == 0 {
			top = 100
		}
		s.down(x, top, 200)
	}
	s.text(55, 123, "Level")
	s.centre(280, 113, "Men")
	s.centre(440, 113, "Women")
	for i, x := range []float64{240, 320, 400, 480} {
		s.centre(x, 133, []string{"Number", "Share", "Number", "Share"}[i])
	}
	for r := range 3 {
		y := 153 + 20*float64(r)
		s.text(55, y, []string{"Entry", "Middle", "Senior"}[r])
		for i, x := range []float64{210, 290, 370, 450} {
			s.text(x, y, fmt.Sprint([]string{"1,20", "4", "2,31", "5"}[i], r, []string{"0", " %", "0", " %"}[i]))
		}
	}
	got := one(t, s)
	wantTable(t, got,
		"Level{2,1}|Men{1,2}||Women{1,2}|",
		"|Number|Share|Number|Share",
		"Entry|1,2000|40 %|2,3100|50 %",
		"Middle|1,2010|41 %|2,3110|51 %",
		"Senior|1,2020|42 %|2,3120|52 %",
	)
	wantCell(t, got, "51 %", "Middle", "Women/Share", "%", "", "51")
}

// Lines across that break between columns show the columns; a column without a line at a row's border has a
// cell over both rows.
func TestBrokenLinesShowColumns(t *testing.T) {
	s := newSheet()
	s.size = 7
	columns := [][2]float64{{50, 160}, {163, 300}, {303, 380}, {383, 440}}
	edge := func(y float64, from int) {
		for _, c := range columns[from:] {
			s.across(c[0], c[1], y)
		}
	}
	s.text(163, 105, "Indicator")
	s.text(303, 105, "Unit")
	s.right(440, 105, "FY 2023")
	edge(110, 0)
	rows := []struct{ group, label, unit, value string }{
		{"Scope 3 upstream", "Purchased goods", "kt CO2e", "9,276"}, {"", "Capital goods", "kt CO2e", "416"},
		{"", "Waste in operations", "kt CO2e", "29"}, {"Scope 1", "Total", "kt CO2e", "387"},
	}
	for i, r := range rows {
		y := 122 + 16*float64(i)
		if i == 0 {
			s.text(50, y+16, r.group)
		} else {
			s.text(50, y, r.group)
		}
		s.text(163, y, r.label)
		s.text(303, y, r.unit)
		s.right(438, y, r.value)
		from := 1
		if i >= 2 {
			from = 0
		}
		edge(y+4, from)
	}
	got := one(t, s)
	wantTable(t, got,
		"|Indicator|Unit|FY 2023",
		"Scope 3 upstream{3,1}|Purchased goods|kt CO2e|9,276",
		"|Capital goods|kt CO2e|416",
		"|Waste in operations|kt CO2e|29",
		"Scope 1|Total|kt CO2e|387",
	)
	wantCell(t, got, "29", "Scope 3 upstream/Waste in operations", "FY 2023", "kt CO2e", "FY 2023", "29")
}

// Without any line: labels, some over two lines, and figures that end at one place. Baselines of one row differ
// a little.
func TestAlignedFigures(t *testing.T) {
	s := newSheet()
	s.text(50, 60, "We cut our emissions again and publish what we measured in the table below, by source.")
	s.right(400, 100, "2023")
	s.right(480, 100, "2022")
	y := 118.0
	row := func(a, b string, label ...string) {
		for i, l := range label {
			s.text(50, y, l)
			if i < len(label)-1 {
				y += 11
			}
		}
		s.right(400, y+0.6, a)
		s.right(480, y-0.4, b)
		y += 16
	}
	row("12,345", "13,001", "Natural gas")
	row("1,204", "998", "Diesel and petrol used by", "vehicles of the group")
	row("88", "n/a", "Heating oil")
	row("13,637", "13,999", "Total")
	got := one(t, s)
	wantTable(t, got,
		"|2023|2022",
		"Natural gas|12,345|13,001",
		"Diesel and petrol used by vehicles of the group|1,204|998",
		"Heating oil|88|n/a",
		"Total|13,637|13,999",
	)
	if got.Ruled {
		t.Error("ruled, but nothing is drawn")
	}
	wantCell(t, got, "1,204", "Diesel and petrol used by vehicles of the group", "2023", "", "2023", "1204")
	if c := cell(t, got, "n/a"); c.Value != "" {
		t.Errorf("n/a has the value %q", c.Value)
	}
}

// Stripes mark rows; two tables side by side stay two.
func TestStripesSideBySide(t *testing.T) {
	s := newSheet()
	s.size = 7
	draw := func(x float64) {
		s.ink = 0xFFFFFF
		s.fill(x, 90, x+220, 104, 0x3366AA)
		s.text(x+3, 100, "Asset class")
		s.right(x+180, 100, "2021")
		s.right(x+217, 100, "2022")
		s.ink = 0
		for i := range 4 {
			y := 114 + 14*float64(i)
			if i%2 == 1 {
				s.fill(x, y-10, x+220, y+4, 0xEEEEEE)
			}
			s.text(x+3, y, []string{"Industrial", "Retail stores", "Mixed-use", "Total"}[i])
			s.right(x+180, y, fmt.Sprintf("%d.5", 100+i))
			s.right(x+217, y, fmt.Sprintf("%d.7", 200+i))
		}
	}
	draw(40)
	draw(275)
	all := joined(s)[0]
	if len(all) != 2 {
		t.Fatalf("%d tables, want two", len(all))
	}
	for _, got := range all {
		wantTable(t, got,
			"Asset class|2021|2022",
			"Industrial|100.5|200.7", "Retail stores|101.5|201.7", "Mixed-use|102.5|202.7", "Total|103.5|203.7",
		)
	}
}

// Heads over several columns: lines under them say how far they reach, or years stand over equal shares.
func TestHeadsOverSeveralColumns(t *testing.T) {
	s := newSheet()
	s.size = 7
	s.across(40, 500, 90)
	s.centre(250, 100, "2023")
	s.centre(400, 100, "2022")
	s.across(180, 320, 104)
	s.across(330, 470, 104)
	for i, x := range []float64{240, 320, 390, 470} {
		s.right(x, 114, []string{"Hazardous", "Total", "Hazardous", "Total"}[i])
	}
	s.text(40, 114, "in t")
	s.across(40, 500, 118)
	for r := range 3 {
		y := 128 + 12*float64(r)
		s.text(40, y, []string{"Waste recovered", "Waste disposed", "Total waste"}[r])
		for i, x := range []float64{240, 320, 390, 470} {
			s.right(x, y, fmt.Sprintf("%d,%d00", i+1, r+2))
		}
	}
	s.across(40, 500, 156)
	got := one(t, s)
	wantTable(t, got,
		"in t{2,1}|2023{1,2}||2022{1,2}|",
		"|Hazardous|Total|Hazardous|Total",
		"Waste recovered|1,200|2,200|3,200|4,200",
		"Waste disposed|1,300|2,300|3,300|4,300",
		"Total waste|1,400|2,400|3,400|4,400",
	)
	wantCell(t, got, "3,300", "Waste disposed", "2022/Hazardous", "t", "2022", "3300")
}

// White cells that a word processor fills, paragraph by paragraph, are no borders; what a reader cannot see
// divides nothing.
func TestInvisibleBorders(t *testing.T) {
	s := newSheet()
	for i, row := range [][2]string{{"Energy used", "1,200"}, {"Energy sold", "300"}, {"Energy stored", "42"}} {
		y := 100 + 26*float64(i)
		s.fill(50, y-2, 300, y+24, 0xFFFFFF)
		s.fill(50, y-2, 300, y+10, 0xFFFFFF)
		s.fill(50, y+10, 300, y+24, 0xFFFFFF)
		s.fill(300, y-2, 400, y+24, 0xFFFFFF)
		s.text(54, y+8, row[0])
		s.text(54, y+20, "(in all sites)")
		s.right(396, y+20, row[1])
		s.across(50, 400, y+24)
	}
	s.across(50, 400, 98)
	got := one(t, s)
	wantTable(t, got,
		"Energy used (in all sites)|1,200", "Energy sold (in all sites)|300", "Energy stored (in all sites)|42",
	)
}

// What looks a little like a table and is none.
func TestNoTables(t *testing.T) {
	prose := strings.Fields(strings.Repeat("the company reduced its emissions by 12 per cent from 2021 to 2023 and will report on further steps in 4 years ", 12))
	for name, draw := range map[string]func(*sheet){
		"prose in two columns": func(s *sheet) {
			for _, x := range []float64{50, 310} {
				for line, at := 0, 0; line < 24 && at+8 < len(prose); line, at = line+1, at+8 {
					s.text(x, 100+13*float64(line), strings.Join(prose[at:at+8], " "))
				}
			}
		},
		"prose between lines": func(s *sheet) {
			s.across(50, 545, 40)
			s.across(50, 545, 800)
			for line, at := 0, 0; line < 24 && at+14 < len(prose); line, at = line+1, at+14 {
				s.text(50, 100+13*float64(line), strings.Join(prose[at:at+14], " "))
			}
		},
		"contents": func(s *sheet) {
			for i := range 12 {
				s.text(50, 100+16*float64(i), fmt.Sprintf("%d.%d What we do about climate", i/4+1, i%4+1))
				s.right(500, 100+16*float64(i), fmt.Sprint(4+5*i))
			}
		},
		"a numbered list": func(s *sheet) {
			for i := range 8 {
				s.text(50, 100+16*float64(i), fmt.Sprintf("%d.", i+1))
				s.text(70, 100+16*float64(i), "Reduce energy use in all plants")
			}
		},
		"a navigation bar": func(s *sheet) {
			for i, w := range []string{"Overview", "Environment", "Social", "Governance", "12"} {
				ink := paint.Color(0xDDDDDD)
				if i == 2 {
					ink = 0x3366AA
				}
				s.fill(50+90*float64(i), 0, 140+90*float64(i), 30, ink)
				s.centre(95+90*float64(i), 20, w)
			}
			for line, at := 0, 0; line < 24 && at+14 < len(prose); line, at = line+1, at+14 {
				s.text(50, 100+13*float64(line), strings.Join(prose[at:at+14], " "))
			}
		},
		"key figures": func(s *sheet) {
			for i, v := range []string{"-55%", "100%", "7.2"} {
				s.size = 24
				s.text(60+160*float64(i), 200, v)
				s.size = 8
				s.text(60+160*float64(i), 215, "emissions since 2019")
			}
		},
		"underlined words": func(s *sheet) {
			for line, at := 0, 0; line < 24 && at+14 < len(prose); line, at = line+1, at+14 {
				y := 100 + 13*float64(line)
				s.text(50, y, strings.Join(prose[at:at+14], " "))
				if line%3 == 0 {
					s.across(50, 50+s.width(strings.Join(prose[at:at+4], " ")), y+1)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			draw(s)
			for _, got := range joined(s)[0] {
				t.Errorf("a table of %d rows:\n%s", len(got.Rows), show(got))
			}
		})
	}
}
