package table_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// arc is the frame of a part of a ring.
func (s *sheet) arc(x0, y0, x1, y1 float64, ink paint.Color) {
	s.page.Fills = append(s.page.Fills, paint.Fill{Box: paint.Rect{x0, y0, x1, y1}, Ink: ink, Opacity: 1, Order: s.order()})
}

func TestFiguresInRings(t *testing.T) {
	s := newSheet()
	for n, said := range []string{"16.8%", "24.3%", "97.1%"} {
		x := 100 + 150*float64(n)
		s.arc(x-40, 100, x+40, 180, 0xE5E5E5)
		s.arc(x, 100, x+40, 140, 0xF26A21)
		s.sized(16, func() { s.centre(x, 146, said) })
		s.centre(x, 196, []string{"women", "managers", "contracts"}[n])
	}
	s.prose(260)
	wantTable(t, one(t, s), "women|16.8%", "managers|24.3%", "contracts|97.1%")
}

// A figure in the middle of a ring is what the whole of it is; its parts stand in the legend.
func TestALegendWithFigures(t *testing.T) {
	inks := []paint.Color{0x2D2D2D, 0xF26A21, 0x8A8A8A}
	draw := func(sign func(n int) paint.Color, figures ...string) *sheet {
		s := newSheet()
		s.arc(60, 100, 140, 180, inks[0])
		s.arc(60, 100, 100, 140, inks[1])
		s.arc(60, 150, 90, 180, inks[2])
		for n, name := range []string{"Plants", "Depots", "Offices"} {
			y := 115 + 18*float64(n)
			s.fill(180, y-8, 189, y+1, sign(n))
			s.text(196, y, name)
			s.right(300, y, figures[n])
		}
		s.prose(260)
		return s
	}
	ofRing := func(n int) paint.Color { return inks[n] }
	wantTable(t, one(t, draw(ofRing, "2,604", "871", "498")), "Plants|2,604", "Depots|871", "Offices|498")
	t.Run("one without a figure", func(t *testing.T) {
		if all := joined(draw(ofRing, "2,604", "all", "498"))[0]; len(all) > 0 {
			t.Errorf("%d tables, the first %v", len(all), all[0].Rows)
		}
	})
}
