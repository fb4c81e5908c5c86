package table_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// belowText draws a table with lines below its heads and its rows.
func belowText(s *sheet, y float64) {
	s.size = 9
	s.strong(func() { s.text(50, y, "Fuel by type (kt)") })
	ends := []float64{400, 500}
	s.row(50, y+20, "Fuel", ends, "2024", "2023")
	s.across(50, 545, y+24)
	for i, r := range [][]string{{"Fuel oil", "338", "361"}, {"Gas oil", "64", "66"}, {"Total", "402", "427"}} {
		s.row(50, y+36+17*float64(i), r[0], ends, r[1:]...)
		s.across(50, 545, y+41+17*float64(i))
	}
}

// abreast draws texts side by side that begin at the same height, each under its title.
func abreast(s *sheet, y float64, titles float64, columns ...[]string) {
	for i, column := range columns {
		x := 50 + float64(i)*495/float64(len(columns))
		if s.size = titles; titles > 0 {
			s.strong(func() { s.text(x, y, []string{"Fleet", "Emissions", "People"}[i]) })
		}
		s.size = 9
		for k, l := range column {
			s.text(x, y+20+13*float64(k), l)
		}
	}
}

// Texts side by side above a table are none of its rows and none of its heads, whether they have titles, are short, or reach far up.
func TestTextSideBySideIsNoRowOfATableBelow(t *testing.T) {
	left := []string{"We operate 38 dry bulk carriers, 21 of them our", "own. The vessels sailed 2.31 million nautical",
		"miles and carried 46.2 million tonnes of cargo.", "Revenue was USD 884 million in the year."}
	right := []string{"Fuel consumption dropped to 451 kt from 468 kt.", "Scope 1 emissions declined by 3.4% to 1.42 million",
		"tonnes (2023: 1.47 million tonnes).", "The intensity was 4.9 g per tonne-mile in 2024."}
	narrow := [][]string{
		{"We used 54,499 MWh of gas,", "63.9% less than a year before.", "Suppliers sign our code. Water", "withdrawal fell by 25.7% to", "55,767 m³ in 2024.",
			"Waste was 55,584 tonnes;",
			"69.3% of it was recycled. Our", "52,213 colleagues work at 2", "sites."},
		{"We want to reach 2.2% by 2030.", "The board met 51 times and", "looked at climate risks twice. We", "used 82,309 MWh of electricity.",
			"There were 62 accidents",
			"in 2024 after 62 in 2023. Scope 1", "emissions were 75,111", "tCO2e."},
		{"We used 20,590 MWh of heat,", "77.7% less than a year before.", "Revenue grew to EUR 74,707", "million in 2024 from EUR", "65,159 million in 2023."},
	}
	for name, draw := range map[string]func(s *sheet){
		"titled, below a box": func(s *sheet) {
			s.across(50, 545, 60)
			abreast(s, 80, 13, left, right)
			belowText(s, 175)
		},
		"of two lines, below a box": func(s *sheet) {
			s.across(50, 545, 60)
			abreast(s, 80, 13, left[:3], right[:3])
			belowText(s, 165)
		},
		"whole sentences of a line or two": func(s *sheet) {
			s.across(50, 545, 60)
			abreast(s, 80, 13, []string{"Suppliers sign our code, and there were", "12 accidents in 2024."}, []string{"Scope 1 emissions were 57,462 tCO2e in 2024."})
			belowText(s, 140)
		},
		"narrow, above the first line": func(s *sheet) {
			abreast(s, 40, 12, narrow...)
			s.fill(50, 185, 545, 228, 0xe4ecf2)
			belowText(s, 240)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			draw(s)
			wantTable(t, one(t, s), "Fuel|2024|2023", "Fuel oil|338|361", "Gas oil|64|66", "Total|402|427")
		})
	}
}

// Rows of a table of words keep to its columns, and so do its heads, which are no larger than they: they are no text.
func TestRowsOfWordsAreNoTextSideBySide(t *testing.T) {
	s := newSheet()
	s.size = 9
	s.across(50, 545, 60)
	s.strong(func() {
		s.text(50, 75, "Risk")
		s.text(300, 75, "What we do about it")
	})
	s.across(50, 545, 80)
	for i, r := range [][2][2]string{
		{{"Floods may stop the plant for weeks on", "end, as they did in 2021."}, {"We raised the walls and keep stocks for", "30 days at another site."}},
		{{"Heat makes work in the yards harder in", "summer than it was."}, {"Shifts begin at five, and breaks are longer", "than the law asks for."}},
		{{"Carbon prices may rise to 150 euros for a", "tonne before 2030."}, {"We count with that price in whatever we", "decide to build."}},
	} {
		y := 95 + 32*float64(i)
		for k := range 2 {
			s.text(50, y+12*float64(k), r[0][k])
			s.text(300, y+12*float64(k), r[1][k])
		}
		s.across(50, 545, y+18)
	}
	if got := one(t, s); len(got.Rows) != 4 || !strings.Contains(show(got), "Carbon prices may rise") {
		t.Errorf("got %s", show(got))
	}
}

// However many columns text stands in, however long each is and in whatever print its title, none of its words are in the table below it.
func TestNoTextSideBySideIsInATable(t *testing.T) {
	sentences := []string{"We used 54,499 MWh of electricity in 2024, less than a year before.", "The board met five times and looked at climate risks twice.",
		"Water withdrawal fell by 25.7% to 55,767 m³ as the new plant recycles what it takes.", "Revenue grew to EUR 74,707 million from EUR 69,113 million."}
	rapid.Check(t, func(t *rapid.T) {
		s := newSheet()
		if rapid.Bool().Draw(t, "box") {
			s.fill(50, 20, 545, 50, 0xe4ecf2)
		}
		columns := rapid.IntRange(2, 3).Draw(t, "columns")
		width, bottom := 495/float64(columns)-18, 0.0
		title := rapid.SampledFrom([]float64{11, 12, 14}).Draw(t, "title")
		for i := range columns {
			x, y := 50+float64(i)*495/float64(columns), 75.0
			s.size = title
			s.strong(func() { s.text(x, y, "Our year") })
			s.size, y = 9, y+20
			line := ""
			for range rapid.IntRange(2, 5).Draw(t, "sentences") {
				for _, w := range strings.Fields(rapid.SampledFrom(sentences).Draw(t, "sentence")) {
					if next := strings.TrimSpace(line + " " + w); s.width(next) <= width {
						line = next
						continue
					}
					s.text(x, y, line)
					line, y = w, y+13
				}
			}
			s.text(x, y, line)
			bottom = max(bottom, y)
		}
		belowText(s, bottom+32)
		for _, found := range joined(s)[0] {
			for _, row := range found.Rows {
				for _, c := range row {
					for _, said := range []string{"MWh", "board", "withdrawal", "million", "climate", "recycles"} {
						if strings.Contains(c.Text, said) {
							t.Fatalf("%q is a cell", c.Text)
						}
					}
				}
			}
		}
	})
}
