package table_test

import (
	"fmt"
	"testing"
)

// Bars that stand side by side, each with its figure above and its year below: a row for each.
func TestBarsWithFiguresAndYears(t *testing.T) {
	s := newSheet()
	s.strong(func() { s.text(50, 100, "Green loans at year end, KES billion") })
	for i, v := range []float64{6.2, 8.9, 13.4, 19.8, 27.1} {
		x := 60 + 50*float64(i)
		s.fill(x, 300-5*v, x+30, 300, 0x802020)
		s.centre(x+15, 300-5*v-5, fmt.Sprint(v))
		s.centre(x+15, 312, fmt.Sprint(2019+i))
	}
	s.text(50, 340, "More than half of the loans finance solar systems, grids of villages and pumps that need less power.")
	got := one(t, s)
	wantTable(t, got, "2019|6.2", "2020|8.9", "2021|13.4", "2022|19.8", "2023|27.1")
	if got.Caption != "Green loans at year end, KES billion" {
		t.Errorf("caption %q", got.Caption)
	}
	wantCell(t, got, "13.4", "2021", "", "KES billion", "2021", "13.4")
}

// Bars that lie below one another, beside running text: their names stand in front of them.
func TestBarsBelowOneAnother(t *testing.T) {
	s := newSheet()
	s.strong(func() { s.text(300, 100, "Community spend by area (R million)") })
	for i, v := range []int{158, 131, 74, 55} {
		y := 115 + 22*float64(i)
		s.fill(390, y, 390+float64(v), y+12, 0xB06020)
		s.text(395+float64(v), y+9, fmt.Sprint(v))
		s.text(300, y+9, []string{"Infrastructure", "Education", "Health", "Small business"}[i])
		s.text(50, y+6, "We spent 418 million on communities, and roads")
	}
	wantTable(t, one(t, s), "Infrastructure|158", "Education|131", "Health|74", "Small business|55")
}

// What is no chart of that kind is left alone: parts of stacked bars, shorter bars with larger figures.
func TestNoSuchChart(t *testing.T) {
	for name, draw := range map[string]func(s *sheet, x, v float64){
		"stacked": func(s *sheet, x, v float64) {
			s.fill(x, 300-5*v, x+30, 300, 0x802020)
			s.centre(x+15, 290, fmt.Sprint(v-1))
			s.centre(x+15, 300-5*v-5, fmt.Sprint(v))
		},
		"falling": func(s *sheet, x, v float64) {
			s.fill(x, 300-150/v, x+30, 300, 0x802020)
			s.centre(x+15, 300-150/v-5, fmt.Sprint(v))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			for i, v := range []float64{6.2, 8.9, 13.4, 19.8} {
				x := 60 + 50*float64(i)
				draw(s, x, v)
				s.centre(x+15, 312, fmt.Sprint(2019+i))
			}
			if all := joined(s)[0]; len(all) > 0 {
				t.Errorf("%d tables, the first %v", len(all), all[0].Rows)
			}
		})
	}
}

// Two charts on one line are two.
func TestChartsSideBySide(t *testing.T) {
	s := newSheet()
	for k, x0 := range []float64{60, 330} {
		for i, v := range []float64{59, 77, 92, 120} {
			x := x0 + 40*float64(i)
			s.fill(x, 300-v, x+25, 300, 0x208020)
			s.centre(x+12, 300-v-5, fmt.Sprint(v+float64(k)))
			s.centre(x+12, 312, fmt.Sprint(2022+i))
		}
	}
	several(t, s, 2)
}

// Key figures in large print, each with what it is of below: a row for each, in one table, under their title.
func TestKeyFigures(t *testing.T) {
	s := newSheet()
	tile := func(x, y float64, figure string, label ...string) {
		s.size = 16
		s.strong(func() { s.text(x, y, figure) })
		s.size = 9
		for i, l := range label {
			s.text(x, y+14+11*float64(i), l)
		}
	}
	s.strong(func() { s.text(50, 100, "Key numbers") })
	tile(50, 130, "£9.18bn", "sales")
	tile(200, 130, "412", "stores in the", "whole country")
	tile(350, 130, "58,340", "colleagues")
	tile(50, 180, "899.3 GWh", "energy used")
	tile(200, 180, "0.67%", "food waste share")
	tile(350, 180, "£22.7m", "given to communities")
	for i := range 8 {
		s.text(50, 240+12*float64(i), "Most of our footprint lies outside our own walls, in farms and in the homes of customers.")
	}
	got := one(t, s)
	wantTable(t, got, "sales|£9.18bn", "stores in the whole country|412", "colleagues|58,340", "energy used|899.3 GWh",
		"food waste share|0.67%", "given to communities|£22.7m")
	if got.Caption != "Key numbers" {
		t.Errorf("caption %q", got.Caption)
	}
}

// Numbers of chapters over their titles are no key figures.
func TestNumbersOfChapters(t *testing.T) {
	s := newSheet()
	for i, title := range []string{"Strategy", "Environment", "People", "Governance"} {
		s.size = 18
		s.text(50+120*float64(i), 100, fmt.Sprint(i+1))
		s.size = 9
		s.text(50+120*float64(i), 115, title)
	}
	for i := range 8 {
		s.text(50, 160+12*float64(i), "Most of our footprint lies outside our own walls, in farms and in the homes of customers.")
	}
	if all := joined(s)[0]; len(all) > 0 {
		t.Errorf("%d tables, the first %v", len(all), all[0].Rows)
	}
}

// The same with what they are of above them.
func TestKeyFiguresBelowTheirLabels(t *testing.T) {
	s := newSheet()
	for i, label := range []string{"Revenue", "Employees", "Accidents per million"} {
		x := 50 + 160*float64(i)
		s.text(x, 100, label)
		if i == 2 {
			s.text(x, 111, "hours worked")
		}
		s.size = 18
		s.text(x, 130, []string{"€11.4 bn", "42,325", "5.2"}[i])
		s.size = 9
	}
	for i := range 8 {
		s.text(50, 180+12*float64(i), "Most of our footprint lies outside our own walls, in farms and in the homes of customers.")
	}
	wantTable(t, one(t, s), "Revenue|€11.4 bn", "Employees|42,325", "Accidents per million hours worked|5.2")
}
