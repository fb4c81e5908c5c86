package layout

import (
	"strconv"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// filing is a page with a table as companies set them, and what a reader takes from it: label, column, unit,
// period and value of each figure.
type filing struct {
	name string
	draw func(*fpdf.Fpdf)
	want []string
}

func right(f *fpdf.Fpdf, x, y float64, s string) { f.Text(x-f.GetStringWidth(s), y, s) }

// dots are the leaders between a label and its figure.
func dots(f *fpdf.Fpdf, from, to, y float64) {
	for x := from; x < to; x += 3 {
		f.Text(x, y, ".")
	}
}

func mark(f *fpdf.Fpdf, x, y float64, s string) {
	f.SetFontSize(6)
	f.Text(x, y-4, s)
	f.SetFontSize(9)
}

var filings = []filing{
	{"without rules", func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "B", 12)
		f.Text(60, 130, "Energy consumption within the organisation")
		f.SetFont("Helvetica", "", 9)
		f.Text(300, 160, "Unit")
		right(f, 420, 160, "2024")
		right(f, 500, 160, "2023")
		for i, r := range [][4]string{
			{"Electricity", "MWh", "12,480", "13,002"},
			{"District heating", "MWh", "3,110", "3,275"},
			{"Natural gas", "MWh", "988", "1,204"},
			{"Share of renewable energy", "%", "64.2", "58.0"},
		} {
			y := 178 + 15*float64(i)
			f.Text(60, y, r[0])
			f.Text(300, y, r[1])
			right(f, 420, y, r[2])
			right(f, 500, y, r[3])
		}
	}, []string{
		"Electricity|2024|MWh|12480", "Electricity|2023|MWh|13002", "District heating|2024|MWh|3110", "District heating|2023|MWh|3275",
		"Natural gas|2024|MWh|988", "Natural gas|2023|MWh|1204", "Share of renewable energy|2024|%|64.2", "Share of renewable energy|2023|%|58.0",
	}},
	{"dotted leaders", func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "B", 11)
		f.Text(60, 130, "Greenhouse gas emissions (in tonnes of CO2e)")
		f.SetFont("Helvetica", "", 9)
		right(f, 440, 155, "FY2024")
		right(f, 510, 155, "FY2023")
		for i, r := range [][3]string{
			{"Scope 1", "4,120", "4,310"},
			{"Scope 2, market-based", "980", "1,105"},
			{"Scope 2, location-based", "2,240", "2,300"},
			{"Scope 3, business travel", "640", "415"},
		} {
			y := 175 + 15*float64(i)
			f.Text(60, y, r[0])
			dots(f, 64+f.GetStringWidth(r[0]), 395, y)
			right(f, 440, y, r[1])
			right(f, 510, y, r[2])
		}
	}, []string{
		"Scope 1|FY2024|tonnes of CO2e|4120", "Scope 1|FY2023|tonnes of CO2e|4310",
		"Scope 2, market-based|FY2024|tonnes of CO2e|980", "Scope 2, market-based|FY2023|tonnes of CO2e|1105",
		"Scope 2, location-based|FY2024|tonnes of CO2e|2240", "Scope 2, location-based|FY2023|tonnes of CO2e|2300",
		"Scope 3, business travel|FY2024|tonnes of CO2e|640", "Scope 3, business travel|FY2023|tonnes of CO2e|415",
	}},
	{"one header over two years", func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "B", 9)
		f.Line(60, 118, 535, 118)
		f.Text(280-f.GetStringWidth("Group")/2+30, 130, "Group")
		f.Text(430-f.GetStringWidth("Germany")/2+30, 130, "Germany")
		f.Line(255, 134, 365, 134)
		f.Line(405, 134, 515, 134)
		for i, x := range []float64{300, 360, 450, 510} {
			right(f, x, 146, []string{"2024", "2023"}[i%2])
		}
		f.Line(60, 150, 535, 150)
		f.SetFont("Helvetica", "", 9)
		for i, r := range [][6]string{
			{"Direct emissions", "t CO2e", "51.2", "55.0", "11.8", "12.1"},
			{"Indirect emissions", "t CO2e", "40.7", "42.9", "9.3", "9.9"},
			{"Water withdrawal", "m3", "7.5", "7.9", "1.4", "1.6"},
		} {
			y := 164 + 15*float64(i)
			f.Text(60, y, r[0])
			f.Text(190, y, r[1])
			for k, x := range []float64{300, 360, 450, 510} {
				right(f, x, y, r[k+2])
			}
		}
		f.Line(60, 200, 535, 200)
	}, []string{
		"Direct emissions|Group/2024|t CO2e|51.2", "Direct emissions|Group/2023|t CO2e|55.0",
		"Direct emissions|Germany/2024|t CO2e|11.8", "Direct emissions|Germany/2023|t CO2e|12.1",
		"Indirect emissions|Group/2024|t CO2e|40.7", "Indirect emissions|Group/2023|t CO2e|42.9",
		"Indirect emissions|Germany/2024|t CO2e|9.3", "Indirect emissions|Germany/2023|t CO2e|9.9",
		"Water withdrawal|Group/2024|m3|7.5", "Water withdrawal|Group/2023|m3|7.9", "Water withdrawal|Germany/2024|m3|1.4", "Water withdrawal|Germany/2023|m3|1.6",
	}},
	{"the unit behind the figures", func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "", 9)
		ys := []float64{120, 138, 156, 174, 192}
		for i, r := range [][4]string{
			{"Indicator", "2023", "2024", "Unit"},
			{"Diesel", "410", "377", "GJ"},
			{"Purchased steam", "1,900", "1,850", "GJ"},
			{"Energy intensity", "0.42", "0.39", "GJ/t"},
		} {
			for k, x := range []float64{60, 250, 340, 430} {
				f.Rect(x, ys[i], []float64{190, 90, 90, 90}[k], 18, "D")
				if k == 1 || k == 2 {
					right(f, x+84, ys[i]+12, r[k])
				} else {
					f.Text(x+6, ys[i]+12, r[k])
				}
			}
		}
	}, []string{
		"Diesel|2023|GJ|410", "Diesel|2024|GJ|377", "Purchased steam|2023|GJ|1900",
		"Purchased steam|2024|GJ|1850", "Energy intensity|2023|GJ/t|0.42", "Energy intensity|2024|GJ/t|0.39",
	}},
	{"footnote marks at the figures", func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "B", 10)
		f.Text(60, 120, "Emissions in kt CO2e")
		f.SetFont("Helvetica", "", 9)
		right(f, 380, 140, "2024")
		right(f, 470, 140, "2023")
		f.Line(60, 144, 480, 144)
		for i, r := range [][3]string{{"Scope 1", "112", "118"}, {"Scope 2", "64", "71"}, {"Scope 3", "1,480", "1,495"}, {"Total", "1,656", "1,684"}} {
			y := 158 + 15*float64(i)
			f.Text(60, y, r[0])
			right(f, 380, y, r[1])
			right(f, 470, y, r[2])
			if i == 1 || i == 2 {
				mark(f, 381, y, strconv.Itoa(i))
			}
			f.Line(60, y+4, 480, y+4)
		}
		f.SetFontSize(7)
		f.Text(60, 240, "1 Market-based.")
		f.Text(60, 250, "2 Without category 15.")
	}, []string{
		"Scope 1|2024|kt CO2e|112", "Scope 1|2023|kt CO2e|118", "Scope 2|2024|kt CO2e|64", "Scope 2|2023|kt CO2e|71",
		"Scope 3|2024|kt CO2e|1480", "Scope 3|2023|kt CO2e|1495", "Total|2024|kt CO2e|1656", "Total|2023|kt CO2e|1684",
	}},
	{"two languages side by side", func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "B", 9)
		f.SetFillColor(220, 230, 240)
		f.Rect(60, 110, 475, 20, "F")
		f.Text(64, 123, "Uraian")
		f.Text(410, 123, "Description")
		right(f, 290, 123, "2025")
		right(f, 340, 123, "2024")
		f.Text(355, 123, "Satuan")
		f.SetFont("Helvetica", "", 9)
		for i, r := range [][5]string{
			{"Emisi cakupan 1", "1.520,4", "1.610,8", "ton", "Scope 1 emissions"},
			{"Emisi cakupan 2", "22.305,0", "23.118,5", "ton", "Scope 2 emissions"},
			{"Konsumsi listrik", "25.632", "26.170", "MWh", "Electricity consumption"},
		} {
			y := 145 + 16*float64(i)
			f.Text(64, y, r[0])
			right(f, 290, y, r[1])
			right(f, 340, y, r[2])
			f.Text(355, y, r[3])
			f.Text(410, y, r[4])
			f.Line(60, y+4, 535, y+4)
		}
	}, []string{
		"Emisi cakupan 1|2025|ton|1520.4", "Emisi cakupan 1|2024|ton|1610.8", "Emisi cakupan 2|2025|ton|22305.0",
		"Emisi cakupan 2|2024|ton|23118.5", "Konsumsi listrik|2025|MWh|25632", "Konsumsi listrik|2024|MWh|26170",
	}},
	{"Indonesian numbers with sections", func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "B", 10)
		f.Text(60, 115, "Tabel 4. Penggunaan energi dan emisi")
		f.SetFont("Helvetica", "", 9)
		y := 130.0
		for _, r := range [][5]string{
			{"Keterangan", "Satuan", "2025", "2024", "2023"},
			{"Energi", "", "", "", ""},
			{"Listrik PLN", "kWh", "8.120.345", "8.455.010", "8.790.122"},
			{"Bahan bakar minyak", "liter", "96.410", "101.225", "99.870"},
			{"Emisi", "", "", "", ""},
			{"Cakupan 1", "ton CO2e", "214,7", "225,3", "222,1"},
			{"Cakupan 2", "ton CO2e", "6.902,3", "7.186,8", "7.471,6"},
		} {
			f.Rect(60, y, 460, 18, "D")
			if r[1] == "" {
				f.SetFont("Helvetica", "B", 9)
			}
			f.Text(65, y+12, r[0])
			f.SetFont("Helvetica", "", 9)
			f.Text(210, y+12, r[1])
			for k, x := range []float64{350, 430, 510} {
				right(f, x, y+12, r[k+2])
			}
			y += 18
		}
	}, []string{
		"Energi/Listrik PLN|2025|kWh|8120345", "Energi/Listrik PLN|2024|kWh|8455010", "Energi/Listrik PLN|2023|kWh|8790122",
		"Energi/Bahan bakar minyak|2025|liter|96410", "Energi/Bahan bakar minyak|2024|liter|101225", "Energi/Bahan bakar minyak|2023|liter|99870",
		"Emisi/Cakupan 1|2025|ton CO2e|214.7", "Emisi/Cakupan 1|2024|ton CO2e|225.3", "Emisi/Cakupan 1|2023|ton CO2e|222.1",
		"Emisi/Cakupan 2|2025|ton CO2e|6902.3", "Emisi/Cakupan 2|2024|ton CO2e|7186.8", "Emisi/Cakupan 2|2023|ton CO2e|7471.6",
	}},
	{"negative in brackets", func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "", 9)
		right(f, 330, 120, "2024")
		right(f, 410, 120, "2023")
		right(f, 500, 120, "Change, %")
		f.SetLineWidth(1.2)
		f.Line(60, 125, 505, 125)
		f.SetLineWidth(0.3)
		for i, r := range [][4]string{
			{"Gross emissions, t CO2e", "9,410", "10,020", "(6.1)"},
			{"Removals, t CO2e", "(310)", "(275)", "12.7"},
			{"Net emissions, t CO2e", "9,100", "9,745", "(6.6)"},
		} {
			y := 140 + 16*float64(i)
			f.Text(60, y, r[0])
			right(f, 330, y, r[1])
			right(f, 410, y, r[2])
			right(f, 500, y, r[3])
		}
		f.Line(60, 178, 505, 178)
	}, []string{
		"Gross emissions, t CO2e|2024|t CO2e|9410", "Gross emissions, t CO2e|2023|t CO2e|10020", "Gross emissions, t CO2e|Change, %|%|-6.1",
		"Removals, t CO2e|2024|t CO2e|-310", "Removals, t CO2e|2023|t CO2e|-275", "Removals, t CO2e|Change, %|%|12.7",
		"Net emissions, t CO2e|2024|t CO2e|9100", "Net emissions, t CO2e|2023|t CO2e|9745", "Net emissions, t CO2e|Change, %|%|-6.6",
	}},
	{"turned by a quarter", func(f *fpdf.Fpdf) {
		f.TransformBegin()
		f.TransformRotate(90, 300, 420)
		f.SetFont("Helvetica", "B", 11)
		f.Text(100, 220, "Waste by treatment, in tonnes")
		f.SetFont("Helvetica", "", 9)
		right(f, 380, 240, "2024")
		right(f, 450, 240, "2023")
		f.Line(100, 245, 455, 245)
		for i, r := range [][3]string{{"Recycled", "5,204", "4,986"}, {"Incinerated", "1,120", "1,301"}, {"Landfilled", "87", "140"}} {
			y := 260 + 15*float64(i)
			f.Text(100, y, r[0])
			right(f, 380, y, r[1])
			right(f, 450, y, r[2])
		}
		f.TransformEnd()
	}, []string{
		"Recycled|2024|tonnes|5204", "Recycled|2023|tonnes|4986", "Incinerated|2024|tonnes|1120",
		"Incinerated|2023|tonnes|1301", "Landfilled|2024|tonnes|87", "Landfilled|2023|tonnes|140",
	}},
	{"German with targets", func(f *fpdf.Fpdf) {
		f.SetFont("Helvetica", "", 9)
		f.SetFillColor(0, 90, 120)
		f.Rect(60, 110, 475, 22, "F")
		f.SetTextColor(255, 255, 255)
		f.Text(64, 124, "in 1.000 t CO2e")
		for i, h := range []string{"2022", "2023", "2024", "Ziel 2030"} {
			right(f, 290+75*float64(i), 124, h)
		}
		f.SetTextColor(0, 0, 0)
		for i, r := range [][5]string{
			{"Scope 1", "1.204,5", "1.150,0", "1.098,7", "700,0"},
			{"Scope 2", "860,2", "799,9", "", "300,0"},
			{"Scope 3", "12.400,0", "12.150,3", "11.980,6", "9.000,0"},
		} {
			y := 147 + 18*float64(i)
			if i%2 == 1 {
				f.SetFillColor(235, 240, 243)
				f.Rect(60, y-12, 475, 18, "F")
			}
			f.Text(64, y, r[0])
			for k := range 4 {
				right(f, 290+75*float64(k), y, r[k+1])
			}
		}
	}, []string{
		"Scope 1|2022|1.000 t CO2e|1204.5", "Scope 1|2023|1.000 t CO2e|1150.0", "Scope 1|2024|1.000 t CO2e|1098.7", "Scope 1|Ziel 2030|1.000 t CO2e|700.0",
		"Scope 2|2022|1.000 t CO2e|860.2", "Scope 2|2023|1.000 t CO2e|799.9", "Scope 2|Ziel 2030|1.000 t CO2e|300.0",
		"Scope 3|2022|1.000 t CO2e|12400.0", "Scope 3|2023|1.000 t CO2e|12150.3", "Scope 3|2024|1.000 t CO2e|11980.6", "Scope 3|Ziel 2030|1.000 t CO2e|9000.0",
	}},
}

// Every row of a table comes out with its label, column, unit and value, however the table is set.
func TestTablesInManyStyles(t *testing.T) {
	for _, f := range filings {
		t.Run(f.name, func(t *testing.T) {
			d := read1(t, report(t, f.draw))
			var got []string
			for _, table := range d.Pages[0].Tables {
				got = append(got, figuresOf(table)...)
				for _, row := range table.Rows[table.HeaderRows:] {
					for _, c := range row {
						if year := yearOf(c.ColPath); c.Value != "" && year != "" && !strings.Contains(c.Period, year) {
							t.Errorf("%s under %s is of period %q", c.Text, c.ColPath, c.Period)
						}
					}
				}
			}
			if strings.Join(got, "\n") != strings.Join(f.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(f.want, "\n"))
			}
		})
	}
}

// figuresOf are a table's figures below its header with what is carried into them.
func figuresOf(table document.Table) (out []string) {
	for r, row := range table.Rows {
		for _, c := range row {
			if r >= table.HeaderRows && c.Value != "" {
				out = append(out, strings.Join([]string{strings.Join(c.RowPath, "/"), strings.Join(c.ColPath, "/"), c.Unit, c.Value}, "|"))
			}
		}
	}
	return out
}

// yearOf is the year that heads a column.
func yearOf(path []string) string {
	if len(path) == 0 {
		return ""
	}
	at := strings.Index(path[len(path)-1], "20")
	if at < 0 || len(path[len(path)-1]) < at+4 {
		return ""
	}
	return path[len(path)-1][at : at+4]
}
