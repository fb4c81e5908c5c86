package table_test

import (
	"fmt"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// key draws a legend: signs with names.
func (s *sheet) key(x, y float64, inks []paint.Color, names ...string) {
	for i, n := range names {
		s.fill(x, y-6, x+6, y, inks[i])
		s.text(x+9, y, n)
		x += 25 + s.width(n)
	}
}

var seriesInks = []paint.Color{0x205080, 0x80A020, 0xC06010}

// Bars of several years at each category, and a legend that says which ink is which year.
func TestGroupedBarsAreReadByTheInksOfTheirLegend(t *testing.T) {
	s := newSheet()
	s.strong(func() { s.text(50, 100, "Water withdrawal in megalitres") })
	s.key(60, 120, seriesInks, "2021", "2022", "2023")
	for c, name := range []string{"Municipal supply", "Groundwater", "Rainwater"} {
		for y, v := range [][]float64{{120, 80, 100}, {64, 70, 51}, {9, 14, 22}}[c] {
			x := 60 + 150*float64(c) + 34*float64(y)
			s.fill(x, 300-v, x+28, 300, seriesInks[y])
			s.centre(x+14, 300-v-4, fmt.Sprint(v*10))
		}
		s.centre(60+150*float64(c)+48, 312, name)
	}
	got := one(t, s)
	wantTable(t, got, "|2021|2022|2023", "Municipal supply|1200|800|1000", "Groundwater|640|700|510", "Rainwater|90|140|220")
	wantCell(t, got, "510", "Groundwater", "2023", "megalitres", "2023", "510")
}

// The same, lying: names stand in front of the bars.
func TestGroupedBarsThatLie(t *testing.T) {
	s := newSheet()
	s.strong(func() { s.text(50, 100, "Employees by region") })
	s.key(60, 120, seriesInks, "Women", "Men")
	for c, name := range []string{"Europe", "Asia Pacific", "Americas"} {
		for k, v := range [][]float64{{210, 260}, {90, 160}, {45, 30}}[c] {
			y := 140 + 40*float64(c) + 13*float64(k)
			s.fill(150, y, 150+v, y+11, seriesInks[k])
			s.text(155+v, y+9, fmt.Sprint(v))
		}
		s.text(60, 140+40*float64(c)+15, name)
	}
	wantTable(t, one(t, s), "|Women|Men", "Europe|210|260", "Asia Pacific|90|160", "Americas|45|30")
}

// stack draws bars of parts, each with its figure on it and what they make above.
func (s *sheet) stack(parts [][]float64, names []string, scale float64, total func(sum float64) string) {
	for c, name := range names {
		x, y, sum := 80+100*float64(c), 300.0, 0.0
		for k, v := range parts[c] {
			s.fill(x, y-v*scale, x+40, y, seriesInks[k])
			s.centre(x+20, y-v*scale/2+3, fmt.Sprint(v))
			y -= v * scale
			sum += v
		}
		if text := total(sum); text != "" {
			s.centre(x+20, y-4, text)
		}
		s.centre(x+20, 312, name)
	}
}

// Parts on one another, each with its figure on it, and their sum above.
func TestStackedBarsWithTheirSums(t *testing.T) {
	s := newSheet()
	s.strong(func() { s.text(50, 80, "Waste by treatment in tonnes") })
	s.key(60, 330, seriesInks, "Recycled", "Burnt", "Landfill")
	s.stack([][]float64{{60, 30, 40}, {66, 33, 20}, {70, 25, 18}}, []string{"2021", "2022", "2023"}, 1.2, func(sum float64) string { return fmt.Sprint(sum) })
	got := one(t, s)
	wantTable(t, got, "|2021|2022|2023", "Recycled|60|66|70", "Burnt|30|33|25", "Landfill|40|20|18", "|130|119|113")
	wantCell(t, got, "119", "", "2022", "tonnes", "2022", "119")
	wantCell(t, got, "33", "Burnt", "2022", "tonnes", "2022", "33")
}

// The same by category, for series that are no years: the sum has no head.
func TestStackedBarsOfCategories(t *testing.T) {
	s := newSheet()
	s.key(60, 330, seriesInks, "Recycled", "Burnt", "Landfill")
	s.stack([][]float64{{60, 30, 40}, {66, 33, 20}, {70, 25, 18}}, []string{"Paper", "Metal", "Other"}, 1.2, func(sum float64) string { return fmt.Sprint(sum) })
	got := one(t, s)
	wantTable(t, got, "|Recycled|Burnt|Landfill|", "Paper|60|30|40|130", "Metal|66|33|20|119", "Other|70|25|18|113")
	wantCell(t, got, "119", "Metal", "", "", "", "119")
	wantCell(t, got, "20", "Metal", "Landfill", "", "", "20")
}

// What nothing proves is left alone: figures that are not as bars are long, sums that parts do not make, one ink too few.
func TestBarsWithoutProofAreNotRead(t *testing.T) {
	for name, draw := range map[string]func(s *sheet){
		"bars of other lengths": func(s *sheet) {
			for c := range 3 {
				for k, v := range []float64{40, 90, 60} {
					x := 80 + 120*float64(c) + 34*float64(k)
					s.fill(x, 300-v, x+28, 300, seriesInks[k])
					s.centre(x+14, 300-v-4, fmt.Sprint(1000/v))
				}
				s.centre(80+120*float64(c)+48, 312, fmt.Sprint(2021+c))
			}
		},
		"a sum of other parts": func(s *sheet) {
			s.stack([][]float64{{60, 30, 40}, {66, 33, 20}, {70, 25, 18}}, []string{"2021", "2022", "2023"}, 1.2,
				func(sum float64) string { return fmt.Sprint(sum + 30) })
		},
		"a category without one series": func(s *sheet) {
			s.stack([][]float64{{60, 30, 40}, {66, 33}, {70, 25, 18}}, []string{"2021", "2022", "2023"}, 1.2, func(float64) string { return "" })
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			s.key(60, 340, seriesInks, "Recycled", "Burnt", "Landfill")
			draw(s)
			for _, got := range joined(s)[0] {
				t.Errorf("read as\n%s", show(got))
			}
		})
	}
}

// Panels below one another, each of its year, that one legend is of; the outlines of bars alone are drawn.
func TestPanelsOfYearsUnderOneLegend(t *testing.T) {
	s := newSheet()
	outline := func(x0, y0, x1, y1 float64, ink paint.Color) {
		order := s.order()
		for _, r := range []paint.Rect{{x0, y0, x1, y0}, {x1, y0, x1, y1}, {x0, y1, x1, y1}, {x0, y0, x0, y1}} {
			s.page.Rules = append(s.page.Rules, paint.Rule{X0: r[0], Y0: r[1], X1: r[2], Y1: r[3], Width: 1, Ink: ink, Order: order})
		}
	}
	s.strong(func() { s.text(50, 90, "Training") })
	for k, n := range []string{"All", "Managers"} {
		outline(250+80*float64(k), 104, 258+80*float64(k), 110, seriesInks[k])
		s.text(262+80*float64(k), 110, n)
	}
	for p, values := range [][][]float64{{{800, 300}, {24, 30}}, {{600, 250}, {18, 21}}} {
		foot := 220 + 130*float64(p)
		s.strong(func() { s.text(50, foot-85, fmt.Sprint(2023-p)) })
		for c, pair := range values {
			for k, v := range pair {
				x := 110 + 170*float64(c) + 20*float64(k)
				h := v * []float64{0.1, 2.5}[c]
				outline(x, foot-h, x+14, foot, seriesInks[k])
				s.centre(x+7, foot-h-4, fmt.Sprint(v))
			}
			s.text(100+170*float64(c), foot+14, []string{"Hours of training", "Hours per head"}[c])
			s.text(100+170*float64(c), foot+25, []string{"in all sites", "on average"}[c])
		}
	}
	got := one(t, s)
	wantTable(t, got, "|All|Managers", "2023{1,3}||", "Hours of training in all sites|800|300", "Hours per head on average|24|30",
		"2022{1,3}||", "Hours of training in all sites|600|250", "Hours per head on average|18|21")
	wantCell(t, got, "250", "2022/Hours of training in all sites", "Managers", "", "2022", "250")
}

// Two charts on one line, each under a legend of its own in the same inks.
func TestChartsSideBySideUnderTheirOwnLegends(t *testing.T) {
	s := newSheet()
	for k, x0 := range []float64{40, 320} {
		s.key(x0, 120, seriesInks, "In the year", "In all")
		for c := range 2 {
			for y, v := range [][]float64{{30, 45}, {70, 130}}[c] {
				v += 10 * float64(k)
				x := x0 + 110*float64(c) + 34*float64(y)
				s.fill(x, 300-v, x+28, 300, seriesInks[y])
				s.centre(x+14, 300-v-4, fmt.Sprint(v))
			}
			s.centre(x0+110*float64(c)+31, 312, fmt.Sprint(2022+c))
		}
	}
	all := several(t, s, 2)
	wantTable(t, all[0], "|2022|2023", "In the year|30|70", "In all|45|130")
	wantTable(t, all[1], "|2022|2023", "In the year|40|80", "In all|55|140")
}

// Two charts below one another in the same inks, which their legends call otherwise: each is of its own legend, or of none if another is
// nearly as near.
func TestLegendsThatCallOneInkOtherwise(t *testing.T) {
	for name, test := range map[string]struct {
		legend float64 // the place of the second legend
		heads  []string
	}{
		"each over its chart":     {385, []string{"|Women|Men", "|Recovered|Disposed"}},
		"one that may be of both": {345, []string{"|Recovered|Disposed"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			for k, names := range [][]string{{"Women", "Men"}, {"Recovered", "Disposed"}} {
				s.key(60, []float64{180, test.legend}[k], seriesInks, names...)
				for c := range 2 {
					for y, v := range [][]float64{{90, 75}, {30, 60}}[c] {
						foot, x := 300+220*float64(k), 60+110*float64(c)+34*float64(y)
						s.fill(x, foot-v, x+28, foot, seriesInks[y])
						s.centre(x+14, foot-v-4, fmt.Sprint(v*2))
					}
					s.centre(60+110*float64(c)+31, 312+220*float64(k), []string{"Poland", "Spain"}[c])
				}
			}
			all := several(t, s, len(test.heads))
			for i, heads := range test.heads {
				wantTable(t, all[i], heads, "Poland|180|150", "Spain|60|120")
			}
		})
	}
}
