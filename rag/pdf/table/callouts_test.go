package table_test

import (
	"fmt"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// sized writes what f does in a size of its own.
func (s *sheet) sized(size float64, f func()) {
	before := s.size
	s.size = size
	f()
	s.size = before
}

// prose fills a page with running text, so that what is usual on it is known.
func (s *sheet) prose(y float64) {
	for i := range 8 {
		s.text(50, y+12*float64(i), "Most of our footprint lies outside our own walls, in farms and in the homes of customers.")
	}
}

func TestKeyFiguresInWhateverWayTheyAreSet(t *testing.T) {
	for name, c := range map[string]struct {
		draw func(s *sheet, x float64, n int)
		want []string
	}{
		"the unit on a line of its own, in the ink of the figure": {
			func(s *sheet, x float64, n int) {
				s.ink = 0x0A7F5A
				s.sized(20, func() { s.text(x, 130, []string{"12,340", "48", "7.5"}[n]) })
				s.text(x, 143, []string{"MWh", "hours", "tonnes"}[n])
				s.ink = 0
				s.text(x, 156, []string{"Energy used", "Training per employee", "Solvents"}[n])
			},
			[]string{"Energy used|12,340 MWh", "Training per employee|48 hours", "Solvents|7.5 tonnes"},
		},
		"a figure that takes two lines": {
			func(s *sheet, x float64, n int) {
				s.sized(20, func() {
					s.text(x, 130, []string{"34.5", "9,741", "61"}[n])
					s.text(x, 153, []string{"EUR million", "hours", "%"}[n])
				})
				s.text(x, 168, []string{"Paid to suppliers", "Volunteered", "Recycled"}[n])
			},
			[]string{"Paid to suppliers|34.5 EUR million", "Volunteered|9,741 hours", "Recycled|61 %"},
		},
		"words behind it": {
			func(s *sheet, x float64, n int) {
				s.sized(20, func() { s.text(x, 134, []string{"12%", "48%", "73%"}[n]) })
				s.text(x+46, 127, []string{"less water", "women", "sites"}[n])
				s.text(x+46, 138, []string{"in breweries", "on boards", "certified"}[n])
			},
			[]string{"less water in breweries|12%", "women on boards|48%", "sites certified|73%"},
		},
		"a change in small print": {
			func(s *sheet, x float64, n int) {
				s.sized(20, func() { s.text(x, 130, []string{"1,230", "45%", "17.2"}[n]) })
				s.text(x, 144, []string{"Suppliers", "Recycled paper", "Accident rate"}[n])
				s.sized(7, func() { s.text(x, 155, []string{"+9% vs. 2022", "(2022: 41%)", "-3% vs. 2022"}[n]) })
			},
			[]string{"Suppliers{2,1}||1,230", "|vs. 2022|+9%", "Recycled paper{2,1}||45%", "|(2022:|41%)", "Accident rate{2,1}||17.2", "|vs. 2022|-3%"},
		},
		"several further figures in a line": {
			func(s *sheet, x float64, n int) {
				s.sized(20, func() { s.text(x, 130, []string{"70.1%", "562 kg", "39.5%"}[n]) })
				s.text(x, 144, []string{"Clinker", "Cement", "Fuels"}[n])
				s.sized(6, func() {
					s.text(x, 154, []string{"2022: 71.0% / Goal 2030: 62.0%", "2022: 570 kg | Goal 2030: 430 kg", "from 12 kilns"}[n])
				})
			},
			[]string{"Clinker{3,1}||70.1%", "|2022:|71.0%", "|Goal 2030:|62.0%", "Cement{3,1}||562 kg", "|2022:|570 kg", "|Goal 2030:|430 kg",
				"Fuels from 12 kilns||39.5%"},
		},
		"an arrow that leads to the change": {
			func(s *sheet, x float64, n int) {
				s.sized(20, func() { s.text(x, 130, []string{"1.93 Mt", "23.6 %", "284 ML"}[n]) })
				s.text(x, 144, []string{"Fuels", "Recycled", "Water"}[n])
				s.sized(7, func() {
					s.text(x, 162, []string{"2022: 1.71 ▲ 12.9 %", "2022: 20.4 ▲ 3.2 pp", "2022: 297 ▼ 4.4 %"}[n])
				})
			},
			[]string{"Fuels{3,1}||1.93 Mt", "|2022:|1.71", "|▲|12.9 %", "Recycled{3,1}||23.6 %", "|2022:|20.4", "|▲|3.2 pp",
				"Water{3,1}||284 ML", "|2022:|297", "|▼|4.4 %"},
		},
		"further figures anywhere in the box of a figure": {
			func(s *sheet, x float64, n int) {
				s.fill(x-8, 96, x+140, 180, 0xE0E8F0)
				s.text(x, 108, []string{"Energy used", "Water used", "Paper used"}[n])
				s.sized(20, func() { s.text(x, 130, []string{"18,402 TJ", "0.84 ML", "212 kt"}[n]) })
				s.sized(7, func() {
					s.text(x, 170, []string{"2023 17,655", "2023 0.91", "2023 243"}[n])
					s.text(x+90, 170, []string{"▲ 4.2%", "▼ 7.7%", "▼ 12.8%"}[n])
				})
			},
			[]string{"Energy used{3,1}||18,402 TJ", "|2023|17,655", "|▲|4.2%", "Water used{3,1}||0.84 ML", "|2023|0.91", "|▼|7.7%",
				"Paper used{3,1}||212 kt", "|2023|243", "|▼|12.8%"},
		},
		"a unit over the words behind it": {
			func(s *sheet, x float64, n int) {
				said := []string{"1.93", "23.6", "284"}[n]
				s.sized(20, func() { s.text(x, 134, said); x += s.width(said) + 5 })
				s.strong(func() { s.text(x, 125, []string{"Mt", "t", "ML"}[n]) })
				s.text(x, 137, []string{"waste as fuel", "solvents", "fresh water"}[n])
			},
			[]string{"waste as fuel|1.93 Mt", "solvents|23.6 t", "fresh water|284 ML"},
		},
		"places of a map": {
			func(s *sheet, x float64, n int) {
				y := []float64{130, 190, 155}[n]
				s.sized(16, func() { s.text(x, y, []string{"2.4", "1.9", "3.1"}[n]) })
				s.text(x, y+11, []string{"Northport", "Carrow", "Midvale"}[n])
			},
			[]string{"Northport|2.4", "Midvale|3.1", "Carrow|1.9"},
		},
		"inks of their own": {
			func(s *sheet, x float64, n int) {
				s.ink = paint.Color(0x102030 * (n + 1))
				s.sized(20, func() { s.text(x, 130, []string{"12%", "€4.5bn", "8,301"}[n]) })
				s.ink = 0
				s.text(x, 144, []string{"less water", "sales", "colleagues"}[n])
			},
			[]string{"less water|12%", "sales|€4.5bn", "colleagues|8,301"},
		},
		"the day that it is of": {
			func(s *sheet, x float64, n int) {
				s.sized(20, func() { s.text(x, 130, []string{"12%", "€4.5bn", "8,301"}[n]) })
				s.text(x, 144, []string{"women", "assets", "colleagues"}[n])
				s.text(x, 155, "31 December 2023")
			},
			[]string{"women 31 December 2023|12%", "assets 31 December 2023|€4.5bn", "colleagues 31 December 2023|8,301"},
		},
		"steps of a road": {
			func(s *sheet, x float64, n int) {
				s.sized(14, func() { s.text(x, 110, fmt.Sprint(2025+3*n)) })
				s.sized(20, func() { s.text(x, 130, []string{"60%", "25%", "90%"}[n]) })
				s.text(x, 144, []string{"green power", "less plastic", "less waste"}[n])
			},
			[]string{"green power|2025|60%", "less plastic|2028|25%", "less waste|2031|90%"},
		},
		"nothing but periods over them": {
			func(s *sheet, x float64, n int) {
				s.text(x, 112, []string{"By FY2026/27", "By FY2028/29", "By FY2030/31"}[n])
				s.sized(20, func() { s.text(x, 130, []string{"-21%", "-26%", "-32%"}[n]) })
			},
			[]string{"By FY2026/27|-21%", "By FY2028/29|-26%", "By FY2030/31|-32%"},
		},
		"scores over them": {
			func(s *sheet, x float64, n int) {
				s.text(x, 112, []string{"Trust", "Inclusion", "Growth"}[n])
				s.sized(20, func() { s.text(x, 130, []string{"81", "79", "80"}[n]) })
			},
			[]string{"Trust|81", "Inclusion|79", "Growth|80"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			for n := range 3 {
				c.draw(s, 50+160*float64(n), n)
			}
			s.prose(220)
			wantTable(t, one(t, s), c.want...)
		})
	}
}

// Lines part the tiles from one another: what stands in one of them is no cell of a table.
func TestTilesInAGrid(t *testing.T) {
	s := newSheet()
	s.lattice([]float64{40, 200, 360, 520}, []float64{90, 170, 250})
	for n, name := range []string{"Loans", "Bonds", "Funds", "Emissions", "Power", "People"} {
		x, y := 120+160*float64(n%3), 110+80*float64(n/3)
		s.centre(x, y, name)
		s.sized(22, func() { s.centre(x, y+24, []string{"€14.7bn", "38%", "61.4%", "3.12 Mt", "8.9 GWh", "5,207"}[n]) })
		s.sized(7, func() {
			s.centre(x, y+36, []string{"2021: €11.9bn", "2021: 33%", "2021: 54.0%", "2021: 3.44 Mt", "2021: 9.4 GWh", "2021: 5,110"}[n])
		})
	}
	s.prose(290)
	wantTable(t, one(t, s), "Loans{2,1}||€14.7bn", "|2021:|€11.9bn", "Bonds{2,1}||38%", "|2021:|33%", "Funds{2,1}||61.4%", "|2021:|54.0%",
		"Emissions{2,1}||3.12 Mt", "|2021:|3.44 Mt", "Power{2,1}||8.9 GWh", "|2021:|9.4 GWh", "People{2,1}||5,207", "|2021:|5,110")
}

// Numbers of pages before what stands on them, in two columns.
func TestNumbersOfPagesAreNoKeyFigures(t *testing.T) {
	s := newSheet()
	for i, title := range []string{"Strategy", "Environment", "People", "Governance", "Notes", "Auditor"} {
		x, y := 50+250*float64(i/3), 100+30*float64(i%3)
		s.sized(16, func() { s.text(x, y, []string{"20", "26", "48", "92", "118", "118"}[i]) })
		s.text(x+40, y, title)
	}
	s.prose(220)
	if all := joined(s)[0]; len(all) > 0 {
		t.Errorf("%d tables, the first %v", len(all), all[0].Rows)
	}
}

func TestSharesAroundARing(t *testing.T) {
	draw := func(last string) *sheet {
		s := newSheet()
		s.strong(func() { s.text(50, 90, "Energy mix in 2023") })
		for i, name := range []string{"Gas", "Grid power", "Own solar"} {
			x, y := []float64{250, 250, 80}[i], []float64{130, 260, 200}[i]
			s.text(x, y, name)
			s.strong(func() { s.text(x, y+12, []string{"29%", "47%", last}[i]) })
		}
		s.prose(320)
		return s
	}
	t.Run("that make a hundred", func(t *testing.T) {
		got := one(t, draw("24%"))
		wantTable(t, got, "Gas|29%", "Own solar|24%", "Grid power|47%")
		if got.Caption != "Energy mix in 2023" {
			t.Errorf("caption %q", got.Caption)
		}
	})
	t.Run("that do not", func(t *testing.T) {
		if all := joined(draw("33%"))[0]; len(all) > 0 {
			t.Errorf("%d tables, the first %v", len(all), all[0].Rows)
		}
	})
}

func TestALineOverItsYears(t *testing.T) {
	draw := func(heights ...float64) *sheet {
		s := newSheet()
		s.strong(func() { s.text(50, 90, "Waste (tonnes)") })
		for i, v := range []string{"8,410", "9,077", "7,950", "6,102"} {
			s.centre(80+70*float64(i), heights[i], v)
			s.centre(80+70*float64(i), 260, fmt.Sprint(2020+i))
		}
		s.prose(320)
		return s
	}
	t.Run("as high as it is large", func(t *testing.T) {
		got := one(t, draw(160, 140, 180, 220))
		wantTable(t, got, "2020|8,410", "2021|9,077", "2022|7,950", "2023|6,102")
		wantCell(t, got, "9,077", "2021", "", "tonnes", "2021", "9077")
	})
	for name, heights := range map[string][]float64{
		"that is high where it is small": {160, 220, 180, 140},
		"that goes up and down":          {180, 140, 160, 220},
	} {
		t.Run(name, func(t *testing.T) {
			if all := joined(draw(heights...))[0]; len(all) > 0 && all[0].Rows[0][0].Text == "2020" {
				t.Errorf("read as a line: %v", all[0].Rows)
			}
		})
	}
}

// Words may stand far behind figures that begin below one another.
func TestAColumnOfFiguresBesideAColumnOfWords(t *testing.T) {
	s := newSheet()
	for i, figure := range []string{"12,430 t", "61,400", "0.4 kg", "97.8 %"} {
		y := 100 + 34*float64(i)
		s.sized(18, func() { s.text(50, y, figure) })
		s.text(210, y-5, []string{"recycled polyester in", "sofas and beds taken back", "glue in", "traceable"}[i])
		s.text(210, y+6, []string{"sofas and curtains", "and sold again", "the average table", "wood"}[i])
	}
	s.prose(320)
	wantTable(t, one(t, s), "recycled polyester in sofas and curtains|12,430 t", "sofas and beds taken back and sold again|61,400",
		"glue in the average table|0.4 kg", "traceable wood|97.8 %")
}

func TestAFigureThatStandsAlone(t *testing.T) {
	for name, c := range map[string]struct {
		figure, words string
		read          bool
	}{
		"with a unit":                 {"39%", "Energy saved since 2021", true},
		"with words that go on":       {"25", "methanol vessels on order", true},
		"as the number of a chapter":  {"3", "Our people", false},
		"as a year over what it says": {"2023", "In review", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			s.sized(30, func() { s.text(50, 120, c.figure) })
			s.text(50, 140, c.words)
			s.prose(320)
			all := joined(s)[0]
			if !c.read && len(all) > 0 {
				t.Fatalf("read as %v", all[0].Rows)
			}
			if c.read {
				wantTable(t, one(t, s), c.words+"|"+c.figure)
			}
		})
	}
}

// A ring is drawn round the figure of a card, so that its words stand far below it; the next card's do not belong to it.
func TestARingOnACard(t *testing.T) {
	s := newSheet()
	s.fill(0, 0, 595, 842, 0xEEF6F4)
	for i, figure := range []string{"77%", "58%", "33%"} {
		x := 50 + 160*float64(i)
		s.fill(x, 90, x+140, 200, 0xFFFFFF)
		s.sized(12, func() { s.centre(x+70, 130, figure) })
		s.centre(x+70, 180, []string{"green power", "electric fleet", "women in labs"}[i])
		s.sized(8, func() { s.centre(x+70, 191, "Target 2030: 90%") })
	}
	s.prose(320)
	wantTable(t, one(t, s), "green power{2,1}||77%", "|Target 2030:|90%", "electric fleet{2,1}||58%", "|Target 2030:|90%",
		"women in labs{2,1}||33%", "|Target 2030:|90%")
}

func TestFiguresOnBars(t *testing.T) {
	draw := func(lengths ...float64) *sheet {
		s := newSheet()
		s.strong(func() { s.text(20, 90, "Footprint (kg)") })
		for i, v := range []string{"120", "90", "40"} {
			y := 120 + 24*float64(i)
			s.text(50, y+9, []string{"Sofa", "Wardrobe", "Table"}[i])
			s.fill(110, y, 110+lengths[i], y+14, 0x205080)
			s.right(106+lengths[i], y+10, v)
		}
		s.prose(320)
		return s
	}
	t.Run("as long as they are large", func(t *testing.T) {
		got := one(t, draw(240, 180, 80))
		wantTable(t, got, "Sofa|120", "Wardrobe|90", "Table|40")
		if got.Caption != "Footprint (kg)" {
			t.Errorf("caption %q", got.Caption)
		}
	})
	t.Run("that are not", func(t *testing.T) {
		if all := joined(draw(240, 230, 200))[0]; len(all) > 0 {
			t.Errorf("read as bars: %v", all[0].Rows)
		}
	})
}

// What stands under a key figure may begin with its unit. What is counted is none, nor is a word with a comma behind it.
func TestAUnitInFrontOfWhatAKeyFigureIsOf(t *testing.T) {
	s := newSheet()
	s.prose(300)
	for n, said := range []string{"million tonnes CO2e, Scope 1", "GWh, all sites", "vessels, owned"} {
		x := 50 + 170*float64(n)
		s.sized(20, func() { s.text(x, 130, []string{"1.42", "96.4", "38"}[n]) })
		s.text(x, 146, said)
	}
	got := one(t, s)
	for text, unit := range map[string]string{"1.42": "million tonnes CO2e", "96.4": "GWh", "38": ""} {
		if c := cell(t, got, text); c.Unit != unit {
			t.Errorf("%s is in %q, want %q", text, c.Unit, unit)
		}
	}
}
